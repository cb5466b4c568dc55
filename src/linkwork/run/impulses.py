"""Impulses that the user applies: what they did to the mechanism."""

from __future__ import annotations

from linkwork.base.errors import AnalysisError
from linkwork.base.late_dataclass import dataclass
from linkwork.base.names import suggestion
from linkwork.expression.given import public


@public
@dataclass(frozen=True)
class Impulse:
    """A known impulse: when, by which event, its work in J, and the impulsive reactions of joints and drivers.

    Contacts that are closed answer at the same time with impulses of their own, which stand in `run.impacts`.
    """

    t: float
    name: str
    work: float
    reactions: dict[str, dict[str, float]]

    def reaction(self, joint: str) -> dict[str, float]:
        """Impulsive reaction of a joint or driver on its second body: fx, fy in N s, torque in N m s (space: six)."""
        if joint not in self.reactions:
            raise AnalysisError(
                f"there is no joint or driver '{joint}'{suggestion(joint, self.reactions, 'joints and drivers')}"
            )
        return self.reactions[joint]
