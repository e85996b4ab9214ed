-- The ids of the pictures that were uploaded as an application's emojis, by their names. Each application has its own.

CREATE TABLE emojis (
    application_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    emoji_id INTEGER NOT NULL,
    PRIMARY KEY (application_id, name)
) STRICT, WITHOUT ROWID;
