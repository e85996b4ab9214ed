"""All that the playground needs of simcord beyond its public names, each named in `PRIVATE` with what it is for.

simcord's preview shows one channel to one viewer and waits for a Refresh. `Pane` is that preview made live, with
others beside it. Knows nothing of the bot.
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

PRIVATE = {
    "_settle_internal": "Env: waits until the bot rests; its default pause of 50 ms a step is felt as sluggishness",
    "_preview": "Env: the one preview it allows; cleared so that there can be several, set to the one that acts",
    "_generation": "Env: counts the bot's restarts, and an action that names an older one is refused",
    "_epoch": "Clock: where the world's time starts, otherwise on 2026-01-01",
    "_server": "Preview: what serves it; ours shares one port with the other panes",
    "_action": "Preview: does what a page asks for",
    "_publish": "Preview: makes what a page is shown",
    "_page_payload": "Preview: what a page is handed at each look",
    "_pages": "Preview and its server: the open pages by id; the request that opens one",
    "_PAGE_LEASE_SECONDS": "Preview: forgets a page after that long without a look",
    "_STATIC_FILES": "PreviewServer: the paths of its scripts, styles and fonts",
    "_SECURITY_HEADERS": "PreviewServer: forbid frames, which panes are",
    "_requested_port": "PreviewServer: the port it is made for",
    "_static": "PreviewServer: serves the files",
    "_index": "PreviewServer: serves the page",
    "_state": "PreviewServer: a page looks",
    "_delete_page": "PreviewServer: a page is left",
    "_commands": "PreviewServer: the slash commands there are",
    "_action_result": "PreviewServer: a page asks again for an answer it missed",
    "_asset": "PreviewServer: pictures and files",
}
"""A private name, and whose it is and why it is needed."""

PAGE_NAMES = {
    'id="channel-message-list"': "index.html: the messages; who adds to it has news",
    'id="channel-timeline"': "index.html: what is scrolled",
    'id="action-status"': "index.html: what came of a press, out of sight in a pane and told in its own words",
    'id="channel-composer"': "index.html: where a message is typed; Alt+Shift+1 leads there",
    'createElement("article")': "timeline.js: a message; a link to the board leads to one",
    "dataset.messageId": "timeline.js: and which",
    "data-control-key": "focus.js: what takes the keyboard",
    "time.dateTime": "text.js: the moment that a relative time is about",
    "was not completed": "actions.js: a press was refused",
    "outcome uncertain": "actions.js: a press was not answered",
    "session ended": "actions.js: the pane is closed",
    "preview is unavailable": "actions.js: the pane is not there any more",
    'class="preview-toolbar"': "index.html: not shown in a pane, as are the next three",
    'class="messages-sidebar"': "index.html",
    'class="inspector-panel"': "index.html",
    'class="channel-header"': "index.html",
    'class="preview-shell"': "index.html: the grid that held them, as does the next",
    'class="preview-workspace"': "index.html",
    "command-pill": "commands.js: an option of a command; shows focus",
    "command-option-input": "commands.js: the field in it; shows none of its own",
}
"""What pane.js, pane.css and page.js hang on in simcord's pages: a text, and the file in which it stands, and why."""

FALLBACK = 3000
"""Milliseconds between a page's looks where nothing tells it of a change; simcord's 500 would keep a machine busy."""
REWRITES = {
    # One port for all panes: the scripts are the same for all, the requests belong to the pane that makes them.
    "app.js": (('"/api/', '"api/', 3), ("`/api/", "`api/", 2)),
    "assets.js": (("`/api/", "`api/", 1),),
    "transport.js": (('"/api/', '"api/', 2),),
    # A page looks when it is told of a change, and again if there was one while it looked.
    "session.js": (
        ("interval = 500", f"interval = {FALLBACK}", 1),
        (
            "async function poll() {\n    timer = null;",
            "async function poll() {\n    timer = null;\n    changed = false;",
            1,
        ),
        ("setTimeout(poll, interval)", "setTimeout(poll, changed ? 0 : interval)", 1),
        (
            "  function pause() {",
            "  let changed = false;\n"
            '  window.addEventListener("playground-change", () => {\n'
            "    changed = true;\n"
            "    if (timer !== null) { clearTimeout(timer); void poll(); }\n"
            "  });\n"
            "  function pause() {",
            1,
        ),
    ),
    # What has been chosen is not offered again, or Enter, which sends, would change it to the first of the list.
    "commands.js": (
        (
            "context();\n          if (option.type",
            "context();\n          if (currentDraft().values[option.name]?.label) clearPopup();\n"
            "          else if (option.type",
            1,
        ),
    ),
    # pane.js keeps relative times running, and has to find them.
    "text.js": (
        (
            "if (valid) time.dateTime = date.toISOString();",
            "if (valid) time.dateTime = date.toISOString();\n  time.dataset.style = style;",
            1,
        ),
    ),
    "index.html": (
        (
            "</head>",
            '<link rel="stylesheet" href="/playground/pane.css">'
            '<script type="module" src="/playground/pane.js"></script></head>',
            1,
        ),
    ),
}
"""Changes to what simcord serves: file, old text, new text, how often the old one is there."""
REMEMBERED = 40
"""Revisions of a page for which it is known what was on them: some seconds' worth."""
PRESSES = ("click", "select")
"""The actions that are about something in a message."""

