"""Anything can be typed: what is no move gets one clear line, and the turn is kept."""

from __future__ import annotations

import io
from itertools import pairwise, product
from random import Random

import pytest

from games import Duel, Player, Seeded, get, names
from games.model import Phase
from games.terminal import CLEAR, INTERRUPTED, LEFT, NO_INPUT, Session
from tests.games.facts import facts
from tests.games.helpers import LEVEL_AT_8, play, random_play
from tests.terminal.screen import Moment, Screen, TypedSession, Typist, lines, typed

ODD = {
    "empty": "",
    "blanks": "  \t ",
    "minus zero": "-0",
    "zero": "0",
    "leading zero": "07",
    "exponent": "1e3",
    "plus": "+1",
    "fraction": "1.0",
    "full-width digit": "１",
    "full-width move": "attack １",
    "arabic digit": "١",
    "superscript": "¹",
    "999 digits": "9" * 999,
    "a thousand digits": "1" + "0" * 999,
    "two numbers": "1 2",
    "not there": "11",
    "no such attack": "attack 11",
    "minus": "attack -1",
    "no blank": "attack1",
    "a token of luck": "draw-1",
    "a token in two": "attack - 1",
    "luck's verb": "draw 1",
    "a log entry": "!resign",
    "nul": "\x00",
    "nul in a move": "attack\x001",
    "escape": "\x1b[2J\x1b[31mhello",
    "bell": "\x07",
    "backspaces": "attack 1\b\b",
    "vertical tab": "attack\x0b1",
    "separator": "\x1c1\x1c",
    "no-break space": "attack\xa01",
    "replacement": "\ufffd\ufffd",
    "surrogate": "\udcff",
    "right to left": "\u202e1 kcatta",
    "kelvin sign": "ta\u212ae",
    "long s": "\u017ftatus",
    "dotted i": "QU\u0130T",
    "words": "please attack with the 1",
    "quit, but not quite": "quit now",
    "format": "%s {0} {self}",
    "long": "attack " * 500,
    "two minuses": "attack--1",
    "minus after a blank": "attack 1-",
    "a player's move": "player 1 attack 1",
    "a third player": "player 3 resign",
    "a player's status": "player 2 status",
}


def at(name: str, phase: Phase) -> Duel:
    """A first moment of that phase in a duel, with more than one thing to choose."""
    for seed, opening in product(range(20), ((), *facts(name).openings)):
        for duel in random_play(play(Duel.start(name, Seeded(b"any")), *opening), Random(seed)):
            view = duel.view(min(duel.to_act, key=lambda player: player.index, default=None))
            if view.phase is phase and len(view.actions) > 1:
                return duel
    raise AssertionError(f"{name} does not come to {phase}")


MOMENTS = {f"{name}, {phase.value}": at(name, phase) for name in names() for phase in facts(name).places}


@pytest.mark.parametrize("where", MOMENTS)
@pytest.mark.parametrize("what", ODD)
def test_e16_odd_input_gets_one_line_and_the_turn_is_kept(where: str, what: str) -> None:
    duel = MOMENTS[where]
    played = TypedSession(duel, lines([ODD[what]])).play()
    first, second = (moment for moment in played.moments if not moment.gate)
    assert first.player is second.player
    assert second.duel == duel
    _echo, _, answer = second.shown.removeprefix(first.shown).removesuffix("> ").partition("\n")
    assert answer.endswith(".\n")
    assert len(answer) < 160
    answer = answer[:-1].replace("\n", " ")
    assert answer.isprintable()
    assert answer.isascii()
    assert ". You can " in answer or ": type " in answer


def one_by_one(left: list[str]) -> Typist:
    """These lines at whatever moment, then the end of the input."""
    waiting = iter(left)
    return lambda _: next(waiting, None)


def test_a_gate_takes_nothing_but_enter() -> None:
    for odd in (odd for odd in (*ODD.values(), "attack 7", "7") if odd.strip(" \t")):
        duel = Duel.start("siege", Seeded(b"any"))
        played = TypedSession(duel, one_by_one([odd, odd, ""])).play()
        gates = played.moments[:3]
        assert all(moment.gate and moment.player is Player.ONE for moment in gates)
        assert not played.moments[3].gate
        assert played.session.duel == duel
        # What was typed there may have been meant as a secret, and does not stay.
        assert gates[1].shown == gates[2].shown
        assert gates[2].shown.count("\n") == gates[0].shown.count("\n") + 2
        assert "Welcome" in gates[2].shown
        assert "Only Enter or help counts here" in gates[2].shown
        assert f"\n{odd.strip()}\n" not in gates[2].shown


