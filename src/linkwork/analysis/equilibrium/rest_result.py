"""Equilibrium: a position of rest with what holds it there, in numbers and words."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analysis.assembly.assemble import Assembly
from linkwork.analysis.assembly.stepped_run import stepped_run
from linkwork.analysis.responses.still import at_rest
from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import unquoted
from linkwork.base.notebook_repr import ShowsItself
from linkwork.expression.given import public
from linkwork.run.flexible.channels import OfFlexible
from linkwork.run.loads import reaction_units
from linkwork.run.run import Run

if TYPE_CHECKING:
    from linkwork.run.flexible.deformed import Deformed
    from linkwork.run.flexible.solid_stress import DeformedSolid


@public
@dataclass(repr=False)
class Equilibrium(Assembly):
    """A mechanism at rest under its forces. Like an assembly it has poses, coordinates by name, and can be drawn.

    stability         "stable", "unstable", "neutral", "held" when nothing can move, or "singular" where the joints lose
                      their grip, so that small motions do not tell
    potential_energy  of gravity and springs, J
    stiffness         against the small motions that are free, the softest first: N m for a motion of one model
                      length or one radian; below zero where the mechanism falls away
    softest           the coordinate that moves most in the softest motion
    softest_stiffness against that motion, per m or rad of this coordinate: N/m or N m/rad
    left_over         largest generalised force that nothing carries, N m: round-off
    own_states        values of filters, controllers and integrals at rest, see `states`
    kinks             springs of zero length that pull (push: below zero) there, in N
    eigenvalues       of the small motions, 1/s, where own states act on the forces, or something rolls
    contacts          normal forces of the contact points that are closed, N
    """

    method: str = ""
    stability: str = ""
    potential_energy: float = 0.0
    stiffness: Array = field(default_factory=lambda: np.zeros(0))
    softest: str = ""
    softest_stiffness: float = 0.0
    left_over: float = 0.0
    multipliers: Array = field(default_factory=lambda: np.zeros(0))
    wrenches: Array = field(default_factory=lambda: np.zeros((0, 3)))
    own_states: Array = field(default_factory=lambda: np.zeros(0))
    kinks: dict[str, float] = field(default_factory=dict)
    eigenvalues: Array = field(default_factory=lambda: np.zeros(0))
    contacts: dict[str, float] = field(default_factory=dict)

    def copy(self) -> Equilibrium:
        """The same position of rest, independent of this one."""
        twin = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray | list | dict):
                setattr(twin, name, value.copy())
        return twin

    def __repr__(self) -> str:
        return f"<Equilibrium of {self.system.mechanism.name!r}: {self.stability}>"

    @property
    def stable(self) -> bool:
        """Whether every small motion is driven back, or nothing can move."""
        return self.stability in ("stable", "held")

    @property
    def states(self) -> dict[str, float]:
        """Own states of forces and signals by name, at rest."""
        signals = self.system.signals
        names = list(signals.states)[: len(self.own_states)] if signals is not None else []
        return {name: float(value) for name, value in zip(names, self.own_states, strict=True)}

    @public
    def __getitem__(self, name: str) -> float:
        """A coordinate, a channel of places, a stress (`rubber.stress`), or a signal at rest (`drive.a.voltage`)."""
        signals = self.system.signals
        if signals is None or (name not in signals.places and name not in signals.states):
            of_parts = None if name in self.system.coordinates else OfFlexible().find(self._still, unquoted(name))
            return super().__getitem__(name) if of_parts is None else float(np.real(of_parts[0][0]))
        place = signals.state(name)[0] if name in signals.states else signals.places[name]
        return float(np.real(self._memory[place]))

    @cached_property
    def _memory(self) -> Array:
        """Own states and signals at rest."""
        from linkwork.system.dynamics.dynamics import Dynamics

        twin = Dynamics(self.system)
        twin.place(self.q, self.t, np.zeros(len(self.q)), self.own_states if len(self.own_states) else None)
        return np.array(twin.memory_values())

    @cached_property
    def _still(self) -> Run:
        """The position as a run of one point."""
        return at_rest(self.system, self.t, self.q)

    def solid(self, name: str) -> DeformedSolid:
        """Displacement and stress of a hyperelastic solid at all its nodes: `rest.solid("rubber").peak()`."""
        return self._still.solid(name)

    def flexible(self, body: str) -> Deformed:
        """Deflection and stress of a flexible body at all its nodes: `rest.flexible("rod").peak()`."""
        return self._still.flexible(body)

    def reaction(self, element: str) -> tuple[float, ...]:
        """Force (N) and torque (N m) of a joint or driver on its second-named body, at the joint's point.

        Three numbers in the plane, six in space.
        """
        from linkwork.base.errors import AnalysisError
        from linkwork.base.names import suggestion

        names = [placed.name for placed in self.system.elements]
        if element not in names:
            raise AnalysisError(f"there is no joint or driver '{element}'{suggestion(element, names, 'names')}")
        return tuple(float(value) for value in self.wrenches[names.index(element)])

    def held(self) -> dict[str, float]:
        """Values that fix this position: `m.simulate(until, hold=equilibrium.held())` starts from it."""
        from linkwork.system.constraints.equations import Equations
        from linkwork.system.constraints.rank import independent_coordinates

        equations = Equations(self.system)
        equations.evaluate(self.q, self.t)
        bodies = self.system.coordinates[: self.system.body_columns]
        free = independent_coordinates(self.system, equations.jacobian()[equations.of_positions])
        return {name: self[name] for name in free if name in bodies}

    def words(self) -> str:
        """The stability in a sentence."""
        if self.stability == "held":
            return f"held: joints{', contacts' if self.contacts else ''} and drivers leave nothing to move"
        if self.stability == "singular" and self.kinks:
            return f"singular: spring {', '.join(self.kinks)} has no length here, so that small motions do not tell"
        if self.stability == "singular":
            return "singular: the joints lose their grip here, so that small motions do not tell whether it stays"
        if self.kinks and self.stability == "unstable":
            return f"unstable: spring {', '.join(self.kinks)} has no length here and pushes off in any direction"
        if len(self.eigenvalues):
            growth, fastest = float(np.max(self.eigenvalues.real)), float(np.max(np.abs(self.eigenvalues)))
            damped = growth < -1e-9 * fastest
            fate = "a small motion grows" if self.stability == "unstable" else "no small motion grows"
            fate = "every small motion dies out" if damped else fate
            what = "controllers and filters included" if len(self.own_states) else "what rolls included"
            return f"{self.stability}: {fate}, {what} (fastest growth {growth:.4g} 1/s)"
        number = self._stiffness_words()
        if self.stability == "stable":
            return f"stable: every small motion is driven back; softest in {self.softest} ({number})"
        if self.stability == "unstable":
            return f"unstable: it falls away in {self.softest} ({number})"
        return f"neutral: it stays wherever it is put in {self.softest}"

    def _stiffness_words(self) -> str:
        """The least stiffness in the unit of the coordinate that moves most."""
        turns = self.system.turning[self.system.index(self.softest)]
        return f"{self.softest_stiffness:.4g} {'N m/rad' if turns else 'N/m'}"

    def text(self) -> str:
        """The result in words and tables."""
        from linkwork.analysis.check.check import gravity_words
        from linkwork.analysis.check.check_text import assembly_text
        from linkwork.base.text_tables import table

        lines = [f"{self.system.mechanism.name}: equilibrium at t = {self.t:g} s, by method '{self.method}'"]
        lines += [self.words(), f"potential energy {self.potential_energy:.6g} J"]
        lines += [words for words in (gravity_words(self.system.mechanism),) if words]
        if self.own_states.size:
            lines.append("own states: " + ", ".join(f"{name} = {value:.6g}" for name, value in self.states.items()))
        if self.contacts:
            lines.append(
                "closed contacts: " + ", ".join(f"{name} {force:.6g} N" for name, force in self.contacts.items())
            )
        lines += assembly_text(self).splitlines()[2:]
        noise = 1e-10 * float(np.max(np.abs(self.wrenches), initial=1e-300))
        rows = [
            [placed.name, *("0" if abs(value) < noise else f"{value:.6g}" for value in wrench)]
            for placed, wrench in zip(self.system.elements, self.wrenches, strict=True)
        ]
        head = [f"{label} ({unit})" for label, unit in reaction_units(self.system).items()]
        return "\n".join([*lines, "", *table(["reaction of", *head], rows)])

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        reactions = {placed.name: list(self.reaction(placed.name)) for placed in self.system.elements}
        return super().to_dict() | {
            "method": self.method,
            "stability": self.stability,
            "potential_energy": self.potential_energy,
            "stiffness": [float(value) for value in self.stiffness],
            "softest": self.softest,
            "softest_stiffness": self.softest_stiffness,
            "left_over": self.left_over,
            "reactions": reactions,
            "contacts": self.contacts,
            "states": self.states,
        }


@public
@dataclass
class Equilibria(ShowsItself):
    """All positions of rest that were found, the lowest potential first.

    verdict  "complete", "numerically complete" (every path of the homotopy has ended, some at infinity), or
             "incomplete": there may be others
    counts   real and complex solutions and what was dropped, in words; empty where it was a search from starts alone
    """

    found: list[Equilibrium]
    starts: int
    verdict: str = "incomplete"
    counts: str = ""

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, number: int) -> Equilibrium:
        return self.found[number]

    def __iter__(self) -> Iterator[Equilibrium]:
        return iter(self.found)

    @property
    def stable(self) -> list[Equilibrium]:
        """Those that are stable."""
        return [place for place in self.found if place.stable]

    def text(self) -> str:
        """The list in words."""
        count = len(self.found)
        name = self.found[0].system.mechanism.name
        plural = "equilibrium" if count == 1 else "equilibria"
        lines = [f"{name}: {count} {plural} found from {self.starts} starts, not proven complete"]
        if self.counts:
            lines = [f"{name}: {count} {plural}, {self.verdict} ({self.counts})"]
        for number, one in enumerate(self.found, 1):
            values = ", ".join(f"{key} = {value:.6g}" for key, value in one.held().items())
            lines.append(f"  {number}: {one.stability}, {one.potential_energy:.6g} J, {values or 'nothing can move'}")
        return "\n".join(lines)

    def run(self) -> Run:
        """The positions as a run, one a second, to step through: `equilibria.run().animate("all.html")`."""
        words = [f"{one.stability}, {one.potential_energy:.6g} J" for one in self.found]
        return stepped_run(self.found, words, "position of rest")

    def to_dict(self) -> dict[str, Any]:
        """The list as plain data."""
        return {
            "complete": self.verdict == "complete",
            "verdict": self.verdict,
            "counts": self.counts,
            "starts": self.starts,
            "equilibria": [one.to_dict() for one in self.found],
        }
