"""`DuelStoreContract`: what any store of duels must pass. Knows the protocol, and no store.

A store's tests inherit it and say how one is opened; every test gets data of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from storage import (
    DoorRow,
    DuelRow,
    DuelStore,
    MessageRow,
    MoveRow,
    NewDuel,
    Result,
    StaleLog,
    StaleStatus,
    Status,
    StorageError,
)

Connect = Callable[[], Awaitable[DuelStore]]

ALICE, BOB, CAROL = 111, 222, 333
HUGE = 10**30
# On both sides of what a 64-bit integer holds, and what no duel is numbered.
NO_IDS = [0, -1, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, HUGE, -HUGE]
CHALLENGE = NewDuel(
    game="siege",
    rules_version=1,
    player_one=ALICE,
    player_two=BOB,
    name_one="Alice",
    name_two="Bob",
    starter=None,
    guild_id=2**62,
    channel_id=2**62 + 1,
    created_at=1_700_000_000_000,
    pace=86_400_000,
    due_at=1_700_086_400_000,
)
HOSTILE = [
    "",
    "\0",
    "a\0b",
    "'; DROP TABLE moves; --",
    "?1 :a @b $c %s {}",
    "\N{RIGHT-TO-LEFT OVERRIDE}gnilggob\N{POP DIRECTIONAL FORMATTING}",
    "\N{MAGE}" * 40,
    "\N{COMBINING ACUTE ACCENT}" * 500,
]
HALF = ["\ud800", "a\udfffb", "\udc00\ud800"]


async def opened(store: DuelStore, new: NewDuel = CHALLENGE) -> int:
    duel = await store.create(new)
    await store.open(duel.id, name_two="Bob", starter=1, seed=b"seed", at=1)
    return duel.id


async def loaded(store: DuelStore, duel_id: int) -> tuple[DuelRow, tuple[MoveRow, ...]]:
    found = await store.load(duel_id)
    assert found is not None
    return found


async def race(*entrants: Awaitable[DuelRow], loses: type[StorageError]) -> int:
    """Let them run at once; exactly one may win, and which one is the answer."""
    results: list[Any] = await asyncio.gather(*entrants, return_exceptions=True)
    winners = [index for index, result in enumerate(results) if isinstance(result, DuelRow)]
    losers = [result for result in results if not isinstance(result, DuelRow)]
    assert len(winners) == 1, results
    assert [type(loser) for loser in losers] == [loses] * len(losers), results
    return winners[0]


class DuelStoreContract:
    @pytest_asyncio.fixture
    async def connect(self, tmp_path: Path) -> AsyncIterator[Connect]:
        """A function that opens one more store on the same data, by another connection. All are closed at the end."""
        raise NotImplementedError
        yield

    @pytest_asyncio.fixture
    async def store(self, connect: Connect) -> DuelStore:
        return await connect()

    @pytest_asyncio.fixture
    async def other(self, connect: Connect, store: DuelStore) -> DuelStore:
        return await connect()

    # Rematches.

    @pytest.mark.asyncio
    async def test_a_rematch_is_found_by_the_duel_it_follows(self, store: DuelStore, other: DuelStore) -> None:
        first = await opened(store)
        assert await store.rematch_of(first) is None
        rematch = await store.create(replace(CHALLENGE, rematch_of=first))
        assert rematch.rematch_of == first
        assert await other.rematch_of(first) == rematch
        assert await other.rematch_of(rematch.id) is None
        await store.open(rematch.id, name_two="Bob", starter=2, seed=b"seed", at=1)
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
        # What follows none, and what follows the rematch, is made all the same.
        await store.create(CHALLENGE)
        await store.create(replace(CHALLENGE, rematch_of=rematch.id))

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
                moved_by=0,
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
        duel = await store.open(challenge.id, name_two="Robert", starter=2, seed=seed, at=77)
        assert duel == replace(challenge, name_two="Robert", starter=2, seed=seed, status=Status.OPEN, opened_at=77)
        assert await other.duel(duel.id) == duel
        assert await other.duel(bystander.id) == bystander

    @pytest.mark.asyncio
    @pytest.mark.parametrize("status", [Status.DECLINED, Status.CANCELLED, Status.EXPIRED])
    async def test_a_challenge_that_comes_to_nothing(self, store: DuelStore, other: DuelStore, status: Status) -> None:
        challenge = await store.create(CHALLENGE)
        bystander = await store.create(CHALLENGE)
        duel = await store.close(challenge.id, status, 88)
        assert duel == replace(challenge, status=status, ended_at=88)
        assert await other.duel(duel.id) == duel
        assert await other.duel(bystander.id) == bystander

    @pytest.mark.asyncio
    @pytest.mark.parametrize("status", [status for status in Status if status is not Status.CHALLENGED])
    async def test_only_a_challenge_is_opened_or_closed(self, store: DuelStore, status: Status) -> None:
        duel = await store.create(CHALLENGE)
        if status in (Status.OPEN, Status.ENDED):
            await store.open(duel.id, name_two="Bob", starter=1, seed=b"", at=1)
            if status is Status.ENDED:
                await store.append(duel.id, 0, 1, "!resign", 2, result=Result(2, "resignation"))
        else:
            await store.close(duel.id, status, 1)
        before = await loaded(store, duel.id)
        assert before[0].status is status
        with pytest.raises(StaleStatus):
            await store.open(duel.id, name_two="Eve", starter=2, seed=b"other", at=9)
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
        # Twelve: as text, 10 would come before 2.
        log = tuple(MoveRow(ply, (1, 2, None)[ply % 3], f"attack-{ply}", 1000 - ply) for ply in range(12))
        for move in log:
            assert await store.append(first, move.ply, move.player, move.action, move.at) == before
            await store.append(second, move.ply, 2, "pass", 0)
        assert await loaded(store, first) == (before, log)
        assert await loaded(other, first) == (before, log)

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
        assert ended == replace(before, status=Status.ENDED, ended_at=99, winner=winner, ending="life")
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

    # At once.

    @pytest.mark.asyncio
    async def test_of_two_moves_at_once_one_wins(self, store: DuelStore, other: DuelStore) -> None:
        duel_id = await opened(store)
        stores = (store, other)
        for ply in range(60):
            # Not always the same one is asked first.
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
        for round_ in range(40):
            challenge = await store.create(CHALLENGE)
            entrants = [
                store.open(challenge.id, name_two="Robert", starter=2, seed=b"s", at=5),
                other.close(challenge.id, Status.CANCELLED, 6),
            ]
            if round_ % 2:
                entrants.reverse()
            await race(*entrants, loses=StaleStatus)
            assert await store.duel(challenge.id) in (
                replace(challenge, status=Status.OPEN, name_two="Robert", starter=2, seed=b"s", opened_at=5),
                replace(challenge, status=Status.CANCELLED, ended_at=6),
            )

    @pytest.mark.asyncio
    async def test_tasks_on_one_store_share_no_transaction(self, store: DuelStore) -> None:
        """What is refused for one task takes nothing back that another was told is done."""
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
        for round_ in range(120):
            duel_id = await opened(store)
            task = asyncio.create_task(store.append(duel_id, 0, 1, "attack-7", 5, result=Result(1, "life")))
            # From before its first step to after its last, as far as the machine allows.
            await asyncio.sleep(round_ % 40 * 0.0001)
            task.cancel()
            late = asyncio.create_task(store.append(duel_id, 0, 2, "!resign", 6, result=Result(2, "resignation")))
            await asyncio.wait({task, late})
            duel, log = await loaded(other, duel_id)
            outcomes.add(task.cancelled())
            # Cancelled, it may have been too late to stop it; not cancelled, it must be there.
            if not isinstance(late.exception(), StaleLog):
                assert task.cancelled()
                assert late.result() == duel
            winner = 1 if late.exception() else 2
            assert (duel.status, duel.winner, [move.player for move in log]) == (Status.ENDED, winner, [winner])
        assert True in outcomes

    # What the messages need, and what is looked up.

    @pytest.mark.asyncio
    async def test_messages(self, store: DuelStore, other: DuelStore) -> None:
        duel_id, second = await opened(store), await opened(store)
        assert await store.messages(duel_id) == ()
        board = MessageRow(duel_id, "board", 2**62, 2**62 + 1, 3)
        panel = MessageRow(duel_id, "panel-1", 7, None, 0)
        elsewhere = MessageRow(second, "board", 8, 9, 10)
        for row in (board, panel, elsewhere):
            await store.put_message(row)
        assert sorted(await other.messages(duel_id), key=lambda row: row.place) == [board, panel]
        moved = replace(panel, channel_id=70, message_id=71, shown=72)
        await store.put_message(moved)
        assert sorted(await other.messages(duel_id), key=lambda row: row.place) == [board, moved]
        await store.drop_message(duel_id, "board")
        await store.drop_message(duel_id, "board")
        await store.drop_message(duel_id, "no such place")
        assert await other.messages(duel_id) == (moved,)
        assert await other.messages(second) == (elsewhere,)
        with pytest.raises(StorageError):
            await store.put_message(MessageRow(second + 1, "board", 1, 2, 3))

    @pytest.mark.asyncio
    async def test_what_is_not_delivered_yet(self, store: DuelStore, other: DuelStore) -> None:
        challenge, declined = await store.create(CHALLENGE), await store.create(CHALLENGE)
        await store.close(declined.id, Status.DECLINED, 1)
        fresh, playing, ended = [await opened(store) for _ in range(3)]
        await store.append(playing, 0, 1, "attack-7", 5)
        await store.append(ended, 0, 1, "!resign", 5, result=Result(2, "resignation"))
        assert await other.behind() == (declined.id, fresh, playing, ended)
        before = await loaded(store, playing)
        for duel_id in (declined.id, fresh, playing, ended):
            await store.put_delivered(duel_id, 0)
        assert await other.behind() == (playing, ended)
        await store.put_delivered(playing, 1)
        assert await other.behind() == (ended,)
        await store.put_delivered(ended, 1)
        assert await other.behind() == ()
        assert await loaded(other, playing) == before
        await store.append(playing, 1, 2, "take", 6)
        assert await other.behind() == (playing,)
        await store.close(challenge.id, Status.EXPIRED, 1)
        assert await other.behind() == (challenge.id, playing)

    @pytest.mark.asyncio
    async def test_doors(self, store: DuelStore, other: DuelStore) -> None:
        assert await store.door(ALICE) == DoorRow(ALICE, None, None)
        for row in (
            DoorRow(ALICE, 2**62, None),
            DoorRow(BOB, None, 5),
            DoorRow(ALICE, 7, 8),
            DoorRow(ALICE, None, None),
        ):
            await store.put_door(row.user_id, row.channel_id, row.closed_at)
            assert await other.door(row.user_id) == row
        assert await other.door(BOB) == DoorRow(BOB, None, 5)
        assert await other.door(CAROL) == DoorRow(CAROL, None, None)

    @pytest.mark.asyncio
    async def test_notes(self, store: DuelStore, other: DuelStore) -> None:
        assert await store.note("commands") is None
        for value in ("abc", "", "def"):
            await store.put_note("commands", value)
            assert await other.note("commands") == value
        await store.put_note("Commands", "another")
        assert await other.note("commands") == "def"

    @pytest.mark.asyncio
    async def test_duels_are_found_by_either_seat_and_status(self, store: DuelStore, other: DuelStore) -> None:
        first = await store.create(CHALLENGE)
        second = await store.create(replace(CHALLENGE, player_one=BOB, player_two=ALICE))
        third = await store.create(replace(CHALLENGE, player_one=BOB, player_two=CAROL))
        fourth = await store.create(replace(CHALLENGE, player_two=CAROL))
        second = await store.open(second.id, name_two="Alice", starter=1, seed=b"", at=1)
        fourth = await store.close(fourth.id, Status.DECLINED, 1)
        everything = list(Status)
        assert await other.duels_of(ALICE, everything) == (first, second, fourth)
        assert await other.duels_of(ALICE, everything[::-1]) == (first, second, fourth)
        assert await other.duels_of(BOB, everything) == (first, second, third)
        assert await other.duels_of(CAROL, everything) == (third, fourth)
        assert await other.duels_of(CAROL + 1, everything) == ()
        assert await other.duels_of(ALICE, {Status.OPEN}) == (second,)
        assert await other.duels_of(ALICE, frozenset({Status.OPEN, Status.CHALLENGED})) == (first, second)
        assert await other.duels_of(ALICE, (Status.ENDED,)) == ()
        assert await other.duels_of(ALICE, ()) == ()
        assert await other.with_status(Status.CHALLENGED) == (first, third)
        assert await other.with_status(Status.OPEN) == (second,)
        assert await other.with_status(Status.ENDED) == ()

    # What comes from outside.

    @pytest.mark.asyncio
    async def test_hostile_names_are_kept(self, store: DuelStore, other: DuelStore) -> None:
        for name in HOSTILE:
            duel = await store.create(replace(CHALLENGE, name_one=name, name_two=name))
            assert (duel.name_one, duel.name_two) == (name, name)
            duel = await store.open(duel.id, name_two=name * 2, starter=1, seed=b"", at=1)
            await store.append(duel.id, 0, 1, name, 1)
            await store.put_note(name, name)
            await store.put_message(MessageRow(duel.id, name, 1, 2, 3))
            kept, log = await loaded(other, duel.id)
            assert (kept.name_one, kept.name_two) == (name, name * 2)
            assert log == (MoveRow(0, 1, name, 1),)
            assert await other.note(name) == name
            assert await other.messages(duel.id) == (MessageRow(duel.id, name, 1, 2, 3),)

    @pytest.mark.asyncio
    async def test_half_a_character_is_replaced(self, store: DuelStore, other: DuelStore) -> None:
        for name in HALF:
            duel = await store.create(replace(CHALLENGE, name_one=name, name_two="Bob"))
            kept = await other.duel(duel.id)
            assert kept == duel
            assert len(duel.name_one) == len(name)
            assert duel.name_one.encode()  # which no half could be
            opened_ = await store.open(duel.id, name_two=name, starter=1, seed=b"", at=1)
            assert opened_.name_two == duel.name_one
            await store.put_note(name, name)
            assert await other.note(name) == duel.name_one

    @pytest.mark.asyncio
    @pytest.mark.parametrize("nobody", NO_IDS)
    async def test_any_integer_may_be_asked_for(self, store: DuelStore, nobody: int) -> None:
        duel_id = await opened(store)
        await store.put_message(MessageRow(duel_id, "board", 1, 2, 3))
        assert await store.duel(nobody) is None
        assert await store.load(nobody) is None
        assert await store.duels_of(nobody, list(Status)) == ()
        assert await store.messages(nobody) == ()
        assert await store.door(nobody) == DoorRow(nobody, None, None)
        await store.drop_message(nobody, "board")
        await store.put_delivered(nobody, 5)
        with pytest.raises(StaleStatus):
            await store.open(nobody, name_two="Bob", starter=1, seed=b"", at=1)
        with pytest.raises(StaleStatus):
            await store.close(nobody, Status.EXPIRED, 1)
        for result in (None, Result(1, "life")):
            with pytest.raises(StaleLog):
                await store.append(nobody, 0, 1, "attack-7", 1, result=result)
        assert len(await store.messages(duel_id)) == 1

    @pytest.mark.asyncio
    async def test_what_can_not_be_kept_is_refused(self, store: DuelStore) -> None:
        duel_id = await opened(store)
        for new in (
            replace(CHALLENGE, player_one=HUGE),
            replace(CHALLENGE, guild_id=HUGE),
            replace(CHALLENGE, starter=0),
            replace(CHALLENGE, starter=3),
            replace(CHALLENGE, created_at=-1),
        ):
            with pytest.raises(StorageError):
                await store.create(new)
        with pytest.raises(StorageError):
            await store.put_message(MessageRow(duel_id, "board", 1, HUGE, 3))
        with pytest.raises(StorageError):
            await store.put_door(HUGE, None, None)
        with pytest.raises(StorageError):
            await store.put_door(ALICE, HUGE, None)
        with pytest.raises(StorageError):
            await store.put_door(ALICE, 7, -1)
        with pytest.raises(StorageError):
            await store.put_delivered(duel_id, -2)
        challenge = await store.create(CHALLENGE)
        for starter in (0, 3):
            with pytest.raises(StorageError):
                await store.open(challenge.id, name_two="Bob", starter=starter, seed=b"", at=1)
        assert await store.with_status(Status.CHALLENGED) == (challenge,)

    # The end of the store.

    @pytest.mark.asyncio
    async def test_all_is_there_after_a_restart(self, connect: Connect) -> None:
        before = await connect()
        duel_id = await opened(before)
        await before.append(duel_id, 0, 1, "attack-7", 5)
        await before.put_message(MessageRow(duel_id, "board", 1, 2, 3))
        await before.put_door(ALICE, 4, 5)
        await before.put_note("commands", "abc")
        kept = await before.load(duel_id)
        await before.aclose()
        after = await connect()
        assert await after.load(duel_id) == kept
        assert await after.messages(duel_id) == (MessageRow(duel_id, "board", 1, 2, 3),)
        assert await after.door(ALICE) == DoorRow(ALICE, 4, 5)
        assert await after.note("commands") == "abc"
        await after.append(duel_id, 1, 2, "take", 6)
        assert (await after.create(CHALLENGE)).id > duel_id

    @pytest.mark.asyncio
    async def test_closing_finishes_what_waits_and_is_final(self, connect: Connect) -> None:
        store = await connect()
        duel_ids = [await opened(store) for _ in range(5)]
        writes = [
            asyncio.create_task(store.append(duel_id, 0, 1, "!resign", 5, result=Result(2, "resignation")))
            for duel_id in duel_ids
        ]
        await asyncio.sleep(0)
        async with asyncio.timeout(20):
            await asyncio.gather(store.aclose(), store.aclose())
            await store.aclose()
            assert [duel.status for duel in await asyncio.gather(*writes)] == [Status.ENDED] * 5
        for refused in (store.duel(1), store.create(CHALLENGE), store.append(duel_ids[0], 0, 1, "x", 1)):
            with pytest.raises(StorageError):
                await refused
        after = await connect()
        assert len(await after.with_status(Status.ENDED)) == 5
