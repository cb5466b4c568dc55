"""Sharp, Evangelou and Limebeer, chapter 3 of Ambrosio's Advances (2005): the Telelever front suspension, Eqs. 8 to 17.

The literal loop of head, lower fork and wishbone against the closed form of the chapter (with the stray l5^2 of Eq. 12
dropped and l4 measured to P18, which the data of its Table 1 ask for) and against a cubic fit.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np
import pytest
import sympy as sp

import linkwork as lw
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of

POINTS = {"P2": (1.233, -0.7488), "P4": (1.320, -0.576), "P15": (1.103, -0.729)}
POINTS |= {"P16": (0.853, -0.509), "P17": (1.133, -0.569), "P18": (1.313, -0.559)}
HEAD = 0.2971  # steering-head angle, rad
STIFFNESS, DAMPING = 30e3, 500.0  # of the strut, our own: N/m, N s/m
TRAVEL = (-0.10, -0.06, -0.04, -0.02, 0.0, 0.02, 0.04, 0.06, 0.10)
TABLE = (  # theta, zeta, mu, dmu/dlambda
    (0.076729, 0.221379, -0.062307, 0.59068),
    (0.052101, 0.133544, -0.037999, 0.62121),
    (0.036071, 0.089266, -0.025478, 0.63041),
    (0.018575, 0.044755, -0.012799, 0.63724),
    (0.0, 0.0, 0.0, 0.64240),
    (-0.019409, -0.045015, 0.012889, 0.64636),
    (-0.039492, -0.090312, 0.025848, 0.64942),
    (-0.060140, -0.135912, 0.038861, 0.65180),
    (-0.102865, -0.228138, 0.065006, 0.65513),
)


def up(name: str) -> tuple[float, float]:
    """A point with y upwards; the chapter's z points down."""
    x, z = POINTS[name]
    return x, -z


def turned(pivot: str, angle: float) -> tuple[float, float, float]:
    """About where a body begins that is turned about a point: the loop closes on two sides."""
    x, y = up(pivot)
    c, s = np.cos(angle), np.sin(angle)
    return float(x - c * x + s * y), float(y - s * x - c * y), angle


def loop(springs: bool = False) -> lw.Planar:
    """The loop itself, with its strut where that is asked for."""
    m = lw.Planar("Telelever")
    down = (float(np.sin(HEAD)), -float(np.cos(HEAD)))
    head = m.body("head", estimate=turned("P2", 0.08))
    fork, arm = m.body("fork", estimate=turned("P2", 0.08)), m.body("wishbone", estimate=turned("P16", 0.22))
    x, y = up("P4")
    axis = ((x, y), (x + down[0], y + down[1]))
    m.revolute("P2", m.ground.at(*up("P2")), head.at(*up("P2")))
    m.translational("lambda", head.line(*axis), fork.line(*axis))
    m.revolute("P16", m.ground.at(*up("P16")), arm.at(*up("P16")))
    m.revolute("P18", arm.at(*up("P18")), fork.at(*up("P18")))
    arm.point("P17", *up("P17"))
    m.ground.point("P15", *up("P15"))
    if springs:
        free = float(np.hypot(*np.subtract(POINTS["P17"], POINTS["P15"]))) + 0.002
        m.spring(
            "strut", m.ground.at(*up("P15")), arm.at(*up("P17")), stiffness=STIFFNESS, free_length=free, damping=DAMPING
        )
    return m


@cache
def literal() -> Run:
    """The same, driven along the fork."""
    m = loop()
    m.drive("travel", joint="lambda", position="t - 0.1")
    return m.kinematics(until=0.2, points=11)


def row(index: int) -> int:
    """Which point of the run has a travel."""
    return round((TRAVEL[index] + 0.1) / 0.02)


