"""JointSystem: a mechanism as tables in joint coordinates, for every analysis that works on a System.

Its coordinates are those of the joints of a spanning tree, its equations those of the cut elements; see
`closure_element_kernel`. Slides keep the side on which they are at the position that it is made at.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.numerics.jit import address
from linkwork.numerics.ldl import analyse
from linkwork.places import layout_kernel as layout
from linkwork.system.formulations.formulation_kernel import OWN_NUMBERS
from linkwork.system.system import Equation, System
from linkwork.system.tables.tables import workspace_places
from linkwork.system.tree import tree_kernel as tree
from linkwork.system.tree.paths import Paths
from linkwork.system.tree.tree import coordinate_names, joint_numbers, scales, units_at, with_tree
from linkwork.system.world import PLANE, SystemWorld

_SPACE = "workspace in joint coordinates"
_TABLES = "tables in joint coordinates"
ELSEWHERE = 0.1
"""In rad: what is turned over is so by a half turn; anything less is a start that is not closed."""


@dataclass(frozen=True, kw_only=True)
class JointSystem(System):
    """Tables in joint coordinates, with those of the whole mechanism inside."""

    whole: System
    rows: NDArray[np.int64]  # of the cut elements among the equations of the whole, then lengths of removed rods
    space: Array  # a workspace of the whole, with its joints' sides as they are
    space_at: int

    @property
    def world(self) -> SystemWorld:
        """Joint coordinates are plain numbers, as those of the plane are."""
        return PLANE

    def workspace(self) -> Array:
        """A fresh workspace; that of the whole lies in it from `space_at` on."""
        from linkwork.system.constraints.rounding_kernel import ROUNDING

        w = super().workspace()
        w[int(self.k[layout.FLOATS]) + ROUNDING] = self.rounding
        w[self.space_at : self.space_at + len(self.space)] = self.space
        return w

    def remembered(self, w: Array) -> Array:
        """What the elements remember in a workspace."""
        return self.whole.remembered(w[self.space_at :])

    def gathered(self, q: Array, v: Array | None = None) -> tuple[Array, Array]:
        """Joint coordinates and rates of coordinates and velocities of the bodies."""
        return _gathered(self.whole, self.space.copy(), q, v, fresh=False)

    def spread(self, z: Array, rates: Array | None = None, second: Array | None = None) -> tuple[Array, Array, Array]:
        """Coordinates, velocities and accelerations of the bodies, one row an instant."""
        from linkwork.system.tree.joint_motion_kernel import spread_motion

        (count, size), n = z.shape, len(self.whole.coordinates)
        joints: Array = np.zeros((count, 3 * size), self.dtype)
        for number, values in enumerate((z, rates, second)):
            if values is not None:
                joints[:, number * size : (number + 1) * size] = values
        bodies: Array = np.zeros((count, 3 * n), self.dtype)
        spread_motion(self.whole.k, self.whole.p, self.space.copy(), joints, bodies)
        return bodies[:, :n], bodies[:, n : 2 * n], bodies[:, 2 * n :]


def _gathered(whole: System, space: Array, q: Array, v: Array | None, fresh: bool) -> tuple[Array, Array]:
    from linkwork.system.tree.joint_motion_kernel import gather_at

    whole.world.put(whole, space, q, np.zeros_like(q) if v is None else v)
    count = len(scales(whole))
    gathered: Array = np.zeros(2 * count, whole.dtype)
    gather_at(whole.k, whole.p, space, gathered, fresh)
    return gathered[:count], gathered[count:]


def joint_system(system: System, q: Array) -> JointSystem:
    """The mechanism of a system in joint coordinates, at a position with closed joints."""
    whole = with_tree(system)
    units = scales(whole)
    space, start, rounding = _started(whole, q)
    known = whole.structure.get(_TABLES)
    if known is not None and known.whole.k is whole.k:
        return _with_numbers(known, whole, units, space, start, rounding)
    made = _Tables(whole, units).system(start, space, rounding)
    for name in _PATTERNS:
        getattr(made, name)
    whole.structure[_TABLES] = made
    return made


def _started(whole: System, q: Array) -> tuple[Array, Array, float]:
    """A workspace at a position, the coordinates of its joints, and what the positions of the bodies round.

    Far away these have fewer digits than the angles between them.
    """
    if whole.scalar == "real":
        from linkwork.system.tree.joint_motion_kernel import joints_at

        position: Array = np.ascontiguousarray(q, np.float64)
        space, start = joint_space(whole, position), np.zeros(2 * len(scales(whole)))
        rounding = joints_at(whole.k, whole.p, space, position, start)
        return space, start[: len(start) // 2], float(rounding)
    from linkwork.system.constraints.equations import Equations

    space = joint_space(whole)
    start, _ = _gathered(whole, space, q, None, fresh=True)
    equations = Equations(whole)
    equations.evaluate(q, 0.0)
    return space, start, float(np.max(equations.rounding(), initial=0.0))


def placed_elsewhere(whole: System, q: Array) -> str:
    """A body that the joints of the tree put elsewhere than the position does; empty where there is none.

    In space the equations of a joint hold for an axis that points the other way, but its motion does not.
    """
    from linkwork.system.tree.joint_motion_kernel import most_turned

    position: Array = np.asarray(q, whole.dtype)
    space, joints = joint_space(whole, position), np.zeros(2 * len(scales(whole)), whole.dtype)
    turned, body = most_turned(whole.k, whole.p, space, position, joints, np.empty_like(position))
    return whole.bodies[body] if turned > ELSEWHERE else ""


def joint_space(whole: System, q: Array | None = None) -> Array:
    """A workspace of a system that has its tree, at a position, with room for the formulation in joint coordinates."""
    units = scales(whole)
    empty, units_from = empty_space(whole)
    space: Array = empty.copy()
    space[units_from : units_from + len(units)] = units
    whole.world.put(whole, space, whole.start if q is None else q)
    return space


def empty_space(whole: System) -> tuple[Array, int]:
    """The same without units and a position, and where the units lie in it; it is kept."""
    blank, known = whole.blank, whole.structure.get(_SPACE)
    if known is None or known[0] is not blank:
        own: Array = np.zeros(OWN_NUMBERS + joint_numbers(whole), whole.dtype)
        units_from = len(blank) + OWN_NUMBERS + units_at(whole)
        known = whole.structure[_SPACE] = blank, np.concatenate([blank, own]), units_from
    return known[1], known[2]


def rows_of_cuts(whole: System) -> list[int]:
    """Rows of the cut elements, in the order in which the tree counts them; lengths of removed rods come last."""
    rows: list[int] = []
    for placed in whole.plan.cuts:
        rows += range(placed.first_row, placed.first_row + len(placed.element.equations))
    return [*rows, *range(len(whole.equations), len(whole.equations) + len(whole.plan.rods))]


def _entries(whole: System) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Row, column and place in the workspace of every entry of the closures' rows that can differ from zero."""
    from linkwork.system.tree.closure_place_kernel import rows_at

    slot, first = int(whole.k[whole.k[layout.TREE] + tree.ROW_SLOTS]), int(rows_at(whole.k))
    pairs = list(Paths(whole.k).closures())
    places = {pair: first + int(place) for pair, place in zip(pairs, whole.k[slot:], strict=False)}
    rows, columns = np.array(list(places), np.int64).reshape(-1, 2).T
    return rows, columns, np.array(list(places.values()), np.int64)


