"""Packing two profiles that can touch into the table row of their pair."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

from linkwork.base.errors import within
from linkwork.bodies.profile_chain import Chain, chain_of
from linkwork.bodies.profile_pieces import Piece
from linkwork.bodies.profile_polar import PolarNumbers
from linkwork.bodies.profiles import Profile
from linkwork.elements.planar.contact.profile_layout_kernel import (
    CURVE,
    ENDS,
    FLAT_AFTER,
    FLAT_BEFORE,
    HEAD,
    HOLE,
    INTS,
    NUMBERS,
    OPEN,
    ROUND,
    SIZES,
    SOLID,
    STRAIGHT,
    memory_size,
)
from linkwork.functions.packed import Packed

_KINDS = {"point": ROUND, "arc": ROUND, "circle": ROUND, "segment": STRAIGHT, "line": STRAIGHT}
_FLAT = ("segment", "line")
ENDLESS = 1e99
"""Radius of the circle around an endless line."""
DENT = 1e-6
"""Angle (rad) by which an outline turns inwards, at a corner or from one sample of a curve to the next, that counts."""


def outline(row: Any, reference: str) -> tuple[str, Profile]:
    """Body and profile of a reference such as `cam.edge`."""
    outline: tuple[str, Profile] = row.scope.profile(reference)
    return outline


def slots_for(row: Any, first: tuple[str, Profile], second: tuple[str, Profile], compliant: bool = False) -> int:
    """How many points two profiles touch in at once, as a rule: one where both are round, or one is and one endless.

    An outline with a dent is not round: it rolls from one bulge onto the other, and both touch in between. A box
    that lies in an inward corner touches with two of its faces, in two points each; `presses` changes nothing here.
    """
    chains = [resolved(row, *side) for side in (first, second)]
    single = [len(chain.pieces) == 1 and not _dented(chain) for chain in chains]
    if all(single):
        return 1 if any(chain.pieces[0].kind not in _FLAT for chain in chains) else 2
    return 4 if not any(single) and any(map(_cornered, chains)) else 2


def _dented(chain: Chain) -> bool:
    """Whether a curve of a chain bends inwards somewhere."""
    for piece in chain.pieces:
        for (_, _, *before), (_, _, *after) in itertools.pairwise(piece.sampled):
            if _turns_in(chain, before, after):
                return True
    return False


def _cornered(chain: Chain) -> bool:
    """Whether a chain has an inward corner."""
    for number, piece in enumerate(chain.pieces):
        following = chain.neighbour(number, 1)
        before, after = piece.end_tangent, following.start_tangent if following is not None else None
        if before is not None and after is not None and _turns_in(chain, before, after):
            return True
    return False


def _turns_in(chain: Chain, before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Whether a chain turns towards its outside from one tangent to the next."""
    return bool(chain.side * (before[0] * after[1] - before[1] * after[0]).real < -DENT)


def pair_memory(row: Any, first: tuple[str, Profile], second: tuple[str, Profile], slots: int) -> int:
    """Numbers in the memory that a pair of profiles keeps for this many contact points."""
    return memory_size(slots)


def kernel_body(row: Any, first: tuple[str, Profile], second: tuple[str, Profile]) -> Any:
    """The kernel of a pair of profiles."""
    from linkwork.elements.planar.contact.profile_pair_kernel import profile_pair

    return profile_pair


def pack_pair(row: Any, first: tuple[str, Profile], second: tuple[str, Profile], slots: int) -> None:
    """Put the elements of two profiles, each with the name of its body, into the row of their pair."""
    if slots < 1:
        row.fail("it needs room for at least one point of contact")
    chains = [resolved(row, *side) for side in (first, second)]
    sizes = [chain.size or 1.0 for chain in chains]
    row.add(*sizes)
    records: list[int] = []
    samples: list[float] = []
    samples_at = SIZES + NUMBERS * sum(len(chain.pieces) for chain in chains)
    for chain in chains:
        for number, piece in enumerate(chain.pieces):
            row.add(*_numbers(piece, chain))
            block = -1
            if piece.curve is not None:
                block = len(row.functions)
                row.functions.append(_packed(row, piece))
            records += [_KINDS.get(piece.kind, CURVE), _flags(chain, number), block]
            records += [samples_at + len(samples), len(piece.sampled)]
            samples += [value for sample in piece.sampled for value in sample]
    row.add(*samples)
    counts = [len(chain.pieces) for chain in chains]
    row.ints += [*counts, *(_closed(chain) for chain in chains), HEAD + INTS * sum(counts), *records]


def _closed(chain: Chain) -> int:
    """How a chain is closed; a lone point has its material inside, though it has no area."""
    if not chain.closed:
        return OPEN
    return SOLID if chain.is_solid or chain.pieces[0].kind == "point" else HOLE


def resolved(row: Any, body: str, profile: Profile) -> Chain:
    """A profile with numbers; its size is that of the model as well."""
    names = [name for name, item in row.scope.body(body).profiles.items() if item is profile]
    with within(f"profile of '{body}' '{names[0] if names else ''}'"):
        chain = chain_of(row.scope, body, profile)
    for piece in chain.pieces:
        row.seen += [(body, float(x), float(y)) for x, y in piece.chords()]
    return chain


def _flags(chain: Chain, number: int) -> int:
    """Whether an element has ends, and whether its neighbours are flat.

    The other face of a thin sheet, behind the point at its end, counts as flat.
    """
    if not chain.pieces[number].ends:
        return 0
    flags = ENDS
    before, after = chain.neighbour(number, -1), chain.neighbour(number, 1)
    free = chain.pieces[number].kind == "point"
    flags |= FLAT_BEFORE if (before.kind in _FLAT if before is not None else free) else 0
    return flags | (FLAT_AFTER if (after.kind in _FLAT if after is not None else free) else 0)


def _numbers(piece: Piece, chain: Chain) -> list[Any]:
    """The floats of an element."""
    bound = _bound(piece)
    if piece.kind in _FLAT:
        tangent = piece.start_tangent or (1.0, 0.0)
        length = piece.length if piece.ends else 1.0
        return [*piece.start, *tangent, length, 0.0, 0.0, chain.side, *bound]
    if piece.curve is not None:
        return [0.0, 0.0, 0.0, 0.0, piece.begin, piece.span, 0.0, chain.side, *bound]
    return [*piece.center, *piece.middle, piece.radius, piece.sweep, piece.sense, chain.side, *bound]


def _bound(piece: Piece) -> tuple[float, float, float]:
    """A circle around an element."""
    if piece.kind == "line":
        return (*piece.at(0.0), ENDLESS)
    if piece.kind == "point":
        return (piece.center[0].real, piece.center[1].real, 0.0)
    points = piece.chords()
    xs, ys = zip(*points, strict=True)
    x, y = 0.5 * (max(xs) + min(xs)), 0.5 * (max(ys) + min(ys))
    chord = max(math.dist(one, other) for one, other in itertools.pairwise(points))
    room = 0.0 if piece.kind == "segment" else 0.5 * chord
    return x, y, max(math.dist((x, y), point) for point in points) + room


def _packed(row: Any, piece: Piece) -> Packed:
    """The function of a curve."""
    curve = piece.curve
    if isinstance(curve, PolarNumbers):
        from linkwork.functions.outlines.polar_polynomial_kernel import polar_polynomial

        numbers = [*curve.center, curve.shift, curve.scale, *curve.coefficients]
        return Packed(polar_polynomial, numbers, [len(curve.orders), *curve.orders])
    packed: Packed = curve.pack(row.scope.env)
    return packed
