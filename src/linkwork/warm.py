"""Compile everything once: `python -m linkwork.warm`, before tests or workers start side by side."""

from __future__ import annotations

import time


def warm() -> float:
    """Compile the loops and the kernels of every element; returns the seconds it took."""
    from linkwork.elements.planar.catalogue import ELEMENTS
    from linkwork.mechanism.planar import Planar
    from linkwork.numerics.jit import address

    begin = time.perf_counter()
    for scalar in ("real", "complex"):
        for element in ELEMENTS:
            address(element.kernel_body(), "constraint", scalar)
    mechanism = Planar("pendulum")
    bar = mechanism.body("bar", estimate=(0, 0, 0.1))
    mechanism.revolute("O", mechanism.ground.at(0, 0), bar.at(0, 0))
    mechanism.drive("motor", joint="O", angle="sin(t)")
    mechanism.kinematics(0.1, 3, progress=False)
    run = mechanism.inverse_dynamics(0.1, 3, progress=False)
    run.free_body("bar")
    run.violation()
    mechanism.trace(progress=False, starts=0, points=20)
    mechanism.drivers.clear()
    mechanism.mass("bar", mass=1, inertia=1)
    mechanism.simulate(0.1, 3, progress=False)
    return time.perf_counter() - begin


if __name__ == "__main__":
    print(f"kernels ready in {warm():.1f} s")
