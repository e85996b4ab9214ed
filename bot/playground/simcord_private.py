"""Everything the playground uses of simcord beyond its public names. `PRIVATE` lists each name and why it is needed.

simcord's preview shows one channel to one viewer, and updates only on Refresh. `Pane` is a live preview, and there can
be several at once. This module knows nothing of the bot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any, ClassVar, cast

import simcord
from aiohttp import web
from simcord.preview import Preview
from simcord.preview import _server as server_module
from simcord.preview._server import PreviewServer

from bot.playground.simcord_pages import REWRITES, rewritten

PRIVATE = {
    "_settle_internal": "Env: waits until the bot is idle; its default pause of 50 ms per step feels slow",
    "_schedule_timer": "Env: lets a timer of the bot's also ring in real time, which settling then waits for",
    "_virtual_time": "Env: the world's time, in seconds since its start",
    "_preview": "Env: the only preview it allows; cleared to open several, set to the one that acts",
    "_generation": "Env: counts the bot's restarts; an action with an older number is refused",
    "_epoch": "Clock: when the world's time starts; by default 2026-01-01",
    "_server": "Preview: its server; ours shares one port with the other panes",
    "_action": "Preview: runs an action that a page requests",
    "_publish": "Preview: makes a page's content",
    "_page_payload": "Preview: the content that a page gets at each poll",
    "_pages": "Preview: the open pages by id; PreviewServer: opens a page",
    "_PAGE_LEASE_SECONDS": "Preview: drops a page after this time without a poll",
    "_STATIC_FILES": "PreviewServer: the paths of its scripts, styles and fonts",
    "_SECURITY_HEADERS": "PreviewServer: forbid frames, but panes are frames",
    "_requested_port": "PreviewServer: the port it is made for",
    "_static": "PreviewServer: serves the files",
    "_index": "PreviewServer: serves the page",
    "_state": "PreviewServer: answers a page's poll",
    "_delete_page": "PreviewServer: closes a page",
    "_commands": "PreviewServer: lists the slash commands",
    "_action_result": "PreviewServer: repeats an action's result that a page missed",
    "_asset": "PreviewServer: pictures and files",
}
"""A private name, the class that it belongs to, and why it is needed."""

REMEMBERED = 40
"""Revisions of a page whose buttons are remembered: a few seconds' worth."""
PRESSES = ("click", "select")
"""The kinds of actions that use a message's button or menu."""

Control = tuple[str, str]
"""The message with a button or a menu, and the button's or menu's custom id."""
Turn = Callable[[], AbstractAsyncContextManager[None]]
"""Takes the lock on the world: one action at a time."""
AT_ONCE = 0.001
"""Seconds: a shorter wait only lets others go first."""


def set_up(env: simcord.Env, now: datetime, bot: str) -> None:
    """Prepare before the start: the world's time begins at `now`, its steps are quick, and the bot has this name."""
    env.backend.clock._epoch = now
    env.backend.bot_user.name = bot
    defaults = simcord.Env._settle_internal.__kwdefaults__
    assert defaults is not None
    defaults["idle"] = 0.001
    ring_in_virtual_time_alone(env)
    leave_out_ephemeral_messages(env)


def ring_in_virtual_time_alone(env: simcord.Env) -> None:
    """Before the start: the bot's timers ring only as the world's time is advanced, however long a step really takes.
    Nothing then waits for the end of a long sleep.
    """
    real: Any = env._schedule_timer

    def schedule(record: Any, *args: Any) -> None:
        if record.when - env._virtual_time < AT_ONCE:
            real(record, *args)

    setattr(env, "_schedule_timer", schedule)  # noqa: B010


def leave_out_ephemeral_messages(env: simcord.Env) -> None:
    """As in Discord, a message that one person sees never counts as the newest of its channel."""
    backend: Any = env.backend
    real = backend.commit_message

    def commit(message: Any, **options: Any) -> Any:
        channel = backend.get_channel(message.channel_id)
        before = channel.last_message_id
        committed = real(message, **options)
        if message.is_ephemeral:
            channel.last_message_id = before
        return committed

    backend.commit_message = commit


def changes(env: simcord.Env) -> int:
    """A number that grows with each request or event between the bot and Discord."""
    return len(env.backend.transcript)


def stop_refusing(env: simcord.Env, path: str) -> None:
    """Remove the errors that `Env.inject_error` has set for a path."""
    env.backend.faults[:] = [fault for fault in env.backend.faults if fault["path"] != path]


