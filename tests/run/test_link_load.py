"""Loads inside links against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.run.link_load import LinkLoad
from linkwork.run.run import Run

pytestmark = pytest.mark.both_coordinates

MASS, LENGTH, SPEED = 3.0, 2.0, 5.0


def rotating(**mass: object) -> Run:
    m = lw.Planar("rotating rod")
    bar = m.body("bar", estimate=(0, 0, 0), points={"tip": (LENGTH, 0)})
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.mass("bar", **mass)
    m.drive("motor", joint="O", angle=f"{SPEED}*t")
    return m.inverse_dynamics(1.0, 5, progress=False)


ROD = {"mass": MASS, "center": (LENGTH / 2, 0), "inertia": MASS * LENGTH**2 / 12}


def pull(load: LinkLoad, mass: float = MASS) -> np.ndarray:
    """m w^2 (l^2 - x^2) / (2 l)."""
    return mass * SPEED**2 * (LENGTH**2 - load.station**2) / (2 * LENGTH)


def test_a_rotating_rod_is_pulled_by_its_own_mass() -> None:
    load = rotating(**ROD).link_load("bar", "O", "tip", 21)
    assert np.allclose(load.axial, pull(load), atol=1e-10)
    assert np.max(np.abs(load.shear)) < 1e-10 and np.max(np.abs(load.bending)) < 1e-10
    assert load.spread == "a uniform rod" and load.largest("axial").station == 0.0


def test_shapes_give_the_same_as_numbers() -> None:
    shapes = [
        [lw.shapes.Rod(**{"from": (0, 0), "to": (LENGTH, 0)}, mass=MASS)],
        [lw.shapes.Rod(**{"from": (LENGTH, 0), "to": (0, 0)}, mass=MASS)],
        [lw.shapes.Rectangle(width=LENGTH, height=0.2, center=(LENGTH / 2, 0), mass=MASS)],
        [lw.shapes.Rectangle(width=0.2, height=LENGTH, center=(LENGTH / 2, 0), angle=np.pi / 2, mass=MASS)],
    ]
    for shape in shapes:
        load = rotating(shapes=shape).link_load("bar", "O", "tip", 11)
        assert np.allclose(load.axial, pull(load), atol=1e-9) and load.spread == "from the body's shapes"


def test_a_mass_at_the_tip_pulls_the_whole_rod() -> None:
    tip = 1.5
    rod = lw.shapes.Rod(**{"from": (0, 0), "to": (LENGTH, 0)}, mass=MASS)
    weight = lw.shapes.PointMass(at=(LENGTH, 0), mass=tip)
    by_shapes = rotating(shapes=[rod, weight])
    load = by_shapes.link_load("bar", "O", "tip", 11)
    assert np.allclose(load.axial, pull(load) + tip * SPEED**2 * LENGTH, atol=1e-9)
    whole = by_shapes.mechanism.mass_properties("bar")
    by_numbers = rotating(mass=whole.mass, center=(whole.x, 0), inertia=whole.inertia).link_load("bar", "O", "tip", 11)
    assert by_numbers.spread == "a uniform rod with point masses at its ends"
    assert np.allclose(by_numbers.axial, load.axial, atol=1e-9)


def test_a_falling_chimney_bends_most_at_a_third_of_its_height() -> None:
    """M = m g cos(phi) l/4 s (1 - s)^2 with s = x/l, at every angle of the fall."""
    m = lw.Planar("chimney")
    bar = m.body("bar", estimate=(0, 0, 1.5), points={"top": (LENGTH, 0)})
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.mass("bar", **ROD)
    m.set_gravity(0, -9.81)
    run = m.simulate(0.9, 10, rtol=1e-10, progress=False)
    load = run.link_load("bar", "O", "top", 31)
    s, phi = load.station / LENGTH, run["bar.angle"][:, None]
    weight = MASS * 9.81 * np.cos(phi)
    assert np.allclose(load.bending, weight * LENGTH / 4 * s * (1 - s) ** 2, atol=1e-9)
    assert np.allclose(load.shear, weight / 4 * (1 - s) * (1 - 3 * s), atol=1e-9)
    assert load.largest("bending").station == pytest.approx(LENGTH / 3)
    assert np.allclose(run["bending(bar, O, top, 0.5)"], weight[:, 0] * LENGTH / 32, atol=1e-9)
    assert run.unit("bending(bar, O, top, 0.5)") == "N m" and run.unit("axial(bar, O, top, 0)") == "N"
    along = MASS * (1 - s) * (9.81 * np.sin(phi) - run["bar.omega"][:, None] ** 2 * LENGTH / 2 * (1 + s))
    assert np.allclose(load.axial, -along, atol=1e-9)


def test_a_connecting_rod_is_whipped_by_its_acceleration() -> None:
    """A uniform rod between pins is a beam under a load that is linear along it: minus mass times acceleration."""
    m = lw.Planar("slider-crank")
    crank, rod, slider = (m.body(name) for name in ("crank", "rod", "slider"))
    m.estimate("crank", 0, 0, 1)
    m.estimate("rod", 0.1, 0.15, -0.3)
    m.estimate("slider", 0.7, 0, 0)
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.2, 0), rod.at(-0.1, 0.3))
    m.revolute("B", rod.at(0.5, 0.3), slider.at(0, 0))
    m.add_point("rod", "a", (-0.1, 0.3))
    m.add_point("rod", "b", (0.5, 0.3))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.mass("rod", mass=1.2, center=(0.2, 0.3), inertia=1.2 * 0.6**2 / 12)
    m.mass("slider", mass=2)
    m.set_gravity(0, -9.81)
    m.drive("motor", joint="O", angle="1 + 50*t")
    run = m.inverse_dynamics(0.13, 40, progress=False)
    load = run.link_load("rod", "A", "B", 13)
    c, s = np.cos(run["rod.angle"]), np.sin(run["rod.angle"])
    near, far = (-1.2 / 0.6 * (c * (run[f"rod.{end}.ay"] + 9.81) - s * run[f"rod.{end}.ax"])[:, None] for end in "ab")
    x, length = load.station, 0.6
    support = -(near / 3 + far / 6) * length
    bending = support * x + near * x**2 / 2 + (far - near) * x**3 / (6 * length)
    assert np.max(np.abs(bending)) > 10.0
    assert np.allclose(load.bending, bending, atol=1e-9 * np.max(np.abs(bending)))
    assert np.allclose(-load.axial[:, 0], run["A.fx"] * c + run["A.fy"] * s, atol=1e-9)
    low, high = load.envelope("bending")
    assert np.allclose(high, bending.max(axis=0)) and np.allclose(low, bending.min(axis=0), atol=1e-9)
    peak = load.largest("bending")
    assert peak.value == pytest.approx(bending.flat[np.argmax(np.abs(bending))]) and peak.t in run.t
    assert load.imbalance < 1e-12


def beam(**force: object) -> Run:
    m = lw.Planar("beam")
    body = m.body("beam", estimate=(0, 0, 0))
    m.revolute("A", m.ground.at(0, 0), body.at(0, 0))
    m.absolute_y("B", body.at(4, 0), 0)
    m.force("load", body.at(1, 0.1), **force)
    return m.inverse_dynamics(1.0, 2, progress=False)


def test_a_beam_bends_under_a_force_between_its_supports() -> None:
    """P a b / l under the load; between the supports the shear jumps by P."""
    load = beam(y=-100).link_load("beam", "A", "B", [0.0, 0.2499, 0.25, 0.2501, 1.0])
    assert np.allclose(load.bending[0], [0, 75 * 0.9996, 75, 75 - 25 * 0.0004, 0])
    assert np.allclose(load.shear[0], [75, 75, -25, -25, -25])


def test_a_force_beside_the_axis_makes_the_moment_jump() -> None:
    """100 N along the beam at 0.1 m above its axis: a couple of -10 N m at x = 1, axial force only before it."""
    load = beam(x=100).link_load("beam", "A", "B", [0.1, 0.2499, 0.2501, 0.9])
    assert np.allclose(load.axial[0], [100, 100, 0, 0])
    assert np.allclose(load.shear[0], -2.5)
    assert np.allclose(load.bending[0], [-2.5 * 0.4, -2.5 * 0.9996, 10 - 2.5 * 1.0004, 10 - 2.5 * 3.6])


def test_a_mass_given_by_odd_numbers_still_balances() -> None:
    """Neither a rod with end masses nor a rod about the centre fits: at the tip there is no load whatever is taken."""
    for inertia, spread in ((0.05, "a uniform rod about the mass centre"), (0.0, "everything at the mass centre")):
        run = rotating(mass=MASS, center=(0.9, 0.1), inertia=inertia)
        load = run.link_load("bar", "O", "tip", 9)
        assert load.spread == spread
        assert np.allclose([load.axial[:, -1], load.shear[:, -1], load.bending[:, -1]], 0.0, atol=1e-10)
        assert np.allclose(load.axial[:, 0], MASS * SPEED**2 * 0.9)


def test_a_motor_turns_the_bar_at_its_pin_wherever_the_frame_sits() -> None:
    """A driven massless bar with a weight at its tip is a cantilever: M = -m g (l - x), greatest at the motor."""
    m = lw.Planar("jib")
    bar = m.body("bar", estimate=(1, 0, 0), points={"tip": (1, 0)})
    m.revolute("O", bar.at(-1, 0), m.ground.at(0, 0))
    m.mass("bar", shapes=[lw.shapes.PointMass(at=(1, 0), mass=4)])
    m.set_gravity(0, -10)
    m.drive("motor", joint="O", angle="0")
    run = m.inverse_dynamics(1.0, 2, progress=False)
    load = run.link_load("bar", "O", "tip", 5)
    assert np.allclose(load.bending, -40 * (2 - load.station), atol=1e-9)
    assert np.allclose(load.shear, 40.0)


def test_places_that_are_not_there_are_named() -> None:
    run = rotating(**ROD)
    with pytest.raises(AnalysisError, match="no joint, force or point 'Q'; there are: O, motor, tip"):
        run.link_load("bar", "O", "Q")
    with pytest.raises(AnalysisError, match="has no length"):
        run.link_load("bar", "O", "O")
    with pytest.raises(AnalysisError, match=r"write it as axial\(rod, A, B, 0.5\)"):
        run["axial(bar, O, tip)"]
    with pytest.raises(AnalysisError, match="between 0 and 1"):
        run.link_load("bar", "O", "tip", [1.5])
