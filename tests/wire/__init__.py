"""The bot as a process of its own, which talks over the wire to a stand-in for Discord."""
