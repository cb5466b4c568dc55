"""Loads inside links as channels: `bending(rod, A, B, 0.5)`, and likewise `axial` and `shear`.

The last number is the place of the cut as a share of the length from A to B.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from linkwork.errors import AnalysisError

if TYPE_CHECKING:
    from linkwork.run.run import Run

_CALL = re.compile(r"(axial|shear|bending)\(([^()]*)\)\Z")


def link_channel(run: Run, name: str) -> tuple[NDArray[Any], str] | None:
    """A channel of a load inside a link with its unit, or nothing when the name is not one."""
    call = _CALL.match(name)
    if call is None:
        return None
    from linkwork.run.link_load import KINDS, link_load

    parts = [part.strip() for part in call[2].split(",")]
    try:
        body, start, end = parts[:3]
        (share,) = (float(part) for part in parts[3:])
    except ValueError:
        raise AnalysisError(f"channel '{name}': write it as {call[1]}(rod, A, B, 0.5)") from None
    return link_load(run, body, start, end, [share]).values(call[1])[:, 0], KINDS[call[1]]
