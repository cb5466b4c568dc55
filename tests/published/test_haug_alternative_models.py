"""Haug: models of one mechanism must move alike, whatever joints and frames they are made of (1e-10 of the motion).

The book counts its ground as a body of 3 coordinates and 3 equations in some models; ours has none. So the book's 12
coordinates and 11 equations are our 9 and 8 there, and where the book has no ground body the counts are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np
import pytest

from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run
from published import mechanisms as models
from published.case import Case
from published.case import tests_of as checks_of
from published.closed_form import Jet, acos, cos, difference, sin, sqrt, time, worst
from published.mechanisms import contacts

pytestmark = pytest.mark.both_coordinates

Model = Callable[..., Planar]

# model: (source, coordinates and equations in the book, whether the book counts the ground among the bodies)
COUNTS: dict[Model, tuple[str, int, int, bool]] = {
    models.slider_crank: ("Haug 5.2, model 1", 12, 11, True),
    models.slider_crank_with_link: ("Haug 5.2, model 2", 6, 5, False),
    models.slider_crank_without_slider: ("Haug Ex. 3.1.2", 6, 5, False),
    models.slider_crank_with_distance: ("Haug Ex. 3.3.1", 6, 5, False),
    models.slider_crank_mid_frames: ("Haug Ex. 3.3.4", 12, 11, True),
    models.slider_crank_with_slot: ("Haug Ex. 3.3.5", 9, 8, True),
    models.four_bar: ("Haug 5.3, model 1", 12, 11, True),
    models.four_bar_with_link: ("Haug 5.3, model 2", 9, 8, True),
    models.four_bar_absolute: ("Haug Ex. 3.3.2, model 1", 9, 8, False),
    models.four_bar_with_coupler_distance: ("Haug Ex. 3.3.2, model 2", 6, 5, False),
    models.four_bar_with_follower_distance: ("Haug Ex. 3.3.2, model 3", 6, 5, False),
    models.four_bar_coupler_only: ("Haug Ex. 3.3.2, model 4", 3, 2, False),
    models.four_bar_on_ground: ("Haug Ex. 3.3.3", 12, 11, True),
    models.quick_return: ("Haug 5.4, model 1", 18, 17, True),
    models.quick_return_with_slot: ("Haug 5.4, model 2", 12, 11, True),
    models.gear_slider: ("Haug 5.5", 18, 16, True),
    models.five_bar: ("Haug Ex. 5.1.1", 15, 15, True),
    models.five_bar_repaired: ("Haug Ex. 5.1.1, repaired", 15, 14, True),
}


def _count(model: Model, what: str, ground: bool) -> int:
    system = model().system(drivers=False)
    return len(getattr(system, what)) + 3 * ground


def _lifter(what: str) -> int:
    """The book counts the contact as one equation and no coordinate; ours has two and one."""
    return _count(models.valve_lifter, what, ground=True) - 1


def cases() -> list[Case]:
    """Coordinates and equations of every model, with the book's ground body added where the book counts it."""
    found = []
    for model, (source, coordinates, equations, ground) in COUNTS.items():
        for what, number in (("coordinates", coordinates), ("equations", equations)):
            text = f"{what}{' with the ground counted' if ground else ''}"
            found.append(Case(source, text, number, partial(_count, model, what, ground), 0))
    found += [
        Case("Haug 5.6", "coordinates, without the one of the contact", 15, partial(_lifter, "coordinates"), 0),
        Case("Haug 5.6", "equations, with one for the contact", 14, partial(_lifter, "equations"), 0),
    ]
    return found


test_case = checks_of(cases)

# ------------------------------------------------------------------------------------------------ slider-crank

SLIDER_CRANKS = {
    models.slider_crank_with_link: "slider.x",
    models.slider_crank_without_slider: "rod.x",
    models.slider_crank_with_distance: "slider.x",
    models.slider_crank_mid_frames: "slider.x",
    models.slider_crank_with_slot: "rod.C.x",
}


@cache
def run_of(model: Model, until: float = 1.0, **motion: str) -> Run:
    return model(**motion).kinematics(until=until, points=801, progress=False)


