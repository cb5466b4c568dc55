"""Haug Sec. 5.6: valve lifter with cam and flat-faced follower, in cm. Assembly and three eccentricities."""

from __future__ import annotations

from functools import cache, partial

import numpy as np
import pytest

from linkwork.functions import Points, Polar
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.closed_form import Jet, atan2, cos, difference, jet, time, worst
from published.mechanisms import valve_lifter, valve_lifter_with_yoke

pytestmark = pytest.mark.both_coordinates

ECCENTRICITIES, SPEED = (0.25, 0.35, 0.45), 40 * np.pi
TABLE = {  # Table 5.6.5
    "cam": (0, -0.25, 0),
    "push rod": (0, 16, 1.5708),
    "rocker": (6, 31, 0),
    "valve": (12, 23.5, 4.7124),
}


def exact(t: object, e: float = 0.25) -> dict[str, Jet]:
    """Lift e (1 - cos 40 pi t) of push rod and, downwards, of the valve: both rocker arms project 6 across."""
    lift = e * (1.0 - cos(SPEED * time(t)))
    return {"push rod.y": 16.0 + lift, "valve.y": 23.5 - lift, "rocker.angle": atan2(-lift, jet(6.0))}


@cache
def study() -> dict[float, Run]:
    """One mechanism, moved for two turns of the cam with each eccentricity."""
    m, runs = valve_lifter(), {}
    for e in ECCENTRICITIES:
        m.set(e=e)
        runs[e] = m.kinematics(until=0.1, points=4001, progress=False)
    return runs


# ------------------------------------------------------------------------------------------------ cases


def _assembly_cases() -> list[Case]:
    """With phi2 = 0 held, as in the book; the table is exact but for the rounding of its angles."""
    m = valve_lifter()
    assembly = m.assemble(hold={"cam.angle": 0}, drivers=False)
    right = {**TABLE, "push rod": (0, 16, np.pi / 2), "valve": (12, 23.5, 3 * np.pi / 2)}
    cases = []
    for body, row in TABLE.items():
        for quantity, printed, value in zip(("x", "y", "angle"), row, right[body], strict=True):
            compute = partial(lambda name: assembly[name], f"{body}.{quantity}")
            text = f"{body}.{quantity} with the cam held at 0 ({'rad' if quantity == 'angle' else 'cm'})"
            cases.append(Case("Haug Table 5.6.5", text, printed, compute, 5e-5, exact=value))
    contact = Case(
        "Haug 5.6", "contact angle on the cam (rad)", None, lambda: assembly["contact.alpha"], 0, exact=np.pi / 2
    )
    return [*cases, contact]


def _range_cases() -> list[Case]:
    cases = []
    for e in ECCENTRICITIES:
        at_rest, at_top = 0, 1000  # grid points at 0 and half a turn
        fastest = 500
        numbers = [
            ("valve.y, closed (cm)", "valve.y", at_rest, 23.5),
            ("valve.y, open (cm)", "valve.y", at_top, 23.5 - 2 * e),
            ("valve.vy, fastest (cm/s)", "valve.vy", fastest, -SPEED * e),
            ("valve.ay, closed (cm/s²)", "valve.ay", at_rest, -(SPEED**2) * e),
            ("valve.ay, open (cm/s²)", "valve.ay", at_top, SPEED**2 * e),
            ("rocker.angle, open (rad)", "rocker.angle", at_top, -np.arctan(e / 3)),
        ]
        for text, channel, index, value in numbers:
            compute = partial(lambda e, channel, index: float(study()[e][channel][index]), e, channel, index)
            quantity = f"{text}, eccentricity {e}"
            cases.append(Case("Haug 5.6.4", quantity, None, compute, 0, relative=True, exact=float(value)))
    return cases


def cases() -> list[Case]:
    """Printed table of Sec. 5.6 and the closed form of its study."""
    return [*_assembly_cases(), *_range_cases()]


