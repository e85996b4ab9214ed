"""A stand-in for Discord on the loopback address: its HTTP API, its gateway, and what people do and see there.

It has one server with one channel, and direct messages. A test acts as a person with `slash` and `press`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from tests.children import PATIENCE
from tests.wire.messages import EPHEMERAL
from tests.wire.payloads import APPLICATION, CHANNEL, DM_BASE, GUILD, PERMISSIONS, Payload, User, buttons, parts
from tests.wire.rest import ANSWER_WITHIN, Interaction, Rest, Unanswered

__all__ = ["StandIn", "Unanswered"]


class StandIn(Rest):
    """Discord, as one bot sees it. Call `start` first and `stop` at the end."""

    @property
    def messages(self) -> dict[str, Payload]:
        """The current messages of all channels, by id."""
        return self.log.all

    async def slash(self, user: User, name: str, *opponents: User, where: int = CHANNEL, **options: str) -> Interaction:
        """Use a command in the channel, or in the one named. A user in `opponent` becomes that option."""
        self.people |= {other.id: other for other in opponents}
        given = [{"name": "opponent", "type": 6, "value": str(other.id)} for other in opponents]
        given += [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        resolved = {
            "users": {str(other.id): other.payload for other in opponents},
            "members": {str(other.id): other.member for other in opponents},
        }
        data = {"id": "1", "name": name, "type": 1, "options": given, "resolved": resolved}
        return await self._interact(2, user, where, data, None)

    async def press(self, user: User, message: Payload, label: str) -> Interaction:
        """Press the button with this label; *Your move* stands there with the name of whose it is."""
        (custom_id,) = [
            b["custom_id"] for b in buttons(message) if f": {b['label']}".lower().endswith(f": {label}".lower())
        ]
        return await self.press_id(user, message, custom_id)

    async def press_id(self, user: User, message: Payload, custom_id: str) -> Interaction:
        """Press the button with this id."""
        data = {"custom_id": custom_id, "component_type": 2}
        return await self._interact(3, user, int(message["channel_id"]), data, message)

    async def choose(self, user: User, message: Payload, value: str) -> Interaction:
        """Choose from a message's menu."""
        (menu,) = [part for part in parts(message) if part["type"] == 3]
        data = {"custom_id": menu["custom_id"], "component_type": 3, "values": [value]}
        return await self._interact(3, user, int(message["channel_id"]), data, message)

    async def typing(self, user: User, name: str, option: str) -> Interaction:
        """Begin to type a command's option in the channel: its choices are asked for."""
        given = [{"name": option, "type": 3, "value": "", "focused": True}]
        return await self._interact(4, user, CHANNEL, {"id": "1", "name": name, "type": 1, "options": given}, None)

    async def distort(self, interaction: Interaction, payload: Payload) -> Interaction:
        """Send an interaction like this one, under a new id, with this payload; waits for no answer."""
        number = self.log.snowflake()
        new = self._interactions[number] = Interaction(interaction.payload | {"id": number}, interaction.source)
        own = {name: value for name, value in (("id", number), ("token", f"interaction-{number}")) if payload.get(name)}
        await self.gateway.dispatch("INTERACTION_CREATE", payload | own)
        return new

    def direct(self, user: User) -> list[Payload]:
        """Somebody's direct messages, oldest first."""
        return self.log.in_channel(str(DM_BASE + user.id))

    def told(self, user: User) -> int:
        """How many direct messages the bot has sent somebody by itself, those included that it has deleted."""
        place = str(DM_BASE + user.id)
        return sum(m["channel_id"] == place and not m["flags"] & EPHEMERAL for m in self.log.sent)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until `condition` is true."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, f"not within {PATIENCE} s; requests: {self.requests[-8:]}"
            await asyncio.sleep(0.01)

    async def _interact(
        self, kind: int, user: User, channel: int, data: Payload, source: Payload | None
    ) -> Interaction:
        """Raises `Unanswered`."""
        self.people[user.id] = user
        number = self.log.snowflake()
        payload: Payload = {
            "id": number,
            "application_id": str(APPLICATION),
            "type": kind,
            "token": f"interaction-{number}",
            "version": 1,
            "data": data,
            "locale": "en-US",
            "app_permissions": PERMISSIONS,
            "entitlements": [],
            "attachment_size_limit": 10 * 2**20,
            "channel_id": str(channel),
            "authorizing_integration_owners": {"0": str(GUILD)},
        }
        if source is not None:
            payload["message"] = source
        if channel < DM_BASE:
            guild = {"id": str(GUILD), "locale": "en-US", "features": []}
            place = {"id": str(channel), "type": 0, "name": "duels", "position": 0, "permissions": PERMISSIONS}
            payload |= {"context": 0, "guild_id": str(GUILD), "guild": guild, "channel": place}
            payload["member"] = {"user": user.payload, **user.member}
        else:
            place = {"id": str(channel), "type": 1, "recipients": [user.payload]}
            payload |= {"context": 1, "user": user.payload, "channel": place}
        interaction = self._interactions[number] = Interaction(payload, source)
        if not await self.gateway.dispatch("INTERACTION_CREATE", payload):
            raise Unanswered
        deadline = time.monotonic() + PATIENCE
        while not interaction.answer.done():
            if self.log.age(number) > ANSWER_WITHIN:
                raise Unanswered
            assert time.monotonic() < deadline, "the bot neither answers nor ends"
            await asyncio.wait({interaction.answer}, timeout=0.05)
        await interaction.answer
        return interaction
