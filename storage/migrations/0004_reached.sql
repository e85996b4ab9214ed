-- Players who could not be told that they are to move: their time does not run out meanwhile.

-- 1 for player one, 2 for player two, 3 for both.
ALTER TABLE duels ADD COLUMN unreached INTEGER NOT NULL DEFAULT 0 CHECK (unreached BETWEEN 0 AND 3);
-- Whether that has lasted so long that the other player may call the duel off.
ALTER TABLE duels ADD COLUMN may_call_off INTEGER NOT NULL DEFAULT 0 CHECK (may_call_off IN (0, 1));

-- By how much the present deadline was extended, for whatever reason.
ALTER TABLE duels RENAME COLUMN moved_by TO extended_by;

-- What a panel shows has two bits more.
UPDATE messages SET shown = shown << 2
WHERE shown < 1 << 62 AND (place LIKE 'panel-%' OR place LIKE 'nudge-%' OR place LIKE 'reminder-%'
                           OR place LIKE 'old-panel-%');
