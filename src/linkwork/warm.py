"""Compile everything once: `python -m linkwork.warm`, before tests or workers start side by side."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar


def warm() -> float:
    """Compile loops, methods, formulations and the kernels of every element; returns the seconds it took."""
    begin = time.perf_counter()
    _elements()
    mechanism = _pendulum()
    mechanism.drive("motor", joint="O", angle="sin(t)")
    mechanism.kinematics(0.1, 3, progress=False)
    run = mechanism.inverse_dynamics(0.1, 3, progress=False)
    run.free_body("bar")
    run.violation()
    mechanism.trace(progress=False, starts=0, points=20)
    _motions()
    return time.perf_counter() - begin


def _elements() -> None:
    """The kernels of joints, drivers and forces, for real and complex numbers."""
    from linkwork.elements.planar.catalogue import ELEMENTS, FORCES
    from linkwork.numerics.jit import address

    for scalar in ("real", "complex"):
        for element in (*ELEMENTS, *FORCES):
            address(element.kernel_body(), "constraint", scalar)


def _pendulum() -> Planar:
    from linkwork.mechanism.planar import Planar

    mechanism = Planar("pendulum")
    bar = mechanism.body("bar", estimate=(0, 0, 0.1))
    mechanism.revolute("O", mechanism.ground.at(0, 0), bar.at(0, 0))
    return mechanism


def _motions() -> None:
    """The time loop with every method and formulation, signals and an event; equilibrium and small motions."""
    from linkwork.system.formulations import FORMULATIONS
    from linkwork.system.methods import NAMES

    mechanism = _pendulum()
    mechanism.mass("bar", mass=1, center=(0.5, 0), inertia=1)
    mechanism.set_gravity(0, -9.81)
    mechanism.joint_spring("coil", "O", stiffness=1, damping=0.1)
    for name in FORMULATIONS:
        mechanism.simulate(0.01, 2, formulation=name, progress=False)
    for name in NAMES:
        mechanism.simulate(0.01, 2, method=name, step=0.001, progress=False)
    mechanism.linearise(mechanism.equilibrium())
    mechanism.filter("slow", "O.angle", time_constant=0.1)
    mechanism.force("law", "bar", torque="if(bar.omega > 0, -0.1, 0.1) - slow")
    mechanism.simulate(0.01, 2, progress=False)


if __name__ == "__main__":
    print(f"kernels ready in {warm():.1f} s")
