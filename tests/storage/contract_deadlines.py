"""Part of `DuelStoreContract`: deadlines of moves and answers, reminders, and extended deadlines."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from storage import DuelRow, DuelStore, MessageRow, Result, Status, StorageError
from tests.storage.rows import BOB, CHALLENGE, PACE, REMIND_BEFORE, StoreTests, loaded, opened, under_way

BY = 7_200_000
LATER = CHALLENGE.created_at + 1
"""After all that happens here."""


async def row(store: DuelStore, duel_id: int) -> DuelRow:
    return (await loaded(store, duel_id))[0]


class DeadlineContract(StoreTests):
    @pytest.mark.asyncio
    async def test_a_move_sets_a_new_deadline_and_other_entries_do_not(
        self, store: DuelStore, other: DuelStore
    ) -> None:
        duel_id = await opened(store)
        before = await row(store, duel_id)
        said = await store.append(duel_id, 0, 1, "!offer", 1000)
        assert said == replace(before, version=2)
        moved = await store.append(duel_id, 1, 1, "attack-7", 2000, remind_before=REMIND_BEFORE)
        assert moved == replace(before, version=3, due_at=2000 + PACE, remind_at=2000 + PACE * 3 // 4)
        assert await row(other, duel_id) == moved
        last = await store.append(duel_id, 2, 2, "take", 3000, remind_before=REMIND_BEFORE, result=Result(1, "life"))
        assert (last.status, last.due_at, last.version) == (Status.ENDED, 3000 + PACE, 4)

    @pytest.mark.asyncio
    async def test_a_move_that_is_refused_leaves_the_deadline(self, store: DuelStore, other: DuelStore) -> None:
        duel_id = await opened(store)
        before = await loaded(store, duel_id)
        for ply, player in ((1, 1), (0, 3)):
            with pytest.raises(StorageError):
                await store.append(duel_id, ply, player, "attack-7", 2000, remind_before=REMIND_BEFORE)
        assert await loaded(other, duel_id) == before

    @pytest.mark.asyncio
    async def test_a_duel_has_its_own_pace(self, store: DuelStore) -> None:
        challenge = await store.create(replace(CHALLENGE, pace=1001, due_at=5))
        duel = await store.open(challenge.id, name_two="Bob", starter=1, seed=b"s", at=10, remind_before=250)
        assert duel == under_way(challenge, 10, starter=1, seed=b"s", remind_at=10 + 1001 - 250)
        duel = await store.append(duel.id, 0, 1, "attack-7", 20, remind_before=250)
        assert (duel.due_at, duel.remind_at) == (20 + 1001, 20 + 1001 - 250)

    @pytest.mark.asyncio
    async def test_what_is_due_is_found_the_longest_past_first(self, store: DuelStore, other: DuelStore) -> None:
        assert (await store.agenda(2**62)).due == ()
        late = await store.create(replace(CHALLENGE, due_at=300))
        duel_id = await opened(store, replace(CHALLENGE, pace=199))  # until 200
        early = await store.create(replace(CHALLENGE, due_at=100))
        twin = await store.create(replace(CHALLENGE, due_at=200))
        over, closed = await opened(store, replace(CHALLENGE, pace=50)), await store.create(CHALLENGE)
        await store.append(over, 0, 1, "!resign", 2, result=Result(2, "resignation"))
        for status in (Status.DECLINED, Status.CANCELLED, Status.EXPIRED):
            closed = await store.create(replace(CHALLENGE, due_at=50))
            await store.close(closed.id, status, 2)
        assert (await other.agenda(99)).due == ()
        assert (await other.agenda(100)).due == (early.id,)
        assert (await other.agenda(299)).due == (early.id, duel_id, twin.id)
        assert (await other.agenda(300)).due == (early.id, duel_id, twin.id, late.id)
        await store.close(early.id, Status.EXPIRED, 300)
        await store.append(duel_id, 0, 1, "attack-7", 200, remind_before=REMIND_BEFORE)
        assert (await other.agenda(300)).due == (twin.id, late.id)

    @pytest.mark.asyncio
    async def test_who_is_to_be_reminded_is_found_once_a_deadline(self, store: DuelStore, other: DuelStore) -> None:
        await store.create(CHALLENGE)  # challenges have no reminders
        second, first = await opened(store), await opened(store, replace(CHALLENGE, pace=400))
        over = await opened(store, replace(CHALLENGE, pace=400))
        await store.append(over, 0, 1, "!resign", 2, result=Result(2, "resignation"))
        assert (await other.agenda(300)).to_remind == ()
        assert (await other.agenda(301)).to_remind == (first,)
        assert (await other.agenda(2**62)).to_remind == (first, second)
        before = await row(store, first)
        await store.put_reminded(first, 301)
        assert await row(other, first) == replace(before, remind_at=None)
        assert (await other.agenda(2**62)).to_remind == (second,)
        await store.append(first, 0, 1, "attack-7", 1000, remind_before=REMIND_BEFORE)
        assert (await other.agenda(1300)).to_remind == (first,)
        # Somebody has moved meanwhile, so another reminder is due than the one that was done.
        await store.put_reminded(first, 301)
        assert (await other.agenda(1300)).to_remind == (first,)

    @pytest.mark.asyncio
    async def test_time_is_given_back_to_all_who_wait_and_to_nobody_else(
        self, store: DuelStore, other: DuelStore
    ) -> None:
        challenge, duel_id, reminded = await store.create(CHALLENGE), await opened(store), await opened(store)
        at = (await row(store, reminded)).remind_at
        assert at is not None
        await store.put_reminded(reminded, at)
        over, closed = await opened(store), await store.create(CHALLENGE)
        await store.append(over, 0, 1, "!resign", 2, result=Result(2, "resignation"))
        await store.close(closed.id, Status.DECLINED, 3)
        everything = (challenge.id, duel_id, reminded, over, closed.id)
        before = [await row(store, number) for number in everything]
        for number, kept in zip(everything, before, strict=True):
            await store.put_delivered(number, kept.version)
        await store.extend_deadlines(BY, LATER, "looked", "then")
        await store.extend_deadlines(1, LATER, "looked", "now")
        after = [await row(other, number) for number in everything]
        for old, new in zip(before[:3], after[:3], strict=True):
            assert old.due_at is not None
            remind_at = None if old.remind_at is None else old.remind_at + BY + 1
            assert new == replace(
                old, due_at=old.due_at + BY + 1, remind_at=remind_at, extended_by=BY + 1, version=old.version + 2
            )
        assert after[3:] == before[3:]
        assert after[2].remind_at is None  # nobody is reminded twice
        assert (await other.agenda(0)).behind == ()
        dated = [(row.due_at, row.id, 0) for row in after[:3]]
        assert await other.with_later_deadline((0, 0), 9) == tuple(sorted(dated))
        assert await other.note("looked") == "now"

    @pytest.mark.asyncio
    async def test_what_was_given_back_is_told_of_one_deadline(self, store: DuelStore) -> None:
        challenge, duel_id = await store.create(CHALLENGE), await opened(store)
        await store.extend_deadlines(BY, LATER, "looked", "now")
        # An entry that is not a move sets no new deadline.
        assert (await store.append(duel_id, 0, 1, "!offer", 5)).extended_by == BY
        assert (await store.append(duel_id, 1, 1, "attack-7", 6, remind_before=REMIND_BEFORE)).extended_by == 0
        accepted = await store.open(
            challenge.id, name_two="Bob", starter=1, seed=b"", at=7, remind_before=REMIND_BEFORE
        )
        assert (accepted.extended_by, accepted.due_at) == (0, 7 + PACE)

    @pytest.mark.asyncio
    async def test_what_has_begun_since_is_not_extended(self, store: DuelStore, other: DuelStore) -> None:
        returned = CHALLENGE.created_at
        late, moved, accepted = await opened(store), await opened(store), await store.create(CHALLENGE)
        await store.append(moved, 0, 1, "attack-7", returned, remind_before=REMIND_BEFORE)
        await store.open(accepted.id, name_two="Bob", starter=1, seed=b"", at=returned, remind_before=REMIND_BEFORE)
        challenge = await store.create(CHALLENGE)
        before = [await row(store, number) for number in (moved, accepted.id, challenge.id)]
        await store.extend_deadlines(BY, returned, "looked", "now")
        assert [await row(other, number) for number in (moved, accepted.id, challenge.id)] == before
        assert (await row(other, late)).extended_by == BY

    @pytest.mark.asyncio
    @pytest.mark.parametrize("follow", ["finish", "hold", "set aside", "another"])
    async def test_an_extension_that_was_interrupted_is_finished_once(
        self, store: DuelStore, other: DuelStore, monkeypatch: pytest.MonkeyPatch, follow: str
    ) -> None:
        monkeypatch.setattr("storage.extension.STEP", 2)
        numbers = [await opened(store) for _ in range(5)]
        before = await row(store, numbers[-1])
        assert before.due_at is not None
        extending = asyncio.create_task(store.extend_deadlines(BY, LATER, "looked", "now"))
        while not (await row(other, numbers[0])).extended_by:  # noqa: ASYNC110
            await asyncio.sleep(0)
        extending.cancel()
        await asyncio.wait({extending})
        assert (await row(other, numbers[-1])) == before
        assert await other.note("looked") == "now"
        match follow:
            case "finish":
                await other.finish_extension()
            case "hold":  # it was about the deadline before
                assert (
                    await other.hold(
                        numbers[-1], before.due_at, unreached=1, may_call_off=False, remind_before=REMIND_BEFORE
                    )
                    is None
                )
            case "set aside":
                aside = await other.set_aside(numbers[-1], 5)
                assert aside is not None
                assert aside.extended_by == BY
            case "another":
                await other.extend_deadlines(1, LATER, "looked", "again")
        by = BY + (follow == "another")
        assert [(await row(store, number)).extended_by for number in numbers] == [by] * 5
        await other.finish_extension()
        assert [(await row(store, number)).extended_by for number in numbers] == [by] * 5

    @pytest.mark.asyncio
    async def test_what_lacks_a_later_deadline_alone_is_not_behind_until_more_has_changed(
        self, store: DuelStore, other: DuelStore
    ) -> None:
        numbers = [await opened(store) for _ in range(4)]
        dated, moved, untold, spared = numbers
        for number in (dated, moved, spared):
            await store.put_delivered(number, 1)
        await store.put_message(MessageRow(dated, "board", 8, 90, 1), MessageRow(dated, "panel-1", 8, None, 1))
        await store.append(spared, 0, 1, "attack-7", 9, remind_before=REMIND_BEFORE)
        await store.put_delivered(spared, 2)
        await store.extend_deadlines(BY, 2, "looked", "now")
        await store.spare(20 + PACE)
        assert (await other.agenda(0)).behind == (untold,)
        soon, late = 20 + PACE, 1 + PACE + BY
        assert await other.with_later_deadline((0, 0), 9) == ((soon, spared, 0), (late, dated, 1), (late, moved, 0))
        assert await other.with_later_deadline((soon, spared), 1) == ((late, dated, 1),)
        await store.append(moved, 0, 1, "attack-7", 9, remind_before=REMIND_BEFORE)
        assert (await other.agenda(0)).behind == (moved, untold)
        await store.put_delivered(dated, 2)
        assert await other.with_later_deadline((0, 0), 9) == ((soon, spared, 0),)

    @pytest.mark.asyncio
    async def test_of_those_behind_so_many_are_read(self, store: DuelStore, other: DuelStore) -> None:
        numbers = [await opened(store) for _ in range(5)]
        assert (await other.agenda(0, most=2)).behind == tuple(numbers[:2])
        assert (await other.agenda(0, after=numbers[1], most=2)).behind == tuple(numbers[2:4])
        assert (await other.agenda(0, after=numbers[3], most=2)).behind == (numbers[4],)

    @pytest.mark.asyncio
    async def test_time_can_not_be_taken(self, store: DuelStore, other: DuelStore) -> None:
        duel_id = await opened(store)
        before = await row(store, duel_id)
        await store.put_note("looked", "before")
        with pytest.raises(StorageError):
            await store.extend_deadlines(-1, LATER, "looked", "now")
        assert await row(other, duel_id) == before
        assert await other.note("looked") == "before"

    @pytest.mark.asyncio
    async def test_while_time_is_given_back_no_move_is_lost(self, store: DuelStore, other: DuelStore) -> None:
        for round_ in range(20):
            duel_id = await opened(store)
            before = await row(store, duel_id)
            assert before.due_at is not None
            works = [
                store.append(duel_id, 0, 1, "attack-7", 500, remind_before=REMIND_BEFORE),
                other.extend_deadlines(BY, LATER, "looked", "now"),
            ]
            await asyncio.gather(*(reversed(works) if round_ % 2 else works))
            duel, log = await loaded(store, duel_id)
            assert len(log) == 1
            assert duel.version == before.version + 2
            assert (duel.due_at, duel.extended_by) in ((500 + PACE, 0), (500 + PACE + BY, BY))

    @pytest.mark.asyncio
    async def test_deadlines_outlive_a_rematch_and_other_duels(self, store: DuelStore) -> None:
        first = await opened(store)
        kept = await row(store, first)
        rematch = await store.create(replace(CHALLENGE, rematch_of=first, player_one=BOB, pace=300, due_at=400))
        assert (rematch.pace, rematch.due_at, rematch.remind_at) == (300, 400, None)
        assert await row(store, first) == kept

    @pytest.mark.asyncio
    async def test_who_could_not_be_told_is_kept_until_the_next_move(self, store: DuelStore, other: DuelStore) -> None:
        duel_id = await opened(store)
        before = await row(store, duel_id)
        assert before.due_at is not None
        held = await store.hold(duel_id, before.due_at, unreached=3, may_call_off=True, remind_before=REMIND_BEFORE)
        assert held == replace(before, unreached=3, may_call_off=True, version=before.version + 1)
        assert await row(other, duel_id) == held
        assert (
            await store.hold(duel_id, before.due_at, unreached=3, may_call_off=True, remind_before=REMIND_BEFORE)
            is None
        )
        picked = await store.append(duel_id, 0, 2, "pick-4", 5)
        assert (picked.unreached, picked.may_call_off) == (1, True)
        moved = await store.append(duel_id, 1, 1, "pick-5", 6, remind_before=REMIND_BEFORE)
        assert (moved.unreached, moved.may_call_off) == (0, False)

    @pytest.mark.asyncio
    async def test_who_is_told_late_has_that_much_longer(self, store: DuelStore) -> None:
        duel_id = await opened(store)
        before = await row(store, duel_id)
        assert before.due_at is not None
        assert before.remind_at is not None
        await store.put_reminded(duel_id, before.remind_at)
        later = await store.hold(
            duel_id, before.due_at, unreached=0, may_call_off=False, extend_by=BY, remind_before=REMIND_BEFORE
        )
        assert later == replace(
            before,
            due_at=before.due_at + BY,
            remind_at=before.due_at + BY - PACE // 4,
            extended_by=BY,
            version=before.version + 1,
        )
        # The deadline is another one by now, so this is about a turn that is over.
        assert (
            await store.hold(duel_id, before.due_at, unreached=1, may_call_off=False, remind_before=REMIND_BEFORE)
            is None
        )
        assert await row(store, duel_id) == later

    @pytest.mark.asyncio
    async def test_what_is_over_is_not_held(self, store: DuelStore) -> None:
        duel_id = await opened(store)
        over = await store.append(duel_id, 0, 1, "!resign", 2, result=Result(2, "resignation"))
        assert over.due_at is not None
        assert (
            await store.hold(duel_id, over.due_at, unreached=1, may_call_off=False, remind_before=REMIND_BEFORE) is None
        )
        assert (
            await store.hold(duel_id + 1, over.due_at, unreached=1, may_call_off=False, remind_before=REMIND_BEFORE)
            is None
        )

    @pytest.mark.asyncio
    async def test_deadlines_before_a_moment_are_extended_to_it(self, store: DuelStore, other: DuelStore) -> None:
        soon, held = await opened(store), await opened(store)
        late = await store.create(replace(CHALLENGE, due_at=2**50))
        challenge, over = await store.create(replace(CHALLENGE, due_at=1)), await store.create(CHALLENGE)
        await store.close(over.id, Status.DECLINED, 5)
        before = await row(store, soon)
        assert before.due_at is not None
        assert before.remind_at is not None
        await store.hold(held, before.due_at, unreached=1, may_call_off=False, remind_before=REMIND_BEFORE)
        waiting = await row(store, held)
        until = before.due_at + 50
        await store.spare(until)
        assert await row(other, soon) == replace(
            before, due_at=until, remind_at=before.remind_at + 50, extended_by=50, version=before.version + 1
        )
        assert await row(other, held) == waiting
        assert await store.duel(late.id) == late
        assert (await row(other, challenge.id)).due_at == until
        assert (await row(other, over.id)).due_at == over.due_at

    @pytest.mark.asyncio
    async def test_what_is_set_aside_is_on_no_agenda_until_it_is_taken_back(
        self, store: DuelStore, other: DuelStore
    ) -> None:
        duel_id = await opened(store)
        before = await row(store, duel_id)
        assert before.due_at is not None
        assert before.remind_at is not None
        await store.put_message(MessageRow(duel_id, "panel-1", 70, 91, 5), MessageRow(duel_id, "board", 8, 90, 1))
        aside = await store.set_aside(duel_id, 1000)
        assert aside == replace(before, set_aside_at=1000, version=before.version + 1)
        assert await other.set_aside(duel_id, 2000) is None
        await store.extend_deadlines(BY, LATER, "note", "")
        await store.spare(2**50)
        assert await row(other, duel_id) == aside
        agenda = await other.agenda(2**62)
        assert (agenda.due, agenda.to_remind) == ((), ())

        back = await store.take_back(duel_id, 1000 + BY)
        assert back == replace(
            before,
            due_at=before.due_at + BY,
            remind_at=before.remind_at + BY,
            extended_by=BY,
            version=before.version + 2,
        )
        assert await store.take_back(duel_id, 5000 + BY) is None
        delivery = await other.delivery(duel_id)
        assert delivery is not None
        assert [message.place for message in delivery.messages] == ["board"]
        assert (await other.agenda(2**62)).due == (duel_id,)

    @pytest.mark.asyncio
    async def test_only_an_open_duel_is_set_aside(self, store: DuelStore) -> None:
        challenge, over = await store.create(CHALLENGE), await opened(store)
        await store.append(over, 0, 1, "!resign", 2, result=Result(2, "resignation"))
        for duel_id in (challenge.id, over, over + 1):
            assert await store.set_aside(duel_id, 5) is None
