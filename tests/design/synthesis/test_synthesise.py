"""Synthesis of any mechanism: derivatives, timing, functions, poses, inequalities, search, defects."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError
from linkwork.design.synthesis.bounds import read_free
from linkwork.design.synthesis.conditions import read_condition, read_limits
from linkwork.design.synthesis.defects import check
from linkwork.design.synthesis.problem import Problem
from linkwork.design.synthesis.targets import gathered

syn = lw.synthesis


def four_bar(**values: float) -> lw.Planar:
    m = lw.Planar("four-bar")
    given = {"a": 0.1, "b": 0.28, "c": 0.22, "d": 0.3, "px": 0.14, "py": 0.12, "phi": 0.0, "psi": 0.0} | values
    a, b, c, d, px, py, _, _ = m.parameters(**given)
    crank = m.body("crank", estimate=(0, 0, 0.5))
    coupler = m.body("coupler", estimate=(0.09, 0.05, 0.6), points={"P": (px, py)})
    rocker = m.body("rocker", estimate=(d, 0, 1.6))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(a, 0), coupler.at(0, 0))
    m.revolute("B", coupler.at(b, 0), rocker.at(c, 0))
    m.revolute("C", m.ground.at(d, 0), rocker.at(0, 0))
    m.drive("motor", joint="O", angle="0.5 + 2*pi*t")
    return m


@cache
def motion() -> Any:
    return four_bar().kinematics(1.0, 41, progress=False)


def points(frames: list[int]) -> list[tuple[float, float]]:
    return [(float(motion()["coupler.P.x"][i]), float(motion()["coupler.P.y"][i])) for i in frames]


def spatial() -> lw.Spatial:
    """A crank about z and a rocker about y, joined by a rod with two balls."""
    m = lw.Spatial("crossed cranks")
    r, s, h = m.parameters(r=0.3, s=0.6, h=0.1)
    crank = m.body("crank", estimate=(0, 0, 0))
    rocker = m.body("rocker", estimate=(1, 0.2, 0), points={"P": (h, 0.1, s)})
    ends = {"axis": (0, 0, 1), "x": (1, 0, 0)}, {"axis": (0, 1, 0), "x": (0, 0, 1)}
    m.revolute("A", m.ground.frame((0, 0, 0), **ends[0]), crank.frame((0, 0, 0), **ends[0]))
    m.revolute("D", m.ground.frame((1, 0.2, 0), **ends[1]), rocker.frame((0, 0, 0), **ends[1]))
    m.spherical_spherical("rod", crank.at(r, 0, 0), rocker.at(0, 0, s), 1.1)
    m.drive("motor", joint="A", angle="2*pi*t")
    return m


def differ(problem: Problem, b: Any, q: Any) -> float:
    """Largest difference of all derivatives from central differences."""
    design, h = problem.design(b), 1e-6
    slopes = problem.slopes(design, q)
    worst = 0.0
    for number in range(len(b)):
        step = h * np.eye(len(b))[number]
        one, other = problem.rows(problem.design(b + step), q), problem.rows(problem.design(b - step), q)
        for part in ("equal", "wanted", "limits", "conditions"):
            given = getattr(slopes, part)
            exact = given[..., number] if part == "conditions" else given[1][..., number]
            by_differences = (getattr(one, part) - getattr(other, part)) / (2 * h)
            worst = max(worst, float(np.max(np.abs(by_differences - exact), initial=0.0)))
    for column in range(problem.n):
        way = h * np.eye(problem.n)[column] * problem.column_scale
        one, other = (problem.rows(design, problem.system.moved(q, sign * way)) for sign in (1, -1))
        for part in ("equal", "wanted", "limits"):
            by_differences = (getattr(one, part) - getattr(other, part)) / (2 * h)
            worst = max(
                worst, float(np.max(np.abs(by_differences - getattr(slopes, part)[0][..., column]), initial=0.0))
            )
    return worst


def test_derivatives_agree_with_differences_in_the_plane() -> None:
    m = four_bar()
    targets = [
        syn.path("coupler.P", points([0, 5])),
        syn.function("crank.angle", "rocker.angle", [("phi + 0.3", "psi + 1.2")]),
        syn.poses("coupler", [(0.1, 0.05, "phi + 20 deg")], times=[0.2]),
        syn.position({"distance(coupler.P, ground)": 0.2, "C.angle": "psi"}),
    ]
    free = read_free(m, {"a": (0.05, 0.2), "c": (0.1, 0.4), "px": (0, 0.3), "phi": (-1, 1), "psi": (-1, 1)})
    conditions = [read_condition(text) for text in syn.grashof("d", "a", "b", "c")]
    problem = Problem(m, gathered(targets), free, conditions, read_limits({"transmission(B)": (0.7, None)}))
    assert differ(problem, free.first, motion().q[[0, 5, 10, 15, 20]]) < 1e-8


def test_derivatives_agree_with_differences_where_tables_are_refilled() -> None:
    """A length that is not a straight-line function of the parameter."""
    m = lw.Planar("bent")
    a, g = m.parameters(a=0.1, g=0.4)
    crank, rod = m.body("crank", estimate=(0, 0, 0.5)), m.body("rod", estimate=(0.1, 0, 0.1))
    from linkwork.expression import cos, sin

    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(a * cos(g), a * sin(g)), rod.at(a * a, 0))
    m.drive("motor", joint="O", angle="t")
    free = read_free(m, {"a": (0.05, 0.2), "g": (0, 1)})
    problem = Problem(m, gathered(syn.path("rod", [(0.1, 0.1)])), free)
    assert differ(problem, free.first, m.assemble(drivers=False).q[None]) < 1e-8


def test_derivatives_agree_with_differences_in_space() -> None:
    m = spatial()
    run = m.kinematics(1.0, 11, progress=False)
    targets = [
        syn.function("A.angle", "D.angle", [(0.0, 0.4)]),
        syn.path("rocker.P", [(1, 0.2, 0.3)]),
        syn.poses("rocker", [((1, 0.2, 0), (1, 0, 0), (0, 1, 0))]),
        syn.path("rocker.P", [(1, 0.2, 0.3)], times=[0.3]),
    ]
    free = read_free(m, ["r", "s", "h"])
    assert differ(Problem(m, gathered(targets), free), free.first, run.q[[0, 2, 4, 6]]) < 1e-8


def test_a_path_with_timing_by_the_driver_is_met() -> None:
    frames = [0, 8, 16, 24, 32]
    targets = syn.path("coupler.P", points(frames), times=[float(motion().t[i]) for i in frames])
    found = four_bar(a=0.13, c=0.26).synthesise(targets, {"a": (0.05, 0.2), "c": (0.15, 0.4)}, starts=3, progress=False)
    assert found[0].error < 1e-24
    assert found[0].parameters == pytest.approx({"a": 0.1, "c": 0.22}, abs=1e-11)
    assert not found[0].defects


def test_a_path_timed_by_a_channel_has_its_values_exactly() -> None:
    frames = [0, 8, 16, 24]
    angles = [float(motion()["crank.angle"][i]) + 0.1 for i in frames]
    targets = syn.path("coupler.P", points(frames), inputs=("crank.angle", [f"{angle} + phi" for angle in angles]))
    free = {"px": (0, 0.3), "py": (0, 0.3), "phi": (-0.5, 0.5)}
    best = four_bar(px=0.1, py=0.1).synthesise(targets, free, starts=3, progress=False)[0]
    assert best.parameters == pytest.approx({"px": 0.14, "py": 0.12, "phi": -0.1}, abs=1e-10)
    assert np.allclose(np.cos(best.positions[:, 2] - angles - best.parameters["phi"]), 1.0, atol=1e-15)


def test_a_function_is_met_with_free_reference_angles() -> None:
    frames = [0, 6, 12, 20, 30]
    pairs = [
        (f"phi + {float(motion()['crank.angle'][i] - 0.3)}", f"psi + {float(motion()['rocker.angle'][i] - 1.1)}")
        for i in frames
    ]
    m = four_bar(a=0.11, b=0.29, phi=0.2, psi=1.0)
    free = {"a": (0.05, 0.15), "b": (0.2, 0.35), "phi": (0, 0.6), "psi": (0.8, 1.4)}
    best = m.synthesise(syn.function("crank.angle", "rocker.angle", pairs), free, starts=4, progress=False)[0]
    assert best.error < 1e-24
    assert best.parameters == pytest.approx({"a": 0.1, "b": 0.28, "phi": 0.3, "psi": 1.1}, abs=1e-9)


def test_a_mixture_of_poses_and_points_is_met() -> None:
    run = motion()
    poses = [tuple(float(run[f"coupler.{name}"][i]) for name in ("x", "y", "angle")) for i in (3, 9)]
    targets = [syn.poses("coupler", poses), syn.path("coupler.P", points([15, 21, 27]))]
    free = {"a": (0.05, 0.2), "b": (0.2, 0.4), "c": (0.1, 0.4), "px": (0, 0.3), "py": (0, 0.3)}
    best = four_bar(a=0.12, b=0.25, px=0.1).synthesise(targets, free, starts=4, progress=False)[0]
    assert best.error < 1e-22
    assert best.parameters["c"] == pytest.approx(0.22, abs=1e-10)


def test_a_spatial_function_generator_is_found() -> None:
    m = spatial()
    run = m.kinematics(1.0, 41, progress=False)
    pairs = [(float(run["A.angle"][i]), float(run["D.angle"][i])) for i in (0, 5, 11, 17, 24, 30)]
    m.set(r=0.2, s=0.8)
    best = m.synthesise(
        syn.function("A.angle", "D.angle", pairs), {"r": (0.1, 0.5), "s": (0.3, 1)}, starts=3, progress=False
    )[0]
    assert best.parameters == pytest.approx({"r": 0.3, "s": 0.6}, abs=1e-11)
    assert not best.defects


def test_bounds_and_conditions_are_kept_where_they_bind() -> None:
    """The points ask for a = 0.1; a bound of 0.095, or a condition that says the same, stops it there."""
    targets = syn.path("coupler.P", points([0, 8, 16, 24]))
    free = {"a": (0.05, 0.095), "c": (0.1, 0.4)}
    bounded = four_bar(a=0.08).synthesise(targets, free, starts=1, progress=False)[0]
    compared = four_bar(a=0.08).synthesise(
        targets, {"a": (0.05, 0.2), "c": (0.1, 0.4)}, conditions=["a <= 95 mm"], starts=1, progress=False
    )[0]
    assert bounded.parameters["a"] == 0.095
    assert compared.parameters["a"] == pytest.approx(0.095, abs=1e-9)
    assert compared.parameters["c"] == pytest.approx(bounded.parameters["c"], abs=1e-6)
    assert bounded.error > 1e-8


def test_a_limit_of_a_channel_is_kept_in_every_position() -> None:
    targets = syn.path("coupler.P", points([0, 8, 16, 24, 32]))
    free = {"a": (0.05, 0.2), "b": (0.15, 0.4), "c": (0.1, 0.4)}
    plain = four_bar().synthesise(targets, free, starts=1, progress=False)[0]
    kept = four_bar().synthesise(targets, free, limits={"transmission(B)": ("55 deg", None)}, starts=1, progress=False)[
        0
    ]

    def least(candidate: Any) -> float:
        from linkwork.design.synthesis.measures import channels_at

        system = candidate.mechanism.system(drivers=False)
        return float(np.degrees(np.min(channels_at(system, candidate.positions).value("transmission(B)"))))

    assert least(plain) < 54.0
    assert least(kept) == pytest.approx(55.0, abs=1e-6)


def test_evolution_finds_the_same_linkage() -> None:
    targets = syn.path("coupler.P", points([0, 8, 16, 24, 32]))
    free = {"a": (0.05, 0.2), "c": (0.15, 0.4)}
    found = four_bar(a=0.19, c=0.39).synthesise(targets, free, search="evolution", starts=4, progress=False)
    assert found[0].parameters == pytest.approx({"a": 0.1, "c": 0.22}, abs=1e-10)


def test_the_same_seed_gives_the_same_numbers() -> None:
    targets = syn.path("coupler.P", points([0, 9, 18, 27]))
    results = [
        four_bar(a=0.15).synthesise(targets, {"a": (0.05, 0.2), "px": (0, 0.3)}, starts=3, seed=7, progress=False)
        for _ in range(2)
    ]
    assert results[0].to_dict() == results[1].to_dict()


def test_the_mechanism_of_a_candidate_assembles_at_its_first_position() -> None:
    targets = syn.path("coupler.P", points([30, 35, 2]))
    best = four_bar(px=0.1, py=0.1).synthesise(targets, {"px": (0, 0.3), "py": (0, 0.3)}, starts=2, progress=False)[0]
    assert np.allclose(best.mechanism.assemble(drivers=False).q, best.positions[0], atol=1e-9)
    assert best.mechanism.parameters_by_name["a"].value() == 0.1


def test_another_circuit_another_branch_and_another_order_are_told() -> None:
    m = four_bar()
    q = motion().q
    assert check(m, q[[0, 10, 20]]).defects == []
    assert "order defect: position 3 is" in check(m, q[[0, 20, 10, 30]]).defects[0]
    mirrored = q[10].copy()
    ends = np.array([0.1 * np.exp(1j * q[10, 2]), 0.3])
    turned = ends[0] + 0.28 * np.exp(1j * (2 * np.angle(ends[1] - ends[0]) - q[10, 5]))
    mirrored[5], mirrored[8] = np.angle(turned - ends[0]), np.angle(turned - ends[1])
    assert "circuit defect: position 2 is" in check(m, np.array([q[0], mirrored, q[20]])).defects[0]
    rocking = four_bar(a=0.2, b=0.16, c=0.24, d=0.38)
    run = rocking.trace(progress=False).circuits[0].run
    told = check(rocking, run.q[[0, len(run.t) // 2]]).defects
    assert any(text.startswith("branch defect: position 2 is beyond a limit of driver 'motor'") for text in told)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"free": {"q": (0, 1)}}, "parameter 'q' is not defined"),
        ({"free": {"a": (1, 0)}}, "the first must be below the second"),
        ({"free": ["phi"]}, "give bounds for 'phi', whose value is zero"),
        ({"free": {}}, "name at least one free parameter"),
        ({"conditions": ["a = b"]}, "a condition is one comparison"),
        ({"conditions": ["a <= zz"]}, "condition 'a <= zz'"),
        ({"search": "guess"}, "search is one of: starts, evolution"),
        ({"starts": 0}, "a whole number of at least 1"),
        ({"limits": {"transmission(B)": 3}}, "limits of 'transmission(B)' are two values"),
        ({"targets": []}, "there are no targets"),
        ({"targets": ["coupler.P"]}, "targets are made by path"),
        ({"targets": [{"coupler.Q": (0, 0)}]}, "there is no channel 'coupler.Q.x'"),
        ({"targets": [{"coupler.P.x": "zz"}]}, "target 'coupler.P.x'"),
        ({"targets": [syn.position({"coupler.P": (0.1, 0.1)}, exact={"crank.x": 9})]}, "no design closes"),
    ],
)
def test_bad_requests_are_refused_in_words(change: dict[str, Any], words: str) -> None:
    asked = {"targets": syn.path("coupler.P", points([0, 9])), "free": {"a": (0.05, 0.2)}, "starts": 1} | change
    with pytest.raises(AnalysisError) as told:
        four_bar().synthesise(asked.pop("targets"), asked.pop("free"), progress=False, **asked)
    assert words in str(told.value)


def test_targets_with_missing_numbers_are_refused() -> None:
    with pytest.raises(AnalysisError, match="as many times as points"):
        syn.path("coupler.P", [(0, 0), (1, 1)], times=[0])
    with pytest.raises(AnalysisError, match="two numbers, in space three"):
        syn.path("coupler.P", [(0,)])
    with pytest.raises(AnalysisError, match="a weight is a number above zero"):
        syn.position({"coupler.x": 1}, weight=0)


def test_candidates_are_told_in_words_rows_and_data() -> None:
    found = four_bar().synthesise(syn.path("coupler.P", points([0, 9])), {"a": (0.05, 0.2)}, starts=1, progress=False)
    assert "no branch, order or circuit defects" in found.text()
    assert found.table().splitlines()[0].split() == ["error", "largest", "defects", "a"]
    assert found.to_dict()["candidates"][0]["parameters"] == found[0].parameters
    assert len(found) == len(list(found)) == 1
