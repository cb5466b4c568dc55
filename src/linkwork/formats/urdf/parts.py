"""A robot as bodies, joints and forces, in the words of a model file."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwork.base.errors import MechanismError
from linkwork.base.names import suggestion
from linkwork.expression import Expression
from linkwork.expression.number import written
from linkwork.formats.urdf.names import Names
from linkwork.mechanism.spatial.component_builder import ARMATURE
from linkwork.mechanism.spatial.robot import TURNING, Inertial, Robot, RobotJoint
from linkwork.mechanism.spatial.robot_options import RobotOptions
from linkwork.places.base_scope import BaseScope
from linkwork.places.spatial.rotation import matrix_of, parameters_of

Pose = tuple[NDArray[np.float64], NDArray[np.float64]]
_KINDS = {"revolute": "revolute", "continuous": "revolute", "prismatic": "translational"}
_DUST = 1e-15
"""What is smaller than this in a direction is rounding."""


def parts_of(robot: Robot, options: RobotOptions, folder: str) -> dict[str, Any]:
    """The sections `bodies`, `joints` and `forces`; mesh files are named as seen from `folder`."""
    names = Names(robot, options.prefix)
    base = _base(options)
    poses = _poses(robot, base, _values(robot, options))
    bodies = {names.bodies[link]: _body(robot, link, poses[link], folder) for link in robot.links}
    joints: dict[str, Any] = {}
    forces: dict[str, Any] = {}
    if options.base == "fixed":
        root = names.bodies[robot.root]
        mounted = {"between": [{"ground": _frame(*base)}, {root: _frame(np.zeros(3), np.eye(3))}]}
        joints[names.new(f"ground_{root}")] = {"type": "fixed", **mounted}
    for joint in robot.ordered():
        if joint.type == "floating":
            continue
        name = names.joints[joint.name]
        joints[name] = _joint(joint, names)
        if joint.mimic is not None:
            joints[names.new(f"{name}_mimic")] = _coupler(joint, names)
        if joint.type in _KINDS and joint.damping > 0.0:
            forces[names.new(f"{name}_damping")] = {"type": "joint_spring", "joint": name, "damping": joint.damping}
        stop = _stop(joint, name, options)
        if stop is not None:
            forces[names.new(f"{name}_stop")] = stop
    _add_armatures(robot, options, names, bodies, joints)
    return {"bodies": bodies, "joints": joints, "forces": forces}


# ---------------------------------------------------------------- bodies


def _body(robot: Robot, link: str, pose: Pose, folder: str) -> dict[str, Any]:
    data: dict[str, Any] = {"estimate": _estimate(*pose)}
    inertial = robot.links[link].inertial
    if inertial is not None and (inertial.mass > 0.0 or any(inertial.inertia)):
        data["mass"] = _mass(inertial)
    if robot.links[link].geometry:
        data["geometry"] = [_seen_from(folder, shape) for shape in robot.links[link].geometry]
    if robot.links[link].solids:
        solids = [_seen_from(folder, shape) for shape in robot.links[link].solids]
        data["solids"] = {f"collision_{n}" if n > 1 else "collision": shape for n, shape in enumerate(solids, 1)}
    return data


def _mass(inertial: Inertial) -> dict[str, Any]:
    """URDF's products are entries of the matrix, as ours are."""
    entries = dict(zip(("xx", "yy", "zz", "xy", "yz", "zx"), inertial.inertia, strict=True))
    data: dict[str, Any] = {"mass": inertial.mass, "inertia": entries}
    if any(inertial.origin.xyz):
        data["center"] = list(inertial.origin.xyz)
    if inertial.origin.orientation is not None:
        data["inertia_axes"] = inertial.origin.orientation
    return data


def _seen_from(folder: str, shape: dict[str, Any]) -> dict[str, Any]:
    if "file" not in shape:
        return shape
    try:
        return shape | {"file": os.path.relpath(shape["file"], folder or ".").replace(os.sep, "/")}
    except ValueError:  # another drive
        return shape


def _estimate(at: NDArray[np.float64], axes: NDArray[np.float64]) -> Any:
    if np.array_equal(axes, np.eye(3)):
        return at.tolist()
    rows: Any = tuple(tuple(row) for row in axes.tolist())
    return {"position": at.tolist(), "orientation": {"parameters": list(parameters_of(rows))}}


# ---------------------------------------------------------------- joints


def _joint(joint: RobotJoint, names: Names) -> dict[str, Any]:
    """The joint's frame: origin and axes of the child; `axis` is z'', any perpendicular is x''."""
    axes = np.eye(3) if joint.type == "fixed" else _axes_about(np.array(joint.axis))
    parent = {names.bodies[joint.parent]: _frame(np.array(joint.origin.xyz), joint.origin.turn @ axes)}
    child = {names.bodies[joint.child]: _frame(np.zeros(3), axes)}
    data: dict[str, Any] = {"type": _KINDS.get(joint.type, joint.type), "between": [parent, child]}
    return data | {"angle": 0} if joint.type == "prismatic" else data


