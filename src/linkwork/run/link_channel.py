"""Loads inside links as channels: `bending(rod, A, B, 0.5)`, and likewise `axial` and `shear`.

In space there are `shear_y`, `shear_z`, `torsion`, `bending_y` and `bending_z`, and `shear` and `bending` are sizes.
The last number is the place of the cut as a share of the length from A to B.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError

if TYPE_CHECKING:
    from linkwork.run.run import Run

_CALL = re.compile(r"(axial|torsion|(?:shear|bending)(?:_[yz])?)\(([^()]*)\)\Z")


def link_channel(run: Run, name: str) -> tuple[Array, str] | None:
    """A channel of a load inside a link with its unit, or nothing when the name is not one."""
    call = _CALL.match(name)
    if call is None:
        return None
    parts = [part.strip() for part in call[2].split(",")]
    try:
        body, start, end = parts[:3]
        (share,) = (float(part) for part in parts[3:])
    except ValueError:
        raise AnalysisError(f"channel '{name}': write it as {call[1]}(rod, A, B, 0.5)") from None
    load = run.link_load(body, start, end, [share])
    return load.values(call[1])[:, 0], load.unit(call[1])