class _Tables:
    """The tables around the element that closes the tree."""

    def __init__(self, whole: System, units: Array) -> None:
        self.whole, self.units = whole, units
        lengths = [Equation(whole.bodies[rod.body - 1], "length", "length", False) for rod in whole.plan.rods]
        listed = [*whole.equations, *lengths]
        self.equations = [listed[row] for row in rows_of_cuts(whole)]
        self.row_scale = _row_scale(whole, rows_of_cuts(whole))
        self.rows, self.columns, self.places = _entries(whole)

    def system(self, start: Array, space: Array, rounding: float) -> JointSystem:
        """The system in joint coordinates, with a workspace of the whole inside."""
        whole, n, m = self.whole, len(self.units), len(self.equations)
        pattern = analyse(n, m, range(n), range(n), self.rows, self.columns, None, whole.scalar)
        k, p = self._tables(pattern, len(space)), _numbers(whole, self.units, self.row_scale, len(self.rows))
        return JointSystem(
            mechanism=whole.mechanism,
            env=whole.env,
            bodies=(),
            elements=(),
            coordinates=tuple(coordinate_names(whole)),
            equations=tuple(self.equations),
            length=whole.length,
            scalar=whole.scalar,
            k=k,
            p=p,
            start=start.copy(),
            column_scale=self.units,
            row_scale=self.row_scale,
            entry_rows=self.rows,
            entry_columns=self.columns,
            rounding=rounding,
            whole=whole,
            rows=np.array(rows_of_cuts(whole), np.int64),
            space=space,
            space_at=int(k[layout.OUT]) + 3 * m,
        )

    def _tables(self, pattern: Any, space: int) -> NDArray[np.int64]:
        from linkwork.system.tree.closure_element_kernel import closure

        whole, n, m = self.whole, len(self.units), len(self.equations)
        entries, remembers = len(self.rows), int(whole.k[layout.REMEMBERING])
        header = {
            layout.COORDINATES: n,
            layout.EQUATIONS: m,
            layout.ELEMENTS: 1,
            layout.OWN: n,
            layout.SCATTER: entries,
            layout.WEIGHTS: n,
            layout.REMEMBERING: int(remembers > 0),
            layout.ROW_SCALE: n,
            layout.ENTRY_SCALE: n + m,
            layout.GRAVITY: n + m + entries,
            layout.MASS_SCALE: n + m + entries + 2,
            layout.BODIES: 0,
            layout.COLUMNS: PLANE.size,
            layout.REACTION: PLANE.reaction,
        }
        ints_at = layout.HEADER
        record_at = ints_at + 4
        scatter_at = record_at + layout.RECORD
        pattern_at = scatter_at + 2 * entries
        functions, functions_at = PLANE.functions(whole.scalar), pattern_at + len(pattern.table)
        table_at = functions_at + len(functions)
        header |= {layout.ELEMENT_AT: record_at, layout.SCATTER_AT: scatter_at, layout.PATTERN: pattern_at}
        header[layout.FUNCTIONS] = functions_at
        header |= workspace_places(PLANE, header, n, m, 0, 3 * m + space, pattern)
        record = [address(closure, "constraint", whole.scalar), n + m + entries + 3, ints_at, 0, m, 0, remembers, 0]
        scatter = [value for i, place in enumerate(self.places) for value in (3 * m + int(place), n + i)]
        head = [header.get(place, 0) for place in range(layout.HEADER)]
        ints = [layout.POSE_SIZE, layout.TWIST_SIZE, table_at, 3 * m]
        k = np.array([*head, *ints, *record, *scatter, *pattern.table.tolist(), *functions], np.int64)
        return np.concatenate([k, whole.k])


