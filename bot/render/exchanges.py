"""What has happened in a duel, in sentences made from a `View` and its events alone. For names see `words`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby

from bot.render import pictures
from bot.render.layout import small, stacked
from bot.render.words import PlayerNames, whose_turn
from games.model import (
    Answer,
    Attacked,
    Drew,
    Event,
    Healed,
    Phase,
    Pile,
    Player,
    Reshuffled,
    Showdown,
    Skipped,
    View,
)

Written = Callable[[int], str]
"""How a number is written: plainly, or as a picture."""


def _drawn(picture: Written) -> Written:
    def write(value: int) -> str:
        try:
            return picture(value)
        except KeyError:  # a number that there is no picture of
            return str(value)

    return write


token, card, pooled = map(_drawn, (pictures.token, pictures.card, pictures.number))
"""How numbers are written: tokens, cards, and what belongs to nobody: those of a pool, and picks."""


def pictured(view: View) -> Written:
    """How the numbers of this duel are written where they are played."""
    piles = {pile.name for pile in view.piles}
    return token if "tokens" in piles else card if "hand" in piles else pooled


def face_down(view: View) -> str:
    """The picture of what lies face down in this duel."""
    return pictures.FACE_DOWN_TOKEN if view.pile("tokens", Player.ONE) else pictures.FACE_DOWN


def happened(event: Event, players: PlayerNames, view: View, written: Written | None = None) -> str:
    """One event as a sentence without its full stop. `written`: how its numbers are; as pictures where it is None."""
    played, picked = written or pictured(view), written or pooled
    match event:
        case Attacked():
            return _attacked(event, players, played)
        case Healed(player=player, number=spent, gained=gained, life=life):
            return f"{players.does(player, 'heal')} with {played(spent)}: {_life(players, player, life - gained, life)}"
        case Showdown():
            return _showdown(event, players, view.pick_title, picked)
        case Skipped(player=player):
            return f"{players.does(player, 'have')} nothing left to attack with"
        case Reshuffled():
            return "The played cards are shuffled into a new deck"
        case Drew(player=player, numbers=cards):
            drew = "got" if event.exchange == 0 else "drew"
            return f"{players.name(player)} {drew} {' '.join(map(played, cards))}"
    raise TypeError(f"no words for {type(event).__name__}")


def _life(players: PlayerNames, player: Player, before: int, after: int) -> str:
    """`**Ben 20 → 12**`. Below 0, what was too much is said instead."""
    if before == after:
        return f"**{players.does(player, 'stay')} at {after}**"
    spare = f", with {-after} to spare" if after < 0 else ""
    return f"**{players.name(player)} {before} → {max(after, 0)}**{spare}"


def _attacked(event: Attacked, players: PlayerNames, played: Written) -> str:
    defender = event.attacker.other
    attack = f"{players.whose(event.attacker)} {played(event.number)}"
    change = _life(players, defender, event.life + event.damage, event.life)
    match event.answer:
        case Answer.NONE | Answer.UNABLE:
            return f"{attack} hits: {change}"
        case Answer.LET_THROUGH:
            return f"{players.does(defender, 'take')} the hit from {attack}: {change}"
        case Answer.DEFENDED:
            assert event.defence is not None
            meeting = f"{attack} against {players.whose(defender)} {played(event.defence)}"
            return f"{meeting}: {change if event.damage else '**deflected**'}"


def _showdown(event: Showdown, players: PlayerNames, pick_title: str, picked: Written) -> str:
    picks = " against ".join(f"{players.whose(player)} {picked(event.picks[player.index])}" for player in Player)
    start = f"{pick_title}, {picks}" if pick_title else picks
    if not any(event.changes):
        return f"{start}: **{'level' if event.picks[0] == event.picks[1] else 'nothing changes'}**"
    lives = zip(Player, event.changes, event.life, strict=True)
    return f"{start}: {', '.join(_life(players, player, now - change, now) for player, change, now in lives)}"


def _told(events: Iterable[Event], players: PlayerNames, view: View, written: Written | None = None) -> str:
    return " ".join(f"{players.capital(happened(event, players, view, written))}." for event in events)


def course(view: View, players: PlayerNames) -> tuple[str, ...]:
    """One line per exchange, oldest first, with plain numbers: `3 · Ada's 9 against Ben's 4: **Ben 13 → 8**.`"""
    return tuple(
        f"{exchange} · {_told(events, players, view, str)}" if exchange else _told(events, players, view, str)
        for exchange, events in groupby(view.history, key=lambda event: event.exchange)
    )


def earlier(view: View, players: PlayerNames, count: int) -> str:
    """That many exchanges before the last one, oldest first, as small print."""
    exchanges = [(at, [*events]) for at, events in groupby(view.history, key=lambda event: event.exchange) if at]
    return small(f"{at} · {_told(events, players, view, str)}" for at, events in exchanges[:-1][-count:])


def since_own(view: View, players: PlayerNames) -> str:
    """The exchange of the viewer's own latest move and all after it, oldest first, a line each; all, where they have
    not moved yet.
    """
    own = max((event.exchange for event in view.history if _is_by(event, view.viewer)), default=1)
    events = [event for event in view.history if event.exchange >= own]
    lines = groupby(events, key=lambda event: event.exchange)
    return stacked(*(_told(exchange, players, view) for _, exchange in lines))


def _is_by(event: Event, player: Player | None) -> bool:
    """Whether the player chose something in it."""
    match event:
        case Attacked(attacker=attacker, answer=answer):
            return player is attacker or answer in (Answer.DEFENDED, Answer.LET_THROUGH)
        case Healed(player=healer):
            return player is healer
    return isinstance(event, Showdown)


def last(view: View, players: PlayerNames) -> str:
    """The last exchange in one paragraph; empty where nothing has happened."""
    # What was dealt, in exchange 0, is the hand that the panel shows.
    return _told((event for event in view.recap if event.exchange), players, view)


def round_number(view: View) -> int:
    """The exchange that is under way, or the last one of a duel that is over; from 1."""
    return max((event.exchange for event in view.history), default=0) + (view.outcome is None)


def news(view: View, players: PlayerNames, *, tossed: bool = False, practice: bool = False) -> str:
    """What has just happened: the last exchange, what lies on the table; `tossed`: who begins, where a coin decided.
    `practice`: all exchanges since the viewer's own move, which the computer has answered at once.
    """
    table = [pile for pile in view.piles if pile.name == "table"]
    begins = "" if last(view, players) or table or not tossed else f"{players.does(view.starter, 'begin')}."
    # Who has just played knows what came before.
    is_own = view.viewer is not None and any(pile.owner is view.viewer for pile in table)
    return stacked(
        f"The coin says {begins}" if begins else "",
        "" if is_own else since_own(view, players) if practice else last(view, players),
        on_table(view, players),
    )


def turn(view: View, players: PlayerNames) -> str:
    """Whose turn it is; and how to pick, until the first picks are shown: it is new to both in the middle of a duel."""
    is_new = view.phase is Phase.PICK and not any(isinstance(event, Showdown) for event in view.history)
    if is_new and view.pick_news and len(view.to_act) > 1:
        return f"**{view.pick_title}.** {view.pick_news}"
    return stacked(f"**{whose_turn(view, players)}**", view.pick_news if is_new else "")


def on_table(view: View, players: PlayerNames) -> str:
    """What was played and waits for its answer; or, in a duel that is over, never got it."""
    return stacked(*(_on_table(view, players, pile) for pile in view.piles if pile.name == "table"))


def _on_table(view: View, players: PlayerNames, pile: Pile) -> str:
    assert pile.owner is not None
    what = pictured(view)(pile.numbers[0]) if pile.numbers else face_down(view)
    if view.outcome:
        return players.capital(f"{players.whose(pile.owner)} {what} was not answered.")
    if view.phase is Phase.PICK:
        picked = f"{players.name(pile.owner)} {'have' if pile.owner is players.reader else 'has'} picked"
        return players.capital(f"{picked} {what}." if pile.numbers else f"{picked}.")
    decides = f"{players.does(pile.owner.other, 'decide')}."
    if view.secret:
        return players.capital(f"{players.whose(pile.owner)} {what} lies face down: {decides}")
    return players.capital(f"{players.does(pile.owner, 'attack')} with {what}: {decides}")
