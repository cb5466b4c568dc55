"""Names in still drawings: none over another, in mechanisms with many joints close together."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import linkwork as lw
from linkwork.view.drawing import figure_of

GALLERY = Path(__file__).parents[2] / "examples" / "gallery"
LEAST = 6  # names, so that there is something to crowd


@pytest.mark.parametrize("name", ["jansen-leg", "watt-engine", "scissor-lift"])
def test_no_name_of_a_drawing_covers_another(name: str) -> None:
    run = lw.load(GALLERY / f"{name}.yaml").kinematics(until=0.4, points=5)
    for at in (0.0, 0.4):
        axes = run.draw(at=at).axes[0]
        figure_of(axes).canvas.draw()
        boxes = [(text.get_text(), text.get_window_extent()) for text in axes.texts if text.get_visible()]
        assert len(boxes) >= LEAST
        covered = [
            (one, other)
            for (one, a), (other, b) in combinations(boxes, 2)
            if min(a.x1, b.x1) - max(a.x0, b.x0) > 1.0 and min(a.y1, b.y1) - max(a.y0, b.y0) > 1.0
        ]
        assert covered == []
