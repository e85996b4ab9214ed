"""Two people who play a planned duel in time, once they were told of their turns; and what is wrong with its course.

What tells them is what Discord accepted, and what they were answered. Nothing here asks the bot whom it has told.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import pytest
from simcord.http.client import FakeHTTPClient
from simcord.results import InteractionResult

from games import Duel, Move, Player, Seeded
from tests.bot.failing_routes import A_LOOK, NEVER, Case, Route
from tests.bot.people import EPHEMERAL, PLANS, TALK, Course, Play, enabled_ids
from tests.bot.scenes import seats, statuses
from tests.bot.timed import LIVE, MINUTE
from tests.bot.world import Seat, World

HOUR = 60 * MINUTE
LONGEST = 24 * HOUR
"""For which a duel at pace live may be held: three paces, a day at least."""
AGAIN_IN = 3 * MINUTE
REFUSED_AGAIN_IN = dict.fromkeys(("403", "404", "400"), 2 * HOUR)
"""How long after everything works again it may take until they are told: after a refusal for good there are waits of up
to an hour."""


@dataclass(frozen=True)
class Log:
    """A duel entry by entry; `duels` and `times`, in seconds, begin with its start."""

    entries: tuple[Move, ...]
    duels: tuple[Duel, ...]
    times: tuple[float, ...]

    @classmethod
    def of(cls, world: World) -> Log | None:
        """The only one of this world; None before it has begun."""
        with closing(sqlite3.connect(world.database)) as db:
            found = db.execute("SELECT game, seed, starter, opened_at FROM duels WHERE opened_at > 0").fetchall()
            rows = db.execute("SELECT player, action, at FROM moves ORDER BY ply").fetchall()
        if not found:
            return None
        game, seed, starter, opened_at = found[0]
        entries = tuple(Move(Player(player) if player else None, action) for player, action, _ in rows)
        duels = tuple(Duel.replay(game, Seeded(seed), Player(starter), entries[:n]) for n in range(len(rows) + 1))
        return cls(entries, duels, tuple(at / 1000 for at in (opened_at, *(row[2] for row in rows))))

    def begun(self, player: Player, count: int) -> float:
        """Since when the turn is theirs that it is after so many entries."""
        turn = self.duels[count].turn(player)
        while count and player in self.duels[count - 1].to_act and self.duels[count - 1].turn(player) == turn:
            count -= 1
        return self.times[count]


class PlayInTime(Play):
    """The planned duel at pace live. `told`: since when who knew of which turn; `aged`: the seconds of a day that were
    skipped.
    """

    def __init__(self, world: World, case: Case) -> None:
        self.case, self.route = case, Route(world, case)
        self.told: dict[tuple[Player, int], float] = {}
        self.aged = 0.0
        super().__init__(world, case.game, self.route)
        if case.route == "lines":
            world.ben.close_dms()

    async def whole(self) -> Course:
        """From the challenge to the end, and what is wrong with it."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(FakeHTTPClient, "request", self.route.in_front_of(FakeHTTPClient.request))
            try:
                await self._play()
                self.course.wrong += self._judged()
            except AssertionError as error:
                self.course.wrong.append(str(error))
        self.course.log = self._log()
        self.course.wrong += [line for line in self.world.log.lines if line.startswith("bot.errors error")]
        return self.course

    # ---- what they do

    async def _play(self) -> None:
        case, world, route, played = self.case, self.world, self.route, list[str]()
        challenge = await world.challenge(case.game, pace="live")
        if case.before < 0:
            route.fail()
        await self._press(world.ben, challenge, "duel:1:accept")
        for number, step in enumerate(PLANS[case.game].split()):
            mover = await self._mover() if self._is_on() else world.ada
            if step != "decline" and not await self._is_in_time(mover, is_after=number > case.before):
                return
            if number == case.before:
                route.fail()
            entry, button = TALK.get(step, (step, rf"\d+:{step}"))
            played.append(entry)
            await self._take(self._other(mover) if step == "decline" else mover, button, played, prompted=False)

    def _is_on(self) -> bool:
        return statuses(self.world) == ["open"]

    async def _is_in_time(self, mover: Seat, *, is_after: bool) -> bool:
        """Whoever is to move waits until they were told, and thinks. False where the duel ends meanwhile."""
        patience = (NEVER if self.case.patience is None else self.case.patience) if is_after else 0
        player = next(player for player, seat in seats(self.world).items() if seat is mover)
        while self._is_on():
            log = Log.of(self.world)
            assert log
            begun, told = log.begun(player, len(log.entries)), self.told.get((player, log.duels[-1].turn(player)))
            if told is not None and self.route.now >= told + patience:
                return True
            await self._let_time_pass(begun, told)
        return False

    async def _let_time_pass(self, begun: float, told: float | None) -> None:
        now, away = self.route.now, 2 * MINUTE if self._was_away else 0
        ends = [begun + LONGEST - self.aged, *([] if told is None else [told + LIVE])]
        assert now < max(ends) + 2 * MINUTE + away, "held for longer than the rule says"
        if self.case.lifted < NEVER:
            again_in = REFUSED_AGAIN_IN.get(self.case.way, AGAIN_IN) + (LIVE if told else 0) + away
            assert now < max(begun, self.route.lifted_at) + again_in, "not told though everything works"
        elif now > begun + 4 * LIVE and not self.aged:
            self.aged = begun + LONGEST - 2 * MINUTE - now
            skipped = int(self.aged * 1000)
            with closing(sqlite3.connect(self.world.database)) as db, db:
                db.execute("UPDATE duels SET due_at = due_at - ?, remind_at = remind_at - ?", (skipped, skipped))
        await self._pass(A_LOOK)

    async def _pass(self, seconds: int) -> None:
        await self.world.env.advance_time(seconds)
        await self.plug.settle()

    # ---- what they know

    def _knows(self, player: Player, turn: int | None = None) -> None:
        """Something told a player that they are to move; `turn`: in which turn of theirs, where it says so."""
        log = Log.of(self.world)
        if log and player in log.duels[-1].to_act and turn in (None, log.duels[-1].turn(player)):
            self.told.setdefault((player, log.duels[-1].turn(player)), self.route.now)

    def _happened(self, event: str, payload: Any) -> None:
        """Discord has accepted something."""
        if event != "MESSAGE_CREATE":
            return
        message = self.world.env.backend.get_message(int(payload["channel_id"]), int(payload["id"]))
        for player, seat in seats(self.world).items() if not message.flags & EPHEMERAL else ():
            if seat.id in message.ping_user_ids:
                self._knows(player)
            if message.channel_id == seat.user.dm_channel.id:
                if "Your move is due" in json.dumps(message.components, default=str):
                    self._knows(player)
                for turn in turns_of(message.components):
                    self._knows(player, turn)

    async def _look_out(self, result: InteractionResult) -> bool:
        """What a player is shown when they press something tells them too."""
        is_answered, log = await super()._look_out(result), Log.of(self.world)
        for player, seat in seats(self.world).items():
            if log is None or not is_answered or seat.id != result._interaction.user_id:
                continue
            if self._find(seat, rf"{log.duels[-1].turn(player)}:\S+") or self._says_so(result):
                self._knows(player)
        return is_answered

    def _says_so(self, result: InteractionResult) -> bool:
        """The panel that was pressed says at once that its player is to move again."""
        asked = result._interaction
        if asked.source_message_id is None:
            return False
        message = self.world.env.backend.messages[asked.channel_id].get(asked.source_message_id)
        return message is not None and "It goes on in the next message" in json.dumps(message.components, default=str)

    # ---- what is wrong with it

    @property
    def _was_away(self) -> bool:
        """Whether the bot was, so that deadlines may be later; who is told within a minute of its return is in time."""
        return self.case.restarted is not None or self.case.way.startswith("killed")

    def _judged(self) -> Iterator[str]:
        log = Log.of(self.world)
        assert log
        count, end = len(log.entries) - 1, log.entries[-1]
        if end.token not in ("!time", "!void"):
            return
        is_first = not any(entry.is_move for entry in log.entries)
        is_called_off = False
        for player in [end.player] if end.player else log.duels[count].to_act:
            begun, told = log.begun(player, count), self.told.get((player, log.duels[count].turn(player)))
            lasted = log.times[-1] - begun
            is_called_off = end.token == "!void" and lasted + self.aged >= LONGEST
            if is_first or is_called_off:
                continue
            if told is None:
                yield f"{player.name}'s time ran out in a turn that nothing told them of"
            elif (known := log.times[-1] - (told if told > begun + MINUTE else begun)) < LIVE - MINUTE * self._was_away:
                yield f"{player.name} had {known:.0f} s"
        if self.case.patience is not None and not is_first and not is_called_off:
            yield f"another end: {end.token}, though all play in time"


def turns_of(components: Any) -> set[int]:
    """The turns for which a message's payload has moves to press."""
    return {int(found[1]) for id in enabled_ids(components) if (found := re.match(r"duel:\d+:(\d+):", id))}
