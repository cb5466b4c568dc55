"""The discrete adjoint of a simulation by DOP853 in the coordinates of the bodies: from its last step to its first.

Only the states at the steps are kept; the stages of a step are made again when its turn comes. A step is

    k_i = f(t + c_i h, y + h sum_j A_ij k_j),   y+ = P(y + h sum_j A_12j k_j),   k_12 = f(t + h, y+)

with the projection P; an output within it is P of the interpolant, a sum of y, y+ and all stages. Weights on outputs
go back through the same sums and through the transposed derivatives of f and P (`tangent_stage_kernel`).
"""

from __future__ import annotations

from linkwork.numerics.integrators.dop853_kernel import END, INTERPOLANT, STAGES, A, C, D
from linkwork.numerics.jit import njit, part
from linkwork.numerics.switch_kernel import NUMBER
from linkwork.places.layout_kernel import MEMORY, OUT, SWITCHES, Q
from linkwork.system.adjoint.tangent_stage_kernel import project_at, projection_back, rates_at, rates_back
from linkwork.system.constraints.plain_kernel import give_accelerations, take_plain
from linkwork.system.dynamics.dynamics_kernel import accelerate, store_forces
from linkwork.system.loop.event_sides_kernel import watch_at
from linkwork.system.loop.watches_kernel import place_of


@njit
def shares_at(x, shares):
    """Shares of the vectors of the interpolant in its value at a place x of the step."""
    product = 1.0
    for row in range(INTERPOLANT):
        product *= x if row % 2 == 0 else 1.0 - x
        shares[row] = product


@njit
def stage_state(y, slopes, row, h, out):
    """The state of a stage."""
    for i in range(y.shape[0]):
        total = 0.0
        for j in range(row):
            total += A[row, j] * slopes[j, i]
        out[i] = y[i] + h * total


@njit
def make_stages(k, p, w, t, h, y, end, slopes, states, count):
    """All stages of a step from y to its corrected end, up to before `count`."""
    for row in range(count):
        if row == END:
            for i in range(y.shape[0]):
                states[row, i] = end[i]
        else:
            stage_state(y, slopes, row, h, states[row])
        rates_at(k, p, w, t + C[row] * h, part(states[row], 0), part(slopes[row], 0))


@njit
def interpolate(y, end, slopes, h, shares, out):
    """The interpolant with given shares."""
    rise = shares[0] - shares[1] + 2.0 * shares[2]
    for i in range(y.shape[0]):
        total = (shares[1] - shares[2]) * slopes[0, i] - shares[2] * slopes[END, i]
        for row in range(4):
            for j in range(STAGES):
                total += shares[3 + row] * D[row, j] * slopes[j, i]
        out[i] = y[i] + rise * (end[i] - y[i]) + h * total


@njit
def interpolant_back(weights, shares, h, start, end, slopes):
    """From weights on a value of the interpolant to weights on both ends and on the stages."""
    rise = shares[0] - shares[1] + 2.0 * shares[2]
    for response in range(weights.shape[0]):
        for i in range(weights.shape[1]):
            weight = weights[response, i]
            if weight == 0.0:
                continue
            start[response, i] += (1.0 - rise) * weight
            end[response, i] += rise * weight
            slopes[0, response, i] += h * (shares[1] - shares[2]) * weight
            slopes[END, response, i] -= h * shares[2] * weight
            for row in range(4):
                for j in range(STAGES):
                    slopes[j, response, i] += h * shares[3 + row] * D[row, j] * weight


@njit
def sums_back(weights, row, h, start, slopes):
    """From weights on the state of a stage to weights on the start and on the stages before it."""
    for response in range(weights.shape[0]):
        for i in range(weights.shape[1]):
            weight = weights[response, i]
            start[response, i] += weight
            for j in range(row):
                slopes[j, response, i] += h * A[row, j] * weight


@njit
def clear(values):
    """Set all to zero."""
    for response in range(values.shape[0]):
        for i in range(values.shape[1]):
            values[response, i] = 0.0


@njit
def copy_rows(source, target):
    """Copy one table of weights onto another."""
    for response in range(source.shape[0]):
        for i in range(source.shape[1]):
            target[response, i] = source[response, i]


