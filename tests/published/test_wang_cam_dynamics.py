"""Wang 1996, 4.4, appendix C and D.3: forces and events of the cam of simple elements.

The reference at constant speed is the closed form of appendix C with its printed errors mended; that of the free cam
is its one equation of motion integrated by itself. The column ACDMC of Table 4.4-1 is a free cam of 1e6 kg cm^2; only
1 % (5 % for accelerations) is asked of it, for its own figures stray by that. With the softer spring the force would
jump from +41.9 to -76.6 where the contact passes from a line to a corner: the contact is lost at that very moment.
"""

from __future__ import annotations

import math
from functools import cache, partial
from typing import Any

import pytest

from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.wang_cam import cam

EXACT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13, "formulation": "projection", "progress": False}
HELD = {"speeds": {"cam.omega": -0.5}, "hold": {"follower.x": 40.0, "cam.angle": 0.0}}
CHANNELS = {"rho": "follower.x", "rhodot": "follower.vx", "rhoddot": "follower.ax", "F": "C.force"}
STATIONS = {"B": 59.0362, "C": 60.6221, "D": 157.5010, "E": 165.9638}  # degrees
CONSTANT = {  # at constant speed: rho, rhodot, rhoddot, F
    "A+": (40.0, 0.0, -6.0, 66.6),
    "B-": (29.15476, -8.74643, -0.94461, 59.58119),
    "B+": (29.15476, -8.74643, -54.86926, 50.14823),
    "C-": (28.57794, -12.28518, -75.95346, 51.39826),
    "C+": (28.57794, -12.28518, 17.70687, 69.92596),
    "D-": (38.94482, 29.07774, 53.15738, 132.79566),
    "D+": (38.94482, 29.07774, -387.04187, 14.12759),
    "E-": (41.23106, -5.15388, -81.49576, 58.88024),
    "E+": (41.23106, -5.15388, 11.59623, 73.27379),
}
ACDMC = {  # printed
    "B-": (29.1525, -8.7355, -0.9797, 59.3609),
    "B+": (29.1525, -8.7355, -55.2226, 50.0971),
    "C-": (28.5700, -12.3133, -73.1315, 51.1256),
    "C+": (28.5700, -12.3133, 17.7606, 69.9381),
}
FREE = {  # the free cam, computed apart
    "B-": (29.15476, -8.76872, -0.96507, 59.57761),
    "B+": (29.15476, -8.76872, -55.16249, 50.09693),
    "C-": (28.57794, -12.31766, -76.37905, 51.31407),
    "C+": (28.57794, -12.31766, 17.76860, 69.93817),
}
FREE_TIMES = (2.05879, 2.11400, 5.48477, 5.78025, 6.76028, 7.05576, 10.42652, 10.48174, 12.54053)
LOST = (  # stiffness 0.35, free cam: what happens, when
    ("moves", 2.06031),
    ("moves", 2.11564),
    ("opens", 5.49485),
    ("impact", 5.97078),
    ("moves", 6.77037),
    ("opens", 6.96937),
    ("impact", 7.19077),
    ("moves", 10.44556),
    ("moves", 10.50090),
)
LOST_CONSTANT = (5.49782, 5.97389, 6.77314, 6.97204, 7.19355, 10.45026, 10.50562)
BESIDE = 1e-8  # s before and after a transition


@cache
def free(stiffness: float) -> Run:
    return cam(stiffness).simulate(13.0, 131, **EXACT, **HELD)


@cache
def driven(stiffness: float) -> Run:
    return cam(stiffness, driven=True).simulate(13.0, 131, **EXACT, hold={"follower.x": 40.0})


@cache
def beside(station: str, constant: bool) -> dict[str, float]:
    """What the follower does just before or after a station, at the end of a short run."""
    passed = [0.0, *moves(driven(1.5) if constant else free(1.5))]
    t = passed["ABCDE".index(station[0])]
    t += BESIDE if station[1] == "+" else -BESIDE
    if constant:
        run = cam(1.5, driven=True).simulate(t, 2, **EXACT, hold={"follower.x": 40.0})
    else:
        run = cam(1.5).simulate(t, 2, **EXACT, **HELD)
    return {name: float(run[channel][-1]) for name, channel in CHANNELS.items()}


