"""A body that is struck and rings: followed for long with only the modes that still matter."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.expression.given import public, publicly_made, takes
from linkwork.library.checks import require_not_negative, require_positive
from linkwork.library.impacts.hertz import hertz_stiffness
from linkwork.library.impacts.modes import modes_to_keep
from linkwork.library.impacts.struck import Sphere, Struck

GRAVITY = 9.81


@public
@publicly_made
@dataclass(frozen=True)
class Ringing:
    """What the body does after it was struck: a row a time, SI."""

    t: Array
    count: Array
    """How many modes were kept then: N(t)."""
    striker: Array
    """Place and speed of what strikes, two columns."""
    struck: Array
    """Place and speed of the body as a whole."""
    modes: Array
    rates: Array
    """Every mode of unit mass and its rate, a column each; zero where it is not kept."""
    contacts: tuple[tuple[float, float], ...]
    steps: int
    evaluations: int
    work: int
    """Evaluations times the modes that were kept in them."""

    def window(self, begin: float, end: float) -> Ringing:
        """The same between two times."""
        inside = (self.t >= begin) & (self.t <= end)
        if not inside.any():
            raise AnalysisError(f"no row lies between {begin:g} and {end:g} s")
        fields = {name: getattr(self, name)[inside] for name in ("t", "count", "striker", "struck", "modes", "rates")}
        return Ringing(**fields, contacts=self.contacts, steps=self.steps, evaluations=self.evaluations, work=self.work)

    def moved(self, shapes: Any) -> Array:
        """Deflection or strain at a place: the sum of the modes by what each does there."""
        weights = np.asarray(shapes, float)
        if weights.shape != (self.modes.shape[1],):
            raise AnalysisError(f"give a number for each of the {self.modes.shape[1]} modes")
        moved: Array = self.modes @ weights
        return moved

    def spectrum(self, values: Any) -> tuple[Array, Array]:
        """Power spectral density of a channel of this window: frequencies in Hz, and its square per Hz.

        Rows must be evenly spaced: take a window of one of the two scales.
        """
        from scipy.signal import periodogram

        steps = np.diff(self.t)
        if len(steps) < 8 or np.ptp(steps) > 1e-6 * steps.mean():
            raise AnalysisError("a spectrum needs evenly spaced rows: take a window of the short or of the long scale")
        frequencies, density = periodogram(np.asarray(values, float), 1 / steps.mean(), "hann")
        return frequencies, density


@public
@takes(speed="SPEED", damping="TIME", share="PLAIN", length="LENGTH", drag="DAMPING", hardening="PLAIN", short="TIME")
def ringing(
    striker: Sphere,
    struck: Struck,
    speed: float,
    until: float,
    *,
    damping: float,
    modes: int = 100,
    adaptive: bool = True,
    share: float = 1e-3,
    length: float | None = None,
    drag: float = 0.0,
    caught: bool = True,
    hardening: float = 1.0,
    short: float = 2e-3,
    points: tuple[int, int] = (2001, 1001),
    rtol: float = 1e-6,
) -> Ringing:
    """Let a ball strike a body and follow both until a time in s.

    All modes take part while they touch. From the end of every contact on, a mode is dropped as soon as `modes_to_keep`
    says so (`adaptive`), and all are there again at the next contact. `damping` in s times the stiffness damps the
    modes; both bodies hang on a `length` in m (left out: they fly freely), air takes `drag` in N s/m from the struck
    one; the ball is `caught` as soon as no vibration can bring both together again, or swings on and may strike again.
    Rows are on two scales: points[0] up to `short` s,
    points[1] up to the end. Followed by `dop853`.
    """
    require_positive("ringing", speed=speed, until=until, damping=damping, hardening=hardening, rtol=rtol)
    require_not_negative("ringing", "what the air takes", drag=drag)
    if length is not None:
        require_positive("ringing", length=length)
    if not 0 < short < until or min(points) < 2:
        raise MechanismError("ringing: the short window ends before the run does, and both have two points or more")
    return _Ringing(striker, struck, damping, modes, share if adaptive else 0.0, length, drag, caught, hardening).run(
        speed, until, short, points, rtol
    )


class _Ringing:
    """The equations with all modes, and what of them is kept."""

    def __init__(
        self,
        striker: Sphere,
        struck: Struck,
        damping: float,
        modes: int,
        share: float,
        length: float | None,
        drag: float,
        caught: bool,
        hardening: float,
    ) -> None:
        frequencies, shapes = struck.vibrations(modes)
        one, two = (1 / striker.radius + value for value in struck.curvatures)
        materials = (striker.modulus, striker.poisson), (struck.modulus, struck.poisson)
        stiffness = hardening * hertz_stiffness((one, two), *materials)
        each = np.column_stack([frequencies**2, shapes, damping * frequencies**2])
        swing = 0.0 if length is None else GRAVITY / length
        self.p = np.concatenate([[striker.mass, struck.mass, stiffness, swing, drag], each.ravel()])
        self.total, self.caught = modes, caught
        self.drops = np.full(modes, math.inf)
        if share > 0:  # none goes before those above it: of overdamped modes the higher ones are slower
            times = modes_to_keep(frequencies, damping, share).times
            self.drops = np.maximum.accumulate(times[::-1])[::-1]
        self.size = frequencies, np.abs(shapes).max()

    def run(self, speed: float, until: float, short: float, points: tuple[int, int], rtol: float) -> Ringing:
        from linkwork.library.impacts.ringing_kernel import RIGID

        times = np.union1d(np.linspace(0, short, points[0]), np.linspace(0, until, points[1]))
        self.times, self.rows = times, np.zeros((len(times), RIGID + 2 * self.total))
        self.counts = np.zeros(len(times), int)
        self.row, self.steps, self.evaluations, self.work = 0, 0, 0, 0
        self.speed, self.rtol = speed, rtol
        self.k = np.array([self.total, 1, self.total], np.int64)
        y = np.zeros(RIGID + 2 * self.total)
        y[1] = speed
        t, in_contact, since = 0.0, True, 0.0
        begins, contacts = 0.0, []
        while t < until:
            kept = int(self.k[0])
            stop = until
            if not in_contact:
                later = self.drops[:kept] + since
                stop = min(until, float(later[-1])) if kept else until
                if self.caught and self.k[1] == 1:
                    wait = self._until_apart(y)
                    self.k[1] = 0 if wait == 0.0 else 1
                    stop = min(stop, t + wait) if wait > 0.0 else stop
            t, y, changed = self._leg(t, y, stop, in_contact)
            if changed and in_contact:
                contacts.append((begins, t))
                in_contact, since = False, t
            elif changed:
                in_contact, begins = True, t
                y = self._with(y, self.total)
            elif not in_contact and t < until:
                y = self._with(y, int(np.sum(self.drops + since > t)))
        if in_contact:
            contacts.append((begins, t))
        q = self.rows[:, RIGID : RIGID + self.total]
        return Ringing(
            times, self.counts, self.rows[:, :2], self.rows[:, 2:4], q, self.rows[:, RIGID + self.total :],
            tuple(contacts), self.steps, self.evaluations, self.work,
        )  # fmt: skip

    def _until_apart(self, y: Array) -> float:
        """The time in s after which to look again whether the bodies may still meet; zero where they may not."""
        from linkwork.library.impacts.ringing_kernel import FIRST, MODE, RIGID

        kept = int(self.k[0])
        squares, shapes = self.p[FIRST::MODE][:kept], self.p[FIRST + 1 :: MODE][:kept]
        widths = np.hypot(y[RIGID : RIGID + kept], y[RIGID + kept :] / np.sqrt(squares))
        lacking, parting = float(np.abs(shapes) @ widths - (y[2] - y[0])), float(y[3] - y[1])
        if lacking < 0.0 < parting:
            return 0.0
        slowest = 2 * math.pi / float(self.size[0][0])
        return min(slowest, max(1.001 * lacking / parting, 1e-3 * slowest)) if parting > 0.0 else 0.1 * slowest

    def _with(self, y: Array, kept: int) -> Array:
        """The state with another number of modes: the highest are left out, or begin at rest."""
        from linkwork.library.impacts.ringing_kernel import RIGID

        before, both = int(self.k[0]), min(int(self.k[0]), kept)
        changed = np.zeros(RIGID + 2 * kept)
        changed[:RIGID] = y[:RIGID]
        changed[RIGID : RIGID + both] = y[RIGID : RIGID + both]
        changed[RIGID + kept : RIGID + kept + both] = y[RIGID + before : RIGID + before + both]
        self.k[0] = kept
        return changed

    def _leg(self, t: float, y: Array, stop: float, in_contact: bool) -> tuple[float, Array, bool]:
        """On with the modes that are kept, to a time or to where the bodies meet or part."""
        from linkwork.library.impacts.ringing_kernel import CONTACT_CHANGED, FAILED, RIGID, go_on, rates
        from linkwork.numerics.integrators import integrator_state_kernel as place
        from linkwork.numerics.integrators.integrator import prepare
        from linkwork.numerics.jit import address

        kept = int(self.k[0])
        w = np.sqrt(self.p[5::3][:kept])
        lengths = np.full(len(y), self.speed * 1e-4)
        lengths[[1, 3]] = self.speed
        lengths[RIGID : RIGID + kept] = self.speed * math.sqrt(self.p[0]) / w
        lengths[RIGID + kept :] = self.speed * math.sqrt(self.p[0])
        z, s = prepare(place.DOP853, t, y, stop, rtol=self.rtol, atol=1e-3 * self.rtol * lengths)
        out, work = np.zeros(len(y) + 1), np.zeros(1)
        first = self.row
        end, self.row = go_on(
            address(rates, "rate", "real"), self.k, self.p, work, z, s, self.times, first, self.rows, out, in_contact
        )
        self.counts[first : self.row] = kept
        self.steps += int(s[place.STEPS])
        self.evaluations += int(s[place.EVALUATIONS])
        self.work += int(s[place.EVALUATIONS]) * kept
        if end == FAILED:
            raise AnalysisError(f"ringing: no step is short enough at t = {float(z[place.T]):.6g} s")
        if end == CONTACT_CHANGED:
            return float(out[-1]), out[:-1].copy(), True
        return float(z[place.T]), z[s[place.Y] :][: len(y)].copy(), False
