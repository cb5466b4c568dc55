"""Elastic modes along a driven motion: how they deflect by its loads, without vibrations of their own.

Drivers give the motion of what is rigid; the modes are not given. They are moved as splines x(t) through the points of
the run; forces r(t) are left that have to be held, and with the stiffness K of the modes

    x <- x + K^-1 r(t, x, x', x'')

converges to the deflections that inertia and forces ask for, by the square of the ratio of the frequencies of the drive
and of the modes each time. That is the motion which does not vibrate by itself. Where the drive is as fast as the
modes, it does not converge, and modes have to be integrated.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.assemble import assemble
from linkwork.analysis.kinematics.kinematics import move
from linkwork.base.arrays import Array
from linkwork.elements.mode import ModeHold
from linkwork.functions.table import Table
from linkwork.mechanism.mode_hold import mode_element
from linkwork.run.loads import loads_in_joints, loads_of
from linkwork.system.modal.tables import bodies_with_modes
from linkwork.system.tables.compile import compile_system

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run
    from linkwork.system.system import System

_PASSES, _EXACT = 10, 1e-12  # of the largest deflection: changes that end it
_GOOD = 1e-3  # of the largest deflection: what may be wrong with it at most
_LADDER = (17, 25, 37, 55, 81, 121, 181, 271, 401)  # points of the splines
_BETWEEN = (0.19, 0.5, 0.83)  # of each interval of a spline: where it is measured; uneven, so that no drive hides there
_WORSE = 3.0  # times what was left before: the next spline is not better


def mode_names(mechanism: Mechanism) -> list[str]:
    """All modes, `rod.q1`, ..."""
    return [
        f"{body}.{label}"
        for body in bodies_with_modes(mechanism)
        for label in mechanism.bodies_by_name[body].modes.labels
    ]


def driven_modes(
    mechanism: Mechanism, grid: Array, hold: Mapping[str, Any] | None, joints: bool = False
) -> tuple[Run, float] | None:
    """The motion at the times of a grid with its loads, and what is wrong with the deflections; none where too much is.

    Splines with more points follow the drive more closely, until they begin to follow vibrations: the best is taken.
    What is wrong is measured at the grid and between the points of the spline, at which nothing is left. `joints` says
    whether motion and loads are found in the coordinates of joints.
    """
    best: tuple[Run, float] | None = None
    for count in _LADDER:
        tried = _DrivenModes(mechanism, np.linspace(grid[0], grid[-1], count), hold, joints).follow(grid)
        if tried is None or (best is not None and tried[1] > _WORSE * best[1]):
            if best is not None:
                break
            continue
        if best is None or tried[1] < best[1]:
            best = tried
        if best[1] <= _EXACT:
            break
    return best if best is not None and best[1] <= _GOOD else None


class _DrivenModes:
    """The modes of a mechanism along its driven motion, as splines through points of these times."""

    def __init__(self, mechanism: Mechanism, times: Array, hold: Mapping[str, Any] | None, joints: bool) -> None:
        self.mechanism, self.times, self.hold, self.joints = mechanism, times, dict(hold or {}), joints
        self.names = mode_names(mechanism)
        self.modes = np.zeros((len(times), len(self.names)))
        self.system: System = mechanism.system(dynamics=True)
        self.stiffness = _stiffness(self.system)

    def follow(self, grid: Array) -> tuple[Run, float] | None:
        """The motion with its modes and loads at the times of a grid, and what is wrong; none without convergence."""
        last = np.inf
        for _ in range(_PASSES):
            change = self._change(self.times)[1]
            if change is None:
                return None
            left = self._share(change)
            if left >= last:
                break
            self.modes += change
            last = left
            if left <= _EXACT:
                break
        between = [self.times[:-1] + share * np.diff(self.times) for share in _BETWEEN]
        change = self._change(np.unique(np.concatenate([self.times[:1], *between, self.times[-1:]])))[1]
        run, at_grid = self._change(grid)
        if run is None or change is None or at_grid is None:
            return None
        loads = loads_in_joints if self.joints else loads_of
        run.loads = loads(self.system.with_turns(run.system.wound), run.t, run.q, run.v)
        return run, max(self._share(change), self._share(at_grid))

    def _share(self, change: Array) -> float:
        """A change of the modes, of the largest deflection."""
        largest = np.maximum(np.max(np.abs(self.modes)), np.max(np.abs(change)))
        return float(np.max(np.abs(change)) / max(largest, np.finfo(float).tiny))

    def _change(self, times: Array) -> tuple[Run | None, Array | None]:
        """The motion with the modes as they are, and by how much the forces that are left would deflect them."""
        held = {name: self._moved(number) for number, name in enumerate(self.names)}
        start = self.hold | dict(zip(self.names, map(float, self.modes[0]), strict=True))
        assembly = assemble(self.mechanism, hold=start, at=float(times[0]))
        if not assembly.ok:
            return None, None
        moved = compile_system(self.mechanism, held=held).with_turns(assembly.wound)
        run = move(moved, assembly, times, progress=False, joints=self.joints)
        if not run.completed or len(run.t) < len(times):
            return None, None
        loaded = compile_system(self.mechanism, held=held, dynamics=True).with_turns(assembly.wound)
        owners = [equation.element for equation in loaded.equations]
        lacking = loads_of(loaded, run.t, run.q, run.v).multipliers[:, [owners.index(name) for name in self.names]]
        return run, np.linalg.solve(self.stiffness, lacking.T).T

    def _moved(self, number: int) -> ModeHold:
        points = tuple((float(t), float(x)) for t, x in zip(self.times, self.modes[:, number], strict=True))
        element = mode_element(self.mechanism, self.names[number], Table(points=points))
        assert element is not None
        return element


def _stiffness(system: System) -> Array:
    """The stiffness of all modes, body by body."""
    blocks = [
        np.array([value.real for value in body.numbers.stiffness]).reshape(body.numbers.count, -1)
        for body in system.modal
    ]
    size = sum(len(block) for block in blocks)
    whole, at = np.zeros((size, size)), 0
    for block in blocks:
        whole[at : at + len(block), at : at + len(block)] = block
        at += len(block)
    return whole
