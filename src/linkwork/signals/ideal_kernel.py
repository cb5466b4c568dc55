"""Ideal diodes and switches of a circuit together: which of them conduct, and what the others then carry.

The linear equations of the circuit leave for every ideal part one variable g, which it gives, and the other one,
w = w0 + H g. A part that conducts has no voltage, one that blocks no current: each makes its g or its w zero. Where the
equations of w depend on each other, what they ask of states is kept by its rate, dw/dt = r0 + G g (an inductor behind a
diode that blocks, a capacitor behind one that conducts); where that says nothing either, tiny equal leaks and
resistances decide (the potential of what floats between diodes that block). While switches are frozen the combination
stays; when the loop has changed one, the nearest combination is looked for in which all agree.

Where there is none, states jump: what the parts give has an impulse gamma (a charge, a flux) that no resistance feels,
H gamma = 0 in the equations asked for, and that takes away what states contradict, w + G gamma = 0. Diodes pass charge
forwards only. The parts take the sum of gamma (w + G gamma/2), an energy that is lost. The new states are written into
the memory, from where the loop takes them; once they come back with it, the jump is booked. A start does not jump: it
is refused.
"""

from __future__ import annotations

from linkwork.numerics.jit import njit
from linkwork.numerics.switch_kernel import FROZEN, NUMBER, STATE
from linkwork.places.layout_kernel import ACCEPT

PLACE, COUNT, PARTS = 4, 5, 6  # in the ints: place of the results, number of parts, first of the parts
W0, R0, SWITCH, KEPT, CLOSED, BY_ACROSS = range(6)  # of a part
PART = 6
# behind what every part gives and whether it conducts: largest current, largest voltage, whether states have jumped,
# whether a run goes on, what sources have given and what was lost at jumps; then the same of the jump that is to be
# booked, and the new states
JUMPED, GOING, BOOKED, KEPT_COSTS, NEW_STATES = 2, 3, 4, 6, 8
FREE, UNARMED = 0.0, 2.0  # as the loop marks switches
NOTHING = 1e-10  # of the largest number of its row: what rounding leaves of zero
ROUNDING = 1e-13  # of the largest of its kind: a number without sign
AGREE = 1e-9  # of the largest of its kind: how far a number may be on the wrong side where all are decided together
CONTRADICTION = 1e-5  # of the largest number: what states may be off from what a combination asks of them
SIDE = 1e-300  # what tells the side of a number that is zero at a start
FADES = 1.0  # 1/s, by which what states are off goes to zero
NOT_A_NUMBER = float("nan")


@njit
def tables_of(c, n):
    """Where in the scratch the rows of equations, of their rates and of leaks begin."""
    first = c + 5 * n
    return first, first + n * (n + 2), first + 2 * n * (n + 2)


@njit
def part_at(b, i):
    """Where the ints of a part begin."""
    return b + PARTS + PART * i


@njit
def asks(k, b, i, conducts):
    """Whether the mode of a part is an equation of w; otherwise its g is zero."""
    return conducts != (k[part_at(b, i) + BY_ACROSS] == 1)


@njit
def lay_out(memory, p, k, a, b, c, out):
    """The equations of a combination: how many; their parts stand behind the modes."""
    n = k[b + COUNT]
    main, rate, leak = tables_of(c, n)
    m = 0
    for i in range(n):
        out[c + 2 * n + i] = 0.0
        if asks(k, b, i, out[c + i].real > 0.5):
            out[c + n + m] = i
            m += 1
    width = m + 2
    for r in range(m):
        i = int(out[c + n + r].real)
        here, row = part_at(b, i), r * width
        out[c + 3 * n + r] = r
        for j in range(m):
            column = int(out[c + n + j].real)
            out[main + row + j] = p[a + n * i + column]
            out[rate + row + j] = p[a + n * n + n * i + column]
            out[leak + row + j] = -1.0 if j == r else 0.0
        out[main + row + m], out[main + row + m + 1] = memory[k[here + W0]], 0.0
        out[rate + row + m], out[rate + row + m + 1] = memory[k[here + R0]], p[a + 2 * n * n + i]
        out[leak + row + m], out[leak + row + m + 1] = 0.0, 0.0
        for q in range(n):
            factor = p[a + n * i + q]
            if asks(k, b, q, out[c + q].real > 0.5) or factor == 0.0:
                continue
            for j in range(m):
                out[leak + row + j] += factor * p[a + n * q + int(out[c + n + j].real)]
            out[leak + row + m] += factor * memory[k[part_at(b, q) + W0]]
    return m


