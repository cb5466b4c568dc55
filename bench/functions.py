"""Functions of a state from Python, for one state and for many, beside Pinocchio's where that is installed."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

import linkwork as lw
from bench.timing import seconds

Row = dict[str, Any]
Call = Callable[[Any, Any], Any]
REPEATS = 5
STATES = 1000
AXES = ((0, 0, 1), (0, 1, 0), (0, 1, 0), (1, 0, 0), (0, 1, 0), (1, 0, 0))
STEP, CENTRE, INERTIA, GRAVITY = (0.2, 0.0, 0.1), (0.1, 0.02, 0.01), (0.02, 0.03, 0.025), -9.81


def six_axis_arm() -> lw.Spatial:
    """Six links on pins about different axes."""
    m = lw.Spatial("arm")
    m.set_gravity(0, 0, GRAVITY)
    before = m.ground
    for number, axis in enumerate(AXES):
        place = tuple(number * step for step in STEP)
        link = m.body(f"link{number}", place)
        m.mass(link, mass=1.0, center=CENTRE, inertia=INERTIA)
        m.revolute(f"J{number}", before, link, at=place, axis=axis)
        before = link
    return m


def own() -> dict[str, Call]:
    """The functions of Linkwork, by name."""
    f = six_axis_arm().functions()
    return {
        "mass_matrix": lambda q, v: f.mass_matrix(q),
        "bias": f.bias,
        "accelerations": f.accelerations,
        "inverse_dynamics": f.inverse_dynamics,
        "jacobian": lambda q, v: f.jacobian("link5", q),
    }


def pinocchio() -> dict[str, Call]:
    """The same of Pinocchio, for one state; none where it is not installed."""
    if importlib.util.find_spec("pinocchio") is None:
        return {}
    import pinocchio as pin

    model = pin.Model()
    model.gravity.linear = np.array([0.0, 0.0, GRAVITY])
    kinds = {(1, 0, 0): pin.JointModelRX, (0, 1, 0): pin.JointModelRY, (0, 0, 1): pin.JointModelRZ}
    joint = 0
    for number, axis in enumerate(AXES):
        place = pin.SE3(np.eye(3), np.array(STEP) if number else np.zeros(3))
        joint = model.addJoint(joint, kinds[axis](), place, f"J{number}")
        model.appendBodyToJoint(joint, pin.Inertia(1.0, np.array(CENTRE), np.diag(INERTIA)), pin.SE3.Identity())
    data, still = model.createData(), np.zeros(len(AXES))

    def jacobian(q: Any, v: Any) -> NDArray[Any]:
        pin.computeJointJacobians(model, data, q)
        return np.array(pin.getJointJacobian(model, data, joint, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED))

    return {
        "mass_matrix": lambda q, v: pin.crba(model, data, q),
        "bias": lambda q, v: pin.nonLinearEffects(model, data, q, v),
        "accelerations": lambda q, v: pin.aba(model, data, q, v, still),
        "inverse_dynamics": lambda q, v: pin.rnea(model, data, q, v, still),
        "jacobian": jacobian,
    }


def rows() -> Iterator[Row]:
    """One row a function; with Pinocchio what its call costs, and by how much the numbers differ."""
    states = np.random.default_rng(1).normal(size=(STATES, len(AXES)))
    q, v = states[0], states[1]
    peers = pinocchio()
    for name, function in own().items():
        one = seconds(lambda g=function: [g(q, v) for _ in range(STATES)], REPEATS) / STATES
        many = seconds(lambda g=function: g(states, states), REPEATS) / STATES
        row = {"problem": f"{name}, arm with six axes", "us_from_python": 1e6 * one, "us_in_many": 1e6 * many}
        if name in peers:
            peer = seconds(lambda g=peers[name]: [g(q, v) for _ in range(STATES)], REPEATS) / STATES
            row["pinocchio_us"] = 1e6 * peer
            row["differ"] = float(np.max(np.abs(function(q, v) - peers[name](q, v))))
        yield row
    if not peers:
        yield {"problem": "pinocchio", "note": "not installed: pip install pin (Linux, macOS)"}
