"""The beginning of a simulation that is repeated with other values of parameters.

All that it has beside numbers is found once and kept with the structure of the tables: formulation, method and their
addresses, where everything lies, notes. A plain beginning, from rest and in the joint coordinates of a tree that is
chosen by its pattern alone, then takes an assembly and one compiled call (`begin_kernel`). What its numbers decide is
asked again there; where anything is otherwise than it was, the simulation begins in the usual way.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from linkwork.analysis.algebraic_start import solved_places
from linkwork.analysis.assembly.assemble import Assembly
from linkwork.analysis.simulation.energy_scale import note_energy_at_rest
from linkwork.analysis.simulation.start import is_at_rest
from linkwork.analysis.simulation.time_loop import work_share
from linkwork.base.late_dataclass import dataclass
from linkwork.base.late_text import unread
from linkwork.numerics.jit import EntryByName
from linkwork.places import layout_kernel as layout
from linkwork.system.constraints.rank import note_independent
from linkwork.system.formulations.formulations import PLAIN_JOINTS, follows_from_pattern
from linkwork.system.loop.moment import Loop, Options
from linkwork.system.system import System
from linkwork.system.tree.joint_system import ELSEWHERE, empty_space
from linkwork.system.tree.tree import lengths_among

_begin = EntryByName("linkwork.system.loop.begin_kernel", "begin_in_joints")
_KEPT = "beginnings"  # in what tables of one structure share
_MOST = 8  # of them
_NOWHERE = object()  # the way in which a tree is asked for may be none
_METHODS = ("dop853", "adams", "rk4")  # those that keep nothing of the tables in their state


class Beginning(Protocol):
    """What is looked at of a simulation that has begun."""

    system: System
    assembly: Assembly
    options: Options
    grid: NDArray[np.float64]

    @property
    def loop(self) -> Loop:
        """The loop at its start."""
        ...


@dataclass
class KeptBeginning:
    """A beginning without its numbers."""

    tree: Any
    """The way in which the tree was asked for."""
    options: Options
    grid: NDArray[np.float64]
    start: Loop
    """Of which the arrays are copied, and the options and notes taken."""
    lengths: NDArray[np.int64]
    share: float
    """Of a typical energy: the error allowed in the work of forces."""

    def again(self, system: System, assembly: Assembly) -> Loop | None:
        """The loop at its start at a position of tables with other numbers; none where it is another beginning."""
        q, t, tree = assembly.q, assembly.t, system.trees.get(self.tree)
        if tree is None or tree.k is not self.start.system.k or system.wound is not None:
            return None
        start, (empty, units_at) = self.start, empty_space(tree)
        w, z, count = empty.copy(), start.z.copy(), len(self.lengths)
        room = empty, np.empty(2 * count), np.empty_like(q)
        atol = self.options.atol
        alike, energy = _begin(
            tree.k, tree.p, w, z, start.s, q, self.lengths, units_at, atol, self.share, ELSEWHERE, *room
        )
        if alike != 0:
            return None
        note_independent(system, q, t)
        note_independent(tree, q, t)
        note_energy_at_rest(tree, energy)
        arrays = z, start.s.copy(), w, start.state.copy(), start.marks.copy()
        return Loop(tree, start.options, *arrays, unread(assembly, "branch"), [*assembly.notes, *start.notes])


def kept_beginning(system: System, key: str) -> KeptBeginning | None:
    """What is kept of the beginning of a simulation that was asked for in the same words."""
    if not system.replayed:
        return None
    known: dict[str, KeptBeginning] = system.structure.get(_KEPT, {})
    return known.get(key)


def keep_beginning(key: str, begun: Beginning) -> None:
    """Keep a beginning from rest, if it is a plain one, for tables with other numbers."""
    system, assembly, loop = begun.system, begun.assembly, begun.loop
    tree = next((kind for kind, tree in system.trees.items() if tree is loop.system), _NOWHERE)
    if tree is _NOWHERE or not _is_plain(system, begun.options, loop):
        return
    if not is_at_rest(assembly):
        return
    known = system.structure.setdefault(_KEPT, {})
    while len(known) >= _MOST:
        known.pop(next(iter(known)), None)
    start, lengths = loop.copy(), lengths_among(loop.system).astype(np.int64)
    start.notes = start.notes[len(assembly.notes) :]
    known[key] = KeptBeginning(tree, begun.options, begun.grid, start, lengths, work_share(begun.options))


def _is_plain(system: System, options: Options, loop: Loop) -> bool:
    """Whether nothing but positions and masses decides how it begins."""
    mechanism, signals = system.mechanism, system.signals
    if loop.options.formulation != PLAIN_JOINTS or options.method not in _METHODS or loop.moving is not None:
        return False
    told = mechanism.initial or mechanism.drivers or mechanism.events or system.rolling or system.modal
    contacts = system.contact_tables is not None or system.stepping is not None
    solved = solved_places(system) or (signals is not None and signals.samplers)
    own = int(system.k[layout.OWN]) or loop.system.plan.rods or system.wound is not None
    return not (told or contacts or solved or own) and follows_from_pattern(system, PLAIN_JOINTS)
