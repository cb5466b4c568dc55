"""Which way joints in space were assembled: axes that the drawing shows one way may end up the other way round."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.elements.spatial.joints.composed import Aligned
from linkwork.elements.spatial.joints.joints import Translational
from linkwork.run.channels import channels_of
from linkwork.system.system import System


def flipped_joints(system: System, q: NDArray[Any]) -> list[str]:
    """Joints with parallel axes whose second axis points against the first at a position."""
    return _against(system, q, Aligned, 3)


def turned_slides(system: System, q: NDArray[Any]) -> list[str]:
    """Slides whose second body is turned by 180 degrees about the axis: x'' of the frames point against each other."""
    return _against(system, q, Translational, 1)


def _against(system: System, q: NDArray[Any], kind: type[Aligned], axis: int) -> list[str]:
    """Joints of a kind of whose two frames (point, x'', y'', z'') one axis points against the other."""
    frame = np.array([q.real])
    still, found = np.zeros_like(frame), []
    motion = channels_of(system, frame, still, still).motion
    for placed in system.elements:
        if isinstance(placed.element, kind):
            row = system.row(placed.name)
            axes = [given[axis] for given in placed.element.frames(row)]
            one, other = (
                motion.turned(body, axis)[0][0] for body, axis in zip(placed.element.ends(row), axes, strict=True)
            )
            if float(np.real(one @ other)) < 0.0:
                found.append(placed.name)
    return found
