"""The verification in a report: the verdict, and the runs that lead to it in a short table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.analysis.verify.verification import REFUSED
from linkwork.analysis.verify.verification_text import difference_lines, verdict
from linkwork.report.parts import Part, Table, Words

if TYPE_CHECKING:
    from linkwork.analysis.verify.verification import Trial, Verification

FORMULATIONS = ("projection", "augmented", "null-space", "joint")
METHODS = ("dop853", "adams", "radau")
"""What the short verification compares: coordinates of bodies and joints, one-step, multistep and implicit."""


def proof_parts(verification: Verification) -> list[Part]:
    """Verdict, table, and the differences with their reasons."""
    words = verdict(verification).replace("given above", "given below")
    parts: list[Part] = [Words(f"{words[0].upper()}{words[1:]}.", "good" if verification.ok else "error")]
    parts.append(
        Words(
            f"The reference is {verification.reference}, from t = {verification.start:g} to {verification.until:.6g} s."
        )
    )
    head = ("run", "digits of positions", "velocities", "energy missing", "constraint error", "steps")
    rows = [_row(trial, trial.formulation) for trial in verification.formulations if trial.status != REFUSED]
    rows += [
        _row(trial, f"{trial.method} ({trial.formulation})")
        for trial in verification.methods
        if trial.status != REFUSED
    ]
    parts.append(Table(head, rows, "lrrrrr", note="Digits in common with the reference over the run."))
    refused = [trial.formulation for trial in verification.trials if trial.status == REFUSED]
    if refused:
        parts.append(Words(f"Not for this mechanism: {', '.join(dict.fromkeys(refused))}."))
    return parts + [Words(f"{line.strip()}.") for line in difference_lines(verification)]


def _row(trial: Trial, name: str) -> tuple[str, ...]:
    digits = [trial.digits.get(what) for what in ("positions", "velocities")]
    cells = ["-" if value is None else f"{value:.1f}" for value in digits]
    cells.append("-" if trial.energy is None else f"{trial.energy:.0e}")
    cells.append("-" if trial.violation is None else f"{trial.violation:.0e}")
    return (name, *cells, str(trial.steps))
