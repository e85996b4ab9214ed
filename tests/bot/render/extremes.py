"""Every message there is, at its most extreme."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from bot import refusals
from bot.drawing import Layout
from bot.render import board, pages, panel, result, review
from bot.render.header import Header
from games import Duel, Player, get, names
from players import MOST_MOVES, Level, reviewed
from players.review import Review
from tests.bot.drawn import LATEST, MAX_ID, NAMES, longest_header
from tests.games.facts import facts
from tests.games.helpers import random_play, start

WORST = ("emoji", "underscores", "marks alone")
extreme = pytest.mark.parametrize(
    "name",
    [pytest.param(NAMES[kind], id=kind, marks=() if kind in WORST else pytest.mark.soak) for kind in NAMES],
)


def longest(name: str) -> Duel:
    """The longest duel of a game, or of many at random, not ended yet."""
    if told := facts(name).longest:
        return told()
    return max((list(random_play(start(name), Random(seed)))[-2] for seed in range(40)), key=lambda d: len(d.moves))


LONGEST = {name: longest(name) for name in names()}


def positions() -> Iterator[Duel]:
    """All kinds of positions: each game at its start, in each phase, and late."""
    for name in names():
        yield start(name)
        yield LONGEST[name]
        for seed in range(3):
            yield from [duel for duel in random_play(start(name), Random(seed)) if not duel.outcome][:30]


POSITIONS = tuple(positions())


def endings(duel: Duel) -> Iterator[Duel]:
    """The duel, ended in every way that is no move."""
    yield duel.resign(Player.ONE)
    yield duel.expire(Player.TWO)
    yield duel.agree_draw()
    yield duel.void()


@cache
def longest_review(game: str) -> Review:
    """The review of the longest duel of a game, given up."""
    duel = LONGEST[game].resign(Player.ONE)
    assert duel.outcome
    made = reviewed(duel.decisions(MOST_MOVES), duel.outcome)
    assert made
    return made


def talks() -> Iterator[Duel]:
    """The longest duel of each game, and one in sudden death, with all that can be said about a draw."""
    for duel in LONGEST.values():
        for player in Player:
            yield duel.offer_draw(player)
            yield duel.offer_draw(player).decline_draw(player.other)


def without_position(name: str) -> Iterator[tuple[str, Layout]]:
    """Every message that needs no position, under these names."""
    for game in names():
        about, summary = longest_header(name, get(game).title), get(game).summary
        yield f"practice {game}", pages.practice_offered(game, about.title, Level)
        for starter in (None, *Player):
            yield f"challenge {game}", board.challenge(about, summary, starter, MAX_ID)
            yield f"rematch {game}", board.challenge(about, summary, starter, MAX_ID, rematch_of=MAX_ID)
        stands = str(refusals.ChallengedAlready(MAX_ID, name))
        yield f"challenge {game}", board.challenge(about, summary, None, None, rematch_of=MAX_ID, note=stands)
        for how in board.CLOSED:
            yield how, board.closed(about, how)
        yield "nudge", board.call(about, Player.ONE, MAX_ID, is_turn=True, is_offered=True)
        yield "nudge of an offer", board.call(about, Player.ONE, MAX_ID, is_turn=False, is_offered=True)
        yield "called off", result.called_off(about, result.OLD_RULES)
        yield "watch", board.outsider(str(refusals.NotYourDuel(duel=MAX_ID)), MAX_ID)
        yield "rematch asked", panel.rematch_asked(about)
        yield "set aside", result.set_aside(about)
        yield "twin", panel.twin(about, MAX_ID)
        yield "moved", board.moved(about)
        yield "called reminder", board.reminder(about, Player.ONE, MAX_ID)
        for how in panel.NOT_ACCEPTED:
            yield how, panel.not_accepted(about, how)
        for player in Player:
            yield "challenge to read", board.challenge(about, summary, player, None, rematch_of=MAX_ID, reader=player)
            yield "no board", panel.no_board(about, player)
            yield "reminder", panel.reminder(about, player)
        for player in Player:
            yield "draw offered", panel.draw_offered(about, player)
            yield "draw declined", panel.draw_declined(about, player)
            yield "left", panel.left(about, player)
            yield "bygone", result.bygone(about, player, result.OLD_RULES)
        yield "confirm", panel.confirm_resignation(about, Player.ONE)
        yield f"rules {game}", pages.rules(get(game).title, get(game).how_to_play, get(game).known)
        for ended in endings(LONGEST[game]):
            yield f"watched {game}", result.ended(ended.view(None), about.without_link(), again=False)
            yield f"line {game}", result.line(ended.view(None), about)
            for viewer in (None, *Player):
                yield f"result {game}", result.ended(ended.view(viewer), about)
                yield f"course {game}", result.course(ended.view(viewer), about)
        for player in Player:
            yield f"picture {game}", review.picture(longest_review(game), about, player)
            for page in review.pages(longest_review(game), about, player):
                yield f"review {game}", page


def messages(name: str) -> Iterator[tuple[str, Layout]]:
    """Every message there is, under these names; in the positions, the longest duels included."""
    yield from without_position(name)
    yield "rules", pages.all_rules(tuple((game, get(game).title, get(game).tagline) for game in names()))
    yield "rules of the commands", pages.help_page()
    for duel in POSITIONS:
        about = longest_header(name, duel.game.title)
        yield from of_a_position(duel, about)
    for duel in talks():
        yield from of_a_position(duel, longest_header(name, duel.game.title))


def of_a_position(duel: Duel, about: Header) -> Iterator[tuple[str, Layout]]:
    """Every message about an open duel, with all that can be in it."""
    about = replace(about, tossed=True, newcomers=frozenset(Player))
    unreached = replace(about, unreached=frozenset(Player), may_call_off=True)
    yield f"board {duel}", board.open_board(duel.view(None), about)
    yield f"watched {duel}", board.watched(duel.view(None), about, until=LATEST)
    for player in Player:
        yield f"panel {duel}", panel.own(duel.view(player), about)
        yield f"panel {duel}", panel.own(duel.view(player), unreached, posts_board=True, until=LATEST)
        yield f"panel {duel}", panel.own(duel.view(player), about, goes_on=True)
