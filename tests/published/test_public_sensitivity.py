"""SEN-1: the slider-crank of SUNDIALS' idasSlCrank, its integral of kinetic energy and its gradient."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import pytest
from scipy.integrate import simpson

import linkwork as lw
from linkwork.analysis.sensitivity.adjoint import Adjoint, adjoint
from linkwork.analysis.sensitivity.dynamic import Tangents, simulate_tangents
from linkwork.numerics.analytic import STEP
from linkwork.run.run import Run
from published.case import Case
from published.case import tests_of as checks_of

SOURCE = "SUNDIALS idasSlCrank"
UNTIL, POINTS = 10.0, 2001
TIGHT = {"rtol": 1e-11, "atol": 1e-12}


def slider_crank() -> lw.Planar:
    """Crank of length a and moment J1; rod of length 1 with the mass at the slider; no gravity.

    Spring and damper join the middles of crank and rod; the force acts at the rod, 1 m beyond the slider.
    """
    m = lw.Planar("idasSlCrank")
    k, c = m.parameters(k=1.0, c=1.0)
    a = 0.5
    m.set_gravity(0, 0)
    crank = m.body("crank", estimate=(0, 0, 1.5707963267948966))
    rod = m.body("rod", estimate=(0.8660254037844386, 0, -0.5235987755982988))
    m.mass(crank, mass=1.0, inertia=1.0)
    m.mass(rod, mass=1.0, inertia=2.0)
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(a, 0), rod.at(-1, 0))
    m.revolute_translational("guide", m.ground.line((0, 0), (1, 0)), rod.at(0, 0))
    m.spring("spring", crank.at(a / 2, 0), rod.at(-0.5, 0), stiffness=k, damping=c, free_length=1.0)
    m.force("push", rod.at(1, 0), x=1.0)
    return m


def energy(run: Any) -> Any:
    """The integral of the kinetic energy."""
    return simpson(run["energy.kinetic"], x=run.t)


def angle(run: Any) -> Any:
    """The crank angle at the end."""
    return run["crank.angle"][-1]


@cache
def forward() -> tuple[Run, list[Tangents]]:
    return simulate_tangents(
        slider_crank(), ["k", "c"], UNTIL, POINTS, progress=False, formulation="projection", **TIGHT
    )


@cache
def backward() -> Adjoint:
    return adjoint(slider_crank(), ["k", "c"], [energy, angle], UNTIL, POINTS, **TIGHT)


def _slope(response: Any, number: int) -> float:
    return float(response(forward()[1][number].run).imag) / STEP


def _back(response: int, number: int) -> float:
    return float(backward().gradient[response, number])


def cases() -> list[Case]:
    """Published to four digits; the last ones are of our own reference, from variational equations."""
    found = [
        Case(SOURCE, "integral of T (J s)", 3.3366157997761721, lambda: float(energy(forward()[0])), 1e-4, True,
             exact=3.336606799483, exact_tolerance=1e-6),
        Case(SOURCE, "q(10) (rad)", None, lambda: float(angle(forward()[0])), 1e-6, exact=1.275675849,
             exact_tolerance=1e-6),
    ]  # fmt: skip
    for number, (name, printed, exact, turned) in enumerate(
        (("k", 3.3346e-1, 0.3334481061, -0.17397793), ("c", -3.6375e-1, -0.3637540340, -0.26876067))
    ):
        for how, of_energy, of_angle in (
            ("direct", partial(_slope, energy, number), partial(_slope, angle, number)),
            ("adjoint", partial(_back, 0, number), partial(_back, 1, number)),
        ):
            found.append(
                Case(SOURCE, f"dG/d{name}, {how}", printed, of_energy, 1e-4, True, exact=exact, exact_tolerance=1e-6)
            )
            found.append(
                Case(SOURCE, f"dq(10)/d{name}, {how}", None, of_angle, 1e-6, exact=turned, exact_tolerance=1e-6)
            )
    return found


test_the_slider_crank_of_sundials_and_its_gradient = checks_of(cases)


def test_the_adjoint_of_the_slider_crank_of_sundials_is_the_direct_gradient() -> None:
    for number in range(2):
        for response, function in enumerate((energy, angle)):
            assert _back(response, number) == pytest.approx(_slope(function, number), rel=1e-9)
