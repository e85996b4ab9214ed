"""The chance to win over a duel, as a small picture. Needs Pillow, which the bot does without where it is missing.

Large letters, since a phone shows it a third as wide; its own dark ground, so that it reads the same on any other.
"""

from __future__ import annotations

from io import BytesIO

from games.model import Ending, Player
from players.review import Review

WIDTH, HEIGHT = 900, 420
"""Pixels; Discord shows it up to 550 wide."""
LEFT, RIGHT, TOP, BOTTOM = 150, 850, 40, 340
"""Where the plot lies, in pixels."""
GROUND, GRID, TEXT, LINE, TURN = "#2b2d31", "#4e5058", "#dbdee1", "#5aa9ff", "#ffb347"
LETTERS, LINE_WIDTH, DOT, RING = 36, 7, 10, 22
"""Pixels: the height of letters, the line, and the radius of a dot and of the ring round the turning point."""
MOST_LABELS = 12
"""Most rounds that are named below."""


def chart(review: Review, reader: Player) -> bytes | None:
    """The reader's chance round by round, and the result, as a PNG; None without Pillow, or with nothing to draw.

    Has a ring round the turning point, where the reader made it or both knew the same.
    """
    try:
        from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 - an extra
    except ImportError:
        return None
    chances = review.chances(reader)
    if review.outcome.ending is not Ending.VOID and chances:
        winner = review.outcome.winner
        chances[max(chances) + 1] = 0.5 if winner is None else float(winner is reader)
    if len(chances) < 2:
        return None
    first, last = min(chances), max(chances)

    def at(exchange: int, chance: float) -> tuple[float, float]:
        return LEFT + (RIGHT - LEFT) * (exchange - first) / (last - first), BOTTOM - (BOTTOM - TOP) * chance

    picture = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    draw, font = ImageDraw.Draw(picture), ImageFont.load_default(LETTERS)
    for percent in (0, 50, 100):
        left, right = at(first, percent / 100), at(last, percent / 100)
        draw.line([left, right], GRID, 2)
        draw.text((LEFT - 35, left[1]), f"{percent}%", TEXT, font, anchor="rm")
    for exchange in range(first, last, -(-(last - first) // MOST_LABELS)):
        draw.text((at(exchange, 0)[0], BOTTOM + 28), str(exchange), TEXT, font, anchor="ma")
    points = [at(*point) for point in chances.items()]
    draw.line(points, LINE, LINE_WIDTH, joint="curve")
    for point in points:
        draw.circle(point, DOT, LINE)
    turn = review.turning_point
    if turn and turn.exchange in chances and (review.is_open or turn.player is reader):
        draw.circle(at(turn.exchange, chances[turn.exchange]), RING, outline=TURN, width=6)
    content = BytesIO()
    picture.save(content, "PNG", optimize=True)
    return content.getvalue()
