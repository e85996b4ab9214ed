"""What one player may not know is never on the screen, nor above it, when the other looks.

Twins: two duels that differ in one secret. Whatever the other player and anybody before the screen sees of them, up to
the answer, is the same. A session that forgets to clear fails it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from games import Action, Duel, Player, Scripted, Seeded
from games.model import Phase, Verb
from games.terminal import CLEAR, Session
from tests.games.facts import facts, where
from tests.games.helpers import play
from tests.terminal.screen import Moment, TypedSession, Typist, at_random, typed

HAND = re.compile(r"Player ([12])(?: \(you\))?: [^\n]*Hand: ([\d, ]+)\.")


class Forgetful(Session):
    """Clears nothing."""

    def _hide(self) -> None:
        self._private = False


def scripted(moves: list[Action]) -> Typist:
    """These moves in the order asked for, then the end of the input."""
    left = iter(moves)

    def typist(moment: Moment) -> str | None:
        if moment.gate:
            return ""
        action = next(left, None)
        return None if action is None else typed(action)

    return typist


def seen_after(moves: list[Action], duel: Duel, kind: type[Session] = Session) -> list[tuple[bool, str]]:
    """What is on the screen at each moment after the last of these moves, until the input ends."""
    played = TypedSession(duel, scripted(moves), kind).play()
    asked = [at for at, moment in enumerate(played.moments) if not moment.gate]
    return [(moment.gate, moment.shown) for moment in played.moments[asked[len(moves) - 1] + 1 :]]


def secret_choices(duel: Duel, random: Random) -> Iterator[tuple[list[Action], tuple[Action, ...]]]:
    """At each choice that stays hidden: the moves up to it, and what could be chosen."""
    moves: list[Action] = []
    while duel.to_act:
        player = min(duel.to_act, key=lambda player: player.value)
        actions = duel.view(player).actions
        action = random.choice(actions)
        after = duel.play(player, action)
        # Still on the table, and face down: the other has yet to answer.
        if any(pile.name == "table" and pile.numbers is None for pile in after.view(None).piles):
            yield list(moves), actions
        moves.append(action)
        duel = after


@pytest.mark.parametrize("seeds", [range(4), pytest.param(range(4, 25), marks=pytest.mark.soak)], ids=["few", "many"])
@pytest.mark.parametrize("game", where(lambda told: told.hides_choices))
def test_a_hidden_choice_changes_nothing_that_is_seen(game: str, seeds: range) -> None:
    twins = 0
    for seed in seeds:
        duel = Duel.start(game, Seeded(b"any"), Player(seed % 2 + 1))
        random = Random(seed)
        if openings := facts(game).openings:
            duel = play(duel, *openings[seed % len(openings)])
        for moves, actions in list(secret_choices(duel, random))[:12]:
            if len(actions) == 1:
                continue
            one, other = random.sample(actions, 2)
            seen = seen_after([*moves, one], duel)
            assert [gate for gate, _ in seen] == [True, False]
            assert seen == seen_after([*moves, other], duel)
            assert typed(one) not in seen[0][1]
            leaked = seen_after([*moves, one], duel, Forgetful)
            assert leaked != seen_after([*moves, other], duel, Forgetful)
            twins += 1
    assert twins > 2 * len(seeds)


def test_another_hand_changes_nothing_that_the_other_sees() -> None:
    twins = 0
    for seed in range(60):
        random = Random(seed)
        deck = [number for number in range(1, 10) for _ in range(4)]
        random.shuffle(deck)
        attack = deck[0]
        # One of the attacker's cards that stay in the hand, for one that lies deep in the deck.
        deep = next(at for at in range(25, 36) if deck[at] != deck[1])
        twin = list(deck)
        twin[1], twin[deep] = deck[deep], deck[1]
        duels = [
            Duel.start("match", Scripted(tuple(Action(Verb.DRAW, number) for number in cards)))
            for cards in (deck, twin)
        ]
        move = [Action(Verb.ATTACK, attack)]
        one, other = (seen_after(move, duel) for duel in duels)
        assert [gate for gate, _ in one] == [True, False]
        assert one == other
        forgotten, forgotten_twin = (seen_after(move, duel, Forgetful) for duel in duels)
        assert forgotten != forgotten_twin
        twins += 1
    assert twins == 60


@pytest.mark.parametrize("starter", Player)
def test_a_hand_is_on_the_screen_only_while_its_owner_is_asked(starter: Player) -> None:
    for seed in range(25):
        played = TypedSession(Duel.start("match", Seeded(bytes([seed, 3])), starter), at_random(Random(seed))).play()
        assert [moment.gate for moment in played.moments] == [True, False] * (len(played.moments) // 2)
        for gate, asked in zip(played.moments[::2], played.moments[1::2], strict=True):
            assert gate.player is asked.player
            assert not HAND.search(gate.shown)
            assert "drawn" not in gate.shown
            hand = asked.view.pile("hand", asked.player)
            assert hand is not None
            assert hand.numbers is not None
            found = HAND.findall(asked.shown)
            assert found == [(str(asked.player.value), ", ".join(map(str, hand.numbers)))]
            assert f"Player {asked.player.other.value}: " in asked.shown
        # Each card drawn is told once, to its owner alone: as many words about it as there are draws to tell of.
        told = sum(asked.shown.count("You have drawn") for asked in played.moments[1::2])
        assert told >= len(played.moments) // 4


@pytest.mark.parametrize("game", where(lambda told: told.always_private))
def test_each_private_moment_is_cleared_once_and_before_anything_else(game: str) -> None:
    for seed in range(10):
        played = TypedSession(Duel.start(game, Seeded(bytes([seed, 4]))), at_random(Random(seed))).play()
        asked = [moment for moment in played.moments if not moment.gate]
        assert played.screen.all.count(CLEAR) == len(asked)
        for part in re.split(r"\n> [^\n]*\n", played.screen.all)[1:]:
            assert part.startswith(CLEAR)


@pytest.mark.parametrize("game", where(lambda told: not told.always_private))
def test_open_games_clear_nothing_and_hand_nothing_over(game: str) -> None:
    for seed in range(20):
        played = TypedSession(Duel.start(game, Seeded(b"any")), at_random(Random(seed))).play()
        open_moments = [moment for moment in played.moments if moment.duel.view(None).phase is not Phase.PICK]
        assert not any(moment.gate for moment in open_moments)
        if len(open_moments) == len(played.moments):
            assert CLEAR not in played.screen.all


@pytest.mark.parametrize("game", where(lambda told: told.always_private))
def test_leaving_leaves_nothing_behind(game: str) -> None:
    for last in ("quit", None):
        duel = Duel.start(game, Seeded(b"any"))

        def typist(moment: Moment, last: str | None = last) -> str | None:
            return "" if moment.gate else last

        played = TypedSession(duel, typist).play()
        assert not HAND.search(played.screen.shown)
        assert "unfinished" in played.screen.shown
        assert len(played.screen.shown.strip().splitlines()) == 1


def test_a_move_typed_too_early_is_wiped_before_the_other_looks() -> None:
    def typist(moment: Moment) -> str | None:
        if not moment.gate:
            return "attack 7" if moment.player is Player.ONE else None
        # The attacker's line came twice: the second one is read where the other should press Enter.
        return "attack 7" if moment.player is Player.TWO and "Only Enter" not in moment.shown else ""

    played = TypedSession(Duel.start("siege", Seeded(b"any")), typist).play()
    *_, gate, asked = played.moments
    assert gate.gate
    assert asked.player is Player.TWO
    assert "attack 7" not in gate.shown
    assert "attack 7" not in asked.shown
    assert "Player 1 attacks with a token, face down until it is answered." in gate.shown
