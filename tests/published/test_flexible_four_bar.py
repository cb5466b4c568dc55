"""Four-bar with a flexible third bar, chapter 4 of Advances in Computational Multibody Systems (2005), in one model."""

from __future__ import annotations

from functools import cache

import numpy as np

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "Advances 2005, 4.3.2, four-bar with a flexible bar"
RADIUS = 0.015


def bar(m: lw.Planar, modulus: float, density: float, modes: int) -> lw.BodyHandle:
    shape = {"type": "beam", "length": 1, "section": {"radius": RADIUS}, "elements": 10}
    material = {"youngs_modulus": modulus, "density": density}
    ends = {"D": {"at": (0, 0)}, "C": {"at": (1, 0)}}
    damping = {"ratio": 0.1}
    return m.flexible(
        "bar 3", shape=shape, material=material, interfaces=ends, modes=modes, damping=damping, estimate=(2, 0, 0.3)
    )


@cache
def run(modulus: float = 210e9) -> Run:
    """A parallelogram, let go at 0.3 rad with -2 rad/s; all in one model, 5 kg in the flexible bar."""
    m = lw.Planar("four-bar with a flexible bar")
    first = m.body("bar 1", estimate=(0, 0, 0.3), mass={"mass": 10, "center": (0.5, 0), "inertia": 10 / 12})
    middle = (np.cos(0.3), np.sin(0.3), 0)
    second = m.body("bar 2", estimate=middle, mass={"mass": 20, "center": (1, 0), "inertia": 20 * 4 / 12})
    third = bar(m, modulus, 5 / (np.pi * RADIUS**2), 3)
    m.revolute("A", m.ground.at(0, 0), first.at(0, 0))
    m.revolute("B", first.at(1, 0), second.at(0, 0))
    m.revolute("C", second.at(2, 0), third.at("C"))
    m.revolute("D", m.ground.at(2, 0), third.at("D"))
    m.force("torque", first.at(0, 0), torque="if(t < 0.1, -1000*t, -100)")
    speeds = {"bar 1.omega": -2}
    return m.simulate(0.3, 301, hold={"bar 1.angle": 0.3}, speeds=speeds, method="radau", rtol=1e-8, progress=False)


@cache
def pinned() -> np.ndarray:
    """Frequencies of the bar pinned at both ends, in Hz."""
    m = lw.Planar("bar")
    third = bar(m, 210e9, 7000, 8)
    m.estimate("bar 3", 0, 0, 0)
    m.revolute("C", m.ground.at(1, 0), third.at("C"))
    m.revolute("D", m.ground.at(0, 0), third.at("D"))
    return np.array(sorted(mode.frequency for mode in m.linearise().modes)) / (2 * np.pi)


def cases() -> list[Case]:
    angle = Case(
        SOURCE,
        "angle of bar 1 at t = 0.1 s, against bars that are rigid (rad)",
        None,
        lambda: float(run()["bar 1.angle"][100]),
        0.0,
        exact=0.28 / 3,
        exact_tolerance=1e-4,
    )
    exact = [np.pi / 2 * n**2 * (210e9 / 7000) ** 0.5 * RADIUS / 2 for n in (1, 2, 3)]
    return [
        angle,
        *(
            Case(
                SOURCE,
                f"frequency {n + 1} of the pinned bar (Hz)",
                published,
                lambda a=n: float(pinned()[a]),
                1e-2,
                True,
                exact[n],
                1e-2,
            )
            for n, published in enumerate((64.5, 258, 581))
        ),
    ]


test_cases = checks_of(cases)


def test_behind_the_flat_position_the_bars_come_nearer_to_rigid_ones_as_the_bar_gets_stiffer() -> None:
    """At 0.1409 s all bars lie in line: a bar that gives along its length lets the coupler turn a little there."""
    apart = [abs(run(modulus)["bar 1.angle"][300] + 0.4266667) for modulus in (210e9, 210e11)]
    assert apart[1] < 0.3 * apart[0] < 0.3 * 5e-3
    assert np.abs(run()["energy.balance"]).max() < 1e-6
