"""The search for a state of a push-belt drive, from one that is easy to find to the one that is asked for."""

from __future__ import annotations

from math import pi, tan

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError
from linkwork.library.cvt import layout_kernel as at
from linkwork.library.cvt.parts import PushBelt
from linkwork.library.cvt.run import DriveRun
from linkwork.library.cvt.steady import SteadyState
from linkwork.library.cvt.tables import Tables

_EASY_SLIP = 1.0  # m/s, smoothing of friction with which the search begins
_EASY_TORQUE = 0.25  # of the most, likewise
_SOFT = 4.0  # times the slips below which friction is smoothed, until all functions are there
_PRESSED = 5.5e-4  # m by which elements are too long there: all are pressed
_PLACES, _SETTLED = 8, 1e-5  # most times that the flexibility is found anew, and the change that no longer counts
CLOSE = 1e-7  # of the scales
_LITTLE = 1e-9  # strain of a layer that is hardly loose, or hardly loaded
_SHORTEST, _SHORT = 1e-4, 1e-3  # step of a way that leads no farther: where nothing else is left to try, or much is
_AT_ONCE = 0.9  # the same for a way that is gone in one step or not at all

_STRAYED = 0.02  # of a way to sharper friction: with shorter steps another way is the shorter one
_SOFTER = 64.0, 16.0, 512.0  # times the smoothing of a coarser state, from which a closer one is a short way

_SLIPS = [at.FLANK_SLIP, at.RING_SLIP]
_BACK = 0.9  # of a way to sharper friction that ended: states near its end are only roughly known
_FEWER = 0.75  # of the functions: a description with more of them is too near to compare with
_MOVING = 0.02  # of the scales a second: a run that changes no faster rests
_STEP_CLOSE = 1e-4  # the same for a step through time


