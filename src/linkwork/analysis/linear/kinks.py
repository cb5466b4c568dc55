"""What has to be said of the state in which something is linearised: kinks, and bodies that bend and turn fast.

Kinks are laws that have no one slope there. Forces and rates are looked at on both sides of the state, along directions
in which everything moves at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.analysis.both_sides import BothSides
from linkwork.base.arrays import Array
from linkwork.places import layout_kernel as layout
from linkwork.system.dynamics.dynamics import Dynamics

if TYPE_CHECKING:
    from linkwork.analysis.linear.linear_about import About

_DIRECTIONS = 2
_LEFT = 1e-8  # of the largest change of any force: what rounding of stiff ones leaves in the others is far less
_STAYS = 0.5  # how much of a jump is left on the shorter way, at least


def kink_notes(about: About, dynamics: Dynamics) -> list[str]:
    """What has to be said of laws without one slope at the state."""
    names, look = _names(dynamics), _Look(about, dynamics)
    bent = look.bent()
    if not bent[: look.acting].any():
        return []
    laws = list(dict.fromkeys(name for name, is_bent in zip(names, bent, strict=True) if is_bent and name))
    if not laws:  # as of an activation that rises in another time than it falls
        rates = bent[dynamics.n : look.acting]
        states = [name for name, is_bent in zip(dynamics.state_names(), rates, strict=True) if is_bent]
        laws = [f"the rate of {name}" for name in states]
    whose = f": {', '.join(laws)}" if laws else ""
    return [
        f"a law has a kink or jumps in this state{whose}; the linear model takes one slope for both sides of it: "
        "simulate small motions, or make the law smooth"
    ]


def flexible_notes(about: About, dynamics: Dynamics) -> list[str]:
    """What has to be said of the stiffness of flexible bodies: by pressure, and by spin of those that turn."""
    system = dynamics.whole
    if not system.modal:
        return []
    from linkwork.run.flexible.spin import pushed_notes, turning_notes

    told = pushed_notes(system)
    if not about.moves:
        return told
    dynamics.evaluate(about.chart.q0, about.chart.t)
    dynamics.place(about.chart.q0, about.chart.t, about.chart.velocity(dynamics, np.real(about.y0)), about.own)
    size, at = system.world.size, int(system.k[layout.TWIST])
    twists = np.real(dynamics.bodies.w[at : at + size * (len(system.bodies) + 1)]).reshape(-1, size)
    return told + turning_notes(system, twists)


def _names(dynamics: Dynamics) -> list[str]:
    """Whose the numbers of a look are: none of the forces along the motions and of the rates, then forces, signals."""
    system, signals = dynamics.whole, dynamics.whole.signals
    memory = [""] * (signals.size if signals is not None else 0)
    for name, place in (signals.places if signals is not None else {}).items():
        memory[place] = name
    forces = [name for name in system.forces for _ in range(system.world.force_results)]
    return [""] * (dynamics.n + len(dynamics.state_names())) + forces + memory


class _Look:
    """Forces, rates and signals a little away from the state, along directions that are always the same."""

    def __init__(self, about: About, dynamics: Dynamics) -> None:
        self.dynamics, self.chart, self.own = dynamics, about.chart, np.real(about.own)
        draw = np.random.default_rng(0)
        z, y, own = (
            draw.uniform(-1.0, 1.0, (count, _DIRECTIONS))
            for count in (self.chart.freedoms, self.chart.speeds, len(self.own))
        )
        dynamics.evaluate(self.chart.q0, self.chart.t)
        self.v = self.chart.velocity(dynamics, np.real(about.y0)) if about.moves else np.zeros(dynamics.n)
        if self.chart.speeds == self.chart.freedoms:  # coordinates and rates move alike
            along, rates = np.hsplit(self.chart.moved_along(dynamics, np.hstack([z, y])), 2)
        else:
            along, rates = self.chart.moved_along(dynamics, z), self.chart.rates_along(dynamics, y)
        moves = self.chart.scale * along.T, self.chart.scale * rates.T
        self.moves = list(zip(*moves, own.T * (1.0 + np.abs(self.own)), strict=True))
        self.acting = dynamics.n + len(self.own)  # so many numbers decide; the others tell whose it is

    def bent(self) -> Array:
        """Which numbers have a kink or a jump."""
        return np.any([self._bent_along(*move) for move in self.moves], axis=0)

    def _bent_along(self, *move: Array) -> Array:
        sides = BothSides(lambda way: self._values(way, *move))
        forces = slice(self.dynamics.n)
        least, changes = sides.rounding(), sides.changes
        least[forces] = sides.rounding_of_all(forces)
        least[forces] += _LEFT * np.max(changes[0][forces], initial=0.0)
        jumped = (changes[0] > least) & (changes[1] > _STAYS * changes[0])
        return np.asarray(sides.kinked(least) | jumped)

    def _values(self, way: float, along: Array, rates: Array, own: Array) -> Array:
        shift = way * along
        self.dynamics.place(self.chart.q0, self.chart.t, self.v + way * rates, self.own + way * own, shift)
        bodies = self.dynamics.bodies
        parts = self.dynamics.forces(), self.dynamics.state_rates(), bodies.force_results(), bodies.memory_values()
        return np.real(np.concatenate(parts))
