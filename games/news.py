"""What the terminal says of what has happened in a duel, and how it ended.

Made from a `View` and its events alone, as `games.words`, and knows no more than that.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.model import (
    Answer,
    Attacked,
    Drew,
    Ending,
    Event,
    Healed,
    Offer,
    Phase,
    Player,
    Reshuffled,
    Showdown,
    Skipped,
    View,
)
from games.words import Lines, board, name, numbers, piece, points, table


def since(before: View, now: View) -> Lines:
    """What has happened between two views of the same viewer, and what lies on the table now."""
    lines = news(now.history[len(before.history) :], now) + _talk(before.offer, now)
    if now.phase is Phase.PICK is not before.phase:
        lines += (f"{now.pick_title}! {now.pick_news}",) if now.pick_news else ()
    return lines if now.outcome else lines + table(now)


def _talk(before: Offer | None, now: View) -> Lines:
    """What has become of an offer of a draw."""
    offer = now.offer
    if offer and offer != before:
        return (f"{name(offer.by.other)} declines the draw." if offer.declined else f"{name(offer.by)} offers a draw.",)
    lapsed = before and not before.declined and not offer and not now.outcome
    return ("The offer of a draw has lapsed.",) if lapsed else ()


def news(events: Iterable[Event], view: View) -> Lines:
    """Events, one after the other; `view` tells where used numbers go."""
    return tuple(line for event in events for line in _event(event, view))


def _event(event: Event, view: View) -> Lines:
    match event:
        case Attacked():
            return _attacked(event, view)
        case Healed(player=player, number=spent, gained=gained, life=life):
            gain = f"{name(player)} gains {points(gained)} and is now at {life}."
            return (f"{name(player)} heals with {spent}.", gain, _used(view, ((spent, player),)))
        case Showdown():
            return _showdown(event)
        case Skipped(player=player):
            return (f"{name(player)} has nothing left to attack with and is skipped.",)
        case Reshuffled():
            return ("The deck ran out: the discarded cards are shuffled into a new one.",)
        case Drew(exchange=exchange, player=player, numbers=drawn):
            # The deal is the hand itself, which stands right above.
            whose = "You have" if player is view.viewer else f"{name(player)} has"
            return () if exchange == 0 else (f"{whose} drawn {numbers(drawn)}.",)
        case _:
            return ()


def _attacked(event: Attacked, view: View) -> Lines:
    attacker, defender = name(event.attacker), name(event.attacker.other)
    used = [(event.number, event.attacker)]
    lines = [f"{attacker} attacks with {event.number}."]
    match event.answer:
        case Answer.DEFENDED:
            assert event.defence is not None
            lines.append(f"{defender} defends with {event.defence}.")
            used.append((event.defence, event.attacker.other))
        case Answer.LET_THROUGH:
            lines.append(f"{defender} takes the hit.")
        case Answer.UNABLE:
            lines.append(f"{defender} has nothing to defend with.")
        case Answer.NONE:
            pass
    if event.damage:
        lines.append(f"{defender} loses {points(event.damage)} and is now at {_reached(event.life)}.")
    else:
        lines.append(f"The attack is fully deflected: {defender} stays at {event.life}.")
    return (*lines, _used(view, used))


def _reached(life: int) -> str:
    """A life, and by how much more than that it was hit."""
    return f"0 (overkill: {-life})" if life < 0 else str(life)


def _used(view: View, used: Iterable[tuple[int, Player]]) -> str:
    """Which numbers are gone, and where to."""
    if view.pile("pool"):
        return f"Removed from the pool: {numbers(value for value, _ in used)}."
    gone = ", ".join(f"{value} ({name(owner)})" for value, owner in used)
    return f"{'Discarded' if view.pile('discard') else 'Removed from the game'}: {gone}."


def _showdown(event: Showdown) -> Lines:
    one, two = event.picks
    picked = f"{name(Player.ONE)} picked {one}, {name(Player.TWO)} picked {two}."
    if not any(event.changes):
        return (picked, "Level: nothing changes." if one == two else "Nothing changes.")
    # Who loses comes first.
    told = "; ".join(_changed(event, player) for player in sorted(Player, key=lambda p: event.changes[p.index]))
    return (picked, f"{told}.")


def _changed(event: Showdown, player: Player) -> str:
    change, now = event.changes[player.index], _reached(event.life[player.index])
    if not change:
        return f"{name(player)} stays at {now}"
    return f"{name(player)} {'gains' if change > 0 else 'loses'} {points(abs(change))} and is now at {now}"


def ending(view: View, title: str) -> Lines:
    """How a duel ended; the view must have an outcome."""
    assert view.outcome is not None
    return (*board(view), *table(view), "", _verdict(view), f"Thank you for playing {title}!")


def _verdict(view: View) -> str:
    assert view.outcome is not None
    winner, how = view.outcome.winner, view.outcome.ending
    one, two = view.life
    all_used = f"All {piece(view)}s are used"
    if winner is None:
        level = "both have run out of life" if how is Ending.LIFE else f"both have {points(one)}"
        return f"It is a draw: {'both players agree' if how is Ending.AGREEMENT else level}."
    match how:
        case Ending.LIFE:
            return f"{name(winner.other)} has no life points left. {name(winner)} wins the duel!"
        case Ending.RESIGNATION:
            return f"{name(winner.other)} resigns. {name(winner)} wins the duel!"
        case Ending.NUMBERS_USED if one == two:
            lost = f"{name(winner.other)} {view.level_loser or 'lost'}"
            return f"{all_used}, both have {points(one)}, and {lost}: {name(winner)} wins the duel!"
        case Ending.NUMBERS_USED:
            mine, other = view.life[winner.index], view.life[winner.other.index]
            return f"{all_used}. {name(winner)} wins the duel, by {points(mine)} to {other}!"
        case _:
            return f"{name(winner)} wins the duel!"