test_case = checks_of(cases)

# ------------------------------------------------------------------------------------------------ curves


@pytest.mark.parametrize("e", ECCENTRICITIES)
def test_valve_lifter_moves_as_the_closed_form_says(e: float) -> None:
    run = study()[e]
    assert run.completed and not run.events
    for channel, curve in exact(run.t, e).items():
        assert worst(run, channel, curve) < 1e-9, channel


def test_contact_runs_round_the_cam_and_is_not_wrapped() -> None:
    """alpha = pi/2 - 40 pi t, to -11 rad in 0.1 s."""
    run = study()[0.25]
    assert np.max(np.abs(run["contact.alpha"] - (np.pi / 2 - SPEED * run.t))) < 1e-9 * 4 * np.pi
    assert run["contact.alpha"][-1] < -10.9
    assert np.max(run.violation()) < 1e-11


def test_amplitude_scales_with_the_eccentricity_and_the_shape_stays() -> None:
    """The book: the cyclic behaviour is the same, only the amplitude varies."""
    shapes = [(run["valve.y"] - 23.5) / e for e, run in study().items()]
    assert np.max(np.abs(shapes[0] - shapes[1])) < 1e-9 and np.max(np.abs(shapes[0] - shapes[2])) < 1e-9


# e: y5 min, greatest speed, greatest acceleration, phi4 min (reference table of the specification)
REFERENCE = {
    0.25: (23.0, 31.4159, 3947.84, -0.083141),
    0.35: (22.8, 43.9823, 5526.98, -0.116142),
    0.45: (22.6, 56.5487, 7106.12, -0.148890),
}


@pytest.mark.parametrize("e", ECCENTRICITIES)
def test_extremes_are_those_of_the_reference_table(e: float) -> None:
    run = study()[e]
    peaks = [np.max(np.abs(run[f"valve.{name}"])) for name in ("vy", "ay")]
    assert np.allclose([run["valve.y"].min(), *peaks, run["rocker.angle"].min()], REFERENCE[e], rtol=6e-6)


def test_contact_height_is_kept_when_the_eccentricity_changes() -> None:
    """The pivot is raised with e, so that the push rod starts at the same height."""
    assert [run["push rod.y"][0] for run in study().values()] == pytest.approx([16.0] * 3, abs=1e-10)


def test_polar_outline_of_the_disc_moves_the_valve_alike_over_many_turns() -> None:
    m = valve_lifter(Polar.model_validate({"radius": 1.25}))
    run = m.kinematics(until=0.5, points=2001, progress=False)
    for channel, curve in exact(run.t).items():
        assert worst(run, channel, curve) < 1e-9, channel


def test_spline_outline_of_the_disc_wraps_and_comes_close() -> None:
    """A quintic spline through 48 points of the disc: its error falls with the sixth power of their distance."""
    points = tuple((1.25 * np.cos(a), 1.25 * np.sin(a)) for a in np.arange(48) * 2 * np.pi / 48)
    m = valve_lifter(Points.model_validate({"points": points}))
    run = m.kinematics(until=0.2, points=801, progress=False)
    assert run.completed and run["contact.alpha"][-1] < -23.0
    right = exact(run.t)["valve.y"]
    assert np.max(np.abs(run["valve.y"] - right.value)) < 1e-8
    assert np.max(np.abs(run["valve.ay"] - right.acceleration)) < 1e-4 * np.max(np.abs(right.acceleration))


def test_yoke_in_place_of_the_contact_moves_the_valve_alike() -> None:
    """A disc under a flat face is a pin in a slot: the disc's centre keeps its radius from the face."""
    m = valve_lifter_with_yoke()
    for e in ECCENTRICITIES:
        m.set(e=e)
        run = m.kinematics(until=0.1, points=4001, progress=False)
        for channel in ("valve.y", "push rod.y", "rocker.angle"):
            assert difference(run, study()[e], channel) < 1e-10, channel
