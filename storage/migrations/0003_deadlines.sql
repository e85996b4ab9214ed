-- Deadlines, in milliseconds since 1970 in UTC like all times; what is delivered, by version; what people want to hear.

-- How long a move may take.
ALTER TABLE duels ADD COLUMN pace INTEGER NOT NULL DEFAULT 86400000 CHECK (pace > 0);
-- When the present move, or the answer to a challenge, is due; it stays when the duel is over.
ALTER TABLE duels ADD COLUMN due_at INTEGER;
-- When those who are to move are reminded; NULL where they were.
ALTER TABLE duels ADD COLUMN remind_at INTEGER;
-- By how much the present deadline was moved while the bot was away.
ALTER TABLE duels ADD COLUMN moved_by INTEGER NOT NULL DEFAULT 0 CHECK (moved_by >= 0);
-- Grows with every change of what messages show. `delivered` is from now on the version they show, not a count of entries.
ALTER TABLE duels ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

UPDATE duels SET version = (SELECT count(*) FROM moves WHERE duel_id = id) + (status <> 'challenged');
UPDATE duels SET delivered = delivered + 1;
-- A duel that has waited for long gets its whole pace from now on.
UPDATE duels SET due_at = pace + 1000 * CAST(strftime('%s', 'now') AS INTEGER),
                 remind_at = pace - pace / 4 + 1000 * CAST(strftime('%s', 'now') AS INTEGER)
WHERE status IN ('challenged', 'open');

DROP INDEX duels_by_status; -- the next one serves as well
CREATE INDEX duels_by_due ON duels (status, due_at);
CREATE INDEX duels_by_reminder ON duels (status, remind_at);
CREATE INDEX duels_behind ON duels (id) WHERE delivered < version;

-- What a panel shows has more states now; the highest is a result's.
UPDATE messages SET shown = CASE shown WHEN 2147483648 THEN 1 << 62 ELSE shown << 22 END
WHERE place LIKE 'panel-%' OR place LIKE 'nudge-%';

ALTER TABLE doors ADD COLUMN prompts INTEGER NOT NULL DEFAULT 1 CHECK (prompts IN (0, 1));
ALTER TABLE doors ADD COLUMN reminders INTEGER NOT NULL DEFAULT 1 CHECK (reminders IN (0, 1));