@njit
def take(out, row, pivot, factor, width):
    """A row less a part of another."""
    for j in range(width):
        out[row + j] -= factor * out[pivot + j]


@njit
def scale_row(out, main, leak, rate, row, m):
    """Make the largest number of a row one, and treat what belongs to it alike."""
    largest = 0.0
    for j in range(m):
        largest = max(largest, abs(out[main + row + j].real))
    if largest > 0.0:
        for j in range(m + 2):
            out[main + row + j] /= largest
            out[leak + row + j] /= largest
            out[rate + row + j] /= largest


@njit
def put_in_place(out, main, rate, leak, order, m, done, row, column):
    """Exchange rows and columns so that a pivot stands on the diagonal."""
    width = m + 2
    if row != done:
        for table in (main, rate, leak):
            for j in range(width):
                one, two = table + done * width + j, table + row * width + j
                out[one], out[two] = out[two], out[one]
    if column != done:
        out[order + done], out[order + column] = out[order + column], out[order + done]
        for table in (main, rate, leak):
            for r in range(m):
                one, two = table + r * width + done, table + r * width + column
                out[one], out[two] = out[two], out[one]


@njit
def next_level(out, main, rate, leak, m, done, level, jump):
    """Equations that say nothing are replaced by their rates, then by leaks: how much they contradict; below zero where
    a rate is not known. Of a jump, by what it changes: all else has no impulse."""
    width, worst = m + 2, 0.0
    source = rate if level == 1 else leak
    largest = 0.0
    for r in range(done if jump else 0):
        out[main + r * width + m] *= 0.0 if level == 1 else 1.0
        largest = max(largest, abs(out[main + r * width + m].real))
    for r in range(done, m):
        row = r * width
        left = out[main + row + m]
        if level == 1 and not jump and abs(out[rate + row + m + 1].real) > NOTHING:
            return -1.0
        if level == 2 and jump and abs(left.real) > CONTRADICTION * largest:
            return -1.0
        worst = max(worst, abs(left.real))
        for j in range(width):
            out[main + row + j] = out[source + row + j]
        if jump:
            out[main + row + m] = left if level == 1 else 0.0 * left
        elif level == 1:
            out[main + row + m] += FADES * left
        scale_row(out, main, leak, rate, row, m)
        for pivot in range(done):
            at = main + pivot * width
            take(out, main + row, at, out[main + row + pivot] / out[at + pivot], width)
    return worst


@njit
def combination(memory, p, k, a, b, c, out, jump):
    """What the parts give in the modes at c: behind them in the scratch; returns what states contradict, below zero
    where nothing fits. Of a jump, the impulses of what they give."""
    n = k[b + COUNT]
    main, rate, leak = tables_of(c, n)
    order, given = c + 3 * n, c + 2 * n
    m = lay_out(memory, p, k, a, b, c, out)
    width, done, level, worst = m + 2, 0, 0, 0.0
    for r in range(m):
        scale_row(out, main, leak, rate, r * width, m)
    while done < m:
        largest, row, column = 0.0, done, done
        for r in range(done, m):
            for j in range(done, m):
                size = abs(out[main + r * width + j].real)
                if size > largest:
                    largest, row, column = size, r, j
        if not largest > NOTHING:
            level += 1
            if level > 2:
                return -1.0
            left = next_level(out, main, rate, leak, m, done, level, jump)
            if left < 0.0 or not left < 1e300:  # singular, or not a number
                return -1.0
            worst = max(worst, left)
            continue
        put_in_place(out, main, rate, leak, order, m, done, row, column)
        at = main + done * width
        for r in range(done + 1, m):
            factor = out[main + r * width + done] / out[at + done]
            if factor != 0.0:
                take(out, main + r * width, at, factor, width)
                if level < 2:
                    take(out, leak + r * width, leak + done * width, factor, width)
                if level < 1:
                    take(out, rate + r * width, rate + done * width, factor, width)
        done += 1
    for r in range(m - 1, -1, -1):
        row = main + r * width
        total = -out[row + m] if level > 0 or not jump else 0.0 * out[row + m]
        for j in range(r + 1, m):
            total -= out[row + j] * out[given + int(out[c + n + int(out[order + j].real)].real)]
        out[given + int(out[c + n + int(out[order + r].real)].real)] = total / out[row + r]
    return worst


@njit
def other_variable(memory, p, k, a, b, c, out, i):
    """What follows for a part from what all give."""
    n = k[b + COUNT]
    total = memory[k[part_at(b, i) + W0]]
    for j in range(n):
        total += p[a + n * i + j] * out[c + 2 * n + j]
    return total


