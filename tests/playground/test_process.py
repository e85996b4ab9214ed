"""`python -m bot playground` as a process: its end, its port, its database, and what it must not need."""

from __future__ import annotations

import argparse
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from bot import playground
from tests.playground.play import COMMAND, ROOT, Process

Start = Callable[..., Process]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_ends_cleanly_and_frees_its_port(start: Start, number: signal.Signals) -> None:
    first = start()
    assert first.end(number).endswith("The playground is closed.\n")
    again = start("--port", str(first.port))
    assert again.port == first.port


@pytest.mark.parametrize(
    "imported", ["bot.errors", "aiohttp", "discord", "storage", "bot.playground", "simcord", "bot.playground.app"]
)
def test_ctrl_c_while_it_starts_ends_it_without_a_traceback(imported: str) -> None:
    """In a terminal of its own; Python tells each module that it has imported, so each moment is met on any machine."""
    screen, terminal = os.openpty()
    python = [sys.executable, "-X", "importtime"]
    taking = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
    with subprocess.Popen(
        [sys.executable, "-c", taking, *python, *COMMAND[1:], "--port", "0"],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        cwd=ROOT,
        start_new_session=True,
    ) as process:
        os.close(terminal)
        told = read(screen, until=re.compile(rf"\| +{re.escape(imported)}\r\n"))
        os.write(screen, b"\x03")
        told += read(screen)
        assert process.wait(timeout=20) in (0, 130), told
    os.close(screen)
    said = [line for line in told.splitlines() if not line.startswith("import time:")]
    assert not any("Traceback" in line or "Exception" in line or "Error" in line for line in said), said


def read(screen: int, until: re.Pattern[str] | None = None) -> str:
    """What comes on a terminal, to its end or until something is told."""
    told = ""
    while until is None or not until.search(told):
        try:
            part = os.read(screen, 65536)
        except OSError:  # as Linux tells the end
            break
        if not part:
            break
        told += part.decode()
    return told


def test_a_port_that_is_taken_is_told_in_one_sentence(start: Start) -> None:
    taken = start().port
    done = run("--port", str(taken))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Port {taken} is taken. Close what uses it")
    assert done.stderr.count("\n") == 1


def test_it_listens_on_the_loopback_address_alone(start: Start) -> None:
    process = start()
    for address in {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}:
        if not str(address).startswith("127."):
            with pytest.raises(OSError, match="refused"):
                socket.create_connection((str(address), process.port), timeout=5)


@pytest.mark.parametrize(
    ("header", "value"), [("Host", "evil.example"), ("Origin", "http://evil.example"), ("Origin", "null")]
)
def test_other_sites_are_refused(start: Start, header: str, value: str) -> None:
    process = start()
    request = urllib.request.Request(f"{process.url}playground/restart", b"{}", {header: value})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    with refused.value as answer:
        assert answer.code == 403
    process.end()


@pytest.mark.parametrize(
    "wish", [b"", b"[]", b'{"name": "Eve", "open": true}', b'{"open": true}', b'{"name": "Ada", "open": "false"}']
)
def test_odd_wishes_are_refused(start: Start, wish: bytes) -> None:
    process = start()
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{process.url}playground/door", wish)
    with refused.value as answer:
        assert answer.code == 400
    process.end()


@pytest.mark.parametrize("path", ["playground/nothing.js", "playground/..%2f__init__.py", "playground/"])
def test_only_the_page_is_served(start: Start, path: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(start().url + path)
    with refused.value as answer:
        assert answer.code == 404


def test_the_database_is_thrown_away_unless_it_is_named(tmp_path: Path) -> None:
    Process.start("--game", "siege", TMPDIR=str(tmp_path)).end()
    assert list(tmp_path.iterdir()) == []
    kept = tmp_path / "kept.db"
    assert f"The duels are in {kept}." in Process.start("--game", "siege", "--database", str(kept)).end()
    assert kept.read_bytes().startswith(b"SQLite")
    done = run("--database", str(kept))
    assert done.returncode == 2
    assert done.stderr.startswith(f"{kept} exists already")
    done = run("--database", str(tmp_path / "none" / "a.db"))
    assert done.returncode == 2
    assert "There is no folder" in done.stderr
    done = run("--database", "/proc/duels.db")
    assert done.returncode == 2
    assert done.stderr.startswith("/proc/duels.db can't be written")
    assert "The duels are in" not in done.stdout


@pytest.mark.parametrize("option", ["--speed", "--port"])
def test_a_number_that_is_none_is_told_in_words(option: str) -> None:
    done = run(option, "abc")
    assert done.returncode == 2
    assert f"argument {option}: choose a" in done.stderr


def test_the_address_stands_alone(start: Start) -> None:
    process = start("--game", "siege")
    out, err = process.lines[0] + process.end(), process.err
    assert err == ""
    assert out.splitlines()[0] == f"The playground is open: {process.url}"


@pytest.mark.parametrize(
    "odd", [["--seats", "4"], ["--game", "chess"], ["--speed", "0"], ["--speed", "nan"], ["--port", "99999"]]
)
def test_odd_options_are_refused(odd: list[str]) -> None:
    done = run(*odd)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_without_its_extra_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(playground, "EXTRA", ("simcord", "a_package_that_is_not_here"))
    assert playground.main(argparse.Namespace()) == playground.UNUSABLE == 2
    assert "make play" in capsys.readouterr().err


def test_who_only_runs_the_bot_needs_nothing_of_it() -> None:
    code = (
        "import bot.__main__, sys; print({'simcord', 'aiohttp.web', 'markdown_it', 'PIL', 'regex'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "set()\n"
