"""A linear structure M x'' + C x' + K x = f as a subsystem."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from scipy.linalg import expm, lu_factor, lu_solve

from linkwork.base.arrays import Array
from linkwork.exchange.subsystem import (
    DEGREES,
    CouplingError,
    Description,
    Interface,
    SubsystemError,
    finite_numbers,
    values_at,
)
from linkwork.expression.given import public

METHODS = ("trapezoidal", "exact", "static")


class Structure:
    """Masses, dampers and springs as matrices; interfaces are sets of its freedoms.

    `interfaces={"tip": [4, 5]}` takes forces at freedoms 4 and 5 and gives their motion, as `tip.f0`, `tip.x0`,
    `tip.v0` ...; further freedoms to be seen stand in `outputs={"middle": 2}`. `method` is "trapezoidal" (Newmark's
    with constant mean acceleration; the load that counts is that at the end of a step), "exact" (the matrix
    exponential for inputs that are polynomials) or "static" (K x = f at the end of every step). `load` is a function of
    time that gives forces at all freedoms.
    """

    @public
    def __init__(
        self,
        mass: Any,
        damping: Any = None,
        stiffness: Any = None,
        *,
        interfaces: Mapping[str, Sequence[int]],
        outputs: Mapping[str, int] | None = None,
        x: Any = None,
        v: Any = None,
        load: Callable[[float], Any] | None = None,
        method: str = "trapezoidal",
    ) -> None:
        self.mass = _matrix("mass", mass)
        n = len(self.mass)
        self.damping = np.zeros((n, n)) if damping is None else _matrix("damping", damping, n)
        self.stiffness = np.zeros((n, n)) if stiffness is None else _matrix("stiffness", stiffness, n)
        if method not in METHODS:
            raise CouplingError(f"structure: method is one of {', '.join(METHODS)}; found {method!r}")
        self._method, self._load = method, load
        self._first = [
            np.zeros(n) if given is None else _vector(what, given, n) for what, given in (("x", x), ("v", v))
        ]
        self._state = [*self._first, np.zeros(n)]
        self._trial, self._t, self._h = self._state, 0.0, 0.0
        self._factors: dict[float, Any] = {}
        self._places = {name: [int(each) for each in places] for name, places in interfaces.items()}
        self._seen = {name: int(place) for name, place in (outputs or {}).items()}
        for name, places in (*self._places.items(), *((name, [at]) for name, at in self._seen.items())):
            if not places or min(places) < 0 or max(places) >= n:
                raise CouplingError(f"structure: '{name}' asks for freedoms {places}; they go from 0 to {n - 1}")
        at = [place for places in self._places.values() for place in places]
        self._into = np.zeros((n, len(at)))
        self._into[at, range(len(at))] = 1.0
        self._order = np.array([*at, *self._seen.values()], int)

    def describe(self) -> Description:
        """Forces at the interfaces in, their positions and velocities out."""
        faces, inputs, positions, velocities = {}, list[str](), list[str](), list[str]()
        for name, places in self._places.items():
            names = [tuple(f"{name}.{letter}{k}" for k in range(len(places))) for letter in "fxv"]
            faces[name] = Interface("force", names[0], names[1], names[2], "nodes")
            inputs += names[0]
            positions += names[1]
            velocities += names[2]
        seen = [(f"{name}.x", f"{name}.v") for name in self._seen]
        outputs = (*positions, *(x for x, _ in seen), *velocities, *(v for _, v in seen))
        return Description(tuple(inputs), outputs, faces, linear=True, end_only=self._method != "exact", derives=True)

    def start(self, t: float, inputs: Array) -> Array:
        """Begin with the accelerations that the first loads give."""
        x, v = (each.copy() for each in self._first)
        side = self._into @ inputs + self._outer(t) - self.damping @ v - self.stiffness @ x
        self._state = self._trial = [x, v, np.linalg.solve(self.mass, side)]
        self._t, self._h = t, 0.0
        return self._outputs()

    def _outer(self, t: float) -> Array:
        return np.zeros(len(self.mass)) if self._load is None else np.asarray(self._load(t), float)

    def attempt(self, h: float, inputs: Array) -> Array:
        """One step."""
        how = {"exact": self._exact, "static": self._static, "trapezoidal": self._trapezoidal}[self._method]
        self._trial = how(h, inputs)
        self._h = h
        return self._outputs()

    def derivatives(self, h: float, inputs: Array) -> Array:
        """How positions and velocities at the end of a step follow from the loads in it."""
        n, powers = len(self.mass), h ** np.arange(DEGREES)
        if self._method == "exact":
            if h not in self._factors:
                self._factors[h] = self._transition(h)
            columns = self._factors[h][1].reshape(2 * n, DEGREES, n) @ self._into
            return np.moveaxis(columns[np.concatenate([self._order, n + self._order])], 0, 2)
        if self._method == "static":
            x = lu_solve(self._stiffness_factors(), self._into, check_finite=False)
            v = x / h
        else:
            a = lu_solve(self._effective_factors(h), self._into, check_finite=False)
            x, v = h * h / 4 * a, h / 2 * a
        return powers[:, None, None] * np.concatenate([x[self._order], v[self._order]]).T

    def _effective_factors(self, h: float) -> Any:
        if h not in self._factors:
            self._factors[h] = lu_factor(self.mass + h / 2 * self.damping + h * h / 4 * self.stiffness)
        return self._factors[h]

    def _stiffness_factors(self) -> Any:
        if 0.0 not in self._factors:
            size = np.linalg.svd(self.stiffness, compute_uv=False)
            if size[-1] <= 1e-13 * size[0]:
                raise SubsystemError("it can move without force, so that it has no rest: hold it, or give it springs")
            self._factors[0.0] = lu_factor(self.stiffness)
        return self._factors[0.0]

    def _trapezoidal(self, h: float, inputs: Array) -> list[Array]:
        x, v, a = self._state
        x_free, v_free = x + h * v + h * h / 4 * a, v + h / 2 * a
        side = self._into @ values_at(inputs, h) + self._outer(self._t + h)
        new = lu_solve(
            self._effective_factors(h), side - self.damping @ v_free - self.stiffness @ x_free, check_finite=False
        )
        return [x_free + h * h / 4 * new, v_free + h / 2 * new, new]

    def _static(self, h: float, inputs: Array) -> list[Array]:
        side = self._into @ values_at(inputs, h) + self._outer(self._t + h)
        x = lu_solve(self._stiffness_factors(), side, check_finite=False)
        return [x, (x - self._state[0]) / h, np.zeros(len(x))]

    def _exact(self, h: float, inputs: Array) -> list[Array]:
        if h not in self._factors:
            self._factors[h] = self._transition(h)
        over, by = self._factors[h]
        n, forces = len(self.mass), inputs @ self._into.T
        if self._load is not None:
            begin, half, end = (self._outer(self._t + part * h) for part in (0.0, 0.5, 1.0))
            forces = forces + np.array([begin, (4 * half - 3 * begin - end) / h, 2 * (begin + end - 2 * half) / h**2])
        y = over @ np.concatenate(self._state[:2]) + by @ forces.ravel()
        return [y[:n], y[n:], self._state[2]]

    def _transition(self, h: float) -> tuple[Array, Array]:
        """y(h) = E y(0) + F (f0, f1, f2) for f(s) = f0 + f1 s + f2 s^2, by one exponential of a larger matrix."""
        n = len(self.mass)
        inverse = np.linalg.inv(self.mass)
        whole = np.zeros((5 * n, 5 * n))
        whole[:n, n : 2 * n] = np.eye(n)
        whole[n : 2 * n, :n], whole[n : 2 * n, n : 2 * n] = -inverse @ self.stiffness, -inverse @ self.damping
        whole[n : 2 * n, 2 * n : 3 * n] = inverse
        whole[2 * n : 3 * n, 3 * n : 4 * n] = np.eye(n)
        whole[3 * n : 4 * n, 4 * n :] = 2.0 * np.eye(n)
        exponential = expm(h * whole)
        return exponential[: 2 * n, : 2 * n], exponential[: 2 * n, 2 * n :]

    def _outputs(self) -> Array:
        x, v, _ = self._trial
        return np.concatenate([x[self._order], v[self._order]])

    def commit(self) -> None:
        """Keep the step."""
        self._state, self._t, self._h = self._trial, self._t + self._h, 0.0

    def save(self) -> Any:
        """Positions, velocities, accelerations and time."""
        return (self._t, self._state)

    def restore(self, token: Any) -> None:
        """Back to them."""
        self._t, self._state = token
        self._trial, self._h = self._state, 0.0

    def close(self) -> None:
        """Nothing is held."""


def _vector(what: str, given: Any, n: int) -> Array:
    vector = finite_numbers(f"structure: {what}", given).reshape(-1)
    if len(vector) != n:
        raise CouplingError(f"structure: {what} must have {n} numbers; found {len(vector)}")
    return vector


def _matrix(what: str, given: Any, n: int = 0) -> Array:
    matrix = np.atleast_2d(finite_numbers(f"structure: {what}", given))
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or (n and len(matrix) != n):
        wanted = f"{n} by {n}" if n else "square"
        raise CouplingError(f"structure: {what} must be {wanted}; found {' by '.join(map(str, matrix.shape))}")
    return matrix
