"""The sheet of candidates: one drawing each, with the curve and all targets, in plane and space."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import linkwork as lw

POINTS = [(0.0, 0.0), (0.4, 0.1), (0.7, 0.5), (0.2, 0.8)]


def test_every_candidate_is_drawn_with_its_targets(tmp_path: Path) -> None:
    found = lw.synthesis.four_bar_path(POINTS, starts=20, keep=2)
    figure = found.draw(tmp_path / "sheet.png")
    assert len(figure.axes) == len(found)
    for axes, candidate in zip(figure.axes, found, strict=True):
        marks = next(line for line in axes.lines if line.get_marker() == "+")
        assert np.allclose(marks.get_xydata(), POINTS)
        assert f"error {candidate.error:.3g}" in axes.get_title(loc="left")
        assert axes.get_xlim()[0] <= 0.0 and axes.get_xlim()[1] >= 0.7
    assert (tmp_path / "sheet.png").stat().st_size > 10_000


def test_a_spatial_candidate_is_drawn_by_the_curve_of_its_place() -> None:
    m = lw.Spatial("arm")
    r = m.parameters(r=0.5)
    arm = m.body("arm", estimate=(0, 0, 0), points={"tip": (r, 0, 0)})
    axes = {"axis": (0, 0, 1), "x": (1, 0, 0)}
    m.revolute("O", m.ground.frame((0, 0, 0), **axes), arm.frame((0, 0, 0), **axes))
    m.drive("motor", joint="O", angle="t")
    targets = lw.synthesis.path("arm.tip", [(0.3, 0, 0), (0, 0.3, 0)])
    found = m.synthesise(targets, {"r": (0.1, 1)}, starts=1, progress=False)
    assert abs(found[0].parameters["r"] - 0.3) < 1e-12
    drawn = found.draw().axes[0]
    assert max(len(line.get_xdata()) for line in drawn.lines) > 20
