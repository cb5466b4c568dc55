"""One small run of every analysis: what Python calls of compiled code, and what no list names, is compiled by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar

Task = Callable[[], object]


def analyses() -> Iterator[Task]:
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
