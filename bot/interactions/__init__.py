"""Answers presses and commands: calls the service, replies, and hands on what changed to be delivered."""