class Search:
    """A drive on its way to a steady state."""

    def __init__(
        self, tables: Tables, belt: PushBelt, speed: float, thrust: float, verb: str = "steady", patient: bool = True
    ) -> None:
        self.shortest = _SHORTEST if patient else _SHORT
        self.tables, self.belt, self.path, self.verb = tables, belt, tables.path, verb
        self.layers, self.wide = belt.layers + 1, tables.wide
        self.first = self.wide - at.SHARED
        self._guess(speed, thrust)
        self._scales(speed, thrust)
        rooms = [(np.zeros_like(self.strains), np.zeros(self.wide), np.zeros(self.wide)) for _ in range(3)]
        self.kept, self.before, self.past = rooms
        self.told = np.zeros(4)
        self.slips = tables.model[2][_SLIPS]
        self.missing = 0
        self.spread = float("nan"), float("nan")

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

    def continue_states(
        self, first: tuple[Array, Array], last: tuple[Array, Array], step: float, shortest: float | None = None,
        patient: bool = False,
    ) -> None:  # fmt: skip
        """From one setting to another one: roughly, then by another way, then with states on the way that are closer.

        Rough states take half the steps; where a way turns sharply, they may lose it.
        """
        from linkwork.library.cvt.continuation_kernel import NEAR, ROUGH

        begin = self.strains.copy(), self.y.copy()
        if self._continued(first, last, step, shortest, ROUGH, patient):
            return
        if self.told[2] > 0.0 and self._jumped(last):
            return
        if shortest is None and step < 1.0:
            self.strains[:], self.y[:] = begin
            if self._continued(first, last, step, shortest, NEAR):
                return
        raise self._lost()

    def _continued(
        self, first: tuple[Array, Array], last: tuple[Array, Array], step: float, shortest: float | None, rough: float,
        patient: bool = False,
    ) -> bool:  # fmt: skip
        from linkwork.library.cvt.continuation_kernel import continue_states

        self.told[0] = 0
        done: bool = continue_states(
            self.tables.model, self.tables.room, self.strains, self.y, self.kept, self.before, self.past,
            np.zeros(at.GIVEN), first, last, self.scale, self.strain_scale, step, shortest or self.shortest, rough,
            CLOSE, patient, self.told,
        )  # fmt: skip
        return done

    def _jumped(self, last: tuple[Array, Array]) -> bool:
        """From where a way to a setting has ended to that setting, by another way; False leaves all as it was."""
        belt, told = self.tables.model[2], self.told.copy()
        kept = self.strains.copy(), self.y.copy(), belt.copy()
        belt[:] = last[0]
        try:
            self.approach(last[1])
        except AnalysisError:
            self.strains[:], self.y[:], belt[:] = kept
            self.told[:] = told
            return False
        return True

    def _lost(self) -> AnalysisError:
        return AnalysisError(
            f"{self.verb}: no steady state was found; the load may be more than the thrust carries, or the belt "
            f"may leave the range of its pulleys (Newton's method ended after {int(self.told[1])} steps)"
        )

    def approach(self, wanted: Array, shortest: float | None = None) -> None:
        """From any state to the steady one of the setting that the tables have."""
        from linkwork.library.cvt.continuation_kernel import approach

        if not approach(
            self.tables.model, self.tables.room, self.strains, self.y, self.kept, self.before, self.past, wanted,
            self.scale, self.strain_scale, shortest or self.shortest, self.told,
        ):  # fmt: skip
            raise self._lost()

    def steady(self, wanted: Array, loaded: int, most: float = 1.0) -> None:
        """Elements pressed together and much smoothed friction first, then less smoothing, the load, and the play.

        wanted[loaded] is the load, `most` the most that can be carried in its unit. Friction stays softer than it was
        given: from there it is a shorter way to more functions. `sharpen` makes it what it has to be.
        """
        end = self.tables.model[2].copy()
        end[_SLIPS] = _SOFT * self.slips
        pressed = end.copy()
        pressed[at.LENGTH] += _PRESSED + self.belt.play
        easy, light = pressed.copy(), wanted.copy()
        easy[_SLIPS] = np.maximum(_EASY_SLIP, end[_SLIPS])
        light[loaded] = np.clip(wanted[loaded], -_EASY_TORQUE * most, _EASY_TORQUE * most)
        self.told[:] = 0
        self._first(easy, light)
        self.continue_states((easy, light), (pressed, light), 0.2)
        if np.any(light != wanted):
            self.continue_states((pressed, light), (pressed, wanted), 0.5)
        self.continue_states((pressed, wanted), (end, wanted), 0.2)
        self._settle(end, wanted)

    def _first(self, easy: Array, light: Array) -> None:
        """The easiest state, from a guess; little by little where that is far from it."""
        guess = self.strains.copy(), self.y.copy()
        try:
            self.continue_states((easy, light), (easy, light), 1.0)
        except AnalysisError:
            self.strains[:], self.y[:] = guess
            self.tables.model[2][:] = easy
            self.approach(light)

    def sharpen(self, wanted: Array, share: float) -> None:
        """The same state with friction smoothed below a share of the slip only, or as near to it as the way leads.

        Smoothed friction lets rings creep and hands a part of the load from elements to rings. From a state that has
        been found, it is a short way to sharp friction; from an easy one it would be a long way. How far it led stays
        in the slips of the tables, and so in `SteadyState.smoothed`.
        """
        smooth = self.tables.model[2].copy()
        sharp = smooth.copy()
        sharp[_SLIPS] = share * self.slips
        less = sharp[_SLIPS] / smooth[_SLIPS]
        try:
            self.continue_states((smooth, wanted), (sharp, wanted), 0.2)
        except AnalysisError:
            reached = sharp.copy()
            reached[_SLIPS] = smooth[_SLIPS] * less ** float(self.told[2])
            sharp[_SLIPS] = smooth[_SLIPS] * less ** (_BACK * float(self.told[2]))
            self.continue_states((reached, wanted), (sharp, wanted), 1.0)
        self._settle(sharp, wanted)

    def _sharpen_closely(self, wanted: Array, share: float) -> None:
        """The same by states that are found closely: on this way they are lost otherwise, where functions are many."""
        from linkwork.library.cvt.continuation_kernel import NEAR

        smooth = self.tables.model[2].copy()
        sharp = smooth.copy()
        sharp[_SLIPS] = share * self.slips
        if not self._continued((smooth, wanted), (sharp, wanted), 0.2, _STRAYED, NEAR):
            raise self._lost()
        self._settle(sharp, wanted)

    def take(self, coarse: Search, wanted: Array, shortest: float | None = None, soft: float = 1.0) -> None:
        """The steady state that a coarser search has found on the same path, described more finely.

        Its functions are among those here; all others begin at zero. Friction is smoothed as there, or `soft` times as
        far.
        """
        end = self.tables.model[2]
        end[_SLIPS] = soft * coarse.tables.model[2][_SLIPS]
        self.told[:] = coarse.told
        self._begin_as(coarse)
        self.approach(wanted, shortest)
        self._settle(end.copy(), wanted, shortest)

    def take_sharp(self, coarse: Search, wanted: Array, share: float) -> None:
        """The same with friction as sharp as it has to be: made so in the coarser description, where that takes less,
        or here where that leads nowhere, or does not lead here at once."""
        smooth = coarse.kept_state()
        try:
            coarse.sharpen(wanted, share)
        except AnalysisError:
            coarse.go_back(smooth)
            self.take(coarse, wanted)
            return self.sharpen(wanted, share)
        try:
            self.take(coarse, wanted, _AT_ONCE)
        except AnalysisError:
            sharp = coarse.kept_state()
            coarse.go_back(smooth)
            coarse.told[1] = self.told[1]
            self.take(coarse, wanted)
            self.sharpen(wanted, share)
            coarse.go_back(sharp)
        self.compare(coarse)

    def take_closer(self, coarse: Search, wanted: Array, share: float) -> None:
        """The state that a coarser search has found with sharp friction, with friction as sharp here, too.

        At once, or with softer friction first.
        """
        for soft in (1.0, *_SOFTER):
            try:
                self.take(coarse, wanted, _AT_ONCE if soft == 1.0 else None, soft)
                if soft > 1.0:
                    self._sharpen_closely(wanted, share)
                return self.compare(coarse)
            except AnalysisError:
                continue
        self.take(coarse, wanted, None, _SOFTER[-1])
        self.sharpen(wanted, share)
        self.compare(coarse)

    def kept_state(self) -> tuple[Array, Array, Array]:
        """A copy of the state, and of how friction is smoothed."""
        return self.strains.copy(), self.y.copy(), self.tables.model[2][_SLIPS]

    def go_back(self, kept: tuple[Array, Array, Array]) -> None:
        """To a state that was kept."""
        self.strains[:], self.y[:], self.tables.model[2][_SLIPS] = kept

    def compare(self, coarse: Search) -> None:
        """How far push and thrust depend on how finely the belt is described: beside a coarser search on this path.

        One with nearly as many functions tells nothing of them.
        """
        if coarse.first - coarse.layers > _FEWER * (self.first - self.layers):
            return
        one, other = self.state(), coarse.state()
        push = np.interp(one.place, other.place, other.push, period=self.path.length)
        most = max(float(np.max(-one.push)), 1e-3 * one.thrusts[1])
        self.spread = (
            float(np.average(np.abs(push - one.push), weights=self.tables.model[0][:, at.PLENGTH]) / most),
            abs(other.thrusts[0] / one.thrusts[0] - 1),
        )

    def _begin_as(self, coarse: Search) -> None:
        """Its fields at the stations here.

        The strain of a layer under load is that at the upstream end of a station, that of a loose one is where it
        leaves the station. Between the two lies a jump, which stays as sharp as it was.
        """
        here, there = self.tables, coarse.tables
        half, coarse_half = 0.5 * here.model[0][:, at.PLENGTH], 0.5 * there.model[0][:, at.PLENGTH]
        whole = self.path.length
        begin = there.places[0] - coarse_half[0]
        inside = begin + (here.places - begin) % whole
        nearest = np.searchsorted(there.places + coarse_half, inside) % len(there.places)
        for k in range(self.layers):
            sign = 1.0 if k == 0 else -1.0
            strain = sign * coarse.strains[:, k]
            loaded = np.interp(here.places - half, there.places - coarse_half, np.minimum(strain, 0.0), period=whole)
            gap = np.interp(here.places + half, there.places + coarse_half, np.maximum(strain, 0.0), period=whole)
            loose = strain[nearest] > 0.0
            self.strains[:, k] = sign * np.where(loose, np.maximum(gap, _LITTLE), np.minimum(loaded, -_LITTLE))
        known = coarse.first - coarse.layers
        self.y[: self.first - self.layers] = 0.0
        self.y[self.tables.splines.places_of(coarse.tables.splines)] = coarse.y[:known]
        self.y[self.first - self.layers :] = coarse.y[known:]

    def lead(self, wanted: Array, ratio: float) -> None:
        """From the steady state of a ratio to that of another one, on the same path."""
        belt = self.tables.model[2].copy()
        first = np.where(np.arange(at.GIVEN) == at.G_THRUST_DRIVING, ratio, wanted)
        if ratio != wanted[at.G_THRUST_DRIVING]:
            self.continue_states((belt, first), (belt, wanted), 0.2)
            self._settle(belt, wanted)

    def through_time(self, knots: Array, values: Array, times: Array, tolerance: float) -> DriveRun:
        """From the steady state that was found through some times."""
        from linkwork.library.cvt.time_kernel import T_NEWTON, T_STEPS, T_TIME, go_on

        def room() -> tuple[Array, Array, Array]:
            return np.zeros_like(self.strains), np.zeros(self.wide), np.zeros(self.wide)

        told, predicted, wanted = np.zeros(5), np.zeros(self.wide), np.zeros(at.GIVEN)
        rows = np.zeros((len(times), *self.strains.shape)), *np.zeros((2, len(times), self.wide))
        done = go_on(
            self.tables.model, self.tables.room, self.strains, self.y, room(), room(), room(), predicted, wanted, knots,
            values, times, rows, self.scale, self.strain_scale, tolerance, min(_STEP_CLOSE, 0.01 * tolerance), told,
        )  # fmt: skip
        if not done:
            raise AnalysisError(
                f"run: no step leads on from t = {told[T_TIME]:.6g} s; the load may be more than the thrust carries, "
                "or the belt may leave the range of its pulleys: ask for less, or more slowly"
            )
        return self._told_run(times, rows, int(told[T_STEPS]), int(told[T_NEWTON]))

    def _told_run(self, times: Array, rows: tuple[Array, Array, Array], steps: int, newton_steps: int) -> DriveRun:
        states = []
        for strains, y, rate in zip(*rows, strict=True):
            self.strains, self.y = strains.copy(), y.copy()
            states.append(self.state(rate))
        radii = []
        for time, state in zip(times, states, strict=True):
            closed = [state.axial * (state.part == part) > 0 for part in (0, 2)]
            if not all(np.any(each) for each in closed):
                raise AnalysisError(
                    f"run: at t = {time:.6g} s the belt has left a pulley; near standstill, or with too little thrust, "
                    "friction does not tell where it lies: ask for less, or more slowly"
                )
            radii.append([float(np.average(state.radius[each], weights=state.length[each])) for each in closed])
        speeds, torques, thrusts, losses = (
            np.array([getattr(s, name) for s in states]) for name in ("speeds", "torques", "thrusts", "losses")
        )
        return DriveRun(
            times, speeds, torques, thrusts, losses, np.array(radii), tuple(states), steps, newton_steps
        )  # fmt: skip

    def _settle(self, end: Array, wanted: Array, shortest: float | None = None) -> None:
        """Make the flexibility of the sheaves that of the place where the belt has come to, until both agree.

        Forces of another place do not balance there: some newtons of thousands, but some percent of what is lost.
        """
        for _ in range(_PLACES):
            before = self.y.copy()
            self.continue_states((end, wanted), (end, wanted), 1.0, shortest, patient=True)
            if np.max(np.abs(self.y - before) / self.scale) < _SETTLED:
                return

    def state(self, rate: Array | None = None) -> SteadyState:
        """What is there now, with names; `rate` of the unknowns while the drive moves."""
        from linkwork.library.cvt.continuation_kernel import describe

        model, layers, first = self.tables.model, self.layers, self.first
        outputs = layers + at.OUT + layers
        table = np.zeros((len(self.strains), outputs + 4))
        describe(model, self.tables.room, self.strains, self.y, np.zeros(self.wide) if rate is None else rate, table)
        lengths, forces = model[0][:, at.PLENGTH], self.tables.room[13]
        in_contact = forces > 0
        radius = table[:, outputs + 1]
        flank = table[:, layers + at.O_TORQUE] / radius
        stiffness = model[3][:, at.R_STIFF]
        loaded = np.concatenate([np.minimum(self.strains[:, :1], 0.0), np.maximum(self.strains[:, 1:], 0.0)], axis=1)
        loaded = 0.5 * (loaded + np.roll(loaded, -1, axis=0))  # strains under load are those at the ends of stations
        tensions = loaded[:, 1:] * stiffness
        torques = [float((table[:, layers + at.O_TORQUE] * lengths)[self.tables.owner == p].sum()) for p in range(2)]
        speeds = float(self.y[first + at.B_SPEED]), float(self.y[first + at.B_SPEED + 1])
        thrusts = [float(forces[self.tables.owner == p].sum()) for p in range(2)]
        sliding = np.where(in_contact, np.arctan2(table[:, outputs + 3], table[:, outputs + 2]), np.nan)
        losses = [float((table[:, layers + o] * lengths).sum()) for o in (at.O_FLANK_LOSS, at.O_RING_LOSS)]
        return SteadyState(
            self.tables.places.copy(), lengths.copy(), self._parts(), loaded[:, 0] * self.belt.stiffness,
            tensions.sum(axis=1), tensions, forces / lengths, flank, table[:, 0] - flank, radius, table[:, outputs],
            sliding, np.maximum(self.strains[:, 0], 0.0), speeds, (torques[0], -torques[1]), (thrusts[0], thrusts[1]),
            (losses[0], losses[1]), int(self.told[1]), self.path,
            rate is not None and float(np.max(np.abs(rate) / self.scale)) > _MOVING,
            (float(model[2][at.FLANK_SLIP]), float(model[2][at.RING_SLIP])), self.spread, self.missing,
        )  # fmt: skip

    def _parts(self) -> Array:
        """To which of the four parts of the path a station belongs."""
        ends = np.cumsum(self.path.parts)[:3]
        parts: Array = np.searchsorted(ends, self.tables.places % self.path.length)
        return parts
