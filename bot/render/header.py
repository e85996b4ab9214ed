"""What every message about a duel needs: its number, its game, both names and its deadline."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.render import names, words
from bot.render.words import PlayerNames
from games.model import Player

DAY = 24 * 60 * 60 * 1000
"""Milliseconds."""
URL = "https://discord.com/channels/{guild}/{channel}/{message}"


@dataclass(frozen=True)
class Header:
    """A duel's number, title and names, as its messages show them. `names` are unescaped; `board_url` is None if there
    is no board.

    `due`: when a move or an answer is due, in milliseconds since 1970, or None. `extended_by`: by how many milliseconds
    that was extended because the bot was away, or a player was told late. `late`: the duel ended because the deadline
    passed. `unreached`: who could not be told that they are to move; `may_call_off`: for so long that the
    other may end the duel. `tossed`: a coin decided who starts; `newcomers`: whose first duel of this game it is.
    `practice`: player two is the bot, which plays like that, as in `players.manner`; `pace`: in milliseconds.
    """

    duel: int
    title: str
    names: tuple[str, str]
    board_url: str | None = None
    due: int | None = None
    extended_by: int = 0
    late: bool = False
    unreached: frozenset[Player] = frozenset()
    may_call_off: bool = False
    tossed: bool = False
    newcomers: frozenset[Player] = frozenset()
    practice: str | None = None
    pace: int = 0

    def without_link(self) -> Header:
        """The header for the board itself, which needs no link to itself."""
        return replace(self, board_url=None)

    def players(self, reader: Player | None = None) -> PlayerNames:
        """The `PlayerNames` for this duel, with both names escaped for formatted text."""
        return PlayerNames((names.shown(self.names[0]), names.shown(self.names[1])), reader)

    def heading(self, viewer: Player | None = None) -> str:
        """`### Numerical Siege · duel 42`; for a player `### Numerical Siege · against Ben`."""
        return f"### {self.title} · {f'against {self.players().name(viewer.other)}' if viewer else f'duel {self.duel}'}"

    @property
    def level(self) -> str:
        """`practice at level hard`; empty where two people play."""
        return f"practice {self.practice}" if self.practice else ""

    @property
    def idle_days(self) -> int:
        """After how many days without a move practice is called off."""
        return self.pace // DAY

    def due_line(self, *facts: str, viewer: Player | None = None, what: str = "") -> str:
        """Facts and when a move or an answer is due, as small print, or why nothing is due now. Empty if neither.

        `what` is due, where it is no move.
        """
        parts, more = [*filter(None, (*facts, self.level))], ""
        if self.due is not None:
            if unreached := [self.players().name(player) for player in Player if player in self.unreached - {viewer}]:
                more = f"\n-# I can't reach {' and '.join(unreached)} at the moment, so no time runs out."
            else:
                parts.append(f"{what} due {words.relative(self.due)}".lstrip())
                if self.extended_by:
                    late = words.duration(self.extended_by)
                    more = f"\n-# I was away or late to tell, so this is {late} later than it was."
        return (f"-# {' · '.join(parts)}" if parts else "") + more
