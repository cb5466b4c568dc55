"""Sensors of what bends: strain, tip, hub as signals measure them, of modes and exact beams, from Python and files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw

LENGTH, LAG = 0.5, 2e-4
ROOTS = {"modal": "arm@root", "exact": "arm_root"}
TIPS = {"modal": "arm@tip", "exact": "arm_tip"}
# what is bent, of one world and kind of body: a channel that laws read
STRAINS = {
    ("plane", "modal"): "arm.root.strain",
    ("space", "modal"): "arm.root.strain",
    ("plane", "exact"): "angle(arm_root, arm_1)",
    ("space", "exact"): "turn(arm_root, arm_1, z)",
}
HUB = {"plane": ("hub.omega", "hub.alpha"), "space": ("hub.wz", "hub.wz_rate")}
SPEEDS: dict[str, dict[str, Any]] = {"plane": {"hub.omega": 1}, "space": {"O.omega": 1}}


def arm(world: str, kind: str) -> Any:
    """A soft arm on a hub that turns about z, under its weight."""
    space = world == "space"
    m: Any = lw.Spatial("arm") if space else lw.Planar("arm")
    section = {"type": "rectangle", "height": 0.004, "width": 0.02}
    origin, end = ((0, 0, 0), (LENGTH, 0, 0)) if space else ((0, 0), (LENGTH, 0))
    m.set_gravity(*((0, -9.81, 0) if space else (0, -9.81)))
    hub = m.body("hub", estimate=origin if space else (0, 0, 0))
    m.mass(hub, mass=1, inertia=(0.01, 0.01, 0.01) if space else 0.01)
    m.revolute("O", m.ground.at(*origin), hub.at(*origin), **({"axis": (0, 0, 1)} if space else {}))
    if kind == "modal":
        beam = m.ritz_beam("arm", length=LENGTH, section=section, E=7e10, rho=2700, damping=1e-4)
        m.fixed("W", hub, beam.interface("root"), **({"at": origin} if space else {}))
    else:
        side = {"y": (0, 1, 0)} if space else {}
        beam = m.beam("arm", start=origin, end=end, section=section, E=7e10, rho=2700, damping=1e-4, elements=4, **side)
        m.fixed("W", hub, beam.node("root"), at=origin)
    return m


def from_file(m: Any, folder: Path) -> Any:
    """The same from a model file."""
    m.save(folder / "arm.yaml")
    return lw.load(folder / "arm.yaml")


@pytest.mark.parametrize(("world", "kind"), STRAINS)
def test_strain_tip_and_hub_are_measured(world: str, kind: str, tmp_path: Path) -> None:
    """A sensor is its channel, and a filter of a speed measures the acceleration, late by its time constant."""
    m, tip, strain = arm(world, kind), TIPS[kind], STRAINS[world, kind]
    speed, acceleration = HUB[world]
    m.sensor("gauge", strain)
    m.signal("gauge_rate", "gauge.rate")
    m.sensor("high", f"{tip}.y")
    for name, channel in (("tip_acceleration", f"{tip}.vy"), ("hub_acceleration", speed)):
        m.sensor(f"{name}_speed", channel)
        m.filter(name, input=f"{name}_speed", numerator=(0, 1), denominator=(1, LAG))
    runs = [
        each.simulate(until=0.05, points=401, speeds=SPEEDS[world], progress=False)
        for each in (m, from_file(m, tmp_path))
    ]
    run = runs[0]
    for name in ("gauge", "gauge_rate", "high", "tip_acceleration", "hub_acceleration"):
        assert np.array_equal(run[name], runs[1][name])
    assert np.max(np.abs(run["gauge"])) > 1e-6
    assert run["gauge"] == pytest.approx(run[strain], abs=1e-14)
    assert run["gauge_rate"] == pytest.approx(run[f"{strain}.rate" if "(" in strain else f"{strain}_rate"], abs=1e-10)
    assert run["high"] == pytest.approx(run[f"{tip}.y"], abs=1e-14)
    late = run.t[200:] - LAG
    for measured, true in (("tip_acceleration", f"{tip}.ay"), ("hub_acceleration", acceleration)):
        there = np.interp(late, run.t, run[true])
        assert np.max(np.abs(run[measured][200:] - there)) < 0.02 * np.max(np.abs(run[true]))


def test_a_turn_in_space_has_its_rate_however_the_hub_turns() -> None:
    """Differences of rotation vectors are none: they differ where it turns about several axes."""
    m = arm("space", "exact")
    m.joints.pop("O", None)
    m.spherical("S", m.ground.at(0, 0, 0), "hub")
    for axis in "xyz":
        m.sensor(axis, f"turn(arm_root, arm_tip, {axis})")
        m.sensor(f"{axis}_rate", f"turn(arm_root, arm_tip, {axis}).rate")
    run = m.simulate(until=0.02, points=2001, speeds={"hub.wx": 3, "hub.wy": 2, "hub.wz": -4}, progress=False)
    for axis in "xyz":
        channel = f"turn(arm_root, arm_tip, {axis})"
        assert run[axis] == pytest.approx(run[channel], abs=1e-13)
        slope = np.gradient(run[axis], run.t)[1:-1]
        assert slope == pytest.approx(run[f"{axis}_rate"][1:-1], abs=1e-3 * np.max(np.abs(run[f"{axis}_rate"])))
    naive = run["arm_tip.rz"] - run["arm_root.rz"]
    assert np.max(np.abs(run["z"] - naive)) > 1e-6


def test_the_power_density_of_a_tip_is_that_of_scipy_and_peaks_at_its_frequency() -> None:
    from scipy.signal import periodogram

    m = arm("plane", "modal")
    m.joints.pop("O", None)
    m.fixed("O", m.ground, "hub")
    m.sensor("high", "arm@tip.y")
    first = 1.8751**2 * np.sqrt(7e10 * 0.004**2 / 12 / 2700) / LENGTH**2 / (2 * np.pi)  # Hz, of a cantilever
    run = m.simulate(until=1, points=1001, progress=False)
    for window in ("none", "hann", "hamming", "blackman"):
        found = run.spectrum("high", window=window)
        name = {"none": "boxcar"}.get(window, window)
        _, density = periodogram(np.real(run["high"])[:-1], 1000, window=name, detrend=False)
        assert found.density == pytest.approx(density, rel=1e-9, abs=1e-20)
    line = 3 + int(np.argmax(found.density[3:]))
    assert found.frequency[line] == pytest.approx(first, abs=1)
    plain = run.spectrum("high", window="none")
    assert np.sum(plain.density) * plain.frequency[1] == pytest.approx(np.mean(run["high"][:-1] ** 2), rel=1e-12)


REFUSED = {
    ("modal", "arm@tip.ay"): r"measure it by a filter of the speed",
    ("modal", "arm.tip.dy_acceleration"): r"measure it by a filter of the speed",
    ("exact", "arm_tip.alpha"): r"measure it by a filter of the speed",
    ("exact", "arm.strain"): r"a strain gauge on 'arm' is a law .*: a sensor of (angle|turn)\(arm_1, arm_2",
    ("exact", "arm_element_1.curvature"): r"a strain gauge on 'arm' is a law",
}


@pytest.mark.parametrize(("kind", "channel"), REFUSED)
@pytest.mark.parametrize("world", ["plane", "space"])
def test_what_no_law_reads_is_refused_with_what_measures_it(world: str, kind: str, channel: str) -> None:
    m = arm(world, kind)
    m.sensor("s", channel)
    with pytest.raises(lw.LinkworkError, match=REFUSED[kind, channel]):
        m.simulate(until=0.01, points=2)


def test_an_angle_of_the_plane_is_refused_in_space() -> None:
    m = arm("space", "exact")
    m.sensor("s", "angle(arm_1, arm_2)")
    with pytest.raises(lw.LinkworkError, match=r"turn\(first, second, z\)"):
        m.simulate(until=0.01, points=2)
