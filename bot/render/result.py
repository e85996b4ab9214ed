"""The result of a duel: who won, how, what was hidden; the whole course; and what stands where it can't be told."""

from __future__ import annotations

from bot.components.buttons import Style, button_of
from bot.components.custom_ids import Press
from bot.drawing import Component, Layout
from bot.render import words
from bot.render.board import board_link
from bot.render.exchanges import course as lines_of
from bot.render.exchanges import last, on_table, round_number, since_own
from bot.render.header import Header
from bot.render.layout import TEXT_LIMIT, Accent, message, newest_that_fit, stacked, text
from bot.render.standing import standing
from bot.render.words import PlayerNames
from games.model import Ending, Player, View

COURSE_ROOM = TEXT_LIMIT - 300
"""Most characters of a course; its heading needs the rest."""


def ended(view: View, header: Header, *, again: bool = True) -> Layout:
    """The result of a duel that is over: to the view's viewer, or to the channel. `again`: with players' buttons."""
    assert view.outcome is not None
    players, won = header.players(view.viewer), view.outcome.ending is Ending.LIFE
    deciding, before = last(view, players), ""
    if header.practice and view.viewer:
        before = since_own(view, players).removesuffix(deciding).strip()
    if deciding:
        deciding = f"{'The deciding blow' if won else 'The last exchange'}, in round {round_number(view)}: {deciding}"
    small_print = header.title, f"duel {header.duel}", header.level
    buttons: list[Component] = []
    if view.outcome.ending is not Ending.VOID or header.late:  # else the bot has left the server: no button would work
        if again:
            buttons.append(button_of(header.duel, Press.REMATCH, "Rematch", Style.primary))
        buttons.append(button_of(header.duel, Press.COURSE, "Course"))
        if again:
            buttons.append(button_of(header.duel, Press.REVIEW, "Review"))
        buttons += board_link(header)
    return message(
        f"### {title(view, players)}\n{reason(view, header, players)}",
        standing(view, players),
        stacked(before, deciding, on_table(view, players), f"-# {' · '.join(filter(None, small_print))}"),
        buttons,
        accent=_accent(view),
    )


def _accent(view: View) -> Accent:
    assert view.outcome is not None
    if view.outcome.winner is None:
        return Accent.WAITING if view.outcome.ending is Ending.VOID else Accent.DRAWN
    return Accent.WON if view.viewer in (None, view.outcome.winner) else Accent.LOST


def title(view: View, players: PlayerNames) -> str:
    """`Ada wins`; to a player `You win!` or `You lose`."""
    assert view.outcome is not None
    winner = view.outcome.winner
    if winner is None:
        return "Called off" if view.outcome.ending is Ending.VOID else "A draw"
    if players.reader:
        return "You win!" if winner is players.reader else "You lose"
    return f"{players.name(winner)} wins"


def reason(view: View, header: Header, players: PlayerNames) -> str:
    """How the duel ended, in one sentence."""
    outcome = view.outcome
    assert outcome is not None
    loser = outcome.winner.other if outcome.winner else None
    one, two = (str(max(life, 0)) for life in view.life)
    score = f"{two} to {one}" if outcome.winner is Player.TWO else f"{one} to {two}"
    at = f", {words.moment(header.due)}" if header.late and header.due else ""
    match outcome.ending:
        case Ending.LIFE if loser:
            return players.capital(f"{players.does(loser, 'are')} down, {score}.")
        case Ending.LIFE:
            return "Both are down at once."
        case Ending.NUMBERS_USED if loser and one == two:
            return f"All numbers are used, {score}, and {players.name(loser)} {view.level_loser or 'lost'}."
        case Ending.NUMBERS_USED:
            return f"All numbers are used, {score}."
        case Ending.RESIGNATION if loser:
            return players.capital(f"{players.name(loser)} resigned, at {score}.")
        case Ending.TIME if loser:
            return players.capital(f"{players.whose(loser)} time ran out{at}.")
        case Ending.AGREEMENT:
            return f"Both agreed on it, at {score}."
        case _:
            return f"{_why_void(view, players, header, at)}: no winner, and no loser."


def _why_void(view: View, players: PlayerNames, header: Header, at: str) -> str:
    if header.unreached:
        return f"I could not reach {' and '.join(players.name(p) for p in Player if p in header.unreached)}"
    if not header.late:
        return "I was removed from its server"
    if header.practice:
        return f"There was no move for {header.idle_days} days"  # the bot itself may have failed to make it
    if last(view, players) or not view.starter_matters:
        return f"Neither of the two picked in time{at}"
    return players.capital(f"{players.name(view.starter)} did not begin in time{at}")


def course(view: View, header: Header) -> Layout:
    """The whole course of a duel that is over, oldest first, for one reader. Its beginning is left out where it does
    not fit.
    """
    players = header.players(view.viewer)
    starts = players.capital(f"{players.name(view.starter)} began.") if view.starter_matters else ""
    lines = newest_that_fit(lines_of(view, players), COURSE_ROOM - 2 * len(starts))
    return message(
        f"### The course of duel {header.duel}",
        stacked(starts, lines),
        accent=Accent.WAITING,
    )


def line(view: View, header: Header) -> Layout:
    """One plain sentence for the channel, with a link to the board: who won."""
    players = header.players()
    assert view.outcome is not None
    if view.outcome.winner:
        winner, loser = players.name(view.outcome.winner), players.name(view.outcome.winner.other)
        what = f"{winner} wins {header.title} against {loser}"
    else:
        ends = "was called off" if view.outcome.ending is Ending.VOID else "ended in a draw"
        what = f"{header.title} of {players.names[0]} and {players.names[1]} {ends}"
    where = f": [the board]({header.board_url})" if header.board_url else ""
    return Layout(text(f"**{what}**{where}"))


OLD_RULES, UNREADABLE = "Its rules have changed since it began", "I can't read its moves any more"
"""Why a duel can't be replayed."""


def called_off(header: Header, why: str) -> Layout:
    """The result of a duel that was called off and can't be replayed; `why` is one of the two above."""
    return message(
        "### Called off",
        f"{why}. No winner, and no loser: /duel starts a new one.\n-# {header.title} · duel {header.duel}",
        accent=Accent.WAITING,
    )


def set_aside(header: Header) -> Layout:
    """Stands in place of an open duel whose log can't be replayed."""
    return message(
        f"### {header.title} is set aside · duel {header.duel}",
        "I can't read its moves at the moment. Nothing is lost, and its time does not run: it goes on when I can.",
        accent=Accent.WAITING,
    )


def bygone(header: Header, winner: Player | None, why: str) -> Layout:
    """The result of a duel that ended normally, but can't be replayed; `why` as above."""
    return message(
        f"### {header.players().name(winner)} won" if winner else "### A draw",
        f"{why}, so its course can't be shown.\n-# {header.title} · duel {header.duel}",
        accent=Accent.WON if winner else Accent.DRAWN,
    )
