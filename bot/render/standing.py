"""How both players stand: their lives, each player's numbers, and the shared piles."""

from __future__ import annotations

from bot.render import words
from bot.render.words import PlayerNames
from games.model import Pile, Player, View


def standing(view: View, players: PlayerNames) -> str:
    """Each player's life, with that player's numbers."""
    lines = []
    for player in Player if view.viewer is None else (view.viewer, view.viewer.other):
        bar = words.life_bar(view.life[player.index], view.full_life)
        lines.append(f"**{players.capital(players.name(player))}** {bar}")
        own = (pile for pile in view.piles if pile.owner is player and pile.name in ("tokens", "hand"))
        lines += [_owned(pile) for pile in own if pile.count or not view.outcome]
    return "\n".join(lines)


def _owned(pile: Pile) -> str:
    if pile.numbers is None:
        return words.count(pile.count, "card" if pile.name == "hand" else "token")
    return f"{pile.name.capitalize()}: {words.numbers(pile.numbers)}"


def shared(view: View, players: PlayerNames) -> str:
    """The shared piles, and an attack that waits for its defence."""
    lines = []
    for pile in view.piles:
        match pile.name:
            case "pool":
                lines.append(f"Numbers left: {words.numbers(pile.numbers or ())}")
            case "discard" if pile.count:
                lines.append(f"Played: {words.numbers(pile.numbers or ())}")
            case "deck":
                lines.append(f"Deck: {words.count(pile.count, 'card')}")
            case "table":
                assert pile.owner is not None
                what = "a number, face down" if pile.numbers is None else words.numbers(pile.numbers)
                lines.append(f"*On the table: {what}, from {players.name(pile.owner)}*")
    return "\n".join(lines)
