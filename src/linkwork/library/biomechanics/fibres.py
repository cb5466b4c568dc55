"""Forces of the muscles of a skeleton: fibres in equilibrium with their tendons, and what muscles can give."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import Numbers, public, publicly_made
from linkwork.library.biomechanics.files.mjcf_law import MujocoMuscle
from linkwork.library.biomechanics.laws.rows import law_numbers, law_rows
from linkwork.library.muscles.ambrosio_silva import AmbrosioSilva

if TYPE_CHECKING:
    from linkwork.library.biomechanics.parts import PathMuscle
    from linkwork.library.biomechanics.skeleton import Skeleton


def law_tables(muscle: PathMuscle) -> tuple[tuple[Array, ...], Array]:
    """Curves and numbers of a muscle as the kernels read them."""
    own = (muscle.strength, muscle.optimal_length, muscle.tendon_length, muscle.pennation, muscle.largest_speed)
    across = muscle.optimal_length * math.sin(muscle.pennation)
    return law_rows(muscle.law), np.array([*own, *law_numbers(muscle.law), muscle.least_activation, across])


def stacked_laws(skeleton: Skeleton) -> tuple[Array, Array]:
    """Curves of all muscles in one array: laws[muscle, curve, piece]; short ones end with their last piece again."""
    tables = [law_tables(muscle) for muscle in skeleton.muscles]
    longest = max((len(rows) for curves, _ in tables for rows in curves), default=1)
    numbers, laws = np.zeros((max(1, len(tables)), 11)), np.zeros((max(1, len(tables)), 4, longest, 10))
    for i, (curves, own) in enumerate(tables):
        numbers[i] = own
        for k, rows in enumerate(curves):
            laws[i, k] = np.vstack([rows, np.repeat(rows[-1:], longest - len(rows), axis=0)])
    return laws, numbers


@public
@publicly_made
@dataclass(frozen=True)
class RestingFibres:
    """Fibres in equilibrium with their tendons: lengths (m) and tensions (N), frame by frame and muscle by muscle."""

    lengths: Array
    tensions: Array


@public
def resting_fibres(skeleton: Skeleton, lengths: Numbers, activation: Numbers) -> RestingFibres:
    """Equilibria of fibres that neither shorten nor lengthen, for lengths[frame, muscle] and activations alike."""
    from linkwork.library.biomechanics.fibre_kernel import rest_frames

    given = np.atleast_2d(np.asarray(lengths, dtype=float))
    if given.shape[1] != len(skeleton.muscles):
        raise AnalysisError(f"expected lengths of {len(skeleton.muscles)} muscles, found {given.shape[1]}")
    for muscle in skeleton.muscles:
        if not muscle.tendon_length > 0 or isinstance(muscle.law, AmbrosioSilva | MujocoMuscle):
            raise AnalysisError(f"muscle '{muscle.name}' has no tendon with which its fibres could be in equilibrium")
    try:
        active = np.broadcast_to(np.asarray(activation, dtype=float), given.shape)
    except ValueError:
        raise AnalysisError(f"activations of shape {np.shape(activation)} do not fit lengths {given.shape}") from None
    fibres, tensions = np.empty(given.shape), np.empty(given.shape)
    for i, muscle in enumerate(skeleton.muscles):
        long, pull = np.empty(len(given)), np.empty(len(given))
        law, numbers = law_tables(muscle)
        rest_frames(law, numbers, np.ascontiguousarray(active[:, i]), np.ascontiguousarray(given[:, i]), long, pull)
        fibres[:, i], tensions[:, i] = long, pull
    return RestingFibres(fibres, tensions)


def stiff_forces(skeleton: Skeleton, lengths: Array, rates: Array) -> tuple[Array, Array, Array]:
    """With tendons that do not stretch: forces of fibres at full activation, passive ones, cosines of their angles."""
    from linkwork.library.biomechanics.fibre_kernel import stiff_frames

    stiff_forces = np.empty((*lengths.shape, 3))
    for i, muscle in enumerate(skeleton.muscles):
        out = np.empty((len(lengths), 3))
        law, numbers = law_tables(muscle)
        stiff_frames(law, numbers, np.ascontiguousarray(lengths[:, i]), np.ascontiguousarray(rates[:, i]), out)
        stiff_forces[:, i] = out
    return stiff_forces[:, :, 0], stiff_forces[:, :, 1], stiff_forces[:, :, 2]