@njit
def size_at(k, b, currents):
    """Where the largest current, or voltage, of accepted steps is kept: behind the results."""
    return k[b + PLACE] + 1 + 2 * k[b + COUNT] + (0 if currents else 1)


@njit
def remember(memory, k, b):
    """Keep the largest numbers that decide."""
    for i in range(k[b + COUNT]):
        here = part_at(b, i)
        if k[here + CLOSED] < 0:
            at = size_at(k, b, memory[k[here + SWITCH] + STATE].real > 0.5)
            memory[at] = max(memory[at].real, abs(memory[k[here + SWITCH] + NUMBER].real))


@njit
def largest_of(memory, p, k, a, b, c, out, currents):
    """The largest current, or voltage, of all parts, now and at the steps accepted so far."""
    n = k[b + COUNT]
    largest = max(memory[size_at(k, b, currents)].real, 1e-300)  # it divides
    for i in range(n):
        here = part_at(b, i)
        given_is_current = k[here + BY_ACROSS] == 0
        if given_is_current == currents:
            largest = max(largest, abs(out[c + 2 * n + i].real))
        else:
            largest = max(largest, abs(other_variable(memory, p, k, a, b, c, out, i).real))
            largest = max(largest, abs(memory[k[here + W0]].real))
    return largest


@njit
def decisive(memory, p, k, a, b, c, out, i):
    """The current of a part that conducts, the voltage of one that blocks."""
    n = k[b + COUNT]
    given = (out[c + i].real > 0.5) == (k[part_at(b, i) + BY_ACROSS] == 0)
    return out[c + 2 * n + i] if given else other_variable(memory, p, k, a, b, c, out, i)


@njit
def goes_wrong(p, k, memory, a, b, c, out, i):
    """Whether a number of states that is zero goes to the wrong side: a current that would begin backwards."""
    n, here = k[b + COUNT], part_at(b, i)
    conducts = out[c + i].real > 0.5
    if asks(k, b, i, conducts) or p[a + 2 * n * n + i].real != 0.0:
        return False
    change, largest = memory[k[here + R0]], abs(memory[k[here + R0]].real)
    for j in range(n):
        if p[a + n * i + j].real != 0.0:
            return False
        term = p[a + n * n + n * i + j] * out[c + 2 * n + j]
        change += term
        largest = max(largest, abs(term.real))
    return change.real < -AGREE * largest if conducts else change.real > AGREE * largest


@njit
def agrees(memory, p, k, a, b, c, out):
    """Whether in a combination that was solved no diode carries current backwards or blocks forwards."""
    n = k[b + COUNT]
    current = AGREE * largest_of(memory, p, k, a, b, c, out, True)
    voltage = AGREE * largest_of(memory, p, k, a, b, c, out, False)
    for i in range(n):
        if k[part_at(b, i) + CLOSED] >= 0:
            continue
        value = decisive(memory, p, k, a, b, c, out, i).real
        if out[c + i].real > 0.5:
            wrong, size = -value, current
        else:
            wrong, size = value, voltage
        if not wrong <= size or (wrong > -size and goes_wrong(p, k, memory, a, b, c, out, i)):
            return False
    return True


@njit
def fits(memory, p, k, a, b, c, out):
    """Whether the modes at c are a combination in which all agree."""
    off = combination(memory, p, k, a, b, c, out, False)
    if off < 0.0:
        return False
    largest = max(largest_of(memory, p, k, a, b, c, out, True), largest_of(memory, p, k, a, b, c, out, False))
    return off <= CONTRADICTION * largest and agrees(memory, p, k, a, b, c, out)


@njit
def bits_in(mask):
    """How many bits of a number are set."""
    count = 0
    while mask > 0:
        count += mask & 1
        mask >>= 1
    return count


@njit
def jumped_by(p, k, a, b, c, out, i):
    """By how much the other variable of a part jumps."""
    n = k[b + COUNT]
    total = 0.0 * out[c + 2 * n]
    for j in range(n):
        total += p[a + n * n + n * i + j] * out[c + 2 * n + j]
    return total


@njit
def by_states_alone(p, k, a, b, i):
    """Whether what follows for a part comes from states and sources alone, whatever the parts give."""
    n, alone = k[b + COUNT], True
    for j in range(n):
        alone = alone and p[a + n * i + j].real == 0.0
    return alone


@njit
def lists_of(k, a, b):
    """Where what a jump needs begins, in the floats and in the ints: states, then sources, then what has no impulse."""
    n = k[b + COUNT]
    return a + 2 * n * n + n, b + PARTS + PART * n


