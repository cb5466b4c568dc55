"""Two free bodies with a joint or a force between them: the engine's own kernels at the states of two frames.

So every joint and every force of the public language can lie between subsystems: its equations, its rows and its forces
come from the tables of a mechanism that has nothing but the two bodies, whose origins are the frames.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import LinkworkError
from linkwork.exchange.frames import Side, matrix, spun
from linkwork.exchange.subsystem import CouplingError
from linkwork.formats.model_file import loads
from linkwork.places import layout_kernel as layout
from linkwork.places.layout_kernel import ACCEPT
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.position_kernel import evaluate_at
from linkwork.system.dynamics.motion_kernel import forces_at

FIRST, SECOND = "first", "second"


def described_pair(name: str, kind: str, entry: Mapping[str, Any], in_space: bool) -> Any:
    """Free bodies `first` and `second` at the origin, with what an entry of a model file says between them."""
    masses = {"mass": 1.0, "inertia": [1.0, 1.0, 1.0] if in_space else 1.0}
    model: dict[str, Any] = {"linkwork": 1, "name": name, "bodies": {}}
    if in_space:
        model["world"] = "space"
    for body in (FIRST, SECOND):
        model["bodies"][body] = {"mass": masses}
    model[kind] = {name: dict(entry)}
    try:
        return loads(json.dumps(model), f"connection '{name}'")
    except LinkworkError as error:
        raise CouplingError(str(error)) from None


class Pair:
    """A mechanism of two free bodies with what is between them, evaluated at outputs of all parts."""

    def __init__(self, name: str, between: Any, sides: tuple[Side, Side]) -> None:
        self.name, self.sides = name, sides
        self.in_space = sides[0].in_space
        self.width = 6 if self.in_space else 3
        try:
            system = between.system(dynamics=True)
        except LinkworkError as error:
            raise CouplingError(f"connection '{name}': {error}") from None
        self.equations = Equations(system)
        self.system, self.k, self.p, self.w = system, system.k, system.p, self.equations.w
        if len(system.bodies) != 2 or len(system.coordinates) != 2 * self.width:
            raise CouplingError(f"connection '{name}': it has coordinates of its own, which do not lie between parts")
        if not all(system.of_positions):
            raise CouplingError(
                f"connection '{name}': it rolls, holding velocities only, which is not glued; put it into a part"
            )
        if int(system.k[layout.STATES]) > layout.QUADRATURES:
            raise CouplingError(f"connection '{name}': it has states of its own; put it into a part")

    def put(self, y: Array, t: float) -> None:
        """Take the states of the two frames out of the outputs of all parts, and evaluate."""
        w, k, n = self.w, self.k, self.width
        q, v = int(k[layout.Q]), int(k[layout.V])
        self.turns = []
        for number, side in enumerate(self.sides):
            here, rates = q + n * number, v + n * number
            if not self.in_space:
                w[here : here + 3], w[rates : rates + 3] = y[side.position], y[side.velocity]
                continue
            e = y[side.turn]
            at, turn = int(k[layout.REFERENCE]) + 4 * number, matrix(e)
            w[at : at + 4] = e
            w[here : here + 3], w[here + 3 : here + 6] = y[side.position], 0.0
            velocity = y[side.velocity]
            w[rates : rates + 3], w[rates + 3 : rates + 6] = velocity[:3], turn.T @ velocity[3:]
            self.turns.append(turn)
        forces_at(k, self.p, w, t)

    def halfway(self, begin: Array, end: Array, h: float) -> Array:
        """Outputs in the middle of a step, of these two frames: cubics through positions and velocities at its ends."""
        halfway = end.copy()
        for side in self.sides:
            x, v, e = side.position, side.velocity, side.turn
            n = len(x)
            halfway[x] = 0.5 * (begin[x] + end[x]) + h / 8 * (begin[v[:n]] - end[v[:n]])
            if len(e):
                one, other = begin[e], end[e] if begin[e] @ end[e] >= 0.0 else -end[e]
                turn = 0.5 * (one + other) + h / 8 * (spun(one, begin[v[3:]]) - spun(other, end[v[3:]]))
                halfway[e] = turn / np.sqrt(turn @ turn)
        return halfway

    def went_on(self, begin: Array, h: float) -> Array:
        """Outputs after a step in which both frames keep their velocities."""
        went_on = begin.copy()
        for side in self.sides:
            x, v, e = side.position, side.velocity, side.turn
            went_on[x] += h * begin[v[: len(x)]]
            if len(e):
                turn = begin[e] + h * spun(begin[e], begin[v[3:]])
                went_on[e] = turn / np.sqrt(turn @ turn)
        return went_on

    def gap(self) -> tuple[Array, Array]:
        """Phi, and Phi_q v - nu."""
        phi, nu, _ = (self.w[places] for places in self.system.out_rows)
        return phi, self.rows() @ self.w[int(self.k[layout.V]) :][: 2 * self.width] - nu

    def rows(self) -> Array:
        """Phi_q for velocities of the origins and angular velocities in the axes of the bodies."""
        scales = np.outer(self.system.row_scale, self.system.column_scale)
        rows: Array = self.equations.jacobian() / scales
        return rows

    def directions(self) -> Array:
        """Forces and moments on both frames that multipliers of one make, in the axes of the world."""
        return self._in_world(self.rows())

    def forces(self) -> Array:
        """Forces and moments on both frames."""
        load = self.w[int(self.k[layout.LOAD]) :][: 2 * self.width].copy()
        return self._in_world(load[None])[0]

    def _in_world(self, rows: Array) -> Array:
        if self.in_space:
            for number, turn in enumerate(self.turns):
                at = slice(self.width * number + 3, self.width * number + 6)
                rows[:, at] = rows[:, at] @ turn.T
        return rows

    def accept(self, t: float) -> None:
        """Let it remember what it counts, as turns of an angle."""
        evaluate_at(self.k, self.p, self.w, ACCEPT, float(t))

    @property
    def memory(self) -> Array:
        """What it remembers."""
        first, last = int(self.k[layout.MEMORY]), int(self.k[layout.OUT])
        return self.w[first:last]
