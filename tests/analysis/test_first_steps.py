"""A first step from rest is short enough to see what acts between two times at which nothing does."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw


def pushed_upright(push: str, method: str) -> lw.Run:
    """A post that stands on its foot but for rounding, pushed to the side."""
    m = lw.Planar("post")
    m.set_gravity(0, -9.81)
    post = m.body("post", estimate=(0, 0, "90 deg"), mass={"mass": 100, "center": (1, 0), "inertia": 30})
    m.revolute("foot", m.ground.at(0, 0), post.at(0, 0))
    m.force("push", post.at(1, 0), x=push)
    return m.simulate(until=1.0, points=101, progress=False, method=method, rtol=1e-8)


@pytest.mark.parametrize("method", ["adams", "alpha", "radau"])
@pytest.mark.parametrize("push", ["if(t < 0.5, 4000*sin(pi*t/0.5), 0)", "4000*sin(pi*t/0.5)"])
def test_a_push_that_is_nothing_where_the_first_stop_lies_is_seen(method: str, push: str) -> None:
    """One step of Adams led from rest to 0.5 s, or to the end, and found no force at either."""
    expected = pushed_upright(push, "dop853")
    assert np.max(np.abs(expected["post.omega"])) > 7
    run = pushed_upright(push, method)
    np.testing.assert_allclose(run["post.omega"], expected["post.omega"], atol=5e-3 if method == "alpha" else 1e-6)
