"""Which outlines or solids of a system may touch, and their true distances over the rows of a motion.

What a system needs for that is made once and kept as long as the system's own table of contacts lives.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.late_dataclass import dataclass
from linkwork.elements.contacts import Contact
from linkwork.run.loads import INTEGRALS, place_of

if TYPE_CHECKING:
    from linkwork.system.system import System

Array = NDArray[np.float64]
TOLD = 1e-6
"""Share of the smaller of two outlines from which on an overlap or a gap is told."""
_LOOKED = 10.0  # times what is told: farther apart than this is not looked at
_KEPT: dict[int, tuple[Any, dict[str, Any], Any]] = {}


@dataclass
class Pairs:
    """Pairs that may touch: contacts, and of groups each two members."""

    names: list[str]
    rigid: NDArray[np.bool_]
    sizes: Array
    """Of the smaller outline of each pair."""
    table: NDArray[np.int64]
    """Of every pair the two outlines and the two bodies."""
    shapes: Any
    """Outlines or solids, with a function `distances`."""
    modes: NDArray[np.int64]
    """Where the modes of all points lie in the memory of a run, those of a pair together."""
    forces: NDArray[np.int64]
    """Where their normal forces lie, in the same order."""
    starts: NDArray[np.int64]
    """Of every pair its first point among them."""
    gaps: NDArray[np.int64]
    """Where their gaps lie, in the same order."""
    owners: NDArray[np.int64]
    """The pair of every point as the log numbers them; -1 of joints with clearance."""
    work: NDArray[np.int64]
    """Where the memory of a run has the work that was lost, given and driven."""

    def __post_init__(self) -> None:
        self.told = TOLD * self.sizes
        self.far = _LOOKED * self.told
        bad = np.zeros((len(self.told), 3), bool)
        places = self.modes, self.forces, self.gaps, self.starts, self.rigid, self.owners, self.work
        self.points = self.told, self.far, *places, bad
        """What one look at a run takes, with room for what it says of every pair."""
        self.prepared = self.shapes.prepared(self.table) if len(self.told) else ()
        """Outlines or solids, and room, as it takes them."""

    def points_of(self, pair: int) -> slice:
        """The points of a pair among those of all."""
        end = self.starts[pair + 1] if pair + 1 < len(self.starts) else len(self.modes)
        return slice(int(self.starts[pair]), int(end))

    def distances(self, q: Any, whole: bool = False, chosen: slice = slice(None)) -> Array:
        """True distances, rows by pairs; what is farther apart than matters is exact only if the `whole` is asked."""
        told = self.told[chosen]
        far = np.full(len(told), np.inf) if whole else self.far[chosen]
        out = np.zeros((len(q), len(told)))
        if len(told):
            self.shapes.distances(np.ascontiguousarray(q, float), self.table[chosen], far, told, out)
        return out


def pairs_of(system: System) -> Pairs:
    """The pairs of a system with contacts that collide or have a force law."""
    pairs: Pairs = kept(system, system.contact_tables, _made)
    return pairs


def kept(system: System, tables: Any, make: Callable[[System], Any]) -> Any:
    """What is made of a system for its audit; made anew when its tables or its parameters are others."""
    key = id(tables)
    known = _KEPT.get(key)
    if known is not None and known[0]() is tables and known[1] == system.env:
        return known[2]
    made = make(system)
    _KEPT[key] = weakref.ref(tables, lambda _: _KEPT.pop(key, None)), dict(system.env), made
    return made


def shapes_of(system: System) -> Any:
    """Room for the outlines or solids of a system; those who use it import numba."""
    mechanism = system.mechanism
    scope = mechanism.scope(dict(system.env))
    if mechanism.world.dimensions == 2:
        from linkwork.audit.outlines import Outlines

        return Outlines(scope, mechanism)
    from linkwork.audit.solid_shapes import Solids

    return Solids(scope, mechanism)


def body_numbers(system: System) -> dict[str, int]:
    """Numbers of the bodies, the ground's is 0."""
    return {"ground": 0} | {name: place for place, name in enumerate(system.bodies, start=1)}


def _made(system: System) -> Pairs:
    tables, signals, mechanism = system.contact_tables, system.signals, system.mechanism
    assert tables is not None and signals is not None
    shapes, number = shapes_of(system), body_numbers(system)
    made: dict[str, list[int]] = {}
    rigid, rows, sizes = [], [], []
    for name in dict.fromkeys(name for name, _ in tables.points):
        contact = mechanism.touching_parts.get(name)
        if contact is not None and not isinstance(contact, Contact):
            continue  # a joint with clearance has a gap of its own and no outlines
        between = contact.between if contact is not None else _members(name)
        if not all(shapes.judged(reference) for reference in between):
            continue
        sides = [shapes.add(reference) for reference in between]
        made[name] = [slot for owner, slot in tables.points if owner == name]
        rigid.append(contact is None or contact.force is None)
        rows.append([*(place for place, _ in sides), *(number[body] for _, body in sides)])
        extents = [shapes.sizes[place] for place, _ in sides]
        sizes.append(min((size for size in extents if size > 0.0), default=system.length))  # a point has none
    points = {name: [f"{name}[{slot + 1}]" if slot else name for slot in slots] for name, slots in made.items()}
    modes, forces, gaps = (
        np.array([signals.reported[f"{one}.{what}"] for name in made for one in points[name]], np.int64)
        for what in ("mode", "force", "gap")
    )
    starts = np.cumsum([0, *(len(slots) for slots in made.values())], dtype=np.int64)[:-1]
    place = {name: number for number, name in enumerate(made)}
    owners = np.array([place.get(name, -1) for name, _ in tables.points], np.int64)
    table = np.array(rows, np.int64).reshape(-1, 4)
    kinds = np.array(rigid, bool), np.array(sizes, float), table, shapes.done()
    work = np.array([place_of(system, name) for name in INTEGRALS.values()], np.int64)
    return Pairs(list(made), *kinds, modes, forces, starts, gaps, owners, work)


def _members(name: str) -> tuple[str, str]:
    """The two members of a pair of a group, by its name: `balls(ball0.skin, ball1.skin)`."""
    first, second = name[name.index("(") + 1 : -1].split(", ")
    return first, second