@pytest.mark.parametrize("model", SLIDER_CRANKS)
def test_every_slider_crank_moves_as_model_one(model: Model) -> None:
    reference = run_of(models.slider_crank)
    assert difference(run_of(model), reference, SLIDER_CRANKS[model], "slider.x") < 1e-10
    assert difference(run_of(model), reference, "crank.angle") < 1e-10


def test_slider_crank_moves_as_the_one_coordinate_model_eliminated_by_hand() -> None:
    """Haug Ex. 3.7.3 scaled to crank 2: q = c + sqrt(c^2 + l^2 - 4), c = 2 cos phi1."""
    run = run_of(models.slider_crank)
    c = 2.0 * cos(np.pi / 4 + 2 * np.pi * time(run.t))
    assert worst(run, "slider.x", c + sqrt(c * c + (3.5**2 - 4.0))) < 1e-10


def test_crank_and_rod_of_example_3_1_2_have_its_numbers() -> None:
    """Crank 1, rod 2, 1 rad/s, t = 0.5 s; the rod's y axis points to the crank pin."""
    m = models.slider_crank_without_slider()
    m.set(crank=1, rod=2, omega=1, phase=0)
    run = m.kinematics(until=0.5, points=11, progress=False)
    phi2 = acos(sin(time(run.t)) * 0.5)
    assert worst(run, "rod.angle", phi2) < 1e-10
    assert worst(run, "rod.x", cos(time(run.t)) + 2.0 * sin(phi2)) < 1e-10
    last = [run[f"rod.{name}"][-1] for name in ("angle", "x", "vx", "omega", "ax", "alpha")]
    assert np.allclose(last, [1.328726, 2.819270, -0.696111, -0.451969, -1.180028, 0.196474], atol=6e-7)


def test_slider_left_and_right_of_the_crank_are_two_branches_with_two_names() -> None:
    """Also in the model of crank and rod alone, where one body, pinned and held at a height, can be put in two ways."""
    m = models.slider_crank_without_slider()
    right = m.assemble()
    m.estimate("rod", -2, 0, "-pi/2")
    left = m.assemble()
    assert left["rod.x"] < 0.0 < right["rod.x"]
    assert left.branch != right.branch
    assert {assembly.branch for assembly in m.branches().assemblies} == {left.branch, right.branch}


# ------------------------------------------------------------------------------------------------ four-bar

CRANK_MOTION, CRANK_UNTIL = "pi/3 + t", 4.8  # short of the change point at 2 pi
DRIVABLE_BY_CRANK = [
    models.four_bar_with_coupler_distance,
    models.four_bar_with_follower_distance,
    models.four_bar_on_ground,
]
POINTS = {
    models.four_bar_with_coupler_distance: {"crank.B.x": "coupler.B.x", "follower.C.x": "coupler.C.x"},
    models.four_bar_with_follower_distance: {},
    models.four_bar_on_ground: {"follower.angle": "follower.angle"},
}


def test_four_bar_of_section_5_3_moves_alike_with_a_link_as_follower() -> None:
    link, body = run_of(models.four_bar_with_link), run_of(models.four_bar)
    for quantity in ("x", "y"):
        assert difference(link, body, f"coupler.middle.{quantity}", f"coupler.{quantity}") < 1e-10
    assert difference(link, body, "coupler.angle") < 1e-10


@pytest.mark.parametrize("model", DRIVABLE_BY_CRANK)
def test_every_four_bar_with_a_crank_moves_as_model_one(model: Model) -> None:
    reference = run_of(models.four_bar_absolute, CRANK_UNTIL, crank=CRANK_MOTION)
    run = run_of(model, CRANK_UNTIL, crank=CRANK_MOTION)
    assert run.completed and reference.completed
    same = POINTS[model] or {
        "coupler.C.x": "coupler.C.x",
        "coupler.C.y": "coupler.C.y",
        "coupler.angle": "coupler.angle",
    }
    for ours, theirs in same.items():
        assert difference(run, reference, ours, theirs) < 1e-10, ours


