"""The computer's moves, without Discord: once each, whoever asks, and nothing where there is nothing to do."""

from __future__ import annotations

import asyncio

import pytest

from bot.service.computer import Computer
from bot.service.saved_duel import Person, SavedDuel
from bot.worker import InPlace, Worker
from games import Action, Player
from players import Level
from tests.bot.service.hall import ADA, CHANNEL, GUILD, Between, Hall

BOT = Person(99, "Number Duels", bot=True)

pytestmark = pytest.mark.asyncio


async def practice(hall: Hall, game: str = "battle", starter: Player = Player.ONE) -> SavedDuel:
    """Practice at level hard."""
    return await hall.challenges.practice(ADA, BOT, game, Level.HARD, starter=starter, place=(GUILD, CHANNEL))


async def test_it_moves_until_it_waits(hall: Hall) -> None:
    computer = Computer(hall.duels, InPlace())
    begun = await computer.reply(await practice(hall, starter=Player.TWO))
    assert [entry.player for entry in await hall.entries(begun.row.id)] == [2]
    assert await computer.reply(begun) == begun
    moved = await computer.reply(await hall.duels.play(begun.row.id, ADA.id, begun.view(Player.ONE).actions[0]))
    assert [entry.player for entry in await hall.entries(begun.row.id)] == [2, 1, 2]
    assert moved == await hall.saved_duel(begun.row.id)


async def test_two_people_are_left_alone(hall: Hall) -> None:
    saved = await hall.saved_duel(await hall.begin())
    assert await Computer(hall.duels, InPlace()).reply(saved) == saved
    assert await hall.entries(saved.row.id) == ()


async def test_asked_twice_at_once_it_moves_once(hall: Hall) -> None:
    saved = await practice(hall, starter=Player.TWO)
    computer = Computer(hall.duels, InPlace())
    both = await asyncio.gather(computer.reply(saved), computer.reply(saved))
    assert both[0] == both[1] == await hall.saved_duel(saved.row.id)
    assert len(await hall.entries(saved.row.id)) == 1


async def test_a_resignation_while_it_thinks_stands(hall: Hall) -> None:
    saved = await practice(hall, starter=Player.TWO)
    store = Between(hall.store, "append", lambda: hall.duels.resign(saved.row.id, ADA.id))
    over = await Computer(hall.on(store.as_store).duels, InPlace()).reply(saved)
    assert [entry.action for entry in await hall.entries(saved.row.id)] == ["!resign"]
    assert over.row.winner == Player.TWO.value


async def test_equal_duels_bring_equal_moves(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the move that was about to be made before a kill is the one that is made after it."""
    monkeypatch.setattr("secrets.token_bytes", bytes)
    computer = Computer(hall.duels, InPlace())
    for game in ("match", "siege"):
        first, second = [await practice(hall, game, Player.TWO) for _ in range(2)]
        for saved in (first, second):
            await computer.reply(saved)
        logs = [[entry.action for entry in await hall.entries(saved.row.id)] for saved in (first, second)]
        assert logs[0] == logs[1] != []


@pytest.mark.soak
async def test_a_process_that_has_played_them_all_stays_small(hall: Hall) -> None:
    worker = Worker()
    computer = Computer(hall.duels, worker)
    try:
        for game in ("match", "siege", "digit", "battle", "nomad"):
            for _ in range(2):
                saved = await computer.reply(await practice(hall, game))
                while saved.duel and not saved.duel.outcome and len(saved.duel.moves) < 50:  # sudden death has no end
                    action: Action = saved.view(Player.ONE).actions[-1]
                    saved = await computer.reply(await hall.duels.play(saved.row.id, ADA.id, action))
        peak = await worker.run(_peak)
    finally:
        await worker.aclose()
    assert peak < 200 * 1024


def _peak() -> int:
    """The most memory that this process has taken, in KiB."""
    with open("/proc/self/status") as status:
        (line,) = (line for line in status if line.startswith("VmHWM"))
    return int(line.split()[1])
