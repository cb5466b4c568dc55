"""How well a run fulfils its constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from linkwork.system.equations import Equations

if TYPE_CHECKING:
    from linkwork.run.run import Run


def violation(run: Run) -> NDArray[Any]:
    """Largest scaled residual at each time point (lengths in model lengths, angles in rad)."""
    equations = Equations(run.system)
    found = np.zeros(len(run.t))
    for index, (t, q) in enumerate(zip(run.t, run.q, strict=True)):
        equations.evaluate(q, float(t))
        found[index] = np.max(np.abs(equations.residual()), initial=0.0)
    return found
