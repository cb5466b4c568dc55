"""Haug Sec. 5.5: gear-slider. Assembly, three stroke-control angles, lock-up limits, the mirror branch of the idler."""

from __future__ import annotations

from functools import cache, partial

import numpy as np
import pytest

from linkwork.analysis.assembly.assemble import Assembly
from linkwork.mechanism.planar import Planar
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.closed_form import (
    Jet,
    atan2,
    circles_meet,
    cos,
    difference,
    extreme,
    jet,
    sin,
    sqrt,
    state_at,
    time,
    worst,
)
from published.mechanisms import gear_slider, gear_slider_with_arms
from published.mechanisms.gear_sliders import PRINTED

pytestmark = pytest.mark.both_coordinates

THETAS = (-0.1047, 0.0, 0.5236)
MARK = np.arctan2(4, 3)  # reference angle of the idler in mesh 3-4
TABLE = {  # Table 5.5.5
    "gear2": (0, 0, 0),
    "idler": (0.3, 0, 0),
    "gear4": (0.6, 0.4, 0),
    "link": (0.6, -0.4, 0),
    "slider": (1.4928, 0.2, 0),
}


def exact(t: object, theta: float = 0.0, side: float = -1.0, against: float = 0.0) -> dict[str, Jet]:
    """Idler right (side = -1, as drawn) of the line 0 -> gear 4; rolling gives the angles, a coupler the slider.

    `against` is an angle by which the line of centres 2 -> 3 is taken: 0, or -pi when the gear's line points backwards.
    """
    phi2 = 4 * np.pi * time(t)
    th = jet(theta)
    gear4 = 0.6 - 0.8 * sin(th), -0.4 + 0.8 * cos(th)
    idler = circles_meet((jet(0.0), jet(0.0)), 0.3, gear4, 0.5, side)
    b23, b34 = atan2(idler[1], idler[0]), atan2(gear4[1] - idler[1], gear4[0] - idler[0])
    phi3 = 3.0 * (b23 + against) - 2.0 * phi2
    phi4 = (b34 - MARK - 0.2 * phi3) / 0.8
    height = gear4[1] + 0.2 * (sin(phi4) + cos(phi4)) - 0.2
    x = gear4[0] + 0.2 * (cos(phi4) - sin(phi4)) + sqrt(0.64 - height * height)
    return {"idler.angle": phi3, "gear4.angle": phi4, "slider.x": x, "idler.x": idler[0], "idler.y": idler[1]}


def limit(distance: float) -> float:
    """The control angle at which gear 4 is this far from gear 2: 1.16 - 0.96 sin - 0.64 cos = d^2, smaller root."""
    return float(np.arctan2(0.96, 0.64) - np.arccos((1.16 - distance**2) / np.hypot(0.96, 0.64)))


@cache
def study() -> dict[float, Run]:
    """One mechanism, moved for one second with each control angle, always from the estimates of Table 5.5.5."""
    m, runs = gear_slider(), {}
    for theta in THETAS:
        m.set(theta=theta)
        runs[theta] = m.kinematics(until=1.0, points=4001, progress=False)
    return runs


def with_theta(theta: float) -> Planar:
    m = gear_slider()
    m.set(theta=theta)
    return m


@cache
def locked(rate: float) -> Run:
    """The control link turned slowly until the idler's distances cannot be kept, gear 2 turning as well."""
    m = gear_slider(theta=f"{rate}*t")
    return m.kinematics(until=1.0, points=101, progress=False)


def lock_angle(rate: float) -> float:
    return rate * locked(rate).events[-1].t


# ------------------------------------------------------------------------------------------------ cases


def _assembly_cases() -> list[Case]:
    """The printed positions are exact but for the slider's, which is rounded to four digits."""
    m = gear_slider()
    right = {name: float(value.value) for name, value in exact(0.0).items()}
    cases = []
    for body, row in TABLE.items():
        for quantity, printed in zip(("x", "y", "angle"), row, strict=True):
            name = f"{body}.{quantity}"
            compute = partial(lambda name: m.assemble()[name], name)
            text = f"{name}, theta = 0 ({'rad' if quantity == 'angle' else 'm'})"
            value = right.get(name, float(printed))
            cases.append(Case("Haug Table 5.5.5", text, printed, compute, 3e-5, exact=value))
    return cases


# theta: times of greatest and least speed, of greatest and least acceleration
NEAR = {
    -0.1047: (0.735, 0.142, 0.282, 0.9585),
    0.0: (0.6405, 0.048, 0.1875, 0.865),
    0.5236: (0.4335, 0.8365, 0.9895, 0.6445),
}


