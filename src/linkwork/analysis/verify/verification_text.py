"""A verification in words: the tables of the trials, where they differ and why, and the verdict."""

from __future__ import annotations

from collections.abc import Sequence

from linkwork.analysis.verify.agreement import digits
from linkwork.analysis.verify.verification import (
    BRANCHING,
    OPEN,
    RAN,
    REFUSED,
    STOPPED,
    Difference,
    Trial,
    Verification,
)

_QUANTITIES = ("positions", "velocities", "accelerations", "reactions")
_ENOUGH = 3  # runs that agree with the reference, and more than those that do not: the motion is not to blame
_MORE = "give more processor time: seconds=600, --seconds 600"
_NOT_FOR_THIS = "not for this mechanism"


def verification_text(verification: Verification) -> str:
    """All of it."""
    lines = [
        f"{verification.name}: the same motion in other ways, t = {verification.start:g} to {verification.until:.6g} s",
        f"reference: {verification.reference}",
    ]
    if not verification.driven:
        lines.append(_held(verification))
    lines += [f"note: {note}" for note in verification.notes]
    lines += [
        "",
        "digits in common with the reference (positions and velocities over the run, accelerations and reactions",
        "at the same states), energy missing as a share of the largest, constraint errors in model lengths and rad",
    ]
    for title, trials in (("formulations", verification.formulations), ("methods", verification.methods)):
        if trials:
            lines += ["", *_table(title, trials)]
    differences = difference_lines(verification)
    if differences:
        lines += ["", "where they differ", *differences]
    return "\n".join([*lines, "", verdict(verification)])


def _held(verification: Verification) -> str:
    """How far the reference can be trusted."""
    off = verification.uncertainty
    if verification.finer and off is not None:
        return f"a tolerance ten times larger moves it by {off:.1e}: {digits(off):.1f} digits hold"
    words = "there is no finer run of it, so that nobody knows how many digits hold"
    return words if off is None else f"{words}; half of the other runs are off it by {off:.1e} or more"


def _table(title: str, trials: Sequence[Trial]) -> list[str]:
    shown = _QUANTITIES if title == "formulations" else _QUANTITIES[:2]
    if any("states" in trial.digits for trial in trials):
        shown = (*shown, "states")
    first = max(len(title), *(len(_label(trial, title)) for trial in trials))
    head = f"{title:{first}} {'rtol, step':>10} " + " ".join(f"{what:>{len(what)}}" for what in shown)
    head += f" {'energy':>8} {'constraints':>11} {'steps':>7} {'evaluations':>11} {'cpu ms':>9}"
    lines = [head]
    for trial in trials:
        label = f"{_label(trial, title):{first}}"
        lines.append(
            f"{label} {_NOT_FOR_THIS}: {trial.note}" if trial.status == REFUSED else f"{label} {_row(trial, shown)}"
        )
    return lines


def _label(trial: Trial, title: str) -> str:
    return trial.formulation if title == "formulations" else f"{trial.method} ({trial.formulation})"


def _row(trial: Trial, shown: Sequence[str]) -> str:
    cells = [f"{trial.accuracy:>10}"]
    for what in shown:
        value = trial.digits.get(what)
        cells.append(f"{'-' if value is None else f'{value:.1f}':>{len(what)}}")
    cells.append(f"{'-' if trial.energy is None else f'{trial.energy:.0e}':>8}")
    cells.append(f"{trial.violation:>11.0e}")
    cells.append(f"{trial.steps:7d} {trial.evaluations:11d} {1e3 * trial.seconds:9.1f}")
    return " ".join([*cells, f" compared up to t = {trial.until:.4g} s"] if trial.status == STOPPED else cells)


def difference_lines(verification: Verification) -> list[str]:
    """One line a difference; trials that differ in the same channel for the same reason share one."""
    lines: list[str] = []
    alike: dict[tuple[str, str, bool], list[tuple[str, Difference]]] = {}
    for title, trials in (("formulations", verification.formulations), ("methods", verification.methods)):
        for trial in trials:
            name = trial.formulation if title == "formulations" else trial.method
            if trial.status == STOPPED:
                lines.append(f"  {name}: did not reach the end: {trial.note}")
            for each in trial.differences:
                alike.setdefault((each.channel, each.reason, each.explained), []).append((name, each))
    for (channel, reason, explained), group in alike.items():
        where = _range([each.since for _, each in group if each.since is not None], ".4g")
        where = f" from t = {where} s on" if where else ""
        mark = "" if explained else "DISAGREE: " if len(group) > 1 else "DISAGREES: "
        mark = "left open: " if group[0][1].kind == OPEN else mark
        left = _range([each.digits for _, each in group], ".1f")
        names = ", ".join(name for name, _ in group)
        lines.append(f"  {names}: {mark}{channel}{where}, {left} digits left; {reason}")
    return lines


