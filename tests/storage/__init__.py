"""Tests of the store: what every store must do, and what only the SQLite store does."""
