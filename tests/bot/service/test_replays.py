"""What is kept of a duel between two loads never stands in for what the file says."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from bot.service.replays import KEPT, Replays
from games import Duel, Move, Player, Seeded, names
from storage import MoveRow
from tests.bot.service.hall import BEN, Hall
from tests.games.helpers import random_play, start


@pytest.mark.asyncio
async def test_what_another_connection_writes_is_seen(hall: Hall, other: Hall) -> None:
    number = await hall.begin()
    await hall.play(number, "attack-1")
    await other.play(number, "attack-2")
    assert [move.token for move in (await hall.duel(number)).moves] == ["attack-1", "attack-2"]
    with sqlite3.connect(hall.path) as db:
        db.execute("INSERT INTO moves VALUES (?, 2, 1, 'attack-3', 5)", (number,))
    db.close()
    assert (await hall.duel(number)).view(None).life == (13, 11)
    assert (await hall.duels.resign(number, BEN.id)).duel == (await other.duel(number))


@pytest.mark.asyncio
async def test_a_duel_that_is_no_longer_what_it_was_is_replayed_from_its_start(hall: Hall) -> None:
    number = await hall.begin("siege")
    await hall.play(number, "attack-5", "defend-4")
    loaded = await hall.store.load(number)
    assert loaded is not None
    row, log = loaded
    replays = Replays()
    whole = replays.saved(row, log).duel
    # As after an older copy of the file was restored: fewer entries, and then others.
    assert replays.saved(row, log[:1]).duel == Duel.replay(
        "siege", Seeded(row.seed or b""), Player.ONE, _moves(log[:1])
    )
    others = (log[0], log[1]._replace(action="defend-6"))
    assert replays.saved(row, others).duel == Duel.replay("siege", Seeded(row.seed or b""), Player.ONE, _moves(others))
    assert replays.saved(row, log).duel == whole


@pytest.mark.asyncio
@pytest.mark.parametrize("name", names())
async def test_it_makes_no_difference_how_much_was_known(hall: Hall, name: str) -> None:
    number = await hall.begin(name, starter=Player.ONE)
    row = await hall.row(number)
    assert row.seed is not None
    duels = list(random_play(start(name, seed=row.seed), Random(name)))
    log = tuple(
        MoveRow(ply, move.player.value if move.player else None, move.token, ply)
        for ply, move in enumerate(duels[-1].moves)
    )
    replays, random = Replays(), Random(name)
    for length in (random.randrange(len(log)) for _ in range(30)):
        saved = replays.saved(row, log[:length])
        assert saved.duel == Duel.replay(name, Seeded(row.seed), Player.ONE, _moves(log[:length]))
        assert saved.plies == length


@pytest.mark.asyncio
async def test_only_so_many_are_kept_and_those_are_replayed_no_further_than_is_new(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await hall.begin()
    await hall.play(number, "attack-1", "attack-2")
    loaded = await hall.store.load(number)
    assert loaded is not None
    row, log = loaded
    entered: list[tuple[Move, ...]] = []
    resumed = Duel.resumed

    def counted(duel: Duel, moves: Iterable[Move]) -> Duel:
        entered.append(tuple(moves))
        return resumed(duel, entered[-1])

    monkeypatch.setattr(Duel, "resumed", counted)
    replays = Replays()
    for other in range(number, number + KEPT):
        replays.saved(replace(row, id=other), log)
    replays.saved(row, log)
    assert len(entered[-1]) == 0
    replays.saved(replace(row, id=number + KEPT), log)
    replays.saved(replace(row, id=number + 1), log)
    assert len(entered[-1]) == len(log)


def _moves(log: tuple[MoveRow, ...]) -> list[Move]:
    return [Move(Player(entry.player) if entry.player else None, entry.action) for entry in log]
