"""Plots that a file asks for may name interfaces of bodies that bend."""

from __future__ import annotations

import pytest

from linkwork.base.errors import LinkworkError
from linkwork.formats.model_file import loads

ARM = """
linkwork: 1
name: arm
gravity: [0, -9.81]
bodies:
  arm:
    ritz: {length: 1, section: {type: rectangle, width: 10 mm, height: 10 mm}, E: 2.1e9, rho: 7850}
joints:
  O: {type: revolute, between: [{ground: [0, 0]}, arm@root]}
analysis:
  simulate: {until: 0.1, points: 5}
output:
  plots: [[CHANNEL]]
"""


def test_a_plot_of_an_interface_is_taken() -> None:
    m = loads(ARM.replace("CHANNEL", "'arm@tip.y'"))
    assert m.output.plots == [["arm@tip.y"]]
    assert m.simulate(until=0.1, points=3, progress=False)["arm@tip.y"][-1] < 0.0


@pytest.mark.parametrize(
    ("channel", "said"), [("arm@tap.y", "no interface 'tap'; did you mean 'tip'"), ("bar@tip.y", "bar")]
)
def test_an_interface_that_is_not_there_is_named(channel: str, said: str) -> None:
    with pytest.raises(LinkworkError, match=f"plots.*{said}"):
        loads(ARM.replace("CHANNEL", f"'{channel}'"))
