"""A push-belt drive: belt, two pulleys, and the steady state for a ratio and a load."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, isfinite, pi, tan

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_positive
from linkwork.library.cvt import data
from linkwork.library.cvt import layout_kernel as at
from linkwork.library.cvt.parts import Fineness, Pulley, PushBelt
from linkwork.library.cvt.path import ReferencePath, path_of_ratio
from linkwork.library.cvt.steady import SteadyState
from linkwork.library.cvt.tables import Tables, compile_drive

_EASY_SLIP = 1.0  # m/s, smoothing of friction with which the search begins
_EASY_TORQUE = 0.25  # of the most, likewise
_PRESSED = 5.5e-4  # m by which elements are too long there: all are pressed
_PLACES, _SETTLED = 8, 1e-5  # most times that the flexibility is found anew, and the change that no longer counts
_CLOSE = 1e-7  # of the scales


@public
@publicly_made
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

    def most_torque(self, ratio: float, thrust: float) -> float:
        """The most that the driven shaft can be loaded with by this thrust, N m: Eq. (2)."""
        return 2 * self.belt.flank_friction / cos(self.belt.cone) * self.path(ratio).driven * thrust

    @public
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
        modes = (
            [at.SPEED, at.TORQUE_RATIO, at.RATIO] if given == "driven torque" else [at.TORQUE_RATIO, at.SPEED, at.RATIO]
        )
        tension = thrust * 2 * tan(self.belt.cone + 0.04) / pi + 2500.0
        path = self.path(ratio, tension)
        self._require_on_sheaves(path, ratio)
        tables = compile_drive(
            self.belt, (self.driving, self.driven), path, self.fine, np.array(modes), np.array(data.CONTROL)
        )
        wanted = np.array([speed, -torque_ratio, ratio, thrust])
        if given == "driving torque":
            wanted[:2] = torque_ratio, speed / ratio
        search = _Search(tables, self.belt, speed, thrust)
        return search.steady(wanted, 1 if given == "driven torque" else 0)

    def _require_on_sheaves(self, path: ReferencePath, ratio: float) -> None:
        """The flexibility of sheaves is known where they are; the hub may lie one step before the first radius."""
        for name, pulley, radius in (("driving", self.driving, path.driving), ("driven", self.driven, path.driven)):
            radii = np.asarray(pulley.sheaves.radii, float)
            hub, rim = 2 * radii[0] - radii[1], radii[-1]
            if not hub <= radius <= rim:
                raise AnalysisError(
                    f"steady: at a ratio of {ratio:g} the belt would run at a radius of {radius:.4g} m on the {name} "
                    f"pulley, whose sheaves reach from {max(hub, 0.0):.4g} m to {rim:.4g} m"
                )


class _Search:
    """A drive on its way to a steady state."""

    def __init__(self, tables: Tables, belt: PushBelt, speed: float, thrust: float) -> None:
        self.tables, self.belt, self.path = tables, belt, tables.path
        self.layers, self.wide = belt.layers + 1, tables.wide
        self.first = self.wide - at.SHARED
        self._guess(speed, thrust)
        self._scales(speed, thrust)
        rooms = [(np.zeros_like(self.strains), np.zeros(self.wide), np.zeros(self.wide)) for _ in range(2)]
        self.kept, self.past = rooms
        self.told = np.zeros(4)

    def _guess(self, speed: float, thrust: float) -> None:
        """The belt on its reference path, elements pressed together."""
        path, rings, first = self.path, self.tables.model[3], self.first
        self.strains = np.zeros((len(self.tables.places), self.layers))
        self.strains[:, 0] = -1e-4
        for k, ring in enumerate(rings):
            self.strains[:, k + 1] = (path.length + 2 * pi * ring[at.R_OFFSET]) / ring[at.R_LENGTH] - 1
        self.y = np.zeros(self.wide)
        flow = speed * path.driving
        bent = 0.5 * (1 / path.driving + 1 / path.driven)
        self.y[first - self.layers] = flow
        self.y[first - self.layers + 1 : first] = flow * (1 + bent * rings[:, at.R_OFFSET])
        self.y[first + at.B_SPEED] = speed
        self.y[first + at.B_SPEED + 1] = speed * path.driving / path.driven
        for p, radius in enumerate((path.driving, path.driven)):
            self.y[first + at.B_GAP + p] = self.belt.width - 2 * radius * tan(self.belt.cone) - 1e-4
        self.y[first + at.B_CONTROL] = thrust

    def _scales(self, speed: float, thrust: float) -> None:
        """How large changes of the unknowns are."""
        first, scale = self.first, np.full(self.wide, 2e-4)
        scale[first - self.layers : first] = 0.02 * speed * self.path.driving
        scale[first + at.B_SPEED : first + at.B_SPEED + 2] = 0.02 * speed
        scale[first + at.B_GAP : first + at.B_GAP + 2] = 1e-4
        scale[first + at.B_TILT : first + at.B_CONTROL] = 1e-3
        scale[first + at.B_CONTROL] = 0.2 * thrust
        self.scale, self.strain_scale = scale, np.full(self.layers, 2e-4)

    def continue_states(self, first: tuple[Array, Array], last: tuple[Array, Array], step: float) -> None:
        """From one setting to another one."""
        from linkwork.library.cvt.continuation_kernel import continue_states

        wanted = np.zeros(at.GIVEN)
        self.told[0] = 0
        done = continue_states(
            self.tables.model, self.tables.room, self.strains, self.y, self.kept, self.past, wanted, first, last,
            self.scale, self.strain_scale, step, _CLOSE, self.told,
        )  # fmt: skip
        if not done:
            raise AnalysisError(
                "steady: no steady state was found; the load may be more than the thrust carries, or the belt may "
                f"leave the range of its pulleys (Newton's method ended after {int(self.told[1])} steps)"
            )

    def steady(self, wanted: Array, loaded: int) -> SteadyState:
        """Elements pressed together and much smoothed friction first, then less smoothing, the load, and the play."""
        end = self.tables.model[2].copy()
        pressed = end.copy()
        pressed[at.LENGTH] += _PRESSED + self.belt.play
        easy, light = pressed.copy(), wanted.copy()
        easy[at.FLANK_SLIP] = easy[at.RING_SLIP] = max(_EASY_SLIP, end[at.FLANK_SLIP], end[at.RING_SLIP])
        light[loaded] = np.clip(wanted[loaded], -_EASY_TORQUE, _EASY_TORQUE)
        self.told[:] = 0
        self.continue_states((easy, light), (pressed, light), 0.2)
        if np.any(light != wanted):
            self.continue_states((pressed, light), (pressed, wanted), 0.5)
        self.continue_states((pressed, wanted), (end, wanted), 0.2)
        self._settle(end, wanted)
        return self.state()

    def _settle(self, end: Array, wanted: Array) -> None:
        """Make the flexibility of the sheaves that of the place where the belt has come to, until both agree.

        Forces of another place do not balance there: some newtons of thousands, but some percent of what is lost.
        """
        for _ in range(_PLACES):
            before = self.y.copy()
            self.continue_states((end, wanted), (end, wanted), 1.0)
            if np.max(np.abs(self.y - before) / self.scale) < _SETTLED:
                return

    def state(self) -> SteadyState:
        """What is there now, with names."""
        from linkwork.library.cvt.continuation_kernel import describe

        model, layers, first = self.tables.model, self.layers, self.first
        outputs = layers + at.OUT + layers
        table = np.zeros((len(self.strains), outputs + 4))
        describe(model, self.tables.room, self.strains, self.y, np.zeros(self.wide), table)
        lengths, forces = model[0][:, at.PLENGTH], self.tables.room[13]
        in_contact = forces > 0
        radius = table[:, outputs + 1]
        flank = table[:, layers + at.O_TORQUE] / radius
        stiffness = model[3][:, at.R_STIFF]
        tensions = np.maximum(self.strains[:, 1:], 0.0) * stiffness
        torques = [float((table[:, layers + at.O_TORQUE] * lengths)[self.tables.owner == p].sum()) for p in range(2)]
        speeds = float(self.y[first + at.B_SPEED]), float(self.y[first + at.B_SPEED + 1])
        thrusts = [float(forces[self.tables.owner == p].sum()) for p in range(2)]
        sliding = np.where(in_contact, np.arctan2(table[:, outputs + 3], table[:, outputs + 2]), np.nan)
        losses = [float((table[:, layers + o] * lengths).sum()) for o in (at.O_FLANK_LOSS, at.O_RING_LOSS)]
        return SteadyState(
            self.tables.places.copy(), self._parts(), np.minimum(self.strains[:, 0], 0.0) * self.belt.stiffness,
            tensions.sum(axis=1), tensions, forces / lengths, flank, table[:, 0] - flank, radius, table[:, outputs],
            sliding, np.maximum(self.strains[:, 0], 0.0), speeds, (torques[0], -torques[1]), (thrusts[0], thrusts[1]),
            (losses[0], losses[1]), int(self.told[1]), self.path,
        )  # fmt: skip

    def _parts(self) -> Array:
        """To which of the four parts of the path a station belongs."""
        ends = np.cumsum(self.path.parts)[:3]
        parts: Array = np.searchsorted(ends, self.tables.places % self.path.length)
        return parts
