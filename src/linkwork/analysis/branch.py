"""Branches: which of its ways of being assembled a driven mechanism is on.

The driven Jacobian is taken apart into its irreducible blocks (Dulmage-Mendelsohn), which are the groups of bodies
that must be solved together: the dyads and larger Assur groups of kinematics. The sign of a block's determinant
changes exactly where the group passes a singular position, so the signs name the branch; a dyad has one for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, maximum_bipartite_matching

from linkwork.analysis.driving import far_side_gears
from linkwork.system.equations import Equations
from linkwork.system.system import System

Array = NDArray[Any]
_RANK = 1e-9


@dataclass(frozen=True)
class Group:
    """Bodies that are solved together: their rows and columns in the driven Jacobian."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    bodies: tuple[str, ...]
    sign: int

    def __str__(self) -> str:
        mark = {1: "+", -1: "-", 0: "singular"}[self.sign]
        return f"{{{', '.join(self.bodies)}}} {mark}"


def independent_rows(jacobian: Array) -> list[int]:
    """Rows, in their order, that do not follow from those before them."""
    m, n = jacobian.shape
    kept: list[int] = []
    basis = np.zeros((0, n))
    for row in range(m):
        rest = jacobian[row] - basis.T @ (basis @ jacobian[row])
        rest = rest - basis.T @ (basis @ rest)
        size = float(np.linalg.norm(rest))
        if size > _RANK * 10 * max(1.0, float(np.linalg.norm(jacobian[row]))):
            kept.append(row)
            basis = np.vstack([basis, rest / size])
    return kept


def groups_of(system: System, q: Array, t: float) -> list[Group]:
    """The groups of the driven mechanism at a position, in the order in which they can be solved."""
    equations = Equations(system)
    equations.evaluate(q, t)
    jacobian = equations.jacobian()
    rows = list(range(equations.m)) if equations.independent() else independent_rows(jacobian)
    if len(rows) != len(system.coordinates):
        return []
    return _blocks(system, jacobian, rows)


def _blocks(system: System, jacobian: Array, rows: list[int]) -> list[Group]:
    n = len(system.coordinates)
    used = np.zeros((len(rows), n), bool)
    number = {row: i for i, row in enumerate(rows)}
    for row, column in zip(system.entry_rows, system.entry_columns, strict=True):
        if row in number:
            used[number[row], column] = True
    match = maximum_bipartite_matching(csr_array(used), perm_type="column")
    if np.any(match < 0):
        return []
    # row i determines column match[i]; it needs every other column of its row first
    needs = used[np.argsort(match)] | _same_body(system)
    count, label = connected_components(csr_array(needs), directed=True, connection="strong")
    order = _solving_order(needs, label, count)
    row_of_column = np.argsort(match)
    found = []
    for block in order:
        columns = np.flatnonzero(label == block)
        block_rows = [rows[row_of_column[column]] for column in columns]
        found.append(_group(system, jacobian, sorted(block_rows), columns.tolist()))
    return [group for group in found if group is not None]


def _same_body(system: System) -> Array:
    """Coordinates of one body belong together."""
    owner = np.array([name.rpartition(".")[0] for name in system.coordinates])
    return owner[:, None] == owner[None, :]


def _solving_order(needs: Array, label: Array, count: int) -> list[int]:
    """Blocks such that each needs only earlier ones."""
    from graphlib import TopologicalSorter

    graph: dict[int, set[int]] = {block: set() for block in range(count)}
    for row, column in zip(*np.nonzero(needs), strict=True):
        if label[row] != label[column]:
            graph[int(label[row])].add(int(label[column]))
    return list(TopologicalSorter(graph).static_order())


def _group(system: System, jacobian: Array, rows: list[int], columns: list[int]) -> Group | None:
    block = jacobian[np.ix_(rows, columns)]
    sign = np.linalg.slogdet(block)[0]
    smallest = np.linalg.svd(block, compute_uv=False)[-1]
    names = dict.fromkeys(system.coordinates[column].rpartition(".")[0] for column in columns)
    return Group(tuple(rows), tuple(columns), tuple(names), int(sign) if smallest > _RANK else 0)


def branch_of(system: System, q: Array, t: float) -> str:
    """The branch in words: every group that can be assembled in more than one way, with its sign."""
    groups = groups_of(system, q, t)
    if not groups:
        return "not determined: the mechanism can still move"
    several = [group for group in groups if not no_choice(system, group)]
    gears = [f"gear '{name}' on the far side" for name in far_side_gears(system, q, t)]
    return ", ".join([*(str(group) for group in several), *gears]) or "only one"


def no_choice(system: System, group: Group) -> bool:
    """Whether the group's equations fix it without a choice: a body driven about a pin, or held by its coordinates.

    A body that turns needs an equation in its angle for that, or two pins: a point of it at a given height can be
    reached in two ways.
    """
    names = {system.equations[row].element for row in group.rows}
    kernels = [placed.element.kernel for placed in system.elements if placed.name in names]
    turns = any(system.coordinates[column].endswith(".angle") for column in group.columns)
    given = not turns or "angle" in kernels or "fixed" in kernels or kernels.count("revolute") > 1
    return given and set(kernels) <= {"revolute", "angle", "fixed", "axis"} and len(group.bodies) == 1
