"""What buttons carry: there and back, and nothing else."""

from __future__ import annotations

import string
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.components.custom_ids import CUSTOM_ID_LIMIT, MAX_DUEL_ID, PURPOSE, TEMPLATE, ButtonId, Press
from games import Action, names
from games.model import Verb
from tests.games.helpers import random_play, start

MAX_TURN = 10**9 - 1
TOKENS = sorted(
    {
        str(control.action)
        for name in names()
        for seed in range(4)
        for duel in random_play(start(name), Random(seed))
        for player in duel.to_act
        for control in duel.view(player).controls
    }
)

duels = st.one_of(st.integers(1, MAX_DUEL_ID), st.sampled_from([1, 9, 10, MAX_DUEL_ID - 1, MAX_DUEL_ID]))
turns = st.one_of(st.integers(0, MAX_TURN), st.sampled_from([0, 1, MAX_TURN]))
presses = st.builds(ButtonId, duels, st.sampled_from(Press))
actions = st.builds(lambda duel, turn, token: ButtonId(duel, None, turn, token), duels, turns, st.sampled_from(TOKENS))


@given(st.one_of(presses, actions))
@example(ButtonId(MAX_DUEL_ID, None, MAX_TURN, "defend-10"))
@example(ButtonId(MAX_DUEL_ID, Press.CONFIRM_RESIGN))
def test_there_and_back(button: ButtonId) -> None:
    custom_id = str(button)
    assert 1 <= len(custom_id) <= CUSTOM_ID_LIMIT
    assert ButtonId.parse(custom_id) == button
    assert TEMPLATE.fullmatch(custom_id)


def test_every_action_of_every_game_has_an_id() -> None:
    assert {"attack-1", "attack-10", "defend-10", "take", "pick-5"} <= set(TOKENS)
    for token in [*TOKENS, *(str(Action(verb, 99)) for verb in Verb if verb is not Verb.TAKE)]:
        assert ButtonId.parse(str(ButtonId(1, None, 0, token))) == ButtonId(1, None, 0, token)


GARBAGE = [
    "",
    " ",
    "duel",
    "duel:",
    "duel::open",
    "duel:1",
    "duel:1:",
    "duel:0:open",
    "duel:01:open",
    "duel:-1:open",
    "duel:+1:open",
    "duel:1.0:open",
    "duel:1e3:open",
    f"duel:{MAX_DUEL_ID + 1}:open",
    "duel:99999999999999999999:open",
    "duel:\uff11:open",
    "duel:\u0661:0:attack-7",
    "duel:1:OPEN",
    "duel:1:open ",
    " duel:1:open",
    "duel:1:open\n",
    "duel:1:open:",
    "duel:1:0:",
    "duel:1:-1:attack-7",
    "duel:1:00:attack-7",
    "duel:1:01:attack-7",
    "duel:1:1000000000:attack-7",
    "duel:1:0:attack-0",
    "duel:1:0:attack-07",
    "duel:1:0:attack-100",
    "duel:1:0:attack-",
    "duel:1:0:attack--7",
    "duel:1:0:Attack-7",
    "duel:1:0:!resign",
    "duel:1:0:attack-7\n",
    "duel:1:0:attack-\uff17",
    "duel:1:0:" + "a" * 11,
    "duel:1:0:attack-7" * 7,
    "duels:1:open",
    "choose-duel",
    "choose-duel:1",
    "choose-duel:show",
    "rematch:1",
]


@pytest.mark.parametrize("custom_id", GARBAGE)
def test_garbage_is_no_button(custom_id: str) -> None:
    assert ButtonId.parse(custom_id) is None


near = st.text("duel:019-resignopentakattack\n \uff11", max_size=40)


@given(st.one_of(st.text(max_size=120), near, st.builds("duel:{}:{}".format, near, near)))
def test_what_is_parsed_is_exactly_what_is_made(custom_id: str) -> None:
    parsed = ButtonId.parse(custom_id)
    assert parsed is None or str(parsed) == custom_id


@given(st.from_regex(TEMPLATE, fullmatch=True))
def test_all_that_matches_is_short_enough_and_made_of_plain_characters(custom_id: str) -> None:
    assert len(custom_id) <= CUSTOM_ID_LIMIT
    assert set(custom_id) <= set(string.ascii_lowercase + string.digits + ":-")
    parsed = ButtonId.parse(custom_id)
    assert parsed is not None or int(custom_id.split(":")[1]) > MAX_DUEL_ID


@given(
    st.one_of(
        st.from_regex(TEMPLATE, fullmatch=True),
        presses.map(str),
        actions.map(str),
        st.from_regex(PURPOSE, fullmatch=True),
    )
)
def test_no_id_is_a_button_and_a_menu(custom_id: str) -> None:
    assert sum(template.fullmatch(custom_id) is not None for template in (TEMPLATE, PURPOSE)) == 1
