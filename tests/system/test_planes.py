"""Couplings of motion planes: perpendicular, at 60 degrees, and with their axes turned and shifted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from loop import move

from linkwork.mechanism.planar import Planar
from linkwork.system.tables.compile import compile_system

pytestmark = pytest.mark.both_coordinates

TIMES = np.linspace(0.0, 2 * np.pi, 49)
SLOPING = (0, np.cos(np.pi / 3), np.sin(np.pi / 3))
PERPENDICULAR = {"x": (1, 0, 0), "y": (0, 0, 1)}
SIXTY_DEGREES = {"x": (1, 0, 0), "y": SLOPING}
# 60 degrees, x and y exchanged and begun elsewhere on the common line: its y is the world's x - 0.3
EXCHANGED = {"x": SLOPING, "y": (1, 0, 0), "origin": (0.3, 0, 0)}
each_plane = pytest.mark.parametrize(
    ("plane", "along", "shift"),
    [(PERPENDICULAR, "x", 0.0), (SIXTY_DEGREES, "x", 0.0), (EXCHANGED, "y", 0.3)],
)


def two_planes(plane: dict[str, Any], far: float) -> tuple[Planar, Any, Any]:
    """A crank of 0.4 in plane xy, driven by the angle t, and a body in another plane that does not turn."""
    m = Planar("two planes")
    crank = m.body("crank", estimate=(0, 0, 0))
    m.plane("other", **plane)
    at = (far, 0, 0) if plane["x"] == (1, 0, 0) else (0, far - 0.3, 0)
    slider = m.body("slider", estimate=at, plane="other")
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.absolute_angle("slider does not turn", slider, 0)
    m.drive("motor", joint="O", angle="t")
    return m, crank, slider


@each_plane
def test_yoke_in_one_plane_moves_a_slider_in_another(plane: dict[str, Any], along: str, shift: float) -> None:
    """Marquis-Favre 2006, section 4: a crank in plane xy drives a slider in another plane, x = r cos t."""
    m, crank, slider = two_planes(plane, far=0.4)
    yoke = m.body("yoke", estimate=(0.4, 0, 0))
    m.revolute("A", crank.at(0.4, 0), yoke.at(0, 0))
    m.absolute_angle("yoke does not turn", yoke, 0)
    m.coupling_slide("slot", yoke.line((0, 0), (0, 1)), slider.at(0, 0))
    moved = move(compile_system(m), TIMES)
    column = moved.system.index(f"slider.{along}")
    assert np.allclose(moved.q[:, column] + shift, 0.4 * np.cos(TIMES), rtol=0, atol=1e-12)
    assert np.allclose(moved.a[:, column], -0.4 * np.cos(TIMES), rtol=0, atol=1e-12)


@each_plane
def test_rod_in_one_plane_pinned_to_a_slider_in_another(plane: dict[str, Any], along: str, shift: float) -> None:
    """The pin on the common line makes it a slider-crank: x = r cos t + sqrt(l^2 - r^2 sin^2 t)."""
    m, crank, slider = two_planes(plane, far=1.4)
    rod = m.body("rod", estimate=(0.4, 0, 0))
    m.revolute("A", crank.at(0.4, 0), rod.at(0, 0))
    m.coupling("B", rod.at(1, 0), slider.at(0, 0))
    moved = move(compile_system(m), TIMES)
    exact = 0.4 * np.cos(TIMES) + np.sqrt(1 - 0.16 * np.sin(TIMES) ** 2)
    other = {"x": "y", "y": "x"}[along]
    assert np.allclose(moved.of(f"slider.{along}") + shift, exact, rtol=0, atol=1e-12)
    assert np.allclose(moved.of(f"slider.{other}"), 0.0, atol=1e-12)
