"""A move that is refused: what is wrong, each of the seven in its own words, and what can be played instead."""

from __future__ import annotations

import pytest

from tests.bot.scenes import carry, moves, onlookers, saved, told
from tests.bot.world import World, answer, buttons, enabled, said, text

pytestmark = pytest.mark.asyncio


async def test_each_of_the_seven_is_told_in_its_own_words(world: World) -> None:
    await world.begin("battle")
    await world.challenge("nomad")
    attack = {"action": "attack 9"}
    assert told(await world.cy.slash("play", duel=1, **attack)) == (
        "You don't play in duel 1. /duel starts one of your own; *Watch* on a board shows another's."
    )
    not_begun = "Duel 2 is not accepted yet, so there is nothing to play. /status 2 shows its buttons."
    assert told(await world.ada.slash("play", duel=2, **attack)) == not_begun
    waits = await world.ben.slash("play", **attack)
    assert told(waits) == "It is Ada's turn in duel 1."
    await world.ada.slash("play", **attack)
    gone = "That number can't be played in duel 1 now: it is used up, or was never there."
    can = "You can attack with 1, 2, 3, 4, 5, 6, 7 or 8."
    assert told(await world.ben.slash("play", **attack)) == f"{gone} {can}"
    for typed in ("take", "heal 3", "nonsense"):
        assert told(await world.ben.slash("play", action=typed)) == f"That can't be played in duel 1 now. {can}"
    await world.ben.slash("play", action="attack 1")
    result = await world.ada.click(await carry(world, "duel:1:0:attack-9"), "?")
    assert "You have already played that turn of duel 1; nothing was changed. You can attack with" in said(result)
    assert moves(world) == ["attack-9", "attack-1"]
    await world.client.duels.resign(1, world.ada.id)
    assert told(await world.ben.slash("play", duel=1, **attack)) == "Duel 1 is over. /duel starts a new one."


async def test_who_is_not_to_move_can_have_their_panel_shown(world: World) -> None:
    await world.begin("battle")
    refused = answer(await world.ben.slash("play", action="attack 7"))
    assert [button.label for button in buttons(refused)] == ["Show it now"]
    shown = await world.ben.click(refused, "Show it now")
    assert shown.response is not None
    assert "**Ada to attack**" in text(shown.response.message)


async def test_a_hand_is_told_to_its_owner_and_to_no_log(world: World) -> None:
    await world.begin("match")
    hand = (await world.client.duels.seated(1, world.ada.id)).view(None)
    assert hand.actions == ()
    public, before = onlookers(world), saved(world)
    refused = told(await world.ada.slash("play", action="attack 99"))
    numbers = refused.partition("You can attack with ")[2]
    assert numbers
    assert not any(numbers in line for line in world.log.lines)
    assert (onlookers(world), saved(world)) == (public, before)


async def test_what_is_secret_is_not_played_by_typing_and_says_so(world: World) -> None:
    await world.begin("siege")
    public = onlookers(world)
    result = await world.ada.slash("play", action="attack 7")
    assert "8" in enabled(answer(result))
    assert said(result).splitlines()[-1] == (
        "Nothing was played yet: what you choose now stays hidden, and what is typed may be seen by others. "
        "Choose it on your panel."
    )
    assert (moves(world), onlookers(world)) == ([], public)
