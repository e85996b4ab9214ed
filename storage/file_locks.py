"""Whether files can be locked where the database is. SQLite takes a refused lock for one that somebody else holds."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

if sys.platform != "win32":
    import fcntl

HELD = {errno.EAGAIN, errno.EWOULDBLOCK}
"""Somebody else is trying the same at this moment."""


def why_no_locks(file: Path) -> str | None:
    """The operating system's reason for which a file can't be locked; None if it can, or that can't be found out.

    It locks the file's first byte, which SQLite never does. Closing the file releases this process's locks on it, so
    only call it when SQLite has refused the file.
    """
    if sys.platform == "win32":
        return None
    try:
        opened = os.open(file, os.O_RDWR)
    except OSError:
        return None
    try:
        fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB, 1)
    except OSError as error:
        return None if error.errno in HELD else os.strerror(error.errno or 0)
    finally:
        os.close(opened)
    return None
