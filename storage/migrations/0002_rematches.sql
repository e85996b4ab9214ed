-- A duel may be the rematch of another, which has one at the most.

ALTER TABLE duels ADD COLUMN rematch_of INTEGER REFERENCES duels (id);

CREATE UNIQUE INDEX duels_by_rematch ON duels (rematch_of) WHERE rematch_of IS NOT NULL;
