"""Cams out of the program: DXF, CSV, figures, words."""

from __future__ import annotations

import csv
from math import pi
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork import cams
from linkwork.base.errors import AnalysisError

MOTION = cams.Motion(
    [cams.rise("20 mm", "120 deg", "modified sine"), cams.dwell("60 deg"), cams.fall(over="100 deg"), cams.dwell()]
)
CAM = cams.Cam(MOTION, cams.roller("8 mm", offset="5 mm"), "40 mm")


def groups(path: Path) -> list[tuple[int, str]]:
    """The pairs of a DXF file."""
    lines = path.read_text(encoding="ascii").split("\n")
    return [(int(code), value.strip()) for code, value in zip(lines[0::2], lines[1::2], strict=False)]


def polylines(path: Path) -> dict[str, Any]:
    """Corners and bulges of the closed polylines by their layer, by a reader of our own."""
    found: dict[str, list[dict[int, float]]] = {}
    entity: dict[int, float] = {}
    kind = layer = ""
    for code, value in groups(path):
        if code == 0:
            kind, entity = value, {}
        elif code == 8:
            layer = value
            if kind == "VERTEX":
                found.setdefault(layer, []).append(entity)
        elif kind == "VERTEX":
            entity[code] = float(value)
    return {name: np.array([[v[10], v[20], v[42]] for v in vertices]) for name, vertices in found.items()}


def on_arcs(corners: Any, per: int = 9) -> Any:
    """Points of the arcs of a polyline, from their bulges."""
    points = []
    for (x, y, bulge), (u, v, _) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        start, end, quarter = complex(x, y), complex(u, v), np.arctan(bulge)
        centre = (start + end) / 2 + 1j * (end - start) / 2 / np.tan(2 * quarter)
        points += [centre + (start - centre) * np.exp(4j * quarter * share) for share in np.arange(per) / per]
    return np.array([[p.real, p.imag] for p in points])


def test_a_drawing_keeps_to_the_profile_within_its_tolerance(tmp_path: Path) -> None:
    """Distance of points on the arcs from the nearest of a hundred thousand points of the profile, 3 um apart."""
    path = tmp_path / "cam.dxf"
    CAM.save_dxf(path, tolerance="5 um")
    corners = polylines(path)["CAM"]
    assert 16 < len(corners) < 200
    dense = 1e3 * CAM.profile(np.linspace(0, 2 * pi, 100_001))
    normal = np.column_stack([np.gradient(dense[:, 1]), -np.gradient(dense[:, 0])])
    normal /= np.hypot(*normal.T)[:, None]
    worst = 0.0
    for point in on_arcs(corners):
        nearest = int(np.argmin(np.sum((dense - point) ** 2, axis=1)))
        worst = max(worst, abs(float((point - dense[nearest]) @ normal[nearest])))
    assert 1e-5 < worst < 6e-3


def test_a_drawing_has_layers_base_circle_and_the_old_version(tmp_path: Path) -> None:
    path = tmp_path / "cam.dxf"
    CAM.save_dxf(path)
    found = groups(path)
    assert (1, "AC1009") in found and found[-1] == (0, "EOF")
    assert [value for code, value in found if code == 2][2:] == ["LAYER", "CAM", "PITCH", "BASE", "CENTRE", "ENTITIES"]
    assert found[found.index((0, "CIRCLE")) + 1 :][4] == (40, "40")
    assert set(polylines(path)) == {"CAM", "PITCH"}


def test_another_program_reads_the_drawing(tmp_path: Path) -> None:
    """ezdxf finds no fault, one closed polyline of the profile, and its area."""
    ezdxf = pytest.importorskip("ezdxf")
    path = tmp_path / "cam.dxf"
    CAM.save_dxf(path)
    drawing = ezdxf.readfile(path)
    assert not drawing.audit().errors
    assert drawing.dxfversion == "AC1009"
    (line,) = drawing.modelspace().query("POLYLINE[layer=='CAM']")
    assert line.is_closed and line.has_arc
    x, y = 1e3 * CAM.profile(np.linspace(0, 2 * pi, 20_001)).T
    area = 0.5 * abs(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1]))
    arcs = on_arcs(np.array([[*v.dxf.location.vec2, v.dxf.bulge] for v in line.vertices]), 40)
    u, v = arcs.T
    assert 0.5 * abs(np.sum(u * np.roll(v, -1) - np.roll(u, -1) * v)) == pytest.approx(area, rel=1e-6)


def test_a_table_has_motion_profile_and_curvature(tmp_path: Path) -> None:
    path = tmp_path / "cam.csv"
    CAM.save_csv(path, points=73)
    with path.open(newline="", encoding="utf-8") as file:
        head, *rows = list(csv.reader(file))
    values = np.array(rows, float)
    assert head[0] == "angle (deg)" and head[4] == "jerk (m/rad^3)" and len(values) == 73
    np.testing.assert_allclose(values[:, 5:7], CAM.profile(np.radians(values[:, 0])), atol=1e-15)
    np.testing.assert_allclose(values[0, 1:], values[-1, 1:], atol=1e-14)


def test_figures_are_written(tmp_path: Path) -> None:
    CAM.plot(tmp_path / "cam.png")
    figure = MOTION.plot(tmp_path / "motion.png")
    assert (tmp_path / "cam.png").stat().st_size > 20_000
    assert len(figure.axes) == 4


def test_words_tell_sizes_and_peaks() -> None:
    text = CAM.text()
    assert "cam with a roller of 8 mm radius, base radius 40 mm, turning counter-clockwise" in text
    assert "modified sine" in text and "largest pressure angle" in text and "least convex radius" in text


@pytest.mark.parametrize(
    ("options", "words"),
    [({"unit": "ft"}, "the unit is one of mm, m, cm, in"), ({"tolerance": 1e-14}, "needs more than 20000 arcs")],
)
def test_a_bad_drawing_is_refused_in_words(tmp_path: Path, options: dict[str, Any], words: str) -> None:
    with pytest.raises(AnalysisError, match=words):
        CAM.save_dxf(tmp_path / "cam.dxf", **options)
    assert not list(tmp_path.iterdir())


def test_too_few_points_are_refused(tmp_path: Path) -> None:
    with pytest.raises(AnalysisError, match="at least 2 points"):
        CAM.save_csv(tmp_path / "cam.csv", points=1)
