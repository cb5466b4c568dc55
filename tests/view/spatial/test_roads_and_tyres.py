"""What a page gets of a vehicle: the road as the tyre meets it, tyre forces at the contact, instruments, the chase."""

from __future__ import annotations

import math

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import MechanismError
from linkwork.elements.spatial.forces.tyre_road_kernel import height_at
from linkwork.mechanism.model_requests import OutputRequest
from linkwork.mechanism.requests import check_requests
from linkwork.view.acting import acting_over
from linkwork.view.scene import build_scene
from linkwork.view.spatial.roads import _between
from linkwork.view.spatial.tyre_arrows import parted_tyres

SLIP = {"friction": 0.8, "slip_stiffness": 4e4, "cornering_stiffness": 3e4}


def unicycle(**fields: object) -> lw.Spatial:
    """A wheel that leans and slides over a road, held upright by nothing: it is looked at for an instant."""
    m = lw.Spatial("wheel")
    m.set_gravity(0, 0, -9.81)
    wheel = m.body("wheel", (0, 0, 0.29), mass={"mass": 20, "inertia": (0.5, 0.9, 0.5)})
    m.tyre("tyre", m.ground, wheel.frame(axis=(0, 1, 0)), radius=0.3, stiffness=2e5, **SLIP, **fields)
    return m


def test_the_three_arrows_of_a_tyre_are_its_force_at_the_road_also_on_a_slope() -> None:
    """A slope of 1 in 5: normal, heading and left are known; load, along and across are the channels."""
    slope = 0.2
    heights = [[slope * x] for x in range(-2, 6)]
    m = unicycle(surface={"type": "heights", "heights": heights, "origin": (-2, 0), "spacing": (1, 1)})
    m.output = OutputRequest(controls=["tyre.slip_ratio"], chase="wheel")
    run = m.simulate(0.01, 3, speeds={"wheel.vx": 3.0, "wheel.vy": 0.5, "wheel.omega.y": 8.0})
    scene = build_scene(run)
    items = {item["part"]: item for item in scene["forces"]["items"] if "part" in item}
    size = math.hypot(1.0, slope)
    normal, heading = np.array([-slope, 0, 1]) / size, np.array([1, 0, slope]) / size
    for part, way in (("load", normal), ("along", heading), ("across", np.array([0.0, 1, 0]))):
        force = np.array(items[part]["force"])[:, 0]
        assert force == pytest.approx(run[f"tyre.{part}"][0] * way, rel=1e-9, abs=1e-6)
    at = np.array([0.0, 0.0, 0.29]) + np.array(items["load"]["at"])[:, 0]
    assert at[2] == pytest.approx(slope * at[0], abs=1e-9)  # on the road
    assert scene["forces"]["tyre"] <= scene["forces"]["force"]
    assert scene["controls"] == [{"name": "tyre.slip_ratio", "unit": "", "values": run["tyre.slip_ratio"].tolist()}]
    assert scene["chase"] == "wheel"


@pytest.mark.parametrize("crown", [0.0, 0.05])
def test_the_torque_of_a_tyre_is_told_about_its_contact_with_the_road(crown: float) -> None:
    """None without trail, on a slope and while the damper pushes; on a flat road the contact is the known one."""
    heights = [[0.2 * x] for x in range(-2, 6)]
    slope = {"type": "heights", "heights": heights, "origin": (-2, 0), "spacing": (1, 1)}
    speeds = {"wheel.vx": 3.0, "wheel.vy": 0.5, "wheel.vz": -0.3, "wheel.omega.x": 1.5, "wheel.omega.y": 8.0}
    for surface in (None, slope):
        run = unicycle(surface=surface, crown=crown, damping=3000.0).simulate(0.01, 3, speeds=speeds, progress=False)
        acting = acting_over(run)
        whole = next(one for one in acting if one.name == "tyre")
        load = next(one for one in parted_tyres(run, acting)[0] if one.name == "tyre load")
        assert np.hypot(*whole.force[0, :2]) > 1000.0  # about another place there would be a torque
        assert np.max(np.abs(load.torque)) < 1e-9
        if surface is None:
            assert load.at == pytest.approx(whole.at, abs=1e-12)
        else:
            assert np.max(np.abs(whole.torque)) > 10.0


def test_heights_are_drawn_as_the_tyre_meets_them() -> None:
    random = np.random.default_rng(1)
    table = random.normal(size=(7, 5))
    numbers = np.array([0.0, 0.0, 0.5, 0.4, *table.ravel()])
    x, y = np.linspace(-0.3, 3.4, 23), np.linspace(-0.2, 1.9, 17)
    drawn = _between(_between(table, x / 0.5).T, y / 0.4).T
    met = [[height_at(numbers, 0, 7, 5, a, b)[0] for b in y] for a in x]
    assert drawn == pytest.approx(np.array(met), abs=1e-12)


def test_a_road_reaches_beyond_the_way_of_the_wheels_with_its_steps_and_patches() -> None:
    steps = {"type": "steps", "points": [(0.5, 0), (0.5, 0.1), (2, 0.1), (400, 0.2)]}
    run = unicycle(surface=steps, patches=[{"x": (1, 2), "factor": 0.3}]).simulate(0.01, 3, speeds={"wheel.vx": 3.0})
    (road,) = build_scene(run)["roads"]
    assert road["x"][0] < -1 and road["x"][-1] > 1 and road["y"][0] < -1 and road["y"][1] > 1
    assert road["x"][1:4] == [0.5, 0.5, 2.0]
    far = 0.1 + 0.1 * (road["x"][-1] - 2) / 398
    assert [z for (z,) in road["z"]] == pytest.approx([0, 0, 0.1, 0.1, far])
    assert road["patches"] == [{"x": [1.0, 2.0], "y": road["y"], "factor": 0.3}]


def test_what_an_instrument_or_a_chase_cannot_show_is_refused() -> None:
    m = unicycle()
    m.output = OutputRequest(chase="whel")
    with pytest.raises(MechanismError, match=r"output: chase: there is no body .whel.*wheel"):
        check_requests(m)
    m.output = OutputRequest(controls=["pedal"])
    with pytest.raises(MechanismError, match="output: controls: channel 'pedal': nothing is named 'pedal'"):
        check_requests(m)
