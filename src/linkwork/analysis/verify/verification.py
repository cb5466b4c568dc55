"""The result of verifying a mechanism: one trial a formulation and method, where they differ, and the verdict."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from linkwork.expression.given import public

RAN, REFUSED, STOPPED = "ran", "refused", "stopped"
SENSITIVE, ACCURACY, BRANCHING, UNKNOWN = "sensitive", "accuracy", "singular position", "unknown"
OPEN = "no time"
"""The reason of a difference was not found in the time given."""


@dataclass(frozen=True)
class Difference:
    """Where a trial leaves the reference by more than the tolerance lets expect, and why.

    `channel` is the one that leaves first, `since` when, and `digits` how many are left at worst.
    """

    channel: str
    since: float | None
    digits: float
    reason: str
    kind: str

    @property
    def explained(self) -> bool:
        """Whether it is no disagreement: the motion is that sensitive, or the run not that accurate."""
        return self.kind in (SENSITIVE, ACCURACY)


@dataclass
class Trial:
    """One run in a formulation and with a method, beside the reference.

    `digits` says how many agree, by quantity: positions and velocities over time, accelerations and reactions at the
    same states, up to the time `until`. `energy` is the share of the largest energy that is missing, `violation` the
    largest constraint error. The status is "ran", "refused" (not for this mechanism) or "stopped" (before the end).
    `own` says that it is of the reference's formulation and method, so that it proves nothing but the tolerance.
    """

    formulation: str
    method: str
    rtol: float = 0.0
    step: float = 0.0
    status: str = RAN
    note: str = ""
    until: float = 0.0
    digits: dict[str, float] = field(default_factory=dict)
    energy: float | None = None
    violation: float | None = None
    steps: int = 0
    evaluations: int = 0
    seconds: float = 0.0
    differences: list[Difference] = field(default_factory=list)
    own: bool = False

    @property
    def ok(self) -> bool:
        """Whether it describes the same motion as far as it came, or is not for this mechanism at all."""
        return all(difference.explained for difference in self.differences)

    @property
    def open(self) -> bool:
        """Whether only the time given leaves it open whether it describes the same motion."""
        return not self.ok and all(each.explained or each.kind == OPEN for each in self.differences)

    @property
    def accuracy(self) -> str:
        """The tolerance or the length of the steps."""
        return f"{self.step:.3g} s" if self.step else f"{self.rtol:.0e}"


@public
@dataclass
class Verification:
    """What every formulation and method say about the motion of a mechanism.

    `until` is how far the reference came, `end` what was asked for, `broken` why the reference could not go on.
    `uncertainty` is how far the tolerance moves the reference, or, where there is no `finer` run to tell that, how far
    half of the other runs are off at least; none where there is no other.
    """

    name: str
    start: float
    until: float
    points: int
    reference: str
    uncertainty: float | None
    limit: float
    driven: bool
    formulations: list[Trial] = field(default_factory=list)
    methods: list[Trial] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    asked: int = 0
    interrupted: bool = False
    end: float = 0.0
    broken: str = ""
    finer: bool = True

    @property
    def trials(self) -> list[Trial]:
        """All trials, formulations first."""
        return [*self.formulations, *self.methods]

    @property
    def compared(self) -> list[Trial]:
        """Those that came to the end and are of another formulation or method than the reference."""
        return [trial for trial in self.trials if trial.status == RAN and not trial.own and not trial.open]

    @property
    def reached(self) -> float:
        """Up to where others were compared with the reference: all that came to its end, or the one that came next."""
        others = [trial for trial in self.trials if not trial.own and trial.status != REFUSED]
        ends = [trial.until for trial in others if trial.status == RAN]
        return min(ends) if ends else max((trial.until for trial in others), default=self.start)

    @property
    def ok(self) -> bool:
        """Whether others came to the end, and all that ran agree as far as they came and as that can be known."""
        return bool(self.compared) and not self.broken and all(trial.ok for trial in self.trials)

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        from linkwork.report.notebook import verification_html

        return verification_html(self)

    def text(self) -> str:
        """Tables, differences with their reasons, and the verdict."""
        from linkwork.analysis.verify.verification_text import verification_text

        return verification_text(self)

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data."""
        from linkwork.analysis.verify.verification_text import verdict

        return {
            "ok": self.ok,
            "verdict": verdict(self),
            **{key: value for key, value in vars(self).items() if key not in ("formulations", "methods")},
            "formulations": [asdict(trial) | {"ok": trial.ok} for trial in self.formulations],
            "methods": [asdict(trial) | {"ok": trial.ok} for trial in self.methods],
        }
