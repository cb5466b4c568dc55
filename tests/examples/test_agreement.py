"""The coordinates of the bodies and those of the joints describe the same motion of every example in the folder itself.

Accelerations and unique reactions agree at the same states to 1e-10; trajectories to 1e-8 as long as a tolerance ten
times smaller moves them by less than 1e-9. Bodies of examples without any masses get some, on which a driven motion
does not depend.
"""

from __future__ import annotations

import functools
from dataclasses import replace

import numpy as np
import pytest
from example_scripts import EXAMPLES, script_of

import linkwork as lw
from linkwork.analysis.simulation.solved_states import solved_states
from linkwork.analysis.verify.agreement import deviation, shares
from linkwork.analysis.verify.verify_case import Case, case_of
from linkwork.run.run import Run

WITH_CONTACTS = ("bouncing-block.yaml", "jumping-cam.yaml", "trigger.yaml")
"""Examples with contacts: their formulations are compared in tests/system/contact."""
AT_REST = ("hexapod.py", "train_crash.py")
"""Examples in which nothing moves unless speeds are given, and no joint has a reaction."""
NO_MECHANISM = ("band_saw.py",)
FILES = sorted(
    name
    for ending in ("yaml", "py")
    for path in EXAMPLES.rglob(f"*.{ending}")
    if (name := str(path.relative_to(EXAMPLES))) not in (*WITH_CONTACTS, *AT_REST, *NO_MECHANISM)
    and path.parent.name not in ("gallery", "coupling", "control")
)
UNTIL = {
    "spring-linkage.yaml": 0.2,  # before it folds flat, from where it can go on in two ways
    "heavy-top.yaml": 0.5,
    "vehicle.yaml": 1.5,  # before its tyres saturate
    "design_study.py": 0.07,  # before its short rod locks
    "tolerances.py": 1.0,
    "balancing.py": 0.06,
    "spring_scale.py": 0.5,
    "identification.py": 1.0,
    "trace_four_bar.py": 0.6,  # before its crank turns back
    "all_branches.py": 1.0,
    "cam_design.py": 0.5,
    "walking_leg.py": 0.6,
    "real_time/real_time.py": 0.5,
}
MOVED_BY_FORCES = ("vehicle.yaml", "heavy-top.yaml", "compressor.yaml", "spring-linkage.yaml", "real_time/real_time.py")
MOVED_BY_FORCES += ("spring_scale.py", "identification.py")
RTOL = 1e-12
every = pytest.mark.parametrize("name", FILES)


@functools.cache
def case(name: str) -> Case:
    path = EXAMPLES / name
    mechanism = lw.load(path) if path.suffix == ".yaml" else script_of(name)[0]["m"]
    return case_of(mechanism, UNTIL.get(name), 21, RTOL, {})


@functools.cache
def run_of(name: str, formulation: str, rtol: float = RTOL) -> Run:
    options = replace(case(name).options, formulation=formulation, rtol=rtol, atol=0.1 * rtol)
    return case(name).simulated(options)[0]


@every
def test_trajectories_agree(name: str) -> None:
    run, finer, joint = run_of(name, "projection"), run_of(name, "projection", 0.1 * RTOL), run_of(name, "joint")
    steady = deviation(run, finer).largest < 1e-9
    assert joint.completed and len(joint.t) == len(run.t) and np.count_nonzero(steady) > 10
    assert np.max(deviation(joint, finer).largest[steady]) < 1e-8
    assert np.max(joint.violation()) < 1e-11


@every
def test_accelerations_and_unique_reactions_agree(name: str) -> None:
    run, frames = run_of(name, "projection"), list(range(0, 21, 4))
    assert run.loads is not None
    found, expected = (solved_states(run, formulation, frames) for formulation in ("joint", "projection"))
    for share in shares(run.system, found, expected, run.loads.unique.table[frames]):
        assert share < 1e-10


@pytest.mark.parametrize("name", [name for name in FILES if name not in MOVED_BY_FORCES])
def test_driven_motions_are_those_of_the_kinematics(name: str) -> None:
    assert case(name).driven
    assert np.max(deviation(run_of(name, "joint"), case(name).kinematics()).largest) < 1e-11
