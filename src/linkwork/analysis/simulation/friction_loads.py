"""Whether what presses in joints with dry friction is known: their reactions have to be unique.

Where constraints are redundant a reaction may be anything, and so may its friction. A friction with a preload then
works with the preload alone; without one it is refused by name.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.places import layout_kernel as layout
from linkwork.run.redundancy import uniqueness
from linkwork.system.contact import contact_layout_kernel as contact_layout

if TYPE_CHECKING:
    from linkwork.system.system import System


def with_known_loads(system: System, q: Array, t: float) -> tuple[System, list[str]]:
    """The system with the loads of its frictions where they are known, and what is said about the others."""
    if system.contact_tables is None or not system.contact_tables.friction_names:
        return system, []
    unique = uniqueness(system, np.array([t]), q[None])
    if unique:
        return system, []
    k, notes = system.k.copy(), []
    first = int(k[int(k[layout.CONTACTS]) + contact_layout.FRICTION_AT])
    for number, name in enumerate(system.contact_tables.friction_names):
        record = first + contact_layout.FRICTION_RECORD * number
        element = int(k[record + contact_layout.F_NUMBER])
        moments = system.contact_tables.moments[number]
        components = zip(unique.components, unique.table[0, element], strict=True)
        doubtful = [label for label, good in components if not good and (moments or label.startswith("f"))]
        if not doubtful:
            continue
        joint = system.elements[element].name
        what = f"the reaction of joint '{joint}' ({', '.join(doubtful)}) is not unique, for constraints are redundant"
        if system.p[k[record + contact_layout.F_NUMBERS] + contact_layout.F_PRELOAD].real <= 0.0:
            raise AnalysisError(
                f"friction '{name}': {what}, so that nobody knows what presses there; give the friction a preload, "
                "or take the redundant constraints away (`check` names them)"
            )
        k[record + contact_layout.F_LOADS] = 0
        notes.append(f"friction '{name}': {what}; it comes from its preload alone")
    return replace(system, k=k), notes
