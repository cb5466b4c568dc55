"""From step to step: fixed, or chosen by the error of what the subsystems exchange."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwork.base.errors import LinkworkError
from linkwork.base.progress import Progress, stop_asked
from linkwork.exchange.checks import stability_notes
from linkwork.exchange.connections import RigidGlue
from linkwork.exchange.coordinator import Coordinator
from linkwork.exchange.result import CoupledRun, Recorder
from linkwork.exchange.subsystem import DEGREES, CouplingError

if TYPE_CHECKING:
    from linkwork.exchange.coupled import Coupled

_SAFE, _LEAST, _MOST = 0.9, 0.2, 2.0  # how the next step follows from the error of this one
_OPEN = 1e-6  # a gap at the start above which parts do not meet, m or rad
_TOLD = 16  # steps after which the bar moves
_SMALLEST = 1e-9  # share of the first step below which an error is not the step's fault


def run_coupled(
    model: Coupled,
    made: Coordinator,
    start: float,
    until: float,
    step: float,
    rtol: float | None,
    atol: float,
    every: int,
    progress: bool,
    resume: CoupledRun | None = None,
    checkpoints: int = 0,
) -> CoupledRun:
    """All steps from start to end; what was computed is kept when a part fails."""
    if not np.isfinite([start, until, step]).all() or until <= start or step <= 0.0:
        raise CouplingError(f"{model.name}: give an end after the start and a step above 0")
    if every < 1:
        raise CouplingError(f"{model.name}: every: expected a whole number, 1 or more; found {every}")
    made.start(start, made.own.unconnected)
    _require_closed(made)
    recorder = Recorder(model, made, resume)
    if resume is None:
        recorder.row(0.0)
    outer = np.zeros((DEGREES, len(made.own_inputs)))
    outer[0] = made.own.unconnected
    notes, completed = stability_notes(made.connections), True
    notes += made.notes
    count = max(int(np.ceil((until - start) / step - 1e-9)), 1)
    h, number = (until - start) / count, 0
    if resume is not None:
        number, h = _gone_on(model, made, recorder, resume, h, rtol)
    with Progress("couple", count, show=progress) as bar:
        while made.t < until - 1e-9 * step:
            if stop_asked():
                notes.append(f"interrupted at t = {made.t:.6g} s; what was computed until then is kept")
                completed = False
                break
            try:
                ahead = h if rtol is None else min(h, until - made.t)
                taken, h = _step(made, ahead, h, outer, rtol, atol, step)
            except LinkworkError as error:
                notes.append(f"{error}; results up to t = {made.t:.6g} s are kept")
                recorder.failure = error
                completed = False
                break
            number += 1
            if rtol is None:
                made.t = start + (until - start) * min(number / count, 1.0)
            if number % every == 0 or made.t >= until - 1e-9 * step:
                recorder.row(taken)
            if checkpoints and number % checkpoints == 0:
                recorder.mark(number, h)
            if number % _TOLD == 0:
                bar.update(min(int((made.t - start) / (until - start) * count), count), 1, 1.0)
    if made.t == recorder.times[-1]:
        recorder.mark(number, h)
    return recorder.run(notes + recorder.redundant() + _singular(made), completed)


def _gone_on(
    model: Coupled, made: Coordinator, recorder: Recorder, resume: CoupledRun, h: float, rtol: float | None
) -> tuple[int, float]:
    """All parts back where another run left them; how many steps that had made, and the step to go on with."""
    at = resume.checkpoint
    if at is None:
        raise CouplingError(f"{model.name}: resume: a part of that run could not save its state; start it anew")
    if resume.names != recorder.names:
        raise CouplingError(f"{model.name}: resume: that run is of a model with other parts or connections")
    try:
        made.restore(at.token)
    except LinkworkError as error:
        raise CouplingError(f"{model.name}: resume: {error}; start it anew") from None
    if rtol is None and abs(h - at.step) > 1e-9 * h:
        raise CouplingError(f"{model.name}: resume: that run had steps of {at.step:.6g} s; found {h:.6g} s")
    return at.number, at.step


def _require_closed(made: Coordinator) -> None:
    """Refuse parts that do not meet: to close a gap in one step takes forces that depend on the step."""
    for each in made.connections:
        watched = each.watched(made.outputs)
        gap = watched.get("gap", 0.0)
        if isinstance(each, RigidGlue) and each.port and watched["gap_speed"] > _OPEN * each.scale:
            raise CouplingError(
                f"{made.name}: connection '{each.name}': its ports differ by {watched['gap_speed']:.3g} at the start; "
                "give both sides the same start"
            )
        if gap > _OPEN:
            raise CouplingError(
                f"{made.name}: connection '{each.name}' is open by {gap:.3g} at the start; assemble the parts so that "
                "they meet there: give estimates, or hold their coordinates"
            )


def _singular(made: Coordinator) -> list[str]:
    """Steps in which only the displacement was closed."""
    if not made.simplified:
        return []
    first = made.simplified[0]
    return [
        f"in {len(made.simplified)} steps, first at t = {first:.6g} s, displacement and velocity could not both be "
        "closed (a singular position): the displacement alone was, and the velocity in the step after"
    ]


def _step(
    made: Coordinator, h: float, asked: float, outer: np.ndarray, rtol: float | None, atol: float, first: float
) -> tuple[float, float]:
    """Make one step; its length, and the length to go on with."""
    if rtol is None:
        made.attempt(h, outer)
        made.commit()
        return h, asked
    while True:
        try:
            made.attempt(h, outer)
            error = _error(made, rtol, atol)
        except CouplingError:
            if h < _SMALLEST * first:
                raise
            error = np.inf
        factor = _LEAST if not np.isfinite(error) else min(max(_SAFE / max(error, 1e-12) ** 0.5, _LEAST), _MOST)
        if error <= 1.0:
            made.commit()
            return h, h * factor
        h *= min(factor, 0.7)
        if h < _SMALLEST * first:
            raise CouplingError(
                f"{made.name}: the step went to zero at t = {made.t:.6g} s: the interface quantities jump there; "
                "loosen rtol, or give a fixed step"
            )


def _error(made: Coordinator, rtol: float, atol: float) -> float:
    """How far the interface quantities lie from what was expected before the step, in allowed errors."""
    outputs = made._trial[2]
    if not len(outputs):
        return 0.0
    worst = 0.0
    for at in made.slices:
        size = max(float(np.max(np.abs(outputs[at]))), float(np.max(np.abs(made.unknowns[at]))))
        worst = max(worst, float(np.max(np.abs(outputs[at] - made.predicted[at]))) / (atol + rtol * size))
    return worst
