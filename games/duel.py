"""`Duel`: one game between two players, as a value. It checks every action, and alone calls `Game.apply_action`.

A duel is its game, its chance, its starter and its moves; all else is worked out. Knows no clock and no storage.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import Any

from games import registry
from games.chance import Chance
from games.changes import replaced
from games.game import Game
from games.log import ENDINGS, Move
from games.model import (
    Action,
    DuelOver,
    Ending,
    IllegalAction,
    NotYourTurn,
    Offer,
    Outcome,
    Phase,
    Player,
    State,
    Talk,
    Verb,
    View,
)

Actions = tuple[Action, ...]
NOTHING: tuple[Actions, Actions] = ((), ())
AnyState = State[Any, Any, Any]
NO_PLAYER = "Only a player can do that."
TALK = tuple(Talk)  # made once: each entry of a log is looked up in it


def _is_action(action: object) -> bool:
    """Whether it is an action to the last part, and not only equal to one."""
    if type(action) is not Action or type(action.verb) is not Verb:
        return False
    return action.number is None or type(action.number) is int


@dataclass(frozen=True, init=False)
class Duel:
    """A duel at one moment. Made by `start` or `replay` only; equal duels compare equal, and so do copies and pickles.

    `moves` is the whole log, with the entries that are no moves. `draws` counts what chance has drawn; `ended` is set
    by an ending that is no move; `offered` is what each player could choose from at their latest move.

    `outcome` is the end, or None while the duel goes on; `to_act` who is asked for a move now, empty at the end;
    `legal` what each player may play now, lowest number first. They follow from the rest, and are worked out once.
    """

    game: Game[Any, Any, Any]
    chance: Chance
    starter: Player
    moves: tuple[Move, ...]
    state: AnyState = field(repr=False)
    draws: int = 0
    ended: Outcome | None = None
    offered: tuple[Actions, Actions] = NOTHING
    outcome: Outcome | None = field(init=False, repr=False, compare=False)
    to_act: frozenset[Player] = field(init=False, repr=False, compare=False)
    legal: tuple[Actions, Actions] = field(init=False, repr=False, compare=False)

    def __init__(  # noqa: PLR0917 - the fields, in their order
        self,
        game: Game[Any, Any, Any],
        chance: Chance,
        starter: Player,
        moves: tuple[Move, ...],
        state: AnyState,
        draws: int = 0,
        ended: Outcome | None = None,
        offered: tuple[Actions, Actions] = NOTHING,
    ) -> None:
        """Written out: a frozen dataclass sets each field by itself, past what keeps others from doing so."""
        outcome, legal = ended or game.outcome(state), NOTHING
        to_act = frozenset() if outcome else game.active_players(state)
        for player in to_act:
            legal = replaced(legal, player, game.legal_actions(state.public, state.private[player.index], player))
        fields = {
            "game": game, "chance": chance, "starter": starter, "moves": moves, "state": state, "draws": draws,
            "ended": ended, "offered": offered, "outcome": outcome, "to_act": to_act, "legal": legal,
        }  # fmt: skip
        object.__setattr__(self, "__dict__", fields)

    @classmethod
    def start(cls, name: str, chance: Chance, starter: Player = Player.ONE) -> Duel:
        """A new duel, dealt. Raises `UnknownGame`, and `ValueError` for a starter or chance that is none."""
        game = registry.get(name)
        if type(starter) is not Player:
            raise ValueError("The starter is one of the two players.")
        if not callable(getattr(chance, "draw", None)):
            raise ValueError("Chance has to be able to draw: a bare seed can't.")
        state, draws = _settled(game, chance, game.new_initial_state(starter), 0)
        return cls(game, chance, starter, (), state, draws)

    @classmethod
    def replay(cls, name: str, chance: Chance, starter: Player, moves: Iterable[Move]) -> Duel:
        """The duel that its log tells of. Raises what `start` raises, and what `play` raises where the log can't be."""
        return cls.start(name, chance, starter).resumed(moves)

    def resumed(self, moves: Iterable[Move]) -> Duel:
        """The duel after further entries of its log. Raises what `play` raises where they can't be."""
        return reduce(Duel._entered, moves, self)

    def turn(self, player: Player) -> int:
        """How many moves this player has made."""
        return self._movers.count(player)

    @cached_property
    def _movers(self) -> list[Player | None]:
        return [move.player for move in self.moves if move.is_move]

    def play(self, player: Player, action: Action) -> Duel:
        """The duel after the move. Raises `DuelOver`, `NotYourTurn` or `IllegalAction`.

        At any moment it is an `IllegalAction` where the player is no `Player`, or the action not exactly an `Action` of
        a `Verb` and an int or None: what only equals one (`"attack"`, `7.0`, `True`) would be played as something else,
        or could not be replayed.
        """
        if type(player) is not Player:
            raise IllegalAction(NO_PLAYER)
        if not _is_action(action):
            raise IllegalAction("That is no action of any game.")
        return self._played(player, action)

    def resign(self, player: Player) -> Duel:
        """The duel after `player` has given up, on whosever turn. Raises `DuelOver`; `IllegalAction` for no player."""
        return self._entered(Move(player, "!resign"))

    def expire(self, player: Player) -> Duel:
        """The duel after `player` has run out of time. Raises `DuelOver`; `IllegalAction` for no player."""
        return self._entered(Move(player, "!time"))

    def agree_draw(self) -> Duel:
        """The duel after both have agreed on a draw. Raises `DuelOver`."""
        return self._entered(Move(None, "!draw"))

    @cached_property
    def offer(self) -> Offer | None:
        """The draw that was offered since the last move, if any; a later offer takes the place of an earlier one."""
        offer = None
        for move in self._since(None):
            if move.token == Talk.OFFER and move.player:
                offer = Offer(move.player)
            elif move.token == Talk.DECLINE and offer:
                offer = replace(offer, declined=True)
        return offer

    @cached_property
    def talk(self) -> int:
        """How many entries about a draw came after the last move: 0 to 4."""
        return len(self._since(None))

    def may_offer(self, player: Player) -> bool:
        """Whether `player` may offer a draw: once between two of their own moves."""
        return not self.outcome and Move(player, Talk.OFFER.value) not in self._since(player)

    def offer_draw(self, player: Player) -> Duel:
        """The duel with a draw offered, until the next move; drawn where the other's offer stands.

        Raises `DuelOver`, or `IllegalAction` for a second offer in one turn.
        """
        accepts = type(player) is Player and self.is_offered(player)
        return self.agree_draw() if accepts else self._entered(Move(player, Talk.OFFER.value))

    def decline_draw(self, player: Player) -> Duel:
        """The duel with the other's offer declined. Raises `DuelOver`, or `IllegalAction` where there is none."""
        return self._entered(Move(player, Talk.DECLINE.value))

    def step(self, player: Player, step: Action | Talk) -> Duel:
        """The duel after a move or a word about a draw. Raises what `play`, `offer_draw` and `decline_draw` raise."""
        match step:
            case Talk.OFFER:
                return self.offer_draw(player)
            case Talk.DECLINE:
                return self.decline_draw(player)
        return self.play(player, step)

    def is_offered(self, player: Player) -> bool:
        """Whether the other's offer stands, for `player` to answer."""
        return self.offer == Offer(player.other)

    def _since(self, player: Player | None) -> tuple[Move, ...]:
        """The entries after the last move, of this player or of any."""
        after = len(self.moves)
        while after and not ((last := self.moves[after - 1]).is_move and player in (None, last.player)):
            after -= 1
        return self.moves[after:]

    def void(self) -> Duel:
        """The duel, called off: no winner and no loser. Raises `DuelOver`."""
        return self._entered(Move(None, "!void"))

    def view(self, viewer: Player | None) -> View:
        """What `viewer` may know; None is a spectator, and the channel. Raises `ValueError` for anybody else."""
        if viewer is not None and type(viewer) is not Player:
            raise ValueError("A viewer is one of the two players, or None.")
        game, public, outcome = self.game, self.state.public, self.outcome
        own = None if viewer is None else self.state.private[viewer.index]
        history = game.events(public, own)
        piles = game.revealed(public, self.state.private) if outcome else game.piles(public, own, viewer)
        players = Player if viewer is None else (viewer,)
        return View(
            game=game.name,
            viewer=viewer,
            starter=self.starter,
            life=public.life,
            full_life=game.full_life,
            piles=piles,
            phase=Phase.OVER if outcome else game.phase(public),
            to_act=self.to_act,
            actions=() if viewer is None else self.legal[viewer.index],
            controls=() if viewer is None or outcome else game.controls(public, own, viewer),
            secret=not outcome and game.is_secret(public),
            turn=sum(self.turn(player) for player in players),
            recap=tuple(event for event in history if event.exchange == public.exchange),
            history=history,
            outcome=outcome,
            offer=None if outcome else self.offer,
            may_offer=viewer is not None and self.may_offer(viewer),
            offered=() if viewer is None else self.offered[viewer.index],
            starter_matters=game.starter_matters,
            pick_title=game.pick_title,
            pick_news=game.pick_news,
            level_loser=game.level_loser,
            hint=game.hint,
            heals=game.heals,
        )

    def decisions(self, newest: int) -> tuple[tuple[View, Action], ...]:
        """The moves among so many `newest` entries, each with what its player saw when they made it.

        Raises `ValueError` before the end: until then nobody may know both players' views.
        """
        if not self.outcome:
            raise ValueError("The duel is not over.")
        duel, seen = Duel.start(self.game.name, self.chance, self.starter), []
        for at, move in enumerate(self.moves, newest - len(self.moves)):
            if at >= 0 and move.is_move and move.player:
                seen.append((duel.view(move.player), Action.parse(move.token)))
            duel = duel._entered(move)
        return tuple(seen)

    def _entered(self, move: Move) -> Duel:
        """The duel after one entry of the log."""
        if type(move) is not Move or type(move.token) is not str:
            raise IllegalAction("That is no entry of a log.")
        if move.player is not None and type(move.player) is not Player:
            raise IllegalAction(NO_PLAYER)
        if move.token in TALK:
            return self._talked(move)
        if (ending := ENDINGS.get(move.token)) is None:
            if move.player is None:
                raise IllegalAction(NO_PLAYER)
            return self._played(move.player, Action.parse(move.token), move)
        if self.outcome:
            raise DuelOver("The duel is over.")
        if (move.player is None) is (ending in (Ending.RESIGNATION, Ending.TIME)):
            raise IllegalAction("That ending belongs to nobody, or to one player.")
        winner = move.player.other if move.player else None
        return replace(self, moves=(*self.moves, move), ended=Outcome(winner, ending))

    def _played(self, player: Player, action: Action, entry: Move | None = None) -> Duel:
        """The duel after a move; `entry`: the move as it stands in a log, where it is replayed."""
        if self.outcome:
            raise DuelOver("The duel is over.")
        if player not in self.to_act:
            raise NotYourTurn("It is the other player's turn.")
        if action not in (legal := self.legal[player.index]):
            raise IllegalAction("That action can't be taken now.")
        after = self.game.apply_action(self.state, player, action)
        state, draws = _settled(self.game, self.chance, after, self.draws)
        moves, offered = (*self.moves, entry or Move(player, str(action))), replaced(self.offered, player, legal)
        return Duel(self.game, self.chance, self.starter, moves, state, draws, self.ended, offered)

    def _talked(self, move: Move) -> Duel:
        """The duel after an offer or its refusal."""
        if self.outcome:
            raise DuelOver("The duel is over.")
        # An offer that meets the other's is no offer: it accepts.
        answers, player = move.token == Talk.DECLINE, move.player
        if player is None or self.is_offered(player) is not answers or not (answers or self.may_offer(player)):
            raise IllegalAction("There is nothing to offer or to decline now.")
        return replace(self, moves=(*self.moves, move))


def _settled(game: Game[Any, Any, Any], chance: Chance, state: AnyState, draws: int) -> tuple[AnyState, int]:
    """The state after chance has done all that it has to do, and how many draws there were by then."""
    while outcomes := game.chance_outcomes(state):
        state = game.apply_action(state, None, chance.draw(draws, outcomes))
        draws += 1
    return state, draws
