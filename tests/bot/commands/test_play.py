"""`/play`: duels by typing alone, what is offered while typing, and secrets that are never typed."""

from __future__ import annotations

import pytest

from games import Player, words
from tests.bot.scenes import moves
from tests.bot.script import PLANS, make, offered, play_by_buttons, positions, seat_of
from tests.bot.world import Seat, World, answer, enabled, said, text

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]


async def choices(seat: Seat, typed: str = "", **filled: object) -> list[str]:
    """The moves that are offered to somebody who types, as they are shown."""
    found = await seat.member.autocomplete(seat.world.channel, "play", "action", typed, **filled)
    return [choice["name"] for choice in found]


@pytest.mark.parametrize("game", ["match", "battle", "nomad"])
async def test_a_duel_is_played_by_typing_alone(world: World, game: str) -> None:
    board, moves = await world.begin(game), PLANS[game]
    *duels, last = positions(game, moves)
    for duel, after, move in zip(duels, [*duels[1:], last], moves, strict=True):
        for player in Player:
            view = duel.view(player)
            legal = [words.typed(action, view) for action in view.actions]
            assert await choices(seat_of(world, player)) == legal
        assert await choices(world.cy) == []
        seat, before = seat_of(world, move.player), world.public()
        slash = seat.dm_slash if len(duel.moves) % 2 else seat.slash
        shown = answer(await slash("play", action=move.token.replace("-", " ")))
        assert move.player
        assert offered(shown) == [str(action) for action in after.view(move.player).actions]
        assert world.public() != before
        await world.a_while()
        for player in Player:
            *spent, newest = seat_of(world, player).prompts
            assert [enabled(message) for message in spent] == [[]] * len(spent)
            assert offered(newest) == [str(action) for action in after.view(player).actions]
    assert last.outcome
    assert last.outcome.winner
    winner, loser = (seat_of(world, player) for player in (last.outcome.winner, last.outcome.winner.other))
    results = {f"{winner.name} wins": world.message(board), "You win!": winner.panel, "You lose": loser.panel}
    for title, message in results.items():
        assert text(message).startswith(f"### {title}\n")
        assert enabled(message) == ["Rematch", "Course", "Review"]


async def test_the_choices_narrow_down_with_what_is_typed(world: World) -> None:
    await world.begin("nomad")
    for typed in ("DEF", "hea"):
        assert await choices(world.ada, typed) == [f"heal {number}" for number in range(1, 10)]
    assert await choices(world.ada, " 7 ") == ["attack 7", "heal 7"]
    assert await choices(world.ada, "attack  3") == ["attack 3"]
    assert await choices(world.ada, "pick") == []


async def test_the_choices_are_those_of_the_duel_that_is_named(world: World) -> None:
    await world.begin("nomad")
    await world.begin("battle")
    assert await choices(world.ada, "7", duel=1) == ["attack 7", "heal 7"]
    assert await choices(world.ada, "7", duel=2) == ["attack 7"]
    assert await choices(world.ada, "7") == ["attack 7 in duel 1", "heal 7 in duel 1", "attack 7 in duel 2"]
    assert await choices(world.cy, "7", duel=1) == []
    assert await choices(world.ben, "7", duel=1) == []


async def test_the_duel_itself_is_offered_by_number_from_ones_own(world: World) -> None:
    await world.begin("nomad")
    await world.begin("battle")
    found = await world.ben.member.autocomplete(world.channel, "play", "duel", "")
    assert {(choice["value"], choice["name"]) for choice in found} == {
        (1, "1 · Number Nomad · against Ada"),
        (2, "2 · Number Battle · against Ada"),
    }
    assert await world.cy.member.autocomplete(world.channel, "play", "duel", "") == []


@pytest.mark.parametrize("typed", ["attack 7", "ATTACK  7", "attack-7", " Attack-7 "])
async def test_a_move_can_be_written_in_several_ways(world: World, typed: str) -> None:
    await world.begin("battle")
    await world.ada.slash("play", action=typed)
    assert moves(world) == ["attack-7"]
    assert "8/15" in text(world.ben.panel)