@pytest.mark.parametrize("where", MOMENTS)
def test_every_legal_move_can_be_typed(where: str) -> None:
    duel = MOMENTS[where]
    player = min(duel.to_act, key=lambda player: player.value)
    actions = duel.view(player).actions
    for action in actions:
        text = typed(action)
        spellings = {text, text.upper(), f" \t{text}  ", text.replace(" ", "  "), str(action)}
        spellings.add(text.replace("defend", "heal").replace("take", "take  the hit"))
        if [other.number for other in actions].count(action.number) == 1 and action.number:
            spellings.add(str(action.number))
        for spelling in spellings:
            played = TypedSession(duel, lines([spelling])).play()
            assert played.session.duel == duel.play(player, action), spelling


def moves_of(where: str, *left: str) -> list[str]:
    """The moves that these lines make of a duel at that moment."""
    duel = MOMENTS[where]
    moves = TypedSession(duel, lines(left)).play().session.duel.moves[len(duel.moves) :]
    return [move.token for move in moves]


@pytest.mark.parametrize(
    ("where", "left", "moves"),
    [
        ("digit, move", ["9", "attack"], ["attack-9"]),
        ("digit, move", ["9", "8", "heal"], ["defend-8"]),
        ("digit, move", ["heal", "9"], ["defend-9"]),
        ("digit, move", ["heals 9", "heal9", "heal -9", "heal--9"], []),
        ("digit, move", ["defend", "9"], ["defend-9"]),
        ("digit, move", ["defend", "attack", "9"], ["attack-9"]),
        ("digit, move", ["9", "status", "attack", "8"], ["attack-8"]),
        ("digit, move", ["attack", "11", "8", "defend 8"], ["defend-8"]),
        ("digit, move", ["9", "yes"], []),
        ("nomad, move", ["no", "take"], []),
        ("battle, attack", ["defend 9", "attack", "9"], ["attack-9"]),
        ("siege, attack", ["yes", "no", "defend 4", "take"], []),
        ("siege, defend", ["yes", "4"], ["defend-4"]),
        ("siege, defend", ["yes", "no"], ["take"]),
        ("siege, defend", ["Take the hit"], ["take"]),
        ("match, defend", ["YES"], ["defend-{attack}"]),
        ("match, defend", ["defend"], ["defend-{attack}"]),
        ("match, defend", ["take the hit"], ["take"]),
        ("match, defend", ["attack 1"], []),
        ("digit, pick", ["pick", "3"], ["pick-3"]),
    ],
)
def test_halves_and_answers(where: str, left: list[str], moves: list[str]) -> None:
    table = MOMENTS[where].view(None).pile("table", Player.ONE) or MOMENTS[where].view(None).pile("table", Player.TWO)
    attack = table.numbers[0] if table and table.numbers else None
    assert moves_of(where, *left) == [move.format(attack=attack) for move in moves]


def answers(duel: Duel, *left: str) -> list[str]:
    """What each of these lines is answered."""
    shown = [moment.shown for moment in TypedSession(duel, lines(left)).play().moments if not moment.gate]
    told = (after.removeprefix(before).partition("\n")[2] for before, after in pairwise(shown))
    return [" ".join(text.removesuffix("> ").split()) for text in told]


@pytest.mark.parametrize(
    ("game", "before", "left", "told"),
    [
        ("match", (), "attack 1", "You don't hold 1. You can attack with 2, 4, 7, 8 or 9."),
        ("match", (), "take", "You can't take the hit now. You can attack with 2, 4, 7, 8 or 9."),
        ("match", (), "heal 2", "You can't defend now. You can attack with 2, 4, 7, 8 or 9."),
        ("siege", (), "11", "There is no 11. You can attack with 1, 2, 3, 4, 5, 6, 7, 8, 9 or 10."),
        ("siege", ("attack-1", "defend-1"), "1", "1 is used up. You can attack with 2, 3, 4, 5, 6, 7, 8, 9 or 10."),
        (
            *("siege", ("attack-1",), "attack 2"),
            "You can't attack now. You can defend with 1, 2, 3, 4, 5, 6, 7, 8, 9 or 10, or take the hit.",
        ),
        ("battle", ("attack-1", "attack-5"), "attack 5", "5 is used up. You can attack with 2, 3, 4, 6, 7, 8 or 9."),
        ("battle", (), "defend 9", "You can't defend now. You can attack with 1, 2, 3, 4, 5, 6, 7, 8 or 9."),
        ("nomad", ("attack-1",), "heal 1", "1 is used up. You can attack or heal with 2, 3, 4, 5, 6, 7, 8 or 9."),
        ("digit", LEVEL_AT_8, "heal 2", "You can't heal now. You can pick 1, 2, 3, 4 or 5."),
        ("digit", LEVEL_AT_8, "pick 6", "There is no 6. You can pick 1, 2, 3, 4 or 5."),
    ],
)
def test_a_refusal_says_why_and_what_can_be_played(game: str, before: tuple[str, ...], left: str, told: str) -> None:
    duel = play(Duel.start(game, Seeded(b"any")), *before)
    assert answers(duel, left) == [told]


