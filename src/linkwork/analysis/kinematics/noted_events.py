"""Noted events of a driven motion: when they happen, exactly, and how these times change with parameters.

An event that only is noted changes nothing, so the motion comes from the kinematics and its loads from the equations
of motion, and nothing is integrated. That the number g of an event passes zero, a simulation along the motion sees; the
time is then found on the constraints by the secant method. With a parameter b it moves by t_b = -g_b / g_t.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.numerics.analytic import STEP, carrying
from linkwork.places import layout_kernel as layout
from linkwork.run.loads import loads_of
from linkwork.run.run import Event, Run
from linkwork.system.constraints.equations import Equations

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

_NEAR = 1e-5  # of the run: how far from the time that a simulation gives the exact one is looked for at first
_EXACT = 1e-14  # of the run
_BESIDE = 1e-4  # of the run: from there the rate of an event's number is taken
KIND = "event"


def only_noted(mechanism: Mechanism) -> bool:
    """Whether its events do nothing but stand in the list of events."""
    return not any(event.stop or event.put or event.strikes or event.times for event in mechanism.events.values())


def watched(system: System, name: str) -> int:
    """Where the number of an event lies in the memory of a system with dynamics."""
    assert system.signals is not None
    return next(each.place for each in system.signals.switches if each.kind == layout.EVENT and each.owner == name) + 1


class DrivenMotion:
    """The driven motion of a run at any of its times, found on the constraints."""

    def __init__(self, run: Run) -> None:
        self.run, self.equations = run, Equations(run.system)
        self.length = float(run.t[-1] - run.t[0])

    def at(self, times: Sequence[float]) -> Run:
        """The motion at times of the run."""
        rows = [self._settled(float(t)) for t in times]
        q, v, a = (np.array(values) for values in zip(*rows, strict=True))
        return Run(self.run.system, np.array(times, float), q, v, a, np.zeros(len(rows)), self.run.memory, "")

    def _settled(self, t: float) -> tuple[Array, Array, Array]:
        run = self.run
        near = int(np.clip(np.searchsorted(run.t, t), 1, len(run.t) - 1))
        near = near if abs(run.t[near] - t) < abs(run.t[near - 1] - t) else near - 1
        ahead = t - run.t[near]
        step = ahead * run.v[near] + 0.5 * ahead * ahead * run.a[near]
        q = self.equations.settle(run.system.moved(run.q[near], step), t)
        if q is None:
            return run.q[near], run.v[near], run.a[near]
        v, a = self.equations.motion()
        return q, v.copy(), a.copy()

    def number(self, name: str, times: Sequence[float]) -> Array:
        """The number of an event at times."""
        assert self.run.loads is not None
        system, here = self.run.loads.system, self.at(times)
        return loads_of(system, here.t, here.q, here.v).memory[:, watched(system, name)].real

    def value(self, name: str, t: float) -> float:
        """The number of an event at a time."""
        return float(self.number(name, [t])[0])

    def rate(self, name: str, t: float) -> float:
        """How fast the number of an event changes at a time."""
        step = min(_BESIDE * self.length, 0.5 * max(t - float(self.run.t[0]), 1e-9 * self.length))
        one, two, three, four = self.number(name, [t - 2 * step, t - step, t + step, t + 2 * step])
        return float((one - four + 8.0 * (three - two)) / (12.0 * step))


def noted_events(run: Run, seen: Sequence[Event]) -> list[Event]:
    """The events of the mechanism that a simulation saw, at their exact times in the driven motion."""
    motion, names = DrivenMotion(run), run.mechanism.events
    noted_events = []
    for event in seen:
        if event.kind == KIND and event.name in names:
            t = _root(partial(motion.value, event.name), float(event.t), motion.length)
            noted_events.append(replace(event, t=float(np.clip(t, run.t[0], run.t[-1]))))
    return noted_events


def _root(value: Callable[[float], float], near: float, length: float) -> float:
    """The zero next to a time, by secants."""
    t, before = near, near - _NEAR * length
    here, there = value(t), value(before)
    for _ in range(12):
        if here == there or abs(t - before) < _EXACT * length:
            break
        before, t, there = t, t - here * (t - before) / (here - there), here
        here = value(t)
    return t


def carry_times(mechanism: Mechanism, run: Run, names: Sequence[str], runs: list[Run]) -> None:
    """Give the events of runs that carry derivatives the derivatives of their times."""
    from linkwork.analysis.sensitivity.motion import differentiated

    noted = [number for number, event in enumerate(run.events) if event.kind == KIND and event.name in mechanism.events]
    if not noted or run.loads is None:
        return
    motion, times = DrivenMotion(run), np.unique([float(run.events[number].t) for number in noted])
    there = motion.at(times.tolist())
    there.loads = loads_of(run.loads.system, there.t, there.q, there.v)
    there.loads.settled = run.loads.settled
    changed = differentiated(mechanism, there, names)
    for varied, moved in zip(runs, changed, strict=True):
        assert moved.loads is not None
        varied.events = list(varied.events)
        for event, number in ((run.events[number], number) for number in noted):
            row = int(np.searchsorted(times, event.t))
            change = moved.loads.memory[row, watched(moved.loads.system, event.name)].imag / STEP
            rate = motion.rate(event.name, float(event.t))
            time: Any = complex(carrying(event.t, -change / rate))
            varied.events[number] = replace(event, t=time)
