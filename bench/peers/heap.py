"""Spheres in a box, for all programs alike: sizes, places at the start, walls."""

import numpy as np

RADIUS, MASS, GAP = 0.05, 1.0, 1.1  # GAP: distance of the places, in diameters
STEP, LAID = 1e-3, 0.6  # s
SIZES = (250, 500, 1000, 2000)


def side(count):
    """Spheres along an edge of the floor: the heap is about twice as high as wide."""
    return max(2, round((count / 2) ** (1 / 3)))


def places(count):
    """Layers of spheres, a little out of line."""
    wide, rng = side(count), np.random.default_rng(1)
    numbers = np.arange(count)
    grid = np.stack([numbers % wide, numbers // wide % wide, numbers // wide**2], axis=1) + 0.5
    return 2.0 * GAP * RADIUS * grid + rng.uniform(-0.05, 0.05, (count, 3)) * RADIUS


def walls(count):
    """A point of each plane and its normal: the floor and four sides."""
    wide = 2.0 * GAP * RADIUS * side(count)
    return [
        ((0.0, 0.0, 0.0), (0.0, 0.0, 1.0)),
        ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0)),
        ((wide, 0.0, 0.0), (-1.0, 0.0, 0.0)),
        ((0.0, 0.0, 0.0), (0.0, 1.0, 0.0)),
        ((0.0, wide, 0.0), (0.0, -1.0, 0.0)),
    ]
