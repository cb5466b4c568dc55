"""Which channels of a run are shown first: those asked for, else what the mechanism is for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.names import unquoted
from linkwork.run.display import without_noise

if TYPE_CHECKING:
    from linkwork.run.run import Run

_DRIVEN = ("angle", "position", "length", "distance", "value", "x", "y", "z")
_JOINT = (("position", "speed"), ("angle", "omega"))
_FARTHER = 10.0
_BODY = (("x", "vx"), ("angle", "omega"), ("y", "vy"), ("z", "vz"))


def telling(run: Run, names: Sequence[str]) -> list[str]:
    """All channels that the model asks for; else the driven input and the last output, or the output and its rate."""
    known = set(names)
    asked = [unquoted(name) for plot in run.mechanism.output.plots for name in plot if unquoted(name) in known]
    if asked:
        return list(dict.fromkeys(asked))
    output = next((pair for pair in _outputs(run) if known.issuperset(pair) and _moves(run, pair[0])), None)
    driven = next((name for name in _inputs(run) if name in known), None)
    if driven is not None and output is not None and driven != output[0]:
        return [driven, output[0]]
    if output is not None:
        return list(output)
    return [name for name in _nodes(run) if name in known][-2:] or list(names[:2])


def _nodes(run: Run) -> Iterator[str]:
    """What the nodes of circuits have, in the order in which parts name them; those that change."""
    for circuit in (run.mechanism.together().circuits if run.mechanism.circuits else {}).values():
        for node, domain in circuit.network.graph.domains.items():
            name = f"{circuit.network.name}.{node}.{domain.across}"
            if "." not in node and _moves(run, name):
                yield name


def _inputs(run: Run) -> Iterator[str]:
    """Channels that may say what the first driver drives."""
    for name, driver in run.mechanism.drivers.items():
        for owner in (getattr(driver, "joint", None), name):
            if owner:
                yield from (f"{owner}.{quantity}" for quantity in _DRIVEN)


def _outputs(run: Run) -> Iterator[tuple[str, str]]:
    """Values with rates at which the motion may come out: joints at the ground, slides first, from the last; bodies."""
    driven = {getattr(driver, "joint", None) for driver in run.mechanism.drivers.values()}
    grounded = [
        placed.name
        for placed in reversed(run.system.elements)
        if not placed.driver and 0 in placed.ends and placed.name not in driven
    ]
    for value, rate in _JOINT:
        yield from ((f"{name}.{value}", f"{name}.{rate}") for name in grounded)
    for body in reversed(run.system.bodies):
        yield from ((f"{body}.{value}", f"{body}.{rate}") for value, rate in _farthest_first(run, body))


def _farthest_first(run: Run, body: str) -> list[tuple[str, str]]:
    """Values of a body; a direction in which it goes very much farther than along x comes first."""
    known = set(run.channels())
    reach = {name: float(np.ptp(run[f"{body}.{name}"])) for name in "xyz" if f"{body}.{name}" in known}
    far = max(reach, key=lambda name: reach[name], default="x")
    chosen = far if 0.0 < _FARTHER * reach.get("x", 0.0) < reach[far] else "x"
    return sorted(_BODY, key=lambda pair: pair[0] != chosen)


def _moves(run: Run, name: str) -> bool:
    values, unit = run.with_unit(name)
    return bool(np.ptp(without_noise(run, values, unit, name)) > 0.0)
