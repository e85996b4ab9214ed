"""The SQL of `SqliteStore` that is longer than a line."""

from __future__ import annotations

OF_PERSON = """
SELECT id FROM duels WHERE player_one = ? AND status IN (SELECT value FROM json_each(?))
UNION SELECT id FROM duels WHERE player_two = ? AND status IN (SELECT value FROM json_each(?))
"""
WITH_LOG = """
SELECT (SELECT json_group_array(json_array(CAST(ply AS INTEGER), CAST(player AS INTEGER), CAST(action AS TEXT),
                                           CAST(at AS INTEGER)))
        FROM (SELECT * FROM moves WHERE duel_id = duels.id ORDER BY ply)) AS log, duels.* FROM duels
"""
"""One row a duel: joined, its row would come once for each entry. The casts are for a damaged file: JSON has no bytes
and no infinity, and the error would be one of every query that finds them.
"""

CREATE = """
INSERT INTO duels (game, rules_version, player_one, player_two, name_one, name_two, starter, guild_id,
                   channel_id, created_at, pace, due_at, rematch_of, username_one, username_two, practice, status)
SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'challenged'
WHERE NOT EXISTS (SELECT 1 FROM duels WHERE rematch_of = ?) RETURNING *
"""
"""Adds a challenge, unless it is the second rematch of a duel."""

OPEN = """
UPDATE duels SET status = 'open', name_two = ?, starter = ?, seed = ?, opened_at = ?, due_at = ? + pace,
                 remind_at = ? + pace - ?, extended_by = 0, version = version + 1, tossed = starter IS NULL,
                 newcomers = 3 - EXISTS (
                     SELECT 1 FROM duels AS earlier WHERE earlier.game = duels.game AND earlier.opened_at IS NOT NULL
                     AND (earlier.player_one = duels.player_one OR earlier.player_two = duels.player_one)
                 ) - 2 * EXISTS (
                     SELECT 1 FROM duels AS earlier WHERE earlier.game = duels.game AND earlier.opened_at IS NOT NULL
                     AND (earlier.player_one = duels.player_two OR earlier.player_two = duels.player_two)
                 )
WHERE id = ? AND status = 'challenged' RETURNING *
"""
"""On the right, a column is what it was before: `starter` is NULL where a coin is tossed."""

PUT_NAME = """
UPDATE duels SET name_one = iif(player_one = ?, ?, name_one), username_one = iif(player_one = ?, ?, username_one),
                 name_two = iif(player_two = ?, ?, name_two), username_two = iif(player_two = ?, ?, username_two)
WHERE +guild_id = ? AND id IN (
    SELECT id FROM duels WHERE player_one = ? AND (name_one, username_one) <> (?, ?)
    UNION SELECT id FROM duels WHERE player_two = ? AND (name_two, username_two) <> (?, ?)
)
"""

OUTDATED_OF = """
SELECT duels.id FROM duels JOIN messages ON messages.duel_id = duels.id AND messages.place = 'board'
WHERE duels.guild_id = ? AND duels.board_is_old = 1 AND messages.shown < duels.version ORDER BY duels.id
"""


def put_messages(count: int) -> str:
    """Saves so many rows of messages, in place of those at the same places."""
    places = ", ".join(["(?, ?, ?, ?, ?)"] * count)
    return f"REPLACE INTO messages (duel_id, place, channel_id, message_id, shown) VALUES {places}"  # noqa: S608


DROP_MESSAGE = "DELETE FROM messages WHERE duel_id = ? AND place = ?"

PUT_DELIVERED = """
UPDATE duels SET delivered = ?, board_is_old = ended_at IS NOT NULL AND EXISTS (
    SELECT 1 FROM messages WHERE duel_id = duels.id AND place = 'board' AND shown < ?
) WHERE id = ?
"""
"""Of a duel that is over, a board that shows less was left so for good."""

UNDER_WAY_IN = "SELECT id FROM duels WHERE guild_id = ? AND status IN ('challenged', 'open') ORDER BY id"

OF_OTHER_RULES = """
SELECT id FROM duels INDEXED BY duels_under_way WHERE status IN ('challenged', 'open') AND status = 'open'
AND (set_aside_at IS NOT NULL OR (game, rules_version) NOT IN (SELECT key, value FROM json_each(?))) ORDER BY id
"""

CLOSE = """
UPDATE duels SET status = ?, ended_at = ?, rematch_of = iif(?, NULL, rematch_of), version = version + 1
WHERE id = ? AND status = 'challenged' RETURNING *
"""

ADD_MOVE = """
INSERT INTO moves (duel_id, ply, player, action, at)
SELECT id, ?, ?, ?, ? FROM duels WHERE id = ? AND status = 'open'
AND ? = (SELECT coalesce(max(ply) + 1, 0) FROM moves WHERE duel_id = duels.id) RETURNING ply
"""
"""Adds an entry, only as the next one of an open duel."""

