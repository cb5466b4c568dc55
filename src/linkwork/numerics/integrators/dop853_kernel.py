"""The explicit Runge-Kutta method 8(5,3) of Dormand and Prince with its dense output of order 7 ("DOP853").

Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I, 2nd ed., chapter II, and their program dop853.f:
coefficients, error norm, step control and interpolant are those of the program. The method's own vectors are 16 stages
(0 at the start of the step, 12 at its end, 13 to 15 only for dense output), then the 7 vectors of the interpolant.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from linkwork.numerics.integrators.integrator_state_kernel import (
    DENSE,
    ERROR,
    ERROR_START,
    H_DONE,
    NOT_FINITE,
    NOT_FINITE_LIMIT,
    NOT_FINITE_SHRINK,
    OWN,
    REJECTED,
    ROUGH,
    SIZE,
    STEP_TOO_SMALL,
    STRETCH,
    T_OLD,
    TRIAL,
    UNCOUNTED,
    Y_OLD,
    F,
    H,
    Y,
    accept,
    choose_first_length,
    copy,
    evaluate,
    moment,
    next_length,
    open_step,
    settle_slope,
    shortest,
    tolerance,
)
from linkwork.numerics.integrators.step_over_kernel import allowance, goes_over, is_avoiding, refuse
from linkwork.numerics.jit import njit

# Row i of A and C: argument and time of stage i; row 12 is the solution of order 8. E5, E3: error estimates of
# orders 5 and 3. D: the four highest vectors of the interpolant.
# fmt: off
_A: dict[int, dict[int, float]] = {
    1: {0: 0.05260015195876773},
    2: {0: 0.0197250569845379, 1: 0.0591751709536137},
    3: {0: 0.02958758547680685, 2: 0.08876275643042054},
    4: {0: 0.2413651341592667, 2: -0.8845494793282861, 3: 0.924834003261792},
    5: {0: 0.037037037037037035, 3: 0.17082860872947386, 4: 0.12546768756682242},
    6: {0: 0.037109375, 3: 0.17025221101954405, 4: 0.06021653898045596, 5: -0.017578125},
    7: {0: 0.03709200011850479, 3: 0.17038392571223998, 4: 0.10726203044637328, 5: -0.015319437748624402,
        6: 0.008273789163814023},
    8: {0: 0.6241109587160757, 3: -3.3608926294469414, 4: -0.868219346841726, 5: 27.59209969944671,
        6: 20.154067550477894, 7: -43.48988418106996},
    9: {0: 0.47766253643826434, 3: -2.4881146199716677, 4: -0.590290826836843, 5: 21.230051448181193,
        6: 15.279233632882423, 7: -33.28821096898486, 8: -0.020331201708508627},
    10: {0: -0.9371424300859873, 3: 5.186372428844064, 4: 1.0914373489967295, 5: -8.149787010746927,
        6: -18.52006565999696, 7: 22.739487099350505, 8: 2.4936055526796523, 9: -3.0467644718982196},
    11: {0: 2.273310147516538, 3: -10.53449546673725, 4: -2.0008720582248625, 5: -17.9589318631188,
        6: 27.94888452941996, 7: -2.8589982771350235, 8: -8.87285693353063, 9: 12.360567175794303,
        10: 0.6433927460157636},
    12: {0: 0.054293734116568765, 5: 4.450312892752409, 6: 1.8915178993145003, 7: -5.801203960010585,
        8: 0.3111643669578199, 9: -0.1521609496625161, 10: 0.20136540080403034, 11: 0.04471061572777259},
    13: {0: 0.056167502283047954, 6: 0.25350021021662483, 7: -0.2462390374708025, 8: -0.12419142326381637,
        9: 0.15329179827876568, 10: 0.00820105229563469, 11: 0.007567897660545699, 12: -0.008298},
    14: {0: 0.03183464816350214, 5: 0.028300909672366776, 6: 0.053541988307438566, 7: -0.05492374857139099,
        10: -0.00010834732869724932, 11: 0.0003825710908356584, 12: -0.00034046500868740456,
        13: 0.1413124436746325},
    15: {0: -0.42889630158379194, 5: -4.697621415361164, 6: 7.683421196062599, 7: 4.06898981839711,
        8: 0.3567271874552811, 12: -0.0013990241651590145, 13: 2.9475147891527724, 14: -9.15095847217987},
}
C = np.array([
    0.0, 0.05260015195876773, 0.0789002279381516, 0.1183503419072274, 0.2816496580927726, 0.3333333333333333, 0.25,
    0.3076923076923077, 0.6512820512820513, 0.6, 0.8571428571428571, 1.0, 1.0, 0.1, 0.2, 0.7777777777777778,
])
_E5 = {0: 0.01312004499419488, 5: -1.2251564463762044, 6: -0.4957589496572502, 7: 1.6643771824549864,
    8: -0.35032884874997366, 9: 0.3341791187130175, 10: 0.08192320648511571, 11: -0.022355307863886294}
_E3 = {0: -0.18980075407240762, 5: 4.450312892752409, 6: 1.8915178993145003, 7: -5.801203960010585,
    8: -0.4226823213237919, 9: -0.1521609496625161, 10: 0.20136540080403034, 11: 0.02265179219836082}
_D: dict[int, dict[int, float]] = {
    0: {0: -8.428938276109013, 5: 0.5667149535193777, 6: -3.0689499459498917, 7: 2.38466765651207,
        8: 2.117034582445028, 9: -0.871391583777973, 10: 2.2404374302607883, 11: 0.6315787787694688,
        12: -0.08899033645133331, 13: 18.148505520854727, 14: -9.194632392478356, 15: -4.436036387594894},
    1: {0: 10.427508642579134, 5: 242.28349177525817, 6: 165.20045171727028, 7: -374.5467547226902,
        8: -22.113666853125306, 9: 7.733432668472264, 10: -30.674084731089398, 11: -9.332130526430229,
        12: 15.697238121770845, 13: -31.139403219565178, 14: -9.35292435884448, 15: 35.81684148639408},
    2: {0: 19.985053242002433, 5: -387.0373087493518, 6: -189.17813819516758, 7: 527.8081592054236,
        8: -11.57390253995963, 9: 6.8812326946963, 10: -1.0006050966910838, 11: 0.7777137798053443,
        12: -2.778205752353508, 13: -60.19669523126412, 14: 84.32040550667716, 15: 11.99229113618279},
    3: {0: -25.69393346270375, 5: -154.18974869023643, 6: -231.5293791760455, 7: 357.6391179106141,
        8: 93.40532418362432, 9: -37.45832313645163, 10: 104.0996495089623, 11: 29.8402934266605,
        12: -43.53345659001114, 13: 96.32455395918828, 14: -39.17726167561544, 15: -149.72683625798564},
}
# fmt: on


def _table(rows: dict[int, dict[int, float]], height: int, width: int) -> NDArray[np.float64]:
    table = np.zeros((height, width))
    for row, entries in rows.items():
        for column, value in entries.items():
            table[row, column] = value
    return table


STAGES, END, INTERPOLANT = 16, 12, 7  # all stages, the stage at the end of the step, vectors of the interpolant
A, D = _table(_A, STAGES, STAGES), _table(_D, 4, STAGES)
E5, E3 = _table({0: _E5}, 1, STAGES)[0], _table({0: _E3}, 1, STAGES)[0]

settle = settle_slope

OWN_VECTORS, SLOPE_VECTOR = STAGES + INTERPOLANT, END
ORDER = 8
SAFETY = 0.9  # of the length that the error allows, as in dop853.f
LARGEST_SHRINK, LARGEST_GROWTH = 3.0, 6.0  # of one step, as in dop853.f
NUDGE = 1e-6  # of a step: by so much it is made longer to see whether its error is rounding
OTHER = 0.3  # of the error: what changes by more is another one
BETA = 0.04  # weight of the error before in the PI control; 0, as in dop853.f, rejects more steps
EXPONENT = 1.0 / ORDER - 0.2 * BETA


@njit
def argument(z, s, row, h):
    """The argument of stage `row` into the trial vector: y + h sum of A[row, j] k_j."""
    n, y, trial, own = s[SIZE], s[Y_OLD], s[TRIAL], s[OWN]
    for i in range(n):
        z[trial + i] = 0.0
    for j in range(row):
        if A[row, j] != 0.0:
            slope = own + j * n
            for i in range(n):
                z[trial + i] += A[row, j] * z[slope + i]
    for i in range(n):
        z[trial + i] = z[y + i] + h * z[trial + i]


@njit
def stages(address, k, p, w, z, s, first, end, h):
    """The stages from `first` up to before `end`."""
    for row in range(first, end):
        argument(z, s, row, h)
        evaluate(address, k, p, w, z, s, moment(z, C[row], h), s[TRIAL], s[OWN] + row * s[SIZE])


@njit
def errors(z, n, at):
    """The error estimates of orders 5 and 3 of one component, whose slope in the first stage lies there, over h."""
    error5, error3 = 0.0, 0.0
    for j in range(END):
        if E3[j] != 0.0:
            slope = z[at + j * n].real
            error5 += E5[j] * slope
            error3 += E3[j] * slope
    return error5, error3


@njit
def error(z, s, h):
    """Norm of the error estimate of the trial vector, 1 at the tolerance."""
    n, trial, own = s[SIZE], s[TRIAL], s[OWN]
    fifth, third, count = 0.0, 0.0, 0
    for i in range(n):
        error5, error3 = errors(z, n, own + i)
        allowed = tolerance(z, s, i, trial)
        fifth += (error5 / allowed) ** 2
        third += (error3 / allowed) ** 2
        count += allowed < UNCOUNTED
    if fifth == 0.0:
        return 0.0
    # Hairer, Norsett, Wanner I, II.10: the estimate of order 3 guards that of order 5
    return abs(h.real) * fifth / ((fifth + 0.01 * third) * count) ** 0.5


@njit
def is_rounding(address, k, p, w, z, s, h):
    """Whether the error just estimated is rounding of f: then a step longer by a millionth has another one.

    What the method leaves, in a motion however quick, is the same in both. The stages are those of the longer step
    afterwards.
    """
    n, own, kept = s[SIZE], s[OWN], s[OWN] + (END + 1) * s[SIZE]
    for i in range(n):
        z[kept + i] = errors(z, n, own + i)[0]
    stages(address, k, p, w, z, s, 1, END, h * (1.0 + NUDGE))
    total, change = 0.0, 0.0
    for i in range(n):
        allowed, before = tolerance(z, s, i, s[Y_OLD]), z[kept + i].real
        total += (before / allowed) ** 2
        change += ((errors(z, n, own + i)[0] - before) / allowed) ** 2
    return change > (OTHER * OTHER) * total


@njit
def propose(z, size, norm, rejected, cut):
    """Length of the next step after an accepted one (PI control); a step cut at the stop teaches less."""
    shrink = norm**EXPONENT / z[ERROR].real ** BETA / SAFETY
    length = size / max(1.0 / LARGEST_GROWTH, min(LARGEST_SHRINK, shrink))
    if rejected:
        length = min(length, size)
    if cut and size < z[H].real:
        z[H] = max(length, z[H].real)
    else:
        z[H], z[ERROR] = length, max(norm, ERROR_START)


@njit
def step(address, k, p, w, z, s):
    """One accepted step, after as many attempts as it takes."""
    if not settle_slope(address, k, p, w, z, s):
        return NOT_FINITE
    if z[H].real == 0.0:
        choose_first_length(address, k, p, w, z, s, s[OWN], ORDER)
    open_step(z, s)
    copy(z, s[F], s[OWN], s[SIZE])
    rejected, not_finite, rounding = 0, 0, False
    while not_finite < NOT_FINITE_LIMIT:
        h = next_length(z, s, STRETCH)
        size = abs(h.real)
        stages(address, k, p, w, z, s, 1, END, h)
        argument(z, s, END, h)
        norm = error(z, s, h)
        if norm <= allowance(z, s, h, norm, rounding):
            propose(z, size, min(norm, 1.0), rejected > 0, not goes_over(z, s, h))
            return accept(z, s, h)
        if not rounding and is_avoiding(z) and norm < 1e300:  # what is not finite is no rounding
            # once more as it was, if no shorter step can do better
            rounding = is_rounding(address, k, p, w, z, s, h)
            if rounding:
                continue
        rounding = False
        refuse(z, s, h, norm)
        rejected += 1
        s[REJECTED] += 1
        # neither infinite nor not a number
        if norm < 1e300:
            z[H] = size / min(LARGEST_SHRINK, norm**EXPONENT / SAFETY)
        else:
            z[H] = size * NOT_FINITE_SHRINK
            not_finite += 1
        if z[H].real < shortest(z):
            return STEP_TOO_SMALL
    return NOT_FINITE


@njit
def prepare_dense(address, k, p, w, z, s):
    """Three more stages, and from all 16 the vectors of the interpolant.

    Behind an event that lies in the step these stages may not be finite where its end is: the interpolant is then the
    cubic, with which the event is found; the step is made again up to it (`system/loop/event_step_kernel.py`).
    """
    if not settle_slope(address, k, p, w, z, s):
        return False
    n, own, h = s[SIZE], s[OWN], z[H_DONE]
    stages(address, k, p, w, z, s, END + 1, STAGES, h)
    at, start, end, last = own + STAGES * n, s[Y_OLD], s[Y], s[F]
    for i in range(n):
        rise = z[end + i] - z[start + i]
        z[at + i] = rise
        z[at + n + i] = h * z[own + i] - rise
        z[at + 2 * n + i] = 2.0 * rise - h * (z[own + i] + z[last + i])
    for row in range(4):
        high = at + (3 + row) * n
        for i in range(n):
            total = 0.0 * h
            for j in range(STAGES):
                if D[row, j] != 0.0:
                    total += D[row, j] * z[own + j * n + i]
            z[high + i] = h * total
    s[DENSE] = 1 if is_finite(z, own + (END + 1) * n, (STAGES - END - 1) * n) else ROUGH
    if s[DENSE] == ROUGH:
        for i in range(at + 3 * n, at + INTERPOLANT * n):
            z[i] = 0.0 * h
    return True


@njit
def is_finite(z, at, count):
    """Whether so many numbers are finite."""
    sizes = 0.0
    for i in range(at, at + count):
        sizes += 0.0 * z[i].real  # not a number where that is not finite
    return sizes == 0.0


@njit
def dense(z, s, t, out):
    """The interpolant of order 7 at time t."""
    n, at, start = s[SIZE], s[OWN] + STAGES * s[SIZE], s[Y_OLD]
    x = (t - z[T_OLD]) / z[H_DONE]
    for i in range(n):
        total = 0.0 * x
        for row in range(INTERPOLANT - 1, -1, -1):
            total = (total + z[at + row * n + i]) * (x if row % 2 == 0 else 1.0 - x)
        out[i] = z[start + i] + total
    return 1
