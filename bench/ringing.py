"""A rod that was struck rings for ten seconds: with the modes that still matter beside all hundred of them.

Schiehlen, Hu and Seifried (2005), 2.2: the same integrator and tolerance for both. Mode-seconds are those of the
staircase; work counts evaluations times the modes in them; `apart` is how far the two runs differ at most, of the rod's
free end in m and of the strain at 0.3 m.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from linkwork.impacts import Ringing, Rod, Sphere, modes_to_keep, ringing

Row = dict[str, Any]
BALL = Sphere(radius=0.015, modulus=210e9, poisson=0.3, density=7780)
ROD = Rod(radius=0.010, length=1.0, modulus=71.08e9, poisson=0.33, density=2710)
MODES, UNTIL, DAMPING = 100, 10.0, 3.6914e-8


def _rung(adaptive: bool) -> tuple[Ringing, float]:
    """The run and its processor time."""
    begin = time.process_time()
    run = ringing(BALL, ROD, 0.28, UNTIL, damping=DAMPING, length=0.2, drag=0.162, modes=MODES, adaptive=adaptive)
    return run, time.process_time() - begin


def rows() -> Iterator[Row]:
    """Both runs, then what one costs of the other."""
    _rung(True)  # loads what is compiled
    few, short = _rung(True)
    yield {"problem": "modes that matter", "seconds": short, "evaluations": few.evaluations, "work": few.work}
    everything, long = _rung(False)
    yield {"problem": "all modes", "seconds": long, "evaluations": everything.evaluations, "work": everything.work}
    kept = modes_to_keep(ROD.vibrations(MODES)[0], damping=DAMPING)
    end, gauge = ROD.moves(MODES, 1.0), ROD.strains(MODES, 0.3)
    places = [run.struck[:, 0] + run.moved(end) for run in (few, everything)]
    strains = [run.moved(gauge) for run in (few, everything)]
    yield {
        "problem": "all over those that matter",
        "mode_seconds": MODES * UNTIL / kept.mode_seconds(UNTIL),
        "seconds": long / short,
        "evaluations": everything.evaluations / few.evaluations,
        "work": everything.work / few.work,
        "end_apart": float(np.max(np.abs(places[0] - places[1]))),
        "strain_apart": float(np.max(np.abs(strains[0] - strains[1])) / np.max(np.abs(strains[1]))),
    }
