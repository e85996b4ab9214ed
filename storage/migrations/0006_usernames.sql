-- Both players' unique usernames, which tell two people of one name apart. Empty until the next interaction of theirs.

ALTER TABLE duels ADD COLUMN username_one TEXT NOT NULL DEFAULT '';
ALTER TABLE duels ADD COLUMN username_two TEXT NOT NULL DEFAULT '';

CREATE INDEX duels_by_guild ON duels (guild_id);
