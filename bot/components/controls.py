"""A panel's choices as buttons, made from a `View`: what its player can choose or, while they wait, what they could
choose at their latest move, dimmed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from bot.components.buttons import Style, button
from bot.components.custom_ids import ButtonId
from bot.drawing import Component
from games.model import Action, Verb, View


def controls_for(view: View, duel: int, *, dimmed: bool) -> Iterator[tuple[str, Sequence[Component]]]:
    """Groups of buttons, each with its heading, which is empty where the rest of the panel is enough. `dimmed`: those
    of the latest move.
    """
    choices = view.offered if dimmed else view.actions
    gains = {control.action: control.gain for control in view.controls}
    hand = view.pile("hand", view.viewer)
    held = hand.numbers or () if hand else ()
    groups = [(verb, tuple(run)) for verb, run in groupby(choices, key=_group)]
    for verb, run in groups:
        heading = ""
        if verb is Verb.DEFEND:
            heading = "Heal" if view.heals else "Defend with" if _numbers(run) > 1 else ""
        elif len(groups) > 1:
            heading = "Attack"
        made = [_button(view, duel, action, _label(view, action, run, gains, held), dimmed=dimmed) for action in run]
        numbers = _numbers(run)
        if 1 < numbers < len(made):  # to take the hit stands below many defences, and beside a single one
            yield heading, made[:numbers]
            yield "", made[numbers:]
        else:
            yield heading, made


def _group(action: Action) -> Verb:
    """To take the hit stands with the defences."""
    return Verb.DEFEND if action.verb is Verb.TAKE else action.verb


def _numbers(actions: Sequence[Action]) -> int:
    return sum(action.number is not None for action in actions)


def _button(view: View, duel: int, action: Action, label: str, *, dimmed: bool) -> Component:
    # Dimmed ones keep the id that they were pressed with: it is no move of the next turn.
    custom_id = str(ButtonId(duel, None, view.turn - dimmed, str(action)))
    return button(label, custom_id, Style.secondary if dimmed else Style.primary, disabled=dimmed)


def _label(
    view: View,
    action: Action,
    group: Sequence[Action],
    gains: Mapping[Action, int | None],
    held: Sequence[int],
) -> str:
    if action.verb is Verb.TAKE:
        attack = next((pile.numbers for pile in view.piles if pile.name == "table" and pile.numbers), None)
        return f"Take the hit (−{attack[0]})" if attack and action in view.actions else "Take the hit"
    if action.verb is Verb.DEFEND and not view.heals:
        return str(action.number) if _numbers(group) > 1 else f"Defend with {action.number}"
    if (gain := gains.get(action)) is not None:
        return f"{action.number}: +{gain}"
    copies = held.count(action.number) if action.number else 0
    return f"{action.number} ×{copies}" if copies > 1 else str(action.number)
