"""Two people who play a planned duel whatever becomes of the bot's requests, and what they and the channel are shown.

They press what they see, wait to be prompted, and look again where an answer failed.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Protocol

import discord
from simcord.results import InteractionResult

from bot.service.saved_duel import SavedDuel
from games import Player, names
from tests.bot.scenes import move_buttons, moves, saved_duel, statuses
from tests.bot.settled import nothing_false_stands, parts
from tests.bot.world import Seat, World, buttons, enabled, text
from tests.games.facts import Ben, facts

PLANS = {name: facts(name).plan for name in names()}
"""Short duels, started by Ada. The draw is offered by the one who is to move."""

SEEN_TO_FAIL = 5
"""Seconds after which Discord has told a person that there was no answer: it waits for 3."""
WAITED = 120
"""Seconds that people wait for what is to come by itself."""
AFTERWARDS = 300
"""Seconds after which all that is late has been made good."""
EPHEMERAL = 64
ROW = 1
"""The type of a row of buttons."""
SECRET = re.compile(r"(attack|defend|pick)[- ]\d")
"""What no line of the log says."""
TALK = {"offer": ("!offer", "draw"), "decline": ("!decline", "draw-no")}
"""The log's entry and the button's id."""


@dataclass
class Course:
    """A duel as it went. `public`: all that the channel could read at any time; `panels`: with what anybody was offered
    moves; `pings`: how often each was pinged about what."""

    log: list[str] = field(default_factory=list)
    result: list[Any] = field(default_factory=list)
    public: set[str] = field(default_factory=set)
    panels: set[tuple[str, str]] = field(default_factory=set)
    pings: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class Settles(Protocol):
    """What stands between the bot and Discord, and lets requests fail."""

    async def settle(self) -> None:
        """Until nothing is under way, and the bot is there."""


class Play:
    """A planned duel between Ada and Ben. `curious`: both look before each step, whether they need to or not."""

    def __init__(self, world: World, game: str, plug: Settles, *, curious: bool = False) -> None:
        self.world, self.game, self.plug, self.curious = world, game, plug, curious
        self.course = Course()
        if facts(game).ben is Ben.CLOSED:
            world.ben.close_dms()
        world.env.backend.subscribers.append(self._happened)

    async def whole(self) -> Course:
        """From the challenge to the result, and some minutes more."""
        await self._begin()
        world = self.world
        played: list[str] = []
        for step in PLANS[self.game].split():
            entry, button = TALK.get(step, (step, rf"\d+:{step}"))
            mover = await self._mover()
            seat = self._other(mover) if step == "decline" else mover
            played.append(entry)
            for onlooker in (world.ada, world.ben) if self.curious else ():
                await self._look(onlooker, 1)
            await self._take(seat, button, played, prompted=step not in TALK)
        await self._pass(AFTERWARDS)
        self._look_back()
        try:
            await nothing_false_stands(world)
        except AssertionError as error:
            self.course.wrong.append(f"false: {error}")
        return self.course

    # ---- what they do

    async def _begin(self) -> None:
        world = self.world
        for _ in range(4):
            result = await world.ada.slash("duel", opponent=world.ben.member, game=self.game, first="me")
            await self._look_out(result)
            for _ in range(3):
                if challenge := self._find(world.cy, "accept"):
                    await self._press(world.ben, *challenge)
                if "open" in statuses(world):
                    if copy := self._find(world.cy, "accept"):
                        await self._press(world.ben, *copy)
                    return
        raise AssertionError("no duel came of it")

    async def _take(self, seat: Seat, button: str, played: list[str], *, prompted: bool) -> None:
        """One step of the plan: the player waits for their prompt, presses, and looks again where that failed."""
        if prompted and not await self._is_prompted(seat):
            self.course.wrong.append(f"{seat.name} is not prompted for {played[-1]}")
        for attempt in range(4):
            found = self._find(seat, button)
            if not found:
                await self._look(seat, attempt)
                found = self._find(seat, button)
            if found and await self._press(seat, *found) and self._log() == played:
                return
            if self._log() == played:
                await self._look(seat, attempt)
                return
            await self._look(seat, attempt)
        raise AssertionError(f"{seat.name} can't make {played[-1]}: {self._log()}")

    async def _press(self, seat: Seat, message: discord.Message, custom_id: str) -> bool:
        return await self._look_out(seat.press_id(message, custom_id))

    async def _look_out(self, result: InteractionResult) -> bool:
        """Whether there was an answer in time."""
        await self.plug.settle()
        self._read_panels()
        if not result.acknowledged:
            await self._pass(SEEN_TO_FAIL)
        return result.acknowledged

    async def _look(self, seat: Seat, attempt: int) -> None:
        """*Your move*, or `/status`."""
        at_the_board = self._is_in_the_channel(seat) and self._find(self.world.cy, "open")
        if at_the_board and attempt % 2 == 0:
            await self._press(seat, *at_the_board)
        else:
            slash = seat.slash if self._is_in_the_channel(seat) else seat.dm_slash
            await self._look_out(await slash("status", duel=self._number()))

    async def _is_prompted(self, seat: Seat) -> bool:
        """Within some time, there is something that asks for this move."""
        for _ in range(0, WAITED + 1, 10):
            duel = await self._table()
            assert duel.duel
            player = duel.seat(seat.id)
            assert player
            line = any(
                seat.id in [user.id for user in message.mentions] for message in self._in_the_channel(self.world.cy)[1:]
            )
            if line or self._first([*self._in_the_channel(seat), *seat.dms], rf"{duel.duel.turn(player)}:\S+"):
                return True
            await self._pass(10)
        return False

    async def _pass(self, seconds: int) -> None:
        for _ in range(0, int(seconds), 5):
            await self.world.env.advance_time(5)
            await self.plug.settle()

    # ---- what they see

    def _find(self, seat: Seat, button: str) -> tuple[discord.Message, str] | None:
        """The newest message with that button, and its id."""
        seen = self._in_the_channel(seat)
        if seat is not self.world.cy:
            seen = [m for m in seen if m.flags.ephemeral] if self._is_in_the_channel(seat) else seat.dms
        return self._first(reversed(seen), button)

    @staticmethod
    def _first(seen: Iterable[discord.Message], button: str) -> tuple[discord.Message, str] | None:
        for message in seen:
            for shown in buttons(message):
                if shown.custom_id and not shown.disabled and re.fullmatch(rf"duel:\d+:{button}", shown.custom_id):
                    return message, shown.custom_id
        return None

    def _in_the_channel(self, seat: Seat) -> list[discord.Message]:
        return self.world.channel.history(viewer=seat.member)

    def _is_in_the_channel(self, seat: Seat) -> bool:
        return seat is self.world.ben and facts(self.game).ben is not Ben.DIRECT

    def _number(self) -> int:
        return len(statuses(self.world))

    def _log(self) -> list[str]:
        return moves(self.world, self._number())

    async def _table(self) -> SavedDuel:
        return await saved_duel(self.world, self._number())

    async def _mover(self) -> Seat:
        duel = (await self._table()).duel
        assert duel
        return self.world.ada if Player.ONE in duel.to_act else self.world.ben

    def _other(self, seat: Seat) -> Seat:
        return self.world.ben if seat is self.world.ada else self.world.ada

    # ---- what is kept of it

    def _happened(self, event: str, payload: Any) -> None:
        if event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            return
        message = self.world.env.backend.get_message(int(payload["channel_id"]), int(payload["id"]))
        if message.flags & EPHEMERAL:
            return
        words = json.dumps(message.components, default=str)
        if message.channel_id == self.world.channel.id:
            self.course.public.add(plain(words))
        if event == "MESSAGE_CREATE":
            for seat in (self.world.ada, self.world.ben):
                if message.channel_id == seat.user.dm_channel.id or seat.id in message.ping_user_ids:
                    self.course.pings[f"{seat.name}: {self._about(message, words, seat)}"] += 1

    def _read_panels(self) -> None:
        for seat in (self.world.ada, self.world.ben):
            private = [message for message in self._in_the_channel(seat) if message.flags.ephemeral]
            for message in (*seat.dms[-2:], *private[-1:]):
                if move_buttons(message):
                    self.course.panels.add((seat.name, panel_of(self.world.raw(message)["components"])))

    def _about(self, message: Any, words: str, seat: Seat) -> str:
        """What a message that pings somebody is about."""
        if found := re.search(r"### Ada (challenges)|### You (?:win!|(lose))|draw-yes|'accept'", words):
            return (found[1] or found[0]).removeprefix("### ")
        if turns := re.findall(r"duel:\d+:(\d+):", " ".join(enabled_ids(message.components))):
            return f"turn {turns[0]}"
        if "its board stands still" in words:
            return "the board"
        if not message.ping_user_ids:
            return "begin"
        with closing(sqlite3.connect(self.world.database)) as db:
            ((own,),) = db.execute(
                "SELECT count(*) FROM moves WHERE duel_id = ? AND player = ? AND action NOT LIKE '!%'",
                (self._number(), 1 if seat is self.world.ada else 2),
            ).fetchall()
        return f"turn {own}"

    def _look_back(self) -> None:
        """What stands when all is over."""
        world, course = self.world, self.course
        course.log = self._log()
        with closing(sqlite3.connect(world.database)) as db:
            course.result = db.execute("SELECT status, winner, ending FROM duels ORDER BY id").fetchall()[-1:]
            closed = {user for (user,) in db.execute("SELECT user_id FROM doors WHERE closed_at IS NOT NULL")}
        boards = [message for message in world.channel.history() if not message.flags.ephemeral]
        if (results := sum(is_result(message) for message in boards)) != 1:
            course.wrong.append(f"{results} boards show the result")
        if (left := [label for message in boards for label in enabled(message)]) != ["Rematch", "Course", "Review"]:
            course.wrong.append(f"left: {left} in the channel")
        for seat in (world.ada, world.ben):
            results = sum(is_result(message) for message in seat.prompts)
            has_heard = seat.id in closed or any(is_result(message) for message in seat.prompts)
            if results > 1 or not has_heard:
                course.wrong.append(f"{seat.name} has {results} results")
            if self._first(seat.prompts, r"\d+:\S+"):
                course.wrong.append(f"left: a panel of {seat.name}'s with buttons")
        course.wrong += [f"pinged {count} times: {what}" for what, count in course.pings.items() if count > 1]
        told = [line for line in world.log.lines if line.startswith("bot.")]
        course.wrong += [line for line in told if line.startswith("bot.errors error") or SECRET.search(line)]


def is_result(message: discord.Message) -> bool:
    """Whether it says how the duel ended."""
    return bool(re.match(r"### (Ada wins|Ben wins|You win!|You lose)\n", text(message)))


def panel_of(components: Any) -> str:
    """What a panel says and offers, wherever it stands: without what only an ephemeral one has."""
    besides = {"Look again", "Post the board here"}
    shown = [part for part in parts(components) if part["type"] != ROW and part.get("label") not in besides]
    return plain(re.sub(r"\\n-# Follows the duel until [^\"]*", "", json.dumps(shown)))


def plain(words: str) -> str:
    """Without what differs from run to run: Discord's ids, times, and the duel's number."""
    return re.sub(r"\d{15,}|\d{4}-\d\d-\d\dT[\d:.+]+|(?<=<t:)\d+|(?<=[Dd]uel[ -])\d+|(?<=duel:)\d+", "#", words)


def enabled_ids(components: Any) -> Iterator[str]:
    """The ids of what can be pressed in a message's payload."""
    for component in components:
        if component.get("custom_id") and not component.get("disabled"):
            yield component["custom_id"]
        yield from enabled_ids(component.get("components", ()))
