"""Examples with a closed loop, cut at one joint and glued to themselves: they come to what they are.

Bodies without masses get one of our own, in the example and in what is cut: a motion that moves no mass has no forces.
Some of them in every run, all with the variable LINKWORK_EVERY_EXAMPLE; what cannot be cut is listed with its reason.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ruamel.yaml import YAML
from scipy.spatial.transform import Rotation

from linkwork.base.errors import AnalysisError
from linkwork.exchange.coupling import CouplingError, cut
from linkwork.formats.model_file import loads

FOLDER = Path(__file__).parents[2] / "examples"
UNTIL = {"squeezer": 0.005, "flexible-four-bar": 0.005, "flexible-slider-crank": 0.002}  # s; the others 0.1
STEPS = (10, 20, 40)
SWITCHING = ("cycling",)  # muscles that reflexes switch on and off inside a step, which a note tells
HEAVY = ("buckling-arch", "paid-out-cable")  # nets of beam elements: seconds a step
FROM_REST = (
    "compressor",
)  # once in motion its gas pushes or not: a switch inside a step, which a part does not stop at
USUAL = (
    "compressor",
    "motor-crank",
    "spatial-four-bar",
    "flexible-four-bar",
    "double-wishbone",
    "bennett",
    "universal-joint",
    "roller-cam",  # at the ground
)
OWN: dict[str, Any] = {"plane": {"mass": 1.0, "inertia": 0.05}, "space": {"mass": 1.0, "inertia": [0.05, 0.06, 0.07]}}
FILES = [path for path in sorted(FOLDER.rglob("*.yaml")) if path.parent.name not in ("coupling", "control")]
TAKEN = [path for path in FILES if path.stem in USUAL or "LINKWORK_EVERY_EXAMPLE" in os.environ]


def plain(value: Any) -> Any:
    """Data of a YAML file without its comments."""
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, bool) or value is None:
        return value
    return (int if isinstance(value, int) else float if isinstance(value, float) else str)(value)


def with_masses(path: Path) -> Any:
    """The example, every body with a mass."""
    model = plain(YAML().load(path.read_text(encoding="utf-8")))
    mass = OWN[model.get("world", "plane")]
    for name, body in (model.get("bodies") or {}).items():
        if not {"flexible", "modes", "ritz"} & set(body or {}):
            model["bodies"][name] = {"mass": mass} | (body or {})
    return loads(json.dumps(model), folder=str(path.parent))


def cut_somewhere(whole: Any, from_rest: bool, must: bool) -> tuple[str, dict[str, Any]]:
    """The first joint at which it can be cut."""
    reasons = []
    asked = None if from_rest else whole.analysis.simulate
    start: dict[str, Any] = {}
    if asked is not None:
        start = {"hold": dict(asked.hold or {}), "speeds": dict(asked.speeds or {})}
    if any(body.modes or body.flexible or body.ritz for body in whole.bodies_by_name.values()):
        start["method"] = "radau"
    grounded = [name for name, joint in whole.joints.items() if "'ground'" in repr(joint)]
    for joint in sorted(whole.joints, key=lambda name: name in grounded):  # those between moving bodies first
        try:
            cut(whole, joint, **start).coordinator()
        except CouplingError as error:
            reasons.append(str(error))
        else:
            return joint, start
    assert not must, reasons
    pytest.skip("; ".join(reasons) or "no joints")


def poses(numbers: np.ndarray[Any, np.dtype[np.float64]], space: bool) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Places and angles; in space rotation matrices, for a rotation has many vectors."""
    if not space:
        return numbers
    rows = numbers.reshape(-1, 6)
    turns = Rotation.from_rotvec(rows[:, 3:]).as_matrix().reshape(-1, 9)
    return np.concatenate([rows[:, :3], turns], axis=1).ravel()


@pytest.mark.parametrize("path", TAKEN, ids=[path.stem for path in TAKEN])
def test_cut_at_a_joint_and_glued_it_comes_to_itself(path: Path) -> None:
    if path.stem in SWITCHING + HEAVY:
        pytest.skip("it switches inside steps, or is heavy")
    whole, until = with_masses(path), UNTIL.get(path.stem, 0.1)
    plan = whole.system(dynamics=True).plan
    if not plan.cuts and not plan.rods:
        pytest.skip("no loop is closed")
    joint, start = cut_somewhere(whole, path.stem in FROM_REST, path.stem in USUAL)
    space = whole.world.dimensions == 3
    parts = [each for each in cut(whole, joint, **start).parts.items() if each[0] != "ground"]
    seen = [f"{part}.{name}" for part, told in parts for name in told.description.outputs if " on " not in name]
    hold = {name: start[name] for name in ("hold", "speeds") if name in start}
    run = whole.simulate(until=until, points=2, rtol=1e-11, atol=1e-13, progress=False, **hold)
    wanted = np.array([run[name.partition(".")[2]][-1] for name in seen])

    def error(steps: int) -> float:
        try:
            glued = cut(whole, joint, **start).run(until=until, step=until / steps, progress=False)
        except AnalysisError as refused:
            if path.stem in USUAL:
                raise
            pytest.skip(str(refused))
        assert glued.completed and glued[f"{joint}.gap"].max() < 1e-9, glued.notes
        ours = np.array([glued[name][-1] for name in seen])
        return float(np.abs(poses(ours, space) - poses(wanted, space)).max())

    errors, steps = [error(steps) for steps in STEPS], STEPS[-1]
    while errors[-1] >= 1e-6 and steps < 1000:  # its finest step; with the order of the scheme that is not far
        steps *= 4
        errors.append(error(steps))
    first = np.array([run[name.partition(".")[2]][0] for name in seen])
    assert np.abs(wanted - first).max() > 1e-4, "nothing moves"
    assert errors[-1] < 1e-6, errors
    assert errors[2] < 1e-8 or errors[1] / errors[2] > 6.0, errors  # order three or more, until rounding is left
