"""Under which name: two people of one name are told apart, and a duel goes by the names of its own server."""

from __future__ import annotations

import json

import pytest

from tests.bot.places import hide_channel
from tests.bot.scenes import statuses
from tests.bot.timed import move_on
from tests.bot.world import Seat, World, answer, components, said, text

pytestmark = pytest.mark.asyncio

ALIKE = {
    "the same": ("Ann", "Ann"),
    "case": ("Ann", "aNN"),
    "compatibility": ("Ann", "\N{FULLWIDTH LATIN CAPITAL LETTER A}nn"),
    "invisible": ("Ann", "An\N{ZERO WIDTH SPACE}n\N{VARIATION SELECTOR-16}"),
    "nothing to see and the other's username": ("\N{HANGUL FILLER}", "ada"),
}
"""Pairs of nicknames, Ada's and Ben's; their usernames are Ada and Ben."""


def rename(world: World, seat: Seat, nick: str | None) -> None:
    """They have another nickname in the world's server from now on."""
    world.env.backend.edit_member(world.guild.id, seat.id, {"nick": nick})


def all_texts(world: World) -> list[str]:
    """What stands in the channel and in both players' direct messages."""
    messages = [*world.channel.history(), *world.ada.dms, *world.ben.dms]
    return [text(message) for message in messages]


# ---- L3


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind in ("the same", "invisible") else pytest.mark.soak) for kind in ALIKE]
)
async def test_l3_two_players_of_one_name_are_told_apart_everywhere(world: World, kind: str) -> None:
    for seat, nick in zip((world.ada, world.ben), ALIKE[kind], strict=True):
        rename(world, seat, nick)
    challenge = await world.challenge("battle")
    assert "Ada challenges Ben to Number Battle" in text(challenge)
    await world.ben.click(challenge, "Accept")
    words = all_texts(world)
    for _ in range(3):
        await move_on(world)
        words += all_texts(world)
    listed = answer(await world.ben.slash("status"))
    assert "against Ada" in text(listed)
    choices = await world.ben.typing("status", "duel")
    assert [choice["name"] for choice in choices.autocomplete_choices or ()] == ["1 · Number Battle · against Ada"]
    await world.ben.click(answer(await world.ben.slash("resign")), "Resign")
    await world.a_while()
    words += [*all_texts(world), text(listed)]
    nicks = set(ALIKE[kind])
    assert len(words) > 12
    assert [line for line in words for nick in nicks if nick in line] == []
    course = text(answer(await world.ben.click(world.ben.prompts[-1], "Course")))
    assert "\nAda began.\n" in course
    assert [nick for nick in nicks if nick in course] == []
    await world.ben.click(world.ben.prompts[-1], "Rematch")
    assert "Ben challenges Ada to Number Battle" in text(world.channel.history()[-1])


async def test_l3_two_opponents_of_one_name_are_told_apart_in_a_list(world: World) -> None:
    for seat in (world.ben, world.cy):
        rename(world, seat, "Ann")
    await world.challenge("siege")
    await world.challenge("match", to=world.cy)
    await world.challenge("nomad", to=world.cy)
    shown = answer(await world.ada.slash("status"))
    lines = text(shown).splitlines()[1:]
    assert [line.split("against ")[1].split(" ·")[0] for line in lines] == ["Ben", "Cy", "Cy"]
    options = json.dumps([part.to_dict() for part in components(shown)], default=str)
    assert "Ann" not in options


async def test_l3_a_name_with_nothing_to_see_in_it_gets_the_username(world: World) -> None:
    rename(world, world.ada, "\N{HANGUL FILLER}\N{ZERO WIDTH JOINER}")
    challenge = await world.challenge("siege")
    assert "Ada challenges Ben" in text(challenge)


@pytest.mark.parametrize("kind", ["the same", "nothing to see and the other's username"])
async def test_l3_refusals_tell_them_apart_as_well(world: World, kind: str) -> None:
    for seat, nick in zip((world.ben, world.ada), ALIKE[kind], strict=True):
        rename(world, seat, nick)
    for game in ("siege", "match", "nomad"):
        await world.challenge(game)
    too_many = said(await world.ada.slash("duel", opponent=world.ben.member, game="siege"))
    assert "your challenges to Ben are unanswered" in too_many
    hide_channel(world, world.ben)
    unseen = said(await world.ada.slash("duel", opponent=world.ben.member, game="siege"))
    assert unseen.startswith("Ben can't see this channel")


# ---- L4


async def test_l4_any_interaction_in_the_server_brings_the_name_up_to_date(world: World) -> None:
    board = await world.begin("battle")
    rename(world, world.ben, "Benny")
    await world.ben.slash("help")
    assert "Benny" not in text(world.message(board))  # with the next edit
    await move_on(world)
    assert "Benny to attack" in text(world.message(board))
    assert "against Benny" in text(answer(await world.ada.dm_slash("status")))


async def test_l4_whoever_is_challenged_is_named_as_now(world: World) -> None:
    await world.challenge("battle")
    for number, nick in enumerate(("Benny", "Bernard"), 2):
        rename(world, world.ben, nick)
        await world.challenge("siege" if number == 2 else "match")
        assert text(answer(await world.ada.dm_slash("status"))).count(f"against {nick}") == number
    # He is called again as he was when he last did something himself.
    rename(world, world.ben, "Benny")
    await world.ben.slash("help")
    assert text(answer(await world.ada.dm_slash("status"))).count("against Benny") == 3


async def test_l4_names_from_elsewhere_do_not_leak_in(world: World) -> None:
    rename(world, world.ada, "Annie")
    rename(world, world.ben, "Benny")
    challenge = await world.challenge("battle")
    elsewhere = world.env.create_guild("Elsewhere")
    other = elsewhere.create_text_channel("duels")
    member = elsewhere.add_member(world.ben.user)
    world.env.backend.edit_member(elsewhere.id, world.ben.id, {"nick": "Stranger"})
    await member.slash(other, "help")
    # Accepted in direct messages, where everybody goes by their global name.
    await world.ben.click(answer(await world.ben.dm_slash("status")), "Accept")
    assert statuses(world) == ["open"]
    await world.a_while()
    assert "Benny" in text(world.message(challenge))
    await world.ben.click(answer(await world.ben.dm_slash("resign")), "Resign")
    await world.a_while()
    rename(world, world.ada, "Anna")
    rename(world, world.ben, "Bernard")
    await world.ben.click(world.ben.prompts[-1], "Rematch")
    assert "Bernard challenges Anna" in text(world.channel.history()[-1])
    assert [words for words in all_texts(world) if "Stranger" in words] == []


# ---- L5


@pytest.mark.parametrize("code", [10007, pytest.param(10013, marks=pytest.mark.soak)])
async def test_l5_accepting_checks_both(world: World, code: int) -> None:
    await world.challenge("siege")
    panel = answer(await world.ben.dm_slash("status"))
    path = f"/guilds/{world.guild.id}/members/{world.ben.id}"
    world.env.inject_error("GET", path, status=404, code=code)
    result = await world.ben.click(panel, "Accept")
    assert "You have left the server of challenge 1" in said(result)
    assert statuses(world) == ["challenged"]
    # Back in it, they accept.
    await world.ben.click(panel, "Accept")
    assert statuses(world) == ["open"]


async def test_l5_where_the_check_fails_the_duel_begins(world: World) -> None:
    await world.challenge("siege")
    panel = answer(await world.ben.dm_slash("status"))
    world.env.inject_error("GET", f"/guilds/{world.guild.id}/members/*", status=500, times=None)
    await world.ben.click(panel, "Accept")
    assert statuses(world) == ["open"]
