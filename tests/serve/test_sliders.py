"""The range of a slider where the value itself gives none."""

from __future__ import annotations

import pytest

from linkwork.serve.parameters import described


@pytest.mark.parametrize(
    ("values", "reach"),
    [
        ({"big": "2.1e11", "zero": "0"}, 1.0),
        ({"big": "2.1e11", "r": "0.2", "zero": "0"}, 0.2),
        ({"long": "400 mm", "short": "30 mm", "zero": "0 mm"}, 30.0),
        ({"force": "5 N", "zero": "0 deg"}, 180.0),
    ],
)
def test_a_parameter_that_is_zero_gets_the_size_of_its_smallest_neighbour(values: dict[str, str], reach: float) -> None:
    zero = next(one for one in described(values, values, {}) if one["name"] == "zero")
    assert (zero["min"], zero["max"]) == (-reach, reach)
