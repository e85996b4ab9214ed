"""Anybody does anything in any order, two of them at once, and the bot is restarted in between.

Each step is held against `model.after`, in one order of its deeds or the other, and against what holds whatever the
model says.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from bot import refusals
from bot.service import challenges
from bot.service.saved_duel import SavedDuel
from games import names
from storage import DuelRow, MoveRow, SqliteStore, Status
from tests.bot.service import life, model
from tests.bot.service.drafts import DRAFTS, PAIRS, PEOPLE, Draft, Pair, attempt
from tests.bot.service.hall import Between, Clock, Hall
from tests.bot.service.model import Deed, Kind, World
from tests.children import PATIENCE
from tests.games.helpers import LEVEL_AT_8
from tests.storage.files import put_new

SENTENCES = re.compile(r"[A-Z0-9][^{}\n]{10,200}\.")

LEVEL, OVER = "level", "over"
SCENES = *names(), LEVEL, OVER, OVER
HALLS = st.integers(0, 1)
Answer = SavedDuel | model.Refused | None


async def answer(service: Hall, deed: Deed) -> Answer:
    """What comes of a deed: a table, or a refusal that a person can be told. Anything else is raised."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await attempt(service, deed)
    except refusals.Refusal as refusal:
        told = str(refusal)
        kind = type(refusal)
    assert SENTENCES.fullmatch(told), told
    return kind


