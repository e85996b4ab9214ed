"""Names are hostile text: harmless in every text, label, menu and log line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import discord
import pytest

from bot.render import review
from games import Player
from tests.bot import drawn
from tests.bot.render.extremes import longest_review
from tests.bot.scenes import move_buttons, number_from, open_duels, watch_pings, your_move
from tests.bot.timed import ANSWERED_IN, LIVE, MINUTE, QUARTER, gone_for, wait
from tests.bot.world import Seat, World, answer, buttons, components, enabled, text
from tests.thinning import sampled

HOSTILE = {
    "everyone": "@everyone",
    "here": "@here now",
    "role": "<@&{role}>",
    "somebody else": "<@{cy}>",
    "channel": "<#{channel}>",
    "command": "</resign:{cy}>",
    "time": "<t:0:R>",
    "emoji": "<:a:{cy}>:smile:",
    "code": "`code`",
    "fence": "```py",
    "spoiler": "||spoiler||",
    "link": "[x](https://evil.example)",
    "bare link": "https://evil.example/?q=1",
    "bold": "**b** __u__ ~~s~~ *i* _i_",
    "heading": "# big",
    "small": "-# small",
    "quote": ">>> quote",
    "list": "1. one",
    "backslash": "\\*\\",
    "right to left": "\u202eadA\u202c \u2066x\u2069\u200f",
    "invisible": "\u200b\u2060\ufeff\u00ad",
    "zero width": "A\u200bd\u200da",
    "lines": "one\ntwo\r\nthree\u2028four",
    "control": "a\x1b[31mb\x07",
    "thirty-two emoji": "😀" * 32,
    "long": "W" * 32,
    "format": "{0} {name} %s %(x)d",
    "sql": "'; DROP TABLE duels; --",
    "you": "you",
}


@dataclass
class Heard:
    """All that anybody was shown: `plain` holds labels, options and choices, which are not formatted."""

    formatted: list[str] = field(default_factory=list)
    plain: list[str] = field(default_factory=list)

    def message(self, message: discord.Message) -> discord.Message:
        self.formatted.append(text(message))
        self.plain += [button.label for button in buttons(message)]
        for part in components(message):
            if isinstance(part, discord.SelectMenu):
                self.plain += [line for option in part.options for line in (option.label, option.description or "")]
        return message


Life = Callable[[World, Seat], Awaitable[Heard]]


async def a_life_with(world: World, mallory: Seat) -> Heard:
    """Everything that can name a player: challenges that end in each way, a duel, lists, a nudge, a result."""
    heard, ben = Heard(), world.ben
    for by, to, label in ((mallory, ben, "Decline"), (ben, mallory, "Decline"), (mallory, ben, "Withdraw")):
        message = heard.message(await world.challenge("digit", by=by, to=to))
        await (by if label == "Withdraw" else to).click(message, label)
    mallory.close_dms()
    waiting = await world.challenge("nomad", by=mallory, to=ben)
    board = await world.challenge("siege", by=mallory, to=ben)
    await ben.click(board, "Accept")
    for seat in (mallory, ben, ben, mallory):
        heard.message(world.message(board))
        panel = heard.message(await your_move(world, seat, board))
        pressed = await seat.click(panel, move_buttons(panel)[1].label)
        for shown in filter(None, (pressed.response, *pressed.followups)):
            heard.message(shown.message)
    for seat in (mallory, ben):
        heard.message(answer(await seat.slash("status")))
        heard.message(answer(await seat.dm_slash("status", duel=4)))
        for command in ("status", "play", "draw", "resign"):
            choices = (await seat.typing(command, "duel")).autocomplete_choices
            heard.plain += [choice["name"] for choice in choices or []]
        heard.message(answer(await seat.slash("resign", duel=5)))
    heard.message(answer(await mallory.slash("draw", duel=5)))
    refused = await ben.slash("duel", opponent=mallory.member, game="match")
    heard.message(answer(refused))
    heard.message(answer(await world.cy.click(world.message(board), "Watch")))
    offered = heard.message(await your_move(world, ben, board))
    assert "Accept draw" in enabled(offered)
    asked = answer(await mallory.slash("resign", duel=5))
    await mallory.click(asked, "Resign")
    for seat in (mallory, ben, world.cy):
        heard.message(answer(await seat.click(world.message(board), "Course")))
        heard.message(answer(await seat.click(world.message(board), "Review")))
    heard.message(answer(await mallory.click(world.message(board), "Rematch")))
    heard.message(answer(await mallory.click(world.message(board), "Rematch")))
    for message in (*world.channel.history(), *ben.dms, *mallory.dms, world.message(waiting)):
        heard.message(message)
    return heard


async def until_time_runs_out(world: World, mallory: Seat) -> Heard:
    """All that is said of time: challenges and turns that run out, reminders, an absence, and who has left."""
    heard, ben = Heard(), world.ben
    for by, to in ((mallory, ben), (ben, mallory)):
        await world.challenge("digit", by=by, to=to, pace="live")
        await wait(world, ANSWERED_IN + MINUTE)
    mallory.close_dms()
    boards = []
    for by, to in ((mallory, ben), (ben, mallory)):
        boards.append(await world.challenge("siege", by=by, to=to, pace="live"))
        await to.click(boards[-1], "Accept")
    for seat, board in ((mallory, boards[0]), (ben, boards[1])):
        panel = await your_move(world, seat, board)
        await seat.click(panel, move_buttons(panel)[1].label)
    await gone_for(world, 2 * 3600, "resumed")
    world.guild.remove_member(mallory.member)
    for seconds in (LIVE - QUARTER + 30, QUARTER + MINUTE):
        await wait(world, seconds)
        for message in (*world.channel.history(), *ben.dms, *mallory.dms):
            heard.message(message)
    words = "\n".join(heard.formatted)
    for said in ("did not answer your challenge", "Your move is due", "time ran out", "I was away"):
        assert said in words
    return heard


OWN_WORDS = re.compile(
    r"(?<= due )<t:\d{10}:R>|(?<=time ran out, )<t:\d{10}:f>|(?<=duel until )<t:\d{10}:t>"
    r"|\[the board\]\(https://discord\.com/channels/[\d/]+\)"
)
"""When something is or was due, until when it is live, and where the board stands: the bot's own."""