def test_a_card_that_is_held_and_does_not_fit_is_not_called_missing() -> None:
    view = MOMENTS["match, defend"].view(min(MOMENTS["match, defend"].to_act, key=lambda player: player.value))
    hand, (defence, _) = view.pile("hand", view.viewer), view.actions
    other = next(number for number in (hand and hand.numbers) or () if number != defence.number)
    can = f"You can defend with {defence.number}, or take the hit."
    assert answers(MOMENTS["match, defend"], f"defend {other}") == [f"You can't play {other} now. {can}"]


def test_who_is_only_asked_about_a_draw_is_told_whose_turn_it_is() -> None:
    told = answers(Duel.start("battle", Seeded(b"any")), "draw", "attack 9")
    assert told[1] == "It is Player 1's turn. You can accept the draw or decline it: type draw or decline."


@pytest.mark.parametrize("where", MOMENTS)
def test_commands_keep_the_turn(where: str) -> None:
    duel = MOMENTS[where]
    played = TypedSession(duel, lines(["status", " RULES", "Status "])).play()
    assert played.session.duel == duel
    first, after_status, after_rules, last = (moment.shown for moment in played.moments if not moment.gate)
    lives = [f"{life} life points." for life in duel.view(None).life]
    assert all(life in after_status.removeprefix(first) for life in lives)
    told = after_rules.removeprefix(after_status)
    title = get(duel.view(None).game)
    assert " ".join([*title.how_to_play.split(), *title.known.split()]) in " ".join(told.split())
    assert all(len(line) < 80 for line in told.splitlines()[2:-2])
    assert (
        last.removeprefix(after_rules).strip("\n").partition("\n")[2]
        == (after_status.removeprefix(first).strip("\n").partition("\n")[2])
    )


@pytest.mark.parametrize("where", MOMENTS)
@pytest.mark.parametrize("gate", [False, True])
def test_quit_asks_nothing(where: str, gate: bool) -> None:
    typist: Typist = (lambda _: "quit") if gate else lines([" QUIT "])
    played = TypedSession(MOMENTS[where], typist).play()
    assert played.screen.all.endswith(f"{LEFT}\n")
    assert played.session.duel == MOMENTS[where]


@pytest.mark.parametrize("name", names())
def test_e16_the_end_of_the_input_is_said_in_one_line(name: str) -> None:
    played = TypedSession(Duel.start(name, Seeded(b"any")), lambda _: None).play()
    assert played.screen.all.endswith(f"{NO_INPUT}\n")


@pytest.mark.parametrize("where", MOMENTS)
def test_ctrl_c_is_said_and_passed_on(where: str) -> None:
    def typist(moment: Moment) -> str:
        if moment.gate:
            return ""
        raise KeyboardInterrupt

    played = TypedSession(MOMENTS[where], typist)
    with pytest.raises(KeyboardInterrupt):
        played.play()
    assert played.screen.all.endswith(f"{INTERRUPTED}\n")
    private = any(moment.gate for moment in played.moments)
    assert (played.screen.shown.strip() == INTERRUPTED) is private


def test_e16_a_line_without_an_end_and_lines_of_any_length() -> None:
    screen = Screen()
    duel = Duel.start("battle", Seeded(b"any"))
    sizes = (4094, 4095, 4096, 4097, 8191, 8192, 8193, 100_000)
    stream = io.StringIO("".join("9" * size + "\n" for size in sizes) + "9\n" + " " * 3000 + "8 \n7")
    session = Session(duel, stream, screen.write, lambda: None)
    session.play()
    assert [move.token for move in session.duel.moves] == ["attack-9", "attack-8", "attack-7"]
    assert screen.all.count("That is not understood") == len(sizes)
    assert CLEAR not in screen.all


def test_k1_a_long_line_is_not_taken_for_how_it_begins() -> None:
    screen = Screen()
    stream = io.StringIO(
        "".join(text.ljust(5000) + "1\n" for text in ("attack 9", "quit", "")) + "9".ljust(9000) + "\n"
    )
    session = Session(Duel.start("battle", Seeded(b"any")), stream, screen.write, lambda: None)
    session.play()
    assert [move.token for move in session.duel.moves] == ["attack-9"]
    assert screen.all.count("That is not understood") == 3
