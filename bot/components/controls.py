"""A panel's move buttons, made from a `View`. Each choice keeps its position and is enabled while it is legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import discord
from discord import ui

from bot.components.buttons import DuelButton
from bot.components.custom_ids import ButtonId
from games.model import Control, Verb, View

SIGNS = {Verb.ATTACK: "⚔", Verb.DEFEND: "🛡"}
HEADINGS = {Verb.ATTACK: "Attack", Verb.DEFEND: "Defend"}


def controls_for(view: View, duel: int) -> Iterator[tuple[str, Sequence[ui.Item[Any]]]]:
    """Groups of buttons, each with its heading, which is empty if the panel's title is enough."""
    groups = [(verb, tuple(run)) for verb, run in groupby(view.controls, key=lambda control: control.action.verb)]
    numbered = sum(len(run) > 1 for _, run in groups)
    for verb, run in groups:
        sign = f"{SIGNS[verb]} " if numbered > 1 and verb in SIGNS else ""
        heading = HEADINGS[verb] if numbered > 1 and verb in HEADINGS else ""
        yield heading, [_button(view, duel, control, sign) for control in run]


def _button(view: View, duel: int, control: Control, sign: str) -> DuelButton:
    action = control.action
    style = discord.ButtonStyle.primary if action.verb is Verb.ATTACK else discord.ButtonStyle.secondary
    return DuelButton.of(
        ButtonId(duel, None, view.turn, str(action)),
        _label(view, control, sign),
        style,
        disabled=action not in view.actions,
    )


def _label(view: View, control: Control, sign: str) -> str:
    action = control.action
    if action.verb is Verb.TAKE:
        return "Let it through" if view.secret else "Take the hit"
    label = f"{sign}{action.number}"
    if control.gain is not None and control.gain != action.number:
        return f"{label} +{control.gain}"
    hand = view.pile("hand", view.viewer)
    copies = hand.numbers.count(action.number) if hand and hand.numbers and action.number else 0
    return f"{label} ×{copies}" if copies > 1 else label
