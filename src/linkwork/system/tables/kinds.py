"""Kinds of kernels by number: what stands at the addresses of a system's records, for what cannot call an address.

Generated code and other processors dispatch by these numbers; they count within one system, in the order of the names.
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwork.numerics.jit import kernel_at
from linkwork.places import layout_kernel as layout
from linkwork.system.system import System


@dataclass(frozen=True)
class Kinds:
    """Names of the kernels, and for every element, force and signal the number of its own among them."""

    names: tuple[str, ...]
    elements: tuple[int, ...]
    forces: tuple[int, ...]
    signals: tuple[int, ...]


def kinds_of(system: System) -> Kinds:
    """The kinds of all records of a system."""
    k = system.k
    groups = (
        (layout.ELEMENTS, layout.ELEMENT_AT),
        (layout.FORCES, layout.FORCE_AT),
        (layout.SIGNALS, layout.SIGNAL_AT),
    )
    names_of = []
    for count, at in groups:
        records = (int(k[at]) + layout.RECORD * number for number in range(int(k[count])))
        bodies = [kernel_at(int(k[record + layout.ADDRESS]))[0] for record in records]
        names_of.append([f"{body.__module__}.{body.__name__}" for body in bodies])
    names = sorted({name for group in names_of for name in group})
    elements, forces, signals = (tuple(names.index(name) for name in group) for group in names_of)
    return Kinds(tuple(names), elements, forces, signals)
