"""Extreme values, dwells, cusps and bearing-load diagrams of runs in space."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.spatial.reactions import in_axes_of
from run.load_builders import inclined_slider
from spatial_models import pendulum, slider_crank


def test_a_slider_in_space_turns_back_where_its_speed_is_zero() -> None:
    run = slider_crank().kinematics(1.0, 41, progress=False)
    fine = slider_crank().kinematics(1.0, 2001, progress=False)["slider.x"]
    found = {one.kind: one for one in run.extremes("slider.x")}
    assert set(found) == {"largest", "smallest"}
    assert found["largest"].value == pytest.approx(np.max(fine), abs=1e-6)
    assert found["smallest"].value == pytest.approx(np.min(fine), abs=1e-6)
    assert len(run.extremes("G.position")) == 2
    assert run.extremes("distance(rod, ground)") and run.dwells("slider.x", 0.2)


def test_a_wheel_on_a_leaning_plane_has_cusps_in_its_path() -> None:
    """A point of the rim of a wheel that rolls along y, up a plane that leans by 0.5 rad about x."""
    m = lw.Spatial("wheel")
    slope = (0, float(np.cos(0.5)), float(np.sin(0.5)))
    m.body("cart", (0, 0, 0))
    m.body("wheel", (0, 0, 0), points={"rim": (0, 0, 1)})
    m.translational("G", m.ground, "cart", at=(0, 0, 0), axis=slope)
    m.revolute("W", "cart", "wheel", at=(0, 0, 0), axis=(1, 0, 0))
    m.drive("roll", joint="W", angle="-t")
    m.drive("go", joint="G", position="t")
    run = m.kinematics(7.0, 141, progress=False)
    times = run.cusps("wheel.rim")
    assert len(times) == 1 and run["speed(wheel.rim)"][int(np.argmin(np.abs(run.t - times[0])))] < 0.06


def test_what_has_no_rates_is_refused() -> None:
    run = pendulum("t").kinematics(1.0, 5, progress=False)
    with pytest.raises(lw.AnalysisError, match=r"the rates of 'arm\.rx' are not among the channels"):
        run.extremes("arm.rx")


def test_the_bearing_load_diagram_of_a_planar_mechanism_is_the_same_in_space(tmp_path: Path) -> None:
    from linkwork.run.reactions import in_axes_of as in_plane

    flat, space = inclined_slider(), inclined_slider().in_space()
    one, two = (m.inverse_dynamics(1.5, 7, progress=False) for m in (flat, space))
    for axes in ("ground", "rod", "crank"):
        assert np.allclose(in_axes_of(two, "A", axes), in_plane(one, "A", axes), atol=1e-8)
    two.polar("A", "rod", path=tmp_path / "a.png")
    assert (tmp_path / "a.png").exists()


def test_a_hinge_is_loaded_across_its_axis() -> None:
    run = pendulum("0.3 + 9*t").inverse_dynamics(1.0, 9, progress=False)
    x, y = in_axes_of(run, "A", "ground")
    assert np.allclose(x, run["A.fx"], atol=1e-9) and np.allclose(np.abs(y), np.abs(run["A.fz"]), atol=1e-9)
    along, across = in_axes_of(run, "A", "arm")
    assert np.allclose(along, run["reaction(A, arm).fx"], atol=1e-9)
    assert np.allclose(np.hypot(along, across), run["A.force"], atol=1e-9)
