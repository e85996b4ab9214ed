"""`Routes`: who answers a press or a choice, by the custom id alone. It may be any id, on any message."""

from __future__ import annotations

from collections.abc import Iterable
from re import Match
from typing import Any

from bot.components.custom_ids import HELP, PAGE, PRACTICE, PURPOSE, TEMPLATE, ButtonId, Purpose
from bot.interactions.handlers import Handlers, Interaction
from bot.interactions.looks import Looks
from bot.interactions.practice import Practice
from bot.interactions.presses import Presses
from bot.interactions.received import every
from bot.refusals import GONE_BUTTON, UNKNOWN_BUTTON


class Routes:
    """Hands each on, and refuses what nobody knows."""

    def __init__(self, handlers: Handlers, presses: Presses, looks: Looks, practice: Practice) -> None:
        self._handlers = handlers
        self._presses = presses
        self._looks = looks
        self._practice = practice

    async def pressed(self, interaction: Interaction) -> None:
        """A button was pressed, or something chosen from a menu."""
        data: Any = interaction.data or {}
        custom_id, kind = str(data.get("custom_id", "")), data.get("component_type")
        templates = (TEMPLATE, PAGE, HELP, PURPOSE, PRACTICE)
        found = next((match for template in templates if (match := template.fullmatch(custom_id))), None)
        if found is None or not interaction.message or not _carries(interaction.message.components, custom_id, kind):
            await self._handlers.refuse(interaction, GONE_BUTTON if ButtonId.parse(custom_id) else UNKNOWN_BUTTON)
        else:
            await self._hand_on(interaction, found, data.get("values") or [""])

    async def _hand_on(self, interaction: Interaction, found: Match[str], values: list[str]) -> None:
        if found.re is TEMPLATE:
            await self._presses.pressed(interaction, ButtonId.parse(found.string))
        elif found.re is PAGE:
            await self._presses.turned(interaction, int(found["page"]))
        elif found.re is HELP:
            await self._looks.asked(interaction, found["page"])
        elif found.re is PURPOSE:
            await self._looks.meant(interaction, Purpose(found["purpose"]), values[0])
        else:
            await self._practice.chosen(interaction, found["game"], found["level"])


def _carries(components: Iterable[Any], custom_id: str, kind: int) -> bool:
    """Whether one of a message's components, at any depth, has that id and that type."""
    carried = [(getattr(component, "custom_id", None), component.type.value) for component in every(components)]
    return (custom_id, kind) in carried
