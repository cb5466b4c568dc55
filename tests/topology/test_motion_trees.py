"""Trees of translation and rotation that differ: counts, and the same accelerations by equations of the test's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.linalg import null_space

import linkwork as lw
from linkwork.base.arrays import Array
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.formats.model_file import dumps, loads
from linkwork.system.formulations.motion_rows import refuse_joined
from model_schema import hold_against_schema

Rows = dict[tuple[str, str], Callable[[Array], Array]]
"""By joint and motion: what it holds, as a function of all poses (x, y, angle of each body)."""


def cart() -> lw.Planar:
    m = lw.Planar("cart with a double pendulum")
    places = {"cart": (0, 0, 0), "one": (0, 0, 1), "two": (0.4, 0.7, 1.4)}
    bodies = {name: m.body(name, estimate=place) for name, place in places.items()}
    m.translational("rail", m.ground.line((0, 0), (1, 0)), bodies["cart"].line((0, 0), (1, 0)))
    m.revolute("O", bodies["cart"].at(0, 0), bodies["one"].at(0, 0))
    m.revolute("A", bodies["one"].at(0.8, 0), bodies["two"].at(0, 0))
    return m


def weighed(m: lw.Planar) -> lw.Planar:
    for number, name in enumerate(m.bodies_by_name):
        if name != "ground":
            m.mass(name, mass=1.0 + number, center=(0, 0), inertia=0.1 + 0.05 * number)
    m.set_gravity(0, -9.81)
    return m


def slider_crank() -> lw.Planar:
    m = lw.Planar("slider-crank")
    crank, rod = m.body("crank", estimate=(0, 0, 1)), m.body("rod", estimate=(0.1, 0.15, -0.4))
    slider = m.body("slider", estimate=(0.5, 0, 0))
    m.revolute("O", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("A", crank.at(0.2, 0), rod.at(0, 0))
    m.revolute("B", rod.at(0.5, 0), slider.at(0, 0))
    m.translational("rail", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    return m


def pin(first: int | None, at: float, second: int) -> Callable[[Array], Array]:
    """Where a point on the axis of the first body, or the origin, is from the origin of the second."""

    def held(q: Array) -> Array:
        place = 0 * q[:2] if first is None else q[3 * first :][:2] + at * _axis(q[3 * first + 2])
        return place - q[3 * second :][:2]

    return held


def _axis(angle: Any) -> Array:
    return np.array([np.cos(angle), np.sin(angle)])


CART: Rows = {
    ("rail", "translation"): lambda q: q[1:2],
    ("rail", "rotation"): lambda q: q[2:3],
    ("O", "translation"): pin(0, 0.0, 1),
    ("A", "translation"): pin(1, 0.8, 2),
}
CRANK: Rows = {
    ("O", "translation"): pin(None, 0.0, 0),
    ("A", "translation"): pin(0, 0.2, 1),
    ("B", "translation"): lambda q: pin(1, 0.5, 2)(q),
    ("rail", "translation"): lambda q: q[7:8],
    ("rail", "rotation"): lambda q: q[8:9],
}


def slopes(row: Callable[[Array], Array], q: Array, v: Array) -> tuple[Array, Array]:
    """J, and gamma = -(dJ/dt) v, by complex steps and a difference of them."""

    def jacobian(at: Array) -> Array:
        return np.array([np.imag(row(at + 1e-30j * unit)) / 1e-30 for unit in np.eye(len(at))]).T

    step = 1e-5
    change = (jacobian(q + step * v) - jacobian(q - step * v)) / (2 * step)
    return jacobian(q), -change @ v


def accelerations(m: lw.Planar, rows: Rows, trees: Any, run: lw.Run) -> tuple[Array, int, int]:
    """In coordinates that the rows of tree joints leave free, the others with multipliers; and both counts."""
    names = [name for name in m.bodies_by_name if name != "ground"]
    q = np.array([run[f"{name}.{word}"][-1] for name in names for word in ("x", "y", "angle")])
    v = np.array([run[f"{name}.{word}"][-1] for name in names for word in ("vx", "vy", "omega")])
    plain = trees.plain()
    inside = {(joint, motion) for motion in ("translation", "rotation") for joint in plain[motion]["tree"]}
    of = {key: slopes(row, q, v) for key, row in rows.items()}

    def stacked(keys: list[tuple[str, str]]) -> tuple[Array, Array]:
        if not keys:
            return np.zeros((0, len(q))), np.zeros(0)
        return np.vstack([of[key][0] for key in keys]), np.concatenate([of[key][1] for key in keys])

    tree, tree_side = stacked([key for key in rows if key in inside])
    cut, cut_side = stacked([key for key in rows if key not in inside])
    moves = null_space(tree) if len(tree) else np.eye(len(q))
    base = np.linalg.lstsq(tree, tree_side, rcond=None)[0] if len(tree) else 0 * q
    numbers = range(1, 1 + len(names))
    mass = np.diag([value for n in numbers for value in (1.0 + n, 1.0 + n, 0.1 + 0.05 * n)])
    force = np.array([value for n in numbers for value in (0.0, -9.81 * (1.0 + n), 0.0)])
    closing = cut @ moves
    whole = np.block([[moves.T @ mass @ moves, closing.T], [closing, np.zeros((len(cut), len(cut)))]])
    side = np.concatenate([moves.T @ (force - mass @ base), cut_side - cut @ base])
    solved = np.linalg.solve(whole, side)[: moves.shape[1]]
    return base + moves @ solved, moves.shape[1], len(cut)


@pytest.mark.parametrize(("made", "rows"), [(cart, CART), (slider_crank, CRANK)], ids=["cart", "slider-crank"])
def test_every_pair_of_trees_gives_the_accelerations_of_the_run(made: Callable[[], lw.Planar], rows: Rows) -> None:
    m = weighed(made())
    run = m.simulate(until=0.1, points=2, rtol=1e-11, atol=1e-13)
    names = [name for name in m.bodies_by_name if name != "ground"]
    wanted = np.array([run[f"{name}.{word}"][-1] for name in names for word in ("ax", "ay", "alpha")])
    counts = set()
    for translation in ([], ["A"], ["O", "A"], ["rail"]):
        for rotation in ([], ["O"], ["O", "A"]):
            trees = m.topology(cut_translation=translation, cut_rotation=rotation).trees
            solved, coordinates, equations = accelerations(m, rows, trees, run)
            assert (trees.coordinates, trees.equations) == (coordinates, equations)
            assert solved == pytest.approx(wanted, abs=2e-8 * np.abs(wanted).max())
            counts.add((coordinates, equations))
    assert len(counts) > 2 and {n - k for n, k in counts} == {m.topology().mobility}


def test_the_chapter_counts_of_the_cart_by_its_trees() -> None:
    m, pins = cart(), ["O", "A"]
    totals = {}
    for translation, rotation in (([], []), ([], pins), (pins, []), (pins, pins)):
        trees = m.topology(cut_translation=translation, cut_rotation=rotation).trees
        assert trees is not None
        totals[len(translation), len(rotation)] = trees.coordinates + trees.equations
    assert totals == {(0, 0): 3, (0, 2): 3, (2, 0): 11, (2, 2): 11}
    same = m.topology(cut=pins)
    assert same.coordinates + same.equations == 11
    assert "together    7 coordinates, 4 equations: 11 in all" in m.topology(cut_translation=pins).text()
    assert m.topology(cut_rotation="O").to_dict()["motion_trees"]["rotation"]["cuts"] == []  # a pin holds no rotation


def test_one_tree_for_both_motions_has_the_counts_of_the_joints() -> None:
    for m in (cart(), slider_crank()):
        trees = m.topology(cut_translation=(), cut_rotation=()).trees
        assert trees is not None
        assert trees.coordinates - trees.equations == m.topology().mobility
    space = lw.Spatial("crane")
    boom = space.body("boom", mass={"mass": 1, "inertia": (1, 1, 1)})
    load = space.body("load", (2, 0, 0), mass={"mass": 1, "inertia": (1, 1, 1)})
    space.cylindrical("post", space.ground, boom, at=(0, 0, 0), axis=(0, 0, 1))
    space.spherical("ball", boom, load, at=(2, 0, 0))
    trees = space.topology(cut_rotation="post", cut_translation="ball").trees
    assert trees is not None
    plain = trees.plain()
    # rotation: boom has three turns of its own and the post holds two; translation: load is free, the ball holds three
    assert (plain["rotation"]["coordinates"], plain["rotation"]["equations"]) == (6, 2)
    assert (plain["translation"]["coordinates"], plain["translation"]["equations"]) == (4, 3)


def test_joints_that_are_none_or_are_to_stay_are_refused() -> None:
    with pytest.raises(MechanismError, match="cut_rotation: there is no joint 'B'"):
        cart().topology(cut_rotation="B")
    with pytest.raises(MechanismError, match="cut_translation: joint 'A' is to stay in the tree, too"):
        cart().topology(keep="A", cut_translation="A")


def apart(run: lw.Run, other: lw.Run) -> float:
    """How far places, speeds and accelerations of bodies are apart, and, beside the largest, the forces of joints."""
    known = other.loads.wrenches
    assert known.shape == run.loads.wrenches.shape and np.abs(known).max() > 1.0
    forces = float(np.abs(run.loads.wrenches - known).max() / np.abs(known).max())
    return max(forces, *(float(np.abs(getattr(run, what) - getattr(other, what)).max()) for what in ("q", "v", "a")))


def four_bar_in_space() -> lw.Spatial:
    """Four parallel pins in space: three of their equations follow from the others."""
    m = lw.Spatial("four-bar")
    places = {"a": (0, 0, 0), "b": (0, 1, 0), "c": (2, 0, 0)}
    bodies = [m.body(name, place, mass={"mass": 1, "inertia": (0.1, 0.1, 0.1)}) for name, place in places.items()]
    pins = {"A": (m.ground, bodies[0], (0, 0, 0)), "B": (bodies[0], bodies[1], (0, 1, 0))}
    pins |= {"C": (bodies[1], bodies[2], (2, 1.5, 0)), "D": (m.ground, bodies[2], (2, 0, 0))}
    for name, (first, second, at) in pins.items():
        m.revolute(name, first, second, at=at, axis=(0, 0, 1))
    m.set_gravity(0.3, -9.81, 0)
    return m


@pytest.mark.parametrize("made", [cart, slider_crank, four_bar_in_space])
def test_runs_follow_every_pair_of_trees_and_find_the_same_motion(made: Callable[[], Any]) -> None:
    m = made() if made is four_bar_in_space else weighed(made())
    options = {"points": 6, "rtol": 1e-10, "atol": 1e-12}
    known, names, counts = m.simulate(0.5, formulation="projection", **options), list(m.joints), set()
    for number in range(12):
        picked = np.random.default_rng(number).random((2, len(names))) < 0.4
        cuts = [[name for name, cut in zip(names, row, strict=True) if cut] for row in picked]
        m.tree(cut_translation=cuts[0], cut_rotation=cuts[1])
        trees = m.topology(cut_translation=cuts[0], cut_rotation=cuts[1]).trees
        run = m.simulate(0.5, formulation="trees", **options)
        assert apart(run, known) < 2e-8
        sizes = f"{trees.coordinates} coordinates of both trees, {trees.equations} equation"
        assert any(sizes in note for note in run.notes)
        counts.add((trees.coordinates, trees.equations))
    assert len(counts) >= 4


@pytest.mark.parametrize("method", ["dop853", "radau"])
def test_rows_that_the_trees_imply_altogether_do_no_harm(method: str) -> None:
    m = lw.Planar("guided car")
    car = m.body("car", estimate=(0, 0, 0))
    m.mass(car, mass=2, center=(0, 0), inertia=0.1)
    m.translational("rail", m.ground.line((0, 0), (1, 0)), car.line((0, 0), (1, 0)))
    m.translational("second rail", m.ground.line((0, 0.2), (1, 0.2)), car.line((0, 0.2), (1, 0.2)))
    m.set_gravity(0.5, -9.81)
    run = m.simulate(1, points=3, formulation="trees", method=method)
    assert run.completed
    assert run["car.x"] == pytest.approx([0, 0.0625, 0.25], abs=1e-6)
    assert run["rail.force"] + run["second rail.force"] == pytest.approx(2 * 9.81, rel=1e-9)


def test_bodies_without_a_joint_fall_and_bounce() -> None:
    m = lw.Planar("two balls")
    for number, name in enumerate(("loose", "bouncing")):
        m.mass(m.body(name, estimate=(number, 1, 0)), mass=1, center=(0, 0), inertia=0.1)
    m.set_gravity(0, -8)
    free = m.simulate(0.5, points=3, formulation="trees")
    assert free["loose.y"] == pytest.approx([1, 0.75, 0], abs=1e-9)
    m.add_profile("ground", "floor", {"elements": [{"type": "line", "at": [0, 0], "along": [-1, 0]}]})
    m.add_profile("bouncing", "skin", {"elements": [{"type": "circle", "center": [0, 0], "radius": 0.75}]})
    m.contact("floor", "ground.floor", "bouncing.skin", restitution=0.5)
    run = m.simulate(0.5, points=3, formulation="trees")  # it falls 0.25 in 0.25 s and leaves with half of 2 m/s
    assert run["loose.y"] == pytest.approx([1, 0.75, 0], abs=1e-9)
    assert run["bouncing.y"] == pytest.approx([1, 0.75, 0.75], abs=1e-7)


def test_forces_of_joints_do_not_depend_on_the_trees() -> None:
    m = weighed(slider_crank())
    m.drive("motor", joint="O", angle="1 + 3*t")
    known = m.inverse_dynamics(0.5, points=6)
    m.tree(cut_translation="rail", cut_rotation=["B", "O"])
    again = m.inverse_dynamics(0.5, points=6)
    run = m.simulate(0.5, points=6, rtol=1e-10, atol=1e-12)
    # the angles of crank and rod; pins hold no rotation, the rail holds the height of the slider, the motor the crank
    trees, words = m.topology().trees, "2 coordinates of both trees, 2 equations, 1 of them of drivers"
    assert trees is not None and (trees.coordinates, trees.equations) == (2, 1)
    assert [note.rpartition(": ")[2] for note in run.notes if "both trees" in note] == [words]
    for channel in ("motor.torque", "A.force", "B.force", "rail.force"):
        size = np.abs(known[channel]).max()
        assert again[channel] == pytest.approx(known[channel], abs=1e-9 * size)
        assert run[channel] == pytest.approx(known[channel], abs=1e-6 * size)


def test_a_body_without_mass_between_cuts_is_carried() -> None:
    m = slider_crank()
    m.mass("crank", mass=1, center=(0.1, 0), inertia=0.1)
    m.mass("slider", mass=2)
    m.set_gravity(0, -9.81)
    known = m.simulate(0.5, points=6, rtol=1e-10, atol=1e-12, formulation="projection")
    m.tree(cut_translation=["A", "B"], cut_rotation=["rail"])
    assert apart(m.simulate(0.5, points=6, rtol=1e-10, atol=1e-12), known) < 2e-8


def test_a_model_file_names_both_trees_and_the_run_takes_them() -> None:
    m = weighed(slider_crank())
    m.tree(cut_translation="rail", cut_rotation="B")
    text = dumps(m)
    hold_against_schema(text)
    assert loads(text).tree_request == m.tree_request
    run = loads(text).simulate(0.01, points=2)
    assert any("chosen because `tree` asks" in note and "2 coordinates" in note for note in run.notes)
    assert loads(text).topology().trees.coordinates == 2


def test_what_has_one_tree_refuses_two_by_name() -> None:
    m = weighed(slider_crank())
    m.tree(cut_rotation="B")
    with pytest.raises(AnalysisError, match=r"formulation 'joint' has one tree for both motions.*use formulation 't"):
        m.simulate(0.01, points=2, formulation="joint")
    with pytest.raises(AnalysisError, match=r"'trapezoidal' works in joint coordinates of one tree.*use 'dop853'"):
        m.simulate(0.01, points=2, method="trapezoidal", step=1e-3)
    m.drive("motor", joint="O", angle="1 + 3*t")
    with pytest.raises(AnalysisError, match=r"joint coordinates have one tree.*use formulation 'cartesian'"):
        m.kinematics(0.01, points=2, formulation="joint")
    m.tree(cut_rotation="Q")
    with pytest.raises(MechanismError, match="tree: cut_rotation: there is no joint 'Q'"):
        m.validate()


def test_a_screw_is_cut_in_one_tree_alone_and_moves_as_before() -> None:
    m = lw.Spatial("press")
    nut = m.body("nut", mass={"mass": 1, "center": (0.1, 0, 0), "inertia": (1, 1, 1)})
    m.screw("S", m.ground, nut, at=(0, 0, 0), axis=(0, 0, 1), pitch=0.5)
    m.set_gravity(0, -1, -9.81)
    options = {"points": 3, "rtol": 1e-10, "atol": 1e-12}
    known = m.simulate(0.5, formulation="projection", **options)
    for cuts in ({"cut_rotation": "S"}, {"cut_translation": "S"}):
        m.tree(**cuts)
        assert apart(m.simulate(0.5, **options), known) < 2e-8


def test_rows_that_do_not_divide_as_the_freedoms_of_their_joint_are_refused() -> None:
    m = weighed(slider_crank())
    trees = m.topology(cut_rotation="rail", cut_translation=()).trees
    with pytest.raises(AnalysisError, match=r"joint 'rail' holds translation and rotation together.*name it in `cut`"):
        refuse_joined(m.system(dynamics=True), "rail", trees, [False, False])
    refuse_joined(m.system(dynamics=True), "rail", trees, [False, True])
