"""Forces and contact points over time as the page gets them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import contacts_plane
import contacts_space
from linkwork.run.run import Run
from linkwork.view.page import payload
from linkwork.view.scene import build_scene
from run.load_builders import door, inclined_slider


@pytest.fixture(scope="module")
def run() -> Run:
    return inclined_slider().inverse_dynamics(1.5, 31, progress=False)


def items(run: Run) -> dict[str, Any]:
    """The arrows by their names."""
    forces = build_scene(run)["forces"]
    assert forces is not None
    return {item["name"]: item for item in forces["items"]}


def test_arrows_have_the_forces_of_the_channels(run: Run) -> None:
    found = items(run)
    for joint in ("O", "A", "B"):
        assert np.allclose(found[joint]["force"], [run[f"{joint}.fx"], run[f"{joint}.fy"]], rtol=1e-12)
        assert found[joint]["torque"] == [] and found[joint]["plane"] == 0
    assert np.allclose(found["motor"]["torque"], [run["motor.torque"]], rtol=1e-12)
    largest = max(np.hypot(*item["force"]).max() for item in found.values() if item["force"])
    assert build_scene(run)["forces"]["force"] == pytest.approx(largest, rel=1e-12)


def test_arrows_hold_on_to_points_of_the_bodies(run: Run) -> None:
    found = items(run)["A"]
    names = ("ground", *run.system.bodies)
    at = np.real(run.motion.point(names[found["body"]], tuple(found["at"]))[0])
    angle = run["crank.angle"]
    assert at == pytest.approx(0.5 * np.column_stack([np.cos(angle), np.sin(angle)]), abs=1e-9)


def test_reactions_that_are_not_unique_say_so() -> None:
    found = items(door())
    assert found["low"]["doubtful"]


def test_a_run_without_loads_has_no_arrows() -> None:
    run = inclined_slider().kinematics(1.0, 5, progress=False)
    assert build_scene(run)["forces"] is None and payload(build_scene(run))["scene"]["forces"] is None


def test_contacts_push_while_they_are_closed() -> None:
    run = contacts_plane.ball().simulate(1.0, 41, progress=False)
    scene = payload(build_scene(run))["scene"]
    (point,) = scene["touching"]
    closed = np.array(point["mode"]) > 0
    assert 0 < np.count_nonzero(closed) < len(closed)
    arrow = next(item for item in scene["forces"]["items"] if item["name"] == point["name"])
    assert [value is not None for value in arrow["force"][1]] == closed.tolist()
    assert arrow["at"][0][-1] == pytest.approx(point["x"][-1])


def test_contacts_in_space_have_three_coordinates() -> None:
    run = contacts_space.falling_ball().simulate(1.0, 21, progress=False)
    (point,) = payload(build_scene(run))["scene"]["touching"]
    assert "plane" not in point and point["mode"][-1] > 0
    assert point["z"][-1] == pytest.approx(0.0, abs=1e-6)
