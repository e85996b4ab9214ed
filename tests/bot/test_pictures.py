"""Pictures in messages: uploaded in the background, shown wherever the bot writes, and plain text where they can't be.

Every text of this file's bots has a picture in it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import aclosing
from itertools import pairwise
from typing import Any

import aiohttp
import discord
import pytest
from simcord.http.client import FakeHTTPClient

from bot.drawing import Drawing
from bot.emojis.uploads import FIRST_PAUSE, LONGEST_PAUSE, NAMES
from bot.render import layout, result
from bot.render.pictures import PICTURES, card, drawn
from storage import SqliteStore
from tests.bot.refusals import refusal
from tests.bot.scenes import slow
from tests.bot.world import World, answer, components, text

HOUR = 3600.0
LIMITED = 1800.0
"""Seconds for which a rate limit asks: longer than discord.py waits by itself."""


@pytest.fixture(autouse=True)
def pictured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever renderers write has a picture at its end."""
    real = layout.text
    for module in (layout, result):
        monkeypatch.setattr(module, "text", lambda content: real(f"{content}{card(7)}"))


@pytest.fixture
def uploads(world: World) -> Iterator[list[str]]:
    """The names of the pictures that were uploaded since, in order."""
    names: list[str] = []
    backend: Any = world.env.backend
    real = backend.create_application_emoji

    def create(name: str) -> Any:
        names.append(name)
        return real(name)

    backend.create_application_emoji = create
    yield names
    del backend.create_application_emoji


def texts(world: World) -> list[str]:
    """All that stands anywhere."""
    seats = (world.ada, world.ben, world.cy)
    messages = [m for seat in seats for m in [*world.channel.history(viewer=seat.member), *seat.dms]]
    return [part.content for m in messages for part in components(m) if isinstance(part, discord.TextDisplay)]


def shown(world: World) -> set[bool]:
    """Whether there are pictures in what stands: in all of it, in none, or in some."""
    assert not [said for said in texts(world) if set(said) & set(PICTURES)]
    return {"<:card_7:" in said for said in texts(world)}