def test_four_bar_driven_by_its_coupler_moves_as_the_coupler_alone() -> None:
    """Model 4 has no crank; driven by the coupler's angle, it moves as the models that have one."""
    motion = "0.2 + 0.1*t"
    alone = run_of(models.four_bar_coupler_only, 2.0, coupler=motion)
    for model in (models.four_bar_absolute, models.four_bar_with_follower_distance, models.four_bar_on_ground):
        run = run_of(model, 2.0, coupler=motion)
        for channel in ("coupler.x", "coupler.y", "coupler.B.x", "coupler.C.y"):
            assert difference(run, alone, channel) < 1e-10, channel


# ------------------------------------------------------------------------------------------------ quick-return


def test_quick_return_moves_alike_with_slot_and_link_as_joints() -> None:
    slot, blocks = run_of(models.quick_return_with_slot), run_of(models.quick_return)
    for channel in ("tool.x", "rocker.angle"):
        assert difference(slot, blocks, channel) < 1e-10, channel


# ------------------------------------------------------------------------------------------------ contacts


@pytest.mark.parametrize("model", [contacts.disc_on_roller, contacts.disc_under_knife_edge])
def test_disc_on_roller_moves_the_arm_as_a_link_between_the_centres(model: Model) -> None:
    assert difference(run_of(model, 2.0), run_of(contacts.disc_as_link, 2.0), "arm.angle") < 1e-10


@pytest.mark.parametrize("model", [contacts.pin_on_edge, contacts.pin_in_slot])
def test_pin_on_a_straight_edge_is_a_revolute_translational_joint(model: Model) -> None:
    assert difference(run_of(model, 2.0), run_of(contacts.pin_at_offset, 2.0), "bar.angle") < 1e-10


# ------------------------------------------------------------------------------------------------ excavator


def boom(t: object) -> Jet:
    """Strut 1 from (0.5, -0.5) to the boom at sqrt 3: C^2 = 3.5 - sqrt 6 cos(phi1 + pi/4)."""
    c = 1.8 + 0.2 * time(t)
    return acos((3.5 - c * c) * (1 / np.sqrt(6))) - np.pi / 4


def arm_on_boom(t: object) -> Jet:
    """Strut 2 in the boom's frame: C^2 = 4.25 - 2 cos(phi2 - phi1 - pi/3)."""
    c = 1.9 + 0.1 * time(t)
    return np.pi / 3 - acos((4.25 - c * c) * 0.5)


def test_excavator_moves_as_the_closed_form_says() -> None:
    run = run_of(models.excavator, 3.0)
    assert worst(run, "boom.angle", boom(run.t)) < 1e-9
    assert worst(run, "arm.angle", boom(run.t) + arm_on_boom(run.t)) < 1e-9
    assert worst(run, "arm.x", 2 * np.sqrt(3) * cos(boom(run.t))) < 1e-9


def test_excavator_moves_alike_with_a_strut_or_a_joint_actuator_that_turns_as_the_strut_does() -> None:
    actuator = "pi/3 - acos((4.25 - (1.9 + t/10)**2)/2)"
    strut, joint = run_of(models.excavator, 3.0), run_of(models.excavator_with_joint_actuator, 3.0, angle=actuator)
    for channel in ("boom.angle", "arm.angle", "arm.x", "arm.y"):
        assert difference(joint, strut, channel) < 1e-10, channel


def test_joint_actuator_of_example_3_5_4_adds_its_own_speed_to_the_booms() -> None:
    run = run_of(models.excavator_with_joint_actuator, 3.0)
    assert np.max(np.abs(run["arm.omega"] - run["boom.omega"] - 0.1)) < 1e-10
    assert worst(run, "boom.angle", boom(run.t)) < 1e-9


def test_excavator_locks_up_when_strut_and_boom_are_in_line() -> None:
    """phi1 = 3 pi/4, where the strut is sqrt 3 + sqrt 0.5 long: t = 3.19579 s."""
    run = models.excavator().kinematics(until=5.0, points=501, progress=False)
    lock = 5 * (np.sqrt(3) + np.sqrt(0.5) - 1.8)
    assert not run.completed and run.events[-1].kind == "lock-up"
    assert run.events[-1].t == pytest.approx(lock, abs=1e-8)
    assert lock == pytest.approx(3.19579, abs=5e-6)
