"""Part of `DuelStoreContract`: message rows, lookups, input from outside, and closing the store."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from storage import (
    ContactRow,
    DuelStore,
    MessageRow,
    MoveRow,
    Result,
    StaleLog,
    StaleStatus,
    Status,
    StorageError,
)
from tests.children import PATIENCE
from tests.storage.rows import (
    ALICE,
    BOB,
    CAROL,
    CHALLENGE,
    HALF,
    HOSTILE,
    HUGE,
    NO_IDS,
    REMIND_BEFORE,
    Connect,
    StoreTests,
    loaded,
    messages,
    opened,
)


class RestContract(StoreTests):
    # Message rows and lookups.

    @pytest.mark.asyncio
    async def test_messages(self, store: DuelStore, other: DuelStore) -> None:
        duel_id, second = await opened(store), await opened(store)
        assert await messages(store, duel_id) == ()
        board = MessageRow(duel_id, "board", 2**62, 2**62 + 1, 3)
        panel = MessageRow(duel_id, "panel-1", 7, None, 0)
        elsewhere = MessageRow(second, "board", 8, 9, 10)
        for row in (board, panel, elsewhere):
            await store.put_message(row)
        assert sorted(await messages(other, duel_id), key=lambda row: row.place) == [board, panel]
        moved = replace(panel, channel_id=70, message_id=71, shown=72)
        await store.put_message(moved)
        assert sorted(await messages(other, duel_id), key=lambda row: row.place) == [board, moved]
        await store.drop_message(duel_id, "board")
        await store.drop_message(duel_id, "board")
        await store.drop_message(duel_id, "no such place")
        # With the note that all is delivered, some are put and others forgotten, of this duel alone.
        one, two = MessageRow(duel_id, "old-1", 2, 3, 4), MessageRow(duel_id, "old-2", 2, 4, 4)
        theirs, news = replace(one, duel_id=second), replace(moved, shown=73)
        await store.put_message(one, two, theirs)
        await store.put_delivered(duel_id, 1, [news, board], ["old-1", "old-2", "no such place"])
        assert set(await messages(other, duel_id)) == {news, board}
        assert set(await messages(other, second)) == {elsewhere, theirs}
        await store.put_delivered(second, 1, gone=["old-1"])
        await store.put_delivered(duel_id, 1, [moved], ["board"])
        assert await messages(other, duel_id) == (moved,)
        assert await messages(other, second) == (elsewhere,)
        with pytest.raises(StorageError):
            await store.put_message(MessageRow(second + 1, "board", 1, 2, 3))

    @pytest.mark.asyncio
    async def test_what_is_not_delivered_yet(self, store: DuelStore, other: DuelStore) -> None:
        challenge, declined = await store.create(CHALLENGE), await store.create(CHALLENGE)
        await store.close(declined.id, Status.DECLINED, 1)
        fresh, playing, ended = [await opened(store) for _ in range(3)]
        await store.append(playing, 0, 1, "attack-7", 5)
        await store.append(ended, 0, 1, "!resign", 5, result=Result(2, "resignation"))
        assert (await other.agenda(0)).behind == (challenge.id, declined.id, fresh, playing, ended)
        await store.put_delivered(challenge.id, challenge.version)
        before = await loaded(store, playing)
        for duel_id in (declined.id, fresh, playing, ended):
            await store.put_delivered(duel_id, 1)
        assert (await other.agenda(0)).behind == (playing, ended)
        await store.put_delivered(playing, 2)
        assert (await other.agenda(0)).behind == (ended,)
        await store.put_delivered(ended, 2)
        assert (await other.agenda(0)).behind == ()
        assert await loaded(other, playing) == before
        await store.append(playing, 1, 2, "take", 6)
        assert (await other.agenda(0)).behind == (playing,)
        await store.close(challenge.id, Status.EXPIRED, 1)
        assert (await other.agenda(0)).behind == (challenge.id, playing)

    @pytest.mark.asyncio
    async def test_a_new_challenge_is_not_delivered_yet_and_neither_is_a_rematch(
        self, store: DuelStore, other: DuelStore
    ) -> None:
        challenge = await store.create(CHALLENGE)
        rematch = await store.create(replace(CHALLENGE, rematch_of=challenge.id))
        assert (await other.agenda(0)).behind == (challenge.id, rematch.id)
        for row in (challenge, rematch):
            await store.put_delivered(row.id, row.version)
        assert (await other.agenda(0)).behind == ()
        for duel_id in (challenge.id, rematch.id):
            await store.open(duel_id, name_two="Bob", starter=1, seed=b"", at=1, remind_before=REMIND_BEFORE)
        assert (await other.agenda(0)).behind == (challenge.id, rematch.id)

    @pytest.mark.asyncio
    async def test_contacts(self, store: DuelStore, other: DuelStore) -> None:
        assert await store.contact(ALICE) == ContactRow(ALICE, None, None)
        for row in (
            ContactRow(ALICE, 2**62, None),
            ContactRow(BOB, None, 5),
            ContactRow(ALICE, 7, 8),
            ContactRow(ALICE, None, None),
        ):
            await store.put_contact(row.user_id, row.channel_id, row.closed_at)
            assert await other.contact(row.user_id) == row
        assert await other.contact(BOB) == ContactRow(BOB, None, 5)
        assert await other.contact(CAROL) == ContactRow(CAROL, None, None)

    @pytest.mark.asyncio
    async def test_what_somebody_wants_to_be_told(self, store: DuelStore, other: DuelStore) -> None:
        assert await store.contact(ALICE) == ContactRow(ALICE, prompts=True, reminders=True)
        for prompts, reminders in ((False, True), (True, False), (False, False)):
            await store.put_notices(ALICE, prompts=prompts, reminders=reminders)
            assert await other.contact(ALICE) == ContactRow(ALICE, None, None, prompts, reminders)
        assert await other.contact(BOB) == ContactRow(BOB)
        # Contacts and notices don't change each other.
        await store.put_contact(ALICE, 7, 8)
        assert await other.contact(ALICE) == ContactRow(ALICE, 7, 8, prompts=False, reminders=False)
        await store.put_notices(ALICE, prompts=True, reminders=True)
        assert await other.contact(ALICE) == ContactRow(ALICE, 7, 8)

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
        second = await store.open(second.id, name_two="Alice", starter=1, seed=b"", at=1, remind_before=REMIND_BEFORE)
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

    # Input from outside.

    @pytest.mark.asyncio
    async def test_hostile_names_are_kept(self, store: DuelStore, other: DuelStore) -> None:
        for name in HOSTILE:
            duel = await store.create(replace(CHALLENGE, name_one=name, name_two=name))
            assert (duel.name_one, duel.name_two) == (name, name)
            duel = await store.open(duel.id, name_two=name * 2, starter=1, seed=b"", at=1, remind_before=REMIND_BEFORE)
            await store.append(duel.id, 0, 1, name, 1)
            await store.put_note(name, name)
            await store.put_message(MessageRow(duel.id, name, 1, 2, 3))
            kept, log = await loaded(other, duel.id)
            assert (kept.name_one, kept.name_two) == (name, name * 2)
            assert log == (MoveRow(0, 1, name, 1),)
            assert await other.note(name) == name
            assert await messages(other, duel.id) == (MessageRow(duel.id, name, 1, 2, 3),)

    @pytest.mark.asyncio
    async def test_half_a_character_is_replaced(self, store: DuelStore, other: DuelStore) -> None:
        for name in HALF:
            duel = await store.create(replace(CHALLENGE, name_one=name, name_two="Bob"))
            kept = await other.duel(duel.id)
            assert kept == duel
            assert len(duel.name_one) == len(name)
            assert duel.name_one.encode()  # half a surrogate pair would raise
            opened_ = await store.open(duel.id, name_two=name, starter=1, seed=b"", at=1, remind_before=REMIND_BEFORE)
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
        assert await messages(store, nobody) == ()
        assert await store.contact(nobody) == ContactRow(nobody, None, None)
        await store.drop_message(nobody, "board")
        await store.put_delivered(nobody, 5)
        await store.put_reminded(nobody, 5)
        with pytest.raises(StaleStatus):
            await store.open(nobody, name_two="Bob", starter=1, seed=b"", at=1, remind_before=REMIND_BEFORE)
        with pytest.raises(StaleStatus):
            await store.close(nobody, Status.EXPIRED, 1)
        for result in (None, Result(1, "life")):
            with pytest.raises(StaleLog):
                await store.append(nobody, 0, 1, "attack-7", 1, result=result)
        assert len(await messages(store, duel_id)) == 1

    @pytest.mark.asyncio
    async def test_what_can_not_be_kept_is_refused(self, store: DuelStore) -> None:
        duel_id = await opened(store)
        for new in (
            replace(CHALLENGE, player_one=HUGE),
            replace(CHALLENGE, guild_id=HUGE),
            replace(CHALLENGE, starter=0),
            replace(CHALLENGE, starter=3),
            replace(CHALLENGE, created_at=-1),
            replace(CHALLENGE, pace=0),
            replace(CHALLENGE, pace=-1),
            replace(CHALLENGE, due_at=HUGE),
        ):
            with pytest.raises(StorageError):
                await store.create(new)
        with pytest.raises(StorageError):
            await store.put_message(MessageRow(duel_id, "board", 1, HUGE, 3))
        with pytest.raises(StorageError):
            await store.put_contact(HUGE, None, None)
        with pytest.raises(StorageError):
            await store.put_contact(ALICE, HUGE, None)
        with pytest.raises(StorageError):
            await store.put_contact(ALICE, 7, -1)
        with pytest.raises(StorageError):
            await store.put_notices(HUGE, prompts=True, reminders=True)
        with pytest.raises(StorageError):
            await store.put_delivered(duel_id, -2)
        challenge = await store.create(CHALLENGE)
        for starter in (0, 3):
            with pytest.raises(StorageError):
                await store.open(
                    challenge.id, name_two="Bob", starter=starter, seed=b"", at=1, remind_before=REMIND_BEFORE
                )
        assert await store.duel(challenge.id) == challenge

    @pytest.mark.asyncio
    async def test_each_application_has_its_own_emojis(self, store: DuelStore, other: DuelStore) -> None:
        assert await store.emojis(HUGE) == await store.emojis(1) == {}
        await store.put_emojis(1, {"card_7": 2**62, "used": 8})
        await store.put_emojis(2, {"card_7": 9})
        assert (await other.emojis(1), await other.emojis(2)) == ({"card_7": 2**62, "used": 8}, {"card_7": 9})
        await store.put_emojis(1, {"used": 10, "life": 8})
        assert (await other.emojis(1), await other.emojis(2)) == ({"used": 10, "life": 8}, {"card_7": 9})
        for application, ids in ((HUGE, {"life": 1}), (1, {"life": HUGE})):
            with pytest.raises(StorageError):
                await store.put_emojis(application, ids)
        assert await other.emojis(1) == {"used": 10, "life": 8}
        await store.put_emojis(1, {})
        assert (await other.emojis(1), await other.emojis(2)) == ({}, {"card_7": 9})

    # Closing the store.

    @pytest.mark.asyncio
    async def test_all_is_there_after_a_restart(self, connect: Connect) -> None:
        before = await connect()
        duel_id = await opened(before)
        await before.append(duel_id, 0, 1, "attack-7", 5)
        await before.put_message(MessageRow(duel_id, "board", 1, 2, 3))
        await before.put_contact(ALICE, 4, 5)
        await before.put_notices(ALICE, prompts=False, reminders=True)
        await before.put_note("commands", "abc")
        await before.put_emojis(6, {"life": 7})
        kept = await before.load(duel_id)
        await before.aclose()
        after = await connect()
        assert await after.load(duel_id) == kept
        assert await messages(after, duel_id) == (MessageRow(duel_id, "board", 1, 2, 3),)
        assert await after.contact(ALICE) == ContactRow(ALICE, 4, 5, prompts=False)
        assert await after.note("commands") == "abc"
        assert await after.emojis(6) == {"life": 7}
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
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(store.aclose(), store.aclose())
            await store.aclose()
            assert [duel.status for duel in await asyncio.gather(*writes)] == [Status.ENDED] * 5
        for refused in (store.duel(1), store.create(CHALLENGE), store.append(duel_ids[0], 0, 1, "x", 1)):
            with pytest.raises(StorageError):
                await refused
        after = await connect()
        assert [duel.status for duel in await after.duels_of(ALICE, list(Status))] == [Status.ENDED] * 5
