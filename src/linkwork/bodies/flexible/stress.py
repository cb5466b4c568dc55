"""Stress in a flexible body: von Mises' and principal stresses from the stress of its modes."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from linkwork.base.errors import AnalysisError
from linkwork.bodies.flexible.beam import BeamRecovery
from linkwork.bodies.flexible.body import FlexibleModes, Shapes
from linkwork.bodies.flexible.cells import Floats
from linkwork.bodies.flexible.frames import FrameRecovery
from linkwork.bodies.flexible.shells import ShellRecovery
from linkwork.bodies.flexible.solid import SolidRecovery
from linkwork.numerics.analytic import absolute, hypot, largest, norm
from linkwork.numerics.analytic_matrices import eigenvalues, largest_of

_SOLID = ("xx", "yy", "zz", "xy", "yz", "zx")
PLACES = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))
"""Where these components of a solid stand in the tensor."""
COMPONENTS = {
    3: ("xx", "yy", "xy"),
    6: _SOLID,
    12: (*(f"top_{name}" for name in _SOLID), *(f"bottom_{name}" for name in _SOLID)),
}
"""Of solids in the plane and in space, and of both faces of a shell."""
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
    if isinstance(recovery, BeamRecovery | FrameRecovery):
        scale = np.ones(stress.shape[1])
        scale[3::4] = 1.0 + recovery.poisson if recovery.dimension == 3 else 1.0
        of_beam: Floats = stress * scale[:, None]
        return of_beam
    if isinstance(recovery, ShellRecovery):
        halves = [_unstressed(stress[:, side : side + 6], recovery.poisson) for side in (0, 6)]
        return np.concatenate(halves, axis=1)
    assert isinstance(recovery, SolidRecovery)
    poisson, direct = recovery.hooke.poisson, 2 if stress.shape[1] == 3 else 3
    across = recovery.hooke.state == "strain"
    trace = stress[:, :direct].sum(axis=1, keepdims=True) * (1.0 + poisson if across else 1.0)
    strain: Floats = (1.0 + poisson) * stress
    strain[:, :direct] -= poisson * trace
    return strain


def _unstressed(stress: Floats, poisson: float) -> Floats:
    """Strain of a solid by Hooke's law, of a unit modulus: nodes x 6 x modes."""
    strain: Floats = (1.0 + poisson) * stress
    strain[:, :3] -= poisson * stress[:, :3].sum(axis=1, keepdims=True)
    return strain


def names_of(flexible_modes: FlexibleModes) -> tuple[str, ...]:
    """What the components of its stress are called."""
    count = stress_modes(flexible_modes).shape[1]
    recovery = flexible_modes.reduced.structure.recovery
    if not isinstance(recovery, BeamRecovery | FrameRecovery):
        return COMPONENTS[count]
    own = BEAM_PARTS[2 if recovery.dimension == 2 else 4]
    beams = range(1, count // len(own) + 1)
    return tuple(name if beam == 1 else f"{name}_of_beam_{beam}" for beam in beams for name in own)


def names_at(flexible_modes: FlexibleModes, node: int) -> tuple[str, ...]:
    """Those of the components that a node has: of a frame as many beams as tell their stress there."""
    recovery = flexible_modes.reduced.structure.recovery
    names = names_of(flexible_modes)
    return names[: recovery.parts * recovery.told_at(node)] if isinstance(recovery, FrameRecovery) else names


def von_mises(flexible_modes: FlexibleModes, stress: Floats) -> Floats:
    """Von Mises' stress from components in the last axis but none: (..., components)."""
    recovery = flexible_modes.reduced.structure.recovery
    if isinstance(recovery, BeamRecovery | FrameRecovery):
        return largest_of(_at_corners(_by_beam(recovery, stress)))
    if isinstance(recovery, ShellRecovery):
        return largest(von_mises_of(_filled(stress[..., :6])), von_mises_of(_filled(stress[..., 6:])))
    return von_mises_of(_tensors(recovery, stress))


def _by_beam(recovery: BeamRecovery | FrameRecovery, stress: Floats) -> Floats:
    """Components of the beams that meet in a node, each for itself: (..., beams, 2 or 4)."""
    return stress.reshape(*stress.shape[:-1], -1, 2 if recovery.dimension == 2 else 4)


def _at_corners(stress: Floats) -> Floats:
    """Von Mises' stress at the worst corner of a beam's section."""
    parts = absolute(stress)
    along = parts[..., :3].sum(axis=-1)
    return hypot(along, np.sqrt(3.0) * parts[..., 3]) if parts.shape[-1] == 4 else along


def von_mises_of(tensor: Floats) -> Floats:
    """Von Mises' stress of 3 x 3 tensors: (..., 3, 3)."""
    mean = np.trace(tensor, axis1=-2, axis2=-1) / 3
    apart = tensor - mean[..., None, None] * np.eye(3)
    return norm(np.sqrt(1.5) * apart.reshape(*apart.shape[:-2], 9))


def principal(flexible_modes: FlexibleModes, stress: Floats) -> Floats:
    """Principal stresses, greatest first: (..., 3)."""
    recovery = flexible_modes.reduced.structure.recovery
    if isinstance(recovery, ShellRecovery):  # of the face that von Mises' stress is greater on
        upper, lower = _filled(stress[..., :6]), _filled(stress[..., 6:])
        worse = von_mises_of(upper).real >= von_mises_of(lower).real
        tensors = np.where(worse[..., None, None], upper, lower)
        return eigenvalues(tensors)[..., ::-1]
    if isinstance(recovery, BeamRecovery | FrameRecovery):  # of the beam whose von Mises' stress is greatest
        beams = _by_beam(recovery, stress)
        chosen = _at_corners(beams).real.argmax(axis=-1)[..., None, None]
        stress = np.take_along_axis(beams, chosen, axis=-2)[..., 0, :]
        bent = absolute(stress[..., 1:3]).sum(axis=-1)
        high, low = stress[..., 0] + bent, stress[..., 0] - bent  # the corners that are pulled and pushed most
        twist = stress[..., 3] if stress.shape[-1] == 4 else 0.0 * bent
        ends = [half + sign * hypot(half, twist) for half, sign in ((high / 2, 1.0), (low / 2, -1.0))]
        return np.stack([ends[0], 0.0 * bent, ends[1]], axis=-1)
    return eigenvalues(_tensors(recovery, stress))[..., ::-1]


def _filled(stress: Floats) -> Floats:
    """Components as 3 x 3 tensors."""
    tensors = np.zeros((*stress.shape[:-1], 3, 3), stress.dtype)
    places = ((0, 0), (1, 1), (0, 1)) if stress.shape[-1] == 3 else PLACES
    for number, (a, b) in enumerate(places):
        tensors[..., a, b] = tensors[..., b, a] = stress[..., number]
    return tensors


def _tensors(recovery: object, stress: Floats) -> Floats:
    """Components as 3 x 3 tensors; in plane strain with the stress across the plane."""
    assert isinstance(recovery, SolidRecovery)
    tensors = _filled(stress)
    if recovery.hooke.state == "strain":
        tensors[..., 2, 2] = recovery.hooke.poisson * (stress[..., 0] + stress[..., 1])
    return tensors
