"""A push-belt drive as tables for its kernels."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.library.cvt import data
from linkwork.library.cvt import layout_kernel as at
from linkwork.library.cvt.parts import Fineness, Pulley, PushBelt
from linkwork.library.cvt.path import ReferencePath
from linkwork.library.cvt.splines import ClosedSplines, closed_splines

BEYOND = 0.014
"""m beyond an arc on either side where contact is looked for and stations are as close as on the arc."""

_ENDS = (0.004, 0.012), (0.0025, 0.007), (0.0015, 0.0045)
"""m before and behind the ends of an arc where further levels live: within 2 or 3 mm the belt bends to its arc."""
_LEAST = 2  # stations between two knots: with one, functions that go to and fro would not be seen


@dataclass(frozen=True)
class Tables:
    """All that a drive is for its kernels, and room for them to work in."""

    path: ReferencePath
    places: Array
    owner: Array
    splines: ClosedSplines
    model: tuple[Any, ...]
    room: tuple[Any, ...]
    kinds: Array

    @property
    def wide(self) -> int:
        """Unknowns at the border without strains."""
        return len(self.room[32])


def stations(path: ReferencePath, fine: Fineness, splines: ClosedSplines) -> tuple[Array, Array, Array]:
    """Places, lengths and pulleys (or -1) of the stations, dense on the arcs and a little beyond.

    Between two knots lies a whole number of equal stations. Then sums over stations are the integrals of slopes and
    second derivatives of all functions, and what bends the belt alike everywhere does not make it wavy. Waves of some
    micrometres would be enough to turn the friction between rings that nearly stick.
    """
    zones, (arc, span, other, _) = arcs_of(path), path.parts
    cells, knots = splines.cells(), path.length / (fine.coarse * 2**fine.levels)
    on_arcs = max(_LEAST, round(2 * fine.arc * knots / (arc + other + 4 * BEYOND)))
    on_spans = max(_LEAST, round(fine.span * path.length / (2 * fine.coarse * max(span - 2 * BEYOND, knots))))
    knots /= 2**fine.halved
    begins, widths = cells.T
    middles, whose = begins + 0.5 * widths, np.full(len(cells), -1)
    for p, (low, high) in enumerate(zones):
        whose[(middles - low) % path.length <= high - low] = p
    counts = np.where(whose < 0, on_spans, np.where(widths > 0.75 * knots, on_arcs, _LEAST))
    number = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    lengths, whose_all = np.repeat(widths / counts, counts), np.repeat(whose, counts)
    at = np.repeat(begins, counts) + (number + 0.5) * lengths
    first = int(np.flatnonzero((whose_all == 0) & (np.roll(whose_all, 1) == -1))[0])
    at[first:] -= path.length * (first > 0)
    return np.roll(at, -first), np.roll(lengths, -first), np.roll(whose_all, -first)


def arcs_of(path: ReferencePath) -> list[tuple[float, float]]:
    """From where to where contact with each pulley is looked for."""
    arc, span, other, _ = path.parts
    return [(-BEYOND, arc + BEYOND), (arc + span - BEYOND, arc + span + other + BEYOND)]


def zones_of(path: ReferencePath, fine: Fineness) -> list[list[tuple[float, float]]]:
    """Where functions of every finer level live: everywhere, where all distances are halved, then on the arcs, then in
    ever less of where the belt runs in and out."""
    zones, everywhere = [arcs_of(path)] * fine.levels, [(0.0, path.length)]
    for level in range(fine.ends):
        before, behind = _ENDS[min(level, len(_ENDS) - 1)]
        ends = []
        for low, high in arcs_of(path):
            begin, end = low + BEYOND, high - BEYOND
            ends += [(begin - before, begin + behind), (end - behind, end + before)]
        zones.append(ends)
    return [everywhere] * (fine.halved + bool(zones)) + zones[1:]  # the first finer level is everywhere


def compile_drive(
    belt: PushBelt, pulleys: tuple[Pulley, Pulley], path: ReferencePath, fine: Fineness, modes: Array, control: Array
) -> Tables:
    """The tables of a drive on a reference path."""
    splines = closed_splines(path.length, fine.coarse, zones_of(path, fine))
    places, lengths, owner = stations(path, fine, splines)
    rows = path.rows(places)
    rows[:, at.PLENGTH] = lengths
    support, shapes = _supports(splines.values(places % path.length))
    level = np.rint(np.log2(splines.spacings[0] / splines.spacings)).astype(int)
    kinds = np.where(level < fine.dynamic, 2, np.where(level < fine.static, 1, 0)).astype(np.int64)
    mass, gyration = _inertia(splines, kinds > 0)
    flexibilities = [p.sheaves for p in pulleys]
    most = max(len(f.radii) for f in flexibilities), max(np.shape(f.harmonics)[1] for f in flexibilities)
    radii, table = np.zeros((2, most[0])), np.zeros((2, *most))
    for p, f in enumerate(flexibilities):
        grid = np.linspace(f.radii[0], f.radii[-1], most[0])
        radii[p] = grid
        for n, column in enumerate(np.asarray(f.harmonics, float).T):
            table[p, :, n] = np.interp(grid, f.radii, column)
    rings = _rings(belt)
    model = (rows, owner, _belt(belt), rings, _pulleys(pulleys, path), support, shapes, kinds, mass, gyration, radii,
             table, control, modes)  # fmt: skip
    return Tables(
        path, places, owner, splines, model, _room(len(places), len(rings) + 1, splines.count, support), kinds
    )


def _supports(values: Array) -> tuple[Array, Array]:
    """The functions that are not zero at a station, in lists of equal length, and their values."""
    alive = np.any(values != 0, axis=0)
    many = alive.sum(axis=1)
    support = np.zeros((len(alive), int(many.max())), np.int64)
    shapes = np.zeros((3, *support.shape))
    at, which = np.nonzero(alive)
    place = np.arange(len(at)) - np.repeat(np.cumsum(many) - many, many)
    support[at, place], shapes[:, at, place] = which, values[:, at, which]
    return support, shapes


def _inertia(splines: ClosedSplines, moving: Array) -> tuple[Array, Array]:
    """Integrals of products: w w' of (18), and the skew one of (19), by Gauss's rule between the finest knots of all
    that is moving; nothing for static functions."""
    mass, gyration = np.zeros((2, splines.count, splines.count))
    if not np.any(moving):
        return mass, gyration
    some = splines.only(moving)
    fine = round(float(some.length / some.spacings.min()))
    x, weight = np.polynomial.legendre.leggauss(4)
    width = some.length / fine
    places = ((np.arange(fine)[:, None] + 0.5 * (x[None, :] + 1)) * width).ravel()
    value, slope, _ = some.values(places)
    weights = np.tile(0.5 * width * weight, fine)[:, None]
    cross = (value * weights).T @ slope
    both = np.ix_(moving, moving)
    mass[both], gyration[both] = (value * weights).T @ value, cross - cross.T
    return mass, gyration


def _rings(belt: PushBelt) -> Array:
    """Layers of the pack from inside to outside."""
    share = belt.rings / belt.layers
    thick = share * belt.ring_thickness
    table = np.zeros((belt.layers, at.RING))
    for k in range(belt.layers):
        offset = belt.saddle + (k + 0.5) * thick
        area = thick * belt.ring_width
        table[k] = (
            belt.ring_modulus * area, belt.ring_density * area, offset, thick,
            belt.length + belt.play + 2 * pi * offset,
        )  # fmt: skip
    return table


def _belt(belt: PushBelt) -> Array:
    row = np.zeros(at.BELT)
    row[at.STIFF], row[at.MASS], row[at.ROCKING] = belt.stiffness, belt.mass, belt.rocking
    row[at.EDGE_IN], row[at.EDGE_OUT] = belt.edges
    row[at.SADDLE], row[at.LENGTH] = belt.saddle, belt.length
    row[at.BENDING] = belt.rings * belt.ring_modulus * belt.ring_width * belt.ring_thickness**3 / 12
    row[at.FLANK], row[at.FLANK_SLIP] = belt.flank_friction, belt.flank_slip
    row[at.RING_REST], row[at.RING_SLIDE], row[at.RING_FADE] = belt.ring_friction
    row[at.RING_SLIP], row[at.RING_FILM] = belt.ring_slip, belt.ring_film
    row[at.CONE], row[at.YIELD], row[at.WIDTH] = belt.cone, belt.yielding, belt.width
    row[at.LOOSE] = data.LOOSE
    row[at.LIMIT] = 2 * pi * data.LIMIT_FREQUENCY
    return row


def _pulleys(pulleys: tuple[Pulley, Pulley], path: ReferencePath) -> Array:
    table = np.zeros((2, at.PULLEY))
    for p, own in enumerate(pulleys):
        table[p, at.U_X] = p * path.distance
        table[p, at.U_INERTIA], table[p, at.U_TILT] = own.inertia, own.tilt_stiffness
        table[p, at.U_AXIAL], table[p, at.U_TILT_TIME] = own.axial_time * data.GAP_STIFFNESS, own.tilt_time
        if own.shaft is not None:
            table[p, at.U_BEND_FORCE] = own.shaft.opening_by_force
            table[p, at.U_BEND_MOMENT] = own.shaft.opening_by_moment
        table[p, at.U_RADIUS] = (path.driving, path.driven)[p]
        table[p, at.U_SPIN] = own.oil
        table[p, at.U_OUTER] = own.sheaves.radii[-1]
    return table


def _room(n: int, layers: int, functions: int, support: Array) -> tuple[Any, ...]:
    """Room for the kernels to work in, as `continuation_kernel.equations` takes it apart."""
    wide = functions + layers + at.SHARED
    full, line = wide + layers, (n - 1) * layers
    outputs, inputs = layers + at.OUT + layers, 8 + 3 * layers
    return (
        np.zeros(2, np.int64), np.zeros((2, n), np.int64), np.zeros((2, n)), np.zeros(n), np.zeros((2, n, n)),
        np.ones((2, n), np.int64), np.zeros(2, np.int64), np.zeros((2, n), np.int64), np.zeros((2, n, n)), np.zeros(n),
        np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros((n, wide)), np.zeros(16 + layers),
        np.zeros((16, wide + n * layers)), np.zeros((layers, wide)), np.zeros((outputs, inputs)), np.zeros(inputs),
        np.zeros(outputs), np.zeros((n, at.MEMORY + at.NEXT * (layers - 1))), np.zeros((outputs, support.shape[1])),
        np.zeros((n - 1, layers, layers)), np.zeros((n - 1, layers, layers)), np.zeros((n - 1, layers, layers)),
        np.zeros((line, full)), np.zeros((full, line)), np.zeros((full, full)), np.zeros(line), np.zeros(full),
        np.zeros((n, layers)), np.zeros(wide), np.zeros(wide), np.zeros((layers, layers)), np.zeros(line),
        np.zeros(full), np.zeros((3, layers, layers)), np.zeros(n * layers), np.zeros(n * layers, np.int64),
        np.zeros((2, n, n)), np.zeros((wide, n)),
    )  # fmt: skip
