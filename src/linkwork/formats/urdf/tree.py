"""Whether the links and joints of a URDF file make one tree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from linkwork.base.errors import ModelFileError
from linkwork.base.names import suggestion
from linkwork.mechanism.spatial.robot import RobotJoint, RobotLink


def _fail(file: str, line: int, message: str) -> NoReturn:
    raise ModelFileError(f"{file}:{line}: {message}")


def root_of(file: str, links: Mapping[str, RobotLink], joints: Mapping[str, RobotJoint]) -> str:
    """The link that no joint carries; there must be one, and all others must hang on it."""
    above: dict[str, RobotJoint] = {}
    for joint in joints.values():
        where = f"joint '{joint.name}'"
        for end in (joint.parent, joint.child):
            if end not in links:
                _fail(file, joint.line, f"{where}: link '{end}' is not defined{suggestion(end, links, 'links')}")
        if joint.parent == joint.child:
            _fail(file, joint.line, f"{where}: it joins link '{joint.parent}' to itself")
        other = above.get(joint.child)
        if other is not None:
            _fail(
                file,
                joint.line,
                f"{where}: link '{joint.child}' hangs on joint '{other.name}' already (line {other.line}); a URDF "
                "robot is a tree, add the joint that closes a loop in the model file that includes it",
            )
        above[joint.child] = joint
    _refuse_cycle(file, links, above)
    roots = [name for name in links if name not in above]
    if len(roots) > 1:
        names = ", ".join(f"'{name}'" for name in roots)
        _fail(file, links[roots[1]].line, f"the robot has several roots, {names}: join all but one to another link")
    return roots[0]


def _refuse_cycle(file: str, links: Mapping[str, RobotLink], above: Mapping[str, RobotJoint]) -> None:
    """Refuse links that carry each other."""
    grounded: set[str] = set()
    for name in links:
        chain = [name]
        while chain[-1] in above and chain[-1] not in grounded:
            parent = above[chain[-1]].parent
            if parent in chain:
                loop = [*chain[chain.index(parent) :], parent]
                text = " -> ".join(reversed(loop))
                _fail(file, above[parent].line, f"joint '{above[parent].name}': the links form a cycle: {text}")
            chain.append(parent)
        grounded.update(chain)


def check_mimics(file: str, joints: Mapping[str, RobotJoint]) -> None:
    """Refuse a joint that follows one that is not there, has no single value, or follows it in turn."""
    single = ("revolute", "continuous", "prismatic")
    for joint in joints.values():
        seen = [joint.name]
        while (mimic := joints[seen[-1]].mimic) is not None:
            where = f"joint '{seen[-1]}'"
            line = joints[seen[-1]].line
            if mimic.joint not in joints:
                known = suggestion(mimic.joint, joints, "joints")
                _fail(file, line, f"{where}: it mimics joint '{mimic.joint}', which is not defined{known}")
            for name in (seen[-1], mimic.joint):
                if joints[name].type not in single:
                    _fail(file, line, f"{where}: mimic needs joints with one value; '{name}' is {joints[name].type}")
            if mimic.joint in seen:
                _fail(file, line, f"{where}: joints mimic each other: {' -> '.join([*seen, mimic.joint])}")
            seen.append(mimic.joint)