def closed_form(travel: complex) -> tuple[complex, complex, complex]:
    """theta, zeta and mu of Eqs. 10 to 15; angles by arctan2, which needs no choice of branch."""
    p = {name: np.array(value) for name, value in POINTS.items()}
    to, rod, lever = p["P4"] - p["P2"], p["P18"] - p["P16"], p["P17"] - p["P16"]
    l2, th1 = np.hypot(*to), np.arctan2(to[0], to[1])
    along, over = np.array([np.sin(HEAD), np.cos(HEAD)]), np.array([-np.cos(HEAD), np.sin(HEAD)])
    lam0, l4 = (p["P18"] - p["P4"]) @ along, (p["P18"] - p["P4"]) @ over
    l5 = np.hypot(*rod)
    s, (gx, gz) = lam0 + travel, p["P2"] - p["P16"]
    c1 = (
        gx**2
        + gz**2
        + l2**2
        + s**2
        + l4**2
        - l5**2
        + 2 * l2 * s * np.cos(HEAD - th1)
        + 2 * l2 * l4 * np.sin(HEAD - th1)
    )
    a = l2 * np.sin(th1) + s * np.sin(HEAD) - l4 * np.cos(HEAD)
    b = l2 * np.cos(th1) + s * np.cos(HEAD) + l4 * np.sin(HEAD)
    c2, c3 = 2 * gx * a + 2 * gz * b, 2 * gx * b - 2 * gz * a
    theta = -np.arcsin(c1 / np.sqrt(c2**2 + c3**2)) - np.arctan(c2 / c3)
    x = l2 * np.sin(th1 + theta) + s * np.sin(HEAD + theta) - l4 * np.cos(HEAD + theta) + gx
    z = l2 * np.cos(th1 + theta) + s * np.cos(HEAD + theta) + l4 * np.sin(HEAD + theta) + gz
    zeta = np.arctan(-z / x) - np.arctan(-rod[1] / rod[0])
    turn = np.array([[np.cos(zeta), np.sin(zeta)], [-np.sin(zeta), np.cos(zeta)]])
    strut = p["P16"] + turn @ lever - p["P15"]
    mu = np.sqrt(strut @ strut) - np.hypot(*(p["P17"] - p["P15"]))
    return theta, zeta, mu


def exact(index: int) -> tuple[float, float, float, float]:
    """The four numbers of a row by the closed form, the slope by the complex step."""
    theta, zeta, mu = (float(value.real) for value in closed_form(TRAVEL[index] + 0j))
    return theta, zeta, mu, float(closed_form(TRAVEL[index] + 1e-30j)[2].imag / 1e-30)


def computed(index: int, column: int) -> float:
    """The same by the loop."""
    run, at = literal(), row(index)
    strut = run["distance(wishbone.P17, ground.P15)"]
    if column == 2:
        return float(strut[at] - strut[row(4)])
    if column == 3:
        return float(run["distance(wishbone.P17, ground.P15).rate"][at])
    body = ("head", "wishbone")[column]
    return float(run[f"{body}.angle"][at] - run[f"{body}.angle"][row(4)])


def cases() -> list[Case]:
    """Every number of the table, its last digit but one."""
    names, source = (
        ("theta (rad)", "zeta (rad)", "mu (m)", "dmu/dlambda"),
        "Sharp et al. 3, Eqs. 8 to 17, data of Table 1",
    )
    return [
        Case(
            source,
            f"{names[column]} at lambda = {TRAVEL[index]} m",
            printed,
            partial(computed, index, column),
            1e-6 if column < 3 else 1e-5,
            exact=exact(index)[column],
            exact_tolerance=1e-10,
        )
        for index, numbers in enumerate(TABLE)
        for column, printed in enumerate(numbers)
    ]


test_cases = checks_of(cases)


def test_a_cubic_represents_the_suspension_as_the_chapter_says() -> None:
    travel = np.linspace(-0.06, 0.06, 121)
    theta, _, mu = np.array([[value.real for value in closed_form(x + 0j)] for x in travel]).T
    errors = [np.max(np.abs(np.polyval(np.polyfit(travel, values, 3), travel) - values)) for values in (theta, mu)]
    assert errors[0] < 8.5e-5 and errors[1] < 7.5e-6


THETA = sp.Symbol("theta")


