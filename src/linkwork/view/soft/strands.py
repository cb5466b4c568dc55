"""Beams and cables that bend as far as they will: their axis between nodes by cubics, sections across it, stress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.mechanism.beams.description import element_name, node_name

if TYPE_CHECKING:
    from linkwork.run.run import Run
    from linkwork.view.soft.soft import Soft

BETWEEN = 3  # places of every element that are drawn
_HALF_Y = {"height": 0.5, "radius": 1.0, "outer": 1.0}
_HALF_Z = {"width": 0.5, "radius": 1.0, "outer": 1.0}


def true_sizes(run: Run, section: Any) -> tuple[float, float] | None:
    """How far the faces of a section are from its axis, along y and z; none where it does not say it."""
    scope = run.mechanism.scope(dict(run.system.env))
    halves = []
    for sizes in (_HALF_Y, _HALF_Z):
        given = next(
            ((getattr(section, field), share) for field, share in sizes.items() if hasattr(section, field)), None
        )
        if given is None or given[0] is None:
            return None
        halves.append(given[1] * float(scope.number(given[0]).real))
    return halves[0], halves[1]


def half_sizes(run: Run, section: Any, length: float) -> tuple[float, float, bool]:
    """The sizes with which a section is drawn, and whether it is round: thin ones are drawn so that they are seen."""
    from linkwork.view.soft.skin import THINNEST

    sizes = true_sizes(run, section) if section is not None else None
    least = THINNEST * length
    half_y, half_z = (max(size, least) for size in sizes) if sizes else (least, least)
    return half_y, half_z, sizes is None or hasattr(section, "radius") or hasattr(section, "outer")


def strand(run: Run, name: str, keep: Any) -> Soft | None:
    """The skin of a beam or cable in the frame of its root."""
    from linkwork.view.soft.skin import ring, tube_skin
    from linkwork.view.soft.soft import Soft, in_few_shapes, strip_skin

    described: Any = run.mechanism.beams.get(name) or run.mechanism.cables[name]
    nodes = described.nodes()
    names = [node_name(name, node) for node in nodes]
    if any(one not in run.system.bodies for one in names) or len(names) < 2:
        return None
    at, turn = _frames(run, names, keep)
    cable = name in run.mechanism.cables
    places, frames = _smooth(at, turn, np.array([node.at for node in nodes]), cable)
    rest_at, rest_turn = _drawn(run, names)
    rest, rest_frames = _smooth(rest_at, rest_turn, np.array([node.at for node in nodes]), cable)
    length = float(np.linalg.norm(np.diff(rest[0], axis=0), axis=1).sum())
    half_y, half_z, is_round = half_sizes(run, getattr(described, "section", None), length)
    if at.shape[2] == 2:
        skin = strip_skin(places.shape[1])
        sides = np.tile(np.repeat([-half_y, half_y], places.shape[1]), 2)
        corners = np.column_stack([sides, np.zeros(len(sides))])
    else:
        corners = ring(half_y, half_z, is_round)
        skin = tube_skin(places.shape[1], len(corners))
        corners = np.tile(corners, (places.shape[1], 1))

    def put(axis: Array, across: Array) -> Array:
        """Corners of all frames: frames x corners x d."""
        n = skin.nodes
        total = axis[:, n] + corners[:, 0, None] * across[..., 1][:, n]
        return total + corners[:, 1, None] * across[..., 2][:, n] if across.shape[-1] == 3 else total

    world, own = put(places, frames), put(rest, rest_frames)[0]
    root = np.einsum("fji,fnj->fni", turn[:, 0], world - at[:, :1])
    base = np.einsum("ji,nj->ni", rest_turn[0, 0], own - rest_at[0, 0])
    moved = root - base
    if moved.shape[2] == 2:
        front = (np.arange(len(base)) >= len(base) // 2).astype(float)
        base, moved = np.column_stack([base, front]), np.concatenate([moved, np.zeros((*moved.shape[:2], 1))], axis=2)
    amplitudes, shapes = in_few_shapes(moved)
    stress = None if cable else _stress(run, described, at, turn, rest_at, rest_turn)
    if stress is not None:
        stress = _at_places(stress, places.shape[1])
    hides = tuple(element_name(name, number) for number in range(len(nodes) - 1))
    number = 1 + list(run.system.bodies).index(names[0])
    return Soft(name, number, base, shapes, amplitudes, skin, stress, (*hides, *names))


def _frames(run: Run, names: list[str], keep: Any) -> tuple[Array, Array]:
    """Places and axes (columns) of nodes: frames x nodes x d, frames x nodes x d x d."""
    q = np.real(np.asarray(run.q))[keep]
    bodies = [list(run.system.bodies).index(one) for one in names]
    if run.mechanism.world.dimensions == 2:
        at = np.stack([q[:, 3 * b : 3 * b + 2] for b in bodies], axis=1)
        return at, _plane_turn(np.stack([q[:, 3 * b + 2] for b in bodies], axis=1))
    from linkwork.places.spatial import rotations

    at = np.stack([q[:, 6 * b : 6 * b + 3] for b in bodies], axis=1)
    return at, rotations.matrix(np.stack([q[:, 6 * b + 3 : 6 * b + 6] for b in bodies], axis=1))


def _plane_turn(angle: Array) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.stack([np.stack([c, -s], axis=-1), np.stack([s, c], axis=-1)], axis=-2)


def _drawn(run: Run, names: list[str]) -> tuple[Array, Array]:
    """Nodes as drawn, without load: one frame of places and axes."""
    scope = run.mechanism.scope(dict(run.system.env))
    if run.mechanism.world.dimensions == 2:
        poses = [run.mechanism.bodies_by_name[name].estimate for name in names]
        values = np.array([[float(scope.number(value).real) for value in pose] for pose in poses])
        return values[None, :, :2], _plane_turn(values[None, :, 2])
    frames = [scope.drawn_frame(name) for name in names]
    at, turn = (np.real(np.array([frame[n] for frame in frames])).astype(float) for n in (0, 1))
    return at[None], turn[None]


def _smooth(at: Array, turn: Array, shares: Array, cable: bool) -> tuple[Array, Array]:
    """Places between nodes by cubics along the axes of the nodes, and axes there; those of cables lie along the way."""
    frames, count, d = at.shape
    s = np.linspace(0.0, 1.0, BETWEEN + 1)[:-1]
    chord = np.diff(at, axis=1)
    size = np.linalg.norm(chord, axis=2, keepdims=True)
    along = turn[..., 0]
    if cable:
        along = np.gradient(at, axis=1)
        along = along / np.maximum(np.linalg.norm(along, axis=2, keepdims=True), 1e-300)
    pieces = []
    for share in s:
        h = (2 * share**3 - 3 * share**2 + 1, share**3 - 2 * share**2 + share, 3 * share**2 - 2 * share**3)
        last = share**3 - share**2
        pieces.append(h[0] * at[:, :-1] + h[1] * size * along[:, :-1] + h[2] * at[:, 1:] + last * size * along[:, 1:])
    inner = np.stack(pieces, axis=2).reshape(frames, -1, d)
    places = np.concatenate([inner, at[:, -1:]], axis=1)
    tangent = np.gradient(places, axis=1)
    tangent = tangent / np.maximum(np.linalg.norm(tangent, axis=2, keepdims=True), 1e-300)
    if d == 2:
        across = np.stack([-tangent[..., 1], tangent[..., 0]], axis=-1)
        return places, np.stack([tangent, across], axis=-1)
    near = np.minimum((np.arange(places.shape[1]) + BETWEEN // 2) // BETWEEN, count - 1)
    up = turn[..., 1][:, near]
    up = up - np.sum(up * tangent, axis=2, keepdims=True) * tangent
    up = up / np.maximum(np.linalg.norm(up, axis=2, keepdims=True), 1e-300)
    return places, np.stack([tangent, up, np.cross(tangent, up)], axis=-1)


def _stress(run: Run, described: Any, at: Array, turn: Array, rest_at: Array, rest_turn: Array) -> Array | None:
    """Stress of tension and bending at the faces, E (|strain| + |curvature| half); at nodes the mean of both sides."""
    sizes = true_sizes(run, described.section)
    if sizes is None or described.E is None:
        return None
    modulus = float(run.mechanism.scope(dict(run.system.env)).number(described.E).real)
    length = np.linalg.norm(np.diff(rest_at, axis=1), axis=2)
    strain = np.linalg.norm(np.diff(at, axis=1), axis=2) / length - 1.0
    now, before = _bends(turn), _bends(rest_turn)
    halves = sizes[:1] if at.shape[2] == 2 else (sizes[1], sizes[0])  # about z bends along y, about y along z
    bent = np.abs(now - before) @ np.array(halves) / length
    per_element = modulus * (np.abs(strain) + bent)
    nodes = np.concatenate(
        [per_element[:, :1], 0.5 * (per_element[:, 1:] + per_element[:, :-1]), per_element[:, -1:]], 1
    )
    return np.asarray(nodes)


def _bends(turn: Array) -> Array:
    """Rotation from node to node: about z in the plane, about y and z of the first of both in space."""
    relative = np.swapaxes(turn[:, :-1], -1, -2) @ turn[:, 1:]
    if turn.shape[-1] == 2:
        return np.arctan2(relative[..., 1, 0], relative[..., 0, 0])[..., None]
    return np.stack([-relative[..., 2, 0], relative[..., 1, 0]], axis=-1)


def _at_places(stress: Array, count: int) -> Array:
    """Between nodes on straight lines."""
    nodes = np.linspace(0.0, 1.0, stress.shape[1])
    wanted = np.linspace(0.0, 1.0, count)
    return np.stack([np.interp(wanted, nodes, row) for row in stress])
