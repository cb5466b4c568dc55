"""Equations to be read: the inverted double pendulum, Kane's equations of SymPy, small variables."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sympy as sp
from sympy.physics.mechanics import KanesMethod, Particle, Point, ReferenceFrame, dynamicsymbols

import linkwork as lw
from linkwork.base.errors import AnalysisError


def inverted() -> lw.Planar:
    """McPhee's cart with two point masses on massless rods, one on the other (after Karnopp)."""
    m = lw.Planar("inverted double pendulum")
    m.parameters(m=3.0, m1=1.0, m2=0.5, l1=0.8, l2=0.6, g=9.81)
    m.input_signal("F", unit="N")
    cart, one, two = m.body("cart"), m.body("one", estimate=(0, 0, 1.4)), m.body("two", estimate=(0, 0.8, 1.7))
    m.translational("rail", m.ground.line((0, 0), (1, 0)), cart.line((0, 0), (1, 0)))
    m.revolute("O", cart.at(0, 0), one.at(0, 0))
    m.revolute("A", one.at("l1", 0), two.at(0, 0))
    m.mass(cart, mass="m", inertia=1)
    m.mass(one, mass="m1", center=("l1", 0), inertia=0)
    m.mass(two, mass="m2", center=("l2", 0), inertia=0)
    m.set_gravity(0, "-g")
    m.force("push", cart, x="F")
    return m


PARAMETERS = ["m", "m1", "m2", "l1", "l2", "g"]


def test_the_inverted_double_pendulum_has_its_closed_form_in_three_coordinates() -> None:
    m = inverted()
    p = m.program(PARAMETERS, coordinates="joints")
    assert len(p.rates) == 3 and p.recorded.shapes["jacobian"][0] == 0
    bodies = m.program(PARAMETERS)
    assert (len(bodies.rates), bodies.recorded.shapes["jacobian"][0]) == (9, 6)
    mass, m1, m2, l1, l2 = sp.symbols("m m1 m2 l1 l2")
    order = [p.rates.index(name) for name in ("rail.position_rate", "O.omega", "A.omega")]
    found = p.symbolic("mass").extract(order, order)
    a, b = sp.Symbol("O.angle"), sp.Symbol("A.angle")
    both = m1 * l1**2 + m2 * (l1**2 + l2**2 + 2 * l1 * l2 * sp.cos(b))
    cross = m2 * (l2**2 + l1 * l2 * sp.cos(b))
    pull = -(m1 + m2) * l1 * sp.sin(a) - m2 * l2 * sp.sin(a + b)
    wanted = sp.Matrix(
        [
            [mass + m1 + m2, pull, -m2 * l2 * sp.sin(a + b)],
            [pull, both, cross],
            [-m2 * l2 * sp.sin(a + b), cross, m2 * l2**2],
        ]
    )
    assert sp.simplify(found - wanted) == sp.zeros(3, 3)


def test_point_masses_give_the_same_accelerations_in_both_kinds_of_coordinates() -> None:
    m = inverted()
    seen = []
    for coordinates in ("bodies", "joints"):
        p = m.program(coordinates=coordinates, outputs=["one.alpha", "two.alpha", "cart.ax"])
        values = dict(zip(p.coordinates, p.recorded.start, strict=True)) | p.recorded.begin
        seen.append(p.evaluate("outputs", values | {"F": 2.0}))
    assert seen[0] == pytest.approx(seen[1], rel=1e-11)


def test_latex_is_written_and_a_large_system_is_refused() -> None:
    points, _ = chain_of_points(1, True)
    text = points.program(coordinates="joints").source("latex")
    assert r"{\theta}_{\mathrm{J0}}" in text and "M = " in text and "Q = " in text
    m = lw.Planar("chain")
    before: Any = m.ground.at(0, 0)
    for number in range(40):
        body = m.body(f"b{number}", estimate=(number, 0, 0))
        m.revolute(f"J{number}", before, body.at(0, 0))
        m.mass(body, mass=1, center=(0.5, 0), inertia=0.1)
        before = body.at(1, 0)
    with pytest.raises(AnalysisError, match="are no equations to be read"):
        m.program(coordinates="joints").source("latex")


def chain_of_points(count: int, on_cart: bool) -> tuple[lw.Planar, list[str]]:
    """Point masses on massless rods, in absolute axes, on a cart or on the ground."""
    m = lw.Planar("points")
    before: Any = m.ground.at(0, 0)
    names = list[str]()
    if on_cart:
        cart = m.body("cart")
        m.translational("rail", m.ground.line((0, 0), (1, 0)), cart.line((0, 0), (1, 0)))
        m.mass(cart, mass=2, inertia=1)
        before, names = cart.at(0, 0), ["cart.ax"]
    for number in range(count):
        body = m.body(f"rod{number}", estimate=(0.5 * number, 0, 0.4 + 0.3 * number))
        m.revolute(f"J{number}", before, body.at(0, 0))
        m.mass(body, mass=1 + number, center=(0.5, 0), inertia=0)
        before = body.at(0.5, 0)
        names.append(f"rod{number}.alpha")
    m.set_gravity(0, -9.81)
    return m, names


