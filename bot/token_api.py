"""`TokenApi`: the requests that an interaction's token allows: its answers, and what follows them. Knows no duel.

discord.py makes of each answer a message with all its parts, which nobody asks for: an id is enough here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import discord
from discord import InteractionResponseType as Kind
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.drawing import EPHEMERAL, Drawing, Layout

ORIGINAL = "@original"
"""Stands for the id of the first answer or, where that has changed the message that was pressed, of that one."""
Message = int | str
"""A message's id, or `ORIGINAL`."""


class TokenApi:
    """What is needed of one interaction, whose object is a hundred times as large. Raises what a request to Discord may
    raise. `is_answered`: the first answer has got through.
    """

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.is_answered = False
        self._http = interaction.client.http
        self._session = interaction._session
        self._drawing: Drawing = interaction.client.drawing
        self._callback: dict[str, Any] = {"webhook_id": interaction.id, "webhook_token": interaction.token}
        self._webhook: dict[str, Any] = {"webhook_id": interaction.application_id, "webhook_token": interaction.token}

    async def send(self, layout: Layout, *, ping: int | None = None, ephemeral: bool = True) -> int | None:
        """The first answer is a message of its own; its id, where Discord says it."""

        async def request() -> int | None:
            data = layout.body(ping=ping, ephemeral=ephemeral)
            answer = await self._answer(Kind.channel_message, data, with_response="1")
            message_id = answer["interaction"].get("response_message_id")
            return int(message_id) if message_id else None

        return await self._drawing.sent(layout, request)

    async def update(self, layout: Layout) -> None:
        """The first answer changes the message that was pressed."""
        await self._drawing.sent(layout, lambda: self._answer(Kind.message_update, layout.body() | {"attachments": []}))

    async def acknowledge(self) -> None:
        """The first answer is none: the message that was pressed stays as it is, for now."""
        await self._answer(Kind.deferred_message_update)

    async def promise(self) -> None:
        """The first answer says that one for the person alone will come."""
        await self._answer(Kind.deferred_channel_message, {"flags": EPHEMERAL})

    async def _answer(self, kind: Kind, data: Mapping[str, Any] | None = None, **options: str) -> Any:
        route = Route("POST", "/interactions/{webhook_id}/{webhook_token}/callback", **self._callback)
        body = {"type": kind.value} | ({"data": data} if data else {})
        answer = await self._request(route, body, params=options)
        self.is_answered = True
        return answer

    async def follow(self, layout: Layout, picture: tuple[bytes, str] | None = None) -> int:
        """One more message for the person alone; its id. `picture`: a file's content and name."""

        async def request() -> int:
            route, data = Route("POST", "/webhooks/{webhook_id}/{webhook_token}", **self._webhook), layout.body()
            data["flags"] |= EPHEMERAL
            options = {"params": {"wait": "1", "with_components": "1"}}
            if picture is None:
                return int((await self._request(route, data, **options))["id"])
            file = discord.File(BytesIO(picture[0]), picture[1])
            data["attachments"] = [file.to_dict(0)]
            parts: list[dict[str, Any]] = [{"name": "payload_json", "value": json.dumps(data)}]
            parts.append({"name": "files[0]", "value": file.fp, "filename": file.filename})
            return int((await self._request(route, None, files=[file], multipart=parts, **options))["id"])

        return await self._drawing.sent(layout, request)

    async def edit(self, message: Message, layout: Layout) -> int:
        """Change one of its messages; its id."""

        async def request() -> int:
            body, options = layout.body() | {"attachments": []}, {"with_components": "1"}
            return int((await self._request(self._of("PATCH", message), body, params=options))["id"])

        return await self._drawing.sent(layout, request)

    async def delete(self, message: Message) -> None:
        """Delete one of its messages."""
        await self._request(self._of("DELETE", message))

    async def original(self) -> int:
        """The id of the first answer, if it is there."""
        return int((await self._request(self._of("GET", ORIGINAL)))["id"])

    def _of(self, method: str, message: Message) -> Route:
        return Route(method, f"/webhooks/{{webhook_id}}/{{webhook_token}}/messages/{message}", **self._webhook)

    async def _request(self, route: Route, body: Mapping[str, Any] | None = None, **options: Any) -> Any:
        http: Any = self._http
        adapter: Any = async_context.get()
        options |= {"proxy": http.proxy, "proxy_auth": http.proxy_auth}
        return await adapter.request(route, self._session, payload=body, **options)
