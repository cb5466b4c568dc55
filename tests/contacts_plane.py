"""Mechanisms in the plane whose bodies touch, for tests of the formulations."""

from __future__ import annotations

import linkwork as lw

GRAVITY = 9.81
ENDS = (0, 0.0), (1, 1.0)  # number and place of the ground pins of a loop


def _falling(name: str) -> lw.Planar:
    m = lw.Planar(name)
    m.set_gravity(0, -GRAVITY)
    return m


def ball(friction: float = 0.3, restitution: float = 0.0) -> lw.Planar:
    """A ball of 0.1 m, its centre 0.15 m above a floor."""
    m = _falling("ball")
    body = m.body("ball", (0, 0.15, 0), mass=lw.Mass(mass=1, inertia=0.005))
    body.profile("rim", lw.circle(0.1))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", "ball.rim", restitution=restitution, friction=friction)
    return m


def box(friction: float = 0.3) -> lw.Planar:
    """A box that falls a little onto a floor, turned by a tenth of a radian."""
    m = _falling("box")
    body = m.body("box", (0, 0.15, 0.1), mass=lw.Mass(mass=2, inertia=0.03))
    body.profile("edge", lw.polygon([(-0.2, -0.1), (0.2, -0.1), (0.2, 0.1), (-0.2, 0.1)]))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", "box.edge", friction=friction)
    return m


def pendulum(restitution: float = 1.0, angle: float = 0.0) -> lw.Planar:
    """A pendulum with a disc at its end, which swings down against a wall."""
    m = _falling("pendulum")
    arm = m.body("arm", (0, 0, angle), mass=lw.Mass(mass=2, center=(0.5, 0), inertia=0.2))
    m.revolute("A", m.ground, arm)
    arm.profile("tip", lw.circle(0.1, center=(1, 0)))
    m.ground.profile("wall", lw.wall((0, 0), (0, 1)))
    m.contact("C", "ground.wall", "arm.tip", restitution=restitution)
    return m


def chain(friction: float = 0.2) -> lw.Planar:
    """Three rods on pins that fall until the last one lies with its end on a floor."""
    m = _falling("chain")
    rods = [m.body(f"rod{i}", (0.5 * i, 0, 0), mass=lw.Mass(mass=1, center=(0.25, 0), inertia=0.02)) for i in range(3)]
    m.revolute("A", m.ground, rods[0])
    m.revolute("B", rods[0].at(0.5, 0), rods[1])
    m.revolute("D", rods[1].at(0.5, 0), rods[2])
    rods[2].profile("end", lw.circle(0.05, center=(0.5, 0)))
    m.ground.profile("floor", lw.wall((0, -0.6), (-1, 0)))
    m.contact("F", "ground.floor", "rod2.end", friction=friction)
    return m


def slider_crank(restitution: float = 0.3, friction: float = 0.0) -> lw.Planar:
    """A slider-crank that falls, with a stop that its slider hits."""
    m = _falling("slider-crank")
    crank = m.body("crank", (0, 0, 0), mass=lw.Mass(mass=1, center=(0.1, 0), inertia=0.02))
    rod = m.body("rod", (0.2, 0, 0), mass=lw.Mass(mass=1, center=(0.25, 0), inertia=0.02))
    slider = m.body("slider", (0.7, 0, 0), mass=lw.Mass(mass=1, inertia=0.02))
    m.revolute("O", m.ground, crank)
    m.revolute("A", crank.at(0.2, 0), rod)
    m.revolute("B", rod.at(0.5, 0), slider)
    m.translational("G", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    slider.profile("nose", lw.circle(0.05))
    m.ground.profile("stop", lw.wall((0.45, 0), (0, 1)))
    m.contact("S", "ground.stop", "slider.nose", restitution=restitution, friction=friction)
    return m


def four_bar(doubled: bool = False) -> lw.Planar:
    """A parallelogram that swings down until its coupler lies with a nose on a floor; doubled: by a third rocker."""
    m = _falling("four-bar")
    coupler = m.body("coupler", (0.17, 0.985, 0), mass=lw.Mass(mass=2, center=(0.5, 0), inertia=0.2))
    for number, x in enumerate((0.0, 1.0, 0.4) if doubled else (0.0, 1.0)):
        rocker = m.body(f"rocker{number}", (x, 0, 1.4), mass=lw.Mass(mass=1, center=(0.5, 0), inertia=0.1))
        m.revolute(f"O{number}", m.ground.at(x, 0), rocker)
        m.revolute(f"A{number}", rocker.at(1, 0), coupler.at(x, 0))
    coupler.profile("nose", lw.circle(0.05, center=(0.5, -0.5)))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("F", "ground.floor", "coupler.nose", restitution=0.4)
    return m


def five_bar(friction: float = 0.2) -> lw.Planar:
    """A loop of two cranks and two couplers whose tip falls onto a floor and slides there."""
    m = _falling("five-bar")
    arms = [m.body(f"arm{i}", (x, 0, 1.5), mass=lw.Mass(mass=1, center=(0.25, 0), inertia=0.02)) for i, x in ENDS]
    one = m.body("one", (0.03, 0.5, 0.8), mass=lw.Mass(mass=1, center=(0.4, 0), inertia=0.05))
    two = m.body("two", (1.03, 0.5, 2.2), mass=lw.Mass(mass=1.5, center=(0.4, 0), inertia=0.05))
    for (number, x), arm, bar in zip(ENDS, arms, (one, two), strict=True):
        m.revolute(f"O{number}", m.ground.at(x, 0), arm)
        m.revolute(f"A{number}", arm.at(0.5, 0), bar)
    m.revolute("P", one.at(0.8, 0), two.at(0.8, 0))
    one.profile("tip", lw.circle(0.05, center=(0.8, 0)))
    m.ground.profile("floor", lw.wall((0, 0.9), (-1, 0)))
    m.contact("F", "ground.floor", "one.tip", friction=friction)
    return m


def friction_pendulum(closed: bool = False) -> lw.Planar:
    """A slider with a double pendulum, all of whose joints rub; closed: its end hangs on a light rod to the ground."""
    m = _falling("rubbing pendulum")
    slider = m.body("slider", (0, 0, 0), mass=lw.Mass(mass=1, inertia=0.1))
    first = m.body("first", (0, 0, 0), mass=lw.Mass(mass=2, center=(0.5, 0), inertia=0.2))
    second = m.body("second", (1, 0, 0), mass=lw.Mass(mass=1, center=(0.5, 0), inertia=0.1))
    m.translational("G", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.revolute("P", slider, first)
    m.revolute("Q", first.at(1, 0), second)
    if closed:
        rod = m.body("rod", (2, 0, 0.5), mass=lw.Mass(mass=0.5, center=(0.5, 0), inertia=0.05))
        m.revolute("R", second.at(1, 0), rod)
        m.revolute("S", rod.at(1, 0), m.ground.at(2.87758, 0.47943))
        m.friction("end", "S", 0.1, radius=0.05)
    m.friction("guide", "G", 0.2, length=0.2)
    m.friction("upper", "P", 0.15, radius=0.1)
    m.friction("lower", "Q", 0.1, radius=0.1)
    return m
