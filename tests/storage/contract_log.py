"""Part of `DuelStoreContract`: rematches, the lifecycle and the log."""

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
    ALICE,
    BOB,
    CAROL,
    CHALLENGE,
    HUGE,
    NO_IDS,
    REMIND_BEFORE,
    StoreTests,
    loaded,
    opened,
    race,
    under_way,
)


class LogContract(StoreTests):
    # Rematches.

    @pytest.mark.asyncio
    async def test_a_rematch_is_found_by_the_duel_it_follows(self, store: DuelStore, other: DuelStore) -> None:
        first = await opened(store)
        assert await store.rematch_of(first) is None
        rematch = await store.create(replace(CHALLENGE, rematch_of=first))
        assert rematch.rematch_of == first
        assert await other.rematch_of(first) == rematch
        assert await other.rematch_of(rematch.id) is None
        await store.open(rematch.id, name_two="Bob", starter=2, seed=b"seed", at=1, remind_before=REMIND_BEFORE)
        assert (await loaded(other, rematch.id))[0].rematch_of == first
        assert await other.rematch_of(first) == await other.duel(rematch.id)

    @pytest.mark.asyncio
    @pytest.mark.parametrize("status", [None, Status.DECLINED, Status.CANCELLED, Status.EXPIRED])
    async def test_a_duel_has_one_rematch_whatever_becomes_of_it(self, store: DuelStore, status: Status | None) -> None:
        first = await opened(store)
        rematch = await store.create(replace(CHALLENGE, rematch_of=first))
        if status:
            await store.close(rematch.id, status, 2)
        with pytest.raises(StaleStatus):
            await store.create(replace(CHALLENGE, rematch_of=first))
        assert await store.rematch_of(first) == await store.duel(rematch.id)
        # Other challenges, and a rematch of the rematch, can still be created.
        await store.create(CHALLENGE)
        await store.create(replace(CHALLENGE, rematch_of=rematch.id))

    @pytest.mark.asyncio
    async def test_one_that_is_closed_and_unlinked_leaves_room_for_another(
        self, store: DuelStore, other: DuelStore
    ) -> None:
        first = (await store.create(CHALLENGE)).id
        rematch = await store.create(replace(CHALLENGE, rematch_of=first))
        closed = await store.close(rematch.id, Status.CANCELLED, 2, unlink=True)
        assert (closed.status, closed.rematch_of) == (Status.CANCELLED, None)
        assert await other.rematch_of(first) is None
        another = await store.create(replace(CHALLENGE, rematch_of=first))
        assert await other.rematch_of(first) == another

    @pytest.mark.asyncio
    async def test_of_two_rematches_at_once_one_wins(self, store: DuelStore, other: DuelStore) -> None:
        for _ in range(20):
            first = await opened(store)
            entrants = (one.create(replace(CHALLENGE, rematch_of=first)) for one in (store, other, store, other))
            await race(*entrants, loses=StaleStatus)

    @pytest.mark.asyncio
    async def test_a_rematch_of_nothing_is_refused(self, store: DuelStore) -> None:
        with pytest.raises(StorageError):
            await store.create(replace(CHALLENGE, rematch_of=99))

    # The lifecycle.

    @pytest.mark.asyncio
    async def test_a_challenge_is_kept_as_written(self, store: DuelStore, other: DuelStore) -> None:
        for new in (CHALLENGE, replace(CHALLENGE, starter=2, guild_id=None)):
            duel = await store.create(new)
            assert duel == DuelRow(
                id=duel.id,
                game=new.game,
                rules_version=new.rules_version,
                player_one=new.player_one,
                player_two=new.player_two,
                name_one=new.name_one,
                name_two=new.name_two,
                starter=new.starter,
                guild_id=new.guild_id,
                channel_id=new.channel_id,
                status=Status.CHALLENGED,
                seed=None,
                created_at=new.created_at,
                opened_at=None,
                ended_at=None,
                winner=None,
                ending=None,
                rematch_of=None,
                pace=new.pace,
                due_at=new.due_at,
                remind_at=None,
                extended_by=0,
                unreached=0,
                may_call_off=False,
                set_aside_at=None,
                version=0,
            )
            assert duel.id > 0
            assert type(duel.status) is Status
            assert await other.duel(duel.id) == duel
            assert await other.load(duel.id) == (duel, ())

    @pytest.mark.asyncio
    async def test_every_challenge_has_its_own_number(self, store: DuelStore, other: DuelStore) -> None:
        made = await asyncio.gather(*((store, other)[n % 2].create(CHALLENGE) for n in range(40)))
        assert len({duel.id for duel in made}) == 40

    @pytest.mark.asyncio
    async def test_a_start_writes_all_that_comes_with_it(self, store: DuelStore, other: DuelStore) -> None:
        challenge = await store.create(CHALLENGE)
        bystander = await store.create(CHALLENGE)
        seed = bytes(range(256))
        duel = await store.open(
            challenge.id, name_two="Robert", starter=2, seed=seed, at=77, remind_before=REMIND_BEFORE
        )
        assert duel == under_way(challenge, 77, name_two="Robert", starter=2, seed=seed)
        assert await other.duel(duel.id) == duel
        assert await other.duel(bystander.id) == bystander

    @pytest.mark.asyncio
    async def test_a_start_tells_whose_first_duel_of_that_game_it_is(self, store: DuelStore, other: DuelStore) -> None:
        async def newcomers(one: int, two: int, game: str) -> int:
            duel = await store.create(replace(CHALLENGE, player_one=one, player_two=two, game=game))
            assert (duel.tossed, duel.newcomers) == (False, 0)
            at = await store.open(duel.id, name_two="", starter=1, seed=b"", at=1, remind_before=REMIND_BEFORE)
            assert await other.duel(duel.id) == at
            return at.newcomers

        # What was only a challenge, or is of another game, is no duel of this one.
        declined, waiting = await store.create(CHALLENGE), await store.create(CHALLENGE)
        await store.close(declined.id, Status.DECLINED, 2)
        assert await newcomers(ALICE, BOB, "match") == 3
        assert await newcomers(ALICE, BOB, "siege") == 3
        assert await newcomers(BOB, ALICE, "siege") == 0
        assert await newcomers(CAROL, BOB, "siege") == 1
        assert await newcomers(ALICE, CAROL, "match") == 2
        late = await store.open(waiting.id, name_two="", starter=1, seed=b"", at=1, remind_before=REMIND_BEFORE)
        assert late.newcomers == 0

    @pytest.mark.asyncio
    @pytest.mark.parametrize("starter", [None, 1, 2])
    async def test_a_start_tells_whether_a_coin_was_tossed(self, store: DuelStore, starter: int | None) -> None:
        duel = await store.create(replace(CHALLENGE, starter=starter))
        row = await store.open(duel.id, name_two="", starter=starter or 1, seed=b"", at=1, remind_before=REMIND_BEFORE)
        assert row.tossed is (starter is None)

    @pytest.mark.asyncio
    @pytest.mark.parametrize("status", [Status.DECLINED, Status.CANCELLED, Status.EXPIRED])
    async def test_a_challenge_that_comes_to_nothing(self, store: DuelStore, other: DuelStore, status: Status) -> None:
        challenge = await store.create(CHALLENGE)
        bystander = await store.create(CHALLENGE)
        duel = await store.close(challenge.id, status, 88)
        assert duel == replace(challenge, status=status, ended_at=88, version=1)
        assert await other.duel(duel.id) == duel
        assert await other.duel(bystander.id) == bystander

    @pytest.mark.asyncio
    @pytest.mark.parametrize("status", [status for status in Status if status is not Status.CHALLENGED])
    async def test_only_a_challenge_is_opened_or_closed(self, store: DuelStore, status: Status) -> None:
        duel = await store.create(CHALLENGE)
        if status in (Status.OPEN, Status.ENDED):
            await store.open(duel.id, name_two="Bob", starter=1, seed=b"", at=1, remind_before=REMIND_BEFORE)
            if status is Status.ENDED:
                await store.append(duel.id, 0, 1, "!resign", 2, result=Result(2, "resignation"))
        else:
            await store.close(duel.id, status, 1)
        before = await loaded(store, duel.id)
        assert before[0].status is status
        with pytest.raises(StaleStatus):
            await store.open(duel.id, name_two="Eve", starter=2, seed=b"other", at=9, remind_before=REMIND_BEFORE)
        for to in (Status.DECLINED, Status.CANCELLED, Status.EXPIRED):
            with pytest.raises(StaleStatus):
                await store.close(duel.id, to, 9)
        assert await loaded(store, duel.id) == before

    @pytest.mark.asyncio
    @pytest.mark.parametrize("status", [Status.CHALLENGED, Status.OPEN, Status.ENDED])
    async def test_a_challenge_is_closed_to_nothing_else(self, store: DuelStore, status: Status) -> None:
        challenge = await store.create(CHALLENGE)
        with pytest.raises(StorageError):
            await store.close(challenge.id, status, 9)
        assert await store.duel(challenge.id) == challenge

    # The log.

    @pytest.mark.asyncio
    async def test_a_log_is_read_in_order(self, store: DuelStore, other: DuelStore) -> None:
        first, second = await opened(store), await opened(store)
        before = await store.duel(first)
        assert before is not None
        # Twelve entries, because sorted as text, 10 comes before 2.
        log = tuple(MoveRow(ply, (1, 2, None)[ply % 3], f"attack-{ply}", 1000 - ply) for ply in range(12))
        for move in log:
            grown = replace(before, version=before.version + move.ply + 1)
            assert await store.append(first, move.ply, move.player, move.action, move.at) == grown
            await store.append(second, move.ply, 2, "pass", 0)
        assert await loaded(store, first) == (grown, log)
        assert await loaded(other, first) == (grown, log)

    @pytest.mark.asyncio
    async def test_a_taken_ply_and_a_gap_are_refused(self, store: DuelStore, other: DuelStore) -> None:
        duel_id = await opened(store)
        for ply in (1, 2, -1, *NO_IDS[1:]):
            with pytest.raises(StaleLog):
                await store.append(duel_id, ply, 1, "gap", 5)
        for ply in range(3):
            await store.append(duel_id, ply, 1, "attack-7", 5)
        before = await loaded(store, duel_id)
        for ply in (0, 1, 2, 4, 5, -1, *NO_IDS):
            for result in (None, Result(1, "life")):
                with pytest.raises(StaleLog):
                    await other.append(duel_id, ply, 2, "defend-4", 6, result=result)
        assert await loaded(store, duel_id) == before

    @pytest.mark.asyncio
    @pytest.mark.parametrize("winner", [1, 2, None])
    async def test_the_last_entry_ends_the_duel(self, store: DuelStore, other: DuelStore, winner: int | None) -> None:
        duel_id, bystander = await opened(store), await opened(store)
        before, untouched = await store.duel(duel_id), await store.duel(bystander)
        assert before is not None
        await store.append(duel_id, 0, 1, "attack-7", 5)
        ended = await store.append(duel_id, 1, 2, "take", 99, result=Result(winner, "life"))
        assert ended == replace(before, status=Status.ENDED, ended_at=99, winner=winner, ending="life", version=3)
        log = (MoveRow(0, 1, "attack-7", 5), MoveRow(1, 2, "take", 99))
        assert await loaded(other, duel_id) == (ended, log)
        for ply in (1, 2):
            for result in (None, Result(1, "resignation")):
                with pytest.raises(StaleLog):
                    await other.append(duel_id, ply, 1, "attack-1", 100, result=result)
        assert await loaded(store, duel_id) == (ended, log)
        assert await store.duel(bystander) == untouched

    @pytest.mark.asyncio
    @pytest.mark.parametrize("status", [Status.CHALLENGED, Status.DECLINED, Status.CANCELLED, Status.EXPIRED])
    async def test_only_an_open_duel_takes_moves(self, store: DuelStore, status: Status) -> None:
        duel = await store.create(CHALLENGE)
        if status is not Status.CHALLENGED:
            duel = await store.close(duel.id, status, 1)
        for result in (None, Result(1, "life")):
            with pytest.raises(StaleLog):
                await store.append(duel.id, 0, 1, "attack-7", 5, result=result)
        assert await loaded(store, duel.id) == (duel, ())

    @pytest.mark.asyncio
    async def test_a_refused_result_leaves_no_entry(self, store: DuelStore) -> None:
        duel_id = await opened(store)
        before = await loaded(store, duel_id)
        with pytest.raises(StorageError):
            await store.append(duel_id, 0, 1, "attack-7", 5, result=Result(3, "life"))
        for player in (0, 3, HUGE):
            with pytest.raises(StorageError):
                await store.append(duel_id, 0, player, "attack-7", 5)
        with pytest.raises(StorageError):
            await store.append(duel_id, 0, 1, "attack-7", -1)
        assert await loaded(store, duel_id) == before
        await store.append(duel_id, 0, 1, "attack-7", 5)
