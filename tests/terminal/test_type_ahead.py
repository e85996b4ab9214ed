"""At a terminal, what is typed before the keyboard changes hands is thrown away; a pipe is read as it comes."""

from __future__ import annotations

import pytest

from games import Player, names
from games.__main__ import _key
from games.terminal import CLEAR, LEFT, toss
from tests import children
from tests.games.facts import facts, where
from tests.terminal.pseudo_terminal import COMMAND, GATE, in_terminal, take

SEEDS = {player: next(seed for seed in "abcdefgh" if toss(_key(seed)) is player) for player in Player}
"""A seed with which that player starts."""
HIDDEN = where(lambda told: told.always_private)
OPEN = [name for name in names() if not facts(name).always_private]


@pytest.mark.parametrize("starter", Player)
@pytest.mark.parametrize("game", HIDDEN)
def test_k2_a_second_enter_does_not_show_the_other_hand(game: str, starter: Player) -> None:
    with in_terminal(game, "--seed", SEEDS[starter]) as terminal:
        shown = take(terminal)
        assert f"Player {starter.value} (you): " in shown
        number = shown.partition(" (you)")[2].partition(": ")[2].partition(": ")[2][0]
        terminal.type_ahead(f"attack {number}\n\nattack 1\nty", f"{number}\r\n\r\nattack 1\r\nty")
        terminal.expect(CLEAR)
        shown = terminal.expect(GATE)
        terminal.type("quit\n")
        shown += terminal.expect(LEFT)
        assert "(you)" not in shown
        assert "attack 1" not in shown
        assert "Only Enter" not in shown
        assert terminal.ended() == 0


@pytest.mark.parametrize(
    ("keys", "echo"),
    [("attack 7\n\n", "7\r\n\r\n"), pytest.param("7\x16\r\x16\r\n\n", "^M\r\n\r\n", marks=pytest.mark.soak)],
)
def test_k2_what_is_wrong_where_only_enter_counts_takes_what_follows_with_it(keys: str, echo: str) -> None:
    with in_terminal("siege", "--seed", "a") as terminal:
        terminal.expect(GATE)
        terminal.type_ahead(keys, echo)
        terminal.expect(CLEAR)
        shown = terminal.expect(GATE)
        terminal.type("quit\n")
        assert "(you)" not in shown + terminal.expect(LEFT)


@pytest.mark.parametrize("starter", Player)
@pytest.mark.parametrize("game", OPEN)
def test_k2_in_an_open_game_nobody_moves_for_the_other(game: str, starter: Player) -> None:
    with in_terminal(game, "--seed", SEEDS[starter]) as terminal:
        terminal.expect("> ")
        terminal.type_ahead("attack 4\nattack 5\n", "4\r\nattack 5\r\n")
        terminal.expect(f"Player {starter.other.value}, you can ")
        terminal.expect("> ")
        terminal.type("quit\n")
        assert "attacks with 5" not in terminal.expect(LEFT)


def test_k2_a_pipe_is_read_as_it_comes() -> None:
    done = children.run(*COMMAND, "siege", "--seed", "a", typed=b"\nattack 7\n\nno\n\nattack 6\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "loses 7 life points and is now at 8." in done.stdout.decode()
    assert "Player 2 attacks with a token, face down until it is answered." in done.stdout.decode()
