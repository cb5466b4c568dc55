"""A MuJoCo model of ours held against what MuJoCo 4.0.0 gives for it: lengths, moment arms, forces."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from linkwork.base.errors import ModelFileError
from linkwork.biomechanics import muscle_paths, read_mjcf
from linkwork.library.biomechanics.fibres import stiff_forces

FILE = Path(__file__).parents[1] / "data" / "arm.mjcf.xml"
ACTIVATIONS = np.array([0.3, 0.5, 0.7])
REFERENCE = [
    (
        [1.829168316717, -1.149513006168, 0.01904974822831],
        [-0.8383279522088, 0.2147116639901, -0.2470268312455],
        [0.3331293563748, 0.2573168391026, 0.04651476454628],
        [[-0.04880526264965, 0.05019226715519, 0.0], [0.0, -0.02199850475094, 0.0], [0.03265324422438, 0.0, 0.0]],
        [-198.2463324769, -522.4313590787, 0.0],
    ),
    (
        [1.405703620957, -1.907312413676, 0.01486541096751],
        [0.087882801527, 0.804430159432, -0.04569295232159],
        [0.3133125522476, 0.2739873619134, 0.05508344753486],
        [[-0.03331911944786, 0.04269393379036, 0.0], [0.0, -0.02199868117506, 0.0], [-0.06307570667134, 0.0, 0.0]],
        [-150.2598226378, -694.7776552487, 0.0],
    ),
    (
        [0.2914888331882, -0.5248698855253, 0.01936611999724],
        [-0.2605484146951, 0.9378657386325, 0.8580527755308],
        [0.3902111754706, 0.2435756771383, 0.1431830835303],
        [[0.01209900515352, 0.03712225751289, 0.0], [0.0, -0.02199833127863, 0.0], [-0.07118843014611, 0.0, 0.0]],
        [-233.9891262921, -366.0488535675, -59.04344110751],
    ),
]  # fmt: skip
"""Coordinates, speeds; lengths, gradients of lengths and forces of the three muscles."""


def test_lengths_arms_and_forces_are_those_of_mujoco() -> None:
    arm = read_mjcf(FILE)
    for q, u, lengths, gradients, forces in REFERENCE:
        paths = muscle_paths(arm, q)
        assert paths.lengths[0] == pytest.approx(lengths, abs=1e-12)
        assert -paths.arms[0] == pytest.approx(np.array(gradients), abs=1e-12)
        active, passive, _ = stiff_forces(arm, paths.lengths, paths.rates(u))
        assert ACTIVATIONS * active[0] + passive[0] == pytest.approx(-np.array(forces), abs=1e-9)


def test_what_is_left_out_is_listed_and_coupled_joints_lose_their_coordinate() -> None:
    arm = read_mjcf(FILE)
    assert [one.name for one in arm.coordinates] == ["shoulder", "elbow", "wrist"]
    assert arm.left_out == (
        "1 actuator motor",
        "4 geom that could touch others: nothing does",
        "4 range of a joint that holds it: a JointLimit would",
        "1 tendon fixed 'sum'",
    )
    assert arm.muscles[2].strength == pytest.approx(150 / 2.30636816, rel=1e-8)  # its scale over MuJoCo's acc0


def test_a_path_stays_on_its_chosen_side_where_mujoco_jumps() -> None:
    arm = read_mjcf(FILE)
    q = np.zeros((57, 3))
    q[:, 1] = np.linspace(-0.1, -2.4, 57)
    steps = np.diff(muscle_paths(arm, q).length("triceps"))
    assert steps.min() > 0 and steps.max() < 0.0015  # MuJoCo's length falls by 0.07 m at -2.06 rad


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('site="radius"', 'site="wrist"', "there is no site 'wrist'"),
        ('range="-60 120"', 'range="-60 many"', "is not made of numbers"),
        ('childclass="limb"', 'childclass="leg"', "there is no default class 'leg'"),
        ("<mujoco ", "<mujoco2 ", "mismatched tag"),
        ('type="slide"', 'type="screw"', "a joint of the type 'screw' is not known"),
    ],
)
def test_models_that_are_wrong_are_refused_with_their_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "bad.xml"
    path.write_text(FILE.read_text().replace(old, new, 1))
    with pytest.raises(ModelFileError) as error:
        read_mjcf(path)
    assert message in str(error.value) and str(error.value).startswith(f"{path}:")
