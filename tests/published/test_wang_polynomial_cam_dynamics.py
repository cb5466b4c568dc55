"""Wang 1996, 4.3: forces between the polynomial cam and its round follower.

Follower 0.5 kg, spring free 50 mm below the start, units not converted (kg mm/s^2), as only then the cam can lift the
spring. At constant speed F = (m a + k (x - 5)) / cos(pressure angle); the free cam is its one equation of motion
integrated by itself. The pieces of the cam fit to 1e-4 mm only, as printed: forces hold to 1e-3.
"""

from __future__ import annotations

import math
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.test_wang_polynomial_cam import CAM

EXACT: dict[str, Any] = {"rtol": 1e-10, "atol": 1e-12, "formulation": "projection", "progress": False}
OMEGA = 5.0
TABLE = {  # degrees: place, speed, acceleration, force with k = 5 and with k = 15
    45: (55.0, 0.0, 0.0, 250.0, 750.0),
    100: (55.15119, 5.7293, 0.0, 250.810, 752.430),
    110: (55.49595, 27.0703, 1739.79, 1127.704, 1635.061),
    120: (57.27061, 66.1084, 414.352, 480.853, 1017.308),
    130: (59.65624, 66.8970, -231.635, 161.375, 721.515),
    140: (61.80819, 55.5956, -375.918, 97.625, 674.826),
    150: (63.51320, 41.9772, -397.402, 94.682, 684.903),
    160: (64.73548, 28.0369, -400.592, 98.750, 698.342),
    180: (65.71475, 0.0, -402.080, 102.534, 709.681),
}
FREE = {5.0: (1e4, 4.94033, 1.26145, 107.303), 15.0: (4e4, 4.95531, 1.25969, 713.259)}


def cam(stiffness: float, inertia: float = 1e4, driven: bool = False) -> lw.Planar:
    m = lw.Planar("polynomial cam")
    turning, follower = m.body("cam"), m.body("follower", estimate=(55, 0, 0))
    m.mass("cam", mass=1, inertia=inertia)
    m.mass("follower", mass=0.5, inertia=1)
    m.revolute("A", m.ground.at(0, 0), turning.at(0, 0))
    m.translational("B", m.ground.line((0, 0), (1, 0)), follower.line((0, 0), (1, 0)))
    turning.profile("edge", CAM)
    follower.profile("roller", lw.circle(5))
    m.slide_spring("S", m.ground.line((0, 0), (1, 0)), follower.at(0, 0), stiffness=stiffness, free_position=5)
    m.contact("C", "cam.edge", "follower.roller", points=1)
    if driven:
        m.drive("turn", joint="A", angle=f"-0.5 - {OMEGA}*t")
    return m


@cache
def driven(stiffness: float) -> Run:
    """One turn from 0.5 rad on, where the start is not on the seam; a row every half degree from there."""
    return cam(stiffness, driven=True).simulate(math.radians(360) / OMEGA, 721, hold={"follower.x": 55.0}, **EXACT)


@cache
def at(stiffness: float, degrees: float) -> dict[str, float]:
    """The follower when the cam has turned so far."""
    t = (math.radians(degrees) - 0.5) / OMEGA
    run = cam(stiffness, driven=True).simulate(t, 2, hold={"follower.x": 55.0}, **EXACT)
    names = {"x": "follower.x", "v": "follower.vx", "a": "follower.ax", "F": "C.force"}
    return {name: float(run[channel][-1]) for name, channel in names.items()}


@cache
def free(stiffness: float) -> Run:
    hold = {"follower.x": 55.0, "cam.angle": -0.5}
    m = cam(stiffness, FREE[stiffness][0])
    m.event("turned", "cam.angle + 0.5 + 2*pi", direction="falling", stop=True)
    return m.simulate(1.4, 1401, speeds={"cam.omega": -OMEGA}, hold=hold, **EXACT)


def _half(stiffness: float, channel: str) -> float:
    """A channel of the free cam when it has turned by 180 degrees, by a parabola through three rows."""
    run = free(stiffness)
    row = int(np.argmin(np.abs(run["cam.angle"] + math.pi)))
    rows = slice(row - 1, row + 2)
    return float(np.polyval(np.polyfit(run["cam.angle"][rows] + math.pi, run[channel][rows], 2), 0.0))


def cases() -> list[Case]:
    found = []
    for degrees, values in TABLE.items():
        for stiffness, names in ((5.0, "xvaF"), (15.0, "F")):
            for name in names:
                exact = values["xva".index(name) if name != "F" else 3 + int(stiffness > 10)]
                share = {"x": 0.0, "v": 1e-4, "a": 1e-3, "F": 1e-3}[name]
                tolerance = share * abs(exact) + {"x": 1e-5, "v": 1e-4, "a": 2e-3, "F": 0.0}[name]
                compute = partial(
                    lambda stiffness, degrees, name: at(stiffness, degrees)[name], stiffness, degrees, name
                )
                quantity = f"{name} at {degrees} degrees, k = {stiffness:g}"
                found.append(
                    Case(
                        "Wang 4.3, constant speed", quantity, None, compute, 0.0, exact=exact, exact_tolerance=tolerance
                    )
                )
    for stiffness, (_, omega, turn, force) in FREE.items():
        source = f"Wang 4.3, free cam, k = {stiffness:g}"
        half = partial(_half, stiffness)
        case = partial(Case, source, published=None, tolerance=0.0)
        found.append(
            case(
                "speed at 180 degrees", computed=lambda half=half: -half("cam.omega"), exact=omega, exact_tolerance=1e-5
            )
        )
        found.append(
            case("force at 180 degrees", computed=lambda half=half: half("C.force"), exact=force, exact_tolerance=2e-3)
        )
        first = partial(lambda stiffness: float(free(stiffness).t[-1]), stiffness)
        found.append(case("first turn (s)", computed=first, exact=turn, exact_tolerance=1e-5))
    return found


test_cases = checks_of(cases)


@pytest.mark.parametrize("stiffness", [5.0, 15.0])
def test_contact_passes_all_seven_pieces_and_is_never_lost(stiffness: float) -> None:
    run = driven(stiffness)
    assert [contact_event.kind for contact_event in run.touches] == ["closes"] + 7 * ["moves"]
    assert [contact_event.after for contact_event in run.touches[1:]] == [1, 2, 3, 4, 5, 6, 0]
    assert run["C.force"].min() > 0.0


def test_acceleration_does_not_jump_between_the_pieces() -> None:
    """The profile is smooth up to its curvature, but for the steps of 1e-4 mm at 105 and 255 degrees."""
    for contact_event in driven(5.0).touches[1:]:
        angle = math.degrees(0.5 + OMEGA * contact_event.t)
        before, after = (at(5.0, angle + side * 1e-5) for side in (-1.0, 1.0))
        assert after["x"] == pytest.approx(before["x"], abs=2e-4)
        assert after["v"] == pytest.approx(before["v"], abs=1e-2)
        assert after["a"] == pytest.approx(before["a"], abs=1.0)
