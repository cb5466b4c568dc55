"""Four-bar with a flexible third bar, chapter 4 of Advances in Computational Multibody Systems (2005), in one model."""

from __future__ import annotations

from functools import cache

import numpy as np

import linkwork as lw
from linkwork.exchange.coupling import Coupled, CoupledRun, MechanismPart
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
def glued() -> CoupledRun:
    """The same cut at C: bars 1 and 2 are one part, the flexible bar is the other."""
    m = lw.Planar("bars 1 and 2")
    first = m.body("one", estimate=(0, 0, 0.3), mass={"mass": 10, "center": (0.5, 0), "inertia": 10 / 12})
    mass = {"mass": 20, "center": (1, 0), "inertia": 80 / 12}
    second = m.body("two", estimate=(np.cos(0.3), np.sin(0.3), 0), mass=mass, points={"C": (2, 0)})
    m.revolute("A", m.ground.at(0, 0), first.at(0, 0))
    m.revolute("B", first.at(1, 0), second.at(0, 0))
    m.force("torque", first.at(0, 0), torque="if(t < 0.1, -1000*t, -100)")
    start = {"hold": {"one.angle": 0.3, "two.angle": 0}, "speeds": {"one.omega": -2, "two.omega": 0}}
    left = MechanismPart(m, interfaces={"C": "two.C"}, outputs={"theta": "one.angle"}, **start)
    m = lw.Planar("bar 3")
    third = bar(m, 210e9, 5 / (np.pi * RADIUS**2), 3)
    m.revolute("D", m.ground.at(2, 0), third.at("D"))
    right = MechanismPart(m, interfaces={"C": "bar 3@C"}, speeds={"bar 3.omega": -2}, steps=40)
    c = Coupled("four-bar with a flexible bar, glued at C")
    c.add("left", left)
    c.add("right", right)
    c.glue("C", "left.C", "right.C")
    return c.run(until=0.2, step=1e-3, progress=False)


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


def test_glued_at_one_joint_it_is_the_single_model_through_the_flat_position() -> None:
    angle, wanted = glued()["left.theta"], run()["bar 1.angle"][:201]
    assert glued()["C.gap"].max() < 1e-10 and glued()["iterations"].max() <= 3
    assert np.abs(angle - wanted)[:140].max() < 1e-6  # before the flat position
    assert np.abs(angle - wanted).max() < 3e-4  # behind it, where a small velocity error turns the coupler
