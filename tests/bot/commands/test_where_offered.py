"""Commands are offered where they work and nowhere else; where the bot is no member, an answer says why."""

from __future__ import annotations

import pytest

from tests.bot.scenes import onlookers, saved, told
from tests.bot.world import World


@pytest.mark.asyncio
async def test_g15_commands_are_offered_where_they_work_and_nowhere_else(world: World) -> None:
    (synced,) = [r for r in world.env.http_requests if r.method == "PUT" and r.path.endswith("/commands")]
    for payload in synced.json or []:
        assert payload["integration_types"] == [0], "installed to a server, not to a person"
        assert 2 not in payload["contexts"], "not in a group"
        assert payload["contexts"] == ([0] if payload["name"] == "duel" else [0, 1])


@pytest.mark.asyncio
async def test_g15_in_a_server_without_the_bot_it_says_why(world: World) -> None:
    """Installed to a person only, the bot is no member there, and no opponent comes as a member either."""
    stranger = world.env.create_user("Guest")
    before, public = saved(world), onlookers(world)
    result = await world.ada.slash("duel", opponent=stranger, game="siege")
    assert told(result) == "That person is not in this server. Choose an opponent who is."
    assert (saved(world), onlookers(world)) == (before, public)
    # And where the challenge can't be seen, nobody is left waiting for an answer.
    world.env.inject_error("POST", "/interactions/*/*/callback", status=403, code=50001)
    refused = await world.ada.slash("duel", opponent=world.ben.member, game="siege")
    assert told(refused).startswith("I could not post the challenge in the channel, so it is withdrawn.")