class Without:
    """Discord refuses what has an emoji in it. The count of what it refused."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.refused = 0
        self.on = True
        for sender in (world.env.bot.http, world.env._webhook_adapter):
            monkeypatch.setattr(sender, "request", self._in_front_of(sender.request))

    def _in_front_of(self, real: Any) -> Any:
        async def request(*args: Any, **kwargs: Any) -> Any:
            if self.on and "<:card_7:" in str(kwargs):
                self.refused += 1
                raise refusal(400, 50035)
            return await real(*args, **kwargs)

        return request


async def played(world: World) -> None:
    """A duel in which every kind of message is sent and edited: in the channel, private, and direct."""
    await world.begin("battle", pace="live")
    await world.ada.click(answer(await world.ada.slash("status")), "7")
    await world.ben.click(world.ben.panel, "9")
    await world.a_while()
    await world.ada.click(world.ada.panel, "8")
    await world.cy.slash("rules", game="siege")
    await world.ben.slash("status")


# ---- what is shown


@pytest.mark.asyncio
async def test_each_message_shows_the_pictures_that_the_application_has(world: World) -> None:
    await played(world)
    assert len(texts(world)) > 8
    assert shown(world) == {True}


@pytest.mark.asyncio
async def test_where_pictures_are_refused_plain_text_stands_and_nothing_else_changes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = Without(world, monkeypatch)
    await played(world)
    assert shown(world) == {False}
    assert all(said.endswith("7") for said in texts(world))
    assert without.refused == 2  # the first of all, and the first after a pause
    assert not [line for line in world.log.lines if "did not get through" in line]
    without.on = False
    await world.env.advance_time(LONGEST_PAUSE)
    await world.cy.slash("rules", game="siege")
    assert shown(world) == {True, False}


@pytest.mark.asyncio
@pytest.mark.parametrize(("count", "is_drawn"), [(100, True), (200, False)])
@pytest.mark.every_case
async def test_a_message_that_would_get_too_long_is_plain_text(count: int, is_drawn: bool) -> None:
    """An emoji is thirty characters long."""
    drawing = Drawing(drawn, layout.TEXT_LIMIT)
    drawing.ids = {"card_7": 10**18}
    view = layout.message(card(7) * count)

    async def sent() -> str:
        return "".join(part["content"] for part in view.texts)

    message = await drawing.sent(view, sent)
    assert ("<:card_7:" in message) == is_drawn
    assert ("7 7 7" in message) != is_drawn


@pytest.mark.asyncio
async def test_a_late_answer_that_is_refused_still_replaces_its_acknowledgement(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.begin("battle")
    without = Without(world, monkeypatch)
    slow(world, "load", "logs_of", "delivery")
    result = await world.ada.slash("status")
    await world.env.advance_time(60)
    assert without.refused == 1
    assert text(answer(result)).endswith("7")
    assert result.followups == []


# ---- where they come from


async def started_anew(world: World, *kept: str) -> None:
    """The bot, when its application has no pictures but those."""
    emojis = world.env.backend.application_emojis
    for emoji in [emoji for emoji in emojis.values() if emoji.name not in kept]:
        del emojis[emoji.id]
    await world.restart()
    await world.settle()


def ids(world: World) -> dict[str, int]:
    """What Discord has."""
    return {emoji.name: emoji.id for emoji in world.env.backend.application_emojis.values()}


@pytest.mark.asyncio
async def test_what_is_missing_is_uploaded_after_the_start_and_what_was_deleted_is_plain_until_then(
    world: World, uploads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    await started_anew(world, "life", "used")
    assert uploads == [name for name in NAMES if name not in ("life", "used")]
    assert world.client.drawing.ids == ids(world)
    assert sorted(ids(world)) == sorted(NAMES)
    before = ids(world)
    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "put_emojis", None)  # there is nothing to save
        await world.restart()
        await world.settle()
    assert len(uploads) == len(NAMES) - 2
    assert world.client.drawing.ids == before
    del world.env.backend.application_emojis[before["card_7"]]
    world.env.inject_error("POST", f"/applications/{world.client.application_id}/emojis", status=400, code=30008)
    await world.restart()
    await world.settle()
    await world.challenge("siege")
    assert shown(world) == {False}
    await world.restart()
    await world.settle()
    assert uploads[len(NAMES) - 2 :] == ["card_7"]
    assert world.client.drawing.ids == ids(world)


FAILURES = {
    "500": refusal(500, 0),
    "429": discord.RateLimited(LIMITED),
    "many": refusal(429, 0),
    "dropped": aiohttp.ServerDisconnectedError(),
}


@pytest.mark.asyncio
@pytest.mark.parametrize("place", ["GET", "POST", "after"])
@pytest.mark.parametrize("failure", FAILURES)
async def test_what_fails_for_now_is_tried_again_where_it_was_stopped_and_ever_more_rarely(
    world: World, uploads: list[str], monkeypatch: pytest.MonkeyPatch, failure: str, place: str
) -> None:
    """Some requests fail, or take effect and their answer is lost."""
    tried: list[float] = []
    real: Any = FakeHTTPClient.request

    async def request(http: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
        if not route.url.endswith("/emojis") or (place == "GET") != (route.method == "GET"):
            return await real(http, route, *args, **kwargs)
        tried.append(world.env.backend.clock.elapsed)
        fails = len(tried) in (1, 2, 3, 6, 9)
        if fails and place != "after":
            raise FAILURES[failure]
        result = await real(http, route, *args, **kwargs)
        if fails:
            raise FAILURES[failure]
        return result

    monkeypatch.setattr(FakeHTTPClient, "request", request)
    await started_anew(world)
    assert "Siege" in text(await world.begin("siege"))  # nobody waits for it
    await world.env.advance_time(3 * HOUR)
    assert sorted(uploads) == sorted(NAMES)
    assert world.client.drawing.ids == ids(world)
    pauses = [after - before for before, after in pairwise(tried)]
    least = LIMITED if failure == "429" else FIRST_PAUSE
    longer = [max(least, FIRST_PAUSE * 2**n) for n in range(3)]
    assert [pause for pause in pauses if pause] == (longer if place == "GET" else [*longer, least, least])


@pytest.mark.asyncio
async def test_a_picture_that_is_refused_keeps_no_other_from_being_shown(world: World, uploads: list[str]) -> None:
    for status in (400, 500):
        world.env.inject_error("POST", f"/applications/{world.client.application_id}/emojis", status=status)
    await started_anew(world)
    await world.env.advance_time(2 * HOUR)
    assert uploads == list(NAMES[1:])
    assert world.client.drawing.ids == ids(world)


@pytest.mark.asyncio
async def test_another_application_uses_none_of_its_emojis(world: World) -> None:
    async with aclosing(await SqliteStore.connect(world.database)) as store:
        own = await store.emojis(world.client.application_id or 0)
        assert own == ids(world)
        await store.put_emojis(1, {"card_7": 8})
        world.env.inject_error("GET", f"/applications/{world.client.application_id}/emojis", status=503, times=None)
        await world.restart()
        await world.settle()
        assert world.client.drawing.ids == own
        await store.put_emojis(world.client.application_id or 0, {})
    await world.restart()
    await world.settle()
    assert world.client.drawing.ids == {}
    await world.challenge("siege")
    assert shown(world) == {False}


@pytest.mark.asyncio
async def test_they_end_with_a_bot_that_is_closed(world: World) -> None:
    """In the playground, another one goes on in the same process."""

    def uploading() -> list[str]:
        return [name for name in map(repr, asyncio.all_tasks()) if "Uploads" in name]

    world.env.inject_error("GET", f"/applications/{world.client.application_id}/emojis", status=503)
    await world.restart()
    await world.settle()
    assert uploading()
    with world.env._bot_scope():
        await world.client.close()
    assert not uploading()
