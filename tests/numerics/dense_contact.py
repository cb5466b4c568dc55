"""Small problems of contact and friction for the tests: described by plain numbers, solved in a workspace."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernel_call import call_world_at
from linkwork.numerics.cones import cone_layout_kernel as layout
from linkwork.numerics.cones.cone_solver_kernel import solve_problem
from linkwork.numerics.jit import address

Array = NDArray[np.float64]
OFFSET = 3  # a problem need not lie at the beginning of the workspace


@dataclass
class Cone:
    kind: float = layout.CONTACT
    row: int = 0
    tangents: int = 0
    state: float = layout.RESTING
    static: float = 0.0
    kinetic: float = 0.0
    direction: ArrayLike = (0.0, 0.0, 0.0)
    restitution: float = 0.0
    tangential: float = 0.0
    load_first: int = 0
    load_count: int = 0
    preload: float = 0.0
    mode: float = layout.OPEN


def contact(row: int, tangents: int, friction: float = 0.0, **more: Any) -> Cone:
    """A contact with one coefficient of friction."""
    return Cone(row=row, tangents=tangents, static=friction, kinetic=friction, **more)


def joint(row: int, tangents: int, friction: float, first: int, count: int, **more: Any) -> Cone:
    """Friction of a joint with one coefficient."""
    given = {"static": friction, "kinetic": friction, "load_first": first, "load_count": count}
    return Cone(kind=layout.JOINT, row=row, tangents=tangents, **{**given, **more})


def solve_cones(w: Array, at: int) -> float:
    """Modes and forces by the solver as it is compiled for the analyses; returns its status."""
    call_world_at(address(solve_problem, "world", "real"), w, layout.ASK_MODES, at)
    return float(w[at + layout.STATUS])


@dataclass
class Problem:
    """x = W h + b with its cones."""

    matrix: ArrayLike
    b: ArrayLike
    cones: list[Cone]
    load: ArrayLike = ()
    load_matrix: ArrayLike = ()
    workspace: Array = field(init=False)

    def __post_init__(self) -> None:
        rows, loads = len(np.atleast_1d(self.b)), len(np.atleast_1d(self.load))
        guard = 7
        size = layout.workspace_size(rows, len(self.cones), loads)
        self.workspace = np.full(OFFSET + size + guard, np.nan)
        self.workspace[OFFSET : OFFSET + size] = 0.0
        layout.open_problem(self.workspace, OFFSET, rows, len(self.cones), loads)
        self.workspace[OFFSET + layout.SOLVER] = address(solve_problem, "world", "real")
        self._put(layout.MATRIX, self.matrix)
        self._put(layout.B, self.b)
        self._put(layout.LOAD, self.load)
        self._put(layout.LOAD_MATRIX, self.load_matrix)
        for i, cone in enumerate(self.cones):
            for name, value in vars(cone).items():
                place = layout.cone_at(self.workspace, OFFSET, i) + getattr(layout, name.upper())
                values = np.atleast_1d(np.asarray(value, dtype=float))
                self.workspace[place : place + len(values)] = values

    def _put(self, what: int, values: ArrayLike) -> None:
        flat, place = np.ravel(np.asarray(values, dtype=float)), int(self.workspace[OFFSET + what])
        self.workspace[place : place + len(flat)] = flat

    def _vector(self, what: int) -> Array:
        place = int(self.workspace[OFFSET + what])
        return self.workspace[place : place + int(self.workspace[OFFSET + layout.ROWS])].copy()

    def solve(self, solver: Any, *arguments: Any) -> Any:
        """Call a solver of the workspace."""
        return solver(self.workspace, OFFSET, *arguments)

    @property
    def h(self) -> Array:
        return self._vector(layout.H)

    @property
    def x(self) -> Array:
        return self._vector(layout.X)

    def told(self, name: int, size: int = 1) -> list[Any]:
        """A number of the record of every cone."""
        places = [layout.cone_at(self.workspace, OFFSET, i) + name for i in range(len(self.cones))]
        return [self.workspace[place] if size == 1 else self.workspace[place : place + size] for place in places]

    @property
    def modes(self) -> list[float]:
        return self.told(layout.MODE)

    @property
    def blamed(self) -> list[int]:
        return [i for i, blame in enumerate(self.told(layout.BLAME)) if blame]


def defect(problem: Problem) -> float:
    """How far h and x are from contact and Coulomb friction, as shares of the greatest force and of the greatest b."""
    h, x = problem.h, problem.x
    force, rate, worst = max(abs(h).max(), 1e-300), abs(np.asarray(problem.b)).max(), 0.0
    load = np.asarray(problem.load) + np.asarray(problem.load_matrix).reshape(-1, len(h)) @ h
    for cone in problem.cones:
        first = cone.row
        if cone.kind == layout.CONTACT:
            normal, first = h[cone.row], cone.row + 1
            share, opening = h[cone.row] / force, x[cone.row] / rate
            worst = max(worst, -share, -opening, min(abs(share), abs(opening)))
        else:
            part = load[cone.load_first : cone.load_first + cone.load_count]
            normal = np.linalg.norm(part) + cone.preload
        friction, slip = h[first : first + cone.tangents], x[first : first + cone.tangents]
        if cone.tangents == 0:
            continue
        if cone.state == layout.SLIDING:
            wanted = -cone.kinetic * normal * np.asarray(cone.direction)[: cone.tangents]
            worst = max(worst, abs(friction - wanted).max() / force)
            continue
        speed = np.linalg.norm(slip)
        worst = max(worst, (np.linalg.norm(friction) - cone.static * normal) / force)
        if speed > 1e-10 * rate:
            worst = max(worst, abs(friction + cone.kinetic * normal * slip / speed).max() / force)
    return worst


def random_matrix(random: np.random.Generator, rows: int, rank: int) -> Array:
    """A positive semidefinite matrix."""
    factor = random.normal(size=(rows, rank))
    return factor @ factor.T
