"""Parts that give derivatives of their steps: the gluing matrix needs no unit loads on them."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from linkwork.base.arrays import Array
from linkwork.exchange.coupling import (
    Coupled,
    CoupledRun,
    FunctionPart,
    Interface,
    ProgramPart,
    Structure,
    SubsystemError,
)

SPRINGS = [[40.0, -20.0, 0.0], [-20.0, 50.0, -30.0], [0.0, -30.0, 30.0]]
DAMPERS = [[0.4, -0.1, 0.0], [-0.1, 0.3, -0.2], [0.0, -0.2, 0.5]]
FACE = {"p": Interface("force", ("f",), ("x",), ("v",))}


@pytest.mark.parametrize("method", ["trapezoidal", "exact", "static"])
def test_derivatives_of_a_structure_are_those_of_its_steps(method: str) -> None:
    part = Structure(
        np.diag([1.0, 2.0, 3.0]), DAMPERS, SPRINGS, interfaces={"a": [0, 2]}, outputs={"b": 1}, method=method
    )
    part.start(0.0, np.array([0.3, -0.2]))
    part.attempt(0.1, np.array([[1.0, 2.0], [0.5, 0.0], [0.0, 0.1]]))
    part.commit()
    random = np.random.default_rng(5)
    base = random.normal(size=(3, 2))
    there, slopes = part.attempt(0.2, base), part.derivatives(0.2, base)
    assert slopes.shape == (3, 2, 6)
    for row in range(3):
        for column in range(2):
            moved = base.copy()
            moved[row, column] += 1.0
            assert part.attempt(0.2, moved) - there == pytest.approx(slopes[row, column], rel=1e-11, abs=1e-13)


class Counted(Structure):
    """How often it was asked for a step."""

    attempts = 0

    def attempt(self, h: float, inputs: Array) -> Array:
        self.attempts += 1
        return super().attempt(h, inputs)


class Undescribed(Counted):
    """The same, which does not tell its derivatives."""

    def describe(self) -> Any:
        from dataclasses import replace

        return replace(super().describe(), derives=False)


def duffing(t: float, h: float, state: Any, u: Any) -> Any:
    """Midpoint rule of x'' = u - x - x^3, each step by Newton's method."""
    x, v = state
    new = v
    for _ in range(50):
        middle = x + h / 4 * (v + new)
        force = u(h / 2)[0] - middle - middle**3
        slope = 1.0 + h * h / 4 * (1.0 + 3.0 * middle**2)
        new -= (new - v - h * force) / slope
    return (x + h / 2 * (v + new), new), [x + h / 2 * (v + new), new]


def slopes_of_duffing(t: float, h: float, state: Any, u: Any) -> Array:
    _, (x, _) = duffing(t, h, state, u)
    middle = (state[0] + x) / 2
    of_v = h / (1.0 + h * h / 4 * (1.0 + 3.0 * middle**2))
    return np.array([[[h / 2 * of_v, of_v]]]) * np.array([1.0, h / 2, h * h / 4])[:, None, None]


def glued(kind: type[Counted], derivatives: Any) -> tuple[CoupledRun, Counted]:
    block = kind([[1.0]], None, [[4.0]], interfaces={"p": [0]}, x=[0.5], method="exact")
    other = FunctionPart(
        duffing, state=(0.5, 0.0), inputs=["f"], outputs=["x", "v"], interfaces=FACE, derivatives=derivatives,
        first=lambda t, state, u: list(state),
    )  # fmt: skip
    c = Coupled("a block on a hardening spring")
    c.add("block", block)
    c.add("spring", other)
    c.glue("P", "block.p", "spring.p")
    return c.run(until=1.0, step=0.02, progress=False), block


def test_known_derivatives_give_the_same_motion_with_fewer_steps() -> None:
    by_loads, asked = glued(Undescribed, None)
    known, saved = glued(Counted, slopes_of_duffing)
    assert known.completed and by_loads.completed
    assert known["block.p.x0"] == pytest.approx(by_loads["block.p.x0"], abs=1e-9)
    assert known["P.gap"].max() < 1e-10
    assert saved.attempts < asked.attempts


def test_wrong_derivatives_are_told() -> None:
    with pytest.raises(SubsystemError, match=r"part 'spring' at t = 0 s: its derivatives must be 3 by 1 by 2 numbers"):
        run, _ = glued(Counted, lambda t, h, state, u: np.zeros((1, 2)))
        assert not run.completed
        raise SubsystemError(run.notes[0])


SERVED = """
import sys
from linkwork.exchange.coupling import Structure, serve
part = Structure([[1.0]], None, [[4.0]], interfaces={"p": [0]}, x=[0.5], method="exact")
serve(part, sys.stdin.readline, lambda text: (sys.stdout.write(text), sys.stdout.flush()))
"""


def test_a_program_tells_derivatives_over_its_pipe() -> None:
    part = ProgramPart([sys.executable, "-c", SERVED])
    here = Structure([[1.0]], None, [[4.0]], interfaces={"p": [0]}, x=[0.5], method="exact")
    inputs = np.array([[1.0], [2.0], [3.0]])
    assert part.describe().derives
    here.start(0.0, np.zeros(1))
    part.start(0.0, np.zeros(1))
    assert np.array_equal(part.derivatives(0.1, inputs), here.derivatives(0.1, inputs))
    part.close()
