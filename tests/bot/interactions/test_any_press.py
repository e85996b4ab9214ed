"""Any presses by anybody, on any message ever sent, in any order, doubled, at once, with restarts in between.

Each press is answered, nothing goes wrong, and each duel ends up in a state that its log explains.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

import discord
from hypothesis import example, given, settings
from hypothesis import strategies as st
from simcord.results import InteractionResult

from games import Duel, Move, Player, Seeded, get
from storage import Status
from tests.bot.scenes import GAMES, PHASES, ids, reach, saved_duel, statuses
from tests.bot.settled import nothing_false_stands
from tests.bot.world import Seat, World, text
from tests.storage.rows import messages

QUICK = settings(max_examples=5, deadline=None, derandomize=True, database=None)

WHO = st.integers(0, 2)
PRESS = st.tuples(st.just("press"), WHO, st.integers(0, 400), st.integers(0, 60))
STEP = st.one_of(
    PRESS,
    PRESS,
    PRESS,
    st.tuples(st.just("double"), WHO, st.integers(0, 400), st.integers(0, 60)),
    st.tuples(st.just("at once"), WHO, st.integers(0, 400), st.integers(0, 60)),
    st.tuples(st.just("newest"), WHO, st.integers(0, 3), st.integers(0, 60)),
    st.tuples(st.just("newest"), WHO, st.integers(0, 3), st.integers(0, 60)),
    st.tuples(st.just("challenge"), WHO, st.integers(1, 2), st.integers(0, len(GAMES) - 1)),
    st.tuples(st.just("restart"), st.just(0), st.just(0), st.just(0)),
)
Step = tuple[str, int, int, int]


class Album:
    """Every message that somebody ever saw, with every button that it ever showed."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.seats = (world.ada, world.ben, world.cy)
        self.shown: dict[tuple[int, int], dict[str, dict[str, Any]]] = {}
        self.messages: dict[tuple[int, int], tuple[Seat, discord.Message]] = {}

    def look(self) -> None:
        """Take note of what there is to see now."""
        for number, seat in enumerate(self.seats):
            for message in (*seat.dms, *self.world.channel.history(viewer=seat.member)):
                key = number, message.id
                self.messages[key] = seat, message
                seen = self.world.raw(message)
                self.shown.setdefault(key, {}).update(dict.fromkeys(ids(message), seen))

    def of(self, who: int) -> list[tuple[Seat, discord.Message, str]]:
        """Everything that one person could ever press, the oldest first."""
        mine = [(key, found) for key, found in self.messages.items() if key[0] == who]
        return [(seat, message, one) for key, (seat, message) in mine for one in self.shown[key]]

    def pressed(self, who: int, which: int) -> InteractionResult | None:
        """Press one of them, whether it is still there or not, on the message as it was when it had it."""
        buttons = self.of(who)
        if not buttons:
            return None
        seat, message, custom_id = buttons[which % len(buttons)]
        still_there = [m.id for m in (*seat.dms, *self.world.channel.history(viewer=seat.member))]
        seen = self.shown[who, message.id][custom_id]
        return seat.press_id(message, custom_id, seen=seen) if message.id in still_there else None


async def take(world: World, album: Album, step: Step) -> list[InteractionResult | None]:
    """One step; the presses that were made."""
    what, who, which, other = step
    match what:
        case "press":
            return [album.pressed(who, which * 61 + other)]
        case "newest":
            count = len(album.of(who))
            return [album.pressed(who, count - 1 - (which * 61 + other) % max(1, min(count, 40)))]
        case "double":
            return [album.pressed(who, which * 61 + other) for _ in range(2)]
        case "at once":
            return [album.pressed((who + n) % 3, which * 61 + other + n * n) for n in range(4)]
        case "challenge":
            opponent = album.seats[(who + which) % 3]
            result = await album.seats[who].slash("duel", opponent=opponent.member, game=GAMES[other])
            return [result]
    await world.restart()
    return []


async def explained(world: World) -> None:
    """Each duel is what its log makes of it, and its board shows that."""
    store: Any = world.client._store
    boards = {message.id: text(message) for message in world.channel.history()}
    for number in range(1, len(statuses(world)) + 1):
        loaded = await store.load(number)
        assert loaded is not None
        row, moves = loaded
        (shown,) = [boards[m.message_id or 0] for m in await messages(store, number) if m.place == "board"]
        assert f"duel {number}" in shown.lower()
        if row.seed is None:
            assert not moves
            closed = {Status.CHALLENGED: "do you accept?", Status.DECLINED: "declined.", Status.CANCELLED: "withdrew"}
            assert closed[row.status] in shown
            continue
        log = [Move(Player(move.player) if move.player else None, move.action) for move in moves]
        duel = Duel.replay(row.game, Seeded(row.seed), Player(row.starter), log)
        present = await saved_duel(world, number)
        assert present.duel == duel
        outcome = duel.outcome
        assert (row.status is Status.ENDED) is (outcome is not None)
        assert row.winner == (outcome.winner.value if outcome and outcome.winner else None)
        assert row.ending == (outcome.ending if outcome else None)
        # The board says whose turn it is, or who won, and that a draw is offered where it is.
        if outcome:
            assert (" wins" if outcome.winner else "A draw") in shown.splitlines()[0]
        else:
            assert shown.startswith(f"### {get(row.game).title} · duel {number}\n")
            names = [(row.name_one, row.name_two)[player.index] for player in duel.to_act]
            assert len(names) == 2 or f"{names[0]} to " in shown
            standing = duel.offer is not None and not duel.offer.declined
            assert ("offers a draw" in shown) is standing
        # Who sees their own move on a live panel is written to a little later.
        assert {*(await store.agenda(0)).behind} <= {
            duel_id for duel_id, _ in world.client.handlers.panels._ephemeral_panels._panels
        }


def answered(result: InteractionResult) -> bool:
    """Whether a press was acknowledged, and not with an error."""
    messages = [*([result.response] if result.response else []), *result.followups]
    return result.acknowledged and not any("Something went wrong" in text(m.message) for m in messages)


async def played(steps: list[Step], phase: str) -> list[str]:
    """A world in which a duel is as far as that and another challenge waits, and then the steps; how all duels end."""
    with tempfile.TemporaryDirectory() as folder:
        world = await World.start(Path(folder))
        try:
            await reach(world, phase)
            await world.challenge("battle", by=world.cy, to=world.ada)
            album = Album(world)
            album.look()
            for step in steps:
                results = await take(world, album, step)
                await world.settle()
                assert all(answered(result) for result in results if result), step
                album.look()
                await explained(world)
                await nothing_false_stands(world)
            await world.a_while()
            store: Any = world.client._store
            assert (await store.agenda(0)).behind == ()
            # And once more from the start: a restart has nothing to add.
            before = world.public()
            await world.restart()
            assert world.public() == before
            assert await nothing_false_stands(world) > 0
            return statuses(world)
        finally:
            await world.stop()


@QUICK
@example([("press", 0, 0, 11), ("newest", 1, 0, 1), ("restart", 0, 0, 0), ("at once", 0, 0, 3)], "digit")
@given(st.lists(STEP, min_size=10, max_size=25), st.sampled_from(PHASES))
def test_any_presses_leave_every_duel_explained_by_its_log(steps: list[Step], phase: str) -> None:
    asyncio.run(played(steps, phase))