@pytest.mark.parametrize("typed", ["heal 4", "defend 4"])
async def test_healing_can_be_typed_by_its_name_and_by_its_token(world: World, typed: str) -> None:
    await world.begin("digit")
    await world.ada.slash("play", action=typed)
    assert moves(world) == ["defend-4"]
    assert "14/20" in text(world.ben.panel)


@pytest.mark.parametrize(
    "typed", ["attack 10", "attack", "defend 3", "heal 3", "take", "take the hit", "!resign", "draw 3", "٧", "a" * 200]
)
async def test_what_is_no_move_is_refused_and_changes_nothing(world: World, typed: str) -> None:
    await world.begin("battle")
    before = (world.public(), len(world.ben.dms))
    assert "can't be played" in said(await world.ada.slash("play", action=typed))
    assert (world.public(), len(world.ben.dms)) == before
    assert offered(world.ada.panel) == [f"attack-{number}" for number in range(1, 10)]


async def test_k1_what_only_resembles_a_token_is_refused(world: World) -> None:
    await world.begin("nomad")
    before = world.public()
    for typed in (
        "heal -7",
        "heals 7",
        "heal7",
        "attack -7",
        "attack--7",
        "attack 7-",
        "-attack 7",
        "attack - 7",
        "attack\xa07",
        "attac\u212a 7",
    ):
        assert "can't be played" in said(await world.ada.slash("play", action=typed)), typed
    assert world.public() == before


async def test_whoever_waits_or_has_no_duel_is_told_so(world: World) -> None:
    await world.begin("battle")
    before = world.public()
    assert "It is Ada's turn" in said(await world.ben.slash("play", action="attack 7"))
    assert world.public() == before
    refused = said(await world.cy.slash("play", action="attack 7"))
    assert refused == "You have no open duel. /duel or /practice starts one."


async def test_a_defence_in_match_can_be_typed(world: World) -> None:
    board = await world.begin("match")
    moves = PLANS["match"]
    answers = next(index for index, move in enumerate(moves) if move.token.startswith("defend"))
    for move in moves[:answers]:
        await make(world, move)
    seat, number = seat_of(world, moves[answers].player), moves[answers].token[-1]
    assert await choices(seat) == [f"defend {number}", "take the hit"]
    # Whoever has defended is the next to attack: the answer is that panel.
    panel = answer(await seat.slash("play", action=f"defend {number}"))
    assert "**Your attack**" in text(panel)
    assert offered(panel)
    await world.a_while()
    assert offered(panel) == offered(seat.prompts[-1])
    assert "deflected" in text(world.message(board))


async def test_a_commitment_is_never_typed_the_panel_opens_instead(world: World) -> None:
    await world.begin("siege")
    before = world.public()
    assert await choices(world.ada) == []
    assert await choices(world.ada, "attack", duel=1) == []
    panel = answer(await world.ada.slash("play", action="attack 7"))
    assert offered(panel) == [f"attack-{token}" for token in range(1, 11)]
    assert world.public() == before
    assert len(world.ben.prompts) == 1
    await world.ada.click(panel, "3")
    assert await choices(world.ben) == []
    defence = answer(await world.ben.slash("play", action="take"))
    assert offered(defence) == [*(f"defend-{token}" for token in range(1, 11)), "take"]
    assert "It is Ben's turn" in said(await world.ada.slash("play", action="attack 7"))
    await world.ben.click(defence, "Take the hit")
    assert "12/15" in text(world.channel.history()[0])


async def test_a_pick_is_never_typed_the_panel_opens_instead(world: World) -> None:
    board = await play_by_buttons(
        world, "digit", [move for move in PLANS["digit"] if not move.token.startswith("pick")]
    )
    before = world.public()
    assert "Sudden death" in text(board)
    for seat in (world.ada, world.ben):
        assert await choices(seat) == []
        panel = answer(await seat.slash("play", action="pick 5"))
        assert offered(panel) == [f"pick-{digit}" for digit in range(1, 6)]
    assert world.public() == before
    await world.ada.click(answer(await world.ada.slash("play", action="pick 5")), "2")
    assert "**Sudden death: Ben to pick**" in text(world.ada.prompts[-1])
    assert "It is Ben's turn" in said(await world.ada.slash("play", action="pick 5"))
