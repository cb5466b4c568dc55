"""Modes that still matter: in a flight after a blow a body keeps only those, and all of them at the next contact.

Free vibration of a mode decays at least as exp(-mu t). With N modes it is negligible, by a share eps, from

    t = t_c + ln(N/eps)/mu

on, t_c the end of the last contact (Schiehlen, Hu and Seifried 2005, Eqs. 15, 47, 48). Bounds hold for free vibration
alone: a mode that is then not below eps of what vibrated after the contact is driven by something, and stays. A mode
that is left out is at rest and has no share in anything, so that the fastest that is left decides over the steps.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.numerics.integrators import integrator_state_kernel as place
from linkwork.places import layout_kernel as layout
from linkwork.system.contact import contact_layout_kernel as contacts
from linkwork.system.loop import simulation_state_kernel as loop
from linkwork.system.modal.left_out import Leaving, leaving

if TYPE_CHECKING:
    from linkwork.system.loop.moment import Loop
    from linkwork.system.system import System

_TUMBLES = (
    "where it tumbles in space its spin varies and loads its modes anew, which those that are left out do not feel; "
    "compare with a run without 'negligible'"
)
_NOTHING = 1e-18  # of a typical energy: a mode with less is at rest
_AGAIN = 10.0  # a mode that is driven is looked at again when free vibration would be a tenth
_METHODS = ("dop853", "adams", "radau")
_FORMULATIONS = (
    "projection",
    "null-space",
    "trees",
    "joint",
    "joint-partitioning",
    "joint-null-space",
    "joint-augmented",
)
"""Those that keep the body where it is when a mode goes: others move it by the rest of the mode, or keep an error."""
_DRIVEN = "; some are driven, and stay"
_FIRST_STEP = 0.5  # over the highest circular frequency: the first step with modes that were left out


class Vibrating:
    """One body: which of its modes are kept, and when each may go."""

    def __init__(self, modes: Leaving, share: float, start: float) -> None:
        self.modes, self.share = modes, share
        self.count = len(modes.mass)
        with np.errstate(divide="ignore"):
            self.after = math.log(self.count / share) / modes.decay()
        self.kept = np.ones(self.count, bool)
        self.leaves = start + self.after
        self.reference = 0.0
        self.driven = False
        self.history: list[tuple[float, int]] = [(start, self.count)]

    def part_at(self, t: float, energy: NDArray[np.float64]) -> None:
        """The last contact ends."""
        self.leaves = t + self.after
        self.reference = float(np.sum(energy))

    def leaving_at(self, t: float, energy: NDArray[np.float64], nothing: float) -> NDArray[np.bool_]:
        """Which modes go now; those that are driven are looked at again later."""
        due = self.kept & (self.leaves <= t)
        loud = due & (energy > max(self.share**2 * self.reference, nothing))
        self.leaves[loud] = t + math.log(_AGAIN) / self.modes.decay()[loud]
        self.driven = self.driven or bool(np.any(loud))
        return due & ~loud

    def next_time(self) -> float:
        """When the next mode may go."""
        return float(np.min(self.leaves[self.kept], initial=math.inf))


def bodies_that_leave(system: System) -> dict[str, float]:
    """Bodies that leave modes out, with the share that is negligible."""
    shares = {}
    for body in system.modal:
        given = system.mechanism.bodies_by_name[body.name].negligible
        if given is None:
            continue
        shares[body.name] = float(np.real(given.value(dict(system.env))))
    return shares


def _fastest(body: Vibrating) -> float:
    """The highest circular frequency of its modes."""
    return float(np.max(np.sqrt(body.modes.stiffness / body.modes.mass)))


def _begin_of_note(body: str) -> str:
    return f"body '{body}': modes are kept for "


def notes_anew(notes: list[str], more: list[str], t: NDArray[np.float64], followed: Mapping[str, Any]) -> list[str]:
    """The notes of a run that went on, with `more` of its second part: what was kept is told for the whole.

    Only the rows are left of the first part, so that the time between two of them counts as the first one has it.
    """
    for channel, kept in followed.items():
        body, _, what = channel.rpartition(".")
        begin = _begin_of_note(body)
        old = [note for note in (*notes, *more) if note.startswith(begin)]
        if what != "modes_kept" or not old:
            continue
        count = re.search(r"of the time of all (\d+)", old[0])
        if count is None:
            continue
        share = float(np.diff(t) @ kept[:-1]) / (int(count[1]) * float(t[-1] - t[0]))
        told = f"{begin}about {share:.3g} of the time of all {count[1]}"
        told += _DRIVEN if any(note.endswith(_DRIVEN) for note in old) else ""
        notes = [note for note in notes if note not in old] + [told]
    return notes


class KeptModes:
    """The modes of all bodies of a run that leave some out."""

    def __init__(
        self,
        moment: Loop,
        start: float,
        scale: Callable[[System, Array], float],
        has_own_rate: bool,
        breaks: Array,
    ) -> None:
        """`scale` is a typical energy for velocities; with a right-hand side of its own a loop has all modes.

        `breaks` are the times that no step passes, as the loop has them now.
        """
        self.moment, system, self.scale = moment, moment.system, scale
        self._require(system, moment.options.method, moment.options.formulation, has_own_rate)
        p = (system if moment.moving is None else moment.moving).p
        moment.moving = system.replaced(p=p.copy()) if moment.moving is None else moment.moving
        shares = bodies_that_leave(system)
        bodies = [body for body in system.modal if body.name in shares]
        self.bodies = [Vibrating(leaving(system, body), shares[body.name], start) for body in bodies]
        for body in self.bodies:
            self._put(body)
        self.nothing, self.closed = 0.0, False
        self.first = True
        if moment.state[loop.STARTED]:  # a run that goes on has all modes again
            self._go_on(self._plain(), breaks)
            moment.z[place.H] = min(float(moment.z[place.H].real), _FIRST_STEP / max(map(_fastest, self.bodies)))

    @staticmethod
    def _require(system: System, method: str, formulation: str, has_own_rate: bool) -> None:
        name = next(iter(bodies_that_leave(system)))
        if system.scalar != "real":
            raise AnalysisError(
                f"body '{name}': modes that are left out carry no derivatives; take method='differences', or leave "
                "'negligible' out"
            )
        if has_own_rate:
            raise AnalysisError(
                f"body '{name}': a right-hand side of its own has all modes; take compiled='tables', or leave "
                "'negligible' out"
            )
        if method not in _METHODS:
            raise AnalysisError(
                f"body '{name}': 'negligible' modes are left out by the methods {', '.join(_METHODS)}; take one of "
                "them, or leave 'negligible' out"
            )
        if formulation not in _FORMULATIONS:
            raise AnalysisError(
                f"body '{name}': formulation '{formulation}' does not go with 'negligible' modes; take one of: "
                f"{', '.join(_FORMULATIONS)}, or leave 'negligible' out"
            )
        at = int(system.k[layout.CONTACTS])
        if at > 0 and system.k[at + contacts.COMPLIANT_POINTS] < system.k[at + contacts.POINTS]:
            raise AnalysisError(
                f"body '{name}': modes that are left out cannot answer a rigid contact; give all contacts a force "
                "law, or leave 'negligible' out"
            )

    # ------------------------------------------------------------------ after every step and event

    def look(self, breaks: Array) -> None:
        """After a step or an event: modes go, or come back."""
        moment = self.moment
        if not moment.state[loop.STARTED] or moment.state[loop.PENDING]:
            return
        t, closed = float(moment.z[place.T].real), self._any_closed()
        if self.first:
            self._begin()
        if closed:
            self.all_again(breaks)
        elif self.closed:
            energies = self._energies(self._plain())
            for body, energy in zip(self.bodies, energies, strict=True):
                body.part_at(t, energy)
        elif min(body.next_time() for body in self.bodies) <= t:
            self._leave(t, breaks)
        self.closed = closed

    def next_time(self) -> float:
        """When the next mode may go; never while something is in contact."""
        return math.inf if self.closed else min(body.next_time() for body in self.bodies)

    def all_again(self, breaks: Array) -> None:
        """All modes are there again: something strikes."""
        back = [body for body in self.bodies if not body.kept.all()]
        if not back:
            return
        plain, z = self._plain(), self.moment.z
        fastest = 0.0
        for body in back:
            body.kept[:] = True
            fastest = max(fastest, _fastest(body))
            self._put(body)
            self._note(body)
        self._go_on(plain, breaks)
        z[place.H] = min(float(z[place.H].real), _FIRST_STEP / fastest)

    def blow(self, breaks: Array) -> None:
        """An impulse comes, or a driver jumps: all modes are there to take it, and count from now on."""
        self.all_again(breaks)
        for body in self.bodies:
            body.leaves = float(self.moment.z[place.T].real) + body.after

    def struck(self) -> None:
        """What vibrates after an impulse."""
        for body, energy in zip(self.bodies, self._energies(self._plain()), strict=True):
            body.part_at(float(self.moment.z[place.T].real), energy)

    def channels(self, t: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
        """How many modes each body keeps, over the times of a run."""
        channels = {}
        for body in self.bodies:
            times, counts = (np.array(column) for column in zip(*body.history, strict=True))
            channels[f"{body.modes.name}.modes_kept"] = counts[np.searchsorted(times, t, side="right") - 1].astype(
                float
            )
        return channels

    def notes(self, until: float) -> list[str]:
        """What was kept of all, in words."""
        notes = []
        for body in self.bodies:
            times = np.array([*(time for time, _ in body.history), until])
            spent = float(np.diff(times) @ np.array([count for _, count in body.history]))
            whole = body.count * (until - times[0])
            share = f"{spent / whole:.3g}" if whole > 0 else "all"
            notes.append(_begin_of_note(body.modes.name) + f"{share} of the time of all {body.count}")
            notes[-1] += _DRIVEN if body.driven else ""
            if self.moment.system.world.dimensions == 3 and len(body.history) > 1:
                notes.append(f"body '{body.modes.name}': {_TUMBLES}")
        return notes

    # ------------------------------------------------------------------ what it does

    def _begin(self) -> None:
        plain, n = self._plain(), len(self.moment.system.coordinates)
        self.nothing = _NOTHING * self.scale(self.moment.system, plain[n : 2 * n].real)
        for body, energy in zip(self.bodies, self._energies(plain), strict=True):
            body.reference = float(np.sum(energy))
        self.first, self.closed = False, self._any_closed()

    def _leave(self, t: float, breaks: Array) -> None:
        plain, n, gone = self._plain(), len(self.moment.system.coordinates), 0.0
        energies = self._energies(plain)
        changed = False
        for body, energy in zip(self.bodies, energies, strict=True):
            goes = body.leaving_at(t, energy, self.nothing)
            if not goes.any():
                continue
            changed, gone = True, gone + float(np.sum(energy[goes]))
            body.kept &= ~goes
            columns = np.array(body.modes.columns)[goes]
            plain[columns], plain[n + columns] = 0.0, 0.0
            self._put(body)
            self._note(body)
        if changed:
            signals = self.moment.system.signals
            states = list(signals.states) if signals is not None else []
            if "energy.lost" in states:
                plain[2 * n + states.index("energy.lost")] += gone
            self._go_on(plain, breaks)

    def _note(self, body: Vibrating) -> None:
        t, count = float(self.moment.z[place.T].real), int(body.kept.sum())
        if body.history and body.history[-1][0] == t:
            body.history.pop()
        body.history.append((t, count))

    def _put(self, body: Vibrating) -> None:
        """The numbers of the modes that are kept into the tables of the loop."""
        at, numbers = body.modes.at, body.modes.without(body.kept)
        self.moment.tables.p[at : at + len(numbers)] = numbers

    def _any_closed(self) -> bool:
        """Whether some point presses."""
        k, w = self.moment.tables.k, self.moment.w
        if k[layout.CONTACTS] == 0:
            return False
        at = int(k[layout.CONTACTS])
        first, count = int(k[at + contacts.POINT_AT]), int(k[at + contacts.POINTS])
        places = k[first + contacts.POINT_MODE : first + contacts.POINT_RECORD * count : contacts.POINT_RECORD]
        return bool(np.any(w[int(k[layout.MEMORY]) + places].real != contacts.OPEN))

    def _size(self) -> int:
        n, states = len(self.moment.system.coordinates), int(self.moment.system.k[layout.STATES])
        return max(int(self.moment.s[place.SIZE]), 2 * n + states)

    def _plain(self) -> Array:
        """Coordinates, velocities and own states now."""
        from linkwork.system.loop.simulation_start_kernel import seen

        moment, out = self.moment, np.zeros(self._size(), self.moment.system.dtype)
        seen(moment.tables.k, moment.tables.p, moment.w, moment.z, moment.s, moment.state, out)
        return out

    def _energies(self, plain: Array) -> list[NDArray[np.float64]]:
        n, energies = len(self.moment.system.coordinates), []
        for body in self.bodies:
            columns = np.array(body.modes.columns)
            energies.append(body.modes.energy(plain[columns].real, plain[n + columns].real))
        return energies

    def _go_on(self, plain: Array, breaks: Array) -> None:
        """Start anew from a plain state, with the tables as they are now."""
        from linkwork.system.loop.start_from_kernel import start_from

        moment, size = self.moment, self._size()
        scratch = np.zeros(4 * size, moment.system.dtype)
        at = int(moment.s[place.SIZE])
        scratch[at : at + len(plain)] = plain
        tables = moment.tables
        if not start_from(
            tables.k, tables.p, moment.w, moment.z, moment.s, moment.state, moment.marks, breaks, scratch
        ):
            moment.state[loop.STATUS] = loop.STOPPED
