"""The integration methods by the names that a user types, and how the motion is kept on the constraints with each."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from linkwork.base.errors import AnalysisError
from linkwork.mechanism.contacts import contact_names
from linkwork.numerics.integrators.integrator import Method, known_method
from linkwork.numerics.integrators.integrator_state_kernel import (
    ADAMS,
    ALPHA,
    DOP853,
    MIDPOINT,
    MOREAU,
    RADAU,
    RK4,
    TRAPEZOIDAL,
)
from linkwork.numerics.jit import address
from linkwork.places import layout_kernel as layout
from linkwork.system.constraints.equations import Equations
from linkwork.system.formulations.formulations import Chosen
from linkwork.system.formulations.motion_rows import has_own_trees
from linkwork.system.modal.tables import refuse_modes
from linkwork.system.system import System
from linkwork.system.tree.tree import cut_rows, freedoms_of

RHO = 0.8  # spectral radius at infinity of the generalised-alpha method, unless told otherwise
_GENERAL = {"rk4": RK4, "dop853": DOP853, "adams": ADAMS, "radau": RADAU}
CONVERGING = (*_GENERAL, "alpha", "midpoint", "trapezoidal")
"""Methods that find the motion to many digits, which `verify` compares."""
NAMES = (*CONVERGING, "backward-euler", "moreau")
_OFF_THE_CONSTRAINTS = ("direct", "baumgarte", "null-space", "augmented", "canonical")


def method_named(name: str, system: System, step: float = 0.0, rho: float = RHO) -> Method:
    """The method of that name for a system, refused when it needs a step and has none."""
    method = _method(name, system, step, rho)
    if method.fixed and not step > 0.0:
        raise AnalysisError(f"method '{name}' has a fixed step; give its length, as in step=0.001")
    return method


def _method(name: str, system: System, step: float = 0.0, rho: float = RHO) -> Method:
    """The method of that name for a system.

    With `step` more than zero, "alpha" takes all its steps of that length, as methods of a fixed step always do; `rho`
    is its spectral radius at infinity: 1 for no numerical damping, 0 for the strongest.
    """
    if name == "radau":
        return replace(known_method(RADAU), settings=(float(len(system.coordinates)),))
    if name in _GENERAL:
        return known_method(_GENERAL[name])
    if name == "alpha":
        if not 0.0 <= rho <= 1.0:
            raise AnalysisError(f"rho {rho:g}: the spectral radius of the alpha method is from 0 to 1; 0.8 is usual")
        return _alpha(system, step > 0.0, rho)
    if name == "backward-euler":
        return _backward_euler(system)
    if name == "midpoint":
        return _midpoint(system)
    if name == "trapezoidal":
        return _trapezoidal()
    if name == "moreau":
        if system.stepping is None:
            raise AnalysisError(f"{system.mechanism.name}: method 'moreau' is for simulate; use another method here")
        return _moreau()
    raise AnalysisError(f"there is no method '{name}'; methods are: {', '.join(NAMES)}")


def require_positions(method: Method, system: System) -> None:
    """Refuse rolling with a method that keeps constraints of positions only, and what touches with one of its own."""
    if method.number not in (ALPHA, MIDPOINT, TRAPEZOIDAL, MOREAU):
        return
    if method.number in (TRAPEZOIDAL, MOREAU):
        instead = "use 'dop853', 'adams', 'rk4', 'radau', 'alpha' or 'midpoint'"
        refuse_modes(system.mechanism, f"method '{method.name}'", instead)
    if method.number == TRAPEZOIDAL and has_own_trees(system.mechanism.tree_request):
        raise AnalysisError(
            f"{system.mechanism.name}: method 'trapezoidal' works in joint coordinates of one tree for both motions, "
            "and `tree` asks for trees of translation and of rotation; use 'dop853', 'adams', 'rk4' or 'radau', or "
            "take cut_translation and cut_rotation away"
        )
    paths = [name for name, force in system.mechanism.forces.items() if force.kernel == "path_pull"]
    if method.number == MIDPOINT and paths:
        raise AnalysisError(
            f"method 'midpoint' keeps the energy of forces between two bodies, and muscle '{paths[0]}' pulls along a "
            "path and stores energy in states; use 'dop853', 'radau' or 'alpha'"
        )
    contacts = contact_names(system.mechanism)
    if method.number in (ALPHA, MIDPOINT, TRAPEZOIDAL) and contacts:
        raise AnalysisError(
            f"{system.mechanism.name}: method '{method.name}' holds the constraints itself and cannot follow what "
            f"opens and closes, sticks and slips; for {contacts[0]} use method 'dop853', 'adams' or 'rk4', or 'radau' "
            "for stiff systems, or give the contact a force law"
        )
    if method.number in (ALPHA, MIDPOINT) and system.rolling:
        raise AnalysisError(
            f"{system.mechanism.name}: method '{method.name}' keeps constraints of positions only; "
            f"'{system.rolling[0]}' rolls or slides along a blade: use method 'dop853', or 'radau' for stiff systems"
        )


def fitted(method: Method, chosen: Chosen) -> Method:
    """The method for a formulation: how many of the numbers of its state are positions, how many rows close loops."""
    if method.number == TRAPEZOIDAL:
        from linkwork.system.methods import trapezoidal_state_kernel

        n, m = freedoms_of(chosen.system), cut_rows(chosen.system)
        count = trapezoidal_state_kernel.own_numbers(n, m, _sizes(chosen.system)[2])
        return replace(method, own_numbers=partial(_numbers, count), settings=(n, m))
    if method.number in (ALPHA, MIDPOINT, RADAU):
        from linkwork.system.methods.sparse_methods import on_pattern

        method = on_pattern(method, chosen)
    if method.number != RADAU or chosen.formulation.plain:
        return method
    return replace(method, settings=(float(chosen.positions),))


def formulation_with(method: Method, wanted: str) -> str:
    """The formulation for a method; methods that hold the constraints themselves go with one only."""
    if method.number == RADAU and wanted == "hybrid":
        raise AnalysisError(
            "method 'radau' does not go with formulation 'hybrid', whose equations change from step to step; use "
            "formulation 'projection' or 'partitioning', or method 'dop853' or 'adams'"
        )
    if method.number == TRAPEZOIDAL and wanted not in ("auto", "joint"):
        raise AnalysisError(
            f"method 'trapezoidal' works in joint coordinates and closes the loops itself; leave out "
            f"formulation='{wanted}', or use method 'midpoint' in the coordinates of the bodies"
        )
    if method.number == TRAPEZOIDAL:
        return "joint"
    if method.number not in (ALPHA, MIDPOINT, MOREAU):
        return wanted
    if wanted not in ("auto", "projection", "cartesian"):
        raise AnalysisError(
            f"method '{method.name}' holds the constraints itself and goes with no other formulation; "
            f"leave out formulation='{wanted}', or use method 'radau' for stiff systems"
        )
    return "projection"


def overriding_parts(method: Method, system: System, formulation: str, q: Any, t: float) -> dict[int, int]:
    """Parts of the formulation that the method replaces, by their addresses.

    0 rate, 1 correct, 2 observe, 3 renew, 4 solve.
    """
    if method.number == MIDPOINT:
        from linkwork.system.methods.midpoint_kernel import kept, shown

        return {1: address(kept, "rate", system.scalar), 2: address(shown, "rate", system.scalar)}
    if method.number == MOREAU:
        from linkwork.system.formulations.formulation_kernel import unchanged
        from linkwork.system.stepping.moreau_kernel import solved

        overriding_parts = {4: address(solved, "rate", system.scalar)}
        if not system.equations:
            overriding_parts |= dict.fromkeys((1, 2, 3), address(unchanged, "rate", system.scalar))
        return overriding_parts
    if method.number == TRAPEZOIDAL:
        from linkwork.system.methods import trapezoidal_kernel

        return {1: address(trapezoidal_kernel.kept, "rate", system.scalar)}
    if formulation == "projection" and needs_settled_rate(method, system, q, t):
        from linkwork.system.methods.settled_rate_kernel import settled_rate

        return {0: address(settled_rate, "rate", system.scalar)}
    return {}


def keeps_rows_through_steps(method: Method, formulation: str) -> bool:
    """Whether redundant rows harm the method: it takes forces or rows at places of a step off the constraints.

    Radau's right-hand side is on the constraints in "projection" (`needs_settled_rate`), "trees" and joint coordinates;
    elsewhere its Newton iteration would crawl.
    """
    if method.number == RADAU:
        return formulation in _OFF_THE_CONSTRAINTS
    return method.number in (RK4, DOP853, ADAMS, ALPHA, MIDPOINT)


def chooses_rows_in_steps(method: Method) -> bool:
    """Whether rows are chosen anew in every step: the charts of the midpoint rule begin anew there, and hide turns."""
    return method.number == MIDPOINT


def needs_settled_rate(method: Method, system: System, q: Any, t: float) -> bool:
    """Whether the method needs the right-hand side on the constraints: Radau, when some of them are redundant."""
    if method.number != RADAU or not system.equations:
        return False
    equations = Equations(system)
    equations.evaluate(q, t)
    if equations.independent():
        return False
    rows = equations.jacobian()
    return int(np.linalg.matrix_rank(rows, tol=1e-9)) < len(rows)


def _sizes(system: System) -> tuple[int, int, int]:
    return len(system.coordinates), len(system.equations), int(system.k[layout.STATES]) - layout.QUADRATURES


def _numbers(count: int, _: int) -> int:
    return count


def _alpha(system: System, fixed: bool, rho: float) -> Method:
    from linkwork.system.methods import alpha_kernel, alpha_state_kernel

    n, m, x = _sizes(system)
    numbers = partial(_numbers, alpha_state_kernel.own_numbers(n, m, x))
    return Method("alpha", ALPHA, alpha_kernel, numbers, (rho, float(fixed), n, m))


def _backward_euler(system: System) -> Method:
    """The parts of the alpha method with other coefficients, for fixed steps alone."""
    from linkwork.system.methods.alpha_state_kernel import EULER

    return replace(_alpha(system, True, EULER), name="backward-euler", fixed=True)


def _midpoint(system: System) -> Method:
    from linkwork.system.methods import midpoint_kernel, midpoint_state_kernel

    n, m, x = _sizes(system)
    numbers = partial(_numbers, midpoint_state_kernel.own_numbers(n, m, x, len(system.forces)))
    return Method("midpoint", MIDPOINT, midpoint_kernel, numbers, (n, m, 0.0, len(system.forces)), fixed=True)


def _trapezoidal() -> Method:
    from linkwork.system.methods import trapezoidal_kernel

    return Method("trapezoidal", TRAPEZOIDAL, trapezoidal_kernel, fixed=True, dense=True)


def _moreau() -> Method:
    from linkwork.system.stepping import moreau_kernel

    return Method("moreau", MOREAU, moreau_kernel, fixed=True)
