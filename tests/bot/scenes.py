"""What the scenarios share: where a duel can stand, what is saved of it, and what a press was answered."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from functools import wraps
from pathlib import Path
from secrets import token_hex
from typing import Any

import discord
from simcord.results import InteractionResult

from bot.components.buttons import button, row
from bot.discord_api import DiscordApi
from bot.drawing import Layout
from bot.service.saved_duel import SavedDuel
from games import Action, Player, names
from storage import NewDuel
from tests.bot.world import Button, Seat, World, answer, buttons, text
from tests.games.helpers import LEVEL_AT_8

GAMES = names()
"""All there are, by the registry."""

LONG_NUMBER = re.compile(r"\d{15,}")


def saved(world: World) -> list[tuple[Any, ...]]:
    """Everything saved of all duels, but for how much of it was delivered."""
    with closing(sqlite3.connect(world.database)) as db:
        duels = db.execute(
            "SELECT id, game, status, player_one, player_two, starter, seed, winner, ending FROM duels ORDER BY id"
        ).fetchall()
        return duels + db.execute("SELECT duel_id, ply, player, action FROM moves ORDER BY duel_id, ply").fetchall()


def moves(world: World, duel: int = 1) -> list[str]:
    """The entries of one duel's log."""
    with closing(sqlite3.connect(world.database)) as db:
        rows = db.execute("SELECT action FROM moves WHERE duel_id = ? ORDER BY ply", (duel,)).fetchall()
    return [action for (action,) in rows]


def statuses(world: World) -> list[str]:
    """Each duel's status, in order."""
    with closing(sqlite3.connect(world.database)) as db:
        return [status for (status,) in db.execute("SELECT status FROM duels ORDER BY id").fetchall()]


def told(result: InteractionResult, *, watch: bool = False) -> str:
    """The private sentence that the interaction ended with, after what it changed, if anything. `watch`: with a button
    to look on; else there may be one that opens the panel of who is not to move."""
    assert result.acknowledged
    last = [*([result.response] if result.response else []), *result.followups][-1]
    assert last.ephemeral
    words = text(last.message)
    assert words
    assert "\n" not in words
    assert "Something went wrong" not in words
    labels = [button.label for button in buttons(last.message)]
    assert labels == ["Watch"] if watch else labels in ([], ["Show it now"])
    return words


def seats(world: World) -> dict[Player, Seat]:
    """Who sits where, in a duel that Ada has begun."""
    return {Player.ONE: world.ada, Player.TWO: world.ben}


def pair(world: World, who: str) -> tuple[Seat, Seat]:
    """The player of that name, in small letters, and the other."""
    return (world.ada, world.ben) if who == "ada" else (world.ben, world.ada)


async def saved_duel(world: World, duel: int = 1) -> SavedDuel:
    """A duel as the service knows it."""
    found = await world.client.duels.load_or_call_off(duel)
    assert found is not None
    return found


async def mover(world: World, duel: int = 1) -> Seat:
    """Who is to act in a duel that Ada has begun; Ada where both are."""
    found = (await saved_duel(world, duel)).duel
    assert found is not None
    return seats(world)[min(found.to_act, key=lambda player: player.value)]


async def play_out(world: World, duel: int, *tokens: str) -> None:
    """Moves by whoever's turn it is, made past Discord; the messages are brought up to date at the end."""
    handlers = world.client.handlers
    with world.env.time_context():
        for token in tokens:
            await handlers.duels.play(duel, (await mover(world, duel)).id, Action.parse(token))
        await world.client.updates.bring_up(await saved_duel(world, duel))
    await world.settle()


async def sudden_death(world: World) -> discord.Message:
    """A digit duel, number 1 of its world, at its sudden death; the board."""
    board = await world.begin("digit")
    await play_out(world, 1, *LEVEL_AT_8)
    return world.message(board)


async def ended(world: World, game: str = "siege", first: str = "me") -> discord.Message:
    """A duel that Ada has given up, number 1 of its world; the result in the channel."""
    board = await world.begin(game, first)
    await world.ada.click(answer(await world.ada.slash("resign")), "Resign")
    await world.a_while()
    return world.message(board)


PHASES = ("challenged", "committed", "picked", *GAMES)


async def reach(world: World, phase: str) -> discord.Message:
    """A duel of Ada's against Ben, number 1 of its world: challenged, dealt (a game's name), or with a secret out."""
    if phase == "challenged":
        message: discord.Message = await world.challenge("siege")
        return message
    if phase == "committed":
        board = await world.begin("siege")
        await world.ada.click(world.ada.panel, "7")
    elif phase == "picked":
        board = await sudden_death(world)
        await world.ada.click(world.ada.panel, "4")
    else:
        board = await world.begin(phase)
    return world.message(board)


def number_from(world: World, number: int) -> None:
    """The next duel has the number after that."""
    with closing(sqlite3.connect(world.database)) as db, db:
        db.execute("DELETE FROM sqlite_sequence WHERE name = 'duels'")
        db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('duels', ?)", (number,))


async def open_duels(world: World, one: int, two: int, count: int, *, name: str = "Ben") -> list[int]:
    """That many open duels between two people, written past Discord; their numbers."""
    store, ids = world.client._store, []
    assert store is not None
    now = int(time.time() * 1000)
    with world.env.time_context():
        created = int(discord.utils.utcnow().timestamp() * 1000)
    for _ in range(count):
        new = NewDuel(
            "siege", 1, one, two, "Ada", name, 1, world.guild.id, world.channel.id, created, 10**8, now + 10**8
        )
        row = await store.create(new)
        await store.open(row.id, name_two=name, starter=1, seed=b"seed" * 8, at=now, remind_before=0)
        ids.append(row.id)
    return ids


