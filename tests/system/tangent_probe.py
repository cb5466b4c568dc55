"""The tangent of the equations of motion, element by element, beside differences of all equations together."""

from __future__ import annotations

from typing import Any

import numpy as np

import linkwork as lw
from linkwork.numerics.integrators import integrator_state_kernel as place
from linkwork.numerics.jit import njit, part
from linkwork.places import layout_kernel as layout
from linkwork.places.layout_kernel import (
    COORDINATES,
    ELEMENT_AT,
    ELEMENTS,
    EQUATIONS,
    FIRST_ROW,
    OUT,
    OUT_AT,
    RECORD,
    ROWS,
    STATE_RATE,
    WIDTH,
)
from linkwork.system.methods.newton_kernel import add_row_forces
from linkwork.system.tangent import layout_kernel as tangent
from linkwork.system.tangent.table import tangent_of
from linkwork.system.tangent.tangent_kernel import evaluate_at, local_place, make_tangent, steps_at, tangent_room


@njit
def make(k_table, p_table, w_table, z_table, s_table, places, what, ratio):
    k, p, w, z, s = part(k_table, 0), part(p_table, 0), part(w_table, 0), part(z_table, 0), part(s_table, 0)
    at, acceleration, multipliers, values, room, slopes = places
    make_tangent(k, p, w, z, s, at, 0.3, acceleration, multipliers, values, room, what, ratio, slopes)


@njit
def rows_at(k_table, p_table, w_table, z_table, places, states, target):
    """All equations at the state of the workspace."""
    k, p, w, z = part(k_table, 0), part(p_table, 0), part(w_table, 0), part(z_table, 0)
    _, acceleration, multipliers, _, _, _ = places
    n, m, record = k[COORDINATES], k[EQUATIONS], k[ELEMENT_AT]
    evaluate_at(k, p, w, z, 0.3, acceleration, target)
    add_row_forces(k, w, z, multipliers, target)
    for _ in range(k[ELEMENTS]):
        rows, width, out = k[record + ROWS], k[record + WIDTH], k[OUT] + k[record + OUT_AT]
        for row in range(rows):
            to = target + n + k[record + FIRST_ROW] + row
            z[to] = -w[out + 2 * rows + row]
            for column in range(width):
                where = local_place(k, record, column)
                if where >= 0:
                    z[to] += w[out + 3 * rows + row * width + column] * z[acceleration + where]
        record += RECORD
    for i in range(states):
        z[target + n + m + i] = -w[k[STATE_RATE] + i]


class Probe:
    """A system at a random state, with random accelerations and multipliers."""

    def __init__(self, mechanism: Any, seed: int = 1) -> None:
        self.system = system = mechanism.system(dynamics=True)
        self.n, self.m = len(system.coordinates), len(system.equations)
        self.x = int(system.k[layout.STATES]) - layout.QUADRATURES
        found = tangent_of(system)
        self.pattern, self.size = found.pattern, self.n + self.m + self.x
        self.state_size = 2 * self.n + self.x + layout.QUADRATURES
        draw = np.random.default_rng(seed)
        self.w = system.workspace()
        system.world.put(system, self.w, system.start + 0.05 * draw.normal(size=self.n), draw.normal(size=self.n))
        self.q, self.v, self.own = (int(system.k[at]) for at in (layout.Q, layout.V, layout.STATE))
        self.w[self.q : self.q + self.n] += 0.1 * draw.normal(size=self.n)
        self.w[self.v : self.v + self.n] = draw.normal(size=self.n)
        self.w[self.own : self.own + self.x] = draw.normal(size=self.x)
        self.s = np.concatenate([np.zeros(place.STATE, np.int64), found.table])
        self.s[place.SIZE] = self.state_size
        values = self.n + self.m
        room = values + self.pattern.entries
        slopes = room + tangent_room(self.n, self.x, found.outs)
        self.target = slopes + layout.QUADRATURES * self.state_size
        self.z = np.zeros(self.target + self.size)
        self.z[: self.n + self.m] = draw.normal(size=self.n + self.m)
        self.places = (place.STATE, 0, self.n, values, room, slopes)
        self.units = np.concatenate([system.column_scale, np.ones(self.x)])
        mass = float(system.p[int(system.k[layout.MASS_SCALE])].real)
        self.row_units = np.concatenate([system.column_scale / mass, system.row_scale, np.ones(self.x)])

    def by_elements(self, what: int, ratio: float) -> np.ndarray:
        """The tangent as a full matrix, own states last."""
        steps = steps_at(self.system.k, self.s, place.STATE, self.places[4])
        self.z[steps : steps + self.n + self.x] = 1e-8 * self.units
        self.z[self.places[5] : self.target] = 0.0
        make(self.system.k, self.system.p, self.w.copy(), self.z, self.s, self.places, what, ratio)
        full = np.zeros((self.size, self.size))
        table = place.STATE + int(self.s[place.STATE + tangent.FACTOR_TABLE])
        header = self.s[table : table + 8]
        order, first, rows, entries = (self.s[table + int(at) :] for at in header[4:8])
        for step in range(self.size):
            for i in range(first[step], first[step + 1]):
                full[rows[i], order[step]] = self.z[self.places[3] + entries[i]]
        return full

    def by_differences(self, what: int, ratio: float) -> np.ndarray:
        """The same by central differences of all equations, one coordinate after the other."""
        full = np.zeros((self.size, self.size))
        columns = [(column, self.q if what == 0 else self.v, column) for column in range(self.n)]
        if what == 1 or ratio:
            columns += [(self.n + self.m + i, self.own, i) for i in range(self.x)]
        for column, where, number in columns:
            step = 1e-6 * self.units[number if column < self.n else self.n + number]
            sides = []
            for sign in (1.0, -1.0):
                w = self.w.copy()
                w[where + number] += sign * step
                if column < self.n and what == 0:
                    w[self.v + number] += sign * ratio * step
                rows_at(self.system.k, self.system.p, w, self.z, self.places, self.x, self.target)
                sides.append(self.z[self.target : self.target + self.size].copy())
            full[:, column] = (sides[0] - sides[1]) / (2 * step)
            full[:, column] *= self.row_units * (self.units[number] if column < self.n else 1.0)
        return full


def heavy(m: Any) -> Any:
    """The mechanism with masses off the frames' origins."""
    space = isinstance(m, lw.Spatial)
    for number, name in enumerate(name for name in m.bodies_by_name if name != "ground"):
        share = 1.0 + 0.3 * number
        if m.bodies_by_name[name].mass is None:
            if space:
                m.mass(name, mass=share, center=(0.1, -0.2, 0.15), inertia=(0.3, 0.4, 0.5 * share))
            else:
                m.mass(name, mass=share, center=(0.2, -0.1), inertia=0.3 * share)
    m.set_gravity(*((0.3, -9.0, 1.0) if space else (0.3, -9.0)))
    return m


def compare(m: Any) -> None:
    probe = Probe(m)
    for what, ratio in ((0, 0.0), (0, 7.0), (1, 0.0)):
        found, right = probe.by_elements(what, ratio), probe.by_differences(what, ratio)
        if what == 0 and ratio:  # then constraints are those of positions, not differentiated
            right[probe.n : probe.n + probe.m] = found[probe.n : probe.n + probe.m]
        assert np.all(np.isfinite(found))
        assert np.abs(found - right).max() <= 2e-5 * max(1.0, np.abs(right).max())