def _extreme_cases() -> list[Case]:
    cases = []
    for theta, times in NEAR.items():
        for near, channel in zip(times, ("vx", "vx", "ax", "ax"), strict=True):
            order = "rate" if channel == "vx" else "acceleration"
            curve = partial(
                lambda t, theta, order: float(getattr(exact(t, theta)["slider.x"], order)), theta=theta, order=order
            )
            t = extreme(curve, near, 0.02)
            compute = partial(lambda theta, t, c: state_at(with_theta(theta), t, f"slider.{c}"), theta, t, channel)
            unit = "m/s" if channel == "vx" else "m/s²"
            quantity = f"extreme slider.{channel}, theta = {theta}, t = {t:.6f} s ({unit})"
            cases.append(Case("Haug 5.5.4", quantity, None, compute, 0.0, relative=True, exact=curve(t)))
    return cases


def cases() -> list[Case]:
    """Printed table and statements of Sec. 5.5."""
    return [
        *_assembly_cases(),
        *_extreme_cases(),
        Case(
            "Haug 5.5.3",
            "lower lock-up limit of the control angle (rad)",
            -0.1204,
            lambda: lock_angle(-0.2),
            1e-4,
            exact=limit(0.8),
            exact_tolerance=1e-8,
        ),
        Case(
            "Haug 5.5.3",
            "upper lock-up limit of the control angle (rad)",
            0.7330,
            lambda: lock_angle(1.0),
            1e-4,
            exact=limit(0.2),
            exact_tolerance=1e-8,
            erratum="0.7330 is 42 degrees; at that angle gears 2 and 4 are still 0.205 apart, and the idler's "
            "distances 0.3 and 0.5 can be kept down to 0.2. The printed inequality 0.7330 < theta < -0.1204 is also "
            "reversed.",
        ),
    ]


test_case = checks_of(cases)

# ------------------------------------------------------------------------------------------------ curves


@pytest.mark.parametrize("theta", THETAS)
def test_gear_slider_moves_as_the_closed_form_says(theta: float) -> None:
    run = study()[theta]
    assert run.completed and not run.events
    for channel, curve in exact(run.t, theta).items():
        assert worst(run, channel, curve) < 1e-9, channel


def test_gears_turn_in_the_ratio_of_their_radii() -> None:
    """Gear 2 at 4 pi, the idler at -8 pi, gear 4 at 2 pi rad/s: the slider repeats every second."""
    run = study()[0.0]
    for channel, speed in (("gear2.omega", 4 * np.pi), ("idler.omega", -8 * np.pi), ("gear4.omega", 2 * np.pi)):
        assert np.allclose(run[channel], speed, rtol=1e-11)
    assert run["slider.x"][-1] == pytest.approx(run["slider.x"][0], abs=1e-11)


@pytest.mark.parametrize("theta", THETAS)
def test_default_assembly_keeps_the_idler_on_its_side(theta: float) -> None:
    """From Table 5.5.5; a plain minimisation lands on the mirror branch at theta = 0.5236."""
    m = with_theta(theta)
    assembly = m.assemble()
    for channel, curve in exact(0.0, theta).items():
        assert assembly[channel] == pytest.approx(float(curve.value), abs=1e-9)
    assert float(exact(0.0, theta, side=1.0)["idler.y"].value) - assembly["idler.y"] > 0.05, "the mirror is elsewhere"
    assert assembly.notes == []


def started_at_the_mirror(against: float) -> tuple[Assembly, float]:
    """Assembled from the mirror branch at theta = 0.5236, and the slider's place there."""
    m, theta = with_theta(0.5236), 0.5236
    mirror = {name: float(value.value) for name, value in exact(0.0, theta, 1.0, against).items()}
    m.estimate("idler", mirror["idler.x"], mirror["idler.y"], mirror["idler.angle"])
    m.estimate("gear4", 0.6 - 0.8 * np.sin(theta), -0.4 + 0.8 * np.cos(theta), mirror["gear4.angle"])
    m.estimate("link", 0.6, -0.4, theta)
    m.estimate("slider", mirror["slider.x"], 0.2, 0)
    return m.assemble(), mirror["slider.x"]


def test_mirror_branch_also_closes_and_is_named_differently() -> None:
    there, x = started_at_the_mirror(against=0.0)
    assert there.ok and there["slider.x"] == pytest.approx(x, abs=1e-9)
    assert there.branch != with_theta(0.5236).assemble().branch


