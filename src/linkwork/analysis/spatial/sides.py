"""Which way joints in space were assembled: axes that the drawing shows one way may end up the other way round."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.elements.spatial.composed import Aligned
from linkwork.run.channels import channels_of
from linkwork.system.system import System


def flipped_joints(system: System, q: NDArray[Any]) -> list[str]:
    """Joints with parallel axes whose second axis points against the first at a position."""
    frame = np.array([q.real])
    still, found = np.zeros_like(frame), []
    motion = channels_of(system, frame, still, still).motion
    for placed in system.elements:
        if isinstance(placed.element, Aligned):
            row = system.row(placed.name)
            axes = [axis for *_, axis in placed.element.frames(row)]
            one, other = (
                motion.turned(body, axis)[0][0] for body, axis in zip(placed.element.ends(row), axes, strict=True)
            )
            if float(np.real(one @ other)) < 0.0:
                found.append(placed.name)
    return found
