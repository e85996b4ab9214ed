"""Whom the players of Numerical Siege are measured against."""

from __future__ import annotations

from random import Random

from games.model import Action, Phase, Verb, View
from players.siege import position_of
from players.siege_solver import numbers
from tools.siege_exact import exact


class Equilibrium:
    """Plays the best mix, exactly."""

    def choose(self, view: View, random: Random) -> Action:
        """See `ComputerPlayer.choose`."""
        position = position_of(view)
        answer = exact(position)
        if view.phase is Phase.ATTACK:
            return Action(Verb.ATTACK, random.choices(numbers(position.own), answer.attacks)[0])
        defence = random.choices((None, *numbers(position.other)), answer.answers)[0]
        return Action(Verb.DEFEND, defence) if defence else Action(Verb.TAKE)


class Highest:
    """Attacks with the highest token; defends with the lowest that stops the other's highest, else with the highest."""

    def choose(self, view: View, random: Random) -> Action:
        """See `ComputerPlayer.choose`."""
        position = position_of(view)
        attack, defences = numbers(position.own)[-1], numbers(position.other)
        if view.phase is Phase.ATTACK:
            return Action(Verb.ATTACK, attack)
        return Action(Verb.DEFEND, next((number for number in defences if number >= attack), defences[-1]))
