"""What the audit of runs with contacts costs, as a share of the whole call of `simulate`.

Each run is called with and without its audit in turn, many times in one process; `share` is the least that the audit
takes by itself over the least of the whole call, `differ` the same by the difference of the two least, which a busy
machine blurs. `first` is the share of the first call of a new mechanism, whose outlines are read then. A line
of all scenes of a world weighs each by its time.

`LINKWORK_AUDITED` says how many scenes in the plane and in space (12 each).
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import linkwork as lw
from bench.contacts import GRAVITY, heap
from bench.scenes import WORLDS
from bench.space import bar
from linkwork.analysis.simulation import time_loop
from linkwork.bodies.profiles import circle, wall

Row = dict[str, Any]
ASKED = 0.05  # of the whole call
SPENT, LEAST, MOST = 1.5, 5, 60  # seconds a run is called for, and how often at least and at most
EXAMPLES = ("bouncing-block", "jumping-cam", "roller-cam", "trigger", "valve-lifter")


def shares(call: Callable[[], Any]) -> tuple[float, float, float, float]:
    """Processor time of a call, and the shares of its audit: by itself, by the difference, in the first call."""
    audit_run, inside = time_loop.audit_run, [0.0]

    def timed(*given: Any) -> None:
        begin = time.process_time()
        audit_run(*given)
        inside[0] += time.process_time() - begin

    def once(audit: Callable[..., None]) -> float:
        inside[0] = 0.0
        vars(time_loop)["audit_run"] = audit
        begin = time.process_time()
        call()
        return time.process_time() - begin

    whole, bare, own = [], [], []
    try:
        first = once(timed)
        first = inside[0] / first
        until = time.process_time() + SPENT
        while len(own) < LEAST or (time.process_time() < until and len(own) < MOST):
            whole.append(once(timed))
            own.append(inside[0])
            bare.append(once(lambda *_: None))
    finally:
        vars(time_loop)["audit_run"] = audit_run
    least = min(whole)
    return least, min(own) / least, 1.0 - min(bare) / least, first


def ordinary() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Runs with contacts as people have them: the examples, a ball that bounces, a box that slides, a heap."""
    for name in EXAMPLES:
        model = lw.load(f"examples/{name}.yaml")
        yield name, lambda model=model: model.run(progress=False)
    ball = lw.Planar("ball")
    ball.set_gravity(0, -GRAVITY)
    rim = ball.body("ball", estimate=(0, 1.1, 0)).profile("rim", circle(0.1))
    ball.mass("ball", mass=1, inertia=0.01)
    ball.contact("C", ball.ground.profile("floor", wall((0, 0), (-1, 0))), rim, restitution=1)
    yield "ball, 1000 impacts", lambda: ball.simulate(900.0, 2, progress=False)
    box = lw.Spatial("box")
    box.set_gravity(0, 0, -GRAVITY)
    box.add_solid("ground", "floor", {"type": "plane", "normal": (0, 0, 1)})
    box.body("box", (0, 0, 0.05))
    box.mass("box", mass=1, inertia=(0.01, 0.01, 0.01))
    box.add_solid("box", "skin", {"type": "box", "size": (0.2, 0.2, 0.1)})
    box.contact("C", "ground", "box", restitution=0, friction=0.3)
    yield "box that slides and turns", lambda: box.simulate(0.5, 101, speeds={"box.vx": 1, "box.wz": 3}, progress=False)
    spheres = heap(100)
    options = {"method": "moreau", "step": 1e-3, "rtol": 1e-3, "progress": False}
    yield "100 spheres, moreau", lambda: spheres.simulate(0.1, 11, **options)


def rows() -> Iterator[Row]:
    """One row a run, then the bar."""
    warnings.simplefilter("ignore")
    most = 0.0
    for name, call in ordinary():
        whole, share, differ, first = shares(call)
        most = max(most, share)
        yield {"problem": name, "ms": 1e3 * whole, "share": share, "differ": differ, "first": first}
    count = int(os.environ.get("LINKWORK_AUDITED", "12"))
    for world, made in WORLDS.items():
        found = [(scene, *shares(scene.run)) for scene in map(made, range(count))]
        for scene, whole, share, differ, first in found:
            name = f"{world} scene {scene.seed}, {scene.method}"
            yield {"problem": name, "ms": 1e3 * whole, "share": share, "differ": differ, "first": first}
        together = sum(whole * share for _, whole, share, _, _ in found) / sum(whole for _, whole, *_ in found)
        middle = median(share for _, _, share, _, _ in found)
        yield {"problem": f"{world}, {count} scenes", "share": together, "median_share": middle}
        most = max(most, together)
    yield bar("audit, of the whole call, at most", most, ASKED, False)
