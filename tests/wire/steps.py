"""What the tests of the process share: a start, a duel that begins, a stop."""

from __future__ import annotations

import signal

from tests.wire.bot_process import BotProcess
from tests.wire.conftest import TOKEN
from tests.wire.payloads import Payload, User
from tests.wire.rest import Interaction
from tests.wire.stand_in import StandIn

ADA, BEN = User(5 * 10**18 + 11, "Ada"), User(5 * 10**18 + 22, "Ben")


async def ready(discord: StandIn, bot: BotProcess, **settings: str) -> None:
    """Start the bot and wait until it is at the gateway."""
    await bot.start(DISCORD_TOKEN=TOKEN, **settings)
    await discord.until(lambda: discord.gateway.connected)


async def stopped(discord: StandIn, bot: BotProcess, number: signal.Signals = signal.SIGTERM) -> None:
    """Stop the bot, in order."""
    assert await bot.stop(number) == 0, bot.log
    assert "Traceback" not in bot.log
    await discord.until(lambda: not discord.gateway.connected)


async def begin(discord: StandIn, game: str, pace: str = "daily") -> tuple[Interaction, Payload, Payload]:
    """`/duel` and *Accept*: the challenge, and the panels that both are sent."""
    challenge = await discord.slash(ADA, "duel", BEN, game=game, first="me", pace=pace)
    assert challenge.message is not None
    accepted = await discord.press(BEN, challenge.message, "Accept")
    assert accepted.answer.result()["type"] == 7
    await discord.until(lambda: discord.direct(ADA) and discord.direct(BEN))
    return challenge, discord.direct(ADA)[-1], discord.direct(BEN)[-1]
