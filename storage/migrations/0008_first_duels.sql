-- What the first message of a duel says about its start.

-- Whether a coin decided who starts.
ALTER TABLE duels ADD COLUMN tossed INTEGER NOT NULL DEFAULT 0 CHECK (tossed IN (0, 1));
-- For whom it is the first duel of its game: 1 for player one, 2 for player two, 3 for both.
ALTER TABLE duels ADD COLUMN newcomers INTEGER NOT NULL DEFAULT 0 CHECK (newcomers BETWEEN 0 AND 3);