def _axes_about(axis: NDArray[np.float64]) -> NDArray[np.float64]:
    """Columns x'', y'', z'' = axis; for an axis of the frame, x'' is the next one."""
    along = int(np.argmax(np.abs(axis)))
    x = np.eye(3)[(along + 1) % 3]
    x = x - (x @ axis) * axis
    x = x / np.linalg.norm(x)
    return np.column_stack((x, np.cross(axis, x), axis))


def _frame(at: NDArray[np.float64], axes: NDArray[np.float64]) -> dict[str, Any]:
    clean = np.where(np.abs(axes) < _DUST, 0.0, axes)
    return {"at": at.tolist(), "axis": clean[:, 2].tolist(), "x": clean[:, 0].tolist()}


def _coupler(joint: RobotJoint, names: Names) -> dict[str, Any]:
    """value - multiplier value' = offset."""
    assert joint.mimic is not None
    terms = [
        {"joint": names.joints[joint.name]},
        {"joint": names.joints[joint.mimic.joint], "factor": -joint.mimic.multiplier},
    ]
    return {"type": "coupler", "of": terms, "value": joint.mimic.offset}


def _add_armatures(
    robot: Robot, options: RobotOptions, names: Names, bodies: dict[str, Any], joints: dict[str, Any]
) -> None:
    """Rotors that turn on the ground as the joints do: their inertia is what the joints feel."""
    for name, inertia in options.armature.items():
        joint = robot.joints.get(name)
        if joint is None:
            raise MechanismError(f"armature: joint '{name}' is not defined{suggestion(name, robot.joints, 'joints')}")
        if joint.type not in _KINDS:
            raise MechanismError(f"armature: joint '{name}' is {joint.type} and has no single value")
        rotor, felt = names.new(f"{names.joints[name]}_{ARMATURE}"), names.joints[name]
        bearing, gear = names.new(f"{rotor}_bearing"), names.new(f"{rotor}_gear")
        bodies[rotor] = {"estimate": [0, 0, 0], "mass": {"mass": 0, "inertia": [0, 0, written(inertia)]}}
        places = [{body: {"axis": [0, 0, 1], "x": [1, 0, 0]}} for body in ("ground", rotor)]
        joints[bearing] = {"type": "revolute", "between": places}
        joints[gear] = {"type": "coupler", "of": [{"joint": felt}, {"joint": bearing, "factor": -1}]}


def _stop(joint: RobotJoint, name: str, options: RobotOptions) -> dict[str, Any] | None:
    limits = joint.limits
    if options.stops is None or limits is None or joint.type not in ("revolute", "prismatic"):
        return None
    if limits.lower is None or limits.upper is None or limits.lower >= limits.upper:
        return None
    stiffness, damping = written(options.stops.stiffness), written(options.stops.damping)
    given = {"lower": limits.lower, "upper": limits.upper, "stiffness": stiffness, "damping": damping}
    return {"type": "end_stop", "joint": name, **given}


# ---------------------------------------------------------------- where the links are drawn


def _poses(robot: Robot, base: Pose, values: dict[str, float]) -> dict[str, Pose]:
    poses = {robot.root: base}
    for joint in robot.ordered():
        at, axes = poses[joint.parent]
        at = at + axes @ np.array(joint.origin.xyz)
        axes = axes @ joint.origin.turn
        value, axis = values.get(joint.name, 0.0), np.array(joint.axis)
        if joint.type == "prismatic":
            at = at + axes @ (value * axis)
        elif value != 0.0:
            about = _axes_about(axis)
            c, s = np.cos(value), np.sin(value)
            axes = axes @ about @ np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) @ about.T
        poses[joint.child] = at, axes
    return poses


def _values(robot: Robot, options: RobotOptions) -> dict[str, float]:
    """Values of the joints in the drawing; joints that mimic follow."""
    given: dict[str, float] = {}
    for name, value in options.values.items():
        joint = robot.joints.get(name)
        if joint is None:
            raise MechanismError(f"values: joint '{name}' is not defined{suggestion(name, robot.joints, 'joints')}")
        if joint.type not in (*TURNING, "prismatic"):
            raise MechanismError(f"values: joint '{name}' is {joint.type} and has no single value")
        given[name] = _number(value, f"values: joint '{name}'")

    def value_of(joint: RobotJoint) -> float:
        if joint.mimic is None or joint.name in given:
            return given.get(joint.name, 0.0)
        return joint.mimic.multiplier * value_of(robot.joints[joint.mimic.joint]) + joint.mimic.offset

    return {name: value_of(joint) for name, joint in robot.joints.items()}


def _base(options: RobotOptions) -> Pose:
    at = np.zeros(3)
    if options.at is not None:
        at = np.array([_number(value, "at") for value in options.at])
    if options.orientation is None:
        return at, np.eye(3)
    try:
        return at, np.array(matrix_of(options.orientation.evaluate(BaseScope(None, {}))))
    except MechanismError as error:
        raise MechanismError(f"orientation: {error}") from None


def _number(value: Expression, where: str) -> float:
    if value.constant is None:
        raise MechanismError(f"{where}: a plain number is needed here, without parameters; found '{value}'")
    return float(value.constant)
