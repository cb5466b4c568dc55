"""States of a mechanism on its constraints, the engine's numbers there, and the same as inputs of its programs."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.places import layout_kernel as layout
from linkwork.places.spatial.rotations import short_vector
from linkwork.program.joint_recorder import balls
from linkwork.program.program import Program
from linkwork.run.loads import empty_loads
from linkwork.run.run import Run
from linkwork.system.dynamics.dynamics import Dynamics, twin_system
from linkwork.system.dynamics.dynamics_kernel import accelerate
from linkwork.system.dynamics.motion_kernel import forces_at, reactions_at
from linkwork.system.tree.joint_motion_kernel import gather_at, spread_motion
from linkwork.system.tree.joint_system import joint_space
from linkwork.system.tree.tree import with_tree

TIME = 0.3
STEP = 1e-30


class States:
    """Random states on the constraints, made by the closing of a program, with the engine's numbers there."""

    def __init__(self, m: Any, program: Program, seed: int = 1, functions: dict[str, Any] | None = None) -> None:
        self.m, self.program, self.system = m, program, m.system(dynamics=True)
        self.functions: dict[str, Any] = functions or {}
        if functions is None:
            exec(program.source("python"), self.functions)
        self.dynamics = Dynamics(self.system)
        self.w, self.n = self.dynamics.w, len(self.system.coordinates)
        self.begun = self.w.copy()
        self.random = np.random.default_rng(seed)
        self.rank = 0
        k, signals = self.system.k, self.system.signals
        self.x = [float(each) for each in self.w[k[layout.STATE] :][: len(program.states)]]
        self.u = [float(self.w[k[layout.MEMORY] + signals.places[name]]) for name in program.inputs]

    def draw_regular(self) -> None:
        """Another state at which as many rows are independent as at those before: none at a singular position."""
        for _ in range(20):
            self.draw()
            rank = int(np.linalg.matrix_rank(self.dynamics.jacobian(), 1e-9)) if len(self.system.equations) else 0
            if rank >= self.rank:
                self.rank = rank
                return

    def draw(self) -> None:
        """Another state, which the engine then has, too."""
        start = list(self.program.recorded.start)
        for size in (0.1, 0.03, 0.01, 0.003, 0.0):
            step = size * self.random.normal(size=len(self.program.rates))
            self.q, self.v = self.functions["move"](start, list(step)), list(self.random.normal(size=len(step)))
            if "close" not in self.functions:
                break
            try:
                self.q, self.v = self.functions["close"](TIME, self.q, self.v, self.x, self.u)
                break
            except ValueError:
                continue
        self.w[:] = self.begun  # nothing is remembered of the state before: a program decides anew
        self._put(self.w)
        forces_at(self.system.k, self.system.p, self.w, TIME)

    def _put(self, w: Any) -> None:
        system, k = self.system, self.system.k
        if system.world.dimensions == 2:
            w[k[layout.Q] :][: self.n] = self.q
        else:
            for body in range(len(system.bodies)):
                w[k[layout.Q] + 6 * body :][:6] = [*self.q[7 * body :][:3], 0, 0, 0]
                w[k[layout.REFERENCE] + 4 * body :][:4] = self.q[7 * body + 3 :][:4]
            own = self.n - system.body_columns
            w[k[layout.Q] + system.body_columns :][:own] = self.q[len(self.q) - own :]
        w[k[layout.V] :][: self.n] = self.v

    @property
    def values(self) -> dict[str, float]:
        p = self.program
        names = (*p.coordinates, *p.rates, *p.states, *p.inputs)
        return dict(zip(names, (*self.q, *self.v, *self.x, *self.u), strict=True)) | {"t": TIME}

    def accelerations(self) -> np.ndarray:
        """The engine's."""
        k = self.system.k
        accelerate(k, self.system.p, self.w, TIME)
        return np.array(self.w[k[layout.A] :][: self.n])

    def solved(self) -> np.ndarray:
        """Accelerations of the bodies and reactions of all elements, by the engine; those of `solved_names`."""
        system, bodies = self.system, self.accelerations()[: self.system.body_columns]
        wrenches = np.zeros(len(system.elements) * system.world.reaction + 1)
        reactions_at(system.k, system.p, self.w, wrenches)
        return np.concatenate([bodies, wrenches[:-1]])

    def run(self) -> Run:
        """This moment as a run of one point, its numbers by the engine."""
        self.solved()
        return self._one_point(self.system, self.w, np.array(self.q))

    def changing_run(self, dq: np.ndarray, dv: np.ndarray, dx: np.ndarray, du: np.ndarray) -> Run:
        """The same with what changes along a direction in the imaginary parts."""
        twin, w = self._twin(dq, dv, dx, du)
        positions = np.array(self.q) + 1j * STEP * self.direction(dq)
        return self._one_point(twin, w, positions)

    def _one_point(self, system: Any, w: Any, positions: np.ndarray) -> Run:
        """The moment of a workspace whose accelerations are known."""
        k, bodies = system.k, len(system.bodies)
        wrenches = np.zeros(len(system.elements) * system.world.reaction + 1, w.dtype)
        reactions_at(k, system.p, w, wrenches)
        plain = positions
        if system.world.dimensions == 3:
            pieces = [[*positions[7 * n :][:3], *short_vector(positions[7 * n + 3 :][:4])] for n in range(bodies)]
            plain = np.concatenate([*pieces, positions[7 * bodies :]])
        twist = k[layout.TWIST] + system.world.size
        v, a = w[twist : twist + self.n][None], w[k[layout.A] :][: self.n][None]
        loads = empty_loads(system, 1)
        loads.wrenches[0] = wrenches[:-1].reshape(loads.wrenches[0].shape)
        for array, place in ((loads.multipliers, layout.MULTIPLIERS), (loads.energy, layout.ENERGY)):
            array[0] = w[k[place] :][: array.shape[1]]
        loads.memory[0] = w[k[layout.MEMORY] :][: loads.memory.shape[1]]
        size, record = system.world.force_results, int(k[layout.FORCE_AT])
        for force in range(len(system.forces)):
            loads.forces[0, size * force :][:size] = w[k[layout.OUT] + k[record + layout.OUT_AT] :][:size]
            record += layout.RECORD
        return Run(system, np.array([TIME]), plain[None], v.copy(), a.copy(), np.zeros(1), loads.memory, "", loads)

    def shared(self) -> set[str]:
        """Joints and drivers whose reactions others could take over."""
        numbers = self.unique()[self.system.body_columns :: self.system.world.reaction]
        return {placed.name for placed, unique in zip(self.system.elements, numbers, strict=True) if not unique}

    def unique(self) -> np.ndarray:
        """Which of these follow from the equations: reactions that others could take over do not."""
        system, jacobian = self.system, self.dynamics.jacobian()
        left, sizes, _ = np.linalg.svd(jacobian)
        rank = int(np.sum(sizes > 1e-9))
        shared = np.abs(left[:, rank:]).max(axis=1, initial=0.0) > 1e-9
        unique = [True] * system.body_columns
        for placed in system.elements:
            rows = range(placed.first_row, placed.first_row + len(placed.element.equations))
            unique += [not any(shared[row] for row in rows)] * system.world.reaction
        return np.array(unique)

    def _twin(self, dq: np.ndarray, dv: np.ndarray, dx: np.ndarray, du: np.ndarray) -> tuple[Any, Any]:
        """Complex tables and their workspace, the accelerations there with their change along a direction.

        Orientations turn by dq in the axes of their bodies; dv are of angular velocities there.
        """
        twin = twin_system(self.m)
        k, w = twin.k, twin.workspace()
        assert twin.scalar == "complex"
        self._put(w)
        bodies, first = len(twin.bodies), twin.body_columns
        if twin.world.dimensions == 2:
            w[k[layout.Q] :][: self.n] += 1j * STEP * dq
        else:
            for body in range(bodies):
                w[k[layout.Q] + 6 * body :][:3] += 1j * STEP * dq[6 * body :][:3]
                w[k[layout.REFERENCE] + 4 * body :][:4] += 1j * STEP * self.turned(body, dq)
            w[k[layout.Q] + first :][: self.n - first] += 1j * STEP * dq[first:]
        w[k[layout.V] :][: self.n] += 1j * STEP * dv
        w[k[layout.STATE] :][: len(dx)] = np.array(self.x) + 1j * STEP * dx
        for name, value, change in zip(self.program.inputs, self.u, du, strict=True):
            w[k[layout.MEMORY] + twin.signals.places[name]] = value + 1j * STEP * change
        accelerate(k, twin.p, w, complex(TIME))
        return twin, w

    def turned(self, body: int, dq: np.ndarray) -> np.ndarray:
        """How the Euler parameters of a body change where it turns by dq."""
        (a, b, c, d), (x, y, z) = self.q[7 * body + 3 :][:4], 0.5 * dq[6 * body + 3 :][:3]
        return np.array([-b * x - c * y - d * z, a * x + c * z - d * y, a * y + d * x - b * z, a * z + b * y - c * x])

    def direction(self, dq: np.ndarray) -> np.ndarray:
        """The same direction for all positions of the program."""
        if self.system.world.dimensions == 2:
            return dq
        parts = [[*dq[6 * body :][:3], *self.turned(body, dq)] for body in range(len(self.system.bodies))]
        return np.array([*np.ravel(parts), *dq[self.system.body_columns :]])


