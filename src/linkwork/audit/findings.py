"""What the audit of a run finds: contacts not in the state of their bodies, energy that no impulse explains."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

import numpy as np

from linkwork.audit.energy import energies
from linkwork.audit.look import look
from linkwork.audit.pairs import TOLD, Pairs, pairs_of
from linkwork.audit.verdict_kernel import APART, LAW, OVERLAP, PULLS, STRUCK, any_pull, judge, weigh
from linkwork.base.arrays import Array
from linkwork.base.late_dataclass import dataclass
from linkwork.run.loads import energy_balance
from linkwork.system.contact import contact_layout_kernel as contact_layout
from linkwork.system.loop.event_record_kernel import BETWEEN

if TYPE_CHECKING:
    from linkwork.run.run import Run
    from linkwork.system.system import System

_ROUNDING = 1e-11  # of the largest reaction: smaller forces of contacts may be zero
_FREE = 1e299  # gaps beyond this belong to points that nothing is near
_LOOSE = 1e3  # times the tolerance of a step: less energy may be lost between events
_MEET = (contact_layout.IMPACT, contact_layout.GAINS_ENERGY, contact_layout.CLOSES)
_BY_FORCES = ("pull", "gap")  # what only a run with forces can be asked for


@dataclass(frozen=True)
class Finding:
    """Something that should not be: what, of which contact, when it is worst, by how much, and how often."""

    what: str
    """overlap, apart, distant impact, pull (a force that no contact has), gap, energy (at an event), loss (of energy
    between events); of time-stepping unseen (an overlap)."""
    name: str
    t: float
    amount: float
    """m, or N of `pull`, or J of `energy` and `loss`, positive where energy appears."""
    share: float
    """Of the size of the smaller outline, of the greatest force, or of the greatest kinetic energy."""
    first: float
    """When it is seen first."""
    count: int
    """In how many rows and events."""
    shown: float = 0.0
    """What the contact says itself, of `gap`; until when, of `loss`."""


@dataclass(frozen=True)
class Audit:
    """What was found, and the jumps of the energy at events."""

    findings: list[Finding] = field(default_factory=list)
    times: Array = field(default_factory=lambda: np.zeros(0))
    jumps: Array = field(default_factory=lambda: np.zeros(0))

    def jumped(self, t: Array) -> Array:
        """The sum of all jumps before each of some times."""
        return np.concatenate([[0.0], np.cumsum(self.jumps)])[np.searchsorted(self.times, t, side="right")]

    def joined(self, later: Audit, until: float) -> Audit:
        """What was found up to a time, and behind it in a later run."""
        times, jumps = (
            np.concatenate([one[self.times <= until], two[later.times > until]])
            for one, two in ((self.times, later.times), (self.jumps, later.jumps))
        )
        return Audit(self.findings + later.findings, times, jumps)


def audit(run: Run, sides: Array, tolerance: float | None = None) -> Audit:
    """Compare a run with the true distances of its bodies and with the energy; `sides` are the states at its events.

    Where points of the run lie far apart, ends of steps between them are among the sides, and looked at for overlaps.
    `tolerance` is that of the steps; None where their length is given, and energy may be lost between events.
    """
    system = run.system
    if system.contact_tables is None or run.loads is None or run.q.dtype.kind == "c":
        return Audit()
    pairs, told = pairs_of(system), TOLD if tolerance is None else max(TOLD, _LOOSE * tolerance)
    seen = look(run, run.loads, pairs, sides)
    if seen is not None and not seen.bad and seen.jump <= TOLD * seen.largest:
        kept = tolerance is None or seen.apart <= told * seen.largest
        if kept or any(system.contact_tables.laws):
            return Audit([], seen.times, seen.jumps)
    n, half = len(system.coordinates), sides.shape[1] // 2
    between = sides[:, 1 + half] == BETWEEN
    ends, sides = sides[between], sides[~between]
    t, both = sides[:, 0], sides[:, 1:].reshape(-1, half)  # before, after, before, after ...
    states = _states(run, pairs, run.loads.memory, t, both[1::2, :n], ends[:, : 1 + n])
    books, moving = np.zeros(len(both)), energies(system, both[:, :n], both[:, n : 2 * n])
    largest, jump, apart = weigh(run.loads.energy, run.loads.memory, *pairs.work, both, moving, books)
    jumps = books[1::2] - books[::2]
    if jump > TOLD * largest:
        states += _jumps(run, t, jumps, largest)
    if tolerance is not None and apart > told * largest and not any(system.contact_tables.laws):
        states += _losses(run, t, books, largest, told)
    return Audit(states, t, jumps)


def audit_places(run: Run, system: System, memory: Array, t: Array, q: Array) -> Audit:
    """Compare a motion without forces, made with the contacts of `system`, with the true distances of its bodies.

    `memory` is what the contacts remember in the rows of the run, `t` and `q` are times and places of their events.
    """
    states = _states(run, pairs_of(system), memory, t, q)
    return Audit([finding for finding in states if finding.what not in _BY_FORCES])


def _states(run: Run, pairs: Pairs, memory: Array, t: Array, q: Array, between: Array | None = None) -> list[Finding]:
    """Overlaps, closed contacts of bodies that are apart, impacts at a distance, pulls, gaps that are not true.

    `between` has times and places that are looked at for overlaps only.
    """
    if not pairs.names:
        return []
    count, told = len(run.t), pairs.told
    between = np.zeros((0, 1 + run.q.shape[1])) if between is None else between
    every = np.concatenate([run.q, q, between[:, 1:]])
    true, bad = pairs.distances(every), np.zeros((len(told), 3), bool)
    points = pairs.modes, pairs.forces, pairs.gaps, pairs.starts, pairs.rigid
    if not judge(true, told, memory, *points, count, t, run.touches.lines, pairs.owners, bad):
        return []
    collected = _Collected(pairs, np.concatenate([run.t, t, between[:, 0]]), every)
    for pair in map(int, np.flatnonzero(bad[:, OVERLAP])):
        collected.add("overlap", pair, -true[:, pair])
    if np.any(bad[:, APART]):
        held = np.zeros(true.shape, bool)
        held[:count] = np.logical_or.reduceat(memory[:, pairs.modes] != contact_layout.OPEN, pairs.starts, axis=1)
        collected.add_apart("apart", held & bad[:, APART] & (true > told))
    if np.any(bad[:, STRUCK]):
        met = _struck(run, pairs, t, true.shape, count)
        collected.add_apart("distant impact", met & bad[:, STRUCK] & (true > told))
    if any_pull(memory, pairs.modes, pairs.forces):
        closed = memory[:, pairs.modes] != contact_layout.OPEN
        collected.add_pulls(memory[:, pairs.forces], closed, _forces_of(run))
    for pair in map(int, np.flatnonzero(~pairs.rigid)):
        own = np.min(memory[:, pairs.gaps[pairs.points_of(pair)]], axis=1)
        own, seen = np.where(own > _FREE, np.inf, own), true[:count, pair]
        off = np.abs(np.minimum(seen, 0.0) - np.minimum(own, 0.0)) + LAW * np.minimum(seen, 0.0)
        collected.add("gap", pair, off, own)
    return collected.findings


def _forces_of(run: Run) -> float:
    """The largest reaction of a run; zero where it has none."""
    return 0.0 if run.loads is None else float(np.max(np.abs(np.real(run.loads.wrenches)), initial=0.0))


def _struck(run: Run, pairs: Pairs, t: Array, shape: tuple[int, ...], count: int) -> Array:
    """At which events which pairs have an impact or close."""
    lines, struck = run.touches.lines, np.zeros(shape, bool)
    whom, times = lines[:, contact_layout.WHOM].astype(np.int64), lines[:, contact_layout.HAPPENED]
    rows = np.minimum(np.searchsorted(t, times), len(t) - 1)
    chosen = (whom >= 0) & np.isin(lines[:, contact_layout.CODE], _MEET) & (t[rows] == times)
    owners, rows = pairs.owners[whom[chosen]], rows[chosen]
    struck[count + rows[owners >= 0], owners[owners >= 0]] = True
    return struck


class _Collected:
    """Findings of pairs, each at its worst, over rows and events."""

    def __init__(self, pairs: Pairs, t: Array, q: Array) -> None:
        self.pairs, self.t, self.q = pairs, t, q
        self.findings: list[Finding] = []

    def add(self, what: str, pair: int, amounts: Array, shown: Array | None = None) -> None:
        """Amounts in rows, and at events where they are looked at, where one is more than is told."""
        size = float(self.pairs.sizes[pair])
        bad = np.flatnonzero(amounts > TOLD * size)
        if not len(bad):
            return
        worst = int(bad[np.argmax(amounts[bad])])
        own = 0.0 if shown is None else float(shown[worst])
        first, most = float(np.min(self.t[bad])), float(amounts[worst])
        name, t = self.pairs.names[pair], float(self.t[worst])
        self.findings.append(Finding(what, name, t, most, most / size, first, len(bad), own))

    def add_apart(self, what: str, bad: Array) -> None:
        """Pairs that should touch and do not, with how far they are apart."""
        for number in np.flatnonzero(np.any(bad, axis=0)):
            pair = int(number)
            amounts, rows = np.zeros(len(self.t)), bad[:, pair]
            amounts[rows] = self.pairs.distances(self.q[rows], True, slice(pair, pair + 1))[:, 0]
            self.add(what, pair, amounts)

    def add_pulls(self, forces: Array, closed: Array, others: float) -> None:
        """Closed points that hold their bodies together instead of apart: they opened and nobody saw it.

        Where bodies lie against each other without a force, all forces are rounding of the `others` in the model.
        """
        forces = np.where(closed, forces, 0.0)
        greatest = float(np.max(forces, initial=0.0))
        told = max(PULLS * greatest, _ROUNDING * others)
        for pair in map(int, np.flatnonzero(self.pairs.rigid)):
            least = np.min(forces[:, self.pairs.points_of(pair)], axis=1)
            bad = np.flatnonzero(least < -told)
            if len(bad):
                worst = int(bad[np.argmin(least[bad])])
                name, most, times = self.pairs.names[pair], -float(least[worst]), self.t[[worst, bad[0]]]
                share = most / greatest if greatest > 0.0 else 1.0
                self.findings.append(Finding("pull", name, float(times[0]), most, share, float(times[1]), len(bad)))


def _jumps(run: Run, t: Array, jumps: Array, largest: float) -> list[Finding]:
    """Jumps of the energy at events that the booked work does not explain."""
    names: dict[str, list[int]] = {}
    for row in np.flatnonzero(np.abs(jumps) > TOLD * largest):
        names.setdefault(_name_at(run, float(t[row])), []).append(int(row))
    findings = []
    for name, rows in names.items():
        worst = max(rows, key=lambda row: abs(float(jumps[row])))
        amount = float(jumps[worst])
        findings.append(
            Finding("energy", name, float(t[worst]), amount, amount / largest, float(t[rows[0]]), len(rows))
        )
    return findings


def _losses(run: Run, t: Array, books: Array, largest: float, told: float) -> list[Finding]:
    """Energy that goes between events though steps keep their tolerance: the worst stretch after an event.

    `books` are those before and after the events, in turn.
    """
    if run.loads is None or not len(t):
        return []
    balance, total = energy_balance(run.loads)
    books = np.concatenate([total[0] + balance, books])
    times = np.concatenate([run.t, np.repeat(t, 2)])
    jumps = np.concatenate([np.zeros(len(run.t), bool), np.tile([False, True], len(t))])
    order = np.argsort(times, kind="stable")
    times, change = times[order], np.diff(books[order])
    change = np.where(jumps[order][1:] | (times[:-1] < t[0]), 0.0, change)
    bad = np.flatnonzero(np.abs(change) > told * largest)
    if not len(bad):
        return []
    worst = int(bad[np.argmax(np.abs(change[bad]))])
    since = float(t[np.searchsorted(t, times[worst], side="right") - 1])
    amount, first = float(change[worst]), float(times[bad[0]])
    name = _name_at(run, since)
    return [
        Finding("loss", name, float(times[worst]), amount, amount / largest, first, len(bad), float(times[worst + 1]))
    ]


def _name_at(run: Run, t: float) -> str:
    """The contacts to which something happens at an event; all where the log has none."""
    log = run.touches
    lines = np.flatnonzero(log.lines[:, contact_layout.HAPPENED] == t)
    names = dict.fromkeys(log.whom(int(number))[0] for number in lines)
    return ", ".join(names or dict.fromkeys([name for name, _ in log.names.points] + list(log.names.friction_names)))
