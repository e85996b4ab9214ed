"""`python -m bot playground` as a process: its end, its port, its database, and what it must not depend on."""

from __future__ import annotations

import argparse
import os
import re
import select
import signal
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from bot import playground
from bot.__main__ import main
from bot.playground.app import OPEN_IT
from tests.bot.playground.play import COMMAND, Process
from tests.children import PATIENCE, PYTHON, child, environment, run

Start = Callable[..., Process]


def refused(*arguments: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """The command's message when it refuses these arguments, run in this process."""
    monkeypatch.setattr(sys, "argv", ["bot", "playground", "--no-browser", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (2, "")
    return err


def unusable(*arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The playground's message when it can't be opened with these options, run in this process."""
    parser = argparse.ArgumentParser()
    playground.add_arguments(parser)
    assert playground.main(parser.parse_args(["--no-browser", *arguments])) == playground.UNUSABLE == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_it_ends_cleanly_frees_its_port_and_throws_the_database_away_unless_it_is_named(
    start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    port, kept, thrown_away = 0, tmp_path / "kept.db", tmp_path / "thrown away"
    thrown_away.mkdir()
    named = {signal.SIGTERM: ("--database", str(kept))}
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        process = start("--port", str(port), "--game", "siege", *named.get(number, ()), TMPDIR=str(thrown_away))
        assert port in (0, process.port)
        port = process.port
        assert process.process.stdout
        assert process.process.stdout.readline() == f"{OPEN_IT}\n"
        out = process.lines[0] + process.end(number)
        assert out.splitlines()[0] == f"The playground is open: {process.url}"
        where = f"The duels are in {kept}.\n" if number in named else ""
        assert out.endswith(f"The playground is closed.\n{where}")
        assert list(thrown_away.iterdir()) == []
    assert kept.read_bytes().startswith(b"SQLite")
    assert unusable("--port", "0", "--database", str(kept), capsys=capsys).startswith(f"{kept} exists already")
    missing = str(tmp_path / "none" / "a.db")
    assert "There is no folder" in unusable("--port", "0", "--database", missing, capsys=capsys)


def test_a_browser_that_cant_be_opened_is_told() -> None:
    code = """
import os
from bot.playground.app import show
for browser in ("false", "true"):
    if not os.fork():  # which browser there is, is looked up once a process
        os.environ["BROWSER"] = browser
        show("http://127.0.0.1:1/")
        print(browser, flush=True)
        os._exit(0)
    os.wait()
"""
    assert run(PYTHON, "-c", code, text=True, env=dict(environment())).stdout == f"{OPEN_IT}\nfalse\ntrue\n"


# Before main() runs, during the imports, and at the start; the other moments repeat these.
@pytest.mark.parametrize(
    "imported",
    [
        "bot.errors",
        "simcord",
        "bot.playground.app",
        *(pytest.param(name, marks=pytest.mark.soak) for name in ("aiohttp", "discord", "storage", "bot.playground")),
    ],
)
def test_ctrl_c_while_it_starts_ends_it_without_a_traceback(imported: str) -> None:
    """In its own terminal. Python prints each module that it has imported, so each moment is met on any machine."""
    screen, terminal = os.openpty()
    python = [PYTHON, "-X", "importtime"]
    taking = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
    streams = {"stdin": terminal, "stdout": terminal, "stderr": terminal}
    try:
        with child(PYTHON, "-c", taking, *python, *COMMAND[1:], "--port", "0", start_new_session=True, **streams) as it:
            os.close(terminal)
            told = read(screen, until=re.compile(rf"\| +{re.escape(imported)}\r\n"))
            os.write(screen, b"\x03")
            told += read(screen)
            assert it.wait(timeout=PATIENCE) in (0, 130), told
    finally:
        os.close(screen)
    said = [line for line in told.splitlines() if not line.startswith("import time:")]
    assert not any("Traceback" in line or "Exception" in line or "Error" in line for line in said), said


def read(screen: int, until: re.Pattern[str] | None = None) -> str:
    """Read a terminal to its end, or until a text comes."""
    told = ""
    while until is None or not until.search(told):
        assert select.select([screen], [], [], PATIENCE)[0], f"nothing more has come: {told}"
        try:
            part = os.read(screen, 65536)
        except OSError:  # the end on Linux
            break
        if not part:
            break
        told += part.decode()
    return told


def answer_to(request: urllib.request.Request | str, body: bytes | None = None) -> int:
    """The status code with which a request is refused."""
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, body, timeout=PATIENCE)
    with refused.value as answer:
        return answer.code


def test_it_is_for_its_own_page_alone(start: Start, capsys: pytest.CaptureFixture[str]) -> None:
    process = start()
    # No other playground can use its port.
    said = unusable("--port", str(process.port), capsys=capsys)
    assert said.startswith(f"Port {process.port} is taken. Close what uses it")
    assert said.count("\n") == 1
    # It listens only on the loopback address.
    for address in {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}:
        if not str(address).startswith("127."):
            with pytest.raises(OSError, match="refused"):
                socket.create_connection((str(address), process.port), timeout=PATIENCE)
    # Requests from other sites are refused.
    for header, value in (("Host", "evil.example"), ("Origin", "http://evil.example"), ("Origin", "null")):
        request = urllib.request.Request(f"{process.url}playground/restart", b"{}", {header: value})
        assert answer_to(request) == 403, (header, value)
    # So are malformed requests.
    for wish in (b"", b"[]", b'{"name": "Eve", "open": true}', b'{"open": true}', b'{"name": "Ada", "open": "false"}'):
        assert answer_to(f"{process.url}playground/direct-messages", wish) == 400, wish
    for wish in (b"", b"[]", b'{"game": "chess"}', b'{"game": 1}'):
        assert answer_to(f"{process.url}playground/begin", wish) == 400, wish
    # Nothing else is served.
    for path in ("playground/nothing.js", "playground/..%2f__init__.py", "playground/"):
        assert answer_to(process.url + path) == 404, path


def test_a_database_that_cant_be_written_is_told_by_the_exit_code() -> None:
    done = run(*COMMAND, "--port", "0", "--database", "/proc/duels.db", text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("/proc/duels.db can't be written")
    assert "The duels are in" not in done.stdout


@pytest.mark.parametrize(
    ("odd", "why"),
    [
        (["--seats", "4"], "argument --seats"),
        (["--game", "chess"], "argument --game"),
        (["--speed", "0"], "argument --speed: choose a"),
        (["--speed", "nan"], "argument --speed: choose a"),
        (["--speed", "abc"], "argument --speed: choose a"),
        (["--port", "99999"], "argument --port: choose a"),
        (["--port", "abc"], "argument --port: choose a"),
    ],
)
def test_odd_options_are_refused(
    odd: list[str], why: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert why in refused(*odd, capsys=capsys, monkeypatch=monkeypatch)


def test_without_its_extra_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(playground, "EXTRA", ("simcord", "a_package_that_is_not_here"))
    assert playground.main(argparse.Namespace()) == playground.UNUSABLE == 2
    assert "make play" in capsys.readouterr().err


def test_who_only_runs_the_bot_needs_nothing_of_it() -> None:
    code = (
        "import bot.running, sys; print({'simcord', 'aiohttp.web', 'markdown_it', 'PIL', 'regex'} & set(sys.modules))"
    )
    done = run(PYTHON, "-c", code, text=True)
    assert done.stdout == "set()\n"
