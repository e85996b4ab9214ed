"""The kernel refuses a process what a network share may refuse: locks on files, or shared memory. Linux only."""

from __future__ import annotations

import ctypes
import platform
import struct
import sys

CALLS = {"x86_64": {"locks": 72, "memory": 9}, "aarch64": {"locks": 25, "memory": 222}}
"""The numbers of `fcntl` and `mmap`."""
F_SETLK, MAP_SHARED = 6, 1
LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
REFUSE, ALLOW = 0x0005_0000, 0x7FFF_0000
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2

POSSIBLE = sys.platform == "linux" and platform.machine() in CALLS


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def refuse(what: str, error: int) -> None:
    """From now on, this process gets `error` for each lock on a file ("locks") or each shared mapping ("memory")."""
    argument, test = {"locks": (1, (EQUAL, F_SETLK)), "memory": (3, (ANY_BIT, MAP_SHARED))}[what]
    steps = [
        (LOAD, 0, 0, 0),
        (EQUAL, 0, 3, CALLS[platform.machine()][what]),
        (LOAD, 0, 0, 16 + 8 * argument),
        (test[0], 0, 1, test[1]),
        (RETURN, 0, 0, REFUSE | error),
        (RETURN, 0, 0, ALLOW),
    ]
    code = b"".join(struct.pack("HBBI", *step) for step in steps)
    libc = ctypes.CDLL(None, use_errno=True)
    program = _Program(len(steps), code)
    assert libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
    assert libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0) == 0, ctypes.get_errno()