def old_panel(seat: Seat, duel: int = 1) -> discord.Message:
    """The newest message of a duel that has its buttons: a direct one or, where there is none, an ephemeral one."""

    def mine(messages: Iterable[discord.Message]) -> list[discord.Message]:
        return [m for m in messages if any(f"{b.custom_id}".startswith(f"duel:{duel}:") for b in move_buttons(m))]

    # Whoever has left the server sees nothing in its channel.
    found = mine(seat.dms) or mine(m for m in seat.world.channel.history(viewer=seat.member) if m.flags.ephemeral)
    return found[-1]


def anew(seat: Seat, message: discord.Message) -> discord.Message:
    """A message as that person sees it now."""
    seen = [*seat.dms, *seat.world.channel.history(viewer=seat.member)]
    return next(m for m in seen if m.id == message.id)


def open_panels(seat: Seat) -> list[discord.Message]:
    """The ephemeral panels of that player that stand in the channel."""
    seen = seat.world.channel.history(viewer=seat.member)
    return [message for message in seen if message.flags.ephemeral and "### " in text(message)]


def move_buttons(message: discord.Message) -> list[Button]:
    """The enabled buttons that make a move."""
    return [
        b for b in buttons(message) if b.custom_id and not b.disabled and re.search(r":\d+:\d+:", f":{b.custom_id}")
    ]


def ids(message: discord.Message) -> list[str]:
    """The ids of a message's buttons, disabled ones included."""
    return [button.custom_id for button in buttons(message) if button.custom_id]


async def your_move(world: World, seat: Seat, board: discord.Message) -> discord.Message:
    """The ephemeral panel that *Your move* opens."""
    result = await seat.click(world.message(board), buttons(world.message(board))[0].label)
    assert result.response is not None
    assert result.response.ephemeral
    return result.response.message


async def press_as_seen(seat: Seat, message: discord.Message, label: str) -> InteractionResult:
    """Press a button of a message as it was read, whatever has become of it since: a client may not have heard yet."""
    (button,) = (b for b in buttons(message) if b.label == label and not b.disabled)
    seen = seat.world.raw(message) | {"components": [part.to_dict() for part in message.components]}
    result = seat.press_id(message, str(button.custom_id), seen=seen)
    await seat.world.settle()
    return result


async def press_and_settle(seat: Seat, message: discord.Message, custom_id: str) -> InteractionResult:
    """Press what need not be there, and wait."""
    result = seat.press_id(message, custom_id)
    await seat.world.settle()
    return result


async def posted(world: World, channel_id: int, layout: Layout) -> discord.Message:
    """A message that the bot has sent, and knows nothing of."""
    channel = world.client.get_partial_messageable(channel_id)
    with world.env.time_context():
        message_id = await DiscordApi(world.client, world.client.drawing).send(channel_id, layout, nonce=token_hex(8))
        return await channel.fetch_message(message_id)


async def carry(world: World, custom_id: str) -> discord.Message:
    """A message in the channel with one button of that id, as the bot need not have sent it."""
    return await posted(world, world.channel.id, Layout(row(button("?", custom_id))))


@contextmanager
def kept_messages(world: World, channel_id: int) -> Iterator[None]:
    """Edits and deletions by the bot's own hand fail in that channel, so that what stands there keeps its buttons."""
    faults = world.env.backend.faults
    before = len(faults)
    for method in ("PATCH", "DELETE"):
        world.env.inject_error(method, f"/channels/{channel_id}/messages/*", status=500, times=None)
    added = faults[before:]
    yield
    for fault in added:
        faults.remove(fault)


def slow(world: World, *methods: str, seconds: float = 4.0) -> None:
    """Those methods of the database take so long from now on, on the virtual clock; `world.env.advance_time` moves it.

    Whoever presses something meanwhile gets the verb's result at once, before the answer is there.
    """
    store: Any = world.client._store
    for method in methods:
        setattr(store, method, _slow(world, getattr(store, method), seconds))


def _slow(world: World, method: Callable[..., Awaitable[Any]], seconds: float) -> Callable[..., Awaitable[Any]]:
    @wraps(method)
    async def late(*args: Any, **kwargs: Any) -> Any:
        await world.env.external_wait(asyncio.sleep(seconds), reason="a slow database")
        return await method(*args, **kwargs)

    return late


def normal(words: str) -> str:
    """Without what differs from run to run: Discord's ids and times."""
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.+]+", "time", LONG_NUMBER.sub("id", words))


@asynccontextmanager
async def another_world(folder: Path) -> AsyncIterator[World]:
    """One more world, where the fixture's is not there: only one can be alive at a time."""
    world = await World.start(folder)
    try:
        yield world
    finally:
        await world.stop()


def watch_pings(world: World) -> list[tuple[int, int]]:
    """From now on, who is pinged: pairs of channel and person, one a ping."""
    backend = world.env.backend
    pings: list[tuple[int, int]] = []

    def created(event: str, payload: Any) -> None:
        if event == "MESSAGE_CREATE":
            message = backend.get_message(int(payload["channel_id"]), int(payload["id"]))
            pings.extend((message.channel_id, user) for user in message.ping_user_ids)
            pings.extend((message.channel_id, role) for role in message.ping_role_ids)
            assert not message.mention_everyone

    backend.subscribers.append(created)
    return pings


def onlookers(world: World) -> str:
    """All that the channel can read, whoever has pressed something: what is ephemeral is left out."""
    return json.dumps([world.raw(message) for message in world.channel.history()], default=str)
