"""Every pair of features, simulated in every formulation and by every method: right, or refused by name.

The whole square of formulations and methods is covered too: each method goes through all formulations while the pairs
go by. What is refused is written down here, with the words that say why; anything else must agree with `motion`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.system.formulations.formulations import EVENTFUL, FORMULATIONS
from matrix.scene import CHANNELS, FEATURES, PAIRS, UNTIL, alive, motion, scene, speeds

SCENES = ((), *((feature,) for feature in FEATURES), *PAIRS)
TIMES = np.linspace(0.0, UNTIL, 13)
STEP = 1e-3
# largest error allowed, in m, rad and their rates. Adaptive methods run at the default tolerance, 1e-7 a step; steps of
# 1e-3 s leave 1e-12 of the fourth order, 1e-4 of the second (x''' h^2 t / 12 is 2e-5 for the car, ten times that for
# the cranks), and h g = 1e-2 in the height of a puck whose impacts are taken at the end of a step
TOLERANCE = {
    "dop853": 2e-6,
    "adams": 2e-6,
    "radau": 2e-5,
    "rk4": 2e-6,
    "alpha": 1e-3,
    "midpoint": 1e-3,
    "trapezoidal": 1e-3,
    "moreau": 1e-2,
}
# beside a flat position digits are lost, for rounding is divided by a vanishing pivot; the more with steps that are not
# made shorter there
FLAT = {"dop853": 1e-5, "adams": 1e-5, "rk4": 1e-3}
METHOD_CELLS = tuple(
    (features, method)
    for method in TOLERANCE
    for features in SCENES
    if not (method == "radau" and "flat" in features)  # right to 6e-6, but it takes more than a minute
)
SQUARE = tuple(
    (features, method, tuple(FORMULATIONS)[(number + 5 * row) % len(FORMULATIONS)])
    for number, features in enumerate(SCENES)
    for row, method in enumerate(TOLERANCE)
    if (features, method) in METHOD_CELLS
)


def refusal(features: tuple[str, ...], method: str, formulation: str) -> str | None:
    """Words that refuse a cell; None for one that must be right."""
    if method in ("alpha", "midpoint", "trapezoidal") and "contact" in features:
        return "holds the constraints itself and cannot follow"
    if method in ("alpha", "midpoint") and "rolling" in features:
        return "keeps constraints of positions only"
    if method == "trapezoidal" and formulation not in ("auto", "joint"):
        return "works in joint coordinates and closes the loops itself"
    if method in ("alpha", "midpoint", "moreau") and formulation not in ("auto", "projection"):
        return "holds the constraints itself and goes with no other formulation"
    if method == "radau" and formulation == "hybrid":
        return "does not go with formulation 'hybrid'"
    if "contact" in features and formulation not in ("auto", *EVENTFUL):
        return "cannot follow what opens and closes"
    if "rolling" in features and formulation in ("canonical", "joint-canonical"):
        return "works in momenta"
    return None


@cache
def reference(features: tuple[str, ...]) -> tuple[dict[str, Any], list[float]]:
    """The motion by hand."""
    return motion(features, TIMES)


def judge(features: tuple[str, ...], method: str, formulation: str) -> None:
    """Run one cell and hold it against the motion by hand, or against the words of its refusal."""
    mechanism, words = scene(features), refusal(features, method, formulation)
    options: dict[str, Any] = {"method": method, "formulation": formulation, "speeds": speeds(features)}
    if method in ("rk4", "alpha", "midpoint", "trapezoidal", "moreau"):
        options["step"] = STEP
    if words is not None:
        with pytest.raises(lw.LinkworkError, match=words):
            mechanism.simulate(UNTIL, len(TIMES), progress=False, **options)
        return
    run = mechanism.simulate(UNTIL, len(TIMES), progress=False, **options)
    assert run.completed, run.events[-1].text
    expected, passed = reference(features)
    allowed = FLAT.get(method, TOLERANCE[method]) if "flat" in features else TOLERANCE[method]
    for name in alive(features):
        if name in CHANNELS:
            values = run[CHANNELS[name]]
            moved = (values - values[0]) - (expected[name] - expected[name][0])
            assert np.max(np.abs(moved)) < allowed, CHANNELS[name]
    there = [event.t for event in run.events if event.kind == "event"]
    assert len(there) == len(passed)
    np.testing.assert_allclose(there, passed, atol=allowed)


@pytest.mark.parametrize("features", SCENES, ids="+".join)
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_every_formulation_follows_every_pair_or_refuses_it(formulation: str, features: tuple[str, ...]) -> None:
    judge(features, "dop853", formulation)


@pytest.mark.parametrize(("features", "method"), METHOD_CELLS)
def test_every_method_follows_every_pair_or_refuses_it(features: tuple[str, ...], method: str) -> None:
    judge(features, method, "auto")


@pytest.mark.parametrize(("features", "method", "formulation"), SQUARE)
def test_methods_in_all_formulations(features: tuple[str, ...], method: str, formulation: str) -> None:
    judge(features, method, formulation)