def _row_scale(whole: System, rows: list[int] | NDArray[np.int64]) -> NDArray[np.float64]:
    """The scales of the equations that close the tree."""
    scale: NDArray[np.float64] = whole.p[whole.k[layout.ROW_SCALE] :][rows].real
    return scale


def _numbers(whole: System, units: Array, row_scale: Array, entries: int) -> Array:
    """Numbers in joint coordinates: scales, those of the entries, gravity, that of masses; then those of the whole."""
    numbers: Array = np.concatenate([units, row_scale, np.ones(entries), _REST, whole.p])
    return numbers


_REST = np.array([0.0, 0.0, 1.0])


def _with_numbers(
    known: JointSystem, whole: System, units: Array, space: Array, start: Array, rounding: float
) -> JointSystem:
    """Tables in joint coordinates that were laid out before, with the numbers of the whole as it is now."""
    own, row_scale = vars(known), _row_scale(whole, known.rows)
    made: JointSystem = object.__new__(JointSystem)
    vars(made).update({name: own[name] for name in (*_FIELDS, *_PATTERNS)})
    vars(made).update(
        mechanism=whole.mechanism,
        env=whole.env,
        length=whole.length,
        p=_numbers(whole, units, row_scale, len(known.entry_rows)),
        start=start.copy(),
        column_scale=units,
        row_scale=row_scale,
        rounding=rounding,
        whole=whole,
        space=space,
    )
    return made


_PATTERNS = ("blank", "vectors", "out_rows")
"""What is found of the tables and does not depend on their numbers."""
_FIELDS = tuple(JointSystem.__dataclass_fields__)