class Machine(RuleBasedStateMachine):
    """Two halls on one file, and what is known of it so far."""

    folder: ClassVar[Path]
    luck: ClassVar[Random]

    def __init__(self) -> None:
        super().__init__()
        self.clock = Clock()
        self.file = self.folder / "duels.db"
        self.runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self.halls = [self.runner.run(self.opened()) for _ in range(2)]
        # The file as it is, past the store and the service.
        self.eye = sqlite3.connect(self.file)
        self.eye.row_factory = sqlite3.Row
        self.world: World = {}

    async def opened(self) -> Hall:
        await put_new(self.file)
        return Hall(self.file, await SqliteStore.connect(self.file), self.clock)

    @initialize(seed=st.integers(0, 255), scenes=st.lists(st.sampled_from(SCENES), min_size=1, max_size=3))
    def begin(self, seed: int, scenes: list[str]) -> None:
        """Some duels that are on already; one may be in sudden death, or over."""
        self.luck.seed(seed)
        for number, scene in enumerate(scenes, 1):
            one, two = PEOPLE[number - 1 : number + 1]
            game = {LEVEL: "digit", OVER: "battle"}.get(scene, scene)
            self.do(0, Deed(Kind.CHALLENGE, one, to=two, game=game, first=1))
            self.do(1, Deed(Kind.ACCEPT, two, number))
            for ply, token in enumerate(LEVEL_AT_8 if scene == LEVEL else ()):
                self.do(0, Deed(Kind.PLAY, (one, two)[ply % 2], number, token))
                self.clock.forward(seconds=1)
            if scene == OVER:
                self.do(0, Deed(Kind.RESIGN, two, number))

    @rule(drafts=st.lists(DRAFTS, min_size=1, max_size=6), hall=HALLS)
    def one_by_one(self, drafts: list[Draft], hall: int) -> None:
        """Some deeds, each after the other."""
        for draft in drafts:
            self.clock.forward(seconds=1)
            self.do(hall, draft.deed(self.world))

    @rule(which=st.integers(0, 7), choices=st.lists(st.integers(0, 127), min_size=1, max_size=20), hall=HALLS)
    def play_on(self, which: int, choices: list[int], hall: int) -> None:
        """A stretch of play, so that duels come to their middle and to their end."""
        about = Draft(Kind.PLAY, which * 8).deed(self.world).duel
        for choice in choices:
            self.clock.forward(seconds=1)
            if about in self.world and self.world[about][0].status is Status.OPEN:
                self.do(hall, Draft(Kind.PLAY, who=choice % 3, choice=choice // 8 * 8).deed(self.world, about))

    @rule(who=st.integers(0, 3), choices=st.lists(st.integers(0, 127), min_size=2, max_size=8), hall=HALLS)
    def ask_around(self, who: int, choices: list[int], hall: int) -> None:
        """Somebody challenges one after the other, and some accept, so that limits are met."""
        for choice in choices:
            self.do(hall, Draft(Kind.CHALLENGE, choice % 3, who, choice // 3).deed(self.world))
            if choice % 2:
                self.do(hall, Draft(Kind.ACCEPT).deed(self.world))

    @rule(pairs=st.lists(PAIRS, min_size=1, max_size=5))
    def two_at_once(self, pairs: list[Pair]) -> None:
        """Some deeds, two at a time."""
        for pair in pairs:
            self.clock.forward(seconds=1)
            self.pair(pair, *pair.deeds(self.world))

    def pair(self, pair: Pair, one: Deed, two: Deed) -> None:
        """These two, as this pair has them."""
        apart = model.may_be_apart(self.world, one, two)
        if pair.within and apart:
            answers = self.runner.run(self.one_within_another(one, two, pair.within))
        else:
            answers = self.runner.run(self.together(one, two, pair.apart and apart, pair.later))
        self.settle((one, two), answers)

    async def together(self, one: Deed, two: Deed, apart: bool, later: int) -> tuple[Answer, Answer]:
        """Both under way, the second a little later."""

        async def second() -> Answer:
            for _ in range(later):
                await asyncio.sleep(0)
            return await answer(self.halls[apart], two)

        return await asyncio.gather(answer(self.halls[0], one), second())

    async def one_within_another(self, one: Deed, two: Deed, within: int) -> tuple[Answer, Answer]:
        """The second is done by the other connection, from its beginning to its end, before a step of the first."""
        seconds: list[Answer] = []

        async def second() -> None:
            seconds.append(await answer(self.halls[1], two))

        between = Between(self.halls[0].store, None, second, within)
        first = await answer(self.halls[0].on(between.as_store), one)
        if not seconds:
            await second()
        return first, seconds[0]

    @rule(hall=HALLS, minutes=st.integers(1, 5000), given_back=st.booleans())
    def restart(self, hall: int, minutes: int, given_back: bool) -> None:
        """The bot is stopped, away for a while, and started; and has what it missed put off, or finds it lapsed."""
        self.runner.run(self.halls[hall].store.aclose())
        self.clock.forward(minutes=minutes)
        self.halls[hall] = self.runner.run(self.opened())
        self.settle((), ())
        if given_back:
            deed = Deed(Kind.GIVE_BACK, model.NOBODY, by=minutes * 60_000)
            self.runner.run(self.halls[hall].store.extend_deadlines(deed.by, self.clock.milliseconds, "last-look", ""))
            self.settle((deed,), (None,))

    @rule(minutes=st.integers(0, 1000), edge=st.sampled_from([None, -1, 0]), pairs=st.lists(PAIRS, max_size=3))
    def time_goes_by(self, minutes: int, edge: int | None, pairs: list[Pair]) -> None:
        """So many minutes, or to the millisecond when something is due or the one before; and what is due is ended,
        while somebody does something about it at the last moment."""
        on = sorted((row.due_at or 0, number) for number, (row, _) in self.world.items() if row.status in model.BECOMES)
        to_come = [at - self.clock.milliseconds for at, _ in on if at > self.clock.milliseconds]
        exactly = edge is not None and to_come
        now = self.clock.forward(milliseconds=to_come[0] + (edge or 0) if exactly else minutes * 60_000)
        due = [number for at, number in on if at <= now]
        agenda = self.runner.run(self.halls[0].store.agenda(now))
        assert agenda.due == tuple(due)
        remind = sorted(
            (at, row.id) for row, _ in self.world.values() if row.status is Status.OPEN and (at := row.remind_at)
        )
        assert agenda.to_remind == tuple(number for at, number in remind if at <= now)
        for pair, number in zip(pairs, due, strict=False):
            self.pair(pair, Deed(Kind.RUN_OUT, model.NOBODY, number), pair.second.deed(self.world, number))
        for _, number in on[: len(due) + 1]:
            self.do(1, Deed(Kind.RUN_OUT, model.NOBODY, number))

    def teardown(self) -> None:
        for hall in self.halls:
            self.runner.run(hall.store.aclose())
        self.runner.close()
        self.eye.close()
        self.file.unlink()

    def do(self, hall: int, deed: Deed) -> None:
        """One deed, and all that has to hold of its answer."""
        got = self.runner.run(answer(self.halls[hall], deed))
        self.settle((deed,), (got,))
        if isinstance(got, SavedDuel):
            kept = self.runner.run(self.halls[1 - hall].saved_duel(got.row.id))
            assert replace(got, twin=None) == kept, "what it says is not what is saved"
            self.lists(deed.who.id)

    def lists(self, user: int) -> None:
        """A person's list holds what is on, each once: what waits for them first."""
        on = {
            number: number not in self.waiting(user)
            for number, (row, _) in self.world.items()
            if user in (row.player_one, row.player_two) and row.status in (Status.CHALLENGED, Status.OPEN)
        }
        saved_duels = self.runner.run(self.halls[0].duels.duels_of(user))
        assert [saved_duel.row.id for saved_duel in saved_duels] == sorted(on, key=lambda number: (on[number], number))

    def waiting(self, user: int) -> set[int]:
        """The duels that wait for this person."""
        return {
            number
            for number, (row, entries) in self.world.items()
            if (row.status is Status.CHALLENGED and row.player_two == user)
            or any((row.player_one, row.player_two)[seat - 1] == user for seat in life.to_act(row, entries))
        }

    def look(self) -> World:
        """All that is saved."""
        rows = self.eye.execute("SELECT * FROM duels ORDER BY id").fetchall()
        entries = self.eye.execute("SELECT * FROM moves ORDER BY duel_id, ply").fetchall()
        columns = [field.name for field in fields(DuelRow)]
        duels = [DuelRow(**{name: row[name] for name in columns} | {"status": Status(row["status"])}) for row in rows]
        return {
            duel.id: (duel, tuple(MoveRow(*tuple(entry)[1:]) for entry in entries if entry["duel_id"] == duel.id))
            for duel in duels
        }

    def settle(self, deeds: tuple[Deed, ...], answers: Any) -> None:
        """Hold what is saved now against what was before, and against the deeds and their answers."""
        before, seen = self.world, self.look()
        steps = list(zip(deeds, answers, strict=True))
        told = [f"{deed} -> {got.row.status if isinstance(got, SavedDuel) else got}" for deed, got in steps]
        note(", ".join(told))
        model.holds(before, seen)
        assert any(self.explains(way, before, seen) for way in model.orders(before, steps)), (
            f"no order leads to this: {told}"
        )
        for number in seen.keys() - {number for number, known in before.items() if seen[number] == known}:
            self.replayed(number, *seen[number])
        self.world = seen

    def explains(self, way: Any, world: World, seen: World) -> bool:
        """Whether the deeds, in this order, have these answers and lead to what is saved."""
        for deed, got in way:
            then = model.after(world, deed, self.clock.milliseconds, seen)
            if isinstance(then, type):
                if got is not then:
                    return False
                continue
            quiet = deed.kind in model.QUIET or (deed.kind is Kind.RUN_OUT and then == world)
            if isinstance(got, type) or (got is None) is not quiet:
                return False
            world = then
        return world == seen

    def replayed(self, number: int, row: DuelRow, entries: life.Entries) -> None:
        """What the service says of a duel is what its log says."""
        saved_duel = self.runner.run(self.halls[0].saved_duel(number))
        assert (saved_duel.row, saved_duel.plies) == (row, len(entries))
        if saved_duel.duel is None:
            assert row.seed is None
            return
        assert [(m.player.value if m.player else None, m.token) for m in saved_duel.duel.moves] == [
            (entry.player, entry.action) for entry in entries
        ]
        assert saved_duel.duel.state == life.position(row, entries).state
        outcome = saved_duel.duel.outcome
        told = (outcome.winner.value if outcome.winner else None, str(outcome.ending)) if outcome else None
        assert told == life.result_of(row, entries)
        assert told == ((row.winner, row.ending) if row.status is Status.ENDED else None)
        assert {player.value for player in saved_duel.duel.to_act} == life.to_act(row, entries)
        assert bool(saved_duel.duel.to_act) is (row.status is Status.OPEN)


@pytest.mark.parametrize(
    "amount",
    [
        pytest.param({"max_examples": 15, "stateful_step_count": 30, "derandomize": True}, id="alike-each-time"),
        pytest.param({"max_examples": 250, "stateful_step_count": 50}, id="new-each-time", marks=pytest.mark.soak),
    ],
)
def test_anybody_does_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, amount: dict[str, Any]) -> None:
    dealer = Random()
    monkeypatch.setattr(
        challenges, "secrets", SimpleNamespace(token_bytes=dealer.randbytes, randbelow=dealer.randrange)
    )
    for name in ("MAX_UNANSWERED_TO_ONE", "MAX_UNANSWERED", "MAX_OPEN"):
        monkeypatch.setattr(challenges, name, getattr(model, name.removeprefix("MAX_")))

    class Here(Machine):
        folder, luck = tmp_path, dealer

    # Each step waits for a disk, as it should.
    run_state_machine_as_test(
        Here, settings=settings(**amount, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    )
