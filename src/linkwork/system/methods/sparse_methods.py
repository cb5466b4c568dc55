"""Which implicit methods get their Newton matrix on the pattern of the system, and which in full.

What takes fewer operations is taken: a factor in full takes a third of the cube of its size, and as many evaluations of
the equations as there are coordinates; one on the pattern is counted by its order of elimination.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from linkwork.elements.planar.forces.beam_element import BeamElement
from linkwork.mechanism.contacts import contact_names
from linkwork.numerics.integrators.integrator import Method
from linkwork.numerics.integrators.integrator_state_kernel import ALPHA, MIDPOINT, RADAU
from linkwork.places import layout_kernel as layout
from linkwork.system.formulations.formulations import Chosen
from linkwork.system.modal.tables import bodies_with_modes
from linkwork.system.system import System
from linkwork.system.tangent.table import Tangent, tangent_of
from linkwork.system.tangent.tangent_kernel import tangent_room

_SMALL = 24  # unknowns up to which a matrix in full is always the quicker
_INDIRECT = 6  # products of a factor in full that take as long as one on a pattern, which finds its places in lists


def on_pattern(method: Method, chosen: Chosen) -> Method:
    """The method with its matrix on the pattern of the system, where that takes fewer operations."""
    system = chosen.system
    n, m, x = _sizes(system)
    if chosen.name != "projection" or not _fits(method, system):
        return method
    turned = method.number == RADAU and _beams(system)[0] > 0
    if n + m + x <= _SMALL and not turned:
        return method
    tangent = tangent_of(system, 2 if method.number == RADAU else 1, method.number == MIDPOINT)
    full = 2 * n + x if method.number == RADAU else tangent.pattern.size
    if _INDIRECT * tangent.pattern.operations > full**3 // 3 and not turned:
        return method
    return {ALPHA: _alpha, MIDPOINT: _midpoint, RADAU: _radau}[method.number](method, system, tangent)


def _fits(method: Method, system: System) -> bool:
    """Whether the equations of a step have a pattern.

    Radau: its right-hand side is that of the equations of motion alone, in real numbers and without rigid contacts.
    Midpoint: no contact with a force law, whose chord is taken over the motion of all bodies.
    Elastic modes and algebraic variables couple more than the two bodies of an element.
    """
    unknowns = system.signals is not None and bool(system.signals.unknowns)
    if unknowns or bodies_with_modes(system.mechanism):
        return False
    if method.number == RADAU:
        return system.scalar == "real" and not contact_names(system.mechanism)
    return method.number == ALPHA or system.contact_tables is None


def _sizes(system: System) -> tuple[int, int, int]:
    return len(system.coordinates), len(system.equations), int(system.k[layout.STATES]) - layout.QUADRATURES


def _numbers(count: int, _: int) -> int:
    return count


def _alpha(method: Method, system: System, tangent: Tangent) -> Method:
    from linkwork.system.methods import alpha_state_kernel

    n, m, x = _sizes(system)
    pattern = tangent.pattern
    room = tangent_room(n, x, tangent.outs)
    count = alpha_state_kernel.sparse_numbers(n + m + x, m, pattern.entries, pattern.numbers, room)
    return replace(method, own_numbers=partial(_numbers, count), table=tangent.table)


def _midpoint(method: Method, system: System, tangent: Tangent) -> Method:
    from linkwork.system.methods import midpoint_state_kernel

    n, m, x = _sizes(system)
    entries, factor, forces = tangent.pattern.entries, tangent.pattern.numbers, len(system.forces)
    count = midpoint_state_kernel.sparse_numbers(n + m + x, n, m, entries, factor, forces)
    return replace(method, own_numbers=partial(_numbers, count), table=tangent.table)


def _radau(method: Method, system: System, tangent: Tangent) -> Method:
    from linkwork.system.methods import radau_sparse_kernel as kernel

    n, m, x = _sizes(system)
    pattern, size = tangent.pattern, 2 * n + x + layout.QUADRATURES
    room, beams = tangent_room(n, x, tangent.outs), _beams(system)
    count = kernel.sparse_numbers(size, n, m, pattern.entries, pattern.numbers, room, n + m + x, int(beams[0]))
    table = np.concatenate([tangent.table, beams])
    return replace(method, own_numbers=partial(_numbers, count), table=table, linear=kernel.solve_radau)


def _beams(system: System) -> NDArray[np.int64]:
    """Beams in the plane: how many; of each, how many nodes it has, and their first coordinates."""
    beam_of: dict[str, list[str]] = {}
    for force in system.mechanism.forces.values():
        if isinstance(force, BeamElement) and "ground" not in force.between:
            first, second = (beam_of.setdefault(body, [body]) for body in force.between)
            if first is not second:
                first += second
                beam_of.update(dict.fromkeys(second, first))
    beams = {id(nodes): nodes for nodes in beam_of.values()}.values()
    lists = [[system.index(f"{node}.x") for node in nodes] for nodes in beams]
    return np.array([len(lists), *(number for columns in lists for number in (len(columns), *columns))], np.int64)
