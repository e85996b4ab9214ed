"""How both players stand: their lives, each player's numbers, and the shared piles."""

from __future__ import annotations

from collections import Counter

from bot.render import pictures, words
from bot.render.exchanges import face_down, pictured
from bot.render.layout import stacked
from bot.render.words import PlayerNames
from games.model import Attacked, Healed, Pile, Player, View


def standing(view: View, players: PlayerNames) -> str:
    """Each player's life with that player's numbers, and what is shared. What enabled buttons show is left out."""
    order = Player if view.viewer is None else (view.viewer, view.viewer.other)
    return stacked(*(line for player in order for line in _player(view, players, player)), _shared(view))


def _player(view: View, players: PlayerNames, player: Player) -> tuple[str, ...]:
    life = words.life_bar(view.life[player.index], view.full_life)
    first = f"**{players.capital(players.name(player))}** {pictures.LIFE} {life}"
    if hand := view.pile("hand", player):
        held = face_down(view) * hand.count if hand.numbers is None else "".join(map(pictured(view), hand.numbers))
        return (first, held) if held and not _is_on_buttons(view, hand) else (first,)
    tokens = view.pile("tokens", player)
    return (first, _left(view, tokens)) if tokens and not _is_on_buttons(view, tokens) else (first,)


def _is_on_buttons(view: View, pile: Pile) -> bool:
    """Whether every number of a pile is among what the viewer can choose."""
    if pile.owner not in (None, view.viewer) or not pile.numbers:
        return False
    return set(pile.numbers) <= {action.number for action in view.actions}


def _left(view: View, pile: Pile) -> str:
    """A pile that only gets smaller: what is left, and an empty place for each number that was played from it."""
    places = dict.fromkeys(_played(view, pile.owner), pictures.USED)
    places |= {value: pictured(view)(value) for value in pile.numbers or ()}
    table = view.pile("table", pile.owner) if pile.owner else None
    if table and table.numbers:
        places |= {value: pictured(view)(value) if view.outcome else face_down(view) for value in table.numbers}
    return "".join(places[value] for value in sorted(places))


def _played(view: View, player: Player | None) -> set[int]:
    """The numbers that a player has played, or both."""
    played = set[int]()
    for event in view.history:
        match event:
            case Attacked(attacker=attacker, number=number, defence=defence):
                played |= {number} if attacker is player or player is None else set()
                played |= {defence} if defence and attacker is not player else set()
            case Healed(number=number) if player is None:
                played.add(number)
    return played


def _shared(view: View) -> str:
    """The shared piles."""
    lines, small = [], []
    for pile in view.piles:
        match pile.name:
            case "pool" if pile.count and not _is_on_buttons(view, pile):
                lines.append(_left(view, pile))
            case "discard" if pile.count:
                copies = sorted(Counter(pile.numbers or ()).items())
                small.append(f"Played: {' '.join(f'{n}×{count}' if count > 1 else str(n) for n, count in copies)}")
            case "deck":
                small.append(f"{words.count(pile.count, 'card')} in the deck")
    return stacked(*lines, f"-# {' · '.join(small)}" if small else "")
