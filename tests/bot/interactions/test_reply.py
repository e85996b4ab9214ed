"""An error that is nobody's fault: one line of log, one answer, one id for both; and what was saved is told."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.bot.scenes import ended, kept_messages, slow
from tests.bot.world import Seat, World, buttons, enabled, said, text

SECRET = "attack-7 of somebody"


def fail_once(monkeypatch: pytest.MonkeyPatch, holder: Any, name: str) -> None:
    """Let a method raise at its next call, and work again after it."""
    real = getattr(holder, name)

    async def broken(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(holder, name, real)
        raise RuntimeError(SECRET)

    monkeypatch.setattr(holder, name, broken)


def error_ids(world: World) -> list[str]:
    return [found[1] for line in world.log.lines if (found := re.search(r"error ([0-9a-f]{6}): RuntimeError", line))]


def ids_told(told: str) -> list[str]:
    return re.findall(r"the id ([0-9a-f]{6})", told)


async def move(seat: Seat, route: str) -> str:
    if route == "panel":
        panel = next(message for message in reversed(seat.dms) if "9" in enabled(message))
        return said(await seat.click(panel, "9"))
    return said(await seat.slash("play", action="attack 9"))


@pytest.mark.asyncio
@pytest.mark.parametrize("route", ["panel", "typed"])
async def test_what_fails_before_the_answer_is_told_under_its_id(
    world: World, monkeypatch: pytest.MonkeyPatch, route: str
) -> None:
    await world.begin("battle")
    fail_once(monkeypatch, world.client.duels, "play")
    told = await move(world.ada, route)
    assert len(error_ids(world)) == 1
    assert ids_told(told) == error_ids(world)
    assert SECRET not in "\n".join(world.log.lines) + told
    await move(world.ada, route)
    assert "8" in enabled(world.ben.panel)


@pytest.mark.asyncio
@pytest.mark.parametrize("press", ["9", "Draw?"])
async def test_what_is_saved_is_told_though_its_answer_fails(
    world: World, monkeypatch: pytest.MonkeyPatch, press: str
) -> None:
    board = await world.begin("battle")
    fail_once(monkeypatch, world.client.updates, "known")
    told = said(await world.ada.click(world.ada.panel, press))
    assert ids_told(told) == error_ids(world)
    assert {"9": "Ben to attack", "Draw?": "Ada offers a draw"}[press] in text(world.message(board))
    assert {"9": "8", "Draw?": "Accept draw"}[press] in enabled(world.ben.panel)


@pytest.mark.asyncio
async def test_a_saved_offer_is_told_though_its_answer_fails(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await world.begin("battle")
    fail_once(monkeypatch, world.client.updates, "known")
    await world.ada.slash("draw")
    assert "Ada offers a draw" in text(world.message(board))
    assert "Accept draw" in enabled(world.ben.panel)


@pytest.mark.asyncio
async def test_what_fails_after_the_answer_is_not_answered_twice(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    message = await world.challenge("siege")
    fail_once(monkeypatch, world.client.presses._answers, "is_unreachable")
    result = await world.ben.click(message, "Accept")
    assert result.acknowledged
    (panel,) = result.followups
    assert text(panel.message).startswith("### Numerical Siege · against Ada\n")
    assert len(error_ids(world)) == 1
    assert ids_told(said(result)) == []
    assert "Ada: your move" in enabled(world.message(message))


@pytest.mark.asyncio
@pytest.mark.parametrize("route", ["panel", "typed"])
async def test_what_is_noted_after_an_answer_may_fail(
    world: World, monkeypatch: pytest.MonkeyPatch, route: str
) -> None:
    await world.begin("battle")
    fail_once(monkeypatch, world.client.handlers._direct_messages, "mark_open")
    if route == "panel":
        result = await world.ada.click(world.ada.panel, "9")
    else:
        result = await world.ada.dm_slash("play", action="attack 9")
    assert ids_told(said(result)) == []
    assert len(error_ids(world)) == 1
    assert "8" in enabled(world.ben.panel)


@pytest.mark.asyncio
@pytest.mark.parametrize("gone", ["ada", "ben"])
async def test_no_rematch_with_somebody_who_has_left(world: World, gone: str) -> None:
    await ended(world, "battle")
    world.guild.remove_member(getattr(world, gone).member)
    before = len(world.channel.history())
    told = said(await world.ada.click(world.ada.panel, "Rematch"))
    assert "has left the server of duel 1" in told
    assert len(world.channel.history()) == before
    assert await world.client.duels.load_or_call_off(2) is None


@pytest.mark.asyncio
async def test_a_rematch_that_could_not_be_posted_can_be_asked_for_again(world: World) -> None:
    result = await ended(world, "battle")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500, times=1)
    assert "could not post the challenge" in said(await world.ada.click(result, "Rematch"))
    await world.ada.click(result, "Rematch")
    newest = world.channel.last_message
    assert newest is not None
    assert "Ada challenges Ben" in text(newest)
    await world.ben.click(newest, "Accept")
    assert "duel 3" in text(world.message(newest))


@pytest.mark.asyncio
async def test_an_error_is_told_though_a_message_hangs(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await world.begin("battle")
    released = asyncio.Event()

    async def hang(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if method == "PATCH" and path.endswith(f"/messages/{board.id}"):
            await world.env.external_wait(released.wait(), reason="the board is slow")
        return await call()

    world.on_request(hang)
    fail_once(monkeypatch, world.client.updates, "known")
    told = said(await world.ada.click(world.ada.panel, "9"))
    assert ids_told(told) == error_ids(world) != []
    released.set()
    await world.settle()
    assert "Ben to attack" in text(world.message(board))


@pytest.mark.asyncio
@pytest.mark.every_case
@pytest.mark.parametrize("how", ["refused", "late"])
async def test_an_old_panel_that_is_pressed_is_deleted_once_and_the_refusal_is_told(world: World, how: str) -> None:
    await world.begin("battle")
    old, channel = world.ada.panel, world.ada.user.dm_channel.id
    (nine,) = (button for button in buttons(old) if button.label == "9")
    seen = world.raw(old) | {"components": [part.to_dict() for part in old.components]}
    deleted = list[str]()

    async def noted(method: str, path: str, call: Callable[[], Awaitable[Any]]) -> Any:
        if method == "DELETE" and path.startswith("/webhooks/"):
            deleted.append(path.rpartition("/")[2])
        return await call()

    with kept_messages(world, channel):
        await world.ada.click(old, "9")
        await world.ben.click(world.ben.panel, "8")
        if how == "refused":
            world.env.inject_error("DELETE", "/webhooks/*/*/messages/@original", status=404, code=10008)
        else:
            slow(world, "load")
        world.on_request(noted)
        result = world.ada.press_id(old, str(nine.custom_id), seen=seen)
        await world.env.advance_time(30)
    (refusal,) = result.followups
    assert "already" in text(refusal.message)
    assert deleted == ["@original"]
