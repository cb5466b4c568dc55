"""Paths of muscles that change the side on which they go round a surface: what jumps there, and how the run goes on.

Round a circle or a cylinder that is a switch of its own, and so is a point that begins or ceases to count. Round an
ellipsoid or a ring, and round surfaces that follow each other, the way that is followed ends where it is no longer the
shortest among its neighbours: nothing goes on from it, and the integration stops just before. The way is then begun
anew a little ahead, where the old one is gone, and followed back to the present state; round surfaces that follow each
other it slides from where it was. Where the length jumps the fibres stay as they are, for they cannot move at once
under a force that is finite: an elastic tendon takes the jump. The energy stored in the muscle jumps with it, which
counts as lost there (or, below zero, as come from nowhere).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.elements.muscle import ELLIPSOID, POINT, ROUND
from linkwork.places import layout_kernel as layout

if TYPE_CHECKING:
    from linkwork.signals.records import PathSurface, Switch
    from linkwork.system.loop.moment import Loop

_NEAR = 0.01  # model lengths within which the old way has to be gone
_SHARES = tuple(10.0 ** (-0.5 * power) for power in range(24, -1, -1))  # of that, from rounding to the whole
_OTHER = 1e-4  # of the size of a surface: a way that begins so near to where it did is the one that ends
SAME_TIME = 1e-9  # of the time: a path that flips again so soon has to find a way that lasts longer,
LASTS_LONGER = 10.0  # times so long as the one before; it has no way on
LONGEST = 1e-5  # of the time: where none lasts so long


@dataclass(frozen=True)
class Flip:
    """A path that goes round a surface on another side than before, or over another point."""

    surface: PathSurface
    length: float
    """By how much the length jumps, m."""
    energy: float
    """By how much the stored energy of all forces jumps, J."""
    there: bool = True
    """Whether the path has a way on the new side."""

    @property
    def told(self) -> str:
        """In words, behind what happens."""
        if not self.there:
            return "; it has no way on that side"
        return f"; its length jumps by {1000 * self.length:.4g} mm and the energy stored by {self.energy:.3g} J"


def flipped_at(moment: Loop, switches: Sequence[Switch]) -> dict[int, Flip]:
    """What jumps at the switches that have just changed by which paths change their sides, by their places.

    The energy that comes or goes with it is put into the state of the integration.
    """
    signals = moment.system.signals
    assert signals is not None
    by_place = {_of_side(one): one for one in signals.surfaces}
    changed = [by_place[switch.place] for switch in switches if switch.place in by_place]
    if not changed:
        return {}
    flips, seen, held = dict[int, Flip](), _Seen(moment), moment.w.copy()
    for surface in changed:
        seen.turn_back(held, surface)
    before = seen.evaluated(held)
    for surface in changed:  # one after the other: two of one path do not add up, seen each for itself
        seen.turn_again(held, surface)
        length = seen.length(seen.evaluated(held), surface) - seen.length(before, surface)
        seen.stretch(surface, length)
        now = seen.evaluated(held)
        energy, before = seen.stored(now) - seen.stored(before), now
        there = bool(np.isfinite(length) and np.isfinite(energy))
        flips[_of_side(surface)] = Flip(
            surface, float(length.real) if there else 0.0, float(energy.real) if there else 0.0, there
        )
    if all(flip.there for flip in flips.values()):
        _stay_changed(moment, switches)
        _go_on(moment, list(flips.values()), sum(flip.energy for flip in flips.values()))
    return flips


def _stay_changed(moment: Loop, switches: Iterable[Switch]) -> None:
    """Let a start anew leave alone what has just changed: its number is zero there, and rounding has the sign."""
    from linkwork.numerics.switch_kernel import FROZEN
    from linkwork.system.loop.watches_kernel import UNARMED

    for switch in switches:
        moment.w[int(moment.system.k[layout.MEMORY]) + switch.place + FROZEN] = UNARMED


def flip_lost_ways(moment: Loop, lasts: float) -> list[Flip]:
    """Where the way of a path has ended: lay the path anew, and let the integration start from there; what jumps.

    A way that is laid is there so long ahead at least: where many are as good for a moment all but one end with it.
    Empty where no way was lost, or none goes on.
    """
    signals = moment.system.signals
    followed = [one for one in signals.surfaces if one.followed] if signals is not None else []
    if not followed or moment.options.step:  # steps of a fixed length do not come near to where a way ends
        return []
    seen = _Seen(moment)
    if not np.all(np.isfinite(seen.y)):
        return []
    places = seen.places_ahead()
    for ahead in (0.0, *places):
        there = seen.away(ahead)
        lost = [one for one in followed if seen.is_lost(there, one)]
        if not lost:
            continue
        good = _last_good(seen, lost, places)
        for slides in (True, False):
            flips = _laid_anew(moment, seen, good, max(ahead, lasts), lost, slides)
            if flips:
                return flips
    return []


def _last_good(seen: _Seen, lost: Sequence[PathSurface], places: Sequence[float]) -> Array:
    """The workspace at the present state, or as little before it as there still were ways.

    One that ends where a surface is left is still there while that one is held.
    """
    from linkwork.numerics.switch_kernel import STATE
    from linkwork.signals.paths.way_layout_kernel import HELD

    memory = int(seen.k[layout.MEMORY])
    now = seen.moment.w.copy()
    for one in lost:
        now[memory + one.switch + STATE] = now[memory + one.kept + HELD].real
    seen.evaluate(now, 0.0)
    if all(np.isfinite(seen.length(now, one)) for one in lost):
        return now
    for ahead in (0.0, *places):
        now = seen.away(-ahead)
        if all(np.isfinite(seen.length(now, one)) for one in lost):
            break
    return now


def _laid_anew(
    moment: Loop, seen: _Seen, now: Array, ahead: float, lost: Sequence[PathSurface], slides: bool
) -> list[Flip]:
    """Begin ways anew a little ahead and follow them back.

    Round surfaces that follow each other one `slides` from where it was, or begins from the straight way as at a start;
    round cylinders it stays on the side that it has.
    """
    from linkwork.numerics.switch_kernel import FROZEN
    from linkwork.signals.path_kernel import NOW, WARM
    from linkwork.signals.paths import way_layout_kernel as kept
    from linkwork.system.loop.watches_kernel import ARMED, FREE

    memory, after = int(moment.system.k[layout.MEMORY]), now.copy()
    for one in lost:
        at = memory + one.kept
        alone = one.kind >= ELLIPSOID and now[at + kept.SPAN] == 0.0
        if alone or (one.kind != ROUND and not slides):
            after[at + kept.HELD], after[at + WARM] = 0.0, kept.ANEW
        after[memory + one.switch + FROZEN] = FREE
    for away in (ahead, 0.0):
        seen.evaluate(after, away)
        if not all(np.isfinite(seen.length(after, one)) for one in lost):
            return []
        for one in lost:
            at, size = memory + one.kept, kept.STATE_NUMBERS
            new = after[at + kept.HELD + size : at + kept.HELD + 2 * size].copy()
            for block in (0, kept.BEFORE):
                after[at + block + kept.HELD : at + block + kept.HELD + size] = new
            if one.kind == ROUND:
                after[at] = after[at + NOW]
            after[at + WARM], after[at + kept.LATEST + kept.TOTAL] = 1.0, -1.0
            after[memory + one.switch + FROZEN] = ARMED
    moves = {one.muscle: 0.0 for one in lost}
    most: dict[str, PathSurface] = {}
    for one in lost:
        moved = _moved(now, after, memory + one.kept)
        if moved > max(_OTHER, moves[one.muscle]):
            moves[one.muscle], most[one.muscle] = moved, one
    if not most:
        return []
    lengths = [seen.length(after, one) - seen.length(now, one) for one in most.values()]
    strains = seen.y.copy()
    for one, length in zip(most.values(), lengths, strict=True):
        seen.stretch(one, length)
    energy = seen.stored(seen.evaluated(after)) - seen.stored(now)
    seen.y[:] = strains  # the next try, if this one fails, begins from there as well
    flips = [
        Flip(one, float(length.real), float(energy.real)) for one, length in zip(most.values(), lengths, strict=True)
    ]
    if not all(np.isfinite(flip.length) and np.isfinite(flip.energy) for flip in flips):
        return []
    w, z = moment.w.copy(), moment.z.copy()
    for one in lost:
        for at, count in ((memory + one.kept, kept.KEPT_NUMBERS), (memory + one.switch, 3)):
            moment.w[at : at + count] = after[at : at + count]
    if not _go_on(moment, flips, flips[0].energy):
        moment.w[:], moment.z[:] = w, z
        return []
    _forget_steps(moment)
    return flips


def _moved(now: Array, after: Array, at: int) -> float:
    """How far from where it did, over the size of its surface, a way begins on that; 1 where it left or reached it."""
    from linkwork.signals.paths import way_layout_kernel as kept

    on, was_on = (w[at + kept.HELD].real > 0.5 for w in (after, now))
    begin, was = (w[at + kept.WAY : at + kept.WAY + 3].real for w in (after, now))
    if on and was_on:
        return float(np.linalg.norm(begin - was) / np.linalg.norm(was))
    return 1.0 if on != was_on else 0.0


def _forget_steps(moment: Loop) -> None:
    """The length of steps had gone to nothing before a way ended, and derivatives were not finite beyond."""
    from linkwork.numerics.integrators import integrator_state_kernel as place
    from linkwork.numerics.integrators import radau_newton_kernel as radau

    moment.z[place.H] = 0.0
    if moment.s[place.METHOD] == place.RADAU:
        at = int(moment.s[place.EXTRA])
        moment.z[at + radau.THETA], moment.z[at + radau.FULL], moment.z[at + radau.H_FACTORED] = 1.0, 0.0, 0.0


def _of_side(surface: PathSurface) -> int:
    """The place of the switch by which a path keeps to its side, or goes over a point."""
    from linkwork.numerics.switch_kernel import SWITCH

    return surface.switch + (SWITCH if surface.kind != POINT else 0)


def _go_on(moment: Loop, flips: Iterable[Flip], energy: float) -> bool:
    """Start anew at the present state, tendons stretched by what jumped, with the energy that came or went counted."""
    from linkwork.system.loop.simulation_start_kernel import go_from

    tables, seen = moment.tables, _Seen(moment)
    assert moment.system.signals is not None
    lost = 2 * len(moment.system.coordinates) + list(moment.system.signals.states).index("energy.lost")
    seen.y[lost] -= energy
    for flip in flips:
        seen.stretch(flip.surface, flip.length)
    scratch: Array = np.zeros(3 * len(seen.y), moment.system.dtype)
    return bool(go_from(tables.k, tables.p, moment.w, moment.z, moment.s, moment.state, scratch, seen.y, False))


class _Seen:
    """The present state of a simulation, and workspaces evaluated there or a little ahead."""

    def __init__(self, moment: Loop) -> None:
        from linkwork.numerics.integrators import integrator_state_kernel as place
        from linkwork.system.loop.simulation_start_kernel import seen

        self.moment, self.k, self.p = moment, moment.tables.k, moment.tables.p
        self.n, self.own = len(moment.system.coordinates), int(self.k[layout.STATES])
        self.t = moment.z[place.T]
        size = max(int(moment.s[place.SIZE]), 2 * self.n + self.own)
        self.y: Array = np.zeros(size, moment.system.dtype)
        seen(self.k, self.p, moment.w, moment.z, moment.s, moment.state, self.y)

    def places_ahead(self) -> list[float]:
        """Times ahead, from rounding to where the fastest body has moved by a share of the size of the mechanism."""
        v = self.y[self.n : 2 * self.n] / self.moment.system.column_scale
        fastest = float(np.max(np.abs(v), initial=0.0))
        return [share * _NEAR / fastest for share in _SHARES] if fastest else []

    def evaluate(self, w: Array, ahead: float) -> None:
        """Positions, velocities and forces a little ahead."""
        from linkwork.system.constraints.equations_kernel import evaluate
        from linkwork.system.dynamics.forces_kernel import evaluate_forces

        k, n, y = self.k, self.n, self.y
        v = y[n : 2 * n]
        w[k[layout.Q] : k[layout.Q] + n] = y[:n] + ahead * v
        w[k[layout.V] : k[layout.V] + n] = v
        w[k[layout.STATE] : k[layout.STATE] + self.own] = y[2 * n : 2 * n + self.own]
        evaluate(k, self.p, w, layout.MOTION, self.t + ahead)
        evaluate_forces(k, self.p, w, self.t + ahead)

    def away(self, ahead: float) -> Array:
        """A workspace of its own, evaluated a little ahead."""
        w = self.moment.w.copy()
        self.evaluate(w, ahead)
        return w

    def evaluated(self, held: Array) -> Array:
        """A workspace of its own with switches and ways held as they are there, evaluated at the present state."""
        w = held.copy()
        self.evaluate(w, 0.0)
        return w

    def turn_back(self, w: Array, surface: PathSurface) -> None:
        """Have a path go where it went before its switch has just changed."""
        from linkwork.numerics.switch_kernel import FROZEN, STATE
        from linkwork.system.loop.watches_kernel import FREE

        memory = int(self.k[layout.MEMORY])
        side = memory + _of_side(surface)
        w[side + STATE] = 1.0 - w[side + STATE]
        if surface.kind != POINT:  # whether the surface is reached follows from the side
            w[memory + surface.switch + FROZEN] = FREE

    def turn_again(self, w: Array, surface: PathSurface) -> None:
        """Have a path go where it goes now."""
        from linkwork.numerics.switch_kernel import FROZEN, STATE

        memory = int(self.k[layout.MEMORY])
        for at in (memory + _of_side(surface) + STATE, memory + surface.switch + FROZEN):
            w[at] = self.moment.w[at]

    def stretch(self, surface: PathSurface, length: Any) -> None:
        """Let the tendon of a muscle whose length jumps take the jump, so that its fibres stay as they are."""
        signals, coordinates = self.moment.system.signals, self.moment.system.coordinates
        assert signals is not None
        name = f"{surface.muscle}.strain"
        if name in signals.states and np.isfinite(length):
            slack = signals.scope.number(signals.scope.mechanism.forces[surface.muscle].tendon_length)
            self.y[2 * len(coordinates) + list(signals.states).index(name)] += length / slack

    def length(self, w: Array, surface: PathSurface) -> Any:
        """The length of a path."""
        signals = self.moment.system.signals
        assert signals is not None
        return w[self.k[layout.MEMORY] + signals.places[f"{surface.muscle}.length"]]

    def is_lost(self, w: Array, surface: PathSurface) -> bool:
        """Whether a path has no length because of a surface: it lies on that one, and has no way on."""
        from linkwork.signals.paths.way_layout_kernel import STATE_NUMBERS, TOTAL

        total = w[int(self.k[layout.MEMORY]) + surface.kept + STATE_NUMBERS + TOTAL]
        return not np.isfinite(self.length(w, surface)) and bool(total.real < 0.0)

    def stored(self, w: Array) -> Any:
        """The energy that all forces have stored."""
        k, total = self.k, 0.0
        for number in range(int(k[layout.FORCES])):
            record = int(k[layout.FORCE_AT]) + layout.RECORD * number
            total = total + w[int(k[layout.OUT] + k[record + layout.OUT_AT] + 2 * k[layout.COLUMNS])]
        return total
