"""The body with 92 muscles, and tables of muscles."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from linkwork.base.errors import MechanismError, ModelFileError
from linkwork.biomechanics import (
    Motion,
    PathMuscle,
    PathPoint,
    Sphere,
    inverse_dynamics,
    lower_body,
    muscle_paths,
    read_muscles,
    resting_fibres,
    share_forces,
    write_muscles,
)

BODY = lower_body()
UPRIGHT = BODY.start()


def test_it_has_92_muscles_and_the_mass_of_a_person() -> None:
    assert (len(BODY.muscles), len(BODY.coordinates), len(BODY.bodies)) == (92, 19, 8)
    assert sum(body.mass for body in BODY.bodies) == pytest.approx(75.0, rel=1e-12)


def test_fibres_are_optimal_in_the_upright_body() -> None:
    lengths = muscle_paths(BODY, UPRIGHT).lengths[0]
    for muscle, length in zip(BODY.muscles, lengths, strict=True):
        along = (length - muscle.tendon_length) / np.cos(muscle.pennation)
        assert along == pytest.approx(muscle.optimal_length, abs=2e-5), muscle.name
        assert muscle.tendon_length > 0.005
    rest = resting_fibres(BODY, lengths[None], 0.05)
    assert np.isfinite(rest.lengths).all()


@pytest.mark.parametrize(
    ("coordinate", "up", "down"),
    [
        ("hip_flexion_r", "iliacus psoas rectus_femoris sartorius", "gluteus_maximus_middle semimembranosus"),
        ("hip_adduction_r", "adductor_longus gracilis pectineus", "gluteus_medius_middle tensor_fasciae_latae"),
        ("hip_rotation_r", "gluteus_medius_front", "piriformis gemellus quadratus_femoris"),
        ("knee_flexion_r", "semitendinosus biceps_femoris_short_head", "vastus_lateralis rectus_femoris"),
        ("ankle_flexion_r", "tibialis_anterior peroneus_tertius", "soleus tibialis_posterior peroneus_longus"),
        ("lumbar_extension", "erector_spinae", "internal_oblique external_oblique"),
    ],
)
def test_muscles_turn_joints_the_way_anatomy_says(coordinate: str, up: str, down: str) -> None:
    paths = muscle_paths(BODY, UPRIGHT)
    assert all(paths.arm(f"{name}_r", coordinate)[0] > 1e-3 for name in up.split())
    assert all(paths.arm(f"{name}_r", coordinate)[0] < -1e-3 for name in down.split())


def test_the_left_side_mirrors_the_right_one() -> None:
    rng = np.random.default_rng(5)
    q = UPRIGHT.copy()
    for k, one in enumerate(BODY.coordinates):
        if one.name.endswith("_r"):
            q[k] = q[BODY.index("coordinate", f"{one.name[:-2]}_l")] = rng.uniform(0.0, 0.4)
    paths = muscle_paths(BODY, q)
    for muscle in BODY.muscles[:46]:
        other = f"{muscle.name[:-2]}_l"
        assert paths.length(other)[0] == pytest.approx(paths.length(muscle.name)[0], abs=1e-12)
        arms = [paths.arm(name, f"hip_adduction_{name[-1]}")[0] for name in (muscle.name, other)]
        assert arms[0] == pytest.approx(arms[1], abs=1e-12)


def test_its_forces_are_shared_with_equal_net_moments() -> None:
    time = np.linspace(0.0, 1.0, 20)
    q = np.tile(UPRIGHT, (20, 1))
    for name, phase in (("hip_flexion", 0.0), ("knee_flexion", 0.8)):
        for side, half in (("r", 0.0), ("l", np.pi)):
            column = BODY.index("coordinate", f"{name}_{side}")
            q[:, column] = 0.4 + 0.3 * np.sin(2 * np.pi * time + phase + half)
    net = inverse_dynamics(Motion(BODY, time, q))
    shared = share_forces(net, "stress", {c.name: 1.0 for c in BODY.coordinates if not c.name.startswith("pelvis")})
    assert shared.residuals.max() < 1e-8
    given = np.einsum("fmc,fm->fc", shared.paths.arms, shared.forces) + shared.reserves
    assert given == pytest.approx(net.values, abs=1e-6)
    shares = shared.reserve_share()
    assert max(shares[f"{name}_{side}"] for name in ("hip_flexion", "knee_flexion") for side in "rl") < 0.05


def test_a_table_of_muscles_comes_back(tmp_path: Path) -> None:
    write_muscles(BODY.muscles, tmp_path / "muscles.csv", "ours\nnobody's")
    assert (tmp_path / "muscles.csv").read_text(encoding="utf-8").startswith("# ours\n# nobody's\nname, strength")
    for ours, back in zip(BODY.muscles, read_muscles(tmp_path / "muscles.csv"), strict=True):
        assert back.pennation == pytest.approx(ours.pennation, abs=1e-9)
        assert (back.name, back.path, back.tendon_length) == (ours.name, ours.path, ours.tendon_length)
    ball = PathMuscle("m", (PathPoint("a", (0, 0, 0)), Sphere("a", (1, 0, 0), 0.1), PathPoint("a", (2, 0, 0))), 1, 1, 1)
    with pytest.raises(MechanismError, match="muscle 'm': a table holds"):
        write_muscles((ball,), tmp_path / "ball.csv")


HEAD = "name, strength, optimal_length, tendon_length, pennation, path\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the first line must be: name, strength"),
        ("name, force\n", "the first line must be: name, strength"),
        (HEAD + "m, 1, 0.1, 0.2, 0\n", "line 2: expected 6 columns, there are 5"),
        (HEAD + "m, x, 0.1, 0.2, 0, a 0 0 0; b 0 0 1\n", "line 2: 'x' is not a number"),
        (HEAD + "# a note\nm, 1, 0.1, 0.2, 0, a 0 0 0; b 0 0\n", "line 3: 'b 0 0' is no station"),
        (HEAD + "m, 1, 0.1, 0.2, 0, a 0 0 0; cylinder a 0 0 0 axis 0 0 1 round 1; b 0 0 1\n", "is no station"),
        (HEAD + "m, -1, 0.1, 0.2, 0, a 0 0 0; b 0 0 1\n", "muscle 'm': strength"),
        (HEAD + "m, 1, 0.1, 0.2, 0, a 0 0 0; a 0 0 0\n", "muscle 'm': two points that follow each other are the same"),
    ],
)
def test_a_torn_table_is_told_with_its_line(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "torn.csv").write_text(text, encoding="utf-8")
    with pytest.raises(ModelFileError, match="torn") as error:
        read_muscles(tmp_path / "torn.csv")
    assert told in str(error.value)
