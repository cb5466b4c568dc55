"""What a crash did, as numbers of a run: peak, sustained level, VCSI, energy and deformation by part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.errors import AnalysisError
from linkwork.elements.plastic import Stepped
from linkwork.expression.given import public, takes
from linkwork.library.checks import require_positive

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.run.run import Run


@public
def peak(run: Run, channel: str) -> float:
    """The largest size of a channel at the points of a run."""
    return float(np.max(np.abs(run[channel])))


@public
@takes(window="TIME")
def sustained(run: Run, channel: str, window: float) -> float:
    """The highest level that a channel keeps up: the largest size of its mean over any `window` of so many seconds.

    Means are taken by the trapezoidal rule between the points of the run, so that a window needs several of them.
    """
    require_positive("sustained", window=window)
    t, values = np.asarray(run.t, float), np.asarray(run[channel], float)
    if window > t[-1] - t[0]:
        raise AnalysisError(f"sustained: the run lasts {t[-1] - t[0]:g} s, less than the window of {window:g} s")
    if np.max(np.diff(t)) > window / 4:
        raise AnalysisError(
            f"sustained: points are {np.max(np.diff(t)):g} s apart; a window of {window:g} s needs more"
        )
    area = np.concatenate([[0.0], np.cumsum(0.5 * (values[1:] + values[:-1]) * np.diff(t))])
    ends = np.unique(np.concatenate([t[t >= t[0] + window], t[t <= t[-1] - window] + window]))
    means = (np.interp(ends, t, area) - np.interp(ends - window, t, area)) / window
    return float(np.max(np.abs(means)))


@public
def vcsi(run: Run, channel: str) -> float:
    """The crash severity index: the mean over the run of the square of an acceleration, m^2/s^4 (Dias and Pereira)."""
    t, values = np.asarray(run.t, float), np.asarray(run[channel], float) ** 2
    return float(np.sum(0.5 * (values[1:] + values[:-1]) * np.diff(t)) / (t[-1] - t[0]))


@public
def energy_by_part(mechanism: Mechanism, run: Run) -> dict[str, float]:
    """The energy in J that each absorber and plastic hinge has taken for good at the end of a run."""
    return {name: float(run[f"{name}.absorbed"][-1]) for name in _yielding(mechanism)}


@public
def deformation_by_part(mechanism: Mechanism, run: Run) -> dict[str, float]:
    """How far each absorber (m) and plastic hinge (rad) is deformed for good at the end of a run."""
    return {name: float(run[f"{name}.plastic"][-1]) for name in _yielding(mechanism)}


def _yielding(mechanism: Mechanism) -> list[str]:
    names = [name for name, force in mechanism.forces.items() if isinstance(force, Stepped)]
    if not names:
        raise AnalysisError(f"'{mechanism.name}' has no absorber and no plastic hinge, of which parts could be told")
    return names
