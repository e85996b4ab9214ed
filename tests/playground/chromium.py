"""Where the browser is, and how it is started for tests: Debian's Chromium, kept off the network."""

from __future__ import annotations

import os
import shutil

FLAGS = [
    "--no-sandbox",  # tests may run as root
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    "--disable-remote-fonts",  # simcord's weigh megabytes, in every pane
]
MISSING = "no Chromium was found, so the playground was NOT tried in a browser (Debian: apt install chromium)"


def path() -> str | None:
    """The browser's, or None where there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def needed() -> bool:
    """Whether doing without one is a failure."""
    return os.environ.get("CI", "").lower() in ("1", "true")
