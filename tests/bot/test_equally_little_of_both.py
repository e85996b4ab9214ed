"""What the channel is not told: equally little of both seats, and nothing that a deal could be tried against."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.drawing import Layout
from bot.render import board, layout
from bot.service.saved_duel import SavedDuel
from games import Move, Player, View
from tests.bot.scenes import GAMES
from tests.bot.script import PLANS, make, seat_of
from tests.bot.world import World, answer, buttons, said, text
from tests.games.helpers import SEED
from tests.thinning import sampled

pytestmark = [pytest.mark.asyncio, pytest.mark.usefixtures("luck")]

SWAP = {"Ada": "Ben", "Ben": "Ada"}


def mirrored(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The same duel from the other seat."""
    return tuple(Move(move.player.other if move.player else None, move.token) for move in moves)


def page(world: World, swapped: bool) -> list[str]:
    """All that the channel can read now, line by line in no order, ids and labels included; where `swapped`, the
    people exchanged.
    """
    lines = []
    for message in world.channel.history(viewer=world.cy.member):
        words = text(message).splitlines()
        lines += [line.replace(str(world.ada.id), "Ada").replace(str(world.ben.id), "Ben") for line in words]
        lines += [f"{button.label} {button.custom_id} {button.disabled}" for button in buttons(message)]
        assert not message.attachments
        lines.append(
            f"nonce {'nonce' in world.raw(message)} mentions {sorted(m.display_name for m in message.mentions)}"
        )
    lines = [re.sub(r"\d{17,20}|<t:\d+:\w>", "#", line) for line in lines]
    if swapped:
        lines = [re.sub("Ada|Ben", lambda name: SWAP[name[0]], line) for line in lines]
    # Who sits first is named first: of a line, too, the words count and not their order.
    return sorted(" ".join(sorted(re.findall(r"\w+|[^\w\s]", line))) for line in lines)


async def pages(folder: Path, game: str, seat: Player, *, closed: bool) -> list[list[str]]:
    """The channel after the start and after each move of the planned duel, begun by that seat."""
    world = await World.start(folder)
    try:
        if closed:
            for person in (world.ada, world.ben):
                person.close_dms()
        shown = await world.begin(game, "me" if seat is Player.ONE else "opponent")
        found = [page(world, seat is Player.TWO)]
        for move in PLANS[game] if seat is Player.ONE else mirrored(PLANS[game]):
            mover = seat_of(world, move.player)
            panel = answer(await mover.click(world.message(shown), "Your move")) if closed else mover.panel
            await make(world, move, panel)
            found.append(page(world, seat is Player.TWO))
        return found
    finally:
        await world.stop()


# ---- A6


@pytest.mark.parametrize("closed", [False, True], ids=["direct messages", "direct messages closed"])
@pytest.mark.parametrize("game", GAMES)
async def test_a6_the_channel_reads_the_same_of_both_seats(
    tmp_path_factory: pytest.TempPathFactory, game: str, closed: bool
) -> None:
    one = await pages(tmp_path_factory.mktemp("one"), game, Player.ONE, closed=closed)
    two = await pages(tmp_path_factory.mktemp("two"), game, Player.TWO, closed=closed)
    assert len(one) == len(two) == len(PLANS[game]) + 1
    for ours, theirs in zip(one, two, strict=True):
        assert ours == theirs


@pytest.mark.parametrize("game", sampled(["match", "siege", "digit"], "siege"))
async def test_a6_a_board_that_says_more_of_one_seat_is_found_out(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    def telling(saved_duel: SavedDuel, viewer: Player | None) -> View:
        assert saved_duel.duel is not None
        return saved_duel.duel.view(viewer or Player.ONE)

    monkeypatch.setattr(SavedDuel, "view", telling)
    one = await pages(tmp_path_factory.mktemp("one"), game, Player.ONE, closed=False)
    two = await pages(tmp_path_factory.mktemp("two"), game, Player.TWO, closed=False)
    assert one != two


# ---- A10

SHORTEST_HASH = 16
"""Characters. Shorter ones would bind nobody: the deals can be tried through."""


def hashes(public: str) -> list[str]:
    """What could be a commitment to something: long runs of hex or base64 that are neither a word nor Discord's."""
    runs = re.findall(rf"[0-9A-Za-z+/_-]{{{SHORTEST_HASH},}}", public)
    return [run for run in runs if not run.isdigit() and not run.isalpha()]


def told(world: World) -> str:
    """What was written to the channel: texts, labels, ids, without Discord's own words."""
    shown: list[Any] = []
    for message in world.channel.history(viewer=world.cy.member):
        shown += [text(message), *(f"{b.label} {b.custom_id}" for b in buttons(message))]
    return re.sub(r"https://discord\.com/\S+", "", json.dumps(shown, ensure_ascii=False))


@pytest.mark.parametrize("game", GAMES)
async def test_a10_no_commitment_to_the_deal_is_published(world: World, game: str) -> None:
    """So there is nothing to try secrets against."""
    shown = await world.challenge(game)
    assert hashes(told(world)) == []
    await world.ben.click(shown, "Accept")
    for move in PLANS[game]:
        assert hashes(told(world)) == []
        await make(world, move)
    assert hashes(told(world)) == []
    assert hashes(said(await world.cy.click(world.message(shown), "Course"))) == []


@pytest.mark.parametrize("written", [bytes.hex, lambda raw: base64.b64encode(raw).decode()], ids=["hex", "base64"])
async def test_a10_a_published_commitment_would_be_found(
    world: World, monkeypatch: pytest.MonkeyPatch, written: Callable[[bytes], str]
) -> None:
    real = board.open_board

    def committing(view: View, about: Any) -> Layout:
        leaks: Layout = real(view, about)
        leaks.components.append(layout.text(f"The deal: {written(hashlib.sha256(SEED).digest())}"))
        return leaks

    monkeypatch.setattr(board, "open_board", committing)
    await world.begin("match")
    assert hashes(told(world)) != []