@njit
def outputs_back(probes, p, w, t, h, y, end, times, seeds, begin, stop, room, ends, sums):
    """From weights on the outputs of a step to weights on its ends and stages."""
    slopes, _, back, start, state, rows, shares, vector, other = room
    k = part(probes[0], 0)
    for output in range(begin, stop):
        shares_at((times[output] - t) / h, shares)
        interpolate(y, end, slopes, h, shares, vector)
        project_at(k, p, w, times[output], part(vector, 0), part(other, 0))
        copy_rows(seeds[output], state)
        projection_back(probes, p, w, times[output], other, state, rows, sums)
        interpolant_back(state, shares, h, start, ends, back)


@njit
def stages_back(probes, p, w, t, h, room, sums, above, below):
    """From weights on the stages above `below`, from `above` down, to weights on the start and the stages before."""
    _, stages, back, start, state, rows, _, _, _ = room
    for row in range(above, below, -1):
        clear(state)
        rates_back(probes, p, w, t + C[row] * h, stages[row], back[row], rows, state, sums)
        sums_back(state, row, h, start, back)


@njit
def go_back(probes, p_table, w_table, steps, outputs, room, ends, sums, last, first):
    """Through the steps from `last` down to `first`: weights on the state behind them become those before (`ends`).

    `steps` holds their times, lengths, states and memories; `outputs` the times, the weights on them, and how many
    there are up to each step. `room` is scratch; weights on the slope at a step's start wait in it for the step before.
    """
    times, lengths, states, memory = steps
    output_times, seeds, within = outputs
    slopes, stages, back, start, _, rows, _, _, _ = room
    k, p, w = part(probes[0], 0), part(p_table, 0), part(w_table, 0)
    for step in range(last, first - 1, -1):
        t, h, y, end = times[step], lengths[step], states[step], states[step + 1]
        for i in range(k[OUT] - k[MEMORY]):
            w[k[MEMORY] + i] = memory[step, i]
        begin, stop = within[step], within[step + 1]
        count = STAGES if stop > begin else END
        make_stages(k, p, w, t, h, y, end, slopes, stages, count)
        clear(start)
        for row in range(STAGES):
            if row != END:
                clear(back[row])
        outputs_back(probes, p, w, t, h, y, end, output_times, seeds, begin, stop, room, ends, sums)
        stages_back(probes, p, w, t, h, room, sums, count - 1, END)
        rates_back(probes, p, w, times[step + 1], end, back[END], rows, ends, sums)
        projection_back(probes, p, w, times[step + 1], end, ends, rows, sums)
        sums_back(ends, END, h, start, back)
        stages_back(probes, p, w, t, h, room, sums, END - 1, 0)
        copy_rows(start, ends)
        copy_rows(back[0], back[END])


@njit
def start_back(probes, p_table, w_table, steps, seeds, room, ends, sums):
    """From weights on the first state, on its slope and on its output to weights on the state that is started from."""
    times, _, states, memory = steps
    _, _, back, _, state, rows, _, _, _ = room
    k, p, w = part(probes[0], 0), part(p_table, 0), part(w_table, 0)
    for i in range(k[OUT] - k[MEMORY]):
        w[k[MEMORY] + i] = memory[0, i]
    rates_back(probes, p, w, times[0], states[0], back[END], rows, ends, sums)
    copy_rows(seeds[0], state)
    projection_back(probes, p, w, times[0], states[0], state, rows, sums)
    for response in range(ends.shape[0]):
        for i in range(ends.shape[1]):
            ends[response, i] += state[response, i]
    projection_back(probes, p, w, times[0], states[0], ends, rows, sums)


@njit
def flow_at(k_table, p_table, w_table, t, y, rates, numbers):
    """Rates of a state at its laws' present sides, and the numbers that are watched there."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    state = part(y, 0)
    rates_at(k, p, w, t, state, part(rates, 0))
    watch_at(0, k, p, w, t, state, state)
    for watch in range(k[SWITCHES]):
        numbers[watch] = w[place_of(k, watch) + NUMBER]


@njit
def observe_rows(k_table, p_table, w_table, times, q, v, memory, a, loads):
    """Accelerations and loads at rows of coordinates, velocities and own states, all of which may carry derivatives."""
    k, p, w = part(k_table, 0), part(p_table, 0), part(w_table, 0)
    for index in range(times.shape[0]):
        for i in range(memory.shape[1]):
            w[k[MEMORY] + i] = memory[index, i]
        take_plain(k, p, w, q[index], v[index])
        accelerate(k, p, w, times[index] + 0.0 * w[k[Q]])
        give_accelerations(k, p, w, a[index])
        store_forces(k, p, w, index, loads)
