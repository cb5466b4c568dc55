"""Which of several runs of the same motion the others support best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwork.analysis.verify.agreement import deviation
from linkwork.run.run import Run

_ALIKE = 10.0  # times: support that differs by less is the same


def support(run: Run, others: Sequence[Run]) -> float:
    """How far a run is off the nearer half of the others; nothing where there is none."""
    apart = sorted(float(deviation(run, other).largest[-1]) for other in others)
    return apart[(len(apart) - 1) // 2] if apart else 0.0


def by_support(runs: Mapping[str, Run], fine: float) -> list[str]:
    """Names of runs, best supported first; those that are supported alike in the order in which they are given.

    Below `fine`, what their tolerance lets expect, all are alike.
    """
    supports = {
        name: support(run, [each for other, each in runs.items() if other != name]) for name, run in runs.items()
    }
    least = max(min(supports.values(), default=0.0), fine)
    return sorted(supports, key=lambda name: supports[name] if supports[name] > _ALIKE * least else 0.0)