Control = tuple[str, str]
"""The message that carries a button or a menu, and its id."""
Turn = Callable[[], AbstractAsyncContextManager[None]]
"""Makes whatever is done to the world wait for its turn."""


def set_up(env: simcord.Env, now: datetime, bot: str) -> None:
    """Before the start: let the world's time begin now, and its steps be quick; name the bot."""
    env.backend.clock._epoch = now
    env.backend.bot_user.name = bot
    defaults = simcord.Env._settle_internal.__kwdefaults__
    assert defaults is not None
    defaults["idle"] = 0.001


def changes(env: simcord.Env) -> int:
    """A number that grows with everything that happens between the bot and Discord."""
    return len(env.backend.transcript)


def open_doors(env: simcord.Env, path: str) -> None:
    """Let requests to a path through again that `Env.inject_error` had refused."""
    env.backend.faults[:] = [fault for fault in env.backend.faults if fault["path"] != path]


class Pane(Preview):
    """One channel as one person sees it: live, served under `/pane/<key>/` of the playground's own server."""

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
        """Go live."""
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
        # Whoever uses Discord does not see a bot restart: what they were typing stays.
        return {**super()._page_payload(page), "botGeneration": 1}

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._turn():
            self.env._preview = self
            return await super()._action(context_id, self._up_to_date(context_id, body))

    def _up_to_date(self, context_id: str | None, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The same action, as if made on the newest page: simcord refuses all that a change has overtaken.

        What was pressed is found again by its id, for simcord knows it by its place; if it is gone, the press is
        refused, as Discord does.
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
    """A pane's server without a port of its own."""

    _SECURITY_HEADERS: ClassVar[dict[str, str]] = {
        **PreviewServer._SECURITY_HEADERS,
        "X-Frame-Options": "SAMEORIGIN",
        "Content-Security-Policy": PreviewServer._SECURITY_HEADERS["Content-Security-Policy"].replace(
            "frame-ancestors 'none'", "frame-ancestors 'self'"
        ),
    }

    async def start(self) -> None:
        """Ready at once: whoever made the pane serves its routes."""
        vars(server_module)["web"] = web  # which the method that this one replaces would have imported
        self.port = self._requested_port

    async def close(self) -> None:
        """Nothing to close."""
        self.port = None

    def routes(self) -> list[web.RouteDef]:
        """The pane's page and its requests."""
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
        """The files that are the same for all panes."""
        return [web.get(path, self._static) for path in self._STATIC_FILES if path != "/"]

    async def _index(self, request: web.Request) -> web.Response:
        return cast("web.Response", await super()._index(request.clone(rel_url="/")))

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        name = self._STATIC_FILES[request.path]
        if name.startswith("fonts/"):
            response.headers["Cache-Control"] = "max-age=86400"  # megabytes, and the same in every pane
        elif name in REWRITES:
            response.text = rewritten(name, response.text or "")
        return response


def rewritten(name: str, text: str) -> str:
    """One of simcord's files, changed as `REWRITES` says."""
    for old, new, times in REWRITES[name]:
        if text.count(old) != times:
            raise LookupError(f"simcord's {name} does not hold {old!r} {times} times any more")
        text = text.replace(old, new)
    return text


def _controls(messages: Mapping[str, Any]) -> dict[str, Control]:
    """What can be pressed, by its place."""
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
