"""What single muscles do to a motion: the accelerations that their tensions induce."""

from __future__ import annotations

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import public
from linkwork.library.biomechanics.inverse_dynamics import masses_at
from linkwork.library.biomechanics.sharing import Sharing


@public
def induced_accelerations(shared: Sharing) -> Array:
    """accelerations[frame, muscle, coordinate] that the tension of each muscle alone gives to the free skeleton.

    Feet are not held: what the ground does in answer to a muscle is not in it.
    """
    motion, paths = shared.net.motion, shared.paths
    accelerations = np.empty_like(paths.arms)
    for frame, q in enumerate(motion.values):
        try:
            solved = np.linalg.solve(
                masses_at(motion.skeleton, q), (paths.arms[frame] * shared.forces[frame][:, None]).T
            )
        except np.linalg.LinAlgError:
            raise AnalysisError(
                f"frame {frame + 1}: a coordinate moves no mass; its acceleration is not known"
            ) from None
        accelerations[frame] = solved.T
    return accelerations
