"""The Discord bot: slash commands and buttons on one side, messages on the other. All rules are in `games`."""
