-- Duels whose log can't be replayed: since when each is set aside. Its time is held meanwhile.

ALTER TABLE duels ADD COLUMN set_aside_at INTEGER CHECK (set_aside_at >= 0);

CREATE INDEX duels_set_aside ON duels (id) WHERE set_aside_at IS NOT NULL;
