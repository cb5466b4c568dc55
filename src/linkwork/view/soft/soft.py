"""What bends in a run, for pages: base + sum of amplitudes times shapes in the frame of a body, and stress at nodes.

Bodies with modes are such sums. The axis of a beam or cable that bends as far as it will is brought into the frame of
its root, and a singular value decomposition of its motion gives shapes and amplitudes, as many as are seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.view.soft.skin import THINNEST, Skin, ring, skin_of, tube_skin

if TYPE_CHECKING:
    from linkwork.run.run import Run

SEEN = 2e-4  # of the largest displacement: shapes below are left out
MOST_SHAPES = 24
MOST_CORNERS = 6000
MOST_FRAMES = 301  # at which stress is told


@dataclass
class Soft:
    """A skin with its displacement and stress over the frames kept."""

    name: str
    body: int
    base: Array
    shapes: Array
    amplitudes: Array
    skin: Skin
    stress: Array | None
    hides: tuple[str, ...]
    """Names of what was drawn in its place: rods between interfaces, elements."""


def softs_of(run: Run, keep: Any) -> list[Soft]:
    """All bodies of a run that bend and whose shape is known."""
    made = []
    for name, body in run.mechanism.bodies_by_name.items():
        if getattr(body, "flexible", None) is not None and name in run.system.bodies:
            made.append(_flexible(run, name, keep))
        elif getattr(body, "ritz", None) is not None and name in run.system.bodies:
            made.append(_ritz(run, name, keep))
    from linkwork.view.soft.strands import strand

    for name in (*run.mechanism.beams, *run.mechanism.cables):
        made.append(strand(run, name, keep))
    if run.mechanism.solids:
        from linkwork.view.soft.solids import solid

        made += [solid(run, name, keep) for name in run.mechanism.solids]
    return [one for one in made if one is not None and len(one.skin.nodes) <= MOST_CORNERS]


def _flexible(run: Run, name: str, keep: Any) -> Soft | None:
    """Finite elements: the skin of the mesh, or a beam with its section."""
    from linkwork.bodies.flexible.beam import BeamRecovery
    from linkwork.run.flexible.deformed import Deformed

    deformed = Deformed(run, name)
    structure = deformed.modes.reduced.structure
    if structure.recovery is None:
        return None
    amplitudes = deformed.amplitudes[keep]
    if isinstance(structure.recovery, BeamRecovery):
        skin, base, shapes = _beam_skin(structure, deformed.modes.reduced.shapes)
    elif structure.mesh.thin:
        from linkwork.view.soft.thin import thin_skin

        skin, base, shapes = thin_skin(structure, deformed.modes.reduced.shapes)
    else:
        skin = skin_of(structure.mesh)
        base = lifted(structure.points[skin.nodes], skin)
        shapes = np.zeros((amplitudes.shape[1], len(skin.nodes), 3))
        shapes[:, :, : structure.dimension] = np.moveaxis(deformed.shapes[skin.nodes], 2, 0)
    stress = deformed.von_mises[keep]
    return Soft(name, _number(run, name), base, shapes, amplitudes, skin, stress, (name,))


def _beam_skin(structure: Any, modes: Array) -> tuple[Skin, Array, Array]:
    """A beam of finite elements: corners of a section go with its rotation."""
    beam, d = structure.recovery.beam, structure.dimension
    count, each = len(structure.points), len(structure.freedoms)
    moves = modes.reshape(count, each, -1)
    section = beam.section
    if d == 2:
        half = max(section.half_y, THINNEST * beam.length)
        skin = strip_skin(count)
        side = np.tile(np.repeat([-half, half], count), 2)
        base = lifted(structure.points[skin.nodes] + side[:, None] * beam.axes[1], skin)
        arm = side[:, None] * beam.axes[1]
        moved = moves[skin.nodes]
        shapes = np.zeros((modes.shape[1], len(skin.nodes), 3))
        turn = np.stack([-arm[:, 1], arm[:, 0]], axis=1)
        shapes[:, :, :2] = np.moveaxis(moved[:, :2] + turn[:, :, None] * moved[:, 2:3], 2, 0)
        return skin, base, shapes
    is_round = section.about_z == section.about_y and section.shear == 0.9
    least = THINNEST * beam.length
    corners = ring(max(section.half_y, least), max(section.half_z, least), is_round)
    skin = tube_skin(count, len(corners))
    arm = np.tile(corners @ beam.axes[1:], (count, 1))
    base = structure.points[skin.nodes] + arm
    moved = moves[skin.nodes]
    turned = np.cross(np.moveaxis(moved[:, 3:6], 1, 2), arm[:, None, :])
    return skin, base, np.moveaxis(moved[:, :3], 2, 0) + np.moveaxis(turned, 1, 0)


def _ritz(run: Run, name: str, keep: Any) -> Soft:
    """A beam by Ritz functions: its axis and sections to second order; products of modes are amplitudes, too."""
    from linkwork.bodies.ritz.expand import RitzShape
    from linkwork.view.soft.strands import half_sizes

    described, d = run.mechanism.bodies_by_name[name].ritz, run.mechanism.world.dimensions
    beam = RitzShape(described, d)
    places = np.linspace(0.0, 1.0, 25)
    fields, elastic = beam.drawn(places)
    count = len(fields.axis.place)
    own = [run[f"{name}.{label}"] for label in run.mechanism.bodies_by_name[name].modes.labels]
    q = np.stack(own, axis=1)[keep]
    half_y, half_z, is_round = half_sizes(run, described.section, beam.length)
    if d == 2:
        skin, offsets = strip_skin(count), np.tile(np.repeat([-half_y, half_y], count), 2)
        wide = [np.column_stack([offsets, np.zeros(len(offsets))])]
    else:
        corners = ring(half_y, half_z, is_round)
        skin = tube_skin(count, len(corners))
        wide = [np.tile(corners, (count, 1))]
    (sides,) = wide
    n = skin.nodes

    def part(which: str) -> Array:
        axis, second, third = (getattr(field, which)[n] for field in (fields.axis, fields.second, fields.third))
        more = (1,) * (axis.ndim - 1)
        total: Array = axis + sides[:, 0].reshape(-1, *more) * second + sides[:, 1].reshape(-1, *more) * third
        return total

    base, shapes, amplitudes = part("place"), [part("slope").swapaxes(0, 1)], [q]
    if described.order == 2:
        bend = part("bend")
        pairs = [(k, m) for k in range(q.shape[1]) for m in range(k, q.shape[1])]
        shapes.append(np.stack([(0.5 if k == m else 1.0) * bend[:, k, m] for k, m in pairs]))
        amplitudes.append(np.stack([q[:, k] * q[:, m] for k, m in pairs], axis=1))
    if d == 2:
        base = lifted(base[:, :2], skin)
    every, given = np.concatenate(shapes), np.concatenate(amplitudes, axis=1)
    if d == 2:
        every[:, :, 2] = 0.0
    stress = _ritz_stress(run, name, beam, q, places)
    if stress is not None:
        bending, stress = stress, np.zeros((len(q), count))
        stress[:, elastic] = bending
    return Soft(name, _number(run, name), base, every, given, skin, stress, (name,))


def _ritz_stress(run: Run, name: str, beam: Any, q: Array, places: Array) -> Array | None:
    """Stress of bending at the faces: E times curvature times their distance."""
    from numpy.polynomial import legendre

    from linkwork.view.soft.strands import true_sizes

    described = beam.described
    sizes = true_sizes(run, described.section)
    if sizes is None or described.E is None:
        return None
    modulus = float(run.mechanism.scope(dict(run.system.env)).number(described.E).real)
    total = np.zeros((len(q), len(places)))
    for kind, half in zip(("v2", "v3"), sizes, strict=True):
        columns = beam.counts.columns()[kind]
        if columns:
            basis = legendre.legvander(2.0 * places - 1.0, len(columns) - 1)
            total += half * np.abs(q[:, columns] @ basis.T)
    return modulus * total


def strip_skin(count: int) -> Skin:
    """A beam in the plane: below and above its axis, behind and then in front."""
    low, high = np.arange(count), np.arange(count, 2 * count)
    size = 2 * count
    cells = [[low[i], low[i + 1], high[i + 1], high[i]] for i in range(count - 1)]
    front = [[size + c for c in (cell[0], *cell[k : k + 2])] for cell in cells for k in (1, 2)]
    behind = [[cell[0], cell[k + 1], cell[k]] for cell in cells for k in (1, 2)]
    rim = [*low, *high[::-1]]
    edges = list(zip(rim, [*rim[1:], rim[0]], strict=True))
    walls = [half for a, b in edges for half in ([a, b, size + b], [a, size + b, size + a])]
    lines = [pair for a, b in edges for pair in ([a, b], [size + a, size + b])]
    nodes = np.tile(np.concatenate([low, low]), 2)
    return Skin(nodes, np.array([*front, *behind, *walls], int), np.array(lines, int))


def lifted(points: Array, skin: Skin) -> Array:
    """Corners of the plane with 0 behind and 1 in front; those in front are the second half."""
    if points.shape[1] == 3:
        return points
    front = (np.arange(len(skin.nodes)) >= len(skin.nodes) // 2).astype(float)
    return np.column_stack([points, front])


def _number(run: Run, name: str) -> int:
    return 1 + list(run.system.bodies).index(name)


def in_few_shapes(moved: Array) -> tuple[Array, Array]:
    """Displacements (frames x corners x 3) as amplitudes times shapes, without those too small to be seen."""
    frames = len(moved)
    flat = moved.reshape(frames, -1)
    left, sizes, right = np.linalg.svd(flat, full_matrices=False)
    largest = float(np.abs(flat).max(initial=0.0))
    reach = sizes * np.abs(right).max(axis=1) * np.abs(left).max(axis=0)
    many = min(int((reach > SEEN * largest).sum()), MOST_SHAPES) if largest > 0.0 else 0
    many = max(many, 1)
    return left[:, :many] * sizes[:many], right[:many].reshape(many, *moved.shape[1:])
