"""Compile everything once: `linkwork warmup`, or `python -m linkwork.warm` before workers start side by side."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from types import FunctionType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar

Task = Callable[[], object]
KINDS = {
    ("x", "p", "k", "a", "b", "out", "c"): ("function", ("real", "complex")),
    ("stage", "t", "pose", "twist", "memory", "p", "k", "a", "b", "c", "out"): ("constraint", ("real", "complex")),
    ("k", "p", "w", "t", "y", "dy"): ("rate", ("real",)),
    ("k", "p", "w", "t", "y", "out"): ("rate", ("real",)),
    ("k", "p", "w", "z", "i", "j", "x"): ("world", ("real", "complex")),
    ("k", "p", "w", "z", "i", "j", "t"): ("world", ("real",)),
}
"""What a kernel is, by what it takes, and the numbers it is compiled for (motions are found in real ones)."""


REAL_ONLY = ("_pair_kernel", "stepping.narrow_kernel")
"""Endings of modules of outlines that touch: for derivatives they are compiled in complex numbers when needed."""
FEW = 20  # tasks for which a second process does not pay
BACKWARDS = "backwards"


@dataclass(frozen=True)
class Warmed:
    """How many functions had to be compiled, and how long it took in s."""

    compiled: int
    seconds: float

    def __str__(self) -> str:
        if self.compiled == 0:
            return f"everything is compiled already (looked at in {self.seconds:.1f} s)"
        functions = "function" if self.compiled == 1 else "functions"
        return f"compiled {self.compiled} {functions} in {self.seconds:.1f} s"


def warm(report: Callable[[int, int], None] | None = None) -> Warmed:
    """Compile what any analysis of any mechanism needs; `report` is told how many of how many tasks are done.

    All of it is kept as soon as it is compiled, so that an interrupted call goes on where it was. A second process
    works from the end backwards: what it has compiled is only loaded here.
    """
    from linkwork.numerics.jit import cache_root

    begin, day = time.perf_counter(), time.time()
    tasks = _tasks()
    second = _second_process() if len(tasks) > FEW and (os.cpu_count() or 1) > 1 else None
    try:
        for done, task in enumerate(tasks):
            if report is not None:
                report(done, len(tasks))
            task()
    finally:
        if second is not None:
            second.terminate()
            second.wait()
    new = [file for file in (cache_root() / "kernels").rglob("*.nbc") if file.stat().st_mtime >= day]
    return Warmed(len(new), time.perf_counter() - begin)


def _tasks() -> list[Task]:
    return [*_analyses(), *_compilations()]


def _second_process() -> subprocess.Popen[bytes]:
    """Another process that compiles the same from the end backwards."""
    command = [sys.executable, "-m", "linkwork.warm", BACKWARDS]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def kernels() -> Iterator[tuple[FunctionType, str, tuple[str, ...]]]:
    """Every function of the package that is called by its address: with its kind and the numbers it works in."""
    from linkwork.numerics.jit import PACKAGE

    for file in sorted(PACKAGE.rglob("*_kernel.py")):
        name = ".".join(("linkwork", *file.relative_to(PACKAGE).with_suffix("").parts))
        for body in vars(importlib.import_module(name)).values():
            if isinstance(body, FunctionType) and body.__module__ == name:
                code = body.__code__
                found = KINDS.get(code.co_varnames[: code.co_argcount])
                if found is not None:
                    kind, scalars = found
                    yield body, kind, ("real",) if name.endswith(REAL_ONLY) else scalars


def _compilations() -> Iterator[Task]:
    from linkwork.numerics.jit import address

    for body, kind, scalars in kernels():
        for scalar in scalars:
            yield partial(address, body, kind, scalar)


def _analyses() -> Iterator[Task]:
    """One small run of each, with every method and formulation."""
    from linkwork.system.formulations.formulations import FORMULATIONS
    from linkwork.system.methods.methods import NAMES

    yield _driven
    moving = partial(_moving().simulate, 0.01, 2, progress=False)
    yield moving
    for name in FORMULATIONS:
        yield partial(moving, formulation=name)
    for name in NAMES:
        yield partial(moving, method=name, step=0.001)
    yield _on_pattern
    yield _small_motions
    yield _signals
    yield _in_joints
    yield _derivatives
    yield _repeated
    yield _synthesis


def _on_pattern() -> None:
    """A chain that is long enough for a Newton matrix on its pattern, whose solver Radau calls by its address."""
    from linkwork.mechanism.planar import Planar

    mechanism = Planar("chain")
    mechanism.set_gravity(0, -9.81)
    before = mechanism.ground.at(0, 0)
    for number in range(9):
        rod = mechanism.body(f"rod{number}", estimate=(number, 0, 0))
        mechanism.mass(rod, mass=1, center=(0.5, 0), inertia=0.1)
        mechanism.revolute(f"J{number}", before, rod.at(0, 0))
        before = rod.at(1, 0)
    mechanism.simulate(0.01, 2, method="radau", formulation="cartesian", progress=False)


def _synthesis() -> None:
    from linkwork.design.synthesis import four_bar_path

    corners = [(0.0, 0.0), (0.4, 0.1), (0.3, 0.4)]
    for search in ("starts", "evolution"):
        four_bar_path(corners, starts=4, keep=1, search=search)


def _pendulum() -> Planar:
    from linkwork.mechanism.planar import Planar

    mechanism = Planar("pendulum")
    bar = mechanism.body("bar", estimate=(0, 0, 0.1), points={"end": (1, 0)})
    mechanism.revolute("O", mechanism.ground.at(0, 0), bar.at(0, 0))
    return mechanism


def _moving() -> Planar:
    mechanism = _pendulum()
    mechanism.mass("bar", mass=1, center=(0.5, 0), inertia=1)
    mechanism.set_gravity(0, -9.81)
    mechanism.joint_spring("coil", "O", stiffness=1, damping=0.1)
    return mechanism


def _driven() -> None:
    """Kinematics, inverse dynamics and what is asked of their results; the paths of free mechanisms."""
    mechanism = _pendulum()
    mechanism.drive("motor", joint="O", angle="sin(t)")
    mechanism.kinematics(0.1, 3, progress=False)
    run = mechanism.inverse_dynamics(0.1, 3, progress=False)
    run.free_body("bar")
    run.violation()
    mechanism.trace(progress=False, starts=0, points=20)
    mechanism.parameters(length=1)
    mechanism.sensitivity("bar.end.x", until=0.1, points=3, analysis="inverse_dynamics")


def _small_motions() -> None:
    """Equilibrium and what the complex twin gives there."""
    mechanism = _moving()
    mechanism.linearise(mechanism.equilibrium())


def _signals() -> None:
    """The time loop with states of signals and an event."""
    mechanism = _moving()
    mechanism.filter("slow", "O.angle", time_constant=0.1)
    mechanism.force("law", "bar", torque="if(bar.omega > 0, -0.1, 0.1) - slow")
    mechanism.simulate(0.01, 2, progress=False)


def _derivatives() -> None:
    """Derivatives of a simulation in complex numbers, forth and back."""
    from linkwork.analysis.sensitivity.adjoint import adjoint
    from linkwork.analysis.sensitivity.dynamic import simulate_tangents

    mechanism = _moving()
    mechanism.parameters(stiffness=1.0)
    mechanism.joint_spring("second", "O", stiffness="stiffness")
    for formulation in ("joint", "projection"):
        simulate_tangents(mechanism, ["stiffness"], 0.01, 2, progress=False, formulation=formulation)
    adjoint(mechanism, ["stiffness"], [lambda run: run["bar.angle"][-1]], 0.01, 2)


def _repeated() -> None:
    """A parameter that changes again and again, and an extreme of a channel, as studies ask for them."""
    from linkwork.analysis.responses import read_response

    mechanism = _pendulum()
    mechanism.parameters(speed=1.0)
    mechanism.drive("motor", joint="O", angle="speed*t")
    for number in range(6):
        mechanism.set(speed=1.0 + 0.1 * number)
        run = mechanism.kinematics(0.1, 9, progress=False)
    read_response("max(bar.end.x)").value(run)
    _studied(mechanism, "speed", "kinematics")
    mechanism = _moving()
    mechanism.parameters(length=1.0)
    mechanism.force("weight", "bar", torque="length")
    _studied(mechanism, "length", "simulate")


def _studied(mechanism: Planar, name: str, analysis: str) -> None:
    """Designs in one compiled call."""
    from linkwork.design.studies.variants import prepare

    prepare(mechanism, [name], analysis, 0.1, 9, ["max(bar.end.x)"])


def _in_joints() -> None:
    """A closed loop in the coordinates of its joints, and what is handed to C."""
    mechanism = _moving()
    coupler = mechanism.body("coupler", estimate=(1, 0, 0.1))
    rocker = mechanism.body("rocker", estimate=(2, 0, 0.1))
    mechanism.revolute("A", "bar.end", coupler.at(0, 0))
    mechanism.revolute("B", coupler.at(2, 0), rocker.at(1, 0))
    mechanism.revolute("C", mechanism.ground.at(2, 0), rocker.at(0, 0))
    mechanism.mass("coupler", mass=1, inertia=1)
    mechanism.simulate(0.01, 2, formulation="joint", progress=False)
    mechanism.tree(remove="none")
    mechanism.simulate(0.01, 2, formulation="joint", progress=False)
    mechanism.linearise(mechanism.equilibrium(formulation="joint"), formulation="joint")
    mechanism.c_functions(step=0.001, method="rk4", formulation="joint").advance(1)
    functions = mechanism.functions()
    functions.mass_matrix(functions.start)
    mechanism.drive("motor", joint="O", angle="0.1 + 0.1*t")
    mechanism.kinematics(0.1, 3, formulation="joint", progress=False)
    mechanism.inverse_dynamics(0.1, 3, formulation="joint", progress=False)


if __name__ == "__main__":
    if BACKWARDS in sys.argv:
        for task in reversed(_tasks()):
            task()
    else:
        print(warm())
