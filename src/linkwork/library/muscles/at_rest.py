"""Muscles whose fibres and tendons are in balance where the mechanism is assembled."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.errors import AnalysisError
from linkwork.elements.muscle import NO_SPEED, MuscleForce
from linkwork.expression import as_expression
from linkwork.expression.given import public

if TYPE_CHECKING:
    from linkwork.base.arrays import Array
    from linkwork.mechanism.mechanism import Mechanism

_HALVINGS = 60  # of a bracket for strains of order 1: rounding
_SHORTEST = 0.05  # of the optimal length: fibres are not looked for below it


@public
def at_rest(mechanism: Mechanism) -> dict[str, float]:
    """Give every muscle with an elastic tendon the strain at which nothing moves in it, at its activation at the start.

    The strains are written into the description, as numbers for the position as assembled at t = 0, and told. One below
    zero is that of a tendon that hangs: the path is too short, and the fibres are as short as they can be.
    """
    from linkwork.analysis.assembly.assemble import assemble
    from linkwork.signals.muscle_kernel import SHORTEST, STEEPEST
    from linkwork.system.dynamics.dynamics import Dynamics
    from linkwork.system.tables.compile import compile_system

    muscles = {name: force for name, force in mechanism.forces.items() if isinstance(force, MuscleForce)}
    elastic = [name for name, force in muscles.items() if force.gives]
    if not elastic:
        return {}
    assembly = assemble(mechanism)
    if not assembly.ok:
        raise AnalysisError(assembly.text())
    system = compile_system(mechanism, dynamics=True)
    dynamics, signals = Dynamics(system), system.signals
    assert signals is not None
    names = dynamics.state_names()
    places = [names.index(f"{name}.strain") for name in elastic]
    states = dynamics.states()
    dynamics.place(assembly.q, 0.0)
    lengths = dynamics.memory_values()[[signals.places[f"{name}.length"] for name in elastic]]
    scope = mechanism.scope()
    slack = np.array([float(scope.number(muscles[name].tendon_length).real) for name in elastic])
    fibres = np.array([float(scope.number(muscles[name].optimal_length).real) for name in elastic])
    low: Array = np.zeros(len(elastic))
    high: Array = (lengths - _SHORTEST * fibres) / slack - 1.0
    sines = np.sin([float(scope.number(muscles[name].pennation).real) for name in elastic])
    least = fibres * np.sqrt(np.maximum(SHORTEST**2 - sines**2, STEEPEST**2 / (1 - STEEPEST**2) * sines**2))
    hanging = (lengths - least) / slack - 1.0
    low, high = np.where(hanging <= 0.0, hanging, low), np.where(hanging <= 0.0, hanging, high)
    for _ in range(_HALVINGS):
        states[places] = middle = 0.5 * (low + high)
        dynamics.place(assembly.q, 0.0, states=states)
        rising = dynamics.state_rates()[places] > 0.0
        low, high = np.where(rising, middle, low), np.where(rising, high, middle)
    lacking = np.isnan(dynamics.state_rates()[places])
    if lacking.any():
        raise AnalysisError(f"muscle '{elastic[int(np.argmax(lacking))]}': {NO_SPEED}")
    strains = {name: float(strain) for name, strain in zip(elastic, 0.5 * (low + high), strict=True)}
    for name, strain in strains.items():
        mechanism.described_forces[name] = muscles[name].model_copy(update={"strain": as_expression(strain)})
    mechanism._changed()
    return strains