def moves(run: Run) -> list[float]:
    return [contact_event.t for contact_event in run.touches if contact_event.kind == "moves"]


def closed_changes(run: Run) -> list[tuple[str, float]]:
    """Openings, impacts and the transitions of the closed contact."""
    found, closed = [], False
    for contact_event in run.touches:
        if contact_event.kind == "moves" and not closed:
            continue
        closed = contact_event.kind in ("closes", "moves") or (closed and contact_event.kind == "impact")
        if contact_event.kind != "closes":
            found.append((contact_event.kind, contact_event.t))
    return found


def cases() -> list[Case]:
    found = []
    source = "Wang 4.4, constant speed"
    for station, values in CONSTANT.items():
        for name, value in zip(CHANNELS, values, strict=True):
            compute = partial(lambda station, name: beside(station, True)[name], station, name)
            tolerance = 1e-5 * abs(value) + 1e-5
            found.append(Case(source, f"{name}_{station}", None, compute, 0.0, exact=value, exact_tolerance=tolerance))
    for number, (station, angle) in enumerate(STATIONS.items()):
        compute = partial(lambda number: math.degrees(0.5 * moves(driven(1.5))[number]), number)
        found.append(Case(source, f"theta_{station} (deg)", angle, compute, 1e-4))
    for station, values in ACDMC.items():
        for number, (name, value) in enumerate(zip(CHANNELS, values, strict=True)):
            compute = partial(lambda station, name: beside(station, False)[name], station, name)
            tolerance = (0.05 if name == "rhoddot" else 0.01) * abs(value)
            exact = FREE[station][number]
            case = Case(
                "Wang Table 4.4-1, ACDMC",
                f"{name}_{station}",
                value,
                compute,
                tolerance,
                exact=exact,
                exact_tolerance=2e-6 * abs(exact) + 1e-5,
            )
            found.append(case)
    for number, t in enumerate(FREE_TIMES):
        compute = partial(lambda number: _full_turns(free(1.5))[number], number)
        found.append(
            Case(
                "Wang 4.4, free cam", f"transition {number + 1} (s)", None, compute, 0.0, exact=t, exact_tolerance=2e-5
            )
        )
    return found


def _full_turns(run: Run) -> list[float]:
    """Transitions, and when the cam has turned once round."""
    angle = run["cam.angle"]
    row = int((angle > -2 * math.pi).sum()) - 1
    rest = -2 * math.pi - angle[row]
    return [*moves(run)[:8], float(run.t[row] + rest / run["cam.omega"][row])]


test_cases = checks_of(cases)


def test_contact_of_the_stiff_spring_is_never_lost() -> None:
    assert [contact_event.kind for contact_event in free(1.5).touches] == ["closes"] + 8 * ["moves"]
    assert free(1.5)["C.force"].min() > 0.0


def test_contact_of_the_soft_spring_is_lost_where_the_force_would_jump_below_zero() -> None:
    found = closed_changes(free(0.35))
    assert [kind for kind, _ in found if kind != "moves"] == ["opens", "impact", "opens", "impact"]
    expected = [t for _, t in LOST]
    times = sorted({round(t, 9) for _, t in found})
    assert times == pytest.approx(expected, abs=2e-5)


def test_impacts_of_the_soft_spring_have_the_known_speeds() -> None:
    first, second = (contact_event for contact_event in free(0.35).touches if contact_event.kind == "impact")
    assert first.before == pytest.approx(-19.499, abs=1e-3)
    assert second.before == pytest.approx(-6.289, abs=1e-3)
    assert first.after == pytest.approx(0.0, abs=1e-9)


def test_driven_cam_with_the_soft_spring_has_the_same_events_a_little_later() -> None:
    times = sorted({round(t, 9) for _, t in closed_changes(driven(0.35))})
    assert times[2:] == pytest.approx(LOST_CONSTANT, abs=2e-5)


def test_energy_of_the_free_cam_balances() -> None:
    run = free(0.35)
    assert abs(run["energy.balance"]).max() < 1e-6
