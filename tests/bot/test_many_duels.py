"""Ten duels at once, with the same and with different people, in two servers: never mixed up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import discord
import pytest
import pytest_asyncio

from games import Player
from tests.bot.scenes import GAMES, anew, ids, move_buttons, moves, saved_duel, statuses
from tests.bot.settled import nothing_false_stands
from tests.bot.world import Seat, World, answer, buttons, enabled, labelled, said, text

pytestmark = pytest.mark.asyncio


@dataclass
class Hosted:
    """A duel and where it is played."""

    number: int
    one: Seat
    two: Seat
    members: dict[int, Any]
    guild_id: int
    channel: Any
    message_id: int

    @property
    def board(self) -> discord.Message:
        found: discord.Message = next(m for m in self.channel.history() if m.id == self.message_id)
        return found

    def of(self, player: Player) -> Seat:
        return self.one if player is Player.ONE else self.two


@pytest_asyncio.fixture
async def ten(world: World) -> list[Hosted]:
    """Every pair of three people in every order and some twice, every game twice, in two servers."""
    court = world.env.create_guild("Court")
    other = court.create_text_channel("games")
    here = {seat.id: seat.member for seat in (world.ada, world.ben, world.cy)}
    there = {seat.id: court.add_member(seat.user) for seat in (world.ada, world.ben, world.cy)}
    pairs = [(world.ada, world.ben), (world.ada, world.cy), (world.cy, world.ben), (world.ada, world.ben)] * 3
    duels = []
    for number, (one, two) in enumerate(pairs[:10], 1):
        members, guild, channel = (here, world.guild, world.channel) if number % 2 else (there, court, other)
        game = GAMES[(number - 1) // 2]
        first = "me" if number % 3 else "opponent"
        await members[one.id].slash(channel, "duel", opponent=members[two.id], game=game, first=first)
        message = channel.last_message
        assert message is not None
        await members[two.id].click(message, label="Accept")
        duels.append(Hosted(number, one, two, members, guild.id, channel, message.id))
    assert statuses(world) == ["open"] * 10
    return duels


def others(duels: list[Hosted], but: int) -> Iterator[tuple[int, str, list[str]]]:
    """All that can be told of the duels but one: their boards, with ids."""
    for duel in duels:
        if duel.number != but:
            yield duel.number, text(duel.board), ids(duel.board)


def logs(world: World, duels: list[Hosted], but: int) -> list[list[str]]:
    return [moves(world, duel.number) for duel in duels if duel.number != but]


def about(message: discord.Message) -> set[int]:
    """The duels that a message names or has buttons of."""
    named = {int(found) for found in re.findall(r"\bduel (\d+)", text(message), re.IGNORECASE)}
    return named | {int(str(custom_id).split(":")[1]) for custom_id in ids(message)}


async def test_each_private_message_names_one_duel_and_leads_to_its_board(world: World, ten: list[Hosted]) -> None:
    for seat in (world.ada, world.ben, world.cy):
        for message in seat.dms:
            (number,) = about(message)
            duel = ten[number - 1]
            opponent = duel.two if seat is duel.one else duel.one
            assert seat in (duel.one, duel.two)
            title = (await saved_duel(world, number)).title
            assert text(message).startswith(f"### {title} · against {opponent.name}\n")
            assert f"Duel {number} · due " in text(message)
            (url,) = [button.url for button in buttons(message) if button.url]
            assert url == f"https://discord.com/channels/{duel.guild_id}/{duel.channel.id}/{duel.message_id}"


async def test_each_button_acts_on_its_own_duel_whichever_panel_is_the_newest(world: World, ten: list[Hosted]) -> None:
    random = Random(4)
    for round_ in range(3):
        order = random.sample(ten, len(ten))
        for duel in order:
            if statuses(world)[duel.number - 1] != "open":
                continue
            present = (await saved_duel(world, duel.number)).duel
            assert present is not None
            player = min(present.to_act, key=lambda one: one.value)
            seat = duel.of(player)
            mine = [m for m in seat.dms if about(m) == {duel.number} and move_buttons(m)]
            before, logged = list(others(ten, duel.number)), logs(world, ten, duel.number)
            count = len(moves(world, duel.number))
            if round_ == 1:  # by the board of its own server
                opened = answer(await duel.members[seat.id].click(duel.board, label=labelled(duel.board, "Your move")))
                assert about(opened) == {duel.number}
                result = await duel.members[seat.id].click(opened, label=move_buttons(opened)[0].label)
            else:
                result = await seat.click(mine[-1], move_buttons(mine[-1])[-1].label)
            assert len(moves(world, duel.number)) == count + 1
            assert logs(world, ten, duel.number) == logged
            assert list(others(ten, duel.number)) == before
            # Where it is their turn again, another panel has followed the one that was pressed.
            shown = [given.message for given in (result.response, *result.followups) if given] or [seat.panel]
            assert [about(message) for message in shown] == [{duel.number}]
            if round_ == 1:
                await world.a_while()  # what follows goes to direct messages
    for seat in (world.ada, world.ben, world.cy):
        assert all(len(about(message)) == 1 for message in seat.dms)
    assert await nothing_false_stands(world)


async def test_draws_and_resignations_are_of_their_own_duel(world: World, ten: list[Hosted]) -> None:
    for duel, way in zip(ten, ("offer", "resign", "typed", "decline", "both") * 2, strict=True):
        before, logged = list(others(ten, duel.number)), logs(world, ten, duel.number)
        one = [m for m in duel.one.dms if about(m) == {duel.number}][-1]
        match way:
            case "resign":
                asked = answer(await duel.one.click(one, "Resign"))
                assert f"duel {duel.number}? {duel.two.name} wins it." in text(asked)
                await duel.one.click(asked, "Resign")
            case "typed":
                result = await duel.members[duel.one.id].slash(duel.channel, "draw", duel=duel.number)
                assert f"You offer {duel.two.name} a draw in duel {duel.number}." in said(result)
            case _:
                await duel.one.click(one, "Draw?")
        if way != "resign":
            asked = [m for m in duel.two.dms if about(m) == {duel.number}][-1]
            assert f"{duel.one.name} offers a draw." in text(asked)
            if way in ("decline", "both"):
                await duel.two.click(asked, "Decline draw" if way == "decline" else "Accept draw")
        last = {"offer": "!offer", "resign": "!resign", "typed": "!offer", "decline": "!decline", "both": "!draw"}
        assert moves(world, duel.number)[-1] == last[way]
        assert logs(world, ten, duel.number) == logged
        assert list(others(ten, duel.number)) == before


async def test_rematches_stay_in_their_own_server(world: World, ten: list[Hosted]) -> None:
    for duel in ten[:4]:
        await world.client.duels.resign(duel.number, duel.one.id)
        with world.env.time_context():
            await world.client.updates.bring_up(await saved_duel(world, duel.number))
    await world.settle()
    for asked, duel in enumerate(ten[:4], 11):
        result = [m for m in duel.two.dms if about(m) == {duel.number}][-1]
        assert enabled(result) == ["Rematch", "Course", "Review"]
        await duel.two.click(result, "Rematch")
        challenge = duel.channel.last_message
        assert f"{duel.two.name} challenges {duel.one.name} to" in text(challenge)
        assert f"the rematch of duel {duel.number}" in text(challenge)
        await duel.members[duel.one.id].click(duel.board, label="Rematch")
        assert statuses(world)[asked - 1] == "open"
        again = await saved_duel(world, asked)
        assert (again.row.guild_id, again.row.channel_id) == (duel.guild_id, duel.channel.id)
        assert again.duel is not None
        (player,) = again.duel.to_act
        labels = enabled(next(m for m in duel.channel.history() if m.id == challenge.id))
        assert labels == [f"{again.name(player)}: your move", "Watch"]
    # Five duels, two rematches, and of two results a line below boards that were not the newest message.
    assert len([message for message in world.channel.history() if buttons(message)]) == 7
    lines = [text(message) for message in world.channel.history() if not buttons(message)]
    assert [" wins " in line for line in lines] == [True] * 2


async def test_a_restart_mixes_nothing_up(world: World, ten: list[Hosted]) -> None:
    boards = {duel.number: (text(duel.board), ids(duel.board)) for duel in ten}
    kept = [text(message) for seat in (world.ada, world.ben, world.cy) for message in seat.dms]
    await world.restart()
    assert {duel.number: (text(duel.board), ids(duel.board)) for duel in ten} == boards
    assert [text(message) for seat in (world.ada, world.ben, world.cy) for message in seat.dms] == kept


async def test_all_at_once(world: World, ten: list[Hosted]) -> None:
    results = []
    for duel in ten:
        present = (await saved_duel(world, duel.number)).duel
        assert present is not None
        (player,) = present.to_act
        seat = duel.of(player)
        panel = [m for m in seat.dms if about(m) == {duel.number} and move_buttons(m)][-1]
        results += [(duel, panel, seat.press(panel, move_buttons(panel)[0].label)) for _ in range(2)]
    await world.settle()
    assert all(result.acknowledged for _, _, result in results)
    assert [len(moves(world, duel.number)) for duel in ten] == [1] * 10
    for duel, panel, _ in results:
        (seat,) = [s for s in (duel.one, duel.two) if any(m.id == panel.id for m in s.dms)]
        assert about(anew(seat, panel)) == {duel.number}
        assert move_buttons(anew(seat, panel)) == []
    assert await nothing_false_stands(world)


async def test_an_outsider_sees_the_duels_of_their_own_server_only(world: World, ten: list[Hosted]) -> None:
    stranger = Seat(world, "Guest")  # of the first server alone
    for duel in ten:
        if duel.channel.id == world.channel.id:
            shown = answer(await stranger.click(duel.board, "Watch"))
            assert about(shown) == {duel.number}
            assert text(shown).splitlines()[0] == text(duel.board).splitlines()[0]