NEW_DEADLINE = """
UPDATE duels SET due_at = ? + pace, remind_at = ? + pace - ?, extended_by = 0, unreached = 0, may_call_off = 0
WHERE id = ?
"""

END = "UPDATE duels SET status = 'ended', ended_at = ?, winner = ?, ending = ? WHERE id = ?"

AGENDA = """
SELECT 'due' AS list, id, due_at AS since FROM duels
WHERE status IN ('challenged', 'open') AND due_at <= ? AND set_aside_at IS NULL
UNION ALL SELECT 'to_remind', id, remind_at FROM duels WHERE status = 'open' AND remind_at <= ?
AND set_aside_at IS NULL
UNION ALL SELECT * FROM (
    SELECT iif(practice IS NOT NULL AND status = 'open', 'practice', 'behind'), id, id FROM duels
    WHERE delivered < version AND later <> version AND id > ? ORDER BY id LIMIT ?
)
ORDER BY since, id
"""
"""Three lists, the third in two parts, each with what it is ordered by."""

WITH_LATER_DEADLINE = """
SELECT due_at, id, (SELECT count(message_id) FROM messages WHERE duel_id = duels.id) FROM duels
WHERE delivered < version AND later = version AND (due_at, id) > (?, ?) ORDER BY due_at, id LIMIT ?
"""

NEXT_TO_EXTEND = """
SELECT id FROM duels INDEXED BY duels_under_way WHERE status IN ('challenged', 'open') AND id > ? ORDER BY id
LIMIT 1 OFFSET ?
"""

IS_LATER = "later = iif(delivered = version OR later = version, version + 1, later), version = version + 1"
"""What is new is a later deadline. On the right, a column is what it was before."""

EXTEND_DEADLINES = f"""
UPDATE duels INDEXED BY duels_under_way
SET due_at = due_at + ?, remind_at = remind_at + ?, extended_by = extended_by + ?, {IS_LATER}
WHERE status IN ('challenged', 'open') AND id > ? AND id <= ? AND set_aside_at IS NULL
AND iif(status = 'open', due_at - extended_by - pace, created_at) < ?
"""  # noqa: S608
"""Of the duels between two numbers. What has begun since is not late."""

HOLD = """
UPDATE duels SET unreached = ?, may_call_off = ?, due_at = due_at + ?, extended_by = extended_by + ?,
                 remind_at = CASE ? WHEN 0 THEN remind_at ELSE due_at + ? - ? END,
                 version = version + 1
WHERE id = ? AND status = 'open' AND due_at = ? AND (unreached, may_call_off, 0) <> (?, ?, ?) RETURNING *
"""

SPARE = f"""
UPDATE duels SET due_at = ?, extended_by = extended_by + ? - due_at, remind_at = remind_at + ? - due_at, {IS_LATER}
WHERE status IN ('challenged', 'open') AND due_at < ? AND unreached = 0 AND set_aside_at IS NULL
"""  # noqa: S608

DELIVERY = """
SELECT messages.duel_id, messages.place, messages.channel_id, messages.message_id, messages.shown,
       duels.version, duels.player_one, duels.player_two,
       one.channel_id AS channel_1, one.closed_at AS closed_1, one.prompts AS prompts_1,
       one.reminders AS reminders_1, two.channel_id AS channel_2, two.closed_at AS closed_2,
       two.prompts AS prompts_2, two.reminders AS reminders_2
FROM duels LEFT JOIN messages ON messages.duel_id = duels.id
LEFT JOIN doors AS one ON one.user_id = duels.player_one
LEFT JOIN doors AS two ON two.user_id = duels.player_two
WHERE duels.id = ? ORDER BY messages.place
"""
"""The columns of `MessageRow` come first; a duel without messages gives one row where they are NULL."""

PUT_CONTACT = """
INSERT INTO doors (user_id, channel_id, closed_at) VALUES (?, ?, ?)
ON CONFLICT DO UPDATE SET channel_id = excluded.channel_id, closed_at = excluded.closed_at
"""

PUT_EMOJIS = "INSERT INTO emojis (application_id, name, emoji_id) SELECT ?, key, value FROM json_each(?)"

PUT_NOTE = "REPLACE INTO notes (key, value) VALUES (?, ?)"

PUT_NOTICES = """
INSERT INTO doors (user_id, prompts, reminders) VALUES (?, ?, ?)
ON CONFLICT DO UPDATE SET prompts = excluded.prompts, reminders = excluded.reminders
"""

SET_ASIDE = """
UPDATE duels SET set_aside_at = ?, version = version + 1
WHERE id = ? AND status = 'open' AND set_aside_at IS NULL RETURNING *
"""

TAKE_BACK = """
UPDATE duels SET due_at = due_at + ? - set_aside_at, remind_at = remind_at + ? - set_aside_at,
                 extended_by = extended_by + ? - set_aside_at, set_aside_at = NULL, version = version + 1
WHERE id = ? AND set_aside_at IS NOT NULL RETURNING *
"""
