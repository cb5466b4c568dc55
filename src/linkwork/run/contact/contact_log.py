"""What happened to contacts and rubbing joints during a run: impacts, openings, transitions, sticking and slipping.

The compiled loop writes lines of numbers; they are kept as they are and become words only where somebody reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, overload

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import suggestion
from linkwork.expression.given import public
from linkwork.numerics.analytic import number as number_of
from linkwork.places import layout_kernel as layout
from linkwork.system.contact import contact_layout_kernel as contact_layout

if TYPE_CHECKING:
    from linkwork.system.system import System

KINDS = {
    contact_layout.IMPACT: "impact",
    contact_layout.CLOSES: "closes",
    contact_layout.OPENS: "opens",
    contact_layout.LOSES: "lost",
    contact_layout.STICKS: "sticks",
    contact_layout.SLIPS: "slips",
    contact_layout.MOVES: "moves",
    contact_layout.GAINS_ENERGY: "impact",
    contact_layout.PRESSES: "presses",
    contact_layout.PARTS: "parts",
    contact_layout.REVERSES: "reverses",
}


@public
@dataclass(frozen=True)
class ContactEvent:
    """One change of a contact point or of a rubbing joint.

    `before` and `after` are gap rates of an impact (`before` alone where a force law begins or ends), or the elements
    of the first outline between which a contact moves; `impulse` and `friction_impulse` then are the elements of the
    second. `first` and `second` are the elements of the two outlines that touch, from 0. In a run that carries
    derivatives the numbers carry them, too.
    """

    t: float
    kind: str
    name: str
    point: int
    before: float = 0.0
    after: float = 0.0
    impulse: float = 0.0
    friction_impulse: float = 0.0
    lost: float = 0.0
    slip_before: float = 0.0
    slip_after: float = 0.0
    first: int = -1
    second: int = -1
    gains_energy: bool = False
    reactions: dict[str, dict[str, float]] | None = None
    """Impulsive reactions of all joints and drivers by name, of all impacts at this time together."""

    @property
    def who(self) -> str:
        """The contact with its point, or the friction, as channels name it: C, C[2]."""
        return self.name if self.point <= 0 else f"{self.name}[{self.point + 1}]"

    def reaction(self, joint: str) -> dict[str, float]:
        """Impulsive reaction of a joint or driver on its second body: fx, fy in N s, torque in N m s (space: six)."""
        if self.reactions is None:
            raise AnalysisError(
                f"'{self.who}' {self.kind} at t = {self.t:.6g} s: only impacts have impulsive reactions"
            )
        if joint not in self.reactions:
            raise AnalysisError(
                f"there is no joint or driver '{joint}'{suggestion(joint, self.reactions, 'joints and drivers')}"
            )
        return self.reactions[joint]


@dataclass(frozen=True)
class ContactLogNames:
    """Whom the numbers of a log mean."""

    points: tuple[tuple[str, int], ...] = ()
    """Of every contact point the contact's name and the slot."""
    friction_names: tuple[str, ...] = ()
    elements: tuple[str, ...] = ()
    """Joints and drivers, whose impulsive reactions stand behind the numbers of a line."""
    labels: tuple[str, ...] = ()
    """Of the numbers of a reaction."""


