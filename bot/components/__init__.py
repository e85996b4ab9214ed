"""The buttons and the menu, and their custom ids. Knows `View`, but no rules, no database rows and not the client."""