def unescaped(words: str) -> str:
    """What is left for Discord to format, of what the bot did not write itself."""
    return re.sub(r"\\[!-/:-@\[-`{-~]", "", words)


@pytest.mark.asyncio
@pytest.mark.parametrize("life", [a_life_with, until_time_runs_out], ids=["played", "run out"])
@pytest.mark.parametrize("kind", sampled(HOSTILE, "everyone", "link", "right to left", "emoji", "code", "zero width"))
async def test_g13_hostile_names_are_harmless_everywhere(world: World, kind: str, life: Life) -> None:
    role = world.guild.create_role("crew", mentionable=True)
    name = HOSTILE[kind]
    for key, value in (("{role}", role.id), ("{cy}", world.cy.id), ("{channel}", world.channel.id)):
        name = name.replace(key, str(value))
    mallory = Seat(world, name)
    pings = watch_pings(world)
    heard = await life(world, mallory)
    # Nobody is pinged but those who are asked.
    assert {user for _, user in pings} == {world.ben.id, mallory.id}
    shown = [OWN_WORDS.sub("", unescaped(words)) for words in heard.formatted]
    for words in shown:
        assert not re.search(r"@(everyone|here)|<@&|<#|</|<t:|<a?:|https?:|`|\|\||~~|__", words)
        assert set(re.findall(r"<@(\d+)>", words)) <= {str(world.ben.id), str(mallory.id)}
        assert all(url.startswith("https://discord.com/channels/") for url in re.findall(r"\]\((.*?)\)", words))
    # Whatever the name, the bot's own words and lines are what they are with another name.
    assert not any("\r" in words or "\u2028" in words for words in heard.formatted)
    for words in (*heard.formatted, *heard.plain):
        for character in words:
            assert character == "\n" or unicodedata.category(character) not in {"Cc", "Cf", "Co", "Cs"}, repr(words)
    for label in heard.plain:
        assert len(label) <= 100
        assert "\n" not in label
    # No log line has any of it.
    for line in world.log.lines:
        assert name not in line or kind == "you"
        assert "\n" not in line
        assert "\x1b" not in line


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", HOSTILE)
async def test_g13_a_name_changes_nothing_but_itself(world: World, kind: str) -> None:
    hostile, plain = Seat(world, HOSTILE[kind]), Seat(world, "Zed")
    lines = []
    await world.ben.click(await world.challenge("match", by=world.cy), "Accept")  # the first duel has a hint
    for seat in (hostile, plain):
        message = await world.challenge("match", by=seat)
        await world.ben.click(message, "Accept")
        texts = [text(world.message(message)), text(world.ben.panel), text(seat.panel)]
        # A board's lines are as many, and what names nobody is the same.
        lines.append([len(words.splitlines()) for words in texts])
        assert all("###" in words for words in texts)
    assert lines[0] == lines[1]


@pytest.mark.asyncio
@pytest.mark.parametrize("name", ["*" * 32, "😀" * 32, "@everyone" * 4])
async def test_g13_the_longest_list_of_the_longest_names(world: World, name: str) -> None:
    number_from(world, 2**53 - 30)
    await open_duels(world, world.ada.id, world.ben.id, 25, name=name)
    listed = answer(await world.ada.slash("status"))
    assert text(listed).count(str(2**53 - 29)[:12]) == 25
    assert len(text(listed)) <= 4000
    (menu,) = [part for part in components(listed) if isinstance(part, discord.SelectMenu)]
    assert [option.value for option in menu.options] == [str(2**53 - 29 + n) for n in range(25)]
    assert all(len(option.label) <= 100 for option in menu.options)
    choices = (await world.ada.typing("status", "duel")).autocomplete_choices
    assert choices is not None
    assert all(len(choice["name"]) <= 100 for choice in choices)


@pytest.mark.parametrize(
    ("names", "reader", "said"),
    [
        (("Ada", "Ben"), Player.ONE, {"You", "Ben"}),
        (("Ada", "you"), Player.ONE, {"Ada", "you"}),
        (("Ada", "You"), Player.TWO, {"Ada", "You"}),
        (("YOU", "Ben"), Player.TWO, {"YOU", "Ben"}),
    ],
)
def test_in_a_review_an_opponent_called_you_is_not_taken_for_the_reader(
    names: tuple[str, str], reader: Player, said: set[str]
) -> None:
    (page,) = review.pages(longest_review("battle"), drawn.named(*names), reader)
    assert set(re.findall(r"^\d+ · (\w+):", drawn.text(page), re.MULTILINE)) == said
