"""Draws and resignations at the keyboard, and the commands that are understood at every prompt."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from games import Duel, Ending, Outcome, Player, Seeded, get, names
from games.terminal import LEFT
from games.words import COMMANDS, NOT_ASKED
from tests.games.facts import where
from tests.terminal.screen import Moment, TypedSession, Typist, in_order, lines, typed
from tests.terminal.test_secrecy import HAND
from tests.terminal.test_sudden_death import LEVEL

ONE, TWO = Player.ONE, Player.TWO
SEATS = list(product(names(), Player))
HIDDEN = where(lambda told: told.always_private)
AGREED = Outcome(None, Ending.AGREEMENT)


def begin(game: str, starter: Player = ONE) -> Duel:
    return Duel.start(game, Seeded(b"any"), starter)


def first(duel: Duel) -> str:
    """A first move, as it is typed."""
    return typed(duel.view(duel.starter).actions[0])


def asked(played: TypedSession) -> list[Player]:
    """Who was asked, one prompt after the other."""
    return [moment.player for moment in played.moments if not moment.gate]


def at_gates(*left: str) -> Typist:
    """These lines where the keyboard changes hands; Enter after that, and `quit` at the prompt."""
    waiting = iter(left)
    return lambda moment: next(waiting, "") if moment.gate else "quit"


# ---- draws


@pytest.mark.parametrize(("game", "starter"), SEATS)
def test_k4_a_draw_that_is_accepted(game: str, starter: Player) -> None:
    played = TypedSession(begin(game, starter), lines(["draw", "draw"])).play()
    assert played.session.duel.outcome == AGREED
    assert asked(played) == [starter, starter.other]
    in_order(
        played.screen.all,
        [
            f"Player {starter.value} offers a draw.",
            f"Player {starter.other.value} is to answer the offer of a draw.",
            f"Player {starter.other.value}, you can accept the draw or decline it: type draw or decline.",
            "It is a draw: both players agree.",
        ],
    )
    # What was hidden is shown at the end.
    assert len(HAND.findall(played.screen.shown)) == (2 if game == "match" else 0)


@pytest.mark.parametrize(("game", "starter"), SEATS)
def test_k4_a_draw_that_is_declined(game: str, starter: Player) -> None:
    duel = begin(game, starter)
    played = TypedSession(duel, lines(["draw", "decline", "draw", "decline", first(duel)])).play()
    assert [move.token for move in played.session.duel.moves[:3]] == [
        "!offer",
        "!decline",
        first(duel).replace(" ", "-"),
    ]
    assert asked(played)[:5] == [starter, starter.other, starter, starter, starter]
    in_order(
        played.screen.all,
        [
            f"Player {starter.value} offers a draw.",
            f"Player {starter.other.value} declines the draw.",
            f"Player {starter.value} can offer a draw again after their next move.",
            f"No draw is offered to Player {starter.value}.",
        ],
    )
    assert "lapsed" not in played.screen.all


@pytest.mark.parametrize(("game", "starter"), SEATS)
def test_k4_a_draw_offered_out_of_turn_lapses_with_the_move(game: str, starter: Player) -> None:
    duel = begin(game, starter)
    played = TypedSession(duel, lines([f"player {starter.other.value} draw", "status", first(duel)])).play()
    assert asked(played)[:4] == [starter, starter, starter, starter.other]
    assert played.session.duel.outcome is None
    assert played.session.duel.offer is None
    in_order(
        played.screen.all,
        [
            f"Player {starter.other.value} offers a draw.",
            f"Player {starter.other.value} offers a draw: type draw or decline, or play on.",
            "The offer of a draw has lapsed.",
        ],
    )


def test_k4_between_two_who_pick_at_once() -> None:
    played = TypedSession(begin("digit"), lines([*LEVEL, "draw", "pick 3", "player 2 draw", "draw"])).play()
    assert asked(played)[len(LEVEL) :] == [ONE, TWO, ONE, ONE]
    assert played.session.duel.outcome == AGREED
    in_order(
        played.screen.all, ["The offer of a draw has lapsed.", "Player 2 has picked.", "On the table: Player 2's 3."]
    )
    assert played.screen.all.count("On the table: ") == 1


def test_k4_what_lies_face_down_stays_so_until_the_draw_is_agreed() -> None:
    seen = []
    for number in (3, 8):
        left = [f"attack {number}", "draw", "decline", "status"]
        played = TypedSession(begin("siege"), lines(left)).play()
        seen.append([moment.shown for moment in played.moments if moment.gate or moment.player is TWO][1:])
    assert seen[0] == seen[1]
    assert len(seen[0]) == 6
    agreed = TypedSession(begin("siege"), lines(["attack 3", "draw", "draw"])).play().screen.shown
    assert agreed.count("On the table: Player 1's 3.") == 1


# ---- resignations


@pytest.mark.parametrize(("game", "starter"), SEATS)
@pytest.mark.parametrize("loser", Player)
def test_k3_whoever_resigns_is_asked_once_more(game: str, starter: Player, loser: Player) -> None:
    said = "resign" if loser is starter else f"Player {loser.value} resign"
    duel = begin(game, starter)
    played = TypedSession(duel, lines([said, "status", said, "", said, said])).play()
    assert asked(played) == [starter] * 6
    assert played.session.duel.outcome == Outcome(loser.other, Ending.RESIGNATION)
    again = f"Player {loser.value}, type it again to give the duel up, or anything else to play on."
    in_order(
        played.screen.all,
        [again, again, again, f"Player {loser.value} resigns. Player {loser.other.value} wins the duel!"],
    )
    assert played.screen.all.count(again) == 3


@pytest.mark.parametrize("game", names())
def test_k3_a_question_about_a_draw_can_be_answered_by_resigning(game: str) -> None:
    played = TypedSession(begin(game), lines(["draw", "resign", "resign"])).play()
    assert played.session.duel.outcome == Outcome(ONE, Ending.RESIGNATION)


@pytest.mark.parametrize("game", HIDDEN)
@pytest.mark.parametrize(
    ("left", "outcome"),
    [
        (["resign", "resign"], Outcome(TWO, Ending.RESIGNATION)),
        (["player 2 resign", "PLAYER 2  resign"], Outcome(ONE, Ending.RESIGNATION)),
        (["draw", "draw"], AGREED),
        (["resign", "", ""], None),
    ],
    ids=["resigned", "the other resigned", "drawn", "played on"],
)
def test_k3_before_anybody_has_taken_the_keyboard(game: str, left: list[str], outcome: Outcome | None) -> None:
    played = TypedSession(begin(game), at_gates(*left)).play()
    assert played.session.duel.outcome == outcome
    assert all(moment.gate for moment in played.moments) is (outcome is not None)


# ---- commands


@pytest.mark.parametrize("game", HIDDEN)
def test_k5_where_only_enter_counts_commands_show_what_both_may_see(game: str) -> None:
    played = TypedSession(begin(game), at_gates("status", "RULES ", "help", "decline")).play()
    status, rules, help_, declined = (
        after.shown.removeprefix(before.shown)
        for before, after in zip(played.moments[:4], played.moments[1:], strict=False)
    )
    assert "Player 1: " in status
    assert "Player 2: " in status
    assert "(you)" not in status
    assert not HAND.search(status)
    assert " ".join([*get(game).how_to_play.split(), *get(game).known.split()]) in " ".join(rules.split())
    assert "\n".join([*COMMANDS, NOT_ASKED]) in help_
    assert "No draw is offered to Player 1." in declined
    assert all("take the keyboard" in text for text in (status, rules, help_, declined))
    assert "Only Enter" not in played.screen.all
    assert played.screen.all.endswith(f"{LEFT}\n")


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize(
    "before", [[], ["attack"], ["draw"], ["resign"]], ids=["a move", "half", "a draw", "resigning"]
)
def test_k5_at_every_prompt_commands_are_answered_and_the_prompt_comes_again(game: str, before: list[str]) -> None:
    played = TypedSession(begin(game), lines([*before, "status", "rules", "help"])).play()
    *_, first_, second, third, last = [moment.shown for moment in played.moments if not moment.gate]
    told = [second.removeprefix(first_), third.removeprefix(second), last.removeprefix(third)]
    assert " life points." in told[0]
    assert " ".join([*get(game).how_to_play.split(), *get(game).known.split()]) in " ".join(told[1].split())
    assert "\n".join([*COMMANDS, NOT_ASKED]) in told[2]
    player = 2 if before == ["draw"] else 1
    assert all(f"\nPlayer {player}, you can " in text and text.endswith("\n> ") for text in told)


@pytest.mark.parametrize("game", names())
def test_k6_every_line_of_a_talkative_duel_fits_80_columns_and_shows_no_hand_to_the_other(game: str) -> None:
    """`TypedSession` looks at the width of all that is written."""
    said = [
        "status",
        "rules",
        "help",
        "draw",
        "decline",
        "resign",
        "player 1 draw",
        "player 2 decline",
        "attack 99",
        "x",
    ]
    for seed in range(10):
        random = Random(seed)

        def typist(moment: Moment, random: Random = random) -> str:
            if random.random() < 0.5:
                return random.choice(said)
            return "" if moment.gate or not moment.view.actions else typed(random.choice(moment.view.actions))

        duel = begin(game, Player(seed % 2 + 1))
        played = TypedSession(duel, typist).play()
        assert played.session.duel.outcome
        for moment in played.moments:
            hands = HAND.findall(moment.shown)
            assert {owner for owner, _ in hands} <= (set() if moment.gate else {str(moment.player.value)})
