"""Nothing that stands is false: when all has settled, each message of each duel is what it would be if it were made
anew, and no other panel stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

import discord
from simcord.backend import serializers

from bot.components.custom_ids import ButtonId
from bot.delivery.known import Known
from bot.delivery.places import Place
from bot.delivery.projection import for_player, public_message, watched
from bot.drawing import Layout
from games import Player
from tests.bot.world import Seat, World

SHOWN = ("type", "content", "custom_id", "label", "style", "disabled", "accent_color", "url", "value", "description")
"""What a person can see or use of a component."""


async def nothing_false_stands(world: World) -> int:
    """Check every duel; returns how many messages were compared. Those who can't be written to are left out by whoever
    calls this.
    """
    compared = 0
    with world.env.time_context():
        for duel_id in await _duels(world):
            known = await world.client.updates._messages.load(duel_id)
            assert known is not None
            assert world.client.updates._messages._unwritten.of(duel_id) == {}
            compared += _board(world, known)
            for player in known.saved.people if known.saved.row.opened_at is not None else ():
                compared += _panels(world, known, player)
                compared += _ephemeral(world, known, player)
            compared += _watchers(world, known)
    return compared


async def _duels(world: World) -> list[int]:
    rows = await world.client.updates._store._db.statement("SELECT id FROM duels ORDER BY id")  # type: ignore[attr-defined]
    return [row["id"] for row in rows]


def _board(world: World, known: Known) -> int:
    row = known.rows.get(Place.BOARD)
    if row is None or row.message_id is None:
        return 0
    shown = _raw(world, row.message_id)
    assert shown is not None, f"the board of duel {known.duel_id} is gone"
    _equal(world, shown, public_message(known.saved, known.header.without_link()))
    return 1


def _panels(world: World, known: Known, player: Player) -> int:
    """In direct messages there is one panel a duel, and it is up to date."""
    seat = _seat(world, known.saved.user(player))
    noted = {row.message_id for place, row in known.rows.items() if place != Place.panel(player)}
    panels = [message for message in seat.prompts if _is_about(message, known.duel_id) and message.id not in noted]
    assert len(panels) <= 1, [_texts(message) for message in panels]
    for message in panels:
        row = known.rows[Place.panel(player)]
        assert row.message_id == message.id
        _equal(world, world.raw(message)["components"], for_player(known.saved, player, known.header))
    return len(panels)


def _ephemeral(world: World, known: Known, player: Player) -> int:
    """A panel that follows the duel does."""
    live = world.client.handlers.panels._ephemeral_panels._panels.get((known.duel_id, player))
    if live is None or live.until <= world.client._clock().timestamp() * 1000:
        return 0
    shown = _raw(world, live.message_id)
    assert shown is not None, f"a live panel of duel {known.duel_id} is gone"
    _equal(world, shown, for_player(known.saved, player, known.header, until=live.until, posts_board=live.posts_board))
    return 1


def _watchers(world: World, known: Known) -> int:
    found = world.client.presses._looks._watchers._live(known.duel_id)
    for watcher in found.values():
        shown = _raw(world, watcher.message_id)
        assert shown is not None
        _equal(world, shown, watched(known.saved, known.header, until=watcher.until))
    return len(found)


def _seat(world: World, user_id: int) -> Seat:
    return next(seat for seat in (world.ada, world.ben, world.cy) if seat.id == user_id)


def _is_about(message: discord.Message, duel_id: int) -> bool:
    """Whether a message has a heading or buttons of this duel, as panels and results have."""
    ids = (ButtonId.parse(part["custom_id"]) for part in parts(message.components) if "custom_id" in part)
    return any(found and found.duel == duel_id for found in ids)


def _raw(world: World, message_id: int) -> list[Mapping[str, Any]] | None:
    """A message's components, whoever may see it; None where it is gone."""
    backend = world.env.backend
    message = next((found[message_id] for found in backend.messages.values() if message_id in found), None)
    return list(serializers.message_payload(backend, message)["components"]) if message else None


def _texts(message: discord.Message) -> list[str]:
    return [part["content"] for part in parts(message.components) if "content" in part]


def parts(components: Any) -> Iterator[dict[str, Any]]:
    """A message's components at any depth, each without those in it."""
    for component in components:
        part = component if isinstance(component, dict) else component.to_dict()
        yield {key: part[key] for key in SHOWN if part.get(key) not in (None, False)}
        yield from parts(part.get("components", ()))


def _equal(world: World, shown: Any, layout: Layout) -> None:
    drawn = world.client.drawing._drawn
    for part in layout.texts:
        part["content"] = drawn(part["content"], world.client.drawing.ids)
    stands, anew = list(parts(shown)), list(parts(layout.components))
    assert stands == anew, "\n".join(f"{one}\n{two}" for one, two in zip_longest(stands, anew) if one != two)
