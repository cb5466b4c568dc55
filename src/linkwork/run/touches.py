"""What happened to contacts and rubbing joints during a run: impacts, openings, transitions, sticking and slipping."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.run.run import Event
from linkwork.system import layout_kernel as layout
from linkwork.system.touch import touch_layout_kernel as touch

if TYPE_CHECKING:
    from linkwork.system.system import System

Array = NDArray[Any]
KINDS = {
    touch.IMPACT: "impact",
    touch.CLOSES: "closes",
    touch.OPENS: "opens",
    touch.LOSES: "lost",
    touch.STICKS: "sticks",
    touch.SLIPS: "slips",
    touch.MOVES: "moves",
    touch.GAINS_ENERGY: "impact",
    touch.REVERSES: "reverses",
}


@dataclass(frozen=True)
class Touch:
    """One change of a contact point or of a rubbing joint.

    `before` and `after` are gap rates of an impact, or the elements of the first outline between which a contact moves;
    `impulse` and `friction_impulse` then are the elements of the second.
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
    gains_energy: bool = False
    reactions: Array | None = None
    """Impulsive reactions of all joints and drivers: N s and N m s on the second body, one row an element."""

    @property
    def who(self) -> str:
        """The contact with its point, or the friction, as channels name it: C, C[2]."""
        return self.name if self.point <= 0 else f"{self.name}[{self.point + 1}]"


def read_touch_log(system: System, w: Array) -> list[Touch]:
    """Take the lines of the log out of the workspace."""
    tables = system.touch
    if tables is None:
        return []
    k, here = system.k, int(system.k[layout.TOUCH_ROOM])
    count = int(w[here + touch.LOGGED])
    reactions, elements = int(k[layout.REACTION]), int(k[layout.ELEMENTS])
    width = touch.LOG_NUMBERS + reactions * elements
    at = here + int(k[int(k[layout.TOUCH]) + touch.LOG_AT])
    lines = w[at : at + width * count].reshape(count, width)
    w[here + touch.LOGGED] = 0.0
    return [_touch(tables, line, elements, reactions) for line in lines.real.copy()]


def _touch(tables: Any, line: Array, elements: int, reactions: int) -> Touch:
    """One line of the log."""
    code, whom = int(line[touch.CODE]), int(line[touch.WHOM])
    name, point = tables.points[whom] if whom >= 0 else (tables.rubbing[-1 - whom], -1)
    before, after, impulse, rub, lost = (float(value) for value in line[touch.BEFORE : touch.LOG_NUMBERS])
    impulsive = line[touch.LOG_NUMBERS :].reshape(elements, reactions)
    shown = impulsive if code in (touch.IMPACT, touch.GAINS_ENERGY) and np.any(impulsive) else None
    gains = code == touch.GAINS_ENERGY
    t = float(line[touch.HAPPENED])
    return Touch(t, KINDS[code], name, point, before, after, impulse, rub, lost, gains, shown)


def event_of(item: Touch) -> Event:
    """A change in words, for the list of events."""
    whom = f"friction '{item.name}'" if item.point < 0 else f"contact '{item.who}'"
    texts = {
        "impact": f"impact: approach {-item.before:.6g} m/s, departure {item.after:.6g} m/s, impulse {item.impulse:.6g} N s",
        "closes": "closes and stays closed",
        "opens": "opens: nothing presses it together",
        "lost": "is lost: there is no next element that could touch",
        "sticks": "sticks",
        "slips": "slips",
        "reverses": "comes to rest and slides back at once",
        "moves": f"moves on to element {item.after:.0f} of the first outline and {item.friction_impulse:.0f} of the second",
    }
    return Event(item.t, "contact", f"{whom} {texts[item.kind]}", item.name)


def impacts(touches: list[Touch]) -> list[Touch]:
    """The impacts among them."""
    return [item for item in touches if item.kind == "impact"]