def _range(values: Sequence[float], form: str) -> str:
    """A number, or the least and the largest of several."""
    return " to ".join(dict.fromkeys(format(each(values), form) for each in (min, max))) if values else ""


def verdict(verification: Verification) -> str:
    """One sentence on whether the results can be trusted."""
    done = (
        f"interrupted: {len(verification.trials)} of {verification.asked} done; of these: "
        if verification.interrupted
        else ""
    )
    if verification.broken:
        if verification.reached > verification.start:
            done += f"verified only up to t = {verification.reached:.6g} s of {verification.end:.6g} s, "
            done += f"because the reference {verification.broken}; up to there: "
        else:
            done += f"nothing is verified, because the reference {verification.broken}; "
    wrong = [_name(trial, verification) for trial in verification.trials if not trial.ok and not trial.open]
    left_open = [_name(trial, verification) for trial in verification.trials if trial.open]
    ran = [trial for trial in verification.trials if trial.status == RAN]
    if wrong:
        longer = _longer(verification) if verification.broken else ""
        return f"{done}DISAGREE: {', '.join(wrong)}; {_advice(verification)}{_stopped(verification)}{longer}"
    if left_open:
        words = f"not compared for want of time: {', '.join(left_open)}"
        right = [_name(each, verification) for each in verification.compared if not each.differences]
        if right:
            words += f"; {', '.join(right)} agree{'s' if len(right) == 1 else ''} with the reference"
        return f"{done}{words}{_stopped(verification)}; {_MORE}"
    if not verification.compared:
        words = "no run of another formulation or method than the reference's came to the end"
        words = words if ran else "no formulation or method ran to the end"
        return f"{done}nothing to compare: {words}{_stopped(verification)}{_longer(verification)}"
    same = [trial for trial in ran if not trial.differences]
    count = f"{_count(verification.formulations, 'formulation')} and {_count(verification.methods, 'method')}"
    fewest = min((_fewest(trial) for trial in same if "positions" in trial.digits), default=None)
    words = f"{done}agree: {count} describe the same motion"
    if fewest is not None:
        words += (
            f", {'all' if len(same) == len(ran) else f'{len(same)} of {len(ran)} runs'} to {fewest:.1f} digits or more"
        )
    if len(same) < len(ran):
        words += "; where fewer are left, the reason is given above"
    return f"{words}{_stopped(verification)}{_longer(verification) if verification.broken else ''}"


def _stopped(verification: Verification) -> str:
    """Which runs did not reach the end, and that they agree up to there if they do."""
    early = [trial for trial in verification.trials if trial.status == STOPPED and trial.ok]
    names = [f"{_name(each, verification)} (t = {each.until:.4g} s)" for each in early if _is_compared(each)]
    none = [_name(each, verification) for each in early if not _is_compared(each)]
    words = f"; before the end stopped, and agree up to there: {', '.join(names)}" if names else ""
    return f"{words}; stopped before anything could be compared: {', '.join(none)}" if none else words


def _is_compared(trial: Trial) -> bool:
    """Whether something of it lies beside the reference."""
    return "positions" in trial.digits or trial.own


def _longer(verification: Verification) -> str:
    """What to do where processor time was short."""
    notes = [verification.broken, *(trial.note for trial in verification.trials if trial.status == STOPPED)]
    short = any("processor time" in note for note in notes)
    return f"; {_MORE}" if short else ""


def _advice(verification: Verification) -> str:
    """What a disagreement means for the user."""
    parted = [each for trial in verification.trials for each in trial.differences if each.kind == BRANCHING]
    since = min((each.since for each in parted if each.since is not None), default=None)
    if since is None:
        wrong = [trial for trial in verification.trials if not trial.ok]
        ran = [trial for trial in verification.trials if trial.status == RAN]
        right = list(dict.fromkeys(_name(trial, verification) for trial in ran if not trial.differences))
        doubtful = any(trial.ok and trial.differences for trial in ran)
        if len(right) >= _ENOUGH and len(right) > len(wrong):
            if doubtful:
                return f"{len(right)} agree on the motion, which can be trusted: take one of {', '.join(right)}"
            return f"the other {len(right)} agree on the motion, which can be trusted: take one of them here"
        return "do not trust the motion before you know why"
    return f"from t = {since:.4g} s on the mechanism can move in more than one way, and each takes its own"


def _name(trial: Trial, verification: Verification) -> str:
    return trial.formulation if trial in verification.formulations else trial.method


def _fewest(trial: Trial) -> float:
    return min(trial.digits[what] for what in ("positions", "velocities", "states") if what in trial.digits)


def _count(trials: Sequence[Trial], what: str) -> str:
    number = sum(trial.status == RAN for trial in trials)
    return f"{number} {what}{'' if number == 1 else 's'}"