class ContactLog(Sequence[ContactEvent]):
    """All changes of a run, in the order of their times."""

    def __init__(self, names: ContactLogNames, lines: Array | None = None) -> None:
        self.names = names
        width = contact_layout.LOG_NUMBERS + len(names.labels) * len(names.elements)
        self.lines = np.zeros((0, width)) if lines is None else lines

    @classmethod
    def of(cls, names: ContactLogNames, items: Sequence[ContactEvent]) -> ContactLog:
        """A log of changes found one by one, without impacts."""
        codes = {kind: code for code, kind in KINDS.items()}
        log = cls(ContactLogNames(names.points, names.friction_names))
        log.lines = np.zeros((len(items), contact_layout.LOG_NUMBERS))
        for line, item in zip(log.lines, items, strict=True):
            line[contact_layout.HAPPENED], line[contact_layout.CODE] = item.t, codes[item.kind]
            line[contact_layout.WHOM] = names.points.index((item.name, item.point))
            line[contact_layout.BEFORE : contact_layout.LOST] = (
                item.before,
                item.after,
                item.impulse,
                item.friction_impulse,
            )
            line[contact_layout.ON_FIRST : contact_layout.LOG_NUMBERS] = item.first, item.second
        return log

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, place: int) -> ContactEvent: ...

    @overload
    def __getitem__(self, place: slice) -> list[ContactEvent]: ...

    def __getitem__(self, place: int | slice) -> ContactEvent | list[ContactEvent]:
        if isinstance(place, slice):
            return [self._event(number) for number in range(len(self))[place]]
        return self._event(range(len(self))[place])

    def __repr__(self) -> str:
        return f"<{len(self)} changes of contacts and rubbing joints>"

    def joined(self, later: ContactLog, until: float) -> ContactLog:
        """The changes up to a time, and behind it those of a later run."""
        kept, added = self.lines[self.lines[:, contact_layout.HAPPENED] <= until], later.lines
        return ContactLog(self.names, np.vstack([kept, added[added[:, contact_layout.HAPPENED] > until]]))

    def of_kind(self, *kinds: str) -> list[ContactEvent]:
        """The changes of these kinds."""
        codes = [code for code, kind in KINDS.items() if kind in kinds]
        return [
            self._event(int(number))
            for number in np.flatnonzero(np.isin(self.lines[:, contact_layout.CODE].real, codes))
        ]

    def whom(self, number: int) -> tuple[str, int]:
        """Name and point (-1: a joint that rubs) of a line."""
        whom = int(self.lines[number, contact_layout.WHOM].real)
        return self.names.points[whom] if whom >= 0 else (self.names.friction_names[-1 - whom], -1)

    def _event(self, number: int) -> ContactEvent:
        line = self.lines[number]
        code = int(line[contact_layout.CODE].real)
        name, point = self.whom(number)
        before, after, impulse, friction_impulse, lost, slips, slipped = map(
            number_of, line[contact_layout.BEFORE : contact_layout.ON_FIRST]
        )
        first, second = (
            map(int, line[contact_layout.ON_FIRST : contact_layout.LOG_NUMBERS].real) if point >= 0 else (-1, -1)
        )
        gains = code == contact_layout.GAINS_ENERGY
        shown = self._reactions(number) if KINDS[code] == "impact" else None
        numbers = (before, after, impulse, friction_impulse, lost, slips, slipped, first, second)
        return ContactEvent(number_of(line[contact_layout.HAPPENED]), KINDS[code], name, point, *numbers, gains, shown)

    def _reactions(self, number: int) -> dict[str, dict[str, float]]:
        """Of the first line of the impacts at the same time, which has them."""
        lines, t = self.lines, self.lines[number, contact_layout.HAPPENED]
        while (
            number > 0
            and not np.any(lines[number, contact_layout.LOG_NUMBERS :])
            and lines[number - 1, contact_layout.HAPPENED] == t
        ):
            number -= 1
        labels = self.names.labels
        rows = lines[number, contact_layout.LOG_NUMBERS :].reshape(-1, len(labels) or 1)
        return {
            name: dict(zip(labels, map(number_of, row), strict=True))
            for name, row in zip(self.names.elements, rows, strict=True)
        }


@cache
def _nobody() -> ContactLogNames:
    return ContactLogNames()


def contact_log_names(system: System) -> ContactLogNames:
    """Whom the log of a system means."""
    tables = system.contact_tables
    if tables is None:
        return _nobody()
    elements = tuple(placed.name for placed in system.elements)
    return ContactLogNames(
        tuple(tables.points), tuple(tables.friction_names), elements, tuple(system.world.reaction_labels)
    )


def read_contact_log(system: System, w: Array) -> Array:
    """Take the lines of the log out of the workspace."""
    if system.contact_tables is None:
        return np.zeros((0, contact_layout.LOG_NUMBERS))
    width = contact_layout.LOG_NUMBERS + int(system.k[layout.REACTION]) * int(system.k[layout.ELEMENTS])
    k, here = system.k, int(system.k[layout.CONTACT_ROOM])
    count = int(w[here + contact_layout.LOGGED].real)
    at = here + int(k[int(k[layout.CONTACTS]) + contact_layout.LOG_AT])
    w[here + contact_layout.LOGGED] = 0.0
    return np.asarray(w[at : at + width * count].reshape(count, width)).copy()
