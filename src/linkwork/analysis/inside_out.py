"""Cells of hyperelastic solids that are turned inside out: det F, with its sign, where their stress is summed.

The laws see C = F'F, which is the same for F and for its mirror image; a cell that is turned inside out costs them
nothing. No body can be brought there: its volume would pass zero, where the energy of neo-Hooke's law has no bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.cell_record import cell_record, is_cell
from linkwork.base.arrays import Array
from linkwork.elements.forces_base import SOLID_KERNELS
from linkwork.numerics.integrators import integrator_state_kernel as place
from linkwork.places import layout_kernel as layout
from linkwork.run.run import Event
from linkwork.system.loop import simulation_state_kernel as loop

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run
    from linkwork.system.loop.moment import Loop
    from linkwork.system.system import System

TURNED = "inside out"  # the kind of an event
OWN = layout.FIRST_ROW  # of the record of a force: 1 where it stands for a cell
_AT_ONCE = 2_000_000  # numbers: so many positions of a run are looked at together


class SolidCells:
    """The cells of a system's solids, those of one kind together."""

    def __init__(self, system: System) -> None:
        self.system = system
        alike: dict[tuple[int, ...], list[tuple[str, Array, Array]]] = {}
        for number, name in enumerate(system.forces):
            if is_cell(system, number):
                cell = cell_record(system, number)
                alike.setdefault((cell.law, *cell.slopes.shape), []).append((name, cell.columns, cell.slopes))
        self.names = [name for cells in alike.values() for name, _, _ in cells]
        self.kinds = [
            (law, np.array([columns for _, columns, _ in cells]), np.array([slopes for *_, slopes in cells]))
            for (law, *_), cells in alike.items()
        ]

    def least(self, q: Array) -> Array:
        """The least det F of every cell; `q`: coordinates of the bodies in the last axis."""
        volumes = []
        for _, columns, slopes in self.kinds:
            places = q[..., columns].real
            gradients = np.einsum("...cni,cqnj->...cqij", places, slopes, optimize=True)
            volumes.append(np.linalg.det(gradients).min(axis=-1))
        return np.concatenate(volumes, axis=-1) if volumes else np.zeros((*q.shape[:-1], 0))

    def barred(self, q: Array) -> bool:
        """Whether a cell is where the energy of its law has no bound between it and its form without load."""
        from linkwork.elements.planar.forces.solid_law_kernel import SAINT_VENANT

        if not self.kinds:
            return False
        laws = np.concatenate([np.full(len(columns), law) for law, columns, _ in self.kinds])
        return bool(np.any(~(self.least(q)[laws != SAINT_VENANT] > 0.0)))

    def told(self, q: Array) -> str:
        """Which cells are turned inside out in a position, in words; nothing where none is."""
        least = self.least(q)
        turned = np.flatnonzero(~(least > 0.0))
        if not len(turned):
            return ""
        worst = turned[int(np.argmin(least[turned]))]
        return turned_words(
            self.system.mechanism, [self.names[cell] for cell in turned], self.names[worst], least[worst]
        )


def turned_words(mechanism: Mechanism, cells: list[str], worst: str, volume: float) -> str:
    """That cells are turned inside out: the worst by name, and how many others."""
    others = f" and {len(cells) - 1} more" if len(cells) > 1 else ""
    return f"cell '{worst}'{_of_solid(mechanism, worst)}{others} turned inside out ({volume:.3g} of its volume)"


def has_cells(k: NDArray[np.int64]) -> bool:
    """Whether tables have cells of solids."""
    first, count = int(k[layout.FORCE_AT]), int(k[layout.FORCES])
    records = k[first : first + layout.RECORD * count].reshape(count, layout.RECORD)
    return bool(np.any(records[:, OWN]))


def turned_event(moment: Loop) -> Event:
    """That a cell is turned inside out at an accepted step, where its law allows it."""
    t, name = float(moment.z[place.T].real), _looked_at(moment)
    return Event(t, TURNED, f"cell '{name}'{_of_solid(moment.system.mechanism, name)} is turned inside out", name)


def turned_end(moment: Loop) -> Event | None:
    """Why a simulation ended, where no step was short enough to keep a cell from being turned inside out."""
    if not moment.state[loop.CELL] > 0:
        return None
    t, name = float(moment.z[place.T].real), _looked_at(moment)
    text = (
        f"stopped at t = {t:.6g} s: the next step would turn cell '{name}'{_of_solid(moment.system.mechanism, name)} "
        "inside out, through where the energy of its law has no bound; take smaller steps, smaller cells, more damping "
        "or less load"
    )
    return Event(t, "stopped", text, name)


def _looked_at(moment: Loop) -> str:
    return moment.system.forces[abs(int(moment.state[loop.CELL])) - 1]


def _of_solid(mechanism: Mechanism, cell: str) -> str:
    solid = mechanism.generated.get(cell)
    return f" of solid '{solid}'" if solid else ""


def has_solids(run: Run) -> bool:
    """Whether the mechanism of a run has cells of solids."""
    return any(getattr(force, "kernel", "") in SOLID_KERNELS for force in run.mechanism.forces.values())


def turned_notes(run: Run) -> list[str]:
    """Which cell is turned inside out at the steps of a run or at its output, and since when."""
    told = next((event for event in run.events if event.kind == TURNED), None)
    if told is not None:
        return [f"from t = {told.t:.6g} s on: {told.text}, which no body can be: {_ADVICE}"]
    cells = SolidCells(run.system)
    each = max(1, _AT_ONCE // max(1, sum(slopes.size for *_, slopes in cells.kinds)))
    parts = [cells.least(run.q[at : at + each]) for at in range(0, len(run.q), each)]
    least: Any = np.concatenate(parts)
    frames = np.flatnonzero(np.any(~(least > 0.0), axis=1))
    if not len(frames):
        return []
    return [f"from t = {run.t[frames[0]]:.6g} s on: {cells.told(run.q[frames[0]])}, which no body can be: {_ADVICE}"]


_ADVICE = "do not trust the motion from there on; take smaller cells, more damping or smaller steps"