class JointStates:
    """The same states in the coordinates of the joints, by the engine's own way from one to the other."""

    def __init__(self, states: States, program: Program) -> None:
        self.states, self.program = states, program
        self.whole = with_tree(states.system, sparse=False)
        self.space = joint_space(self.whole)

    def take(self) -> tuple[list[float], list[float]]:
        """Positions and rates of the joints."""
        r, count = self.program.recorded, len(self.program.rates)
        self.states._put(self.space)
        self.y = np.zeros(2 * count)
        gather_at(self.whole.k, self.whole.p, self.space, self.y, True)
        q = [0.0] * len(r.coordinates)
        for rate, at in r.positions_of_rates.items():
            q[at] = float(self.y[rate])
        for turn, (_, block) in zip(
            sorted(r.turns, key=lambda each: each.rate), sorted(balls(self.whole)), strict=True
        ):
            q[turn.position : turn.position + 4] = [float(each) for each in self.space[block : block + 4]]
        return q, [float(each) for each in self.y[count:]]

    def of_bodies(self, accelerations: list[float]) -> np.ndarray:
        """Accelerations of the bodies for those of the joints, by the engine."""
        n = self.states.n
        bodies = np.zeros((1, 3 * n))
        spread_motion(self.whole.k, self.whole.p, self.space, np.array([[*self.y, *accelerations]]), bodies)
        return bodies[0, 2 * n :]
