"""A database with very many duels, written past the store: what a bot has after years. All of them can be replayed."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.delivery.panel_state import OVER, PanelState
from bot.service.saved_duel import SavedDuel
from games import Duel, Player, Seeded, names
from storage import DuelRow, SqliteStore, Status
from tests.wire.payloads import DM_BASE

PLIES = 4
"""Of each duel: no game is over so soon."""
COURSES = 4
"""Different duels of each game; all others are the same as one of them."""
CONSTANTS = {
    "pace": 86_400_000,
    "spread": 36_000_000,
    "people": 50_000,
    "servers": 2_000,
    "person": 6 * 10**17,
    "server": 7 * 10**17,
    "message": 8 * 10**17,
    "dm": DM_BASE,
    "over": OVER.pack(),
}

COURSE = "CREATE TEMP TABLE course (number INTEGER PRIMARY KEY, game, rules_version, seed, panel_1, panel_2)"
COURSE_MOVES = "CREATE TEMP TABLE course_moves (number, ply, player, action, PRIMARY KEY (number, ply))"
DUELS = """
WITH RECURSIVE n(i) AS (SELECT :first UNION ALL SELECT i + 1 FROM n WHERE i < :last)
INSERT INTO duels (id, game, rules_version, player_one, player_two, name_one, name_two, starter, guild_id, channel_id,
                   status, seed, created_at, opened_at, ended_at, winner, ending, pace, due_at, remind_at, version,
                   delivered, username_one, username_two)
SELECT i, game, rules_version, :person + i % :people, :person + (i * 7 + 1) % :people, 'Ada', 'Ben', 1,
       :server + i % :servers, :server + :servers + i % :servers, iif(:over_now, 'ended', 'open'), seed,
       began - 2000, began - 1000, iif(:over_now, began, NULL), iif(:over_now, 2, NULL),
       iif(:over_now, 'resignation', NULL), :pace, began + :pace, began + :pace * 3 / 4, :plies + 1 + :over_now,
       :plies + 1 + :over_now, 'ada', 'ben'
FROM (SELECT i, :now - 120000 - i * 997 % :spread AS began FROM n)
JOIN course ON course.number = i % (SELECT count(*) FROM course)
"""
MOVES = """
INSERT INTO moves (duel_id, ply, player, action, at)
SELECT duels.id, ply, player, action, opened_at + ply FROM duels
JOIN course_moves ON course_moves.number = duels.id % (SELECT count(*) FROM course)
WHERE duels.id BETWEEN :first AND :last ORDER BY duels.id, ply
"""
RESIGNED = """
INSERT INTO moves (duel_id, ply, player, action, at)
SELECT id, :plies, 1, '!resign', ended_at FROM duels WHERE :over_now AND id BETWEEN :first AND :last
"""
MESSAGES = """
INSERT INTO messages (duel_id, place, channel_id, message_id, shown)
SELECT id, place, CASE rank WHEN 1 THEN player_one + :dm WHEN 2 THEN player_two + :dm ELSE channel_id END,
       :message + id * 4 + rank, CASE place WHEN 'board' THEN version WHEN 'result' THEN 0
       ELSE iif(:over_now, :over, iif(rank = 1, panel_1, panel_2)) END
FROM duels JOIN course ON course.number = duels.id % (SELECT count(*) FROM course)
JOIN (SELECT 'board' AS place, 0 AS rank UNION SELECT 'panel-1', 1 UNION SELECT 'panel-2', 2
      UNION SELECT 'result', 3 WHERE :over_now)
WHERE duels.id BETWEEN :first AND :last ORDER BY id, place
"""
DOORS = """
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < :people - 1)
INSERT INTO doors (user_id, channel_id) SELECT :person + i, :person + i + :dm FROM n WHERE true ON CONFLICT DO NOTHING
"""


async def fill(file: Path, now: float, *, running: int = 0, finished: int = 0) -> None:
    """Add duels as of this time, in seconds since 1970, to a file that may be a new one: their messages show all, and
    nothing is due for hours.
    """
    await (await SqliteStore.connect(file)).aclose()
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("BEGIN")
        [(trigger,)] = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'moves_come_in_order'")
        db.execute("DROP TRIGGER moves_come_in_order")
        db.execute(COURSE)
        db.execute(COURSE_MOVES)
        for number, saved in enumerate(courses()):
            assert saved.duel is not None
            panels = [PanelState.of(saved, player).pack() for player in Player]
            row = (number, saved.row.game, saved.row.rules_version, saved.row.seed, *panels)
            db.execute("INSERT INTO course VALUES (?, ?, ?, ?, ?, ?)", row)
            for ply, move in enumerate(saved.duel.moves):
                player = move.player.value if move.player else None
                db.execute("INSERT INTO course_moves VALUES (?, ?, ?, ?)", (number, ply, player, move.token))
        [(first,)] = db.execute("SELECT coalesce(max(id), 0) + 1 FROM duels")
        for count, over_now in ((finished, 1), (running, 0)):
            if count:
                last = first + count - 1
                values = {"first": first, "last": last, "over_now": over_now, "now": int(now * 1000), "plies": PLIES}
                for statement in (DUELS, MOVES, RESIGNED, MESSAGES):
                    db.execute(statement, CONSTANTS | values)
                first = last + 1
        db.execute(DOORS, CONSTANTS)
        db.execute(trigger)
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def courses() -> Iterator[SavedDuel]:
    """Duels of every game that go on after so many plies."""
    chance = random.Random(15)
    for game in names():
        found = 0
        while found < COURSES:
            seed = chance.randbytes(16)
            duel = Duel.start(game, Seeded(seed), Player.ONE)
            while duel.to_act and len(duel.moves) < PLIES:
                player = min(duel.to_act, key=lambda player: player.value)
                duel = duel.play(player, chance.choice(duel.view(player).actions))
            if duel.to_act:
                found += 1
                yield SavedDuel(row_of(duel, seed), duel, PLIES)


def row_of(duel: Duel, seed: bytes) -> DuelRow:
    """What its panels depend on."""
    people, ids = (1, 2, "Ada", "Ben"), (1, 3, 4, Status.OPEN)
    first = (1, duel.game.name, duel.game.rules_version, *people, *ids, seed)
    values: Any = (*first, 0, 0, None, None, None, None, 1, 1, 1, 0, 0, False, None, PLIES + 1)
    return DuelRow(*values)
