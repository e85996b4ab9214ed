"""Draws: offered once in a turn, lapsing with the next move, accepted or declined. The same in every game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import Action, Duel, DuelOver, Ending, IllegalAction, Move, Outcome, Player, Seeded, names
from games.model import Offer, View
from tests.games.helpers import LEVEL_AT_8, ONE, SEED, TWO, VIEWERS, play, start

EVERY_GAME = pytest.mark.parametrize("name", names())
QUICK = settings(max_examples=25, deadline=None, derandomize=True, database=None)
STEPS = st.lists(st.tuples(st.integers(0, 60), st.sampled_from(["move", "offer", "decline"])), max_size=40)


@dataclass
class Talk:
    """What may be said about a draw, told a second time and in another way: by what happened since the last moves."""

    since_own: dict[Player, int] = field(default_factory=lambda: dict.fromkeys(Player, 0))
    standing: Player | None = None
    declined: Player | None = None
    entries: int = 0

    def moved(self, player: Player) -> None:
        self.since_own[player] = 0
        self.standing = self.declined = None
        self.entries = 0

    def offered(self, player: Player) -> None:
        self.since_own[player] += 1
        self.standing, self.declined = player, None
        self.entries += 1

    def refused(self) -> None:
        self.standing, self.declined = None, self.standing
        self.entries += 1

    @property
    def offer(self) -> Offer | None:
        by = self.standing or self.declined
        return Offer(by, declined=self.standing is None) if by else None


def agrees(duel: Duel, talk: Talk) -> None:
    """The duel, and what each viewer sees of it, are as the talk has it."""
    assert duel.offer == talk.offer
    assert duel.talk == talk.entries <= 4
    for player in Player:
        assert duel.may_offer(player) is (talk.since_own[player] == 0)
        assert duel.is_offered(player) is (talk.standing is player.other)
    for viewer in VIEWERS:
        view = duel.view(viewer)
        assert view.offer == talk.offer
        assert view.may_offer is (viewer is not None and duel.may_offer(viewer))


def without_talk(view: View) -> View:
    return replace(view, offer=None, may_offer=False)


@EVERY_GAME
@QUICK
@given(steps=STEPS, seed=st.integers(0, 1000))
def test_any_talk_is_taken_or_refused_by_the_same_rule(name: str, steps: list[tuple[int, str]], seed: int) -> None:
    luck = Seeded(seed.to_bytes(32))
    duel = silent = Duel.start(name, luck)
    talk = Talk()
    agrees(duel, talk)
    for choice, what in steps:
        player = Player(1 + choice % 2)
        if what == "move" and duel.to_act:
            player = player if player in duel.to_act else player.other
            actions = duel.view(player).actions
            duel = duel.play(player, actions[choice % len(actions)])
            silent = silent.play(player, actions[choice % len(actions)])
            talk.moved(player)
        elif what == "offer" and not duel.outcome:
            if talk.standing is player.other:
                duel = duel.offer_draw(player)
                assert duel.outcome == Outcome(None, Ending.AGREEMENT)
            elif talk.since_own[player]:
                with pytest.raises(IllegalAction):
                    duel.offer_draw(player)
            else:
                duel = duel.offer_draw(player)
                talk.offered(player)
        elif what == "decline" and not duel.outcome:
            if talk.standing is player.other:
                duel = duel.decline_draw(player)
                talk.refused()
            else:
                with pytest.raises(IllegalAction):
                    duel.decline_draw(player)
        assert Duel.replay(name, luck, duel.starter, duel.moves) == duel
        if duel.outcome:
            break
        agrees(duel, talk)
        # And nothing else of the duel notices.
        assert duel.state == silent.state
        for viewer in VIEWERS:
            assert without_talk(duel.view(viewer)) == without_talk(silent.view(viewer))


@EVERY_GAME
@pytest.mark.parametrize("offerer", list(Player))
def test_an_offer_is_taken_by_accepting_or_by_offering(name: str, offerer: Player) -> None:
    offered = start(name).offer_draw(offerer)
    assert offered.outcome is None
    assert offered.offer == Offer(offerer)
    for drawn in (offered.agree_draw(), offered.offer_draw(offerer.other)):
        assert drawn.outcome == Outcome(None, Ending.AGREEMENT)
        assert drawn.moves == (Move(offerer, "!offer"), Move(None, "!draw"))
        assert drawn.to_act == frozenset()
        for viewer in VIEWERS:
            assert drawn.view(viewer).offer is None
            assert drawn.view(viewer).may_offer is False


@EVERY_GAME
@pytest.mark.parametrize("offerer", list(Player))
def test_an_offer_lapses_with_the_next_move_of_either(name: str, offerer: Player) -> None:
    duel = start(name).offer_draw(offerer)
    mover = min(duel.to_act, key=lambda player: player.index)
    moved = duel.play(mover, duel.view(mover).actions[0])
    assert moved.offer is None
    assert not moved.is_offered(offerer.other)
    with pytest.raises(IllegalAction):
        moved.decline_draw(offerer.other)
    # Who has moved may offer again; who waits has had their say until they move.
    assert moved.may_offer(offerer) is (offerer is mover)
    assert moved.may_offer(offerer.other)


def test_who_is_never_asked_has_one_offer_until_they_move() -> None:
    duel = play(start("siege").offer_draw(TWO), "attack-1")
    assert not duel.may_offer(TWO)
    duel = play(duel, "take")
    assert duel.may_offer(TWO)


@EVERY_GAME
def test_a_declined_offer_can_be_met_by_another(name: str) -> None:
    duel = start(name).offer_draw(ONE).decline_draw(TWO)
    assert duel.offer == Offer(ONE, declined=True)
    assert not duel.is_offered(TWO)
    assert not duel.may_offer(ONE)
    met = duel.offer_draw(TWO)
    assert met.offer == Offer(TWO)
    assert met.outcome is None
    assert met.talk == 3
    refused = met.decline_draw(ONE)
    assert refused.offer == Offer(TWO, declined=True)
    assert (refused.talk, refused.may_offer(ONE), refused.may_offer(TWO)) == (4, False, False)


def test_in_sudden_death_a_pick_ends_the_offer_and_is_not_told() -> None:
    duel = play(start("digit"), *LEVEL_AT_8).offer_draw(TWO)
    assert duel.is_offered(ONE)
    picked = duel.play(TWO, Action.parse("pick-3"))
    assert picked.offer is None
    assert picked.view(None).history == duel.view(None).history
    assert picked.may_offer(TWO)
    assert picked.offer_draw(TWO).offer_draw(ONE).outcome == Outcome(None, Ending.AGREEMENT)


@EVERY_GAME
def test_talk_is_no_move(name: str) -> None:
    duel = start(name)
    talked = duel.offer_draw(ONE).decline_draw(TWO)
    for player in Player:
        assert talked.turn(player) == duel.turn(player) == 0
    assert [move.is_move for move in talked.moves] == [False, False]
    assert talked.to_act == duel.to_act
    assert talked.state == duel.state


@EVERY_GAME
def test_after_the_end_nobody_talks(name: str) -> None:
    for ended in (start(name).resign(ONE), start(name).agree_draw(), start(name).void(), start(name).expire(TWO)):
        for player in Player:
            assert not ended.may_offer(player)
            for attempt in (ended.offer_draw, ended.decline_draw):
                with pytest.raises(DuelOver):
                    attempt(player)


@EVERY_GAME
@pytest.mark.parametrize("ending", ["!resign", "!time", "!void", "!draw"])
def test_a_duel_ends_in_every_way_while_an_offer_stands(name: str, ending: str) -> None:
    duel = start(name).offer_draw(ONE)
    ended = {"!resign": duel.resign(TWO), "!time": duel.expire(TWO), "!void": duel.void(), "!draw": duel.agree_draw()}
    over = ended[ending]
    assert over.outcome is not None
    assert over.view(None).offer is None
    assert Duel.replay(name, Seeded(SEED), ONE, over.moves) == over


@EVERY_GAME
@pytest.mark.parametrize(
    "log",
    [
        (Move(None, "!offer"),),
        (Move(None, "!decline"),),
        (Move(ONE, "!decline"),),
        (Move(ONE, "!offer"), Move(ONE, "!offer")),
        (Move(ONE, "!offer"), Move(ONE, "!decline")),
        (Move(ONE, "!offer"), Move(None, "!decline")),
        (Move(ONE, "!offer"), Move(TWO, "!offer")),
        (Move(ONE, "!offer"), Move(TWO, "!decline"), Move(TWO, "!decline")),
        (Move(ONE, "!offer"), Move(TWO, "!decline"), Move(ONE, "!offer")),
    ],
)
def test_a_log_of_talk_that_cannot_be_is_refused(name: str, log: tuple[Move, ...]) -> None:
    Duel.replay(name, Seeded(SEED), ONE, log[:-1])
    with pytest.raises(IllegalAction):
        Duel.replay(name, Seeded(SEED), ONE, log)
