"""The player of Number Match Duel: what each level chooses, that it can't cheat, and how well it plays."""

from __future__ import annotations

from random import Random
from shutil import which

import pytest

from games import Action, Duel, Player
from games.model import Verb
from players import Level, player_for
from players.match import chances
from tests.games.helpers import ONE, TWO, match_position, play, scripted
from tests.players.match_duels import positions
from tools.fit_match import compare
from tools.references import contestant
from tools.siege_exact import built
from tools.strength import Timed, interval, score


def choice(duel: Duel, player: Player, level: Level = Level.HARD, seed: int = 0) -> str:
    """What a level plays there."""
    return str(player_for("match", level).choose(duel.view(player), Random(seed)))


def test_medium_weighs_damage_by_the_odds_that_the_attack_is_met() -> None:
    # Of the 9 four are about, of the 8 one is.
    duel = Duel.start("match", scripted(9, 8, 8, 8, 1, 2, 2, 3, 3, 4))
    assert choice(duel, ONE, Level.MEDIUM) == "attack-8"


def test_easy_plays_each_card_and_always_defends() -> None:
    duel = Duel.start("match", scripted(9, 7, 5, 3, 1, 9, 7, 5, 3, 1))
    tokens = {choice(duel, ONE, Level.EASY, seed) for seed in range(60)}
    assert tokens == {f"attack-{number}" for number in (1, 3, 5, 7, 9)}
    assert {choice(play(duel, "attack-9"), TWO, Level.EASY, seed) for seed in range(20)} == {"defend-9"}


def test_hard_wins_at_once_where_no_defence_can_be_held() -> None:
    # The other has 2 life, and can hold no 8: two are discarded.
    duel = match_position([8, 8, 5, 2, 1], [7, 7, 6, 4, 3], deck=[9, 9, 9, 9, 2, 2, 5, 5], life=(3, 2))
    worth = chances(duel.view(ONE))
    assert worth[Action.parse("attack-8")] == pytest.approx(1)
    assert choice(duel, ONE) == "attack-8"
    assert max(worth[Action.parse(f"attack-{number}")] for number in (1, 2, 5)) < 1


def test_hard_never_takes_the_last_hit_and_declines_some_defences() -> None:
    declined = asked = 0
    for duel, player in positions(range(60)):
        view = duel.view(player)
        if view.actions[0].verb is not Verb.DEFEND:
            continue
        asked += 1
        worth, (defend, take) = chances(view), view.actions
        if view.life[player.index] <= (defend.number or 0):
            assert worth[take] == 0 < worth[defend]
        declined += worth[take] > worth[defend]
    assert 0 < declined < asked / 4


def test_hard_is_the_player_that_was_fitted() -> None:
    """Losing or scrambling the file of weights would leave a player that plays on, and badly."""
    one, two = (Timed(name, contestant("match", name)) for name in ("hard", "easy"))
    assert score("match", one, two, 40, 0) >= 0.65


@pytest.mark.soak
@pytest.mark.parametrize(
    ("better", "worse", "duels", "least"),
    [("medium", "easy", 2000, 0.65), ("hard", "highest", 3000, 0.525), ("hard", "medium", 6000, 0.52)],
)
def test_each_level_beats_the_one_below(better: str, worse: str, duels: int, least: float) -> None:
    one, two = (Timed(name, contestant("match", name)) for name in (better, worse))
    assert interval(score("match", one, two, duels, 0), duels)[0] >= least


@pytest.mark.soak
@pytest.mark.skipif(not which("g++"), reason="the simulator needs g++")
def test_the_simulator_plays_by_the_same_rules_and_chooses_the_same() -> None:
    assert compare(built("match_fit", "-O3"), 1000) > 5000
