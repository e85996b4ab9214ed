"""One person at the keyboard against the computer: it moves by itself, all that it does is told, and nothing is hidden
from the only one who looks."""

from __future__ import annotations

import sys
from random import Random

import pytest

from games import Action, Duel, Ending, Outcome, Player, Seeded, View, names
from games.__main__ import main
from games.model import Attacked, Healed, Talk
from games.terminal import CLEAR, COMPUTER, LEFT, Opponent
from games.words import NOT_ASKED
from players import Level, decided, player_for
from tests import children
from tests.games.helpers import LEVEL_AT_8, play, start
from tests.terminal.pseudo_terminal import COMMAND
from tests.terminal.screen import TypedSession, Typist, at_random, in_order, lines
from tests.terminal.test_secrecy import HAND

ONE, TWO = Player.ONE, Player.TWO
MEETS = "You are Player 1, and Player 2 is the computer."


def computer(game: str, level: Level = Level.EASY, seed: int = 0) -> Opponent:
    player, random = player_for(game, level), Random(seed)
    return Opponent(MEETS, lambda view: decided(player, view, random))


def against(duel: Duel, typist: Typist, level: Level = Level.EASY, seed: int = 0) -> TypedSession:
    return TypedSession(duel, typist, opponent=computer(duel.game.name, level, seed)).play()


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("starter", Player)
def test_whole_duels_against_the_computer(game: str, level: Level, starter: Player) -> None:
    for seed in range(3):
        played = against(Duel.start(game, Seeded(bytes([seed, 5])), starter), at_random(Random(seed)), level, seed)
        shown, duel = played.screen.all, played.session.duel
        assert MEETS in shown
        assert duel.outcome
        assert shown.endswith(f"Thank you for playing {duel.game.title}!\n")
        # Nobody takes the keyboard, and nothing is cleared.
        assert CLEAR not in shown
        assert not any(moment.gate for moment in played.moments)
        assert len(played.moments) == duel.turn(ONE)
        assert duel.turn(TWO) > 0
        told = iter(shown.split("\n"))
        for event in duel.view(ONE).history:
            if isinstance(event, Attacked):
                assert f"Player {event.attacker.value} attacks with {event.number}." in told
            if isinstance(event, Healed):
                assert f"Player {event.player.value} heals with {event.number}." in told


def test_the_computers_hand_is_not_shown_before_the_end() -> None:
    for seed in range(5):
        played = against(Duel.start("match", Seeded(bytes([seed, 6])), TWO), at_random(Random(seed)), seed=seed)
        for moment in played.moments:
            assert {owner for owner, _ in HAND.findall(moment.shown)} == {"1"}


@pytest.mark.parametrize("duel", [start("siege", TWO), play(start("digit"), *LEVEL_AT_8)], ids=["siege", "digit"])
def test_what_the_computer_has_chosen_in_secret_is_not_shown(duel: Duel) -> None:
    one, *_, other = duel.view(COMPUTER).actions

    def shown_after(action: Action) -> str:
        """What is on the screen when the person is asked."""
        opponent = Opponent(MEETS, lambda view: action if action in view.actions else None)
        return TypedSession(duel, lines(["quit"]), opponent=opponent).play().moments[0].shown

    assert shown_after(one) == shown_after(other)
    assert "face down" in shown_after(one) or "Player 2 has picked." in shown_after(one)


@pytest.mark.parametrize("game", names())
def test_the_computer_declines_a_draw(game: str) -> None:
    duel = Duel.start(game, Seeded(b"any"))
    played = against(duel, lines(["draw", "draw", "status"]))
    assert [move.token for move in played.session.duel.moves] == [Talk.OFFER, Talk.DECLINE]
    in_order(
        played.screen.all,
        ["Player 2 declines the draw.", "Player 1's turn.", "Player 1 can offer a draw again after their next move."],
    )


def test_nobody_speaks_for_the_computer() -> None:
    said = [f"player 2 {word}" for word in ("resign", "resign", "draw", "decline")]
    played = against(start("battle"), lines([*said, "help", "player 1 resign", "resign", "resign"]))
    assert played.screen.all.count("Player 2 is the computer, and decides by itself.") == len(said)
    assert NOT_ASKED not in played.screen.all
    assert played.session.duel.outcome == Outcome(TWO, Ending.RESIGNATION)


def test_sudden_death_against_the_computer() -> None:
    level = play(start("digit"), *LEVEL_AT_8)
    accepted = against(level, lines(["5", "5", "5", "draw"]), Level.HARD)
    assert accepted.session.duel.outcome == Outcome(None, Ending.AGREEMENT)
    in_order(
        accepted.screen.all,
        [
            "Player 2 has picked.",
            "Sudden death: Player 1 is to pick.",
            *("Player 1 picked 5, Player 2 picked 5.", "Level: nothing changes.") * 3,
            "Player 2 offers a draw.",
            "Player 2 has picked.",
            "Player 2 offers a draw: type draw or decline, or play on.",
            "It is a draw: both players agree.",
        ],
    )
    played_on = against(level, lines(["5", "5", "5", "5", "draw"]), Level.HARD)
    assert "The offer of a draw has lapsed." in played_on.screen.all
    assert played_on.session.duel.outcome == Outcome(None, Ending.AGREEMENT)


def test_the_computer_is_handed_its_view_and_nothing_else() -> None:
    seen: list[View] = []

    def decide(view: View) -> Action | None:
        seen.append(view)
        return view.actions[0] if view.actions else None

    duel = Duel.start("siege", Seeded(b"any"), TWO)
    TypedSession(duel, lines(["take", "3", "quit"]), opponent=Opponent(MEETS, decide)).play()
    assert len(seen) > 4
    assert all(view.viewer is COMPUTER for view in seen)


# ---- as a process


@pytest.mark.parametrize("game", names())
def test_the_command_plays_against_the_computer(game: str) -> None:
    done = children.run(*COMMAND, game, "--against", "hard", "--seed", "a", typed=b"status\nquit\n")
    assert (done.returncode, done.stderr) == (0, b"")
    shown = " ".join(done.stdout.decode().split())
    assert "You are Player 1. Player 2 is the computer, " in shown
    assert shown.endswith(LEFT)


def test_a_seed_repeats_the_computers_moves() -> None:
    typed = b"attack 1\nheal 2\nattack 3\nheal 4\nattack 5\nheal 6\n"
    first, again, other = (
        children.run(*COMMAND, "nomad", "--against", "easy", "--seed", seed, typed=typed).stdout for seed in "aab"
    )
    assert first == again != other


def test_a_level_that_is_none_is_refused_in_one_line() -> None:
    done = children.run(*COMMAND, "siege", "--against", "perfect")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"There is no level of that name. Choose: easy, medium, hard.\n"


def test_a_game_without_a_player_of_its_own_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("players._OWN", {})
    monkeypatch.setattr("sys.stdin", None)
    assert main(["battle", "--against", "hard"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Player 2 is the computer, which plays by legal moves at random." in said


def test_two_people_need_no_computer_players(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "players", None)
    monkeypatch.setattr("sys.stdin", None)
    assert main(["battle"]) == 0
    assert "Welcome to Number Battle!" in capsys.readouterr().out
    with pytest.raises(ModuleNotFoundError):
        main(["battle", "--against", "hard"])
