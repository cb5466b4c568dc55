"""How long, how fast and how strong the fibres of all muscles are, frame by frame: what their heat is reckoned from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.library.biomechanics.fibres import law_tables
from linkwork.library.biomechanics.forward import ForwardRun
from linkwork.library.biomechanics.paths.muscle_paths import muscle_paths
from linkwork.library.biomechanics.sharing import Sharing
from linkwork.library.biomechanics.skeleton import Skeleton


@dataclass(frozen=True)
class FibreStates:
    """Arrays [frame, muscle]."""

    excitations: Array
    activations: Array
    lengths: Array
    """In m."""
    speeds: Array
    """In m/s, lengthening positive."""
    over_length: Array
    """Active force over the length, 1 at its most."""
    active: Array
    """Active force of the fibres, along themselves (N)."""
    whole: Array
    """All force of the fibres, along themselves (N)."""


def states_of_sharing(shared: Sharing) -> FibreStates:
    """Those of shared forces: tendons do not stretch, excitations are taken for activations."""
    if not shared.active.size:
        raise AnalysisError("these shared forces do not know the forces of their fibres; share them by share_forces")
    skeleton, paths = shared.paths.skeleton, shared.paths
    fibres, speeds = _stiff(skeleton, paths.lengths, paths.rates(shared.net.motion.speeds))
    over, _, _ = _forces(skeleton, shared.activations, fibres, speeds)
    whole = shared.active + shared.passive
    return FibreStates(shared.activations, shared.activations, fibres, speeds, over, shared.active, whole)


def states_of_run(run: ForwardRun) -> FibreStates:
    """Those of a forward run, whose tendons give way or do not."""
    from linkwork.library.biomechanics.fibre_kernel import moving_frames

    if not run.activations.size:
        raise AnalysisError("this motion was computed from given tensions, or has no muscles: its fibres are not known")
    skeleton, paths = run.skeleton, muscle_paths(run.skeleton, run.values)
    least = np.array([muscle.least_activation for muscle in skeleton.muscles])
    active = np.minimum(np.maximum(run.activations, least), 1.0)
    if run.fibres.size:
        fibres, speeds = run.fibres, np.empty(run.fibres.shape)
        for i, muscle in enumerate(skeleton.muscles):
            column = np.empty(len(fibres))
            columns = (_column(one, i) for one in (active, fibres, paths.lengths))
            moving_frames(*law_tables(muscle), *columns, column)
            speeds[:, i] = column
    else:
        fibres, speeds = _stiff(skeleton, paths.lengths, paths.rates(run.speeds))
    over, force, whole = _forces(skeleton, active, fibres, speeds)
    return FibreStates(run.excitations, active, fibres, speeds, over, force, whole)


def _stiff(skeleton: Skeleton, lengths: Array, rates: Array) -> tuple[Array, Array]:
    """Lengths and speeds of fibres whose tendons do not stretch."""
    from linkwork.library.biomechanics.fibre_kernel import stiff_fibres

    fibres, speeds = np.empty(lengths.shape), np.empty(lengths.shape)
    for i, muscle in enumerate(skeleton.muscles):
        long, fast = np.empty(len(lengths)), np.empty(len(lengths))
        stiff_fibres(law_tables(muscle)[1], _column(lengths, i), _column(rates, i), long, fast)
        fibres[:, i], speeds[:, i] = long, fast
    return fibres, speeds


def _forces(skeleton: Skeleton, active: Array, fibres: Array, speeds: Array) -> tuple[Array, Array, Array]:
    """Active force over the length, active force and all force of the fibres."""
    from linkwork.library.biomechanics.fibre_kernel import active_frames

    forces = np.empty((*fibres.shape, 3))
    for i, muscle in enumerate(skeleton.muscles):
        out = np.empty((len(fibres), 3))
        active_frames(*law_tables(muscle), _column(active, i), _column(fibres, i), _column(speeds, i), out)
        forces[:, i] = out
    return forces[:, :, 0], forces[:, :, 1], forces[:, :, 2]


def _column(values: Array, muscle: int) -> Array:
    return np.ascontiguousarray(values[:, muscle])
