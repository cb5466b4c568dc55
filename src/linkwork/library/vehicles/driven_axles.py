"""Which wheels a drive turns: those of one axle, or of both by a centre differential that shares the torque."""

from __future__ import annotations

from dataclasses import dataclass

from linkwork.base.errors import MechanismError


@dataclass(frozen=True)
class DrivenAxle:
    """Two hinges of wheels, left and right, and their share of the whole torque; `word` is none where it is alone."""

    left: str
    right: str
    share: float = 1.0
    word: str = ""

    @property
    def speed(self) -> str:
        """The formula of the mean speed of both wheels."""
        return f"({self.left}.omega + {self.right}.omega)/2"

    def named(self, what: str) -> str:
        """A name that tells the axle where there are two."""
        return f"{what}_{self.word}" if self.word else what


def driven_axles(front_drive: float) -> tuple[DrivenAxle, ...]:
    """The driven axles of a car whose front wheels get a share of the torque: none, some or all of it."""
    if not 0.0 <= front_drive <= 1.0:
        raise MechanismError(f"front_drive is the share of the torque of the front wheels, 0 to 1, not {front_drive:g}")
    shares = {"front": front_drive, "rear": 1.0 - front_drive}
    both = all(shares.values())
    return tuple(
        DrivenAxle(f"{word}_left_hub", f"{word}_right_hub", share, word if both else "")
        for word, share in shares.items()
        if share
    )


def mean_speed(axles: tuple[DrivenAxle, ...]) -> str:
    """The formula of the speed of the shaft that drives them: a differential passes on all the power."""
    return " + ".join(f"{axle.share!r}*({axle.left}.omega + {axle.right}.omega)/2" for axle in axles)