@njit
def impulse_of(p, k, at, b, c, out):
    """The sum of the impulses with the factors of a row, and the largest term."""
    n = k[b + COUNT]
    total, largest = 0.0 * out[c + 2 * n], 0.0
    for j in range(n):
        term = p[at + j] * out[c + 2 * n + j]
        total += term
        largest = max(largest, abs(term.real))
    return total, largest


@njit
def jump_fits(memory, p, k, a, b, c, out):
    """Whether in the modes at c states jump to where they contradict nothing: no diode passes charge backwards, none
    is left blocking forwards, and nothing that is no store, source or ideal part has an impulse."""
    n = k[b + COUNT]
    for i in range(n):
        out[c + 2 * n + i] = 0.0
    sizes = max(largest_of(memory, p, k, a, b, c, out, True), largest_of(memory, p, k, a, b, c, out, False))
    off = combination(memory, p, k, a, b, c, out, True)
    if off < 0.0 or off <= CONTRADICTION * sizes:
        return False
    for kind in range(2):
        largest = 0.0
        for i in range(n):
            if k[part_at(b, i) + BY_ACROSS] == kind:
                largest = max(largest, abs(out[c + 2 * n + i].real))
        for i in range(n):
            here, conducts = part_at(b, i), out[c + i].real > 0.5
            if k[here + CLOSED] >= 0 or k[here + BY_ACROSS] != kind:
                continue
            impulse, size = impulse_of(p, k, a + n * i, b, c, out)
            if asks(k, b, i, conducts):
                value, size = out[c + 2 * n + i].real, largest
            elif abs(impulse.real) > AGREE * size:
                value = impulse.real
            elif by_states_alone(p, k, a, b, i):
                change = jumped_by(p, k, a, b, c, out, i)
                value, size = (memory[k[here + W0]] + change).real, max(sizes, abs(change.real))
            else:
                continue
            if not (value if conducts else -value) >= -AGREE * size:
                return False
    floats, ints = lists_of(k, a, b)
    skipped = k[ints] + k[ints + 1]
    for row in range(skipped, skipped + k[ints + 2]):
        total, largest = impulse_of(p, k, floats + n * row, b, c, out)
        if abs(total.real) > AGREE * largest:
            return False
    return True


@njit
def jump_at(k, b):
    """Where what is kept of jumps begins: behind what every part gives and whether it conducts."""
    return k[b + PLACE] + 1 + 2 * k[b + COUNT]


@njit
def make_jump(memory, p, k, a, b, c, out):
    """Change the states by the impulses of a jump that fits, and keep what it costs until the loop has taken them."""
    n = k[b + COUNT]
    floats, ints = lists_of(k, a, b)
    states, sources = k[ints], k[ints + 1]
    given = lost = 0.0 * out[c + 2 * n]
    for i in range(n):
        change = 0.5 * jumped_by(p, k, a, b, c, out, i)
        lost += out[c + 2 * n + i] * (memory[k[part_at(b, i) + W0]] + change)
    for row in range(sources):
        total, _ = impulse_of(p, k, floats + n * (states + row), b, c, out)
        given -= memory[k[ints + 3 + states + row]] * total
    for row in range(states):
        total, _ = impulse_of(p, k, floats + n * row, b, c, out)
        memory[k[ints + 3 + row]] += total
        memory[jump_at(k, b) + NEW_STATES + row] = memory[k[ints + 3 + row]]
    memory[jump_at(k, b) + KEPT_COSTS], memory[jump_at(k, b) + KEPT_COSTS + 1] = given, lost
    memory[jump_at(k, b) + JUMPED] = 1.0


@njit
def jump_is_made(memory, k, a, b):
    """Whether states have jumped and the loop has taken them: then what the jump costs is booked."""
    at = jump_at(k, b)
    if not memory[at + JUMPED].real > 0.5:
        return False
    memory[at + JUMPED] = 0.0
    _, ints = lists_of(k, a, b)
    for row in range(k[ints]):
        if memory[k[ints + 3 + row]] != memory[at + NEW_STATES + row]:
            return False
    for i in range(2):
        memory[at + BOOKED + i] += memory[at + KEPT_COSTS + i]
    return True


@njit
def give_nothing(memory, k, b, t):
    """What the parts give while states jump: the moment is looked at again with the new ones."""
    n, place = k[b + COUNT], k[b + PLACE]
    memory[place] = 0.0 * t
    for i in range(n):
        at = k[part_at(b, i) + SWITCH]
        memory[place + 1 + i] = 0.0 * t
        memory[at + NUMBER] = 0.0 * t