def kane(count: int, on_cart: bool, angles: list[float], speeds: list[float]) -> np.ndarray:
    frame, origin = ReferenceFrame("N"), Point("O")
    q, u = dynamicsymbols(f"q:{count + on_cart}"), dynamicsymbols(f"u:{count + on_cart}")
    origin.set_vel(frame, 0)
    particles, loads, last = [], [], origin
    first = 1 if on_cart else 0
    if on_cart:
        last = origin.locatenew("C", q[0] * frame.x)
        last.set_vel(frame, u[0] * frame.x)
        particles.append(Particle("cart", last, 2))
    for number in range(count):
        angle, rate = q[first + number], u[first + number]
        axis = sp.cos(angle) * frame.x + sp.sin(angle) * frame.y
        side = -sp.sin(angle) * frame.x + sp.cos(angle) * frame.y
        point = last.locatenew(f"P{number}", sp.Rational(1, 2) * axis)
        point.set_vel(frame, last.vel(frame) + sp.Rational(1, 2) * rate * side)
        particles.append(Particle(f"p{number}", point, 1 + number))
        loads.append((point, -sp.Float(9.81) * (1 + number) * frame.y))
        last = point
    rates = [one.diff() - other for one, other in zip(q, u, strict=True)]
    method = KanesMethod(frame, q_ind=q, u_ind=u, kd_eqs=rates)
    method.kanes_equations(particles, loads)
    given = dict(zip([*q, *u], [*([0.0] * first), *angles, *speeds], strict=True))
    mass = np.array(method.mass_matrix.subs(given), float)
    return np.linalg.solve(mass, np.array(method.forcing.subs(given), float)[:, 0])


@pytest.mark.parametrize(("count", "on_cart"), [(1, False), (2, False), (1, True), (2, True)])
def test_kanes_method_of_sympy_gives_the_same_accelerations(count: int, on_cart: bool) -> None:
    m, names = chain_of_points(count, on_cart)
    speeds = {name.replace(".alpha", ".omega").replace(".ax", ".vx"): 0.7 - 1.1 * i for i, name in enumerate(names)}
    p = m.program(
        coordinates="joints", outputs=[*names, *(f"rod{number}.angle" for number in range(count))], speeds=speeds
    )
    values = dict(zip(p.coordinates, p.recorded.start, strict=True)) | p.recorded.begin
    found = p.evaluate("outputs", values)
    angles = [float(x) for x in found[len(names) :]]
    assert found[: len(names)] == pytest.approx(kane(count, on_cart, angles, list(speeds.values())), rel=1e-10)


def test_small_variables_are_linearised_before_the_equations_are_solved() -> None:
    m = inverted()
    whole, small = m.program(coordinates="joints"), m.program(coordinates="joints", small=["A.angle", "O.angle"])
    assert sum(small.count("rates", "accelerations").values()) < sum(whole.count("rates", "accelerations").values())
    errors = []
    for size in (1e-3, 5e-4):
        state = {"O.angle": size, "O.omega": -0.5 * size, "A.angle": 2 * size, "A.omega": 0.7 * size, "F": 1.0}
        one, other = (p.evaluate("accelerations", state) for p in (whole, small))
        errors.append(np.max(np.abs(one - other)))
    assert errors[0] < 1e-4 and errors[0] / errors[1] == pytest.approx(4, rel=0.05)
    with pytest.raises(AnalysisError, match=r"small: there is no coordinate 'A\.angel'"):
        m.program(coordinates="joints", small=["A.angel"])


def test_what_the_equations_are_made_of_is_linear_in_small_variables_with_the_right_slopes() -> None:
    """A law with a root, a quotient, a decision and an angle on two links: value, slope, nothing else."""
    m = inverted()
    m.force(
        "wind", "two", torque="if(two.omega > 3, 1, 200*atan2(two.vx, 4 + two.y)*sqrt(2 + one.angle)/(1 + two.x^2))"
    )
    names = ["A.angle", "O.angle"]
    whole, small = m.program(coordinates="joints"), m.program(coordinates="joints", small=names)
    along = {"A.angle": 0.3, "O.angle": -0.2, "A.omega": 0.5, "O.omega": 0.4}
    others = {"rail.position": 0.7, "rail.position_rate": 1.3, "F": 2.0}
    for result in ("mass", "forces"):
        at = [small.evaluate(result, others | {name: size * x for name, x in along.items()}) for size in (0, 1, 2)]
        near = [{name: size * x for name, x in along.items()} for size in (-1e-5, 1e-5)]
        tiny = [whole.evaluate(result, others | moved) for moved in near]
        assert at[0] == pytest.approx(whole.evaluate(result, others), rel=1e-14, abs=1e-14)
        assert at[2] - at[1] == pytest.approx(at[1] - at[0], rel=1e-12, abs=1e-14)
        assert at[1] - at[0] == pytest.approx((tiny[1] - tiny[0]) / 2e-5, rel=1e-8, abs=1e-9)
    assert np.abs(at[1] - at[0]).max() > 0.1
