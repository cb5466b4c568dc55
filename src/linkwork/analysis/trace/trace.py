"""Trace: the whole configuration curve of a mechanism by arc length, through lock-up, over all circuits found.

One driver is set free; what remains is a curve of positions. A circuit is a connected piece of it, and each is a Run
whose `t` is the arc length: all channels, plots and animations work on it. Limit positions are where the freed
driver's value turns back; between two of them the mechanism is on one branch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.assemble import assemble
from linkwork.analysis.assembly.position import find_root
from linkwork.analysis.assembly.sides import same_sides
from linkwork.analysis.kinematics.turns import GEARED, wrapped
from linkwork.analysis.kinematics.unwound import require_unwound
from linkwork.analysis.trace.circuit import Circuit, continue_circuit
from linkwork.analysis.trace.crossings import Crossings
from linkwork.analysis.trace.limits import Limit
from linkwork.analysis.trace.trace_text import counted, trace_text
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, shown
from linkwork.base.notebook_repr import ShowsItself
from linkwork.base.progress import Progress
from linkwork.expression.given import public
from linkwork.mechanism.contacts import refuse_contacts
from linkwork.system.constraints.equations import Equations
from linkwork.system.constraints.rank import freedoms
from linkwork.system.tables.compile import compile_system

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

__all__ = ["GEARED", "Circuit", "Limit", "Trace", "trace", "wrapped"]

_MOST_STARTS = 100_000
_AT_CROSSING = 1e-3  # of the first position's smallest singular value


@public
@dataclass
class Trace(ShowsItself):
    """All circuits that were found."""

    mechanism: Mechanism
    driver: str
    circuits: list[Circuit]
    starts: int

    def __repr__(self) -> str:
        return f"<Trace of {self.mechanism.name!r}: {counted(len(self.circuits), 'circuit')} found>"

    def text(self) -> str:
        """Circuits, their limits and crossings."""
        return trace_text(self)

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "driver": self.driver,
            "starts": self.starts,
            "circuits": [
                {
                    "closed": circuit.closed,
                    "points": len(circuit.run.t),
                    "length": float(circuit.run.t[-1]),
                    "limits": [{"value": limit.value, "kind": limit.kind} for limit in circuit.limits],
                    "crossings": circuit.crossings,
                }
                for circuit in self.circuits
            ],
        }


@public
def trace(
    mechanism: Mechanism,
    driver: str | None = None,
    *,
    at: float = 0.0,
    points: int = 4000,
    starts: int = 24,
    progress: bool = True,
) -> Trace:
    """Follow the configuration curve with one driver free; `starts` random positions look for further circuits."""
    if points < 2:
        raise AnalysisError(f"trace: points: a number from 2 on is expected; found {shown(points)}")
    if not 0 <= starts <= _MOST_STARTS:
        raise AnalysisError(f"trace: starts: a number from 0 to {_MOST_STARTS} is expected; found {shown(starts)}")
    refuse_contacts(mechanism, "trace", "leave the contacts out, or use simulate")
    name = _freed(mechanism, driver)
    others = [other for other in mechanism.drivers if other != name]
    system = compile_system(mechanism, drivers=others)
    first = assemble(mechanism, at=at, drivers=bool(mechanism.drivers))
    if not first.ok:
        raise AnalysisError(first.text())
    require_unwound(mechanism, first, "trace")
    left = freedoms(system, first.q, at)
    if left != 1:
        raise AnalysisError(f"{mechanism.name}: a curve has one freedom; with driver '{name}' free it has {left}")
    circuits: list[Circuit] = []
    tries = [first.q, *_random_positions(system, first.q, at, starts)]
    with Progress("trace", len(tries), show=progress) as bar:
        for number, q in enumerate(tries):
            if not any(circuit.holds(q) for circuit in circuits):
                circuits.append(continue_circuit(system, name, q, points, at))
            bar.update(number + 1, 1, 1.0)
    return Trace(mechanism, name, circuits, len(tries))


def _freed(mechanism: Mechanism, driver: str | None) -> str:
    if driver is not None:
        if driver not in mechanism.drivers:
            raise AnalysisError(f"there is no driver '{driver}'; drivers are: {', '.join(mechanism.drivers)}")
        return driver
    return next(iter(mechanism.drivers), "")


def _random_positions(system: System, q: Array, t: float, count: int) -> list[Array]:
    """Assembled positions from random starts (seeded), without those at a crossing: there two curves are one."""
    equations, random, random_positions = Equations(system), np.random.default_rng(3), []
    crossings = Crossings(system)
    regular = _AT_CROSSING * crossings.sigma(q)
    turning = system.turning
    for _ in range(count):
        shift = np.zeros(len(q))
        shift[turning] = random.uniform(-np.pi, np.pi, int(np.sum(turning)))
        shift += 0.5 * system.column_scale * random.normal(size=len(q)) * ~turning
        start = system.moved(q, shift)
        root = find_root(equations, start, t)
        if root.ok and same_sides(system, root.q, q, t) and crossings.sigma(root.q) >= regular:
            random_positions.append(root.q)
    return random_positions
