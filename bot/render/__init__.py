"""Makes messages out of views. Knows no `Duel`, no rules and no database rows, so it can't show anything hidden."""
