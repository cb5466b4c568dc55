"""Some examples in C, in Python and as FMUs; all that ship are in `python -m bench shipped`."""

from __future__ import annotations

from pathlib import Path

import pytest

from program.c_library import COMPILER
from program.shipped import SHIPPED, fmu_off, linear_off, values_off

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler is there")
USUAL = ("slider-crank", "heavy-top", "motor-crank", "spun-up-blade", "redundant-parallelogram", "roller-cam")
TAKEN = [path for path in SHIPPED if path.stem in USUAL and "src" not in path.parts]
ON_STEPS = [path for path in SHIPPED if path.stem == "kerb"]  # torques of tyres, whose point moves with the wheel
MOVING = [path for path in TAKEN if path.stem in ("slider-crank", "motor-crank", "roller-cam")]


@pytest.mark.parametrize("path", TAKEN, ids=[path.stem for path in TAKEN])
def test_c_and_python_have_all_channels_of_the_engine(path: Path, tmp_path: Path) -> None:
    for worst in values_off(path, tmp_path)[:2]:
        assert worst.share <= 1.0, worst.where


@pytest.mark.parametrize("path", TAKEN + ON_STEPS, ids=[path.stem for path in TAKEN + ON_STEPS])
def test_linear_matrices_are_the_derivatives_of_the_engine(path: Path, tmp_path: Path) -> None:
    worst = linear_off(path, tmp_path, 5)
    assert worst is None or worst.share <= 1.0, worst.where


@pytest.mark.parametrize("path", MOVING, ids=[path.stem for path in MOVING])
def test_runs_of_fmus_are_our_own_with_the_same_method_and_steps(path: Path, tmp_path: Path) -> None:
    worst, _ = fmu_off(path, tmp_path)
    assert worst.share <= 1.0, worst.where
