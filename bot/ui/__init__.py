"""What can be pressed and what happens then. Knows views, ids and the service; no rules and no rows."""
