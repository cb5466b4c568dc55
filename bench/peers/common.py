"""What the scripts of the other programs share: data and references, reporting, and the choice of steps."""

import json, os, time

import numpy as np

from bench.peers.references import *


def report(peer, method, problem, h, steps, t, error, setup=0.0, evaluations=None):
    """t = (cpu, wall) in s. cpu is the figure to compare on a busy machine (single thread)."""
    cpu, wall = t
    row = dict(
        peer=peer, method=method, problem=problem, h=h, steps=steps, us_per_step=round(1e6 * cpu / max(steps, 1), 3)
    )
    row |= dict(cpu_per_sim_s=round(cpu / duration(problem), 5), wall_s=round(wall, 5), err_m=float("%.3g" % error))
    print(json.dumps(row | dict(setup_s=round(setup, 4), evaluations=evaluations)), flush=True)


def clock():
    return np.array([time.process_time(), time.perf_counter()])


# Steps tried, coarse to fine: all are multiples of the number of samples.
LADDER = [
    20,
    40,
    60,
    80,
    100,
    120,
    140,
    160,
    200,
    240,
    300,
    360,
    400,
    500,
    600,
    800,
    1000,
    1200,
    1400,
    1600,
    2000,
    2400,
]
LADDER += [3000, 4000, 5000, 6000, 8000, 10000, 12000, 16000, 20000, 30000, 40000, 60000, 100000, 200000]
SHORT_LADDER = [
    30,
    60,
    90,
    120,
    150,
    180,
    240,
    300,
    360,
    420,
    510,
    600,
    750,
    900,
    1200,
    1500,
    1800,
    2400,
    3000,
    4200,
    6000,
]
SHORT_LADDER += [9000, 12000, 15000, 20010, 30000, 60000]
LEVELS = (1e-4, 1e-7)
LIMIT = float(os.environ.get("BENCH_LIMIT", 6))  # processor seconds that one run may take
ENOUGH = 0.5  # processor seconds, with building, after which a run is not repeated; repeats are as many as ours
SETTLED = 0.02  # error, m, below which errors fall by a power of the step
LEAST = 20  # steps a second with which windows begin
APART = 1.3  # factor between the steps of two runs from which that power can be seen
cheapest = {}


def needed(n, error, before, level, order):
    """Steps for an error, from the last two runs (steps, error), by the order seen or the method's, whichever is higher."""
    if not error < SETTLED:
        return n
    if before is not None and error < before[1] < SETTLED and n >= APART * before[0]:
        order = max(order, np.log(before[1] / error) / np.log(n / before[0]))
    return n * max(error / level, 1.0) ** (1.0 / order)


def sweep(run, peer, method, problem, order, repeat=25, stages=None, probe=None):
    """run(h) -> (dt, steps, points, setup), dt = clock() difference around the stepping loop.

    Go from few steps to many until the error is below the finest level and report each run; one that reaches a level is
    the best of `repeat`. Rungs that will not do, by the order of convergence, are left out. A method is left when its next run, or the run that would
    reach the next level, would take longer than LIMIT, or longer than another method of the same program that has already
    reached the finest level: a line then says so. What a run would reach is believed once two runs whose errors fall have
    shown it. `order` is the method's order, `stages` its evaluations a step; `probe(h)` makes a few steps only, to see what
    a run would cost.
    """
    T, finest, pending, cost, before = duration(problem), min(LEVELS), list(LEVELS), None, None
    ladder = SHORT_LADDER if problem == "squeezer" else LADDER[3:]
    if has_windows(problem):
        ladder = [n for n in LADDER if n >= LEAST * T]
    wanted, last, shown = 0.0, 0, False
    for n in ladder:
        h = T / n
        if last and n < min(0.6 * wanted, (4 if shown else APART) * last) and n != ladder[-1]:
            continue
        try:
            if cost is None and probe:
                dt, steps, _, _ = probe(h)
                cost = dt[0] / steps
            longest = None if cost is None else cost * (max(n, wanted) if shown else n)
            if longest is not None and longest > min(LIMIT, cheapest.get(problem, LIMIT)):
                row = dict(peer=peer, method=method, problem=problem, h=h, steps=int(max(n, wanted)))
                row |= dict(us_per_step=round(1e6 * cost, 3), level_m=pending[0], skipped_s=round(longest, 4))
                print(json.dumps(row), flush=True)
                return
            best, steps, P, setup = run(h)
            e, total = err(problem, P), best[0] + setup
            for _ in range(repeat - 1 if any(e <= level for level in pending) else 0):
                if total > ENOUGH:
                    break
                dt, _, _, setup = run(h)
                best = dt if dt[0] < best[0] else best
                total += dt[0] + setup
            cost = best[0] / steps
            report(peer, method, problem, h, steps, best, e, setup, stages and stages * steps)
            if e <= finest:
                cheapest[problem] = min(cheapest.get(problem, np.inf), best[0])
            pending = [level for level in pending if not e <= level]
            if not pending:
                return
            wanted, last = needed(n, e, before, pending[0], order), n
            shown = before is not None and e < before[1] < SETTLED and n >= APART * before[0]
            before = before if before and n < APART * before[0] and before[1] < SETTLED else (n, e)
        except Exception as ex:
            print(json.dumps(dict(peer=peer, method=method, problem=problem, h=h, failed=repr(ex)[:300])), flush=True)
            if isinstance(ex, MemoryError):
                return


def grow(peer, method, problem, sizes, run, steps=20):
    """Time a step for growing sizes: run(size, h, steps) -> (dt, steps); until a step takes longer than a tenth of LIMIT."""
    for size in sizes:
        try:
            cost = np.inf
            for _ in range(3):
                dt, n = run(size, 1e-3, steps)
                cost = min(cost, dt[0] / n)
                if 3 * dt[0] > ENOUGH:
                    break
            row = dict(peer=peer, method=method, problem=problem, size=size, us_per_step=round(1e6 * cost, 3))
            print(json.dumps(row), flush=True)
            if 30 * cost > LIMIT:
                return
            steps = max(2, min(steps, int(ENOUGH / cost / 10)))
        except Exception as ex:
            print(
                json.dumps(dict(peer=peer, method=method, problem=problem, size=size, failed=repr(ex)[:300])),
                flush=True,
            )
            return


SIZES = (10, 30, 100, 300, 1000)
