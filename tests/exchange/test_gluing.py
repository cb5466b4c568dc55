"""Gluing at interfaces: what measures and interpolations do, in one and two layers, with forces and motions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.exchange.coupling import Coupled, CouplingError, Structure


def frame_of_beams(count: int = 6, size: int = 5) -> tuple[list[Any], Any]:
    """Random chains of masses and springs, each with two ends, and the same in one: masses of glued ends add."""
    rng = np.random.default_rng(3)
    parts = []
    for _ in range(count):
        k = np.zeros((size, size))
        for j in range(size - 1):
            k[j : j + 2, j : j + 2] += (1e4 + 1e4 * rng.random()) * np.array([[1, -1], [-1, 1]])
        parts.append((np.diag(1 + rng.random(size)), 1e-4 * k, k))
    parts[0][2][0, 0] += 2e4  # held by a spring to the ground
    n = count * (size - 1) + 1
    whole = [np.zeros((n, n)) for _ in range(3)]
    for number, matrices in enumerate(parts):
        at = slice(number * (size - 1), number * (size - 1) + size)
        for one, all_of_them in zip(matrices, whole, strict=True):
            all_of_them[at, at] += one
    return parts, whole


def shaking(t: float) -> float:
    return 2000.0 * np.sin(100 * np.pi * t)


def pieces() -> tuple[list[Structure], Structure]:
    parts, whole = frame_of_beams()

    def load(size: int, at: int) -> Any:
        return lambda t: shaking(t) * np.eye(size)[at]

    made = [
        Structure(*each, interfaces={"A": [0], "B": [4]}, outputs={"mid": 2}, load=load(5, 2) if k == 1 else None)
        for k, each in enumerate(parts)
    ]
    return made, Structure(*whole, interfaces={"A": [0]}, outputs={"near": 6, "far": 22}, load=load(25, 6))


def test_six_parts_in_one_and_two_layers_equal_all_at_once_in_one_update() -> None:
    made, whole = pieces()
    single = Coupled("whole")
    single.add("all", whole)
    whole_run = single.run(until=0.2, step=2e-3, progress=False)
    scale = np.abs(whole_run["all.near.x"]).max()

    def off(run: Any, part: str, place: str) -> float:
        return float(np.abs(run[f"{part}.mid.x"] - whole_run[f"all.{place}.x"]).max() / scale)

    flat = Coupled("flat")
    for k, each in enumerate(made):
        flat.add(f"p{k}", each)
    for k in range(5):
        flat.glue(f"g{k}", f"p{k}.B", f"p{k + 1}.A", measure="displacement")
    run = flat.run(until=0.2, step=2e-3, tolerance=1e-12, progress=False)
    assert run.statistics["iterations at most"] == 1 and run.statistics["gluing matrices"] == 1
    assert off(run, "p1", "near") < 1e-9 and off(run, "p5", "far") < 1e-9
    made, _ = pieces()
    inner = Coupled("inner")
    for k in range(3):
        inner.add(f"p{k}", made[k])
    for k in range(2):
        inner.glue(f"g{k}", f"p{k}.B", f"p{k + 1}.A", measure="displacement")
    inner.expose("end", "p2.B")
    outer = Coupled("outer")
    outer.add("half", inner.as_part(tolerance=1e-14))
    for k in range(3, 6):
        outer.add(f"p{k}", made[k])
    outer.glue("h", "half.end", "p3.A", measure="displacement")
    for k in range(3, 5):
        outer.glue(f"g{k}", f"p{k}.B", f"p{k + 1}.A", measure="displacement")
    two = outer.run(until=0.2, step=2e-3, tolerance=1e-12, progress=False)
    assert two.statistics["iterations at most"] == 1
    assert off(two, "p5", "far") < 1e-9


def moved_mass(method: str = "exact") -> Structure:
    return Structure([[1.0]], None, [[10.0]], interfaces={"p": [0]}, v=[100.0], method=method)


def test_a_rigid_glue_is_refused_without_iteration_and_named() -> None:
    c = Coupled("two")
    c.add("a", moved_mass())
    c.add("b", moved_mass())
    c.glue("g", "a.p", "b.p")
    with pytest.raises(CouplingError, match=r"connection 'g' is rigid.*iterate=True, or a spring"):
        c.run(until=1, step=0.1, iterate=False)
    with pytest.raises(CouplingError, match=r"has no interface 'q'"):
        c.glue("h", "a.p", "b.q")
    with pytest.raises(CouplingError, match="measure is one of both, mixed"):
        c.glue("h", "a.p", "b.p", measure="best")


def test_components_that_do_not_fit_and_redundant_ones_are_named() -> None:
    c = Coupled("plate")
    c.add("a", Structure(np.eye(2), interfaces={"p": [0, 1]}, method="exact"))
    c.add("b", Structure([[1.0]], interfaces={"p": [0], "q": [0]}, v=[1.0], method="exact"))
    with pytest.raises(CouplingError, match="2 and 1 components, which do not fit"):
        c.glue("g", "a.p", "b.p")
    c.glue("g", "a.p", "b.p", components=[0])
    c.glue("h", "a.p", "b.q", components=[0])
    run = c.run(until=0.1, step=0.01, progress=False)
    assert run["a.p.v0"][-1] == pytest.approx(0.5, abs=1e-9) and run["g.gap"].max() < 1e-10
    assert any(note.startswith("redundant: g.f0, h.f0") for note in run.notes), run.notes


def test_the_step_follows_the_error_of_what_is_exchanged() -> None:
    c = Coupled("oscillators")
    c.add("a", moved_mass())
    c.add("b", Structure([[1.0]], None, [[1000.0]], interfaces={"p": [0]}, v=[-100.0], method="exact"))
    c.spring("s", "a.p", "b.p", stiffness=100)
    loose, fine = (c.run(until=0.25, step=0.05, rtol=rtol, atol=1.0, progress=False) for rtol in (1e-1, 1e-2))
    k = np.array([[110.0, -100.0], [-100.0, 1100.0]])
    values, shapes = np.linalg.eigh(k)
    exact = shapes @ (np.sin(0.25 * values**0.5) / values**0.5 * (shapes.T @ [100.0, -100.0]))
    errors = [abs(run["b.p.x0"][-1] - exact[1]) for run in (loose, fine)]
    assert len(loose.t) < len(fine.t) and errors[1] < 0.5 * errors[0] < 0.1
    assert loose.t[-1] == fine.t[-1] == 0.25


def test_a_saved_state_brings_everything_back() -> None:
    c = Coupled("oscillators")
    c.add("a", moved_mass())
    c.add("b", Structure([[2.0]], None, [[1000.0]], interfaces={"p": [0]}, v=[-100.0], method="exact"))
    c.glue("s", "a.p", "b.p", measure="mixed")
    c.expose("x", "b.p")
    made = c.as_part()
    made.start(0.0, np.zeros(1))
    inputs = np.zeros((3, 1))

    def gone(steps: int) -> Any:
        for _ in range(steps):
            found = made.attempt(0.01, inputs)
            made.commit()
        return found

    gone(3)
    token = made.save()
    first = gone(5)
    made.restore(token)
    assert np.array_equal(gone(5), first)
