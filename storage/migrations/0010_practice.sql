-- Practice: a duel against the bot itself, which is player two then.

-- How well it plays; NULL where two people play.
ALTER TABLE duels ADD COLUMN practice TEXT CHECK (practice IN ('easy', 'medium', 'hard'));
