"""Names of a robot's links and joints in a mechanism: some that URDF allows must be changed a little."""

from __future__ import annotations

import re

from linkwork.base.names import GROUND
from linkwork.mechanism.names import LONGEST
from linkwork.mechanism.spatial.robot import Robot

_OTHER = re.compile(r"[^\w\- ]")


class Names:
    """The bodies and joints by the names of links and joints; all are different."""

    def __init__(self, robot: Robot, prefix: str) -> None:
        self.taken = {GROUND}
        self.bodies = {name: self.new(_usable(prefix + name), "link") for name in robot.links}
        self.joints = {name: self.new(_usable(prefix + name), "joint") for name in robot.joints}

    def new(self, name: str, kind: str = "") -> str:
        """The name, or where it is taken one with the kind or a number behind it."""
        free_name = name
        count = 1
        while free_name in self.taken:
            free_name = f"{name}_{kind}" if kind and count == 1 else f"{name}_{count + 1}"
            count += 1
        self.taken.add(free_name)
        return free_name


def _usable(name: str) -> str:
    """The name with _ for what a name cannot hold."""
    text = _OTHER.sub("_", name).strip(" ")[: LONGEST - 20]
    return text if text[:1].isalpha() or text[:1] == "_" else f"_{text}"
