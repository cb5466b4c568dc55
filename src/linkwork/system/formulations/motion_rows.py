"""Which rows of the constraints the trees of translation and of rotation hold, and which are cut.

A row that no place of a body enters belongs to rotation, any other to translation. Elastic modes are in neither tree:
they are free beside both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.late_dataclass import dataclass
from linkwork.base.plural import plural
from linkwork.topology.motion_trees import MotionTrees, motion_trees
from linkwork.topology.requests import checked

if TYPE_CHECKING:
    from linkwork.mechanism.model_requests import TreeRequest
    from linkwork.system.system import System

_NOTHING = 1e-12  # of the largest number of a row
_TURNS = ("angle", "rx", "ry", "rz")


@dataclass(frozen=True)
class MotionRows:
    """The rows in order, those of the trees first, how many these are, the trees, and the number of elastic modes."""

    order: tuple[int, ...]
    inside: int
    trees: MotionTrees
    modes: int = 0

    def words(self) -> str:
        """The counts in words."""
        cuts, driven = len(self.order) - self.inside, len(self.order) - self.inside - self.trees.equations
        by = f", {driven} of them of drivers" if driven else ""
        modes = f" and {plural(self.modes, 'elastic mode')}" if self.modes else ""
        return f"{plural(self.trees.coordinates, 'coordinate')} of both trees{modes}, {plural(cuts, 'equation')}{by}"


def has_own_trees(request: TreeRequest) -> bool:
    """Whether translation and rotation are asked to have trees of their own."""
    return bool(request.cut_translation or request.cut_rotation)


def motion_rows(system: System, q: Array, t: float) -> MotionRows:
    """The rows by the trees that the mechanism asks for; joints that cannot be divided so are refused."""
    from linkwork.system.tree.tree_network import network_of

    mechanism, request = system.mechanism, system.mechanism.tree_request
    bodies_only = request.model_copy(update={"remove": "none"})
    network, kept = checked(mechanism, network_of(system), bodies_only)
    places, turns = ({*request.cut, *names} for names in (request.cut_translation, request.cut_rotation))
    trees = motion_trees(network, places, turns, kept)
    carries = [{joint.name for joint in tree.carriers.values()} for tree in (trees.translation, trees.rotation)]
    turning = _turning(system, q, t)
    inside, outside = list[int](), list[int]()
    for placed in system.elements:
        rows = range(placed.first_row, placed.first_row + len(placed.element.equations))
        kept_in = [placed.name in names and not placed.driver for names in carries]
        if kept_in[0] != kept_in[1]:
            refuse_joined(system, placed.name, trees, [turning[row] for row in rows])
        for row in rows:
            (inside if kept_in[turning[row]] else outside).append(row)
    modes = len(_modes(system))
    free = len(system.coordinates) - len(inside) - modes
    if free != trees.coordinates:
        raise AnalysisError(
            f"{mechanism.name}: trees of translation and rotation have {trees.coordinates} coordinates, but their rows "
            f"leave {free} free; use formulation 'projection'"
        )
    return MotionRows((*inside, *outside), len(inside), trees, modes)


def _modes(system: System) -> list[int]:
    """Columns of the elastic modes."""
    return [column for body in system.modal for column in body.columns]


def _turning(system: System, q: Array, t: float) -> list[bool]:
    """Of every row, whether it holds rotation alone."""
    from linkwork.system.constraints.equations import Equations

    equations = Equations(system)
    equations.evaluate(q, t)
    rows = np.abs(equations.jacobian())
    places = np.array([name.rpartition(".")[2] not in _TURNS for name in system.coordinates], bool)
    places[_modes(system)] = False
    return [bool(row[places].max(initial=0.0) <= _NOTHING * row.max(initial=0.0)) for row in rows]


def refuse_joined(system: System, name: str, trees: MotionTrees, turning: Sequence[bool]) -> None:
    """Refuse a joint that is in one tree alone and whose rows do not divide as its freedoms do."""
    for tree, count in ((trees.rotation, sum(turning)), (trees.translation, len(turning) - sum(turning))):
        held = next((joint.equations for joint in (*tree.carriers.values(), *tree.cuts) if joint.name == name), None)
        if held is not None and held != count:
            raise AnalysisError(
                f"{system.mechanism.name}: joint '{name}' holds translation and rotation together and cannot be cut "
                "in one of the trees alone; name it in `cut`, or in neither"
            )
