"""Which pairs have something to tell, in one pass, so that a run that is right costs next to nothing more."""

from __future__ import annotations

import math

from linkwork.numerics.jit import njit
from linkwork.system.contact.contact_layout_kernel import CLOSES, CODE, GAINS_ENERGY, HAPPENED, IMPACT, OPEN, WHOM

OVERLAP, APART, STRUCK = range(3)
LEAST, FARTHEST = 1e-300, 1e300  # energy below and beyond every other
PULLS = 1e-5  # of the greatest normal force: a pull that is told
LAW = 0.1  # of the depth: by how much a force law's own gap may differ from the true one, which depends on the way


@njit
def any_pull(memory, modes, forces):
    """Whether a closed point holds its bodies together instead of apart, in some row."""
    greatest, least = 0.0, 0.0
    for row in range(memory.shape[0]):
        for place in range(modes.shape[0]):
            if memory[row, modes[place]] != OPEN:
                greatest = max(greatest, memory[row, forces[place]])
                least = min(least, memory[row, forces[place]])
    return least < -PULLS * greatest


@njit
def weigh(energy, memory, lost, given, driven, sides, moving, books):
    """Fill the books of the energy at both sides of events: what there is, less what forces and drivers gave.

    `moving` has kinetic energy and that of weights of each side; behind its coordinates and velocities a side has what
    was lost, given, driven and what is stored. Returned are the greatest kinetic energy, the greatest jump at an event,
    and what lies between the most and the least energy of all rows and sides.
    """
    largest, jump, most, least = LEAST, 0.0, -FARTHEST, FARTHEST
    for row in range(energy.shape[0]):
        total = energy[row, 0] + energy[row, 1] + energy[row, 2]
        total -= memory[row, driven] + memory[row, given] - memory[row, lost]
        largest, most, least = max(largest, energy[row, 0]), max(most, total), min(least, total)
    for side in range(sides.shape[0]):
        work = sides.shape[1] - 4
        total = moving[side, 0] + moving[side, 1] + sides[side, work + 3]
        total -= sides[side, work + 1] + sides[side, work + 2] - sides[side, work]
        largest, most, least = max(largest, moving[side, 0]), max(most, total), min(least, total)
        books[side] = total
        if side % 2 == 1:
            jump = max(jump, abs(total - books[side - 1]))
    return largest, jump, most - least


@njit
def gap_off(seen, own):
    """By how much the true distance and a force law's own gap differ, beyond what they may."""
    return abs(min(seen, 0.0) - min(own, 0.0)) + LAW * min(seen, 0.0)


@njit
def _law_off(true, told, memory, gaps, first, end, rows):
    """Whether the least of some gaps is in some row not the true distance."""
    for row in range(rows):
        own = math.inf
        for place in range(first, end):
            own = min(own, memory[row, gaps[place]])
        if gap_off(true[row], own) > told:
            return True
    return False


@njit
def judge(true, told, memory, modes, forces, gaps, starts, rigid, rows, times, lines, owners, bad):
    """Per rigid pair: whether it overlaps, is closed though apart, has an impact though apart. Whether any does, or
    pulls, or a force law has a gap that is not the true one.

    The distances have the `rows` of the run, then the events at `times`.
    """
    pairs, any_bad = true.shape[1], False
    for pair in range(pairs):
        bad[pair, OVERLAP], bad[pair, APART], bad[pair, STRUCK] = False, False, False
        end = starts[pair + 1] if pair + 1 < pairs else modes.shape[0]
        if not rigid[pair]:
            any_bad = any_bad or _law_off(true[:, pair], told[pair], memory, gaps, starts[pair], end, rows)
            continue
        for row in range(true.shape[0]):
            if true[row, pair] < -told[pair]:
                bad[pair, OVERLAP] = any_bad = True
        for row in range(rows):
            if true[row, pair] > told[pair]:
                for place in range(starts[pair], end):
                    if memory[row, modes[place]] != OPEN:
                        bad[pair, APART] = any_bad = True
    event = 0
    for line in range(lines.shape[0]):
        while event < times.shape[0] and times[event] < lines[line, HAPPENED]:
            event += 1
        if event == times.shape[0]:
            break
        code, whom = lines[line, CODE], int(lines[line, WHOM])
        if times[event] == lines[line, HAPPENED] and whom >= 0 and code in (IMPACT, GAINS_ENERGY, CLOSES):
            pair = owners[whom]
            if pair >= 0 and rigid[pair] and true[rows + event, pair] > told[pair]:
                bad[pair, STRUCK] = any_bad = True
    return any_bad or any_pull(memory, modes, forces)
