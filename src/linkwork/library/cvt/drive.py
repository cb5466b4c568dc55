"""A push-belt drive: belt, two pulleys, the steady state for a ratio and a load, and runs through time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import cos, isfinite, pi, tan
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import public, publicly_made, takes
from linkwork.library.checks import require_positive
from linkwork.library.cvt import data
from linkwork.library.cvt import layout_kernel as at
from linkwork.library.cvt.parts import Fineness, Pulley, PushBelt
from linkwork.library.cvt.path import ReferencePath, path_of_ratio
from linkwork.library.cvt.run import DriveRun, law_rows
from linkwork.library.cvt.search import Search
from linkwork.library.cvt.steady import SteadyState
from linkwork.library.cvt.tables import compile_drive

_SHIFTS = 1.0, 1.015, 0.985, 1.03, 0.97, 1.05, 0.95  # of the ratio on whose path a steady state is sought
_MOST_POINTS = 20_000  # each keeps the fields along the belt
_FARTHEST = 1.35  # largest over least ratio of one run: farther the belt leaves the stations that look for contact


@public
@publicly_made
@takes(distance="LENGTH")
@dataclass(frozen=True)
class PushBeltDrive:
    """Two pulleys `distance` m apart and a push belt; `fine` says how finely it is described."""

    belt: PushBelt = field(default_factory=PushBelt)
    driving: Pulley = field(default_factory=Pulley)
    driven: Pulley = field(default_factory=Pulley)
    distance: float = data.DISTANCE
    fine: Fineness = field(default_factory=Fineness)

    def __post_init__(self) -> None:
        require_positive("PushBeltDrive", distance=self.distance)

    def path(self, ratio: float, tension: float = 0.0) -> ReferencePath:
        """Where the belt runs at a ratio of radii, driven over driving, its rings stretched by a tension in N."""
        belt = self.belt
        stiffness = belt.rings * belt.ring_thickness * belt.ring_width * belt.ring_modulus
        return path_of_ratio((belt.length + belt.play) * (1 + tension / stiffness), self.distance, ratio)

    @public
    @takes(ratio="PLAIN", thrust="FORCE")
    def most_torque(self, ratio: float, thrust: float) -> float:
        """The most that the driven shaft can be loaded with by this thrust, N m: Eq. (2)."""
        require_positive("most_torque", ratio=ratio, thrust=thrust)
        self._require_on_sheaves(self.path(ratio), ratio, "most_torque")
        return self._carried(ratio, thrust)

    def _carried(self, ratio: float, thrust: float) -> float:
        return 2 * self.belt.flank_friction / cos(self.belt.cone) * self.path(ratio).driven * thrust

    @public
    @takes(ratio="PLAIN", torque_ratio="PLAIN", speed="RATE", thrust="FORCE")
    def steady(
        self, ratio: float = 1.0, torque_ratio: float = 0.0, speed: float = data.SPEED, thrust: float = data.THRUST,
        given: str = "driven torque",
    ) -> SteadyState:  # fmt: skip
        """The steady state at a ratio of speeds and a share of the most torque (2), by a thrust in N on the driven
        pulley; that on the driving pulley is found. `speed` of the driving shaft in rad/s.

        given: "driven torque" (speed of the driving shaft, torque of the driven one) or "driving torque" (the other
        way round: speed / ratio of the driven shaft).
        """
        require_positive("steady", ratio=ratio, speed=speed, thrust=thrust)
        if not (isfinite(torque_ratio) and abs(torque_ratio) < 1):
            raise AnalysisError(
                f"steady: torque_ratio lies between -1 and 1, not at {torque_ratio:g}: the belt would slip"
            )
        if given not in ("driven torque", "driving torque"):
            raise AnalysisError(f"steady: given is 'driven torque' or 'driving torque', not {given!r}")
        wanted, loaded, modes = (
            np.array([speed, -torque_ratio, ratio, thrust]),
            1,
            (at.SPEED, at.TORQUE_RATIO, at.RATIO),
        )
        if given == "driving torque":
            wanted[:2], loaded, modes = (torque_ratio, speed / ratio), 0, (at.TORQUE_RATIO, at.SPEED, at.RATIO)
        return self._at_rest("steady", wanted, loaded, modes, ratio).state()

    @public
    @takes(ratio="PLAIN", thrust="FORCE")
    def standing(self, ratio: float = 1.0, thrust: float = data.THRUST) -> SteadyState:
        """How the belt lies at standstill without torque, pressed by a thrust in N on the driven pulley.

        Friction at rest may hold the belt in many places; this is the one in which it holds nothing, the limit of a
        belt that creeps with ever less friction, found with `data.STANDING_FRICTION` of it at `data.STANDING_SPEED`.
        """
        require_positive("standing", ratio=ratio, thrust=thrust)
        share, (rest, slide, fade) = data.STANDING_FRICTION, self.belt.ring_friction
        smooth = replace(
            self.belt,
            flank_friction=share * self.belt.flank_friction,
            ring_friction=(share * rest, share * slide, fade),
        )
        wanted, modes = np.array([data.STANDING_SPEED, 0.0, ratio, thrust]), (at.SPEED, at.TORQUE_RATIO, at.RATIO)
        state = replace(self, belt=smooth)._at_rest("standing", wanted, 1, modes, ratio).state()
        none, nothing = (0.0, 0.0), np.zeros_like(state.flank)
        return replace(
            state,
            speeds=none,
            torques=none,
            losses=none,
            flank=nothing,
            ring=nothing,
            sliding=np.full_like(nothing, np.nan),
        )

    @public
    @takes(ratio="PLAIN", torque="TORQUE", speed="RATE", thrust="FORCE")
    def run(
        self,
        until: float,
        ratio: float | Sequence[Any] = 1.0,
        torque: float | Sequence[Any] = 0.0,
        speed: float | Sequence[Any] = data.SPEED,
        thrust: float | Sequence[Any] = data.THRUST,
        points: int = 101,
        tolerance: float = 0.005,
    ) -> DriveRun:
        """The drive through time, from the steady state of what is asked for at its beginning.

        ratio         of speeds that the control of the driving thrust goes for (`data.CONTROL`)
        torque        that loads the driven shaft, N m; `most_torque` tells what the thrust carries
        speed         of the driving shaft, rad/s
        thrust        on the driven pulley, N

        Each is a number, or pairs of a time and a value with straight lines between them, the last value from there on.
        `tolerance` is the error of a step: 1 is some tenths of a millimetre of the belt and 2 % of a speed.
        """
        if not 0.0 < until < float("inf") or not 2 <= points <= _MOST_POINTS or not 0.0 < tolerance <= 1.0:
            raise AnalysisError(
                f"run: until is a time above 0 s, points are 2 to {_MOST_POINTS}, tolerance lies between 0 and 1"
            )
        laws = {"speed": speed, "torque": torque, "ratio": ratio, "thrust": thrust}
        knots, values = law_rows(laws, until)
        for column, name in ((0, "speed"), (2, "ratio"), (3, "thrust")):
            require_positive("run", **{name: float(values[:, column].min())})
        for now, (_, loaded, asked, pressed) in zip(knots, values, strict=True):
            carried = self._carried(asked, pressed)
            if not abs(loaded) < carried:
                raise AnalysisError(
                    f"run: at {now:g} s the torque is {loaded:g} N m; the thrust carries {carried:.4g} N m, with more "
                    "the belt would slip"
                )
        least, most = float(values[:, 2].min()), float(values[:, 2].max())
        if most > _FARTHEST * least:
            raise AnalysisError(
                f"run: the ratio goes from {least:g} to {most:g}; in one run the larger is at most {_FARTHEST} times "
                "the other: make two runs of it"
            )
        values[:, 1] *= -1.0
        for end in (least, most):
            self._require_on_sheaves(self.path(end), end)
        modes, carried = (at.SPEED, at.TORQUE, at.RATIO), self._carried(least, float(values[0, 3]))
        search = self._at_rest("run", values[0], 1, modes, (least * most) ** 0.5, carried)
        return search.through_time(knots, values, np.linspace(0.0, until, points), tolerance)

    def _at_rest(
        self, verb: str, wanted: Array, loaded: int, modes: tuple[int, int, int], ratio: float, most: float = 1.0
    ) -> Search:
        """The drive in a steady state, on the path of a ratio or, where none is found on it, on one beside it.

        It is found for a coarser description first, from which it is a short way to that of the drive.

        Where elements come loose one after the other, the way to a state may end; on another path stations lie
        otherwise, and so does the way.
        """
        stages = [replace(self.fine, halved=0)]
        while verb != "standing" and (coarser := stages[0].coarser()):  # to stand needs more friction
            stages.insert(0, coarser)
        closer = [replace(self.fine, halved=k + 1) for k in range(self.fine.halved if verb == "steady" else 0)]
        first: AnalysisError | None = None
        for several in (stages, stages[-1:]) if stages[1:] else (stages,):
            for shift in _SHIFTS:
                try:
                    return self._on_path(verb, wanted, loaded, modes, ratio, most, shift, several, closer)
                except AnalysisError as error:
                    first = first or error
        assert first is not None
        raise first

    def _on_path(
        self, verb: str, wanted: Array, loaded: int, modes: tuple[int, int, int], ratio: float, most: float,
        shift: float, stages: Sequence[Fineness], closer: Sequence[Fineness],
    ) -> Search:  # fmt: skip
        """A steady state on the path of a ratio beside the one that is asked for, described ever more finely.

        Friction is made sharp on the way to the last of `stages`, and stays so in `closer` descriptions; where no state
        is found with one of them, the one before is told, and that it is.
        """
        speed, thrust = float(wanted[1 - loaded]), float(wanted[at.G_THRUST_DRIVEN])
        around, share = speed * (ratio if loaded == 0 else 1.0), data.SHARP if verb == "steady" else 1.0

        def described(fine: Fineness) -> Search:
            patient = len(stages) == 1
            search = self._search(verb, ratio * shift, thrust, around, modes, fine, patient)
            asked = self.path(ratio)  # the load is a share of what it carries, on whatever path the state is sought
            search.tables.model[4][:, at.U_RADIUS] = asked.driving, asked.driven
            return search

        search = described(stages[0])
        search.steady(np.where(np.arange(at.GIVEN) == at.G_THRUST_DRIVING, ratio * shift, wanted), loaded, most)
        search.lead(wanted, ratio * shift)
        for number, fine in enumerate(stages[1:], 2):
            coarse, search = search, described(fine)
            if number == len(stages):
                search.take_sharp(coarse, wanted, share)
            else:
                search.take(coarse, wanted)
        if len(stages) == 1:
            search.sharpen(wanted, share)
        for number, fine in enumerate(closer):
            coarse, search = search, described(fine)
            try:
                search.take_closer(coarse, wanted, share)
            except AnalysisError:
                coarse.missing = len(closer) - number
                return coarse
        return search

    def _search(
        self, verb: str, ratio: float, thrust: float, speed: float, modes: tuple[int, int, int],
        fine: Fineness | None = None, patient: bool = True,
    ) -> Search:  # fmt: skip
        """The drive on the path of a ratio, ready to look for its states."""
        tension = thrust * 2 * tan(self.belt.cone + 0.04) / pi + 2500.0
        path = self.path(ratio, tension)
        self._require_on_sheaves(path, ratio, verb)
        tables = compile_drive(
            self.belt, (self.driving, self.driven), path, fine or replace(self.fine, halved=0), np.array(modes),
            np.array(data.CONTROL),
        )  # fmt: skip
        return Search(tables, self.belt, speed, thrust, verb, patient)

    def _require_on_sheaves(self, path: ReferencePath, ratio: float, verb: str = "run") -> None:
        """The flexibility of sheaves is known where they are; the hub may lie one step before the first radius."""
        for name, pulley, radius in (("driving", self.driving, path.driving), ("driven", self.driven, path.driven)):
            radii = np.asarray(pulley.sheaves.radii, float)
            hub, rim = 2 * radii[0] - radii[1], radii[-1]
            if not hub <= radius <= rim:
                raise AnalysisError(
                    f"{verb}: at a ratio of {ratio:g} the belt would run at a radius of {radius:.4g} m on the {name} "
                    f"pulley, whose sheaves reach from {max(hub, 0.0):.4g} m to {rim:.4g} m"
                )
