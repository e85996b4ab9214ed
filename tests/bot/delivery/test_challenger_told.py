"""Who challenged is told by direct message what became of it; who was challenged has not asked to be written to."""

from __future__ import annotations

import pytest

from tests.bot.kills import Kill, kills, name
from tests.bot.scenes import GAMES, ended, open_duels, statuses
from tests.bot.world import World, enabled, text
from tests.thinning import sampled

pytestmark = pytest.mark.asyncio

CLOSED = (
    "Your challenge to Ben, to Numerical Siege, was closed: you have left the server or have no room for another duel, "
    "or I was removed from the server. (duel 1)"
)
A_DECLINE = 3
"""How many requests it takes: the answer, the challenger's channel and the message to them."""


async def by(world: World, reason: str) -> str:
    """A challenge of Ada's to Ben comes to an end for that reason; what she is told of it."""
    message = await world.challenge("siege", pace="live")
    match reason:
        case "declined":
            await world.ben.click(message, "Decline")
            return "Ben declined your challenge to Numerical Siege. (duel 1)"
        case "late":
            await world.env.advance_time(15 * 60 + 60)
            return "Ben did not answer your challenge to Numerical Siege in time. (duel 1)"
        case "gone":
            world.guild.remove_member(world.ada.member)
            await world.ben.click(message, "Accept")
        case "full":
            await open_duels(world, world.ada.id, world.cy.id, 25)
            await world.ben.click(message, "Accept")
        case "removed":
            with world.env.time_context():
                await world.client.duels.call_off_server(world.guild.id)
            await world.a_while()
    return CLOSED


def about(world: World, duel: int = 1) -> list[str]:
    """What Ada has been sent about a duel."""
    return [text(message) for message in world.ada.prompts if text(message).endswith(f"(duel {duel})")]


@pytest.mark.parametrize("prompts", ["on", "off"])
@pytest.mark.parametrize("reason", ["declined", "late", "gone", "full", "removed"])
async def test_c13_the_challenger_is_told_once_what_became_of_it(world: World, reason: str, prompts: str) -> None:
    """As with a result, it does not matter that prompts are off."""
    await world.ada.slash("notices", prompts=prompts)
    words = await by(world, reason)
    for _ in range(2):
        assert about(world) == [words]
        assert world.ben.prompts == []
        await world.restart()
        await world.a_while()


@pytest.mark.parametrize("game", sampled(GAMES, "match"))
async def test_c13_of_a_rematch_too(world: World, game: str) -> None:
    result = await ended(world, game)
    prompts = len(world.ben.prompts)
    await world.ada.click(result, "Rematch")
    await world.ben.click(world.channel.history()[-1], "Decline")
    (words,) = about(world, 2)
    assert words.startswith("Ben declined your challenge")
    assert len(world.ben.prompts) == prompts


async def test_c13_of_their_own_withdrawal_they_are_told_nothing(world: World) -> None:
    message = await world.challenge("siege")
    await world.ada.click(message, "Withdraw")
    await world.a_while()
    await world.restart()
    assert statuses(world) == ["cancelled"]
    assert [*world.ada.prompts, *world.ben.prompts] == []
    assert [line for line in world.log.lines if " error " in line] == []


@pytest.mark.every_case
@pytest.mark.parametrize("after", [600.0, pytest.param(0.0, marks=pytest.mark.soak)])
@pytest.mark.parametrize(
    "kill",
    [
        pytest.param(kill, id=name(kill), marks=() if kill == Kill(A_DECLINE, True) else pytest.mark.soak)
        for kill in kills(A_DECLINE)
    ],
)
async def test_c13_a_decline_is_told_once_after_a_kill(world: World, kill: Kill, after: float) -> None:
    message = await world.challenge("siege")
    world.on_request(kill)
    world.ben.press(message, "Decline")
    await world.settle()
    assert kill.seen >= kill.at
    await world.restart(after)
    assert about(world) == ["Ben declined your challenge to Numerical Siege. (duel 1)"]
    assert enabled(world.message(message)) == []


async def test_c13_with_closed_direct_messages_only_the_channel_says_it(world: World) -> None:
    world.ada.close_dms()
    message = await world.challenge("siege")
    await world.ben.click(message, "Decline")
    await world.a_while()
    assert world.ada.dms == []
    (shown,) = world.channel.history()
    assert "Ben declined" in text(shown)
    assert "Duel 1" in text(shown)
