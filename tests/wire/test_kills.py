"""`kill -9` at random moments of twenty duels: no acknowledged move is lost, none is made twice, every duel ends, and
every message is sent exactly once.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.faults import Fault, after, before
from tests.wire.files import all_is_told, saved
from tests.wire.judge import TROUBLE, check
from tests.wire.messages import NONCE_LASTS
from tests.wire.payloads import CHANNEL
from tests.wire.players import DUELS, FEW, MOVES, MOVES_OF_FEW, Players, moves
from tests.wire.stand_in import StandIn, Unanswered
from tests.wire.steps import ADA, BEN, begin, ready, stopped

pytestmark = pytest.mark.asyncio
KILLS = 5
ROUNDS = 12
"""The seeds for `make soak`: 60 kills together."""
OF_A_MOVE = 4
"""The requests of a first move: the answer, the board, the other player's panel, and that the one before is deleted."""


async def started_anew(discord: StandIn, bot: BotProcess) -> None:
    """Start the bot again after a kill."""
    await bot.kill()
    assert not TROUBLE.search(bot.log)
    await discord.until(lambda: not discord.gateway.connected)
    discord.give_up()
    await ready(discord, bot)


async def pull_plugs(discord: StandIn, bot: BotProcess, players: Players, seed: int, kills: int) -> None:
    """Kill the bot at random moments, sometimes twice in a row, so that it is killed while it catches up."""
    random = Random(seed)
    for at in sorted(random.choices(range(5, MOVES if seed else MOVES_OF_FEW), k=kills)):
        await discord.until(lambda at=at: players.acknowledged >= at)  # type: ignore[misc]
        for _ in range(random.randrange(30)):
            await asyncio.sleep(0)
        await started_anew(discord, bot)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 1 + ROUNDS))])
async def test_duels_and_kills_at_any_moments(discord: StandIn, bot: BotProcess, tmp_path: Path, seed: int) -> None:
    players, kills = Players(discord, seed), KILLS if seed else 1
    await ready(discord, bot)
    await players.begin_duels(DUELS if seed else FEW)
    async with asyncio.TaskGroup() as group:
        group.create_task(pull_plugs(discord, bot, players, seed, kills))
        group.create_task(players.play_all())
    await discord.until(lambda: all_is_told(tmp_path))
    await stopped(discord, bot)
    assert not TROUBLE.search(bot.log)
    assert len(discord.gateway.identified) == 1 + kills
    check(tmp_path, players)


def kill_at(at: int, *, done: bool) -> object:
    """A kill at this request of a move. `make test` runs only the case in which the answer has arrived."""
    return pytest.param(at, done, marks=() if (at, done) == (0, True) else pytest.mark.soak)


@pytest.mark.parametrize(("at", "done"), [kill_at(at, done=done) for at in range(OF_A_MOVE) for done in (False, True)])
async def test_e10_killed_at_a_request_of_a_move(
    discord: StandIn, bot: BotProcess, tmp_path: Path, at: int, done: bool
) -> None:
    await ready(discord, bot)
    _, panel, _ = await begin(discord, "siege")
    await discord.until(lambda: all_is_told(tmp_path))
    kill = Fault(".", (after if done else before)(bot.pull_the_plug), skip=at)
    discord.faults.append(kill)
    press = asyncio.create_task(discord.press(ADA, panel, "7"))
    await bot.ended()
    assert kill.met >= at + 1
    discord.give_up()
    answered = not isinstance((await asyncio.gather(press, return_exceptions=True))[0], Unanswered)
    assert answered == ((at, done) != (0, False))
    await started_anew(discord, bot)
    await discord.until(lambda: moves(discord.direct(BEN)[-1], 1))
    await discord.until(lambda: all_is_told(tmp_path))
    assert moves(panel, 1) == []
    await stopped(discord, bot)
    assert saved(tmp_path) == [(0, 1, "attack-7")]
    assert sum(bool(moves(message, 1)) for message in discord.log.sent) == 2


@pytest.mark.parametrize("done", [False, pytest.param(True, marks=pytest.mark.soak)])
async def test_c12_killed_at_the_answer_of_a_challenge(
    discord: StandIn, bot: BotProcess, tmp_path: Path, done: bool
) -> None:
    await ready(discord, bot)
    kill = Fault("POST /interactions/", (after if done else before)(bot.pull_the_plug))
    discord.faults.append(kill)
    asked = asyncio.create_task(discord.slash(ADA, "duel", BEN, game="siege", first="me"))
    await bot.ended()
    discord.give_up()
    await asyncio.gather(asked, return_exceptions=True)
    await started_anew(discord, bot)
    await discord.until(lambda: all_is_told(tmp_path))
    posted = [message for message in discord.log.sent if message["channel_id"] == str(CHANNEL)]
    assert [message["to"] for message in posted] == [[BEN.id]] * (2 if done else 1)
    # The one that was answered first is the board, and the other is retired.
    await discord.press(BEN, discord.log.all[posted[0]["id"]], "Accept")
    await discord.until(lambda: discord.direct(ADA) and discord.direct(BEN))
    await discord.until(lambda: all_is_told(tmp_path))
    await stopped(discord, bot)
    shown = [str(discord.log.all[message["id"]]["components"]) for message in posted]
    assert ["your move" in one for one in shown] == [True, False][: len(shown)]
    assert ["has moved" in one for one in shown] == [False, True][: len(shown)]


async def test_e20_killed_after_a_prompt_and_back_when_nonces_are_forgotten(
    discord: StandIn, bot: BotProcess, tmp_path: Path
) -> None:
    await ready(discord, bot)
    _, panel, opening = await begin(discord, "siege")
    await discord.until(lambda: all_is_told(tmp_path))
    discord.faults.append(Fault(f"POST /channels/{opening['channel_id']}/messages", after(bot.pull_the_plug)))
    press = asyncio.create_task(discord.press(ADA, panel, "7"))
    await bot.ended()
    discord.give_up()
    await asyncio.gather(press, return_exceptions=True)
    bot.leap(2 * NONCE_LASTS)
    await started_anew(discord, bot)
    await discord.until(lambda: all_is_told(tmp_path))
    await stopped(discord, bot)
    assert discord.told(BEN) == 2
    assert moves(discord.direct(BEN)[-1], 1)