def strut_by_angle() -> Any:
    """The strut's length by the angle of the head: Eq. 10 is quadratic in the travel; then as in the closed form."""
    p = {name: np.array(value) for name, value in POINTS.items()}
    to, rod, lever = p["P4"] - p["P2"], p["P18"] - p["P16"], p["P17"] - p["P16"]
    l2, th1, l5 = float(np.hypot(*to)), float(np.arctan2(to[0], to[1])), float(np.hypot(*rod))
    l4 = float((p["P18"] - p["P4"]) @ np.array([-np.cos(HEAD), np.sin(HEAD)]))
    gx, gz = (float(each) for each in p["P2"] - p["P16"])
    one, two = sp.sin(HEAD + THETA), sp.cos(HEAD + THETA)
    half = l2 * np.cos(HEAD - th1) + gx * one + gz * two
    rest = gx**2 + gz**2 + l2**2 + l4**2 - l5**2 + 2 * l2 * l4 * np.sin(HEAD - th1)
    rest += 2 * gx * (l2 * sp.sin(th1 + THETA) - l4 * two) + 2 * gz * (l2 * sp.cos(th1 + THETA) + l4 * one)
    s = sp.sqrt(half**2 - rest) - half
    x = l2 * sp.sin(th1 + THETA) + s * one - l4 * two + gx
    z = l2 * sp.cos(th1 + THETA) + s * two + l4 * one + gz
    zeta = sp.atan2(-z, x) - float(np.arctan2(-rod[1], rod[0]))
    across = float(p["P16"][0] - p["P15"][0]) + sp.cos(zeta) * float(lever[0]) + sp.sin(zeta) * float(lever[1])
    down = float(p["P16"][1] - p["P15"][1]) - sp.sin(zeta) * float(lever[0]) + sp.cos(zeta) * float(lever[1])
    return sp.sqrt(across**2 + down**2)


def with_mass(m: lw.Planar) -> None:
    """All mass is that of the head."""
    m.mass("head", mass=20, center=(up("P2")[0] + 0.3, up("P2")[1]), inertia=0.8)
    m.set_gravity(0, -9.81)


def by_law(length: Any, free: float) -> lw.Planar:
    """The head alone with the moment of the strut by virtual power."""
    m = lw.Planar("Telelever by a formula")
    head = m.body("head", estimate=(0, 0, 0))
    m.revolute("P2", m.ground.at(*up("P2")), head.at(*up("P2")))
    with_mass(m)

    def words(formula: Any) -> str:
        return f"({formula})".replace("**", "^").replace("theta", "head.angle")

    parts, (ell, slope) = sp.cse((length, sp.diff(length, THETA)), sp.numbered_symbols("s"))
    for symbol, formula in parts:
        m.signal(str(symbol), words(formula))
    m.signal("slope", words(slope))
    pull = f"{STIFFNESS}*({words(ell)} - {free!r}) + {DAMPING}*slope*head.omega"
    m.force("strut", head, torque=f"-({pull})*slope")
    return m


def test_loop_closed_form_and_fit_move_alike_with_ever_fewer_operations() -> None:
    length = strut_by_angle()
    number = sp.lambdify(THETA, length)
    for index, travel in enumerate(TRAVEL):
        theta, _, mu, _ = exact(index)
        assert number(theta) - number(0.0) == pytest.approx(mu, abs=1e-10), travel
    free = float(number(0.0)) + 0.002
    angles = np.linspace(-0.1, 0.07, 41)
    cubic = sp.Poly([float(each) for each in np.polyfit(angles, number(angles), 3)], THETA).as_expr()
    whole = loop(springs=True)
    with_mass(whole)
    models = [whole, by_law(length, free), by_law(cubic, free)]
    runs = [m.simulate(until=0.3, points=16, hold={"head.angle": 0.0}) for m in models]
    assert np.ptp(runs[0]["head.angle"]) > 0.005
    assert runs[1]["head.angle"] == pytest.approx(runs[0]["head.angle"], abs=1e-8)
    assert runs[2]["head.angle"] == pytest.approx(runs[0]["head.angle"], abs=1e-3)
    counts = [sum(m.program(coordinates="joints").count("rates", "accelerations").values()) for m in models]
    assert counts[0] > counts[1] > counts[2]
