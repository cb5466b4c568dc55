"""What the tests of circuits share: a wheel beside the circuit, random circuits, and their own solution of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

import linkwork as lw


def wheel(inertia: float = 0.2) -> lw.Planar:
    m = lw.Planar("wheel")
    body = m.body("wheel", estimate=(0, 0, 0))
    m.revolute("O", m.ground.at(0, 0), body.at(0, 0))
    m.mass("wheel", inertia=inertia)
    return m


def random_circuit(seed: int) -> list[tuple[str, str, int, int, float]]:
    """Kind, name, nodes and value: a ring of resistors that no source shorts, and parts of all kinds across it."""
    rng = np.random.default_rng(seed)
    nodes = int(rng.integers(4, 8))
    parts = [("resistor", f"R{n}", n, (n + 1) % nodes, 10 ** rng.uniform(-1, 2)) for n in range(nodes)]
    for n in range(int(rng.integers(4, 9))):
        kind = str(rng.choice(["resistor", "capacitor", "inductor", "current_source"]))
        a, b = rng.choice(nodes, 2, replace=False)
        size = {"resistor": 10 ** rng.uniform(-1, 2), "capacitor": 10 ** rng.uniform(-3, -1)}
        size |= {"inductor": 10 ** rng.uniform(-2, 0), "current_source": rng.uniform(-2, 2)}
        parts.append((kind, f"P{n}", int(a), int(b), float(size[kind])))
    far = nodes  # one source of a voltage, behind a resistor
    parts += [("voltage_source", "E", far, 0, float(rng.uniform(1, 10))), ("resistor", "RE", far, 1, 0.7)]
    return parts


def node(number: int) -> str:
    return "ground" if number == 0 else f"n{number}"


def fill(m: lw.Planar, parts: list[tuple[str, str, int, int, float]], name: str = "c") -> None:
    circuit: Any = m.circuit(name)
    for kind, label, a, b, value in parts:
        getattr(circuit, kind)(label, node(a), node(b), value)


class Mna:
    """Modified nodal analysis, of the test's own: G x + C dx/dt = s with node voltages and branch currents in x."""

    def __init__(self, parts: list[tuple[str, str, int, int, float]]) -> None:
        nodes = max(max(a, b) for _, _, a, b, _ in parts)
        extra = [p for p in parts if p[0] in ("inductor", "voltage_source")]
        size = nodes + len(extra)
        self.G, self.C, self.s = np.zeros((size, size)), np.zeros((size, size)), np.zeros(size)
        for kind, _, a, b, value in parts:
            rows = [(a - 1, 1.0), (b - 1, -1.0)]
            pairs = [(i, j, si * sj) for i, si in rows for j, sj in rows if i >= 0 and j >= 0]
            for i, j, sign in pairs:
                if kind == "resistor":
                    self.G[i, j] += sign / value
                elif kind == "capacitor":
                    self.C[i, j] += sign * value
            if kind == "current_source":
                for i, sign in rows:
                    if i >= 0:
                        self.s[i] -= sign * value
        for n, (kind, _, a, b, value) in enumerate(extra):
            k = nodes + n
            for i, sign in ((a - 1, 1.0), (b - 1, -1.0)):
                if i >= 0:
                    self.G[i, k] += sign
                    self.G[k, i] += sign
            if kind == "inductor":
                self.C[k, k] -= value
            else:
                self.s[k] = value
        self.nodes = nodes

    def operating_point(self) -> Any:
        return np.linalg.lstsq(self.G, self.s, rcond=None)[0]

    def eigenvalues(self) -> Any:
        """Finite s with det(G + s C) = 0."""
        from scipy.linalg import eig

        found = eig(-self.G, self.C, right=False)
        return np.sort_complex(found[np.isfinite(found) & (np.abs(found) < 1e9)])

    def transient(self, until: float, start: Any) -> Any:
        """By the implicit trapezoidal rule's big brother: Radau on the differential part, algebraic part eliminated."""
        u, sigma, vt = np.linalg.svd(self.C)
        rank = int((sigma > 1e-12).sum())
        left, right = u[:, rank:], vt[rank:].T
        range_l, range_r = u[:, :rank], vt[:rank].T
        inner = np.linalg.solve(left.T @ self.G @ right, np.column_stack([left.T @ self.G @ range_r, left.T @ self.s]))
        follow, constant = -inner[:, :-1], inner[:, -1]
        A = -(range_l.T @ self.G @ (range_r + right @ follow)) / sigma[:rank, None]
        f = range_l.T @ (self.s - self.G @ right @ constant) / sigma[:rank]
        y0 = range_r.T @ start
        done = solve_ivp(lambda _t, y: A @ y + f, (0, until), y0, method="Radau", rtol=1e-11, atol=1e-13, jac=A)
        y = done.y[:, -1]
        return range_r @ y + right @ (follow @ y + constant)
