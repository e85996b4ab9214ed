"""Part of `DuelStoreContract`: duels against the bot, which are open at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage import DuelStore, Result, StaleStatus, StorageError
from tests.storage.rows import CHALLENGE, REMIND_BEFORE, StoreTests, loaded, messages, opened, under_way

PRACTICE = replace(CHALLENGE, practice="hard")


class PracticeContract(StoreTests):
    @pytest.mark.asyncio
    async def test_a_duel_that_is_open_at_once(self, store: DuelStore, other: DuelStore) -> None:
        row = await store.begin(PRACTICE, starter=2, seed=b"seed", remind_before=REMIND_BEFORE)
        assert await other.load(row.id) == (row, ())
        challenge = await store.create(PRACTICE)
        expected = under_way(challenge, PRACTICE.created_at, id=row.id, starter=2, seed=b"seed", extended_by=0)
        assert row == expected
        assert (row.practice, (await loaded(store, await opened(store)))[0].practice) == ("hard", None)
        assert (await store.append(row.id, 0, 2, "attack-7", 5)).version == row.version + 1
        assert await messages(store, row.id) == ()

    @pytest.mark.asyncio
    async def test_a_second_rematch_leaves_nothing(self, store: DuelStore) -> None:
        first = await store.begin(PRACTICE, starter=2, seed=b"seed", remind_before=0)
        again = replace(PRACTICE, rematch_of=first.id)
        rematch = await store.begin(again, starter=1, seed=b"seed", remind_before=0)
        assert await store.rematch_of(first.id) == rematch
        with pytest.raises(StaleStatus):
            await store.begin(again, starter=1, seed=b"seed", remind_before=0)
        assert await store.duel(rematch.id + 1) is None

    @pytest.mark.asyncio
    async def test_a_level_that_is_none_is_refused(self, store: DuelStore) -> None:
        with pytest.raises(StorageError):
            await store.begin(replace(PRACTICE, practice="divine"), starter=1, seed=b"seed", remind_before=0)

    @pytest.mark.asyncio
    async def test_the_agenda_names_the_open_ones_that_are_behind(self, store: DuelStore, other: DuelStore) -> None:
        human = await opened(store)
        first, second = [await store.begin(PRACTICE, starter=1, seed=b"seed", remind_before=0) for _ in range(2)]
        agenda = await other.agenda(0)
        assert (agenda.behind, agenda.practice) == ((human, first.id, second.id), (first.id, second.id))
        await store.put_delivered(first.id, first.version)
        await store.append(second.id, 0, 1, "!resign", 5, result=Result(2, "resignation"))
        agenda = await other.agenda(0)
        assert (agenda.behind, agenda.practice) == ((human, second.id), ())
