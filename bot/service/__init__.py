"""What people can do to duels, checked and saved. Knows no Discord."""
