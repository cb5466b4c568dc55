"""Haug 8.3.4: the shaper driven by a constant torque against the cutting force, three flywheels.

The cutting force's figure is lost: a uniform one of the printed work stands in. The run starts where a cut has ended.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of
from published.mechanisms.shaper import cutting_shaper

pytestmark = pytest.mark.both_coordinates

# flywheel: printed cycles a second, and computed apart: cycles a second, least and largest speed
FLYWHEELS = {1000: (2.2, 2.27, 6.0, 29.3), 2000: (1.8, 1.92, 6.0, 21.5), 4000: (1.5, 1.62, 6.0, 16.1)}


LONGER = {1000: 2.16, 2000: 1.84, 4000: 1.57}
"""Cycles a second when the cut goes from 1.6 to -4.1 m."""


@cache
def run(flywheel: int, start: float = 1.5, end: float = -4.0) -> Run:
    m = cutting_shaper(flywheel, start, end)
    m.event("revolution", when="crank.angle - phase - 2*pi", direction="rising")
    return m.simulate(
        2.0, 4001, hold={"crank.angle": "phase"}, speeds={"crank.omega": "2*pi"}, rtol=1e-9, progress=False
    )


def rate(flywheel: int, start: float = 1.5, end: float = -4.0) -> float:
    return 1.0 / next(event.t for event in run(flywheel, start, end).events if event.name == "revolution")


def cases() -> list[Case]:
    found = []
    for flywheel, (printed, cycles, least, most) in FLYWHEELS.items():
        source = f"Haug 8.3.4, flywheel {flywheel} kg m^2, uniform cut"
        found += [
            Case(source, "cycles a second, read from a plot", printed, lambda j=flywheel: rate(j), 0.1, relative=True),
            Case(
                source,
                "cycles a second",
                None,
                lambda j=flywheel: rate(j),
                0.0,
                exact=cycles,
                exact_tolerance=6e-3,
            ),
            Case(
                source,
                "least speed (rad/s)",
                None,
                lambda j=flywheel: float(np.min(run(j)["crank.omega"])),
                0.0,
                exact=least,
                exact_tolerance=6e-2,
            ),
            Case(
                source,
                "largest speed (rad/s)",
                None,
                lambda j=flywheel: float(np.max(run(j)["crank.omega"])),
                0.0,
                exact=most,
                exact_tolerance=6e-2,
            ),
        ]
    for flywheel, cycles in LONGER.items():
        found.append(
            Case(
                f"Haug 8.3.4, flywheel {flywheel} kg m^2, uniform longer cut",
                "cycles a second, read from a plot",
                FLYWHEELS[flywheel][0],
                lambda j=flywheel: rate(j, 1.6, -4.1),
                0.1,
                relative=True,
                exact=cycles,
                exact_tolerance=4e-3,
            )
        )
    return found


test_cases = checks_of(cases)


def test_what_the_book_reads_from_its_plots() -> None:
    spread = [np.ptp(run(j)["crank.omega"]) for j in FLYWHEELS]
    force = [np.ptp(run(j)["B.fx"]) for j in FLYWHEELS]
    rates = [rate(j) for j in FLYWHEELS]
    assert spread[0] > spread[1] > spread[2]
    assert force[0] > force[1] > force[2]
    assert rates[0] > rates[1] > rates[2]


def test_the_work_of_a_cut_is_the_printed_one() -> None:
    """2 pi 165,521 N m = 1.04e6 N m; over a revolution the speed comes back."""
    for flywheel in FLYWHEELS:
        found = run(flywheel)
        turned = found["crank.angle"] - found["crank.angle"][0]
        speed = np.interp(2 * np.pi, turned, found["crank.omega"])
        assert abs(speed - 2 * np.pi) < 1e-2


@pytest.mark.parametrize("flywheel", FLYWHEELS)
def test_started_on_the_return_side_the_first_cut_stalls(flywheel: int) -> None:
    m = cutting_shaper(flywheel)
    m.set(phase=-1.816343)
    found = m.simulate(2.0, 401, hold={"crank.angle": "phase"}, speeds={"crank.omega": "2*pi"}, progress=False)
    assert abs(found["tool.x"][0] + 4.0) < 1e-3
    assert not found.completed and found.events[-1].kind == "chattering"
    assert found.t[-1] < 1.0
