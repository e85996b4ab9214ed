-- What a panel shows is known by the duel's version now, in place of the deadline's extension: no number of an older
-- program is a version, so that every message of an open duel is brought up to date once.

UPDATE messages SET shown = shown & ~((1 << 24) - 1) | (shown & 3)
WHERE shown < 1 << 62 AND (place LIKE 'panel-%' OR place LIKE 'nudge-%' OR place LIKE 'reminder-%'
                           OR place LIKE 'answer-%' OR place LIKE 'left-%');
UPDATE duels SET delivered = version - 1 WHERE status = 'open' AND delivered = version;
