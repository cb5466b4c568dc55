"""Notes on elements of beams that are too long for the force that pulls at them.

An element has the bending that it leaves out in its shear, 1/S = 1/(k G A) + l^2/(12 EI). Pulled with more than S its
sections turn across it, and it grows longer with next to no force; from half of that on it is too soft.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.places import layout_kernel as layout

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System

_ELEMENT = "beam_element"
HIGH = 0.5
"""Of S: the force from which on it is said."""
_NUMBERS = {2: (2, (3,)), 3: (4, (5, 6))}
"""Where EA/l and S/l stand among the numbers of an element, in the plane and in space."""


def has_beams(mechanism: Mechanism) -> bool:
    """Whether the mechanism has elements of beams."""
    return any(getattr(force, "kernel", "") == _ELEMENT for force in mechanism.forces.values())


def tension_notes(
    mechanism: Mechanism, system: System, q: NDArray[np.float64], values: Callable[[str], Any]
) -> list[str]:
    """Of every beam the worst of its elements, where one is pulled too much.

    `q` has the coordinates in its last axis; `values` gives channels, of bodies that have none among them.
    """
    forces = ((number, mechanism.forces[name]) for number, name in enumerate(system.forces))
    beams = [(number, force) for number, force in forces if getattr(force, "kernel", "") == _ELEMENT]
    if not beams:
        return []
    worst: dict[str, tuple[float, float, float]] = {}
    columns = {name: column for column, name in enumerate(system.coordinates)}
    axes = "xyz"[: mechanism.world.dimensions]

    @cache
    def place(node: str) -> NDArray[np.float64]:
        names = [f"{node}.{axis}" for axis in axes]
        if all(name in columns for name in names):
            return q[..., [columns[name] for name in names]].real
        return np.stack([np.real(values(name)) for name in names], axis=-1)

    for number, force in beams:
        at = int(system.k[int(system.k[layout.FORCE_AT]) + layout.RECORD * number + layout.FLOATS_AT])
        axial, shears = _NUMBERS[mechanism.world.dimensions]
        length = float(system.p[at].real)
        ends: tuple[str, str] = getattr(force, "between")  # noqa: B009 - a beam's element has it
        if "ground" in ends:
            continue
        apart = place(ends[1]) - place(ends[0])
        pull = float((np.max(np.einsum("...a,...a->...", apart, apart)) ** 0.5 - length) * system.p[at + axial].real)
        held = min(float(system.p[at + place].real) for place in shears) * length
        name = system.forces[number]
        beam = name.rpartition("_element_")[0] or name
        if pull > HIGH * held and pull / held > worst.get(beam, (0.0, 1.0, 0.0))[0] / worst.get(beam, (0, 1.0, 0))[1]:
            worst[beam] = (pull, held, length)
    return [_words(beam, *numbers) for beam, numbers in worst.items()]


def _words(beam: str, pull: float, held: float, length: float) -> str:
    if pull > held:
        return (
            f"beam '{beam}': an element of {length:.3g} m is pulled with more than the {held:.3g} N up to which its "
            "bending holds its sections straight (12 EI/l^2): they turn across it, and what it does is wrong; take "
            "more elements, or a cable"
        )
    return (
        f"beam '{beam}': an element of {length:.3g} m is pulled with {pull:.3g} N, of the {held:.3g} N up to which its "
        "bending holds its sections straight (12 EI/l^2): it is too soft; take elements of at most "
        f"{length * (0.25 * held / pull) ** 0.5:.2g} m"
    )
