"""Games that the terminal has never heard of are played like the others: nothing in it asks for a game's name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from games import Action, Duel, Ending, Game, Outcome, Player, Seeded, get, news, registry
from games.changes import replaced
from games.model import (
    Control,
    Phase,
    Pile,
    Private,
    Public,
    Showdown,
    State,
    Verb,
)
from games.pool import PoolGame, PoolPublic
from games.rules.digit import DigitDuel
from games.rules.siege import NumericalSiege, SiegePrivate, SiegePublic
from tests.terminal.screen import TypedSession, at_random, in_order, lines
from tests.terminal.test_sudden_death import LEVEL

ONE, TWO = Player.ONE, Player.TWO


class Uneven(PoolGame[PoolPublic, Private]):
    """Attacks only; the second player has more life."""

    name, title, rules_version = "uneven", "Uneven", 1
    start_life, full_life = 1, 9
    tagline, summary, hint, how_to_play = "Uneven", "An uneven game.", "You have less.", "Attack."

    def new_initial_state(self, starter: Player) -> State[PoolPublic, Private, None]:
        return State(PoolPublic((1, 9), starter), (Private(), Private()), None)


class Skirmish(NumericalSiege):
    """A shorter siege."""

    name, title = "skirmish", "Skirmish"

    def new_initial_state(self, starter: Player) -> State[SiegePublic, SiegePrivate, None]:
        public = SiegePublic((5, 5), starter, tokens=((1, 2, 3), (2, 3, 4)))
        return State(public, (SiegePrivate(), SiegePrivate()), None)


class BlindRound(DigitDuel):
    """A Digit Duel that calls its end otherwise."""

    pick_title = "The blind round"
    pick_news = "Now it gets dark."


@dataclass(frozen=True)
class Picks(Private):
    pick: int | None = None


Both = State[Public, Picks, None]


class Clash(Game[Public, Picks, None]):
    """Both pick at once from the first move; each loses what the other picked."""

    name, title, rules_version = "clash", "Clash", 1
    start_life = full_life = 5
    tagline, summary, hint, how_to_play = "Blind", "Both pick at once.", "Pick high.", "Pick."
    starter_matters = False

    def new_initial_state(self, starter: Player) -> Both:
        return State(Public((5, 5), starter), (Picks(), Picks()), None)

    def active_players(self, state: Both) -> frozenset[Player]:
        return frozenset(player for player in Player if state.private[player.index].pick is None)

    def legal_actions(self, public: Public, private: Picks, player: Player) -> tuple[Action, ...]:
        return tuple(Action(Verb.PICK, number) for number in (1, 2, 3))

    def apply_action(self, state: Both, player: Player | None, action: Action) -> Both:
        assert player is not None
        private = replaced(state.private, player, Picks(pick=action.number))
        one, two = (part.pick for part in private)
        if one is None or two is None:
            return state._replace(private=private)
        public = state.public
        life = (public.life[0] - two, public.life[1] - one)
        shown = Showdown(public.exchange + 1, (one, two), life, (-two, -one))
        after = replace(public, life=life, exchange=shown.exchange, events=(*public.events, shown))
        return State(after, (Picks(), Picks()), None)

    def outcome(self, state: Both) -> Outcome | None:
        alive = [player for player in Player if state.public.life[player.index] > 0]
        return None if len(alive) == 2 else Outcome(alive[0] if alive else None, Ending.LIFE)

    def phase(self, public: Public) -> Phase:
        return Phase.PICK

    def is_secret(self, public: Public) -> bool:
        return True

    def piles(self, public: Public, private: Picks | None, viewer: Player | None) -> tuple[Pile, ...]:
        return ()

    def revealed(self, public: Public, private: tuple[Picks, Picks]) -> tuple[Pile, ...]:
        return ()

    def controls(self, public: Public, private: Picks, player: Player) -> tuple[Control, ...]:
        return tuple(map(Control, self.legal_actions(public, private, player)))


def test_a_sixth_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "uneven", Uneven())
    shown = TypedSession(Duel.start("uneven", Seeded(b"any"), Player.TWO), lines(["1"])).play().screen.all
    assert "Welcome to Uneven!\nAn uneven game.\nYou have less.\n" in shown
    assert "Player 1: 1 life point.\nPlayer 2 (you): 9 life points.\n" in shown
    assert "Player 1 has no life points left. Player 2 wins the duel!\n" in shown


def test_a_sixth_game_with_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "skirmish", Skirmish())
    for seed in range(10):
        played = TypedSession(Duel.start("skirmish", Seeded(b"any")), at_random(Random(seed))).play()
        assert [moment.gate for moment in played.moments] == [True, False] * (len(played.moments) // 2)
        assert played.screen.all.endswith(f"Thank you for playing {get('skirmish').title}!\n")


@pytest.mark.parametrize("starter", Player)
def test_a_game_in_which_both_pick_from_the_first_move(monkeypatch: pytest.MonkeyPatch, starter: Player) -> None:
    monkeypatch.setitem(registry.GAMES, "clash", Clash())
    duel = Duel.start("clash", Seeded(b"any"), starter)
    shown = TypedSession(duel, lines(["pick 1", "2", "1", "3"])).play().screen.all
    in_order(
        shown,
        [
            "Welcome to Clash!",
            "Type a move as it is offered to you, such as pick 1, or help.",
            "Player 1 is to pick.",
            "Player 2 is to pick.",
            "Player 1 picked 1, Player 2 picked 2.",
            "Player 1 loses 2 life points and is now at 3; Player 2 loses 1 life point and is now at 4.",
            "Player 1 is to pick.",
            "Player 1 picked 1, Player 2 picked 3.",
            "Player 1 has no life points left. Player 2 wins the duel!",
        ],
    )
    for foreign in ("begins", "coin", "Sudden death", "sudden death", "Level"):
        assert foreign not in shown


def test_both_can_run_out_of_life_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "clash", Clash())
    shown = TypedSession(Duel.start("clash", Seeded(b"any")), lines("333333")).play().screen.all
    assert "\nIt is a draw: both have run out of life.\n" in shown


def test_what_picking_is_called_is_the_games_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, "digit", BlindRound())
    shown = TypedSession(Duel.start("digit", Seeded(b"any")), lines([*LEVEL, "pick 3"])).play().screen.all
    in_order(shown, ["The blind round! Now it gets dark.", "The blind round: Player 1 is to pick."])
    assert "udden death" not in shown.split("Now it gets dark.")[1]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            Showdown(1, (5, 1), (11, 3), (4, -4)),
            "Player 2 loses 4 life points and is now at 3; Player 1 gains 4 life points and is now at 11.",
        ),
        (Showdown(1, (5, 1), (20, 3), (0, -4)), "Player 2 loses 4 life points and is now at 3; Player 1 stays at 20."),
        (
            Showdown(1, (1, 5), (9, -1), (0, -3)),
            "Player 2 loses 3 life points and is now at 0 (overkill: 1); Player 1 stays at 9.",
        ),
        (Showdown(1, (5, 1), (9, 9), (0, 0)), "Nothing changes."),
        (Showdown(1, (5, 5), (9, 9), (0, 0)), "Level: nothing changes."),
        (Showdown(1, (5, 5), (9, 10), (1, 0)), "Player 2 stays at 10; Player 1 gains 1 life point and is now at 9."),
    ],
)
def test_a_showdown_is_told_as_its_event_says_whatever_the_picks(event: Showdown, told: str) -> None:
    view = Duel.start("digit", Seeded(b"any")).view(None)
    assert news.news([event], view)[1:] == (told,)
