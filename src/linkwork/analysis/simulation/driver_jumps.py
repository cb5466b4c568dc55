"""Drivers whose speed or value jumps: when, by how much, and the impulse that it takes.

A driver that goes from one speed to another in no time needs an impulse, and so do the joints from it to the masses:

    M (v+ - v) = -J' lambda,   J v+ = nu(t+)

The impulse does the work (T+ - T), all of it by drivers, for the other constraints stand still. A driver whose value
jumps has no motion at all there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from linkwork.analysis.simulation.impulses import AppliedImpulse, answered
from linkwork.analysis.simulation.time_breaks import first_behind
from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.functions.sample import BESIDE, sample
from linkwork.run.impulses import Impulse
from linkwork.run.run import Event, Run
from linkwork.system.dynamics.dynamics import Dynamics
from linkwork.system.system import System

VALUE, SPEED = "driver jump", "speed jump"
"""Kinds of the events."""
_JUMPING = "drivers that may jump"


@dataclass(frozen=True)
class DriverJump:
    """A jump of a driver: the first time at which it is behind it, its name, and what jumps from where to where."""

    t: float
    name: str
    kind: str
    before: float
    after: float
    unit: str

    def way(self) -> str:
        """What jumps, from where to where and when."""
        what = "value" if self.kind == VALUE else "speed"
        way = f"from {self.before:.6g} to {self.after:.6g} {self.unit}"
        return f"the {what} of driver '{self.name}' jumps {way} at t = {self.t:.6g} s"

    def text(self) -> str:
        """The jump in words, with what follows from it."""
        why = "no motion follows it" if self.kind == VALUE else "the reactions have an impulse there"
        return f"{self.way()}: {why}"

    def event(self, t: Any = None) -> Event:
        """The jump as an event of a run, perhaps at a time that carries a derivative."""
        return Event(self.t if t is None else t, self.kind, self.text(), self.name, (self.name,))


def driver_jumps(system: System, start: float, until: float) -> list[DriverJump]:
    """Jumps of values and speeds of drivers after `start` and up to `until`, in the order of their times."""
    driver_jumps: list[DriverJump] = []
    jumping = _jumping(system)
    env = {name: float(np.real(value)) for name, value in system.env.items()} if jumping else {}
    for placed, function in jumping:
        kinks = [kink for kink in function.kinks(env, "t", (start, until)) if kink[1] <= 1]
        packed = function.pack(env)
        unit = "rad" if "angle" in placed.element.equations.values() else "m"
        for (place, order), t in zip(kinks, first_behind(packed, kinks), strict=True):
            beside = BESIDE * max(1.0, abs(place))
            before, after = sample(packed, [place - beside, place + beside])[:, order]
            if start < t <= until:
                name, kind = (unit, VALUE) if order == 0 else (f"{unit}/s", SPEED)
                driver_jumps.append(DriverJump(float(t), placed.name, kind, float(before), float(after), name))
    return sorted(driver_jumps, key=lambda jump: jump.t)


def _jumping(system: System) -> list[Any]:
    """Drivers whose functions may jump, with these; whether they may does not depend on values."""
    known: list[Any] | None = system.structure.get(_JUMPING)
    if known is None:
        functions: Any = ((placed, vars(placed.element).get("value")) for placed in system.elements if placed.driver)
        known = system.structure[_JUMPING] = [each for each in functions if _may_jump(each[1])]
    return known


def _may_jump(function: Any) -> bool:
    return function is not None and hasattr(function, "kinks") and not function.smooth()


def tell_jumps(run: Run) -> None:
    """Let the jumps of drivers within a run be among its events."""
    jumps = driver_jumps(run.system, float(run.t[0]), float(run.t[-1]))
    if jumps:
        run.events = sorted([*run.events, *(jump.event() for jump in jumps)], key=lambda event: event.t)


def at_once(jumps: Iterable[DriverJump]) -> list[list[DriverJump]]:
    """Jumps at the same time together."""
    groups: list[list[DriverJump]] = []
    for jump in jumps:
        if groups and groups[-1][0].t == jump.t:
            groups[-1].append(jump)
        else:
            groups.append([jump])
    return groups


def driven_impulse(system: System, q: Array, v: Array, t: Any) -> AppliedImpulse:
    """What drivers do whose speeds at a time are not those of the plain velocities v."""
    dynamics = Dynamics(system)
    dynamics.evaluate(q, t, v)
    rows, scale = dynamics.jacobian(), system.column_scale
    return answered(dynamics, v, np.zeros_like(scale * v), dynamics.velocity_side() - rows @ (v / scale))


def beside_jumps(grid: Array, jumps: Iterable[DriverJump]) -> Array:
    """A grid of times with those of jumps, and with times just before them."""
    times = np.array([jump.t for jump in jumps])
    times = times[(times > grid[0]) & (times <= grid[-1])]
    return np.union1d(grid, [times - BESIDE * np.maximum(1.0, np.abs(times)), times])


def driver_impulses(system: System, run: Run, jumps: Iterable[DriverJump]) -> list[Impulse]:
    """The impulses of drivers along a known motion that has points at the jumps and just before them."""
    driver_impulses = []
    for together in at_once(jumps):
        row = int(np.searchsorted(run.t, together[0].t))
        if 0 < row < len(run.t):
            impulse = driven_impulse(system, run.q[row], run.v[row - 1], together[0].t)
            driver_impulses.append(impulse_of(together, impulse))
    return driver_impulses


def impulse_of(jumps: list[DriverJump], impulse: AppliedImpulse) -> Impulse:
    """The impulse of drivers that jump at once."""
    names = ", ".join(jump.name for jump in jumps)
    return Impulse(jumps[0].t, names, float(np.real(impulse.driven)), impulse.reactions)
