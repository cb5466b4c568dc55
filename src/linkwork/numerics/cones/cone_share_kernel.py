"""How closed contacts share a load that their places alone do not settle: four feet, three balances.

Normal forces N with G'N = 0 (G the rows of the normals) have no resultant; any of them may be added. Of all N with one
resultant the shortest without a negative entry is taken, N = max(0, G d): the loads of equal, very stiff springs under
all contacts. Contacts that slide in different directions move differently by another share: then it is a choice.
"""

from __future__ import annotations

from linkwork.numerics.cones.cone_layout_kernel import (
    BARE,
    COEFFICIENT,
    CONES,
    CONTACT,
    DIRECTION,
    KIND,
    MATRIX,
    MODE,
    OPEN,
    ROW,
    SLIDE,
    TANGENTS,
    WEIGHT,
    H,
    X,
    cone_at,
    copy,
    number,
    pivoting_at,
    vector_at,
)
from linkwork.numerics.householder_kernel import combine, factor_vectors
from linkwork.numerics.jit import njit

DEPENDENT = 1e-11  # remainder, of a row of length 1, below which it is redundant
BEARS = 1e-9  # part of a contact in a set of forces without resultant, of its greatest part
AGAIN = 1e-10  # of the greatest load: what a contact would bear that bears nothing, from which on it does
STAYS = 10.0  # tolerances by which an open contact may part and still be touching
TELLS = 1e-9  # of what a unit force does: motion by another share that counts


@njit
def bears(w, cone):
    """Whether a contact is closed and has a part in the load."""
    return w[cone + KIND].real == CONTACT and w[cone + MODE].real != OPEN and w[cone + BARE].real == 0.0


@njit
def _places(w, at, count):
    """Places of the factored rows of the normals, of the rows themselves, the list of cones, two vectors, the sets."""
    factor = pivoting_at(w, at)
    rows = factor + count * count + 2 * count
    listed = rows + count * count
    return factor, rows, listed, listed + count, listed + 2 * count, listed + 3 * count


@njit
def _count(w, at):
    """How many contacts bear load."""
    count = 0
    for i in range(number(w, at + CONES)):
        count += 1 if bears(w, cone_at(w, at, i)) else 0
    return count


@njit
def find_free_sets(w, at):
    """The sets of normal forces without resultant; how many contacts bear load, their rank, and where the sets lie."""
    count, size = _count(w, at), 0.0
    factor, kept, listed, x, solved, sets = _places(w, at, count)
    place, rows, matrix = 0, number(w, at), number(w, at + MATRIX)
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if bears(w, cone):
            w[listed + place] = i
            size = max(size, w[matrix + int(w[cone + ROW].real) * (rows + 1)].real)
            place += 1
    size = size if size > 0.0 else 1.0
    for i in range(count):
        row = matrix + rows * int(w[cone_at(w, at, int(w[listed + i].real)) + ROW].real)
        for j in range(count):
            w[factor + i * count + j] = w[row + int(w[cone_at(w, at, int(w[listed + j].real)) + ROW].real)] / size
    copy(w, factor, kept, count * count)
    rank = factor_vectors(w, factor, count, count, DEPENDENT)
    order = factor + count * count + count
    for i in range(rank, count):
        last, target = int(w[order + i].real), sets + (i - rank) * count
        copy(w, kept + last * count, x, count)
        combine(w, factor, count, count, rank, x, solved)
        for j in range(count):
            w[target + j] = -w[solved + j]
        w[target + last] = 1.0
    return count, rank, listed, sets


@njit
def _free_part(w, sets, count, rank, i):
    """Whether a contact has a part in a set without resultant: others can bear its load."""
    part = False
    for k in range(count - rank):
        greatest = 0.0
        for j in range(count):
            greatest = max(greatest, abs(w[sets + k * count + j].real))
        part = part or abs(w[sets + k * count + i].real) > BEARS * greatest
    return part


