"""Inputs of a linear model: an actuator's force or torque, a component of a point force, a driver's value, an input."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import suggestion
from linkwork.expression import as_expression
from linkwork.functions.value import as_function
from linkwork.signals.parts import Input as Signal
from linkwork.system.dynamics.dynamics import Dynamics
from linkwork.system.tables.compile import compile_system

_SIZES = {"force": "N", "torque": "N m", "x": "N", "y": "N", "z": "N", **{f"torque_{axis}": "N m" for axis in "xyz"}}
_PLAIN = ("angle", "axis", "slide_drive", "drive")  # kernels of drivers whose equation is a coordinate less the value


@dataclass(frozen=True)
class Input:
    """One input: the scaled force of a unit of it on the bodies, or the driver's row and the scale of that row."""

    name: str
    unit: str
    push: Array | None = None
    row: int = -1
    row_scale: float = 1.0
    place: int = -1
    """Of a signal that comes from outside: where it lies in the memory."""
    base: float = 0.0
    """And its value."""

    @property
    def driver(self) -> bool:
        """Whether a driver's value is the input; then its acceleration enters the equations."""
        return self.push is None and self.place < 0


def find_input(dynamics: Dynamics, name: str, q: Array, v: Array, t: float) -> Input:
    """The input of a name such as `push.x`, `spring.force`, `coil.torque`, or a driver's own name."""
    system = dynamics.whole
    for placed in system.elements:
        if placed.driver and placed.name == name:
            if placed.element.kernel not in _PLAIN:
                raise AnalysisError(f"linearise: driver '{name}' of this kind cannot be an input; use a force instead")
            unit = "m" if system.equations[placed.first_row].unit == "length" else "rad"
            scale = float(system.row_scale[placed.first_row])
            row = int(np.flatnonzero(dynamics.rows == placed.first_row)[0])
            return Input(name, unit, None, row, scale)
    signal = system.mechanism.signals.get(name)
    if isinstance(signal, Signal) and system.signals is not None:
        if signal.value is not None:
            raise AnalysisError(f"linearise: input '{name}' follows a law; leave its `value` out and give a `start`")
        place = system.signals.channel(name)
        return Input(name, signal.unit, place=place, base=float(dynamics.bodies.memory_values()[place].real))
    head, _, label = name.rpartition(".")
    forces = system.mechanism.forces
    if head in forces and label in _SIZES and label in type(forces[head]).model_fields:
        return Input(name, _SIZES[label], _push(dynamics, head, label, q, v, t))
    raise AnalysisError(f"linearise: there is no input '{name}'{suggestion(name, input_names(dynamics), 'inputs')}")


def input_names(dynamics: Dynamics) -> list[str]:
    """What can be an input."""
    input_names = [placed.name for placed in dynamics.whole.elements if placed.driver]
    for name, force in dynamics.system.mechanism.forces.items():
        input_names += [f"{name}.{label}" for label in _SIZES if label in type(force).model_fields]
    signals = dynamics.whole.mechanism.signals
    return input_names + [name for name, part in signals.items() if isinstance(part, Signal) and part.value is None]


def _push(dynamics: Dynamics, head: str, label: str, q: Array, v: Array, t: float) -> Array:
    """The generalised force of one unit more: the force enters linearly, so a difference is exact."""
    whole = dynamics.whole
    mechanism = whole.mechanism
    before = mechanism.forces[head]
    answers = []
    try:
        for value in (0, 1):
            given = as_function(as_expression(value))
            mechanism.forces[head] = before.model_copy(update={label: given})
            other = Dynamics(compile_system(mechanism, dynamics=True, scalar=whole.scalar, overrides=whole.env))
            other.place(q, t, v)
            answers.append(other.force_of(list(mechanism.forces).index(head)))
    finally:
        mechanism.forces[head] = before
    difference: Array = np.asarray(answers[1] - answers[0])
    return difference
