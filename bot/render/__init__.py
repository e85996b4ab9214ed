"""What people see: views in, messages out. Knows no duel, no rules and no rows, so that nothing hidden can be shown."""
