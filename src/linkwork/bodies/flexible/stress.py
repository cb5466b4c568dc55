"""Stress in a flexible body: von Mises' and principal stresses from the stress of its modes."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from linkwork.base.errors import AnalysisError
from linkwork.bodies.flexible.beam import BeamRecovery
from linkwork.bodies.flexible.body import FlexibleModes, Shapes
from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.solid import SolidRecovery

COMPONENTS = {3: ("xx", "yy", "xy"), 6: ("xx", "yy", "zz", "xy", "yz", "zx")}
BEAM_PARTS = {2: ("axial", "bending"), 4: ("axial", "bending_z", "bending_y", "torsion")}


@lru_cache(8)
def _stress_modes(shapes: Shapes) -> Floats:
    """Stress of a unit of every mode at every node, per unit modulus: nodes x components x modes."""
    recovery = shapes.reduced.structure.recovery
    if recovery is None:
        raise AnalysisError("matrices hold no stress; give the mesh and its material for that")
    return recovery.stress(shapes.reduced.shapes)


def stress_modes(flexible_modes: FlexibleModes) -> Floats:
    """Stress of a unit of every mode at every node, per unit modulus: nodes x components x modes."""
    return _stress_modes(flexible_modes.shapes)


def strain_modes(flexible_modes: FlexibleModes) -> Floats:
    """Strain of a unit of every mode at every node, by Hooke's law from its stress: nodes x components x modes.

    Components of shear are those of the tensor, half the change of the angle.
    """
    stress, recovery = stress_modes(flexible_modes), flexible_modes.reduced.structure.recovery
    if isinstance(recovery, BeamRecovery):
        scale = np.ones(stress.shape[1])
        scale[3:] = 1.0 + recovery.beam.poisson
        of_beam: Floats = stress * scale[:, None]
        return of_beam
    assert isinstance(recovery, SolidRecovery)
    poisson, direct = recovery.hooke.poisson, 2 if stress.shape[1] == 3 else 3
    across = recovery.hooke.state == "strain"
    trace = stress[:, :direct].sum(axis=1, keepdims=True) * (1.0 + poisson if across else 1.0)
    strain: Floats = (1.0 + poisson) * stress
    strain[:, :direct] -= poisson * trace
    return strain


def names_of(flexible_modes: FlexibleModes) -> tuple[str, ...]:
    """What the components of its stress are called."""
    count = stress_modes(flexible_modes).shape[1]
    return (BEAM_PARTS if isinstance(flexible_modes.reduced.structure.recovery, BeamRecovery) else COMPONENTS)[count]


def von_mises(flexible_modes: FlexibleModes, stress: Floats) -> Floats:
    """Von Mises' stress from components in the last axis but none: (..., components)."""
    recovery = flexible_modes.reduced.structure.recovery
    if isinstance(recovery, BeamRecovery):  # the worst corner of the section
        parts = np.abs(stress)
        along = parts[..., :3].sum(axis=-1)
        twist = parts[..., 3] if parts.shape[-1] == 4 else 0.0
        found_beam: Floats = np.sqrt(along**2 + 3 * twist**2)
        return found_beam
    tensor = _tensors(recovery, stress)
    mean = np.trace(tensor, axis1=-2, axis2=-1) / 3
    apart = tensor - mean[..., None, None] * np.eye(3)
    whole: Floats = np.sqrt(1.5 * np.einsum("...ab,...ab->...", apart, apart))
    return whole


def principal(flexible_modes: FlexibleModes, stress: Floats) -> Floats:
    """Principal stresses, greatest first: (..., 3)."""
    recovery = flexible_modes.reduced.structure.recovery
    if isinstance(recovery, BeamRecovery):
        bent = np.abs(stress[..., 1:3]).sum(axis=-1)
        high, low = stress[..., 0] + bent, stress[..., 0] - bent  # the corners that are pulled and pushed most
        twist = stress[..., 3] if stress.shape[-1] == 4 else 0.0 * bent
        ends = [half + sign * np.hypot(half, twist) for half, sign in ((high / 2, 1.0), (low / 2, -1.0))]
        return np.stack([ends[0], 0.0 * bent, ends[1]], axis=-1)
    values: Floats = np.linalg.eigvalsh(_tensors(recovery, stress)).astype(float)[..., ::-1]
    return values


def _tensors(recovery: object, stress: Floats) -> Floats:
    """Components as 3 x 3 tensors; in plane strain with the stress across the plane."""
    assert isinstance(recovery, SolidRecovery)
    tensors = np.zeros((*stress.shape[:-1], 3, 3))
    places = ((0, 0), (1, 1), (0, 1)) if stress.shape[-1] == 3 else ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))
    for number, (a, b) in enumerate(places):
        tensors[..., a, b] = tensors[..., b, a] = stress[..., number]
    if recovery.hooke.state == "strain":
        tensors[..., 2, 2] = recovery.hooke.poisson * (stress[..., 0] + stress[..., 1])
    return tensors
