"""What is in the folder of a bot: its database, seen from outside, and whatever else."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def saved(folder: Path) -> list[tuple[int, int | None, str]]:
    """The moves in the database that the bot left behind: one file, with its lock and nothing waiting beside it."""
    file = folder / "duels.db"
    assert sorted(path.name for path in folder.glob("duels.db*")) == ["duels.db", "duels.db.lock"]
    db = sqlite3.connect(file)
    try:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return db.execute("SELECT ply, player, action FROM moves ORDER BY ply").fetchall()
    finally:
        db.close()


def moves(file: Path) -> set[tuple[int, int, str]]:
    """The moves of all duels: duel, place in its log, action."""
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as db:
        return set(db.execute("SELECT duel_id, ply, action FROM moves"))


def all_is_told(folder: Path) -> bool:
    """Whether the bot has told all that there is to tell of every duel."""
    with closing(sqlite3.connect(folder / "duels.db")) as db:
        return db.execute("SELECT 1 FROM duels WHERE delivered < version").fetchone() is None


def prepare(folder: Path) -> None:
    """Files that are no database of this program's."""
    (folder / "notes.txt").write_text("Not a database at all, but long enough to be looked at. " * 20)
    db = sqlite3.connect(folder / "newer.db")
    db.executescript(f"CREATE TABLE t (a); PRAGMA application_id = {0x4475656C}; PRAGMA user_version = 9999;")
    db.close()


def contents(folder: Path) -> dict[str, bytes]:
    """Every file but what the bot logs, and the locks that it leaves."""
    files = (path for path in folder.iterdir() if path.is_file() and path.name not in ("stderr.txt", ".env"))
    files = (path for path in files if path.suffix != ".lock")
    return {path.name: path.read_bytes() for path in files}
