"""The systemd unit is one that systemd accepts, and agrees with the command and its exit codes."""

from __future__ import annotations

import configparser
import os
import shutil
import tomllib
from pathlib import Path

import pytest

from bot.__main__ import INTERRUPTED
from bot.running import UNUSABLE
from tests.bot.playground import chromium
from tests.children import PYTHON, ROOT, run
from tests.systemd import MISSING

UNIT = ROOT / "contrib" / "number-duels.service"


def unit() -> configparser.ConfigParser:
    """The unit, with names as they are written."""
    parsed = configparser.ConfigParser(interpolation=None)
    parsed.optionxform = str  # type: ignore[assignment, method-assign]
    parsed.read(UNIT)
    return parsed


def test_j10_the_unit_starts_the_command_and_knows_its_exit_codes() -> None:
    (name,) = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    service = unit()["Service"]
    command, argument = service["ExecStart"].split()
    assert (os.path.basename(command), argument) == (name, "run")
    assert service["Restart"] == "on-failure"
    assert int(service["RestartPreventExitStatus"]) == UNUSABLE
    assert int(service["SuccessExitStatus"]) == INTERRUPTED


def test_j10_systemd_accepts_the_unit(tmp_path: Path) -> None:
    verify = shutil.which("systemd-analyze")
    if verify is None:
        (pytest.fail if chromium.needed() else pytest.skip)(MISSING)
    text, file = UNIT.read_text(), tmp_path / UNIT.name
    file.write_text(text.replace(unit()["Service"]["ExecStart"], f"{PYTHON} -m bot run"))  # which is there
    done = run(verify, "verify", str(file), text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    file.write_text(text.replace("Restart=on-failure", "Restart=if-it-likes"))
    assert run(verify, "verify", str(file), text=True).stderr != ""
