"""A note where an explicit method crawls: its steps are held down by motions that have long died out."""

from __future__ import annotations

import numpy as np

from linkwork.base.errors import AnalysisError
from linkwork.run.run import Run

OFTEN = 500  # changes of branches of laws that are worth a look
MANY = 1000
"""Steps from which on it is worth a look."""
STABLE = {"dop853": 6.0, "adams": 1.0}
"""About how long the steps of a method may be for a motion that dies out, in times in which it falls to 1/e."""
BEYOND = 3.0  # of that: steps as long have not felt such a decay, which then is one of the end of the run alone
HELD = 0.4  # of that: as long on the average, steps are held down by it, for thousands of such times have gone by


def cut_notes(run: Run) -> list[str]:
    """Whether steps of fixed length had to be cut."""
    cut = run.statistics.get("rejected steps", 0)
    options = run.moment.options if run.moment is not None else None
    if options is None or not options.step or options.method not in ("midpoint", "alpha", "backward-euler") or not cut:
        return []
    advice = ", or rho below 1 for vibrations that are too fast for it," if options.method == "midpoint" else ""
    return [
        f"{options.method}: the iteration did not converge with the step that was given, which was halved {cut} times; "
        f"a shorter step{advice} is cheaper"
    ]


def chatter_notes(run: Run) -> list[str]:
    """Whether laws changed their branch at about every step, as they do where a run shakes by its method alone."""
    switches = sum(event.kind == "switch" for event in run.events)
    steps = run.statistics.get("steps", 0)
    if run.moment is None or switches < OFTEN or switches < steps / 2:
        return []
    method = run.moment.options.method
    told = "a step that is too long for it" if run.moment.options.step else "a tolerance that is too loose for it"
    return [
        f"{switches} changes of branches of laws in {steps} steps of method '{method}': it shakes, as it does with "
        f"{told}; halve that, and compare"
    ]


def crawling_notes(run: Run) -> list[str]:
    """A sentence that names the methods to use where the fastest decay, and not the tolerance, holds the steps down."""
    moment = run.moment
    limit = STABLE.get(moment.options.method) if moment is not None else None
    steps = run.statistics.get("steps", 0)
    if limit is None or steps < MANY or len(run.t) < 2 or not run.t[-1] > run.t[0]:
        return []
    step = float(run.t[-1] - run.t[0]) / steps
    decay = _in_circuits(run)
    if decay * step < HELD * limit:
        decay = _fastest_decay(run)
    if not HELD * limit <= decay * step <= BEYOND * limit:
        return []
    return [
        f"method '{moment.options.method}' crawled: {steps} steps of {step:.3g} s on the average, held down by a "
        f"motion that dies out in {1.0 / decay:.3g} s and not by the tolerance; for stiff systems use method 'radau'"
    ]


def _in_circuits(run: Run) -> float:
    """That of the circuits alone, which costs next to nothing: mostly it is they that hold steps down."""
    signals = run.system.signals
    if not run.mechanism.circuits or signals is None:
        return 0.0
    from linkwork.networks.decays import fastest_decay

    circuits = run.mechanism.together().circuits.values()
    return max(fastest_decay(circuit.network, signals.scope) for circuit in circuits)


def _fastest_decay(run: Run) -> float:
    """How fast the fastest decay near the end of the run is, in 1/s; 0 where it is not known."""
    from linkwork.analysis.linear.linearise import decay_rates

    try:
        return float(np.max(decay_rates(run.mechanism, (run, float(run.t[-1]))), initial=0.0))
    except AnalysisError:
        return 0.0
