"""The compiled equations of mechanisms in space as C functions: they observe plain coordinates."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from spatial_models import slider_crank


def mechanism() -> lw.Spatial:
    m = slider_crank()
    del m.drivers["motor"]
    m.flag("torque", 0.0)
    m.actuator("motor", "O", force="torque")
    return m


@pytest.mark.parametrize(("method", "formulation"), [("rk4", "projection"), ("dop853", "joint"), ("radau", "auto")])
def test_steps_in_space_lead_where_a_simulation_leads(method: str, formulation: str) -> None:
    """Over several turns, so that charts of the orientations get new references on the way."""
    m = mechanism()
    speeds = {"O.omega": 12.0}
    c = m.c_functions(0.0005, method=method, formulation=formulation, rtol=1e-10, atol=1e-12, speeds=speeds)
    assert c.advance(1800) == 0 and c.t == pytest.approx(0.9)
    own = m.simulate(0.9, 2, rtol=1e-12, atol=1e-13, speeds=speeds, progress=False)
    n, seen = own.q.shape[1], c.observed()
    assert np.max(np.abs(own.system.difference(seen[:n], own.q[-1]))) < 1e-6
    assert np.max(np.abs(seen[n : 2 * n] - own.v[-1])) < 1e-5
    assert c.names[:6] == tuple(f"crank.{label}" for label in ("x", "y", "z", "rx", "ry", "rz"))
    assert c.names[n : n + 6] == tuple(
        f"crank.{label}" for label in ("vx", "vy", "vz", "omega.x", "omega.y", "omega.z")
    )
    assert seen[c.index("rod.omega.y")] == pytest.approx(own["rod.omega.y"][-1], abs=1e-5)


def test_a_flag_is_an_input_in_space() -> None:
    pushed, left = mechanism().c_functions(0.001), mechanism().c_functions(0.001)
    pushed.w[pushed.inputs["torque"]] = 1.0
    for c in (pushed, left):
        assert c.advance(50) == 0
    assert pushed.observed()[pushed.index("crank.omega.x")] > left.observed()[left.index("crank.omega.x")] + 1.0
    assert f"#define LINKWORK_OBSERVED_CRANK_OMEGA_X {pushed.index('crank.omega.x')}" in pushed.header()
    assert len(pushed.names) == pushed.model().observed
