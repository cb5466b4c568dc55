"""ASTM E1049-85 (2011), 5.4.4 and figure 6: the rainflow cycles of a short history."""

from __future__ import annotations

from functools import partial

import numpy as np

from linkwork.run.flexible.rainflow import rainflow
from published.case import Case
from published.case import tests_of as checks_of

HISTORY = (-2, 1, -3, 5, -1, 3, -4, 4, -2)
PRINTED = {3: 0.5, 4: 1.5, 6: 0.5, 8: 1.0, 9: 0.5}


def counted(size: float) -> float:
    """Cycles of a range."""
    ranges, _, counts = rainflow(np.array(HISTORY, dtype=float))
    return float(counts[np.isclose(ranges, size)].sum())


def cases() -> list[Case]:
    return [
        Case("ASTM E1049-85, figure 6", f"cycles of range {size}", count, partial(counted, size), 0.0)
        for size, count in PRINTED.items()
    ]


test_cases = checks_of(cases)


def test_nothing_else_is_counted_and_points_between_do_not_matter() -> None:
    ranges, means, counts = rainflow(np.array(HISTORY, dtype=float))
    assert counts.sum() == sum(PRINTED.values())
    assert set(ranges) == set(PRINTED)
    finer = np.interp(np.linspace(0, 8, 161), np.arange(9), HISTORY)
    for one, other in zip(rainflow(finer), (ranges, means, counts), strict=True):
        assert np.allclose(one, other)
    assert [len(part) for part in rainflow(np.ones(5))] == [0, 0, 0]
