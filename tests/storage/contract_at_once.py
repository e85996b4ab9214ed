"""Part of `DuelStoreContract`: concurrent calls, and cancelled ones."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from storage import (
    DuelRow,
    DuelStore,
    MoveRow,
    Result,
    StaleLog,
    StaleStatus,
    Status,
    StorageError,
)
from tests.storage.rows import (
    CHALLENGE,
    REMIND_BEFORE,
    StoreTests,
    loaded,
    opened,
    race,
    under_way,
)


class AtOnceContract(StoreTests):
    # Concurrent calls.

    @pytest.mark.asyncio
    async def test_of_two_moves_at_once_one_wins(self, store: DuelStore, other: DuelStore) -> None:
        duel_id = await opened(store)
        stores = (store, other)
        for ply in range(60):
            # Alternate which store is called first.
            order = (0, 1) if ply % 2 else (1, 0)
            won = await race(
                *(stores[who].append(duel_id, ply, who + 1, f"by-{who}", ply) for who in order), loses=StaleLog
            )
            _, log = await loaded(store, duel_id)
            assert log[ply:] == (MoveRow(ply, order[won] + 1, f"by-{order[won]}", ply),)

    @pytest.mark.asyncio
    async def test_of_two_moves_at_once_on_one_store_one_wins(self, store: DuelStore) -> None:
        duel_id = await opened(store)
        for ply in range(20):
            await race(*(store.append(duel_id, ply, 1, "attack-7", who) for who in range(4)), loses=StaleLog)
        _, log = await loaded(store, duel_id)
        assert [move.ply for move in log] == list(range(20))

    @pytest.mark.asyncio
    async def test_of_two_ends_at_once_one_wins_wholly(self, store: DuelStore, other: DuelStore) -> None:
        await opened(store)  # then none of these is the first
        for round_ in range(40):
            duel_id = await opened(store)
            results = (Result(1, "life"), Result(2, "resignation"))
            order = (0, 1) if round_ % 2 else (1, 0)
            stores = (store, other)
            won = await race(
                *(stores[who].append(duel_id, 0, who + 1, f"by-{who}", who, result=results[who]) for who in order),
                loses=StaleLog,
            )
            who = order[won]
            duel, log = await loaded(other, duel_id)
            assert (duel.status, duel.winner, duel.ending, duel.ended_at) == (
                Status.ENDED,
                results[who].winner,
                results[who].ending,
                who,
            )
            assert log == (MoveRow(0, who + 1, f"by-{who}", who),)

    @pytest.mark.asyncio
    async def test_of_a_move_and_an_end_at_once_one_wins_wholly(self, store: DuelStore, other: DuelStore) -> None:
        await opened(store)  # then none of these is the first
        for round_ in range(40):
            duel_id = await opened(store)
            entrants = [
                store.append(duel_id, 0, 1, "attack-7", 5),
                other.append(duel_id, 0, 2, "!resign", 6, result=Result(1, "resignation")),
            ]
            if round_ % 2:
                entrants.reverse()
            await race(*entrants, loses=StaleLog)
            duel, log = await loaded(store, duel_id)
            assert [(duel.status, *(move.action for move in log))] in (
                [(Status.OPEN, "attack-7")],
                [(Status.ENDED, "!resign")],
            )

    @pytest.mark.asyncio
    async def test_of_accept_and_cancel_at_once_one_wins_wholly(self, store: DuelStore, other: DuelStore) -> None:
        await opened(store)  # then none of these is the first
        for round_ in range(40):
            challenge = await store.create(CHALLENGE)
            entrants = [
                store.open(challenge.id, name_two="Robert", starter=2, seed=b"s", at=5, remind_before=REMIND_BEFORE),
                other.close(challenge.id, Status.CANCELLED, 6),
            ]
            if round_ % 2:
                entrants.reverse()
            await race(*entrants, loses=StaleStatus)
            assert await store.duel(challenge.id) in (
                under_way(challenge, 5, name_two="Robert", starter=2, seed=b"s", newcomers=0),
                replace(challenge, status=Status.CANCELLED, ended_at=6, version=1),
            )

    @pytest.mark.asyncio
    async def test_tasks_on_one_store_share_no_transaction(self, store: DuelStore) -> None:
        """A refusal for one task does not roll back what another task was told is saved."""
        good = [await opened(store) for _ in range(20)]
        bad = [await opened(store) for _ in range(20)]

        async def play(duel_id: int) -> None:
            for ply in range(5):
                await store.append(duel_id, ply, 1, "attack-7", ply)
            await store.append(duel_id, 5, 2, "take", 5, result=Result(1, "life"))

        async def fail(duel_id: int) -> None:
            for _ in range(5):
                with pytest.raises(StorageError):
                    await store.append(duel_id, 0, 1, "attack-7", 5, result=Result(3, "life"))

        async def jot() -> None:
            for key in range(200):
                await store.put_note(str(key), "kept")

        tasks = [task for pair in zip(map(play, good), map(fail, bad), strict=True) for task in pair]
        await asyncio.gather(*tasks, jot())
        for key in range(200):
            assert await store.note(str(key)) == "kept"
        for duel_id in good:
            duel, log = await loaded(store, duel_id)
            assert (duel.status, len(log)) == (Status.ENDED, 6)
        for duel_id in bad:
            duel, log = await loaded(store, duel_id)
            assert (duel.status, log) == (Status.OPEN, ())

    @pytest.mark.asyncio
    async def test_a_duel_and_its_log_are_read_at_one_moment(self, store: DuelStore, other: DuelStore) -> None:
        seen: set[tuple[Status, int]] = set()

        async def watch(reader: DuelStore, duel_id: int, writing: asyncio.Task[DuelRow]) -> None:
            while not writing.done():
                duel, log = await loaded(reader, duel_id)
                seen.add((duel.status, len(log)))

        for _ in range(60):
            duel_id = await opened(store)
            writing = asyncio.create_task(store.append(duel_id, 0, 1, "!resign", 5, result=Result(2, "resignation")))
            await asyncio.gather(writing, *(watch(reader, duel_id, writing) for reader in (other, store)))
        assert seen <= {(Status.OPEN, 0), (Status.ENDED, 1)}
        assert seen

    @pytest.mark.asyncio
    async def test_a_cancelled_write_is_whole_or_nothing(self, store: DuelStore, other: DuelStore) -> None:
        outcomes = set()
        for round_ in range(60):
            duel_id = await opened(store)
            task = asyncio.create_task(store.append(duel_id, 0, 1, "attack-7", 5, result=Result(1, "life")))
            # Cancel it at any step, even before the first.
            for _ in range(round_ * 10):
                await asyncio.sleep(0)
            task.cancel()
            late = asyncio.create_task(store.append(duel_id, 0, 2, "!resign", 6, result=Result(2, "resignation")))
            await asyncio.wait({task, late})
            duel, log = await loaded(other, duel_id)
            outcomes.add(task.cancelled())
            # A cancelled write may still be there, if the cancel came too late. A finished one must be.
            if not isinstance(late.exception(), StaleLog):
                assert task.cancelled()
                assert late.result() == duel
            winner = 1 if late.exception() else 2
            assert (duel.status, duel.winner, [move.player for move in log]) == (Status.ENDED, winner, [winner])
        assert True in outcomes