@njit
def rebalance(w, at):
    """Take the load from the contact that pulls most, if others can bear it, or load one again; whether one changed."""
    count, rank, listed, sets = find_free_sets(w, at)
    h, worst, least, greatest = number(w, at + H), -1, 0.0, 0.0
    for i in range(count):
        load = w[h + int(w[cone_at(w, at, int(w[listed + i].real)) + ROW].real)].real
        greatest = max(greatest, load)
        if load < least and _free_part(w, sets, count, rank, i):
            worst, least = i, load
    if worst >= 0:
        w[cone_at(w, at, int(w[listed + worst].real)) + BARE] = 1.0
        return True
    return _load_again(w, at, count, rank, AGAIN * greatest)


@njit
def _load_again(w, at, count, rank, least):
    """Let the contact without load bear that would bear most as one of the springs; whether there is one."""
    size, best = _load_springs(w, at, count, rank), -1
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if w[cone + BARE].real == 0.0:
            continue
        load = _spring_load(w, at, cone, count, size)
        if load > least:
            best, least = i, load
    if best >= 0:
        w[cone_at(w, at, best) + BARE] = 0.0
    return best >= 0


@njit
def spares_one(w, at, tolerance):
    """Whether a contact taken as open, which does not part, would bear load as one of the springs: another share."""
    h, x, weight = number(w, at + H), number(w, at + X), vector_at(w, at, WEIGHT)
    count, rank, listed, _ = find_free_sets(w, at)
    greatest = 0.0
    for i in range(count):
        greatest = max(greatest, w[h + int(w[cone_at(w, at, int(w[listed + i].real)) + ROW].real)].real)
    size = _load_springs(w, at, count, rank)
    for i in range(number(w, at + CONES)):
        cone = cone_at(w, at, i)
        if w[cone + KIND].real != CONTACT or w[cone + MODE].real != OPEN:
            continue
        row = int(w[cone + ROW].real)
        parts = abs(w[x + row].real) * w[weight + row].real > STAYS * tolerance
        if not parts and _spring_load(w, at, cone, count, size) > BEARS * greatest:
            return True
    return False


@njit
def _load_springs(w, at, count, rank):
    """How far a spring under each loaded contact is pressed by their loads, after the sets are found; their scale."""
    factor, _, listed, x, solved, _ = _places(w, at, count)
    h, rows, matrix, size = number(w, at + H), number(w, at), number(w, at + MATRIX), 0.0
    for i in range(count):
        row = int(w[cone_at(w, at, int(w[listed + i].real)) + ROW].real)
        w[x + i] = w[h + row]
        size = max(size, w[matrix + row * (rows + 1)].real)
    combine(w, factor, count, count, rank, x, solved)
    return size


@njit
def _spring_load(w, at, cone, count, size):
    """What a contact would bear as one of the springs that `_load_springs` pressed."""
    _, _, listed, _, solved, _ = _places(w, at, count)
    rows, load = number(w, at), 0.0
    row = number(w, at + MATRIX) + rows * int(w[cone + ROW].real)
    for j in range(count):
        other = int(w[cone_at(w, at, int(w[listed + j].real)) + ROW].real)
        load += (w[solved + j] * w[row + other]).real / size
    return load


@njit
def clear_bare(w, at):
    """Let all contacts have a part in the load."""
    for i in range(number(w, at + CONES)):
        w[cone_at(w, at, i) + BARE] = 0.0


@njit
def uneven(w, at):
    """1 + a contact whose share is a choice on which the motion depends; 0 where there is none."""
    clear_bare(w, at)
    count, rank, listed, sets = find_free_sets(w, at)
    rows, matrix = number(w, at), number(w, at + MATRIX)
    for k in range(count - rank):
        for row in range(rows):
            total, size, first = 0.0, 0.0, -1
            for j in range(count):
                cone, part = cone_at(w, at, int(w[listed + j].real)), w[sets + k * count + j].real
                if w[cone + MODE].real != SLIDE or w[cone + COEFFICIENT].real == 0.0:
                    continue
                tangent, push = int(w[cone + ROW].real) + 1, 0.0
                for i in range(int(w[cone + TANGENTS].real)):
                    push += w[cone + DIRECTION + i].real * w[matrix + row * rows + tangent + i].real
                total += w[cone + COEFFICIENT].real * part * push
                size += w[cone + COEFFICIENT].real * abs(part) * w[matrix + tangent * (rows + 1)].real
                first = int(w[listed + j].real) if first < 0 else first
            if abs(total) > TELLS * size:
                return 1 + first
    return 0
