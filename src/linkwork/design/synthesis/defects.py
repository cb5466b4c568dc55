"""Defects of a linkage that meets its targets on paper: another circuit, another branch, another order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from linkwork.analysis.kinematics.turns import Turns
from linkwork.analysis.trace.circuit import Circuit, continue_circuit
from linkwork.base.arrays import Array
from linkwork.system.constraints.rank import freedoms
from linkwork.system.tables.compile import compile_system

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism

_POINTS = 4000
_SAME = 1e-5  # of the length of a circuit: nearer positions are met together


@dataclass
class Checked:
    """Defects in words, what could not be checked, and the circuit of the first position."""

    defects: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    circuit: Circuit | None = None


def check(mechanism: Mechanism, q: Array) -> Checked:
    """Whether the mechanism goes through these positions, in their order, without being taken apart or stuck."""
    driver = next(iter(mechanism.drivers), "")
    system = compile_system(mechanism, drivers=[name for name in mechanism.drivers if name != driver])
    left = freedoms(system, q[0], 0.0)
    if left != 1:
        free = f"with driver '{driver}' free " if driver else ""
        return Checked(notes=[f"branch, circuit and order were not checked: {free}there are {left} freedoms, not one"])
    circuit = continue_circuit(system, driver, q[0], _POINTS, 0.0)
    away = [number for number in range(len(q)) if not circuit.holds(q[number])]
    verdict = Checked(circuit=circuit)
    if away:
        verdict.defects.append(
            f"circuit defect: {_named(away)} on another circuit than position 1; "
            "to get there the mechanism must be taken apart"
        )
    kept = [number for number in range(len(q)) if number not in away]
    arcs = np.array([_arc(circuit, q[number]) for number in kept])
    verdict.defects += _branch(circuit, driver, kept, arcs) + _order(circuit, kept, arcs)
    if not driver:
        verdict.notes.append("branches were not checked: the mechanism has no driver")
    return verdict


def _named(numbers: list[int]) -> str:
    names = ", ".join(str(number + 1) for number in numbers)
    return f"position {names} is" if len(numbers) == 1 else f"positions {names} are"


def _arc(circuit: Circuit, q: Array) -> float:
    """Arc length at which a position lies on a circuit."""
    run = circuit.run
    offsets = Turns(run.system, q).offset(run.q)
    nearest = int(np.argmin(np.linalg.norm(offsets, axis=1)))
    tangent = run.v[nearest] / run.system.column_scale
    return float(run.t[nearest] - offsets[nearest] @ tangent / (tangent @ tangent))


def _branch(circuit: Circuit, driver: str, kept: list[int], arcs: Array) -> list[str]:
    """Positions beyond a limit of the driver."""
    if not circuit.limits:
        return []
    ends = np.sort([limit.arc for limit in circuit.limits])
    pieces = np.searchsorted(ends, arcs)
    if circuit.closed:
        pieces = pieces % len(ends)
    beyond = [number for number, piece in zip(kept, pieces, strict=True) if piece != pieces[0]]
    if not beyond:
        return []
    text = (
        f"branch defect: {_named(beyond)} beyond a limit of driver '{driver}', which cannot carry the mechanism there"
    )
    return [text]


def _order(circuit: Circuit, kept: list[int], arcs: Array) -> list[str]:
    """Positions that are not met in their order, whichever way round the mechanism goes."""
    length = float(circuit.run.t[-1] - circuit.run.t[0])
    wrong = min((_against(way * arcs, length, circuit.closed) for way in (1.0, -1.0)), key=len)
    if not wrong:
        return []
    return [f"order defect: {_named([kept[number] for number in wrong])} not met after the one before"]


def _against(arcs: Array, length: float, closed: bool) -> list[int]:
    """Which positions come before the one that they should follow."""
    steps = np.diff(arcs)
    if not closed:
        return [number + 1 for number in range(len(steps)) if steps[number] < -_SAME * length]
    steps = (steps + _SAME * length) % length - _SAME * length
    if float(np.sum(steps)) <= (1.0 + _SAME) * length:
        return []
    wrong = [number + 1 for number in range(len(steps)) if steps[number] > 0.5 * length]
    return wrong or [len(steps)]
