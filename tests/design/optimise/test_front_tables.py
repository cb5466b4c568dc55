"""Tables of fronts and studies keep one column a name and one kind of value a column."""

from __future__ import annotations

import numpy as np

import linkwork as lw
from linkwork.design.optimise.front import Front


def test_a_criterion_that_is_a_parameter_stands_once_in_the_table():
    front = Front(lw.Planar("x"), ("k", "m"), ("max(b.x)", "k"), np.array([[1.0, 2.0]]), np.array([[0.5, 1.0]]))
    frame = front.to_pandas()
    assert list(frame.columns) == ["k", "m", "max(b.x)"]
    assert frame.iloc[0].tolist() == [1.0, 2.0, 0.5]


def test_reasons_are_texts_or_nothing_whether_or_not_a_variant_failed(tmp_path):
    m = lw.Planar("arm")
    m.parameters(r=1.0)
    arm = m.body("arm")
    m.revolute("O", m.ground.at(0, 0), arm.at("r", 0))
    m.drive("motor", joint="O", angle="t + log(r)")
    kinds = []
    for name, values in (("good", [1.0, 2.0]), ("bad", [1.0, -1.0])):
        options = {"analysis": "kinematics", "until": 1.0, "points": 3, "workers": 1, "progress": False}
        found = m.study(lw.plans.grid(r=values), "final(arm.angle)", folder=tmp_path / name, **options)
        column = found.to_pandas()["failure"]
        kinds.append(str(column.dtype))
        assert column[0] is None
    assert isinstance(column[1], str) and kinds == ["object", "object"]
