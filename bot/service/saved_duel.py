"""`SavedDuel`: a duel as saved, with who sits where; and `Person`: somebody who may sit there. Knows no Discord."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bot.render import names
from games import Duel, Player, UnknownGame, View, get
from games import names as game_names
from storage import DuelRow, Status

CLOSED_WORDS = {
    Status.OPEN: "accepted",
    Status.ENDED: "accepted",
    Status.DECLINED: "declined",
    Status.CANCELLED: "withdrawn",
    Status.EXPIRED: "closed",
}
"""What became of a challenge, in a word."""


BOTH = tuple(Player)
"""The seats of a duel between two people."""
SEATS = tuple(frozenset(player for player in BOTH if mask & player.value) for mask in range(4))
"""Sets of players, by the numbers that stand for them in a row."""


@dataclass(frozen=True)
class Person:
    """Somebody on Discord. `name` is as they wrote it: hostile text. `username` is unique, and empty if not known."""

    id: int
    name: str
    bot: bool = False
    username: str = ""

    def beside(self, other: Person) -> str:
        """The name, told apart from another person's."""
        return names.told_apart((self.name, self.username), (other.name, other.username))[0]


@dataclass(frozen=True)
class SavedDuel:
    """A duel as saved: its row, the duel itself, and how many entries its log has.

    `duel` is None before it has begun, where it never did, where its rules are not known any more, and where its log
    can't be replayed. `twin`: of a new challenge, an unanswered one between the same two, to the same game.
    """

    row: DuelRow
    duel: Duel | None = None
    plies: int = 0
    twin: int | None = None

    def seat(self, user_id: int) -> Player | None:
        """Where that person sits; None for an outsider."""
        return {self.row.player_one: Player.ONE, self.row.player_two: Player.TWO}.get(user_id)

    def user(self, player: Player) -> int:
        """Who sits there."""
        return (self.row.player_one, self.row.player_two)[player.index]

    def person(self, player: Player) -> Person:
        """Who sits there, by the name they go by in the duel's server."""
        row = self.row
        name, username = ((row.name_one, row.username_one), (row.name_two, row.username_two))[player.index]
        return Person(self.user(player), name, username=username)

    @cached_property
    def names(self) -> tuple[str, str]:
        """What both are called, as they wrote it; two of one name by their usernames."""
        row = self.row
        one, two = names.told_apart((row.name_one, row.username_one), (row.name_two, row.username_two))
        return one, two

    def name(self, player: Player) -> str:
        """What who sits there is called."""
        return self.names[player.index]

    def view(self, viewer: Player | None) -> View:
        """What `viewer` may know of a duel that has begun."""
        assert self.duel is not None
        if viewer not in self._views:
            self._views[viewer] = self.duel.view(viewer)
        return self._views[viewer]

    @cached_property
    def _views(self) -> dict[Player | None, View]:
        """What was asked for already: several messages show the same."""
        return {}

    @cached_property
    def made(self) -> dict[Any, Any]:
        """What was made of it for a message: the next may show the same. It is up to whoever makes it."""
        return {}

    def waits_for(self, user_id: int) -> bool:
        """Whether this person is the one to answer the challenge, or to move."""
        if self.row.status is Status.CHALLENGED:
            return user_id == self.row.player_two
        return self.duel is not None and self.seat(user_id) in self.duel.to_act

    @property
    def computer(self) -> Player | None:
        """The bot's own seat; None where two people play."""
        return Player.TWO if self.row.practice else None

    @property
    def people(self) -> tuple[Player, ...]:
        """The seats of people, who are told what happens."""
        return (Player.ONE,) if self.computer else BOTH

    @property
    def waits_for_computer(self) -> bool:
        """Whether the bot itself is to move, or to answer an offer."""
        if self.computer is None or self.duel is None:
            return False
        return self.computer in self.duel.to_act or (not self.duel.outcome and self.duel.is_offered(self.computer))

    @property
    def has_board(self) -> bool:
        """Whether it is shown in a channel: practice in direct messages is played on the panel alone."""
        return self.computer is None or self.row.guild_id is not None

    @property
    def unreached(self) -> frozenset[Player]:
        """Who could not be told that they are to move."""
        return SEATS[self.row.unreached]

    @property
    def newcomers(self) -> frozenset[Player]:
        """Whose first duel of this game it is."""
        return SEATS[self.row.newcomers]

    @property
    def is_tossed(self) -> bool:
        """Whether a coin decided who starts, where that makes a difference."""
        return self.row.tossed and self.starter_matters

    @property
    def is_set_aside(self) -> bool:
        """Whether it is open, but can't be replayed."""
        return self.row.status is Status.OPEN and self.duel is None

    @property
    def is_begun(self) -> bool:
        """Whether anybody has moved."""
        return self.duel is not None and any(move.is_move for move in self.duel.moves)

    @property
    def is_answered(self) -> bool:
        """Whether the challenge is no longer one."""
        return self.row.status is not Status.CHALLENGED

    @property
    def first(self) -> Player | None:
        """Who starts; None while a coin toss is to decide."""
        return Player(self.row.starter) if self.row.starter else None

    @property
    def starter_matters(self) -> bool:
        """Whether it makes a difference who starts; True where the game is no longer known."""
        try:
            return get(self.row.game).starter_matters
        except UnknownGame:
            return True

    @property
    def has_known_game(self) -> bool:
        """Whether there still is a game of that name."""
        return self.row.game in game_names()

    @property
    def summary(self) -> str:
        """The game in one line; empty where the game is no longer known."""
        try:
            return get(self.row.game).summary
        except UnknownGame:
            return ""

    @property
    def title(self) -> str:
        """The game's title; its bare name where the game is no longer known."""
        try:
            return get(self.row.game).title
        except UnknownGame:
            return self.row.game


def is_newer(row: DuelRow) -> bool:
    """Whether a newer program has begun this duel, by a version of its rules that this one does not know yet."""
    try:
        return get(row.game).rules_version < row.rules_version
    except UnknownGame:
        return False


def has_current_rules(row: DuelRow) -> bool:
    """Whether these are still rules that this program knows."""
    try:
        return get(row.game).rules_version == row.rules_version
    except UnknownGame:
        return False
