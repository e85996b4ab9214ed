"""Tests of the store: what every store must do, and what is true of SQLite's alone."""
