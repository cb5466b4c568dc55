"""What is checked of a structure, and what is told about it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible.reduction import Reduced
from linkwork.bodies.flexible.structure import Structure

_SYMMETRIC = 1e-8
_STIFF = 0.01
"""Share of the flexibility at an interface that may be missing without a word."""
_LEFT_OUT = 0.01
"""Of the stiffness of pressure: what may be left out without a word."""
_RIGID = 1e-7
"""Largest force of K in a rigid motion, of that of its entries."""


def refuse_bad(structure: Structure) -> None:
    """Refuse matrices that are none of an elastic body."""
    k, m = structure.stiffness, structure.mass
    for matrix, letter, word in ((k, "K", "stiffness"), (m, "M", "mass")):
        if not np.isfinite(matrix.data).all():
            raise MechanismError(f"the {word} matrix {letter} has entries that are not finite numbers")
        size = np.abs(matrix.data).max() if matrix.nnz else 0.0
        if size == 0.0:
            raise MechanismError(f"the {word} matrix {letter} is zero")
        apart = abs(matrix - matrix.T).tocoo()
        if apart.nnz and apart.data.max() > _SYMMETRIC * size:
            worst = int(np.argmax(apart.data))
            row, column = int(apart.row[worst]) + 1, int(apart.col[worst]) + 1
            raise MechanismError(
                f"the {word} matrix {letter} is not symmetric: entries {row},{column} and {column},{row} differ by "
                f"{apart.data[worst] / size:.2g} of the largest"
            )
        low = matrix.diagonal().min()
        if low < 0.0 or (letter == "M" and low <= 0.0):
            row = int(np.argmin(matrix.diagonal())) + 1
            what = "no mass" if low == 0.0 else f"a negative {word}"
            raise MechanismError(f"row {row} of the {word} matrix {letter} has {what} on its diagonal: {low:g}")
    loose = np.flatnonzero(np.asarray(abs(k).sum(axis=1)).ravel() == 0.0)
    if len(loose):
        node = loose[0] // len(structure.freedoms)
        raise MechanismError(
            f"{len(loose)} freedoms have no stiffness, the first at node {node}: loose nodes; remove them"
        )
    rigid = structure.rigid(structure.points.mean(axis=0))
    reach = np.abs(rigid).max(axis=0)
    forces = np.abs(k @ rigid).max(axis=0) / reach
    size = np.abs(k).sum(axis=1).max()
    bad = np.flatnonzero(forces > _RIGID * size)
    if len(bad):
        names = [*("x", "y", "z")[: structure.dimension], *(("z",) if structure.dimension == 2 else ("x", "y", "z"))]
        what = "moving along" if bad[0] < structure.dimension else "turning about"
        raise MechanismError(
            f"the stiffness matrix K resists {what} {names[bad[0]]} as a rigid body: {len(bad)} of {rigid.shape[1]} "
            "rigid motions are not free; export K without supports, and check that nodes and freedoms are in its order"
        )


def refuse_held(reduced: Reduced) -> None:
    """Refuse a structure with more motions without stiffness than those of a rigid body."""
    floating = reduced.body.floating
    count = floating.rigid.shape[1]
    if reduced.first <= 1e-9 * floating.stiffness.diagonal().sum() / floating.mass.diagonal().sum() * 1e-4:
        raise MechanismError(
            f"it has more than the {count} rigid motions without stiffness: a part is loose or hinged; check the mesh"
        )


def notes_of(reduced: Reduced, modulus: float, density: float) -> tuple[str, ...]:
    """What a user should know of the reduction, in sentences."""
    unit = (modulus / density) ** 0.5 / (2 * np.pi)
    notes = list(reduced.structure.notes)
    if reduced.kept:
        beyond = f"; the first left out has {reduced.next**0.5 * unit:.4g} Hz" if reduced.next else ""
        notes.append(f"normal modes are kept up to {reduced.kept**0.5 * unit:.4g} Hz{beyond}")
    if reduced.static_error > _STIFF:
        notes.append(
            f"the modes that are left out hold {100 * reduced.static_error:.2g} % of the flexibility "
            f"{reduced.stiffest} (slow forces on the free body)"
        )
    for tie in reduced.ties:
        if tie.soft:
            notes.append(
                f"interface '{tie.name}' is a single node: forces there sink into the mesh, the more the finer it is; "
                "tie a face or all nodes within a radius for a true joint"
            )
    return (*notes, *_units(reduced, unit, density))


def _units(reduced: Reduced, unit: float, density: float) -> list[str]:
    """Signs of wrong units: sizes, masses and frequencies that no machine part has."""
    points = reduced.structure.points
    size, first = float(np.ptp(points, axis=0).max()), float(reduced.first**0.5 * unit)
    mass = float(reduced.structure.weights.sum()) * density
    units = []
    if size > 200.0:
        units.append(f"it is {size:.4g} m long: a mesh in mm needs scale 0.001")
    if not 1e-3 < first < 1e7:
        units.append(f"its first elastic frequency is {first:.3g} Hz: check the units of K, M and sizes")
    if not 1e-9 < mass < 1e7:
        units.append(f"its mass is {mass:.3g} kg: check the units of its density or of M (tonnes with mm and N)")
    return units


def summary(reduced: Reduced, modulus: float, density: float, thickness: float = 1.0) -> str:
    """Mass, centre, inertia, freedoms, rigid motions and frequencies in words."""
    from linkwork.bodies.flexible.integrals import integrals_of

    structure = reduced.structure
    whole = integrals_of(structure, reduced.shapes[:, :0])
    unit = (modulus / density) ** 0.5 / (2 * np.pi)
    numbers = ", ".join(f"{value:.6g}" for value in whole.centre)
    inertia = ", ".join(f"{value:.6g}" for value in np.atleast_1d(whole.inertia)[:3] * density * thickness)
    hertz = ", ".join(f"{value:.5g}" for value in np.sqrt(np.maximum(reduced.values, 0.0))[:8] * unit)
    lines = [
        f"{len(structure.points)} nodes, {structure.count} freedoms; K and M symmetric, "
        f"{structure.dimension + structure.turns} rigid motions free",
        f"mass {whole.mass * density * thickness:.6g} kg, centre ({numbers}) m, inertia about it ({inertia}) kg m^2",
        f"first elastic frequency of the free body {reduced.first**0.5 * unit:.5g} Hz",
        f"{len(reduced.values)} modes in its frame: {hertz}{' ...' if len(reduced.values) > 8 else ''} Hz",
    ]
    return "\n".join(lines)


def pressure_notes(unsymmetric: Mapping[str, float], together: float) -> tuple[str, ...]:
    """Of which faces a share of the stiffness of pressure is left out; `together`: of all under the same pressure."""
    if len(unsymmetric) > 1 and together <= _LEFT_OUT < max(unsymmetric.values()):
        names = ", ".join(f"'{name}'" for name in unsymmetric)
        return (
            f"of what pressure on {names} does to the stiffness nothing is left out while it is the same on all of "
            f"them; where it is not, up to {max(unsymmetric.values()):.2g} of its size is: the part without an energy, "
            "of edges that are free",
        )
    return tuple(
        f"of what pressure on '{name}' does to the stiffness {share:.2g} of its size is left out: the part without an "
        "energy, of edges that are free"
        for name, share in unsymmetric.items()
        if share > _LEFT_OUT
    )
