"""What is said where the systemd unit could not be verified."""

from __future__ import annotations

MISSING = "no systemd-analyze was found, so the systemd unit was NOT tried (Debian: apt install systemd)"
