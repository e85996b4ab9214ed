"""`python -m games` as a process: arguments, exit codes, bytes on its input, a real terminal."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator

import pytest

from games import Player, get, names
from games.__main__ import main
from games.terminal import CLEAR, INTERRUPTED, LEFT, NO_INPUT, toss
from tests import children
from tests.children import PYTHON, environment
from tests.terminal.pseudo_terminal import COMMAND, Terminal, in_terminal, take


def run(*arguments: str, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return children.run(*COMMAND, *arguments, typed=typed)


def test_the_games_are_listed() -> None:
    done = run()
    shown = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    for name in names():
        assert f"  {name} " in shown
        assert get(name).title in shown
        assert f"{get(name).tagline}. {get(name).summary}" in " ".join(shown.split())
    assert f"python -m games {names()[0]}" in shown


@pytest.mark.parametrize("name", ["chess", "", "Siege!", "\x1b[2J"])
def test_an_unknown_game_is_refused_in_one_line(name: str) -> None:
    done = run(name)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == (f"There is no game of that name. Choose: {', '.join(names())}.\n")


def test_odd_arguments_are_refused() -> None:
    assert run("--nonsense").returncode == 2
    assert run("siege", "match").returncode == 2


def test_a_whole_duel() -> None:
    done = run("battle", "--seed", "a", typed=b"9\n8\n7\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "wins the duel!\nThank you for playing Number Battle!\n" in done.stdout.decode()


def test_a_seed_repeats_the_toss_and_the_deal() -> None:
    typed = b"\n1\n2\n3\n4\n5\n6\n7\n8\n9\n"
    first, again = (run("match", "--seed", "our first duel", typed=typed) for _ in range(2))
    assert first.stdout == again.stdout
    others = [run("match", "--seed", "another", typed=typed), *(run("match", typed=typed) for _ in range(2))]
    assert len({first.stdout, *(other.stdout for other in others)}) == 4


def test_any_text_is_a_seed() -> None:
    for seed in ("", "é", "💥" * 50, os.fsdecode(b"\xff\xfe"), "-0"):
        assert run("siege", f"--seed={seed}", typed=b"quit\n").returncode == 0


def test_the_coin_is_fair() -> None:
    tosses = [toss(bytes([one, two])) for one in range(32) for two in range(32)]
    assert 400 < tosses.count(Player.ONE) < 624


@pytest.mark.parametrize(
    "typed", [b"", b"\n", b"\n\xff\n\xff", b"\xff\xfe\x00", b"\xc3", b"\x00\n\x1b[2J\n", b"1" * 1000, b"9" * 300_000]
)
def test_e16_bytes_that_are_no_move(typed: bytes) -> None:
    done = run("match" if typed.startswith(b"\n") else "battle", typed=typed)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().endswith(f"{NO_INPUT}\n")


def test_e16_invalid_bytes_keep_the_turn() -> None:
    shown = run("battle", "--seed", "a", typed=b"\xff\xfe\n\x80attack 9\nattack 9\n").stdout.decode()
    assert shown.count("That is not understood") == 2
    assert "attacks with 9." in shown


def test_windows_line_ends() -> None:
    done = run("battle", "--seed", "a", typed=b"9\r\n8\r\n7\r\n")
    assert b"wins the duel!" in done.stdout


def test_quit() -> None:
    done = run("siege", typed=b"quit\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().endswith(f"{LEFT}\n")


def test_a_reader_that_has_gone() -> None:
    for arguments in ([], ["battle"]):
        reading, writing = os.pipe()
        os.close(reading)
        pipes = {"capture_output": False, "stdout": writing, "stderr": subprocess.PIPE}
        done = children.run(*COMMAND, *arguments, typed=b"9\n", **pipes)
        os.close(writing)
        assert (done.returncode, done.stderr) == (1, b"")


def test_streams_that_are_closed() -> None:
    done = children.run("sh", "-c", '"$@" <&- >&-', "sh", *COMMAND, "battle")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_terminal_of_plain_letters() -> None:
    plain = environment(PYTHONIOENCODING="ascii")
    renamed = (
        "from games import __main__, get; type(get('battle')).title = 'Bataille numérotée'; __main__.main(['battle'])"
    )
    done = children.run(PYTHON, "-c", renamed, env=plain)
    assert done.stderr == b""
    assert b"Welcome to Bataille num?rot?e!\n" in done.stdout


def test_ctrl_c_while_starting_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: int) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("games.__main__.secrets.token_bytes", interrupted)
    assert main(["siege"]) == 130


# ---- a real terminal


@pytest.fixture
def siege() -> Iterator[Terminal]:
    with in_terminal("siege", "--seed", "a") as terminal:
        yield terminal


def test_a_siege_in_a_terminal(siege: Terminal) -> None:
    take(siege)
    siege.type("attack 7\n")
    # Echoed as it was typed, and cleared before anything else is said.
    assert "attack 7" in siege.expect(CLEAR)
    assert "7" not in siege.expect("Press Enter when only you can see the screen.")
    siege.type("\n")
    siege.expect("> ")
    siege.type("no\n")
    siege.expect("loses 7 life points and is now at 8.")


def test_ctrl_c_in_a_terminal(siege: Terminal) -> None:
    take(siege)
    siege.type("\x03")
    siege.expect(CLEAR)
    assert siege.expect(INTERRUPTED).strip() == INTERRUPTED
    assert siege.ended() == 130
    assert siege.shown.strip() == ""


def test_e16_ctrl_d_in_a_terminal(siege: Terminal) -> None:
    siege.expect("Press Enter when only you can see the screen.")
    siege.type("\x04")
    siege.expect(NO_INPUT)
    assert siege.ended() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_whatever_ends_it_clears_the_screen_first(siege: Terminal, number: signal.Signals) -> None:
    take(siege)
    siege.process.send_signal(number)
    siege.expect(CLEAR)
    assert siege.ended() == 130


def test_ctrl_z_clears_the_screen_and_the_turn_is_kept(siege: Terminal) -> None:
    take(siege)
    siege.process.send_signal(signal.SIGTSTP)
    siege.expect(CLEAR)
    siege.process.send_signal(signal.SIGCONT)
    siege.expect("Type status to see where you are.")
    siege.type("attack 7\n")
    siege.expect("take the keyboard.")
