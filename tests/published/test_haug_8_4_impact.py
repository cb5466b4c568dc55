"""Haug 8.4.2: a heavy body strikes the coil spring and chatters on it; contact stiffness 10 kN/m stands in for the lost
figure and gives the printed separations.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.coil_spring import BODIES, start_places, struck_spring

pytestmark = pytest.mark.both_coordinates

# k: printed last separation (s), and computed apart: largest travel, last separation, its place
BARE = {50: (11.8, 0.3290, 11.86, 1.271), 40: (13.4, 0.3675, 13.27, 1.281), 30: (15.3, 0.4240, 15.32, 1.294)}
DAMPED = {50: (11.812, 1.254), 40: (13.202, 1.260), 30: (15.240, 1.269)}
SEPARATIONS = (0.0492, 0.5473, 1.1000)
CONTACTS = (0.4973, 1.0502, 1.6193)
TRAVELS = {  # contact stiffness: largest travel for k = 50, 40, 30
    5e4: (0.3277, 0.3662, 0.4227),
    1e5: (0.3273, 0.3659, 0.4223),
    1e6: (0.3267, 0.3653, 0.4217),
}
END = 18.0


@cache
def run(stiffness: int, damping: float = 0.0, contact: float = 1e4, end: float = END) -> Run:
    speeds = {f"mass {i}.vx": 0.0 for i in range(1, BODIES + 1)} | {"striker.vx": -0.1}
    hold = start_places() | {"striker.x": 1.2}
    m = struck_spring(stiffness, contact, damping)
    return m.simulate(end, round(1000 * end) + 1, hold=hold, speeds=speeds, rtol=1e-9, progress=False)


def times(found: Run, on: bool) -> list[float]:
    """When the contact closes or opens."""
    word = "begins" if on else "ends"
    return [event.t for event in found.events if event.kind == "switch" and event.text.endswith(word)]


def last(stiffness: int, damping: float = 0.0) -> float:
    return times(run(stiffness, damping), False)[-1]


def place_of_last(stiffness: int, damping: float = 0.0) -> float:
    found = run(stiffness, damping)
    return float(np.interp(last(stiffness, damping), found.t, found["striker.x"]))


def travel(stiffness: int, damping: float = 0.0) -> float:
    return float(1.2 - np.min(run(stiffness, damping)["striker.x"]))


def travel_on(contact: float, stiffness: int) -> float:
    """With another contact stiffness; the turning point is reached before 10 s."""
    return float(1.2 - np.min(run(stiffness, 0.0, contact, 10.0)["striker.x"]))


def gap(stiffness: int, damping: float, until: float) -> float:
    """Largest distance between last mass and striker while they chatter."""
    found = run(stiffness, damping)
    before = found.t < until
    return float(np.max((found["striker.x"] - found["mass 6.x"])[before]))


def cases() -> list[Case]:
    found = []
    for k, (printed, way, t, x) in BARE.items():
        source = f"Haug 8.4.2, k = {k} N/m"
        found += [
            Case(source, "last separation (s)", printed, lambda k=k: last(k), 0.5, exact=t, exact_tolerance=6e-3),
            Case(source, "largest travel (m)", None, lambda k=k: travel(k), 0.0, exact=way, exact_tolerance=6e-5),
            Case(
                source,
                "place of the last separation (m)",
                1.27,
                lambda k=k: place_of_last(k),
                0.04,
                exact=x,
                exact_tolerance=6e-4,
            ),
        ]
    for contact, row in TRAVELS.items():
        for k, way in zip(BARE, row, strict=True):
            found.append(
                Case(
                    f"Haug 8.4.2, k = {k} N/m, contact {contact:g} N/m",
                    "largest travel (m)",
                    0.327 if k == 50 else None,
                    lambda a=(contact, k): travel_on(*a),
                    3e-3,
                    exact=way,
                    exact_tolerance=6e-5,
                )
            )
    for k, (t, x) in DAMPED.items():
        source = f"Haug 8.4.2, k = {k} N/m, damper 200 N s/m in the contact"
        found += [
            Case(source, "last separation (s)", None, lambda k=k: last(k, 200.0), 0.0, exact=t, exact_tolerance=1e-3),
            Case(
                source,
                "place of the last separation (m)",
                None,
                lambda k=k: place_of_last(k, 200.0),
                0.0,
                exact=x,
                exact_tolerance=6e-4,
            ),
        ]
    source = "Haug 8.4.2, k = 50 N/m"
    found.append(Case(source, "largest travel (m)", 0.327, lambda: travel(50), 3e-3))
    found.append(
        Case(
            source + ", damper 200 N s/m in the contact",
            "largest travel (m)",
            None,
            lambda: travel(50, 200.0),
            0.0,
            exact=0.3366,
            exact_tolerance=6e-5,
        )
    )
    for name, on, row in (("separation", False, SEPARATIONS), ("new contact", True, CONTACTS)):
        for i, t in enumerate(row):
            found.append(
                Case(
                    source,
                    f"{name} {i + 1} (s)",
                    None,
                    lambda a=(on, i): times(run(50), a[0])[a[1] + (1 if a[0] else 0)],
                    0.0,
                    exact=t,
                    exact_tolerance=1e-4,
                )
            )
    return found


test_cases = checks_of(cases)


def test_they_touch_twenty_nine_times_and_with_the_damper_twice() -> None:
    for k in BARE:
        assert len(times(run(k), True)) == len(times(run(k), False)) == 29
        assert len(times(run(k, 200.0), True)) == len(times(run(k, 200.0), False)) == 2


def test_the_damper_shrinks_the_gap_and_takes_energy_once() -> None:
    assert abs(gap(50, 0.0, 11.5) - 1.8e-2) < 1e-3
    assert abs(gap(50, 200.0, 11.5) - 8e-5) < 1e-5
    lost = run(50, 200.0)["energy.total"]
    assert np.all(np.diff(lost) < 1e-9) and np.ptp(run(50)["energy.total"]) < 1e-7 * 0.5


def test_the_chatter_is_faster_with_a_stiffer_spring() -> None:
    first = {k: times(run(k), True)[1] for k in BARE}
    assert first[50] < first[40] < first[30]


def test_the_estimate_by_energy_is_an_upper_bound() -> None:
    """All kinetic energy 100 0.1^2/2 into six springs of k/6 in a row: sqrt(6/50) = 0.346 m."""
    assert travel(50) < np.sqrt(6 / 50) < travel(50) + 0.02
