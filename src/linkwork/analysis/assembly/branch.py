"""Branches: which of its ways of being assembled a driven mechanism is on.

The driven Jacobian is taken apart into its irreducible blocks (Dulmage-Mendelsohn), which are the groups of bodies
that must be solved together: the dyads and larger Assur groups of kinematics. The sign of a block's determinant
changes exactly where the group passes a singular position, so the signs name the branch; a dyad has one for each.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.kinematics.driving import far_side_gears
from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.base.late_text import LateText
from linkwork.numerics.blocks import largest_matching, solving_order
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import is_known_independent, note_independent
from linkwork.system.system import System

_RANK = 1e-9
_FAR_FROM_SINGULAR = math.log(10 * _RANK)
_Place = tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...]]


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
    if len(system.equations) < len(system.coordinates):
        return []
    equations = Equations(system)
    equations.evaluate(q, t)
    jacobian = equations.jacobian()
    known = is_known_independent(system, q, t) or equations.independent()
    rows = list(range(equations.m)) if known else independent_rows(jacobian)
    if len(rows) != len(system.coordinates):
        return []
    if known:
        note_independent(system, q, t)
    return _blocks(system, jacobian, rows)


def _blocks(system: System, jacobian: Array, rows: list[int]) -> list[Group]:
    """Irreducible blocks of the rows, in the order in which they can be solved."""
    key = "blocks", tuple(rows)
    if key not in system.structure:
        places = _places(system, rows)
        system.structure[key] = places, _alike(places)
    places, alike = system.structure[key]
    signs = [0] * len(places)
    for numbers, lines, columns in alike:
        for number, sign in zip(numbers, signs_of(jacobian[lines, columns]), strict=True):
            signs[number] = sign
    return [Group(lines, columns, bodies, sign) for (lines, columns, bodies), sign in zip(places, signs, strict=True)]


def _alike(places: list[_Place]) -> list[tuple[list[int], NDArray[np.int64], NDArray[np.int64]]]:
    """Blocks of the same size: their numbers, and their rows and columns, which are taken from the matrix at once."""
    alike: list[tuple[list[int], NDArray[np.int64], NDArray[np.int64]]] = []
    for size in dict.fromkeys(len(rows) for rows, _, _ in places):
        numbers = [number for number, (rows, _, _) in enumerate(places) if len(rows) == size]
        lines = np.array([places[number][0] for number in numbers])[:, :, None]
        alike.append((numbers, lines, np.array([places[number][1] for number in numbers])[:, None, :]))
    return alike


def _places(system: System, rows: list[int]) -> list[_Place]:
    """Rows, columns and bodies of the blocks."""
    entries = _entries(system, rows)
    determines = largest_matching(entries)
    if len(determines) != len(rows):
        return []
    row_of = {column: row for row, column in determines.items()}
    places: list[_Place] = []
    for block in solving_order(_needs(system, entries, determines)):
        columns = sorted(block)
        bodies = dict.fromkeys(system.coordinates[column].rpartition(".")[0] for column in columns)
        places.append((tuple(sorted(row_of[column] for column in columns)), tuple(columns), tuple(bodies)))
    return places


def _entries(system: System, rows: list[int]) -> dict[int, list[int]]:
    """The columns that stand in each of the rows."""
    entries: dict[int, list[int]] = {row: [] for row in rows}
    for row, column in zip(system.entry_rows.tolist(), system.entry_columns.tolist(), strict=True):
        if row in entries:
            entries[row].append(column)
    return entries


def _needs(system: System, entries: dict[int, list[int]], determines: dict[int, int]) -> dict[int, list[int]]:
    """Which columns must be known before a column: those of its row; columns of one body belong together."""
    needs: dict[int, list[int]] = {column: [] for column in range(len(system.coordinates))}
    for row, columns in entries.items():
        needs[determines[row]] += columns
    owners: dict[str, list[int]] = {}
    for column, name in enumerate(system.coordinates):
        owners.setdefault(name.rpartition(".")[0], []).append(column)
    for columns in owners.values():
        for one, other in zip(columns, columns[1:] + columns[:1], strict=True):
            needs[one].append(other)
    return needs


def sign_of(block: Array) -> int:
    """The sign of a block's determinant; 0 where it is singular."""
    return signs_of(block[None])[0]


def signs_of(blocks: Array) -> list[int]:
    """The signs of the determinants of blocks of one size, one behind the other; 0 where they are singular."""
    of_all, sizes = np.linalg.slogdet(blocks)
    others, signs = blocks.shape[1] - 1, list[int]()
    of_each = math.sqrt(np.vdot(blocks, blocks).real)  # no singular value of any block is larger
    if of_each > 0.0 and sizes.min() - others * math.log(of_each) > _FAR_FROM_SINGULAR:
        return [int(sign) for sign in of_all.tolist()]
    for block, sign, size in zip(blocks, of_all.tolist(), sizes.tolist(), strict=True):
        largest = math.sqrt(np.vdot(block, block).real)  # no singular value is larger, hence none smaller than this:
        far = largest > 0.0 and size - others * math.log(largest) > _FAR_FROM_SINGULAR
        signs.append(int(sign) if far or np.linalg.svd(block, compute_uv=False)[-1] > _RANK else 0)
    return signs


def branch_of(system: System, q: Array, t: float) -> str:
    """The branch in words: every group that can be assembled in more than one way, with its sign."""
    groups = groups_of(system, q, t)
    if not groups:
        return "not determined: the mechanism can still move"
    several = [group for group in groups if not _has_no_choice(system, group)]
    gears = [f"gear '{name}' on the far side" for name in far_side_gears(system, q, t)]
    return ", ".join([*(str(group) for group in several), *gears]) or "only one"


def branch_later(system: System, q: Array, t: float) -> Any:
    """The same, found when it is first looked at; a mechanism that can still move says so at once."""
    if len(system.equations) < len(system.coordinates):
        return branch_of(system, q, t)
    return LateText(partial(branch_of, system, q.copy(), t))


def _has_no_choice(system: System, group: Group) -> bool:
    """The same as `no_choice`, which follows from the pattern of the tables."""
    key = "no choice", group.rows
    if key not in system.structure:
        system.structure[key] = no_choice(system, group)
    return bool(system.structure[key])


def no_choice(system: System, group: Group) -> bool:
    """Whether the group's equations fix it without a choice: a body driven about a pin, or held by its coordinates.

    A body that turns needs an equation in its angle for that, or two pins: a point of it at a given height can be
    reached in two ways.
    """
    names = {system.equations[row].element for row in group.rows}
    kernels = [placed.element.kernel for placed in system.elements if placed.name in names]
    if system.world.dimensions == 3:
        return _driven_in_its_joint(system, group)
    turns = any(system.coordinates[column].endswith(".angle") for column in group.columns)
    given = not turns or "angle" in kernels or "fixed" in kernels or kernels.count("revolute") > 1
    return given and set(kernels) <= {"revolute", "angle", "fixed", "axis"} and len(group.bodies) == 1


def _driven_in_its_joint(system: System, group: Group) -> bool:
    """Whether a body hangs on one joint whose values are all driven."""
    names = {system.equations[row].element for row in group.rows}
    parts = [placed for placed in system.elements if placed.name in names]
    joints = [placed.name for placed in parts if not placed.driver]
    driven = [getattr(placed.element, "joint", "") for placed in parts if placed.driver]
    return len(group.bodies) == 1 and len(joints) == 1 and all(joint == joints[0] for joint in driven)
