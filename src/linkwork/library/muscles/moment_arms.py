"""Moment arms of the muscles of a mechanism: how their lengths change with one freedom while others stand still."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.elements.muscle import NO_WAY, MuscleForce
from linkwork.expression import symbol
from linkwork.expression.given import Numbers, public, publicly_made
from linkwork.mechanism.hold import held_elements, held_values

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

_FREE = 1e-9  # singular values of scaled rows below this are none


@publicly_made
@dataclass(frozen=True)
class MomentArms:
    """Lengths and moment arms of muscles over values of a freedom."""

    freedom: str
    values: Array
    lengths: dict[str, Array]
    """In m."""
    arms: dict[str, Array]
    """-dL/dq in m of an angle: what a tension of 1 does to the freedom and to all that goes with it."""


@public
def moment_arms(
    mechanism: Mechanism, freedom: str, values: Numbers, hold: Mapping[str, Any] | None = None
) -> MomentArms:
    """Lengths and moment arms of all muscles over values of a freedom such as `elbow.angle`.

    Loops, gears and relations carry along what depends on it: the arm is the total derivative. Whatever else could move
    has to be named in `hold` with its value; drivers do not count. The arms are those that forces have, no differences.
    """
    from linkwork.analysis.assembly.assemble import assemble
    from linkwork.places.layout_kernel import ACCEPT
    from linkwork.system.constraints.equations import Equations
    from linkwork.system.constraints.equations_kernel import evaluate
    from linkwork.system.dynamics.dynamics import Dynamics

    muscles = [name for name, force in mechanism.forces.items() if isinstance(force, MuscleForce)]
    if not muscles:
        raise AnalysisError(f"{mechanism.name}: there are no muscles")
    still = held_values(hold) or {}
    if freedom in still:
        raise AnalysisError(f"moment_arms: '{freedom}' moves, and is not to be held")
    given = np.atleast_1d(np.asarray(values, dtype=float))
    if given.ndim != 1 or not len(given):
        raise AnalysisError("moment_arms: values: give one number or one row of them")
    elements = held_elements(mechanism, {freedom: symbol("t"), **still})
    equations = Equations(mechanism.held_system(elements, drivers=False))
    system = mechanism.system(dynamics=True)
    dynamics, rows = Dynamics(system), []
    for value in given:
        assembly = assemble(mechanism, hold={**still, freedom: value}, drivers=False)
        if not assembly.ok:
            raise AnalysisError(f"moment_arms: {freedom} = {value:.6g}: {assembly.text()}")
        dynamics.place(assembly.q, 0.0, _unit_rate(mechanism, freedom, equations, assembly.q))
        rows.append(_told(dynamics.memory_values(), system, muscles))
        lost = [name for name, length in zip(muscles, rows[-1][0], strict=True) if not np.isfinite(length)]
        if lost:
            raise AnalysisError(f"moment_arms: {freedom} = {value:.6g}: muscle '{lost[0]}': {NO_WAY}")
        evaluate(system.k, system.p, dynamics.w, ACCEPT, 0.0)  # round a cylinder the next way goes on from this one
    lengths, rates = np.swapaxes(rows, 0, 1)
    return MomentArms(
        freedom,
        given,
        {name: lengths[:, k] for k, name in enumerate(muscles)},
        {name: -rates[:, k] for k, name in enumerate(muscles)},
    )


def _unit_rate(mechanism: Mechanism, freedom: str, equations: Any, q: Array) -> Array:
    """Velocities at which a freedom has the rate 1; what else could move is refused."""
    equations.evaluate(q, 0.0)
    loose = equations.n - int(np.linalg.matrix_rank(equations.jacobian(), tol=_FREE))
    if loose:
        many = "1 freedom is" if loose == 1 else f"{loose} freedoms are"
        raise AnalysisError(
            f"{mechanism.name}: beside {freedom} {many} left free; say in `hold` where what else could move stands"
        )
    side = equations.velocity_side()
    step, _ = equations.solve(side)
    if np.max(np.abs(equations.jacobian() @ step - side)) > _FREE * (1.0 + np.max(np.abs(side))):
        raise AnalysisError(f"{mechanism.name}: {freedom} cannot move here")
    velocities: Array = equations.unscale(step)
    return velocities


def _told(memory: Array, system: System, muscles: list[str]) -> list[Array]:
    """Lengths and their rates."""
    assert system.signals is not None
    return [
        np.real(memory[[system.signals.places[f"{name}.{label}"] for name in muscles]]) for label in ("length", "speed")
    ]
