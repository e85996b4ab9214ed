"""What holds for all tests: a part that was left out is told at the end, in plain sight."""

from __future__ import annotations

import pytest

from tests.playground import chromium


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if chromium.path() is None and any(
        "tests/playground" in str(r.nodeid) for r in terminalreporter.getreports("skipped")
    ):
        terminalreporter.section("WARNING", red=True, bold=True)
        terminalreporter.line(chromium.MISSING, red=True, bold=True)
