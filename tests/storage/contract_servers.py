"""Part of `DuelStoreContract`: what concerns all duels of one server."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from storage import DuelRow, DuelStore, MessageRow, Result, Status
from tests.storage.rows import ALICE, BOB, CHALLENGE, StoreTests, opened


class ServerContract(StoreTests):
    @pytest.mark.asyncio
    async def test_a_name_is_changed_in_all_duels_of_its_server(self, store: DuelStore, other: DuelStore) -> None:
        mine = await store.create(CHALLENGE)
        theirs = await store.create(replace(CHALLENGE, player_one=BOB, player_two=ALICE, username_one="bob_1"))
        ended = await store.close((await store.create(CHALLENGE)).id, Status.DECLINED, 1)
        elsewhere = await store.create(replace(CHALLENGE, guild_id=(CHALLENGE.guild_id or 0) + 1))
        nowhere = await store.create(replace(CHALLENGE, guild_id=None))
        strangers = await store.create(replace(CHALLENGE, player_one=BOB, player_two=BOB + 1))
        assert CHALLENGE.guild_id is not None
        await store.put_name(CHALLENGE.guild_id, ALICE, "Ally", "alice_1")
        assert await other.duel(mine.id) == replace(mine, name_one="Ally", username_one="alice_1")
        assert await other.duel(theirs.id) == replace(theirs, name_two="Ally", username_two="alice_1")
        assert await other.duel(ended.id) == replace(ended, name_one="Ally", username_one="alice_1")
        for untouched in (elsewhere, nowhere, strangers):
            assert await other.duel(untouched.id) == untouched

    @pytest.mark.asyncio
    async def test_what_is_over_in_a_server_and_not_shown(self, store: DuelStore, other: DuelStore) -> None:
        assert CHALLENGE.guild_id is not None

        async def ended(**changes: Any) -> DuelRow:
            challenge = await store.create(replace(CHALLENGE, **changes))
            return await store.close(challenge.id, Status.EXPIRED, 1)

        behind, shown, elsewhere, unposted = await ended(), await ended(), await ended(guild_id=1), await ended()
        still_open = await store.create(CHALLENGE)
        for row, number in ((behind, 0), (shown, shown.version), (elsewhere, 0), (still_open, -1)):
            await store.put_message(MessageRow(row.id, "board", 8, 9, number))
            await store.put_delivered(row.id, row.version)  # it was tried often enough
        await store.put_message(MessageRow(unposted.id, "panel-1", 8, 9, 0))
        # What is put with the note counts in it.
        at_last = await ended()
        await store.put_message(MessageRow(at_last.id, "board", 8, 9, 0))
        board = MessageRow(at_last.id, "board", 8, 9, at_last.version)
        await store.put_delivered(at_last.id, at_last.version, [board])
        with_less = await ended()
        board = MessageRow(with_less.id, "board", 8, 9, 0)
        await store.put_message(replace(board, shown=with_less.version))
        await store.put_delivered(with_less.id, with_less.version, [board])
        assert await other.outdated_of(CHALLENGE.guild_id) == (behind.id, with_less.id)
        await store.put_message(replace(board, shown=with_less.version))
        assert await other.outdated_of(CHALLENGE.guild_id) == (behind.id,)
        await store.put_message(MessageRow(behind.id, "board", 8, 9, behind.version))
        assert await other.outdated_of(CHALLENGE.guild_id) == ()

    @pytest.mark.asyncio
    async def test_what_is_on_in_a_server(self, store: DuelStore, other: DuelStore) -> None:
        assert CHALLENGE.guild_id is not None
        challenge, playing = await store.create(CHALLENGE), await opened(store)
        for elsewhere in (1, None):
            await store.create(replace(CHALLENGE, guild_id=elsewhere))
        await store.close((await store.create(CHALLENGE)).id, Status.DECLINED, 1)
        over = await opened(store)
        await store.append(over, 0, 1, "!resign", 2, result=Result(2, "resignation"))
        assert await other.under_way_in(CHALLENGE.guild_id) == (challenge.id, playing)

    @pytest.mark.asyncio
    async def test_open_duels_of_other_rules_are_found_and_those_set_aside(
        self, store: DuelStore, other: DuelStore
    ) -> None:
        await store.create(replace(CHALLENGE, game="chess"))
        await opened(store)
        chess = await opened(store, replace(CHALLENGE, game="chess"))
        older = await opened(store, replace(CHALLENGE, rules_version=CHALLENGE.rules_version - 1))
        aside = await opened(store)
        await store.set_aside(aside, 5)
        over = await opened(store, replace(CHALLENGE, game="chess"))
        await store.append(over, 0, 1, "!resign", 2, result=Result(2, "resignation"))
        known = {CHALLENGE.game: CHALLENGE.rules_version, "match": 1}
        assert await other.of_other_rules(known) == (chess, older, aside)
