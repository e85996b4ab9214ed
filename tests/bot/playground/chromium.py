"""How tests find and start the browser: Debian's Chromium, without network access."""

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
    "--disable-remote-fonts",  # simcord's fonts are megabytes per pane
]
MISSING = "no Chromium was found, so the playground was NOT tried in a browser (Debian: apt install chromium)"


NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same browser without a window (Debian has it as a package of its own). It costs a sixth less."""


def path() -> str | None:
    """The path of the browser, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def needed() -> bool:
    """Whether a missing browser is a failure."""
    return os.environ.get("CI", "").lower() in ("1", "true")
