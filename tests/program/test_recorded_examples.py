"""Every example as a program: each number is that of the engine, bit for bit where it is the same arithmetic."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.places import layout_kernel as layout
from program.recorded_state import State

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").rglob("*.yaml"))
WITH_CONTACTS = (
    "bouncing-block",
    "jumping-cam",
    "trigger",
    "geneva-wheel",
    "loose-slider-crank",
    "newtons-cradle",
    "ratchet",
    "trebuchet",
    "woodpecker",
)


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_a_program_has_the_numbers_of_the_engine(path: Path) -> None:
    m: Any = lw.load(path)
    if path.stem in WITH_CONTACTS:
        with pytest.raises(AnalysisError, match="a program knows no contacts such as"):
            m.program()
        return
    p = m.program()
    state = State(m, p)
    w, k = state.w, state.system.k
    size = np.abs(w[k[layout.LOAD] :][: state.n]).max(initial=1.0)
    assert p.evaluate("forces", state.values) == pytest.approx(w[k[layout.LOAD] :][: state.n], abs=1e-12 * size)
    for name, places in zip(("residual", "speeds", "gamma"), state.system.out_rows, strict=True):
        found = p.evaluate(name, state.values)
        assert found == pytest.approx(w[places], abs=1e-12 * max(np.abs(w[places]).max(initial=1.0), 1.0)), name
    scaled = p.evaluate("jacobian", state.values) * np.outer(state.system.row_scale, state.system.column_scale)
    rows = state.dynamics.jacobian()
    assert scaled == pytest.approx(rows, abs=1e-12 * max(np.abs(rows).max(initial=1.0), 1.0))