@njit
def search(memory, p, k, a, b, c, out, keep, jump):
    """The combination nearest to the switches' states in which all agree; what has just changed stays if `keep`. With
    `jump` one to which states jump."""
    n, free = k[b + COUNT], 0
    for i in range(n):
        here = part_at(b, i)
        changed = memory[k[here + SWITCH] + STATE].real != memory[k[here + KEPT]].real
        if k[here + CLOSED] < 0 and not (keep and changed):
            out[c + 4 * n + free] = i
            free += 1
    for distance in range(free + 1):
        for mask in range(1 << free):
            if bits_in(mask) != distance:
                continue
            for i in range(n):
                out[c + i] = memory[k[part_at(b, i) + SWITCH] + STATE]
            for bit in range(free):
                if (mask >> bit) & 1 == 1:
                    i = int(out[c + 4 * n + bit].real)
                    out[c + i] = 1.0 - out[c + i]
            if jump and jump_fits(memory, p, k, a, b, c, out):
                return True
            if not jump and fits(memory, p, k, a, b, c, out):
                return True
    return False


@njit
def settle(memory, k, b, c, out):
    """Take the modes of a combination over into the switches; what has changed has yet to leave zero."""
    for i in range(k[b + COUNT]):
        here = part_at(b, i)
        at = k[here + SWITCH]
        if memory[at + FROZEN].real != FREE and out[c + i].real != memory[k[here + KEPT]].real:
            memory[at + FROZEN] = UNARMED
        memory[at + STATE] = out[c + i]
        memory[k[here + KEPT]] = out[c + i]


def ideal(stage, t, pose, twist, memory, p, k, a, b, c, out):
    """p: H, G, weights of rates that are not known, factors of impulses; k: place of the results, number of parts, the
    parts, how many states, sources and others there are, places of the first two.

    Results: how many conduct, what every part gives, whether it conducts, and what is kept of jumps.
    """
    if stage >= ACCEPT:
        if stage == ACCEPT:
            remember(memory, k, b)
        return
    n, anew, free = k[b + COUNT], False, False
    for i in range(n):
        here = part_at(b, i)
        at = k[here + SWITCH]
        if k[here + CLOSED] >= 0:
            number = memory[k[here + CLOSED]]
            memory[at + NUMBER] = number
            if memory[at + FROZEN].real == FREE:
                memory[at + STATE] = 1.0 if number.real > 0.0 else 0.0
                if number.real == 0.0:
                    memory[at + NUMBER] = 0.0 * t - SIDE
        free = free or memory[at + FROZEN].real == FREE
        anew = anew or memory[at + STATE].real != memory[k[here + KEPT]].real
        out[c + i] = memory[at + STATE]
    jumped, going = jump_is_made(memory, k, a, b), jump_at(k, b) + GOING
    if free or anew or jumped:
        good = not free and search(memory, p, k, a, b, c, out, True, False)
        good = good or search(memory, p, k, a, b, c, out, False, False)
        if good:
            settle(memory, k, b, c, out)
        elif not jumped and memory[going].real > 0.5 and search(memory, p, k, a, b, c, out, False, True):
            make_jump(memory, p, k, a, b, c, out)
            give_nothing(memory, k, b, t)
            return
    else:
        memory[going] = 1.0
        good = combination(memory, p, k, a, b, c, out, False) >= 0.0
    place = k[b + PLACE]
    memory[place] = 0.0 * t
    current = ROUNDING * largest_of(memory, p, k, a, b, c, out, True)
    voltage = ROUNDING * largest_of(memory, p, k, a, b, c, out, False)
    for i in range(n):
        here = part_at(b, i)
        at, on = k[here + SWITCH], out[c + i].real > 0.5
        memory[place + 1 + i] = out[c + 2 * n + i] if good else 0.0 * t + NOT_A_NUMBER
        memory[place + 1 + n + i] = out[c + i]
        memory[place] += out[c + i]
        if k[here + CLOSED] < 0:
            number = decisive(memory, p, k, a, b, c, out, i)
            small = abs(number.real) <= (current if on else voltage)
            if small and memory[at + FROZEN].real == FREE:
                number = 0.0 * t + (SIDE if on else -SIDE)
            memory[at + NUMBER] = 0.0 * t if small and memory[at + FROZEN].real == UNARMED else number
    if not good:
        memory[place] = 0.0 * t + NOT_A_NUMBER
