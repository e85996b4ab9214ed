"""Tests of the bot as a separate process that talks to a stand-in for Discord over TCP."""
