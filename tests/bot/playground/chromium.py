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


def path() -> str | None:
    """The path of the browser, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def needed() -> bool:
    """Whether a missing browser is a failure."""
    return os.environ.get("CI", "").lower() in ("1", "true")
