"""`python -m bench.peers.whole_calls mujoco:chain10`: whole calls of another program, in processor time.

`anew_s` is the model built from nothing, run and its positions read; `again_s` the same without building it. The step is
the longest of the ladder with which the positions are good to LEVEL; of the program's methods the one whose whole call
is cheapest counts.
"""

import json
import sys

import numpy as np

from bench.peers import common as c

LEVEL = 1e-4  # m
REPEATS = 25


def mujoco(problem):
    from bench.peers import bench_mujoco as script

    if problem.startswith("chain"):
        return {"RK4": script.chain(int(problem[5:]), "RK4")}
    return {f"{name}, connect": getattr(script, problem)(name) for name in ("RK4", "implicitfast")}


def pinocchio(problem):
    from bench.peers import bench_pin as script

    run = script.chain(int(problem[5:])) if problem.startswith("chain") else getattr(script, problem)
    return {"RK4 in Python": run}


def exudyn(problem):
    from bench.peers import bench_exudyn as script

    if problem.startswith("chain"):
        build, ways = script.chain_tree(int(problem[5:])), script.EXPL
    else:
        build, ways = getattr(script, problem), script.IMPL[:2]
    return {name: lambda h, s=solver, l=linear: build(h, s, l, None) for name, solver, linear in ways}


PROGRAMS = {"mujoco": mujoco, "pinocchio": pinocchio, "exudyn": exudyn}


def measured(run, problem):
    """Best whole call and best call without building, s, with steps and error; none where no step will do."""
    for n in c.SHORT_LADDER if problem == "squeezer" else c.LADDER[3:]:
        try:
            h = c.duration(problem) / n
            begin = c.clock()
            dt, steps, points, setup = run(h)
            if (c.clock() - begin)[0] > c.LIMIT:
                return None
            error = c.err(problem, points)
        except Exception:  # a step that is too long lets a program break off
            continue
        if error <= LEVEL:
            break
    else:
        return None
    anew = again = np.inf
    for _ in range(REPEATS):
        begin = c.clock()
        _, _, _, setup = run(h)
        spent = (c.clock() - begin)[0]
        anew, again = min(anew, spent), min(again, spent - setup)
    return {"anew_s": anew, "again_s": again, "steps": steps, "error_m": error}


if __name__ == "__main__":
    peer, problem = sys.argv[1].split(":")
    found = [(method, measured(run, problem)) for method, run in PROGRAMS[peer](problem).items()]
    good = [(row["anew_s"], method, row) for method, row in found if row is not None]
    if good:
        _, method, row = min(good)
        print(json.dumps({"peer": peer, "problem": problem, "method": method} | row), flush=True)
