-- So that nothing takes longer because there are many duels.

-- The version up to which a later deadline is all that the duel's messages do not show yet.
ALTER TABLE duels ADD COLUMN later INTEGER NOT NULL DEFAULT -1;

DROP INDEX duels_behind;
CREATE INDEX duels_behind ON duels (id) WHERE delivered < version AND later <> version;
CREATE INDEX duels_later ON duels (due_at) WHERE delivered < version AND later = version;

CREATE INDEX duels_under_way ON duels (id) WHERE status IN ('challenged', 'open');

DROP INDEX duels_by_guild;
CREATE INDEX duels_by_guild ON duels (guild_id, status);

-- Whether the board was left as it was when the duel was over.
ALTER TABLE duels ADD COLUMN board_is_old INTEGER NOT NULL DEFAULT 0 CHECK (board_is_old IN (0, 1));

UPDATE duels SET board_is_old = 1 WHERE ended_at IS NOT NULL AND version > (
    SELECT shown FROM messages WHERE messages.duel_id = duels.id AND messages.place = 'board'
);
CREATE INDEX duels_with_old_board ON duels (guild_id) WHERE board_is_old = 1;