class Pane(Preview):
    """One channel as one person sees it: live, served under `/pane/<key>/` by the playground's server."""

    _PAGE_LEASE_SECONDS = 7 * 86400.0

    def __init__(
        self, env: simcord.Env, channel: simcord.ChannelHandle, viewer: Any, turn: Turn, *, port: int, timezone: str
    ) -> None:
        super().__init__(
            env,
            channel,
            (viewer,),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone=timezone,
            presentation_time=None,
            assets=None,
            port=port,
        )
        self.server = self._server = PaneServer(self, port)
        self._turn = turn
        self._shown: dict[str, dict[int, dict[str, Control]]] = {}

    async def open(self) -> None:
        """Start the preview."""
        self.env._preview = None
        await self.__aenter__()

    def _publish(self, page: Any, **reason: Any) -> None:
        super()._publish(page, **reason)
        self._shown = {key: shown for key, shown in self._shown.items() if key in self._pages}
        shown = self._shown.setdefault(page.id, {})
        shown[page.revision] = _controls(page.snapshot.get("messages", {}))
        if len(shown) > REMEMBERED:
            del shown[min(shown)]

    def _page_payload(self, page: Any) -> dict[str, Any]:
        # In Discord a bot's restart is invisible, so the page must keep what somebody is typing.
        return {**super()._page_payload(page), "botGeneration": 1}

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._turn():
            self.env._preview = self
            return await super()._action(context_id, self._up_to_date(context_id, body))

    def _up_to_date(self, context_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The same action on the newest revision of the page: simcord refuses an action on an older one.

        simcord identifies a button by its position, so the button is looked up by its id in the newest revision. If it
        is gone, the press is refused, as Discord would do.
        """
        page = self._pages.get(context_id or "")
        if page is None or not isinstance(body, dict):
            return body
        body = {**body, "bot_generation": self.env._generation}
        if body.get("kind") in PRESSES:
            revision, place, shown = body.get("published_revision"), body.get("control_key"), self._shown[page.id]
            if not isinstance(revision, int) or not isinstance(place, str):
                return body
            seen = shown.get(revision, {}).get(place)
            again = next((key for key, control in shown[page.revision].items() if control == seen), None)
            if again is None:
                return {**body, "published_revision": -1}
            body["control_key"] = again
        return {**body, "published_revision": page.revision}


class PaneServer(PreviewServer):
    """A pane's server. It has no port of its own."""

    _SECURITY_HEADERS: ClassVar[dict[str, str]] = {
        **PreviewServer._SECURITY_HEADERS,
        "X-Frame-Options": "SAMEORIGIN",
        "Content-Security-Policy": PreviewServer._SECURITY_HEADERS["Content-Security-Policy"].replace(
            "frame-ancestors 'none'", "frame-ancestors 'self'"
        ),
    }

    async def start(self) -> None:
        """Nothing to start: the playground's server serves the pane's routes."""
        vars(server_module)["web"] = web  # the overridden method would have imported it
        self.port = self._requested_port

    async def close(self) -> None:
        """Nothing to close."""
        self.port = None

    def routes(self) -> list[web.RouteDef]:
        """The routes of the pane's page and its requests."""
        return [
            web.get("/", self._index),
            web.post("/api/pages", self._pages),
            web.delete("/api/pages/{context_id}", self._delete_page),
            web.get("/api/state", self._state),
            web.get("/api/commands", self._commands),
            web.get("/api/action-result", self._action_result),
            web.post("/api/action", self._action),
            web.get("/api/assets/{asset_id}", self._asset),
        ]

    def shared_routes(self) -> list[web.RouteDef]:
        """The routes of the files that all panes share."""
        return [web.get(path, self._static) for path in self._STATIC_FILES if path != "/"]

    async def _index(self, request: web.Request) -> web.Response:
        return cast("web.Response", await super()._index(request.clone(rel_url="/")))

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        name = self._STATIC_FILES[request.path]
        if name.startswith("fonts/"):
            response.headers["Cache-Control"] = "max-age=86400"  # they are megabytes, and all panes share them
        elif name in REWRITES:
            response.text = rewritten(name, response.text or "")
        return response


def _controls(messages: Mapping[str, Any]) -> dict[str, Control]:
    """The buttons and menus of these messages, by simcord's control key."""
    found: dict[str, Control] = {}
    waiting = list(messages.items())
    while waiting:
        message, part = waiting.pop()
        if isinstance(part, dict):
            if "control_key" in part and "custom_id" in part:
                found[part["control_key"]] = (message, part["custom_id"])
            waiting += [(message, inner) for inner in part.values()]
        elif isinstance(part, list):
            waiting += [(message, inner) for inner in part]
    return found
