"""However a duel ends, the same is shown of it; and a rematch knows nothing of the deal before."""

from __future__ import annotations

import re
import secrets
from itertools import count

import pytest

from games import Player
from tests.bot.scenes import GAMES, another_world, saved_duel, seats, statuses
from tests.bot.timed import LIVE, MINUTE, begin, late, one_move, reach, wait
from tests.bot.world import World, answer, said, text

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]

ENDINGS = ("resignation", "time", "draw")
PHASES = ("committed", "asked", "picked", *GAMES)
"""All in which one of the two is to move."""


async def end(world: World, how: str) -> None:
    """Of duel 1: who is to move gives up or lets time pass, or both agree on a draw."""
    (slow,) = await late(world)
    match how:
        case "resignation":
            await slow.click(answer(await slow.dm_slash("resign")), "Resign")
        case "time":
            await wait(world, LIVE)
        case _:
            await world.ada.dm_slash("draw")
            await world.ben.dm_slash("draw")
    await wait(world, 2 * MINUTE)
    assert statuses(world) == ["ended"]


async def shown_at_the_end(world: World) -> list[str]:
    """What the channel and both players read of it, and the course, without who won and how."""
    board = world.channel.history()[0]
    pages = [text(board), *(text(seat.prompts[-1]) for seat in (world.ada, world.ben))]
    course = said(await world.cy.click(board, "Course"))
    return ["\n".join(page.splitlines()[2:]) for page in pages] + [course]


def numbers_in(page: str) -> list[str]:
    """All numbers of a page, and what is face down, in no order: whose page it is stands first there, and is *you*."""
    return sorted(re.findall(r"\d+|\?", page))


# ---- A8


@pytest.mark.parametrize("phase", PHASES)
async def test_a8_the_same_is_shown_however_a_duel_ends(tmp_path_factory: pytest.TempPathFactory, phase: str) -> None:
    """The rule: hands and what lay face down, in the channel as to both players; never the deck, nor the seed."""
    pages = []
    for how in ENDINGS:
        async with another_world(tmp_path_factory.mktemp(how)) as world:
            await reach(world, phase)
            duel, seed = (await saved_duel(world)).duel, (await saved_duel(world)).row.seed
            assert duel is not None
            assert seed is not None
            await end(world, how)
            shown = await shown_at_the_end(world)
            assert numbers_in(shown[0]) == numbers_in(shown[1]) == numbers_in(shown[2])
            for player in Player:
                for name in ("hand", "table"):
                    pile = duel.view(player).pile(name, player)
                    if pile and pile.numbers:
                        numbers = " ".join(map(str, pile.numbers))
                        on_table = f"{seats(world)[player].name}'s {numbers} was not answered."
                        assert (numbers if name == "hand" else on_table) in shown[0].splitlines()
            assert "seed" not in "".join(shown).lower()
            assert seed.hex() not in "".join(shown)
            for line in shown[0].splitlines():
                assert "deck" not in line or re.fullmatch(r"(-# )?(Played: [\d× ]+ · )?\d+ cards? in the deck", line)
            pages.append(shown)
    assert pages[0] == pages[1] == pages[2]


@pytest.mark.parametrize("how", ENDINGS)
@pytest.mark.parametrize("game", GAMES)
async def test_a8_a_rematch_is_a_new_deal_after_every_ending(
    world: World, monkeypatch: pytest.MonkeyPatch, game: str, how: str
) -> None:
    numbers = count(1)
    monkeypatch.setattr(secrets, "token_bytes", lambda size: next(numbers).to_bytes(size))
    board = await begin(world, game)
    await one_move(world.ada)
    await end(world, how)
    await world.ada.click(world.message(board), "Rematch")
    again = world.channel.history()[-1]
    await world.ben.click(again, "Accept")
    rows = [(await saved_duel(world, number)).row for number in (1, 2)]
    assert rows[0].seed != rows[1].seed
    assert (await saved_duel(world, 2)).plies == 0
    # To the channel it is as any other duel that begins.
    fresh = await begin(world, game, "opponent")
    new, any_other = text(world.message(again)), text(fresh)
    assert re.sub(r"duel \d|<t:\d+:", "", new) == re.sub(r"duel \d|<t:\d+:", "", any_other)
