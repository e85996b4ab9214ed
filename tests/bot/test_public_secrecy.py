"""The channel tells nothing hidden: where the channel may know the same, it reads the same, ids and buttons included.

Each duel is played twice, the second time with something else hidden: another commitment, another pick, another card in
a hand, another seed. Up to where that is shown by the rules, the channel must not tell the two apart.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.components.buttons import button, row
from bot.components.controls import controls_for
from bot.drawing import Layout
from bot.emojis import uploads
from bot.render import board, pictures
from bot.render.layout import text
from bot.service.saved_duel import SavedDuel
from games import Action, Duel, GameError, Move, Player, Seeded, View
from games.chance import Outcomes
from tests.bot import simcord_taught
from tests.bot.scenes import GAMES, another_world
from tests.bot.script import PLANS, middle, positions, transcript
from tests.games.facts import facts, where
from tests.games.helpers import SEED
from tests.games.secrecy import Parted, Recorder, Replayed
from tests.thinning import sampled

pytestmark = pytest.mark.usefixtures("luck")

PARTS = 8
"""Into which the twins are dealt out; the first is quick."""


@dataclass(frozen=True)
class Twin:
    """The same duel with something else hidden.

    `same` counts the first moves after which the channel may know the same of both; `hidden` those after which
    something differs all the same. `drawn` are the cards drawn first, before the seed's luck goes on.
    """

    moves: tuple[Move, ...]
    same: int
    hidden: int
    seed: bytes = SEED
    drawn: tuple[Action, ...] = ()


def twins(game: str) -> Iterator[Twin]:
    """Of the planned duel."""
    if facts(game).deals_half_to_each:
        yield from (other_card(game, player) for player in Player)
    if facts(game).hides_choices:
        yield from other_secrets(game)
    if not facts(game).hides:
        yield Twin(PLANS[game], len(PLANS[game]), 0, seed=SEED[::-1])


def other_secrets(game: str) -> Iterator[Twin]:
    """For each commitment or pick of the duel, the duel with another one in its place."""
    moves = PLANS[game]
    for index, (move, before) in enumerate(zip(moves, positions(game, moves), strict=False)):
        player = move.player
        assert player
        after = before.play(player, Action.parse(move.token))
        if before.view(None).secret and len(after.view(None).recap) == len(before.view(None).recap) and _waits(after):
            others = [str(action) for action in before.view(player).actions if str(action) != move.token]
            if others:
                yield Twin((*moves[:index], Move(player, others[index % len(others)])), index + 1, 1)


def _waits(duel: Duel) -> bool:
    return any(pile.name == "table" for pile in duel.view(None).piles)


def other_card(game: str, owner: Player) -> Twin:
    """The duel with another card dealt to `owner`, the same moves being made: the twin that goes on for longest."""
    moves = PLANS[game]
    recorder = Recorder(Seeded(SEED))
    ours = list(positions(game, moves, recorder))
    drawn = tuple(recorder.drawn[index] for index in range(ours[-1].draws))
    found = []
    half = ours[0].draws // 2
    for dealt in range(half) if owner is Player.ONE else range(half, 2 * half):
        for card in (Action.parse(f"draw-{number}") for number in range(1, 10)):
            swapped = list(drawn)
            if later := [i for i in range(2 * half, len(drawn)) if drawn[i] == card]:
                swapped[later[-1]] = drawn[dealt]
            swapped[dealt] = card
            found.append(_as_long_as_equal(game, ours, moves, tuple(swapped)))
    return max(found, key=lambda twin: twin.hidden)


def _as_long_as_equal(game: str, ours: Sequence[Duel], moves: tuple[Move, ...], drawn: tuple[Action, ...]) -> Twin:
    """Attacks and answers are seen, who is asked is seen, and all is shown at the end; nothing else is."""
    same = hidden = 0
    chance = Replayed(drawn, Seeded(SEED))
    try:
        for duel, twin in zip(ours, positions(game, moves, chance), strict=False):
            if duel.to_act != twin.to_act or duel.outcome or twin.outcome:
                break
            same = len(twin.moves)
            one, other = ([replace(part, events=()) for part in d.state.private] for d in (duel, twin))
            hidden += one != other
    except (GameError, Parted):
        pass
    return Twin(moves[:same], same, hidden, drawn=drawn)


def _drawing(drawn: tuple[Action, ...]) -> Callable[[Seeded, int, Outcomes], Action]:
    real = Seeded.draw
    return lambda luck, index, outcomes: drawn[index] if index < len(drawn) else real(luck, index, outcomes)


async def told(
    game: str, folders: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, pairs: Sequence[Twin]
) -> list[str]:
    """Plays the planned duel and its twins: every page on which the channel could tell two of them apart."""
    pause, moves, leaks = middle(game, PLANS[game]), PLANS[game], []
    async with another_world(folders.mktemp("first")) as world:
        ours = await transcript(world, game, moves, pause)
    for twin in pairs:
        with monkeypatch.context() as patch:
            patch.setattr(secrets, "token_bytes", lambda count, seed=twin.seed: seed[:count])
            patch.setattr(Seeded, "draw", _drawing(twin.drawn))
            async with another_world(folders.mktemp("twin")) as world:
                theirs = await transcript(world, game, twin.moves, pause)
        # The challenge and the start come before the first move, and the pause is three pages more.
        pages = 2 + twin.same + (3 if twin.same >= pause else 0)
        assert len(theirs) >= pages
        leaks += [one for one, two in zip(ours[:pages], theirs[:pages], strict=True) if one != two]
    return leaks


@pytest.mark.asyncio
@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.soak) for part in range(1, PARTS))])
@pytest.mark.parametrize("game", GAMES)
async def test_the_channel_reads_the_same_whatever_is_hidden(
    game: str, part: int, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = list(twins(game))
    if facts(game).hides:
        assert sum(twin.hidden for twin in pairs) >= 6
        assert any(twin.same >= middle(game, PLANS[game]) for twin in pairs), "none lasts till the restart"
    assert await told(game, tmp_path_factory, monkeypatch, pairs[part::PARTS]) == []


@pytest.mark.asyncio
@pytest.mark.soak
@pytest.mark.parametrize("game", where(lambda told: told.hides))
async def test_a_picture_that_is_missing_tells_nothing(
    game: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (uploads, simcord_taught):
        monkeypatch.setattr(module, "NAMES", uploads.NAMES[::2])
    assert await told(game, tmp_path_factory, monkeypatch, list(twins(game))[:1]) == []


# ---- a copy that leaks is found out


def _of_the_starter(saved_duel: SavedDuel, viewer: Player | None) -> View:
    assert saved_duel.duel is not None
    return saved_duel.duel.view(viewer or Player.ONE)


def _with_the_starters_actions(saved_duel: SavedDuel, viewer: Player | None) -> View:
    assert saved_duel.duel is not None
    one = saved_duel.duel.view(Player.ONE)
    return (
        saved_duel.duel.view(viewer)
        if viewer
        else replace(saved_duel.duel.view(None), actions=one.actions, turn=one.turn)
    )


def _with_the_starters_buttons(real: Any) -> Any:
    def leaking(view: View, about: Any) -> Layout:
        layout: Layout = real(view, about)
        hers = Duel.start("match", Seeded(SEED)).view(Player.ONE)
        for _, run in controls_for(replace(hers, turn=view.turn), about.duel, dimmed=False):
            for start in range(0, len(run), 5):
                layout.components.append(row(*run[start : start + 5]))
        return layout

    return leaking


def _with_the_table_in_an_id(saved_duel: SavedDuel, viewer: Player | None) -> View:
    """The turn is part of no public text: whoever leaks through it does so in an id alone."""
    assert saved_duel.duel is not None
    pile = saved_duel.duel.view(Player.ONE).pile("table", Player.ONE)
    seen = saved_duel.duel.view(viewer)
    return seen if viewer or not pile or not pile.numbers else replace(seen, turn=pile.numbers[0])


def _with_the_turn_in_an_id(real: Any) -> Any:
    def leaking(view: View, about: Any) -> Layout:
        layout: Layout = real(view, about)
        layout.components.append(row(button("Watch", f"watch:{view.turn}")))
        return layout

    return leaking


@pytest.mark.asyncio
@pytest.mark.parametrize("game", sampled(where(lambda told: told.hides), "siege"))
async def test_a_board_drawn_from_a_players_view_is_found_out(
    game: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SavedDuel, "view", _of_the_starter)
    first = next(twins(game))
    assert await told(game, tmp_path_factory, monkeypatch, [first])


@pytest.mark.asyncio
@pytest.mark.soak
async def test_a_board_that_enables_what_is_in_a_hand_is_found_out(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SavedDuel, "view", _with_the_starters_actions)
    monkeypatch.setattr(board, "open_board", _with_the_starters_buttons(board.open_board))
    assert await told("match", tmp_path_factory, monkeypatch, [other_card("match", Player.ONE)])


@pytest.mark.asyncio
async def test_a_commitment_in_a_custom_id_is_found_out(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SavedDuel, "view", _with_the_table_in_an_id)
    monkeypatch.setattr(board, "open_board", _with_the_turn_in_an_id(board.open_board))
    assert await told("siege", tmp_path_factory, monkeypatch, [next(twins("siege"))])


def _with_the_turn_as_a_picture(real: Any) -> Any:
    def leaking(view: View, about: Any) -> Layout:
        layout: Layout = real(view, about)
        layout.components.append(text(pictures.token(1 + view.turn % 10)))
        return layout

    return leaking


@pytest.mark.asyncio
@pytest.mark.soak
async def test_a_commitment_in_a_picture_is_found_out(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SavedDuel, "view", _with_the_table_in_an_id)
    monkeypatch.setattr(board, "open_board", _with_the_turn_as_a_picture(board.open_board))
    assert await told("siege", tmp_path_factory, monkeypatch, [next(twins("siege"))])
