"""A singular start: which rates go on from a position at which branches of motion meet.

There the rows J of the constraints depend on each other though not nearby: w' J = 0. Rates v that fulfil J v = nu are
too many; accelerations exist only for those with w' gamma(q, v) = 0 for all such w, quadratic equations for v: the
tangent cone of the positions. Each line of that cone is a branch, if the mechanism closes a small step along it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.assembly.assemble import Assembly
from linkwork.analysis.assembly.position import find_root
from linkwork.analysis.assembly.quadrics import Quadrics, directions, felt, narrowed, quadrics_of, roots
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.late_dataclass import dataclass
from linkwork.system.constraints.equations import Equations

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

DEPENDENT = 1e-6
"""Of the largest singular value of the scaled rows: smaller ones are none."""
_FITS = 3e-5  # what the quadratic equations may miss, for rates of size 1
_ROUNDED = 1e-9  # of the right-hand sides: what solving for accelerations leaves of rows that depend on each other
_STEP = 1e-3  # length of the step by which a branch is tried
_TURNED = 0.05  # how far a closed step may turn away from its direction
_MOST_UNKNOWNS = 30
_LARGEST = 400  # equations and coordinates of mechanisms that are looked at
_AT_REST = 150  # the same at rest, where it is only a note
_LISTED = 8
_CHOOSING = ("joint-partitioning", "joint-canonical")  # they keep no closures but those of the chosen coordinates


@dataclass
class _Cone:
    """Rates x + D c with the quadratic equations for c that those have to fulfil which go on."""

    x: Array
    free: Array
    quadrics: Quadrics

    @property
    def singular(self) -> bool:
        """Whether not all rates that fulfil the constraints go on."""
        return self.quadrics.count > 0

    def rates(self, c: Array) -> Array:
        """Scaled rates of unknowns."""
        return np.asarray(self.x + self.free @ c)


def rates_that_go_on(
    mechanism: Mechanism,
    assembly: Assembly,
    equations: Equations,
    x: Array,
    speeds: Mapping[str, Any],
    branch: int,
    formulation: str,
) -> tuple[Array, list[str]]:
    """The scaled rates with which the motion goes on from a position whose rows depend on each other.

    x are the smallest ones that fulfil constraints and rates asked for. The only ones that go on, or those of the
    branch with this number; with notes. Refused where none goes on, or several do, and for formulations that cannot
    begin there.
    """
    q, t = assembly.q, assembly.t
    limit = _LARGEST if np.any(x) or speeds else _AT_REST
    too_large = max(equations.m, equations.n) > limit
    whole = None if too_large else _cone(equations, q, t, x, frozenset(speeds), asked_too=False)
    if too_large or (whole is None and _depend(equations, q, t, frozenset(speeds))):
        _require_accelerations(mechanism, equations, q, t, x, given=bool(speeds))
    if whole is None or not whole.singular:
        refuse_number(mechanism, branch)
        return x, []
    if formulation in _CHOOSING:
        raise AnalysisError(
            f"{mechanism.name}: formulation '{formulation}' chooses its independent coordinates at the start, and this "
            "one, a singular position, has more of them than those beside it; take 'joint', 'projection' or 'canonical'"
        )
    if not np.any(x):
        listed = _branches(mechanism, assembly, speeds)
        at_rest = "the start is a singular position at rest, from which several motions go on"
        told = f"{at_rest}{_list(listed)}; give it rates, or start beside it, to say which"
        return x, [told] if len(listed) > 1 else []
    size = float(np.linalg.norm(x))
    cone = _cone(equations, q, t, x, frozenset(speeds)) or whole
    multiples = roots(cone.quadrics, _FITS)
    if multiples is None:
        _refuse_few(mechanism, assembly, cone)
    real = [rates for rates in map(cone.rates, multiples) if _goes_on(mechanism, assembly, rates)]
    if not real:
        _refuse_none(mechanism, assembly, speeds)
    if len(real) == 1 and branch <= 1:
        same = float(np.linalg.norm(real[0] - x)) <= _FITS * size
        note = f"the start is singular, and the rates given fit one of its branches: {_told(equations, real[0])}"
        return (x, []) if same and not cone.free.size else (real[0], [note])
    if 1 <= branch <= len(real):
        return real[branch - 1], [
            f"the start is singular: it goes on by branch {branch}, {_told(equations, real[branch - 1])}"
        ]
    _refuse_several(mechanism, equations, real)


def _require_accelerations(
    mechanism: Mechanism, equations: Equations, q: Array, t: float, x: Array, given: bool
) -> None:
    """Refuse rates of a large mechanism for which no accelerations exist: that much is seen without its branches."""
    fastest = float(np.max(np.abs(x), initial=0.0))
    if fastest == 0.0:
        return
    equations.evaluate(q, t, equations.unscale(x))
    side, entries = equations.acceleration_side(), equations.row_entries()
    a, _ = equations.solve(side)
    system = equations.system
    reached = np.bincount(system.entry_rows, np.real(entries * a[system.entry_columns]), equations.m)
    rounding = _ROUNDED * float(np.max(np.abs(side), initial=0.0))
    if np.max(np.abs(reached - side), initial=0.0) > _FITS * fastest**2 + rounding:
        rates = "rates given" if given else "rates of the drivers"
        raise AnalysisError(
            f"{mechanism.name}: the start is a singular position, and the {rates}, with the smallest ones for those "
            "left out, fit none of the branches that meet there; give all rates of one branch, or start beside this "
            "position"
        )


def is_singular(mechanism: Mechanism, q: Array, t: float) -> bool:
    """Whether branches of motion meet in a position; not looked at in large mechanisms."""
    equations = Equations(mechanism.system())
    equations.evaluate(q, t)
    equations.solve(equations.velocity_side())
    if equations.independent() or max(equations.m, equations.n) > _AT_REST:
        return False
    cone = _cone(equations, q, t, np.zeros(equations.n), frozenset(), asked_too=False)
    return cone is not None and cone.singular


def refuse_number(mechanism: Mechanism, branch: int) -> None:
    """Refuse the number of a branch where there is none to choose."""
    if branch:
        raise AnalysisError(
            f"{mechanism.name}: branch={branch} chooses among the branches of a singular start; this one is regular: "
            "leave it out, or give one of the assemblies that `branches` finds"
        )


def _cone(
    equations: Equations, q: Array, t: float, x: Array, asked: frozenset[str], asked_too: bool = True
) -> _Cone | None:
    """The quadratic equations for rates; None where they have too many unknowns to be looked at.

    Rates asked for change nothing in what goes on; they stay as they are in x only where `asked_too`.
    """
    equations.evaluate(q, t)
    rows = equations.jacobian()
    own = _own_rows(equations, asked)
    left, values, _ = np.linalg.svd(rows[own])
    ties = left[:, rank_by(values) :].T
    _, values, right = np.linalg.svd(rows if asked_too else rows[own])
    free = right[rank_by(values) :].T
    if free.shape[1] > _MOST_UNKNOWNS or not len(ties):
        return None
    unit = max(float(np.linalg.norm(x)), 1.0 if not np.any(x) else 0.0)

    def missed(c: Array) -> Array:
        equations.evaluate(q, t, equations.unscale(x + unit * (free @ c)))
        return np.asarray(ties @ equations.acceleration_side()[own] / unit**2)

    quadrics = quadrics_of(missed, free.shape[1])
    reduced = felt(quadrics)
    return _Cone(x, unit * free @ reduced, narrowed(quadrics, reduced))


def _depend(equations: Equations, q: Array, t: float, asked: frozenset[str]) -> bool:
    """Whether rows other than those of rates asked for depend on each other."""
    equations.evaluate(q, t)
    own = _own_rows(equations, asked)
    rows = equations.jacobian()[own]
    return rank_by(np.linalg.svd(rows, compute_uv=False)) < len(rows)


def _own_rows(equations: Equations, asked: frozenset[str]) -> NDArray[np.bool_]:
    """Which rows are not those of rates asked for."""
    return np.array([equation.element not in asked for equation in equations.system.equations], bool)


def rank_by(singular_values: Array) -> int:
    """How many rows do not depend on each other."""
    return int(np.sum(singular_values > DEPENDENT * max(float(np.max(singular_values, initial=0.0)), 1e-300)))


def _branches(mechanism: Mechanism, assembly: Assembly, speeds: Mapping[str, Any]) -> list[str]:
    """The branches that meet in the start, in words: directions with the first given rate 1, or what drivers move."""
    equations = Equations(mechanism.system())
    equations.evaluate(assembly.q, assembly.t)
    x, _ = equations.solve(equations.velocity_side())
    moving = float(np.linalg.norm(x)) > 1e-9
    cone = _cone(equations, assembly.q, assembly.t, x if moving else np.zeros_like(x), frozenset())
    if cone is None or not cone.singular:
        return []
    multiples = roots(cone.quadrics, _FITS) if moving else directions(cone.quadrics, _FITS)
    every = [cone.rates(c) for c in multiples or []]
    if every and not moving:
        names, common = equations.system.rate_names(), np.min(np.abs(every), axis=0)
        known = [names.index(name) for name in speeds if name in names and common[names.index(name)] > 1e-6]
        first = known[0] if known else int(np.argmax(common))
        every.sort(key=lambda rates: -abs(rates[first]))
    return [_told(equations, rates, speeds) for rates in every if _goes_on(mechanism, assembly, rates)]


def _goes_on(mechanism: Mechanism, assembly: Assembly, rates: Array) -> bool:
    """Whether joints and drivers can be closed a small step along these rates, near where they lead."""
    equations, length = Equations(mechanism.system()), float(np.linalg.norm(rates))
    if length == 0.0:
        return True
    h = _STEP / length
    root = find_root(equations, equations.moved(assembly.q, h * rates), assembly.t + h)
    off = float(np.linalg.norm(equations.apart(root.q, assembly.q) - h * rates))
    return root.ok and off <= _TURNED * _STEP


def _told(equations: Equations, rates: Array, speeds: Mapping[str, Any] | None = None) -> str:
    """Rates in words: those that turn bodies, or those of their places where nothing turns."""
    system = equations.system
    values, names = equations.unscale(rates), system.rate_names()
    turning = system.turning & (np.arange(len(values)) < system.body_columns)
    if not np.any(np.abs(rates[turning]) > 1e-6 * np.max(np.abs(rates))):
        turning = ~turning
    chosen = [i for i in map(int, np.flatnonzero(turning)) if abs(rates[i]) > 1e-6 * np.max(np.abs(rates))] or [0]
    given = next((i for i, name in enumerate(names) if name in (speeds or {}) and abs(rates[i]) > 1e-6), None)
    if speeds is not None:
        values = values / values[chosen[0] if given is None else given]
    still = [i for i in map(int, np.flatnonzero(turning)) if i not in chosen and names[i] in (speeds or {})]
    told = [f"{names[i]} = {values[i] if i in chosen else 0.0:.6g}" for i in sorted([*chosen, *still])]
    return ", ".join(told[:_LISTED]) + (", ..." if len(told) > _LISTED else "")


def _list(branches: list[str]) -> str:
    return ": " + "; ".join(f"{number}: {branch}" for number, branch in enumerate(branches, 1)) if branches else ""


def _refuse_none(mechanism: Mechanism, assembly: Assembly, speeds: Mapping[str, Any]) -> NoReturn:
    branches, given = _branches(mechanism, assembly, speeds), "given" if speeds else "of the drivers"
    ways = f"; rates go on that are in proportion to one of these{_list(branches)}" if branches else ""
    raise AnalysisError(
        f"{mechanism.name}: the start is a singular position, and the rates {given} fit none of the branches that meet "
        f"there{ways}; give rates of one branch, or start beside this position"
    )


def _refuse_several(mechanism: Mechanism, equations: Equations, real: list[Array]) -> NoReturn:
    listed = _list([_told(equations, rates) for rates in real])
    raise AnalysisError(
        f"{mechanism.name}: the start is a singular position, and the rates given fit several of the branches that "
        f"meet there{listed}; give more rates, or choose one with branch=1 to {len(real)}"
    )


def _refuse_few(mechanism: Mechanism, assembly: Assembly, cone: _Cone) -> NoReturn:
    branches = _branches(mechanism, assembly, {})
    ways = f"; its branches{_list(branches)}" if branches else ""
    more = cone.quadrics.unknowns - cone.quadrics.count
    raise AnalysisError(
        f"{mechanism.name}: the start is a singular position, and the rates given leave open which motion goes on"
        f"{ways}; give {more} more of them, or start beside this position"
    )
