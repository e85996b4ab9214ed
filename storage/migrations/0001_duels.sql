-- Duels and their logs, the messages that show them, and what the bot keeps for itself.

-- AUTOINCREMENT: the number of a duel is never used again.
CREATE TABLE duels (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    game          TEXT    NOT NULL,
    rules_version INTEGER NOT NULL,
    player_one    INTEGER NOT NULL,
    player_two    INTEGER NOT NULL,
    name_one      TEXT    NOT NULL,
    name_two      TEXT    NOT NULL,
    starter       INTEGER CHECK (starter IN (1, 2)),
    guild_id      INTEGER,
    channel_id    INTEGER NOT NULL,
    status        TEXT    NOT NULL
        CHECK (status IN ('challenged', 'open', 'ended', 'declined', 'cancelled', 'expired')),
    seed          BLOB,
    created_at    INTEGER NOT NULL CHECK (created_at >= 0),
    opened_at     INTEGER CHECK (opened_at >= 0),
    ended_at      INTEGER CHECK (ended_at >= 0),
    winner        INTEGER CHECK (winner IN (1, 2)),
    ending        TEXT,
    -- How many entries of the log the duel's messages show; -1 before anything is delivered.
    delivered     INTEGER NOT NULL DEFAULT -1 CHECK (delivered >= -1),
    -- What comes with the start.
    CHECK ((seed IS NOT NULL) = (status IN ('open', 'ended'))),
    CHECK ((opened_at IS NOT NULL) = (status IN ('open', 'ended'))),
    CHECK (starter IS NOT NULL OR status NOT IN ('open', 'ended')),
    -- What comes with the end.
    CHECK ((ended_at IS NULL) = (status IN ('challenged', 'open'))),
    CHECK ((ending IS NOT NULL) = (status = 'ended')),
    CHECK (winner IS NULL OR status = 'ended')
) STRICT;

CREATE INDEX duels_by_player_one ON duels (player_one, status);
CREATE INDEX duels_by_player_two ON duels (player_two, status);
CREATE INDEX duels_by_status ON duels (status);

CREATE TABLE moves (
    duel_id INTEGER NOT NULL REFERENCES duels (id),
    ply     INTEGER NOT NULL CHECK (ply >= 0),
    player  INTEGER CHECK (player IN (1, 2)),
    action  TEXT    NOT NULL,
    at      INTEGER NOT NULL CHECK (at >= 0),
    PRIMARY KEY (duel_id, ply)
) STRICT, WITHOUT ROWID;

-- A log only grows, whoever writes to the file. The first trigger stops REPLACE too, which deletes without asking the last.
CREATE TRIGGER moves_come_in_order BEFORE INSERT ON moves
WHEN NOT EXISTS (SELECT 1 FROM duels WHERE id = new.duel_id AND status = 'open')
    OR new.ply IS NOT (SELECT coalesce(max(ply) + 1, 0) FROM moves WHERE duel_id = new.duel_id)
BEGIN
    SELECT RAISE(ABORT, 'a move is the next of an open duel');
END;

CREATE TRIGGER moves_are_not_changed BEFORE UPDATE ON moves
BEGIN
    SELECT RAISE(ABORT, 'a move is never changed');
END;

CREATE TRIGGER moves_are_not_deleted BEFORE DELETE ON moves
BEGIN
    SELECT RAISE(ABORT, 'a move is never deleted');
END;

CREATE TABLE messages (
    duel_id    INTEGER NOT NULL REFERENCES duels (id),
    place      TEXT    NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    shown      INTEGER NOT NULL,
    PRIMARY KEY (duel_id, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE doors (
    user_id    INTEGER PRIMARY KEY,
    channel_id INTEGER,
    closed_at  INTEGER CHECK (closed_at >= 0)
) STRICT;

CREATE TABLE notes (
    key   TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
