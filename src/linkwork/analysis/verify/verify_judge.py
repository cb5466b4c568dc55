"""One trial after the other beside the reference, and why a trial leaves it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from linkwork.analysis.simulation.simulation_text import SUSPICIOUS
from linkwork.analysis.simulation.singular.singular_crossing import singular_crossing
from linkwork.analysis.simulation.solved_states import solved_states
from linkwork.analysis.verify.agreement import (
    Deviation,
    common_points,
    deviation,
    digits,
    missing_share,
    rounded,
    shares,
)
from linkwork.analysis.verify.verification import (
    ACCURACY,
    BRANCHING,
    OPEN,
    REFUSED,
    SENSITIVE,
    STOPPED,
    UNKNOWN,
    Difference,
    Trial,
    Verification,
)
from linkwork.analysis.verify.verify_case import Case
from linkwork.analysis.verify.verify_support import by_support, support
from linkwork.base.errors import AnalysisError
from linkwork.run.run import Run
from linkwork.system.loop.moment import USUAL_TOLERANCES, Options

_SAMPLES = 11  # states at which accelerations and reactions are compared
_EXPECTED = 1e3  # times the tolerance: so far a run may be off
_LIMITS = 1e-8, 1e-2  # of what is expected
_SAME = 1e-8  # accelerations and reactions at the same state
_ROUNDINGS = 30.0  # times what rounding of the coordinates makes of them: a difference that is no larger is none
_SEED = 1
_NEARER = 1.5  # times: so much nearer must a run come when it is made finer
_AS_MUCH = 10.0  # times the change of the reference: a difference that is no larger cannot be told from it
_MOST = 100.0  # times what most of the others are off: a run that is farther off is not so for the motion's sake
_CANDIDATES = 3  # formulations that are tried as the reference
_BETTER = 0.1  # so much better must a later candidate be supported
_PARTED = 1e-3  # so far apart two motions are not the same
_MUCH = 1e3  # times nearer
_ENDS = 1e-3  # of the time: runs that end farther apart do not end alike
_LEAST = 2  # times that two runs have in common, or nothing is compared
_STEPS = 20  # steps of a method of fixed step for one of the reference
_FEWEST_STEPS = 1000
_SECONDS, _SLOWER = 10.0, 20.0  # of processor time for every run, or so many times what the quickest took
_MOST_SECONDS = 60.0  # for a run before any has come to the end, and at least for a reference
_TRIED = 10.0  # for the very first, before a method for stiff models is tried
_PARTS = 3.0  # shares of the time given for the first run, for that by radau and for those with finer tolerances
_KEPT = 0.4  # of the time given: for methods
_FARTHER = 2.0  # times: so much farther must another method come in that time
_NOT_KNOWN = "whether a finer run comes nearer is not known: none came that far"
_NO_COMMON = "but for the start it has no time of the output in common with the reference"
_NO_TIME = f"{_NOT_KNOWN} in the time given"
_NO_REFERENCE = "how far the reference itself is off is not known: no finer run of it ended in the time given"
ORDERS = {"rk4": 4, "midpoint": 2, "alpha": 2, "trapezoidal": 2, "radau": 5, "dop853": 8}


class Judge:
    """The reference of a case, and trials beside it."""

    def __init__(self, case: Case, names: Sequence[str], methods: int = 0) -> None:
        self.case, self.budget = case, case.budget
        self.budget.runs = len(names) + methods + _CANDIDATES
        self.limit = _limit(case.options)
        self.uncertain: Deviation | None = None  # how far the tolerance moves the reference, where that is known
        self.runs: dict[str, tuple[Run, float]] = {}
        self.finer: dict[str, Run] = {}
        self.spread = np.inf
        self.short = False  # whether a finer run of the reference was stopped for want of time
        self.quickest = np.inf
        if case.driven:
            self.reference, words = case.kinematics(), "kinematics and inverse dynamics, which integrate nothing"
            self.base = case.options.formulation
        else:
            words = self._simulated_reference(names)
            self.short = self.short or _is_out_of_time(self.reference)
        self.frames = sorted(set(np.linspace(0, len(self.reference.t) - 1, _SAMPLES).astype(int).tolist()))
        assert self.reference.loads is not None
        self.unique = self.reference.loads.unique.table[self.frames]
        self.result = Verification(
            case.mechanism.name,
            float(case.grid[0]),
            float(self.reference.t[-1]),
            len(case.grid),
            words,
            self._uncertainty(),
            self.limit,
            case.driven,
            notes=[*self.case.notes, *self._notes()],
            end=float(case.grid[-1]),
            broken="" if self.reference.completed else _reason(self.reference),
            finer=self.uncertain is not None,
        )

    def _uncertainty(self) -> float | None:
        """How far the reference may be off: by its tolerance, else by what half of the others are off at least."""
        if self.case.driven:
            return 0.0
        if self.uncertain is not None:
            return float(self.uncertain.largest[-1])
        others = [run for run, _ in self.runs.values() if run is not self.reference]
        return float(np.median([deviation(run, self.reference).largest[-1] for run in others])) if others else None

    def _simulated(self, options: Options, least: float = 0.0, parts: float = 1.0) -> tuple[Run, float]:
        """A run, and its processor time: a share of what was given, or some times what the quickest run took."""
        if self.budget.is_given:
            most = self.budget.share(parts)
        else:
            most = max(_SECONDS, _SLOWER * self.quickest, least) if self.quickest < np.inf else least or _MOST_SECONDS
        run, seconds = replace(self.case, most=most).simulated(options)
        self.budget.used += seconds
        if run.completed:
            self.quickest = min(self.quickest, seconds)
        return run, seconds

    def _simulated_reference(self, names: Sequence[str]) -> str:
        """The formulation that the others support best, with a tolerance ten times smaller.

        One whose finer run the others do not support is passed over.
        """
        failures, self.budget.kept = list[str](), _KEPT
        for name in dict.fromkeys((self.case.options.formulation, *names)):
            try:
                self.runs[name] = self._simulated(self._options(name)) if self.runs else self._first(name)
                if self.budget.is_given and len(self.runs) == 1:  # before others take what is left
                    self.finer[name] = self._run_finer(name)
            except AnalysisError as error:
                failures.append(str(error))
        options, self.budget.kept = self.case.options, 0.0
        done = {name: run for name, (run, _) in self.runs.items() if run.completed}
        best: tuple[float, str, Run] | None = None
        for name in by_support(done, 0.01 * self.limit)[:_CANDIDATES]:
            try:
                finer = self.finer.get(name) or self._run_finer(name)
            except AnalysisError:
                continue
            self.short = self.short or _is_out_of_time(finer)
            off = support(finer, [run for other, run in done.items() if other != name])
            if finer.completed and (best is None or off < _BETTER * best[0]):
                best = off, name, finer
            if finer.completed and off <= self.limit:
                break
        if best is not None:
            _, self.base, self.reference = best
            self.uncertain = deviation(done[self.base], self.reference)
            self.spread = float(np.median([deviation(run, self.reference).largest[-1] for run in done.values()]))
            return f"formulation {self.base} with {options.method} and rtol {_finer(options).rtol:.0e}"
        if not self.runs:
            raise AnalysisError(failures[0])
        farthest = sorted(self.runs, key=lambda name: -self.runs[name][0].t[-1])
        self.base = next(iter(by_support(done, 0.01 * self.limit) or farthest))
        self.reference = self.runs[self.base][0]
        if self.reference.completed:
            words = f"formulation {self.base} with {options.method} and rtol {options.rtol:.0e}"
            return f"{words}: no finer run came to the end"
        return f"formulation {self.base}, which {_reason(self.reference)}"

    def _run_finer(self, name: str) -> Run:
        """The same with a tolerance ten times smaller."""
        return self._simulated(_finer(self._options(name)), _MOST_SECONDS, _PARTS)[0]

    def _first(self, name: str) -> tuple[Run, float]:
        """The very first run; where it is stopped and radau comes much farther, all are compared by radau."""
        options, usual = self._options(name), USUAL_TOLERANCES["radau"]
        first = self._simulated(options, _TRIED, _PARTS)
        if first[0].completed or options.method == "radau" or not _is_out_of_time(first[0]):
            return first
        stiff = replace(options, method="radau", step=0.0)
        stiff = replace(stiff, rtol=max(usual[0], options.rtol), atol=max(usual[1], options.atol))
        try:
            second = self._simulated(stiff, _MOST_SECONDS, _PARTS)
        except AnalysisError:
            second = first
        span = float(self.case.grid[0])
        if second[0].t[-1] - span > _FARTHER * (first[0].t[-1] - span):
            words = f"{options.method} {_reason(first[0])}, radau came to t = {second[0].t[-1]:.6g} s"
            note = f"{words} in {second[1]:.2g} s: the model is stiff, and its formulations are compared by radau"
            self.case = replace(self.case, options=stiff, notes=(*self.case.notes, note))
            self.limit = _limit(stiff)
            return second
        return first if self.budget.is_given else self._simulated(options, _MOST_SECONDS)

    def _notes(self) -> list[str]:
        assert self.reference.loads is not None
        doubtful = self.reference.loads.unique.doubtful()
        notes = []
        if doubtful:
            words = ", ".join(f"{name} ({', '.join(labels)})" for name, labels in doubtful.items())
            notes.append(f"constraints are redundant: these reactions are not unique and not compared: {words}")
        return notes

    def formulation(self, name: str) -> Trial:
        """One formulation with the method of the case, and what it gives at states of the reference."""
        trial = self._trial(replace(self.case.options, formulation=name), Trial(name, self.case.options.method))
        if trial.status != REFUSED:
            self._solve(trial)
        return trial

    def method(self, name: str) -> Trial:
        """One method with the formulation that suits."""
        from linkwork.system.methods.methods import CONVERGING, method_named

        assert name in CONVERGING
        options = replace(self.case.options, method=name, formulation="auto")
        usual = USUAL_TOLERANCES.get(name, (0.0, 0.0))
        options = replace(options, rtol=max(usual[0], options.rtol), atol=max(usual[1], options.atol))
        if method_named(name, self.case.system, 1.0).fixed:
            options = replace(options, step=self.case.options.step or self._step())
        if name == "alpha" and self.case.driven:
            options = replace(options, step=self._step())  # drivers leave its error control nothing to see
        return self._trial(options, Trial("auto", name, step=options.step))

    def _step(self) -> float:
        """A length of step for methods that keep it, as a round number."""
        span = float(self.case.grid[-1] - self.case.grid[0])
        steps = max(_FEWEST_STEPS, _STEPS * int(self.reference.statistics.get("steps", 0)))
        return span / float(f"{steps:.1g}")

    def _trial(self, options: Options, trial: Trial) -> Trial:
        trial.rtol = options.rtol
        try:
            known = self.runs.get(options.formulation) if options == self._options(options.formulation) else None
            run, trial.seconds = known or self._simulated(options)
        except AnalysisError as error:
            reason = str(error).removeprefix(f"{self.case.mechanism.name}: ").partition(";")[0]
            trial.status, trial.note = REFUSED, reason
            return trial
        trial.formulation = run.moment.options.formulation
        trial.steps, trial.evaluations = (int(run.statistics[key]) for key in ("steps", "evaluations"))
        trial.own = self._is_own(run)
        off = deviation(run, self.reference)
        if run is not self.reference:  # which has all digits in common with itself
            trial.digits = _digits(off)
        trial.violation = float(np.max(run.violation(), initial=0.0))
        trial.energy = missing_share(run) if np.any(run["energy.kinetic"]) else None
        trial.until = float(off.t[-1])
        apart = float(run.t[-1] - self.reference.t[-1])
        if not run.completed and apart < -_ENDS * self._span():
            trial.status, trial.note = STOPPED, _reason(run)
        if run is not self.reference and len(off.t) < _LEAST:  # the start alone is no comparison
            trial.status, trial.digits = STOPPED, {}
            trial.note = _NO_COMMON if run.completed else _reason(run)
        self._judge(options, trial, run, off)
        if not trial.differences and run.completed and self.reference.completed and abs(apart) > _ENDS * self._span():
            reason = f"it ends at t = {run.t[-1]:.6g} s, the reference at {self.reference.t[-1]:.6g} s"
            trial.differences.append(Difference("end", trial.until, 0.0, reason, UNKNOWN))
        return trial

    def _is_own(self, run: Run) -> bool:
        """Whether nothing but the tolerance tells a run from the reference."""
        if self.case.driven:
            return False
        one, other = run.moment.options, self.reference.moment.options
        return bool((one.formulation, one.method) == (other.formulation, other.method))

    def _options(self, formulation: str) -> Options:
        return replace(self.case.options, formulation=formulation)

    def _span(self) -> float:
        return float(self.case.grid[-1] - self.case.grid[0])

    def _solve(self, trial: Trial) -> None:
        """Compare accelerations and reactions at states of the reference."""
        assert self.reference.loads is not None
        expected = self.reference.a[self.frames], self.reference.loads.wrenches[self.frames]
        states = solved_states(self.reference, trial.formulation, self.frames)
        both = shares(self.case.system, states, expected, self.unique)
        for number, what in enumerate(("accelerations", "reactions")):
            share = both[number]
            if share == share:
                trial.digits[what] = digits(share)
            if share > _SAME and not share < _ROUNDINGS * self.rounding[number]:
                reason = "this formulation gives others at the same state"
                trial.differences.append(Difference(what, None, digits(share), reason, UNKNOWN))

    @cached_property
    def rounding(self) -> list[float]:
        """How far rounding of the coordinates moves accelerations and reactions, which stiffness may make large."""
        plain, moved = (
            solved_states(run, self.base, self.frames) for run in (self.reference, rounded(self.reference, _SEED))
        )
        return shares(self.case.system, moved, plain, self.unique)

    def _judge(self, options: Options, trial: Trial, run: Run, off: Deviation) -> None:
        """Say where the run leaves the reference, and why."""
        passed, worst = off.first_beyond(self.limit), float(off.largest[-1])
        energy = trial.energy if trial.status != STOPPED else None
        lost = energy if energy is not None and energy > SUSPICIOUS else None
        if passed is None and lost is None:
            return
        cause = self._sensitive(off) if passed is not None else None
        if passed is not None and cause is None and worst > _PARTED:
            cause = self._branching(passed[0], worst)
        if passed is not None and cause is not None:
            trial.differences.append(self._difference(off, *passed, *cause))
            return
        try:
            finer = None if self.budget.is_spent else self._simulated(_finer(options))[0]
        except AnalysisError:
            finer = None
        ended = finer is not None and (finer.completed or float(finer.t[-1]) >= float(off.t[-1]))
        short = self.budget.is_spent if finer is None else _is_out_of_time(finer)
        not_known = (_NO_TIME, OPEN) if short else (_NOT_KNOWN, UNKNOWN)
        if passed is not None:
            left, there, compared = np.inf, worst, finer is not None
            if finer is not None:
                both = min(len(off.t), common_points(finer, self.reference))  # either may have come farther
                left, there = (float(deviation(each, self.reference, both).largest[-1]) for each in (finer, run))
                compared = finer.completed or both > passed[0]
            why = _comes_nearer(options, there, left) if compared else not_known
            if why[1] == UNKNOWN and self.uncertain is None and self.short:
                why = _NO_REFERENCE, OPEN
            if why[1] == UNKNOWN and not self.budget.is_spent:
                why = self._branching(passed[0], worst) or why
            trial.differences.append(self._difference(off, *passed, *why))
        if lost is not None:
            left = missing_share(finer) if finer is not None else np.inf
            why = _comes_nearer(options, lost, left) if ended or not short else not_known
            trial.differences.append(Difference("energy", None, digits(lost), *why))

    def _difference(self, off: Deviation, index: int, channel: str, reason: str, kind: str) -> Difference:
        return Difference(channel, float(off.t[index]), digits(float(off.largest[-1])), reason, kind)

    def _sensitive(self, off: Deviation) -> tuple[str, str] | None:
        """Whether the reference itself moves as much when its tolerance changes, and the others with it.

        Where most of the others agree better than that, the motion is not to blame.
        """
        if self.uncertain is None or off.largest[-1] > _MOST * self.spread:
            return None
        last = min(len(self.uncertain.largest), len(off.largest)) - 1
        if off.largest[last] > _AS_MUCH * self.uncertain.largest[last]:
            return None
        return f"the motion is that sensitive: a tolerance ten times smaller moves {self.base} as much", SENSITIVE

    def _branching(self, frame: int, worst: float) -> tuple[str, str] | None:
        """Whether a singular position is passed before the motions part; or costs digits only, where they do not."""
        t = singular_crossing(self.reference, frame)
        if t is None:
            return None
        passed = f"at t = {t:.4g} s a singular position is passed"
        if worst <= _PARTED:
            return f"{passed}, which costs digits", SENSITIVE
        return f"{passed}, and more than one motion goes on", BRANCHING


def _digits(off: Deviation) -> dict[str, float]:
    """How many digits are left, by quantity."""
    left = {"positions": off.positions, "velocities": off.velocities}
    left |= {"states": off.states} if off.states.shape[1] else {}
    return {what: digits(float(np.max(apart, initial=0.0))) for what, apart in left.items()}


def _comes_nearer(options: Options, off: float, left: float) -> tuple[str, str]:
    """Whether half the step, or a smaller tolerance, brings a run nearer to the reference, and what that means."""
    order = f"method of order {ORDERS[options.method]}, " if options.method in ORDERS else ""
    if options.step:
        words = f"{order}steps of {options.step:.3g} s: half the step"
    else:
        words = f"{order}tolerance {options.rtol:.0e}: one ten times smaller"
    ratio = off / max(left, 1e-300)
    if ratio < _NEARER:
        return f"{words} does not bring it nearer", UNKNOWN
    return f"{words} leaves {f'1/{ratio:.1f}' if ratio < _MUCH else 'nothing'} of it", ACCURACY


def _limit(options: Options) -> float:
    """How far a run may be off without a word."""
    return float(np.clip(_EXPECTED * options.rtol, *_LIMITS))


def _is_out_of_time(run: Run) -> bool:
    """Whether it was stopped for the time that it took."""
    return not run.completed and "processor time" in run.events[-1].text


def _reason(run: Run) -> str:
    """Why a run stopped."""
    return run.events[-1].text.removesuffix("; the results up to there are kept")


def _finer(options: Options) -> Options:
    """Half the step, or a tolerance ten times smaller."""
    return replace(options, rtol=max(0.1 * options.rtol, 1e-14), atol=0.1 * options.atol, step=0.5 * options.step)
