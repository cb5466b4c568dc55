"""A structure that floats or is held, solved with one factorisation: statics, modes that are free, modes that are held.

K alone is singular, so K + s M is factorised with a small shift s. Rows B that are held come in by their Schur
complement, and statics are corrected until K itself is satisfied; the error falls by s / (first eigenvalue) each time.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np

from linkwork.base.errors import MechanismError
from linkwork.bodies.flexible.cells import Floats
from linkwork.numerics.sparse.dissection import Dissected

_DENSE = 500
"""Up to so many freedoms eigenvalues are found with full matrices."""
_MANY = 3000
"""From so many freedoms on the factorisation is made by nested dissection."""
_SHIFT = 1e-3
"""The shift, of the first elastic eigenvalue."""
_SETTLED = 1e-11
_STALLED = 0.3
"""Corrections that fall by less than this are rounding."""
_ROUNDS = 40


def _corrected(step_from: Callable[[Floats], Floats], corrected: Floats) -> Floats:
    """Corrections added until they are too small to matter, or are rounding."""
    before = np.inf
    for _ in range(_ROUNDS):
        step = step_from(corrected)
        corrected = corrected + step
        size = float(np.abs(step).max())
        if size <= _SETTLED * np.abs(corrected).max() or size > _STALLED * before:
            break
        before = size
    return corrected


class Floating:
    """K, M and the rigid motions R of a structure, with K + s M factorised; `places` says where its freedoms are."""

    def __init__(self, stiffness: Any, mass: Any, rigid: Floats, places: Floats) -> None:
        self.places = places
        self.stiffness, self.mass, self.rigid = stiffness.tocsc(), mass.tocsc(), rigid
        self.rigid_mass = rigid.T @ (mass @ rigid)
        scale = stiffness.diagonal().sum() / mass.diagonal().sum()
        self.first = 0.0
        self._factorise(1e-7 * scale)
        self.lowest = self.free(min(rigid.shape[1] + 2, stiffness.shape[0]))[0]
        self.first = float(self.lowest[rigid.shape[1]]) if len(self.lowest) > rigid.shape[1] else scale
        if not 1e-2 * _SHIFT < self.shift / max(self.first, 1e-300) < 1e2 * _SHIFT and self.first > 0.0:
            self._factorise(_SHIFT * self.first)

    def _factorise(self, shift: float) -> None:
        from scipy.linalg import LinAlgError
        from scipy.sparse.linalg import splu

        self.shift = shift
        matrix = (self.stiffness + shift * self.mass).tocsc()
        if self.count >= _MANY:
            # what is not positive definite is left to the other way, and to its words
            with suppress(LinAlgError, MemoryError):
                self.solve = Dissected(matrix, self.places).solve
                return
        try:
            options = {"SymmetricMode": True}
            factor = splu(matrix, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=options)
        except (RuntimeError, MemoryError):
            raise MechanismError(
                "its stiffness matrix cannot be factorised: it is singular beyond its rigid motions (loose parts, "
                "freedoms without mass), or too large for this memory"
            ) from None
        self.solve = factor.solve

    @property
    def count(self) -> int:
        """Freedoms."""
        return int(self.stiffness.shape[0])

    def free(self, count: int) -> tuple[Floats, Floats]:
        """The lowest free modes, rigid ones among them: eigenvalues, mass-normalised shapes."""
        return self._modes(count, None)

    def held(self, rows: Any, count: int) -> tuple[Floats, Floats]:
        """The lowest modes with these rows at rest."""
        return self._modes(count, Held(self, rows))

    def _modes(self, count: int, held: Held | None) -> tuple[Floats, Floats]:
        if self.count <= _DENSE or count >= self.count // 3:
            return self._dense(count, held)
        from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigsh

        solve = self.solve if held is None else held.solve
        start = solve(np.random.default_rng(1).standard_normal(self.count))
        shape = (self.count, self.count)
        inverse = LinearOperator(shape, matvec=solve, dtype=float)
        try:
            values, shapes = eigsh(self.stiffness, count, self.mass, -self.shift, OPinv=inverse, v0=start, tol=1e-9)
        except ArpackNoConvergence:
            raise MechanismError(f"its first {count} modes cannot be found; check its mass and stiffness") from None
        order = np.argsort(values)
        return values[order], shapes[:, order]

    def _dense(self, count: int, held: Held | None) -> tuple[Floats, Floats]:
        from scipy.linalg import LinAlgError, eigh, null_space

        stiffness, mass = self.stiffness.toarray(), self.mass.toarray()
        basis = np.eye(self.count) if held is None else null_space(held.rows)
        if count > basis.shape[1]:
            raise MechanismError(f"{count} modes are more than its {basis.shape[1]} freedoms")
        try:
            values, shapes = eigh(basis.T @ stiffness @ basis, basis.T @ mass @ basis)
        except LinAlgError:
            raise MechanismError("its mass matrix is not positive definite; check M") from None
        return values[:count], basis @ shapes[:, :count]

    def relieved(self, loads: Floats) -> Floats:
        """Deflection under loads that the inertia of the free body balances, without rigid motion (inertia relief)."""
        loads = loads - self.mass @ (self.rigid @ np.linalg.solve(self.rigid_mass, self.rigid.T @ loads))
        return _corrected(lambda moved: self.without_rigid(self.solve(loads - self.stiffness @ moved)), 0.0 * loads)

    def without_rigid(self, shapes: Floats) -> Floats:
        """Shapes without their share of the rigid motions, weighted by mass."""
        share = np.linalg.solve(self.rigid_mass, self.rigid.T @ (self.mass @ shapes))
        bent: Floats = shapes - self.rigid @ share
        return bent


class Held:
    """A floating structure of which some rows (sparse, r x n) are held."""

    def __init__(self, floating: Floating, rows: Any) -> None:
        self.floating = floating
        self.rows = rows.toarray()
        self.pushed = floating.solve(np.ascontiguousarray(self.rows.T))
        self.softness = self.rows @ self.pushed

    def solve(self, loads: Floats) -> Floats:
        """Deflection with the shifted stiffness and the rows at rest."""
        free = self.floating.solve(np.ascontiguousarray(loads))
        displacement: Floats = free - self.pushed @ np.linalg.solve(self.softness, self.rows @ free)
        return displacement

    def _settled(self, loads: Floats | float, settled: Floats) -> Floats:
        return _corrected(lambda settled: self.solve(loads - self.floating.stiffness @ settled), settled)

    def under(self, loads: Floats) -> Floats:
        """Deflection under loads with the rows at rest."""
        return self._settled(loads, self.solve(loads))

    def static(self) -> Floats:
        """Deflection for a unit of each row, the others at rest (constraint modes)."""
        return self._settled(0.0, self.pushed @ np.linalg.inv(self.softness))
