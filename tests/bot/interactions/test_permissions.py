"""Places, and permissions that the bot lacks there: it works, or says which is missing, and no duel is half made."""

from __future__ import annotations

import pytest

from tests.bot.places import PLACES, THREADED, deny, duel, go_to
from tests.bot.scenes import move_buttons, mover, moves, onlookers, saved, statuses, told, watch_pings
from tests.bot.timed import move_on
from tests.bot.world import World, answer, enabled, text

pytestmark = pytest.mark.asyncio

PERMISSIONS = {
    "View Channel": "view_channel",
    "Send Messages": "send_messages",
    "Send Messages in Threads": "send_messages_in_threads",
    "Embed Links": "embed_links",
    "Read Message History": "read_message_history",
    "Mention Everyone": "mention_everyone",
}
"""By the names that Discord gives them; the last three are not asked for."""


def needed(place: str) -> set[str]:
    """The permissions without which no duel is begun there."""
    return {"View Channel", "Send Messages in Threads" if place in THREADED else "Send Messages"}


# ---- F7


@pytest.mark.parametrize("permission", PERMISSIONS)
@pytest.mark.parametrize("place", PLACES)
async def test_f7_it_works_or_names_the_permission_that_is_missing(world: World, place: str, permission: str) -> None:
    go_to(world, place)
    deny(world, PERMISSIONS[permission])
    public = onlookers(world)
    result = await duel(world, world.ada, world.ben)
    if permission in needed(place):
        assert told(result) == (
            f"I lack the permission *{permission}* in this channel. Have it given to me, or use /duel in another one."
        )
        assert (saved(world), onlookers(world)) == ([], public)
        assert world.ben.dms == []
        # With the permission given back, it works.
        deny(world)
        await duel(world, world.ada, world.ben)
    board = world.channel.history()[-1]
    await world.ben.click(board, "Accept")
    for _ in range(3):
        await move_on(world)
        assert f"{(await mover(world)).name} to " in text(world.message(board))
    await world.ben.click(answer(await world.ben.slash("resign")), "Resign")
    shown = world.message(board)
    assert "Ada wins" in text(shown)
    assert enabled(shown) == ["Rematch", "Course", "Review"]
    assert [line for line in world.log.lines if " error " in line] == []


@pytest.mark.parametrize("place", PLACES)
async def test_f7_all_that_the_bot_posts_of_itself_works_everywhere(world: World, place: str) -> None:
    """A line for a player whose direct messages are closed, a board that was deleted, a rematch."""
    go_to(world, place)
    world.ben.close_dms()
    await duel(world, world.ada, world.ben, "battle")
    board = world.channel.history()[-1]
    await world.ben.click(board, "Accept")
    pings = watch_pings(world)
    await move_on(world)
    assert pings == [(world.channel.id, world.ben.id)]
    line = world.channel.history()[-1]
    world.env.backend.delete_message(board.channel.id, board.id)
    panel = answer(await world.ben.click(line, "Your move"))
    await world.ben.click(panel, move_buttons(panel)[0].label)
    board = world.channel.history()[-1]
    assert "Ada to attack" in text(board)
    await world.ben.click(answer(await world.ben.slash("resign")), "Resign")
    await world.ada.click(world.message(board), "Rematch")
    again = world.channel.history()[-1]
    assert "Ada challenges Ben" in text(again)
    await world.ben.click(again, "Accept")
    assert statuses(world) == ["ended", "open"]


@pytest.mark.parametrize("dm", [False, True], ids=["on the board", "in direct messages"])
@pytest.mark.parametrize("place", PLACES)
async def test_f7_a_rematch_that_cant_be_posted_names_the_permissions(world: World, place: str, dm: bool) -> None:
    go_to(world, place)
    await duel(world, world.ada, world.ben)
    board = world.channel.history()[-1]
    await world.ben.click(board, "Accept")
    await world.ben.click(answer(await world.ben.slash("resign")), "Resign")
    for count, permission in enumerate(needed(place), 1):
        deny(world, PERMISSIONS[permission])
        public = onlookers(world)
        words = told(await world.ada.click(world.ada.prompts[-1] if dm else world.message(board), "Rematch"))
        assert words.startswith("I could not post the challenge in the channel, so it is withdrawn.")
        assert permission in words
        assert statuses(world) == ["ended", *["cancelled"] * count]
        assert onlookers(world) == public
    deny(world)
    await world.ada.click(world.message(board), "Rematch")
    assert statuses(world)[-1] == "challenged"


@pytest.mark.parametrize("permission", ["View Channel", "Send Messages", "Send Messages in Threads", "all"])
@pytest.mark.parametrize("place", PLACES)
async def test_f7_permissions_that_are_withdrawn_in_the_middle_stop_nobody(
    world: World, place: str, permission: str
) -> None:
    go_to(world, place)
    await duel(world, world.ada, world.ben)
    board = world.channel.history()[-1]
    withdrawn = [PERMISSIONS[name] for name in PERMISSIONS if permission in (name, "all")]
    deny(world, *withdrawn)
    await world.ben.click(board, "Accept")
    for count in range(1, 4):
        await move_on(world)
        assert len(moves(world)) == count
    panel = answer(await (await mover(world)).slash("status"))
    await (await mover(world)).click(panel, move_buttons(panel)[0].label)
    assert len(moves(world)) == 4
    # Once the permissions are back, so is the board.
    deny(world)
    await world.a_long_while()
    assert f"{(await mover(world)).name} to " in text(world.message(board))
