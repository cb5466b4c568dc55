"""A state of a mechanism, the engine's numbers there, and the same as inputs of its program."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.places import layout_kernel as layout
from linkwork.program.program import Program
from linkwork.system.dynamics.dynamics import Dynamics
from linkwork.system.dynamics.dynamics_kernel import accelerate


class State:
    """A mechanism at a state with random speeds, the engine's numbers there, and the same as inputs of its program."""

    def __init__(self, m: Any, program: Program, seed: int = 1) -> None:
        self.system = system = m.system(dynamics=True)
        k, self.n = system.k, len(system.coordinates)
        q = m.assemble().q[: self.n]
        self.dynamics = Dynamics(system)
        self.dynamics.place(q, 0.3, np.random.default_rng(seed).normal(size=self.n))
        self.w = w = self.dynamics.w
        self.v = w[k[layout.V] :][: self.n].copy()
        columns = system.body_columns
        if system.world.dimensions == 2:
            self.q = list(w[k[layout.Q] :][: self.n])
        else:
            self.q = []
            for body in range(len(system.bodies)):
                self.q += [*w[k[layout.Q] + 6 * body :][:3], *w[k[layout.REFERENCE] + 4 * body :][:4]]
            self.q += list(w[k[layout.Q] + columns :][: self.n - columns])
        self.x = list(w[k[layout.STATE] :][: len(program.states)])
        self.u = (
            [w[k[layout.MEMORY] + system.signals.places[name]] for name in program.inputs] if program.inputs else []
        )
        names = (*program.coordinates, *program.rates, *program.states, *program.inputs)
        self.values = dict(zip(names, (*self.q, *self.v, *self.x, *self.u), strict=True)) | {"t": 0.3}

    def accelerations(self) -> np.ndarray:
        k = self.system.k
        accelerate(k, self.system.p, self.w, 0.3)
        return np.array(self.w[k[layout.A] :][: self.n])
