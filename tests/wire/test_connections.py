"""The gateway disconnects and comes back, in every way: nothing is lost, nothing is sent twice, nobody loses time."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.files import saved
from tests.wire.gateway import Away, Gateway
from tests.wire.payloads import DM_BASE, Payload, User, enabled, text
from tests.wire.stand_in import StandIn
from tests.wire.steps import ADA, BEN, begin, ready, stopped

pytestmark = pytest.mark.asyncio


async def dropped(gateway: Gateway) -> None:
    """The connection drops."""
    gateway.drop()


async def op_7(gateway: Gateway) -> None:
    """Discord asks the bot to reconnect."""
    await gateway.ask_to_reconnect()


async def op_9_resumable(gateway: Gateway) -> None:
    """Discord says that the session is invalid but can be resumed."""
    await gateway.invalidate(resumable=True)


async def op_9(gateway: Gateway) -> None:
    """Discord says that the session is invalid."""
    await gateway.invalidate(resumable=False)


async def forgotten(gateway: Gateway) -> None:
    """The connection drops, and RESUME is refused."""
    gateway.forget()


RESUMED = (dropped, op_7, op_9_resumable)
Break = Callable[[Gateway], Awaitable[None]]


async def broken(discord: StandIn, bot: BotProcess, how: Break) -> None:
    """Break the connection, and wait for the next one. discord.py waits 5 s before another IDENTIFY."""
    gateway = discord.gateway
    before = gateway.resumed, len(gateway.identified)
    await how(gateway)
    expected = (before[0] + 1, before[1]) if how in RESUMED else (before[0], before[1] + 1)
    await bot.until(lambda: (gateway.resumed, len(gateway.identified)) == expected, step=0.5)
    await discord.until(lambda: gateway.connected)


def posts(discord: StandIn, user: User) -> int:
    """How often the bot sent somebody a direct message, counted by requests: the nonces hide duplicates."""
    return discord.requests.count(f"POST /api/v10/channels/{DM_BASE + user.id}/messages")


def due(folder: Path) -> float:
    """The deadline of the current move."""
    with closing(sqlite3.connect(folder / "duels.db")) as db:
        return float(db.execute("SELECT due_at FROM duels").fetchone()[0]) / 1000


async def bens_turn(discord: StandIn) -> Payload:
    """Start a live duel, and move so that it is Ben's turn; returns the board."""
    challenge, ada, _ = await begin(discord, "battle", pace="live")
    assert challenge.message is not None
    await discord.press(ADA, ada, "1")
    board = challenge.message
    await discord.until(lambda: discord.told(BEN) == 2 and "Ben to attack" in text(board))
    return board


async def test_moves_after_a_session_was_lost_and_while_one_was_to_be_resumed(
    discord: StandIn, bot: BotProcess, tmp_path: Path
) -> None:
    async def moved(user: User, label: str, opponent: User) -> None:
        told = discord.told(opponent)
        assert (await discord.press(user, discord.direct(user)[-1], label)).done
        await discord.until(lambda: discord.told(opponent) == told + 1)

    await ready(discord, bot)
    await bens_turn(discord)
    for how, user, label, opponent in ((op_9, BEN, "5", ADA), (forgotten, ADA, "2", BEN)):
        await broken(discord, bot, how)
        await moved(user, label, opponent)
    for how, user, label, opponent in (
        (dropped, BEN, "3", ADA),
        (op_7, ADA, "4", BEN),
        (op_9_resumable, BEN, "6", ADA),
    ):
        before = discord.gateway.resumed
        await how(discord.gateway)
        passing = asyncio.create_task(bot.until(lambda before=before: discord.gateway.resumed > before, step=0.1))  # type: ignore[misc]
        await moved(user, label, opponent)
        await passing
    assert (discord.gateway.resumed, len(discord.gateway.identified)) == (3, 3)
    await stopped(discord, bot)
    assert len(discord.syncs) == 1
    moves = ["attack-1", "attack-5", "attack-2", "attack-3", "attack-4", "attack-6"]
    assert saved(tmp_path) == [(ply, 1 + ply % 2, action) for ply, action in enumerate(moves)]


async def test_e12_three_reconnects_one_reminder_one_result_no_second_sync(
    discord: StandIn, bot: BotProcess, tmp_path: Path
) -> None:
    async def three_reconnects() -> None:
        for how in (dropped, op_7, op_9):
            await broken(discord, bot, how)
            await bot.later(1)

    await ready(discord, bot)
    board = await bens_turn(discord)
    await three_reconnects()
    await bot.later(235)
    await discord.until(lambda: "Your move is due" in text(discord.direct(BEN)[-1]))
    await three_reconnects()
    await bot.later(100)
    for user in (ADA, BEN):
        await discord.until(lambda user=user: "time ran out" in text(discord.direct(user)[-1]))  # type: ignore[misc]
    await three_reconnects()
    await bot.later(100)
    await stopped(discord, bot)
    assert "time ran out" in text(board)
    assert (posts(discord, ADA), posts(discord, BEN)) == (2, 4)  # a panel and the result; two, the reminder, the result
    assert len(discord.syncs) == 1
    assert saved(tmp_path) == [(0, 1, "attack-1"), (1, 2, "!time")]


@pytest.mark.parametrize(
    "how", [Away.DROPS, *(pytest.param(how, marks=pytest.mark.soak) for how in Away if how is not Away.DROPS)]
)
async def test_a_gateway_that_is_away_for_five_minutes(
    discord: StandIn, bot: BotProcess, tmp_path: Path, how: Away
) -> None:
    """It closes connections at the end, when discord.py would stop backing off. The bot does not reconnect too fast,
    and nobody loses time."""
    await ready(discord, bot)
    board, gateway = await bens_turn(discord), discord.gateway
    before, connections = due(tmp_path), gateway.connections
    gateway.away = how
    gateway.drop()
    await tried(discord, bot)
    gateway.away = Away.HANGS_UP
    await tried(discord, bot)
    bot.leap(300)
    await tried(discord, bot)
    assert gateway.connections - connections < 20
    gateway.away = None
    await bot.until(lambda: gateway.connected, step=2)
    await discord.until(lambda: "I was away" in text(board))
    assert due(tmp_path) - before >= 300
    panel = discord.direct(BEN)[-1]
    assert "9" in enabled(panel)
    assert (await discord.press(BEN, panel, "9")).done
    await stopped(discord, bot)
    assert saved(tmp_path) == [(0, 1, "attack-1"), (1, 2, "attack-9")]


async def tried(discord: StandIn, bot: BotProcess) -> None:
    """Wait until the bot tries to connect again, which it does after a pause."""
    connections = discord.gateway.connections
    await bot.until(lambda: discord.gateway.connections > connections, step=2)


async def test_a_time_zone_changes_no_deadline(discord: StandIn, bot: BotProcess, tmp_path: Path) -> None:
    bot.set("TZ", "America/New_York")
    await ready(discord, bot)
    board = await bens_turn(discord)
    deadline, shown = due(tmp_path), text(board)
    assert 290 < deadline - bot.now() <= 300
    assert f"<t:{int(deadline)}:R>" in shown
    await stopped(discord, bot)
    bot.set("TZ", "Asia/Tokyo")
    await ready(discord, bot)
    await bot.later(200)
    assert (due(tmp_path), text(board)) == (deadline, shown)
    await bot.later(150)
    await discord.until(lambda: "time ran out" in text(board))
    await stopped(discord, bot)
    assert saved(tmp_path) == [(0, 1, "attack-1"), (1, 2, "!time")]
