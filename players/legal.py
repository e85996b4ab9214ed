"""The player of a game that has no better one: legal moves at random, at every level."""

from __future__ import annotations

from random import Random

from games.model import Action, View


class RandomPlayer:
    """Any legal move, each as likely as any other."""

    def choose(self, view: View, random: Random) -> Action:
        """See `ComputerPlayer.choose`."""
        return random.choice(view.actions)