def test_mirror_branch_of_the_reference_has_the_line_of_centres_backwards() -> None:
    """Where a plain minimisation lands: idler (-0.2717, 0.1271), phi3 = -1.3126, phi4 = -0.4087, x6 = 1.2384."""
    there, x = started_at_the_mirror(against=-np.pi)
    assert there.ok and there["slider.x"] == pytest.approx(x, abs=1e-9)
    found = [there[name] for name in ("idler.x", "idler.y", "idler.angle", "gear4.angle", "slider.x")]
    assert np.allclose(found, [-0.2717, 0.1271, -1.3126, -0.4087, 1.2384], atol=6e-5)


# theta: x max, min, dx max, min, ddx max, min (reference table of the specification)
REFERENCE = {
    -0.1047: (1.74863, 1.16234, 1.78743, -2.12833, 10.4065, -15.5470),
    0.0: (1.66421, 1.07692, 1.78643, -2.13629, 10.4942, -15.5677),
    0.5236: (1.27886, 0.70876, 1.82559, -1.97761, 8.7738, -15.2076),
}
START = {-0.1047: (0.95447, -0.58782, 1.72050), 0.0: (0.0, 0.0, 1.49282), 0.5236: (-2.28284, 1.41822, 0.76554)}


@pytest.mark.parametrize("theta", THETAS)
def test_start_and_extremes_are_those_of_the_reference_table(theta: float) -> None:
    run = study()[theta]
    found = [f(run[f"slider.{name}"]) for name in ("x", "vx", "ax") for f in (np.max, np.min)]
    assert np.allclose(found, REFERENCE[theta], rtol=1e-5)
    assert np.allclose([run[c][0] for c in ("idler.angle", "gear4.angle", "slider.x")], START[theta], atol=2e-5)


def test_positions_are_those_of_the_reference_table() -> None:
    x = [1.49282, 1.23786, 1.09282, 1.09175, 1.20000, 1.39570, 1.60000, 1.65744]
    assert np.allclose(study()[0.0]["slider.x"][0:4000:500], x, atol=6e-6)


def test_control_angle_shifts_the_range_and_hardly_changes_the_stroke() -> None:
    """Erratum: the text of 5.5.4 says that the stroke varies significantly; it is 0.570 to 0.587."""
    stroke = [float(np.ptp(run["slider.x"])) for run in study().values()]
    middle = [float(run["slider.x"].max() + run["slider.x"].min()) / 2 for run in study().values()]
    assert np.allclose(stroke, [0.58629, 0.58729, 0.57010], atol=1e-5)
    assert np.ptp(stroke) / max(stroke) < 0.03 < 0.4 < np.ptp(middle)


def test_printed_reference_angles_move_the_slider_by_less_than_their_rounding() -> None:
    run = gear_slider(reference=PRINTED).kinematics(until=1.0, points=4001, progress=False)
    off = np.max(np.abs(run["slider.x"] - study()[0.0]["slider.x"]))
    assert 1e-9 < off < 5e-5


def test_gears_without_reference_angles_mesh_as_drawn() -> None:
    run = gear_slider(reference=(None, None)).kinematics(until=1.0, points=4001, progress=False)
    assert difference(run, study()[0.0], "slider.x") < 1e-10


def test_idler_on_arms_moves_as_the_idler_held_by_distances() -> None:
    m = gear_slider_with_arms()
    for theta in THETAS:
        m.set(theta=theta)
        run = m.kinematics(until=1.0, points=4001, progress=False)
        for channel in ("slider.x", "idler.angle", "gear4.angle"):
            assert difference(run, study()[theta], channel) < 1e-10, channel


# ------------------------------------------------------------------------------------------------ lock-up


@pytest.mark.parametrize(("rate", "distance", "angle"), [(-0.2, 0.8, -0.12046), (1.0, 0.2, 0.74023)])
def test_control_link_locks_where_the_idler_is_stretched_or_folded(rate: float, distance: float, angle: float) -> None:
    run = locked(rate)
    assert not run.completed and run.events[-1].kind == "lock-up"
    assert lock_angle(rate) == pytest.approx(limit(distance), abs=1e-8)
    assert limit(distance) == pytest.approx(angle, abs=5e-6)


def test_mechanism_still_moves_beyond_the_printed_limit() -> None:
    """At theta = 0.7366, between the printed 0.7330 and the exact 0.7402, a whole turn is possible."""
    run = with_theta(0.7366).kinematics(until=1.0, points=401, progress=False)
    assert run.completed
    assert worst(run, "slider.x", exact(run.t, 0.7366)["slider.x"]) < 1e-9
    apart = np.hypot(run["gear4.x"], run["gear4.y"])
    assert np.allclose(apart, np.sqrt(1.16 - 0.96 * np.sin(0.7366) - 0.64 * np.cos(0.7366)), rtol=1e-11)
