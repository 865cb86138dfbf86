"""What is really drawn: the boxes of all texts of a figure, as matplotlib's renderer places them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

DPI = 72


@dataclass(frozen=True)
class Box:
    """A line of text and its box in points from the lower left corner."""

    text: str
    size: float
    left: float
    low: float
    right: float
    high: float

    def overlap(self, other: Box) -> float:
        """The lesser of width and height of what two boxes share; 0 or less if they share nothing."""
        across = min(self.right, other.right) - max(self.left, other.left)
        return min(across, min(self.high, other.high) - max(self.low, other.low))


def drawn_texts(figure: Figure) -> list[Box]:
    """Draw a figure and note every line of text that reaches the renderer."""
    figure.set_dpi(DPI)
    canvas = FigureCanvasAgg(figure)
    renderer = canvas.get_renderer()
    boxes: list[Box] = []
    height = renderer.height

    def note(gc, x, y, text, properties, angle, ismath=False, mtext=None):
        width, tall, descent = renderer.get_text_width_height_descent(text, properties, ismath)
        if text.strip():
            low = height - y - descent
            turned = angle == 90
            ends = (
                (x - tall + descent, height - y, x + descent, height - y + width) if turned else (x, low, x + width, low + tall)
            )
            boxes.append(Box(text, properties.get_size_in_points(), *ends))

    renderer.draw_text = note
    figure.draw(renderer)
    return boxes


def faults(figure: Figure, smallest: float, slack: float = 0.8) -> list[str]:
    """Texts that leave the page, that are too small, or that overlap by more than `slack` points, in words."""
    boxes = drawn_texts(figure)
    width, height = (DPI * inches for inches in figure.get_size_inches())
    found = [f"{box.text!r} is of {box.size} points" for box in boxes if box.size < smallest]
    found += [
        f"{box.text!r} leaves the page"
        for box in boxes
        if box.left < -slack or box.low < -slack or box.right > width + slack or box.high > height + slack
    ]
    found += [f"{a.text!r} overlaps {b.text!r}" for a, b in combinations(boxes, 2) if a.overlap(b) > slack]
    return found
