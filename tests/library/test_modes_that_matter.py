"""A body in a run keeps only the modes that still matter between contacts."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import AnalysisError, MechanismError
from linkwork.impacts import Rod, Sphere, hertz_stiffness
from linkwork.run.run import Run
from linkwork.system.formulations.formulations import FLEXIBLE
from linkwork.system.modal.kept_modes import KeptModes, Vibrating
from linkwork.system.modal.left_out import leaving

BALL = Sphere(radius=0.015, modulus=210e9, poisson=0.3, density=7780)
ROD = Rod(radius=0.010, length=1.0, modulus=71.08e9, poisson=0.33, density=2710)
STIFFNESS = hertz_stiffness((1 / 0.015, 1 / 0.015), (210e9, 0.3), (71.08e9, 0.33))
COUNT, SHARE, DAMPING = 8, 1e-3, 3.6914e-6  # a hundred times that of the book: it rings for hundredths of a second
MU = 0.5 * DAMPING * ROD.vibrations(COUNT)[0] ** 2
ALLOWED = ("projection", "null-space", "trees", "joint", "joint-partitioning", "joint-null-space", "joint-augmented")
LEAVES = math.log(COUNT / SHARE) / MU


def ball_and_rod(negligible: float | None = SHARE, **law: Any) -> lw.Planar:
    frequencies, shapes = ROD.vibrations(COUNT)
    signs = (-1.0) ** np.arange(1, COUNT + 1)
    interfaces = {
        "end": {"at": [0, 0], "translation": [[x, 0] for x in shapes.tolist()]},
        "far": {"at": [1, 0], "translation": [[x, 0] for x in (signs * shapes).tolist()]},
    }
    modes = {"mass": [1.0] * COUNT, "stiffness": (frequencies**2).tolist(), "interfaces": interfaces}
    modes["damping"] = (DAMPING * frequencies**2).tolist()
    m = lw.Planar("ball and rod")
    mass = {"mass": ROD.mass, "center": (0.5, 0), "inertia": ROD.mass / 3}
    rod = m.modal("rod", mass=mass, modes=modes, estimate=(0, 0, 0), negligible=negligible)
    m.body("ball", estimate=(-0.015, 0, 0), mass={"mass": BALL.mass, "inertia": 1e-5})
    m.add_profile("ball", "rim", lw.circle(0.015))
    face = rod.interface("end").profile("face", lw.wall((0, 0), (0, -1)))
    m.contact("C", face, "ball.rim", **(law or {"force": {"type": "hertz", "stiffness": STIFFNESS}}))
    return m


def struck(m: lw.Planar, until: float, **options: Any) -> Run:
    return m.simulate(until, 401, speeds={"ball.vx": 0.28}, progress=False, rtol=1e-7, atol=1e-10, **options)


@cache
def with_those_that_matter() -> Run:
    return struck(ball_and_rod(), 0.1)


def parting(run: Run) -> list[float]:
    return [float(event.t) for event in run.events if "parts" in event.text]


def test_modes_leave_when_the_bound_says() -> None:
    run = with_those_that_matter()
    (end,) = parting(run)
    wanted = [COUNT if t < end else int(np.sum(end + LEAVES > t)) for t in run.t]
    assert run["rod.modes_kept"].tolist() == wanted
    assert wanted[0] == COUNT and wanted[-1] == 0
    gone = run.t > end + LEAVES[3]
    assert not np.any(run["rod.q4"][gone]) and np.any(run["rod.q1"][gone])


def test_a_hundred_modes_of_the_rod_leave_as_the_book_says() -> None:
    """Schiehlen, Hu, Seifried 2005, 2.2: 2.41/i^2 s after the contact, 3 from 0.151 s on, 254 times fewer in 10 s."""
    m = lw.Planar("rod")
    frequencies, _ = ROD.vibrations(100)
    modes = {"mass": [1.0] * 100, "stiffness": (frequencies**2).tolist()}
    modes["damping"] = (3.6914e-8 * frequencies**2).tolist()
    m.modal("rod", mass={"mass": ROD.mass, "center": (0.5, 0), "inertia": ROD.mass / 3}, modes=modes)
    system = m.system(dynamics=True)
    after = Vibrating(leaving(system, system.modal[0]), 1e-3, 0.0).after
    np.testing.assert_allclose(after, 2.4096 / np.arange(1, 101) ** 2, rtol=2e-4)
    assert [int(np.sum(after > t)) for t in (0.15, 0.152, 0.27, 0.7, 2.5)] == [4, 3, 2, 1, 0]
    assert 1000 / np.sum(after) == pytest.approx(254, rel=0.01)


def test_the_motion_is_that_with_all_modes() -> None:
    run, whole = with_those_that_matter(), struck(ball_and_rod(None), 0.02)
    rows = np.searchsorted(run.t, whole.t[::80])
    np.testing.assert_allclose(run.t[rows], whole.t[::80], atol=1e-12)
    largest = np.max(np.abs(whole["rod@far.vx"]))
    for channel in ("rod@far.vx", "ball.vx"):
        np.testing.assert_allclose(run[channel][rows], whole[channel][::80], atol=SHARE * largest)
    joints = struck(ball_and_rod(), 0.02, formulation="joint")
    assert joints["rod.modes_kept"].tolist() == struck(ball_and_rod(), 0.02)["rod.modes_kept"].tolist()
    np.testing.assert_allclose(joints["rod@far.vx"][::80], whole["rod@far.vx"][::80], atol=SHARE * largest)


def test_it_takes_a_small_part_of_the_steps() -> None:
    """Steps are as short as the fastest mode needs: they fall with the modes, and so does the work of a long run."""
    run = struck(ball_and_rod(), 2.0)
    part = struck(ball_and_rod(None), 0.02)
    assert run.statistics["evaluations"] * 50 < part.statistics["evaluations"] * (2.0 / 0.02)
    spent = float(np.sum(LEAVES)) + COUNT * parting(run)[0]
    assert f"kept for {spent / (COUNT * 2.0):.3g} of" in " ".join(run.notes)


def test_all_are_there_at_the_next_contact() -> None:
    m = ball_and_rod()
    m.ground.profile("stop", lw.wall((-0.034, 0), (0, 1)))
    m.contact("S", "ground.stop", "ball.rim", force={"type": "hertz", "stiffness": STIFFNESS})
    run = struck(m, 0.2)
    begins = [float(event.t) for event in run.events if "'C' begins" in event.text]
    assert len(begins) == 2
    before = int(np.searchsorted(run.t, begins[1])) - 1
    assert run["rod.modes_kept"][before] == 0.0
    after = int(np.searchsorted(run.t, max(parting(run)) + 0.5 * LEAVES[0]))
    assert run["rod.modes_kept"][after] > 0 and abs(run["rod.q1"][after]) > 0
    energy = run["energy.total"]
    assert energy[-1] + run["energy.lost"][-1] == pytest.approx(energy[0], rel=1e-5)


def test_all_are_there_for_a_known_impulse_and_the_run_is_kept_in_a_file(tmp_path: Path) -> None:
    runs = []
    for negligible in (SHARE, None):
        m = ball_and_rod(negligible)
        m.event("hit", "t - 0.03", impulse={"ball": (0.01, 0)}, times=1)
        runs.append(struck(m, 0.04))
    run, whole = runs
    before, after = (int(np.searchsorted(run.t, t)) for t in (0.0299, 0.0301))
    assert run["rod.modes_kept"][before] == 0.0 and run["rod.modes_kept"][after] == COUNT
    largest = np.max(np.abs(whole["rod@far.vx"]))
    np.testing.assert_allclose(run["rod@far.vx"], whole["rod@far.vx"], atol=SHARE * largest)
    run.save(tmp_path / "run.lwr")
    assert lw.load_run(tmp_path / "run.lwr")["rod.modes_kept"].tolist() == run["rod.modes_kept"].tolist()


@pytest.mark.parametrize("loaded", [False, True])
def test_a_run_that_goes_on_has_the_rows_of_one_that_never_stopped(loaded: bool, tmp_path: Path) -> None:
    first, whole = with_those_that_matter(), struck(ball_and_rod(), 0.2)
    assert first["rod.modes_kept"][-1] == 0.0
    if loaded:
        first.save(tmp_path / "run.lwr")
        first = lw.load_run(tmp_path / "run.lwr")
    further = first.go_on(0.2, 40)
    assert len(further.t) == len(first.t) + 40
    late = further.t > 0.1
    for channel in ("ball.x", "rod@far.x", "rod.x"):
        np.testing.assert_allclose(further[channel][: len(first.t)], first[channel], atol=1e-12)
        wanted = np.interp(further.t[late], whole.t, whole[channel])  # all fly on evenly
        np.testing.assert_allclose(further[channel][late], wanted, atol=1e-9)
    (note,) = [note for note in further.notes if "modes are kept for" in note]
    kept = float(np.diff(further.t) @ further["rod.modes_kept"][:-1]) / (COUNT * 0.2)
    assert f"about {kept:.3g} of the time of all {COUNT}" in note


def test_a_run_that_goes_on_while_it_rings_has_the_same_motion() -> None:
    first = struck(ball_and_rod(), 0.01)
    whole, further = with_those_that_matter(), first.go_on(0.02, 40)
    rows = np.searchsorted(whole.t, further.t[-41::4] - 1e-9)
    np.testing.assert_allclose(whole.t[rows], further.t[-41::4], atol=1e-12)
    np.testing.assert_allclose(further["rod@far.x"][-41::4], whole["rod@far.x"][rows], atol=1e-8)
    assert len(further["rod.modes_kept"]) == len(further.t)


def hopping(negligible: float | None = SHARE) -> lw.Planar:
    m = lw.Planar("hop")
    m.parameters(c=8.0)
    ends = {"end": {"at": [0, 0], "translation": [[0, 1.0], [0, 0.7]]}}
    modes = {"mass": [1.0, 1.0], "stiffness": [400.0, 2500.0], "damping": ["c", 20.0], "interfaces": ends}
    mass = {"mass": 1.0, "center": (0, 0), "inertia": 0.4}
    rod = m.modal("rod", mass=mass, modes=modes, estimate=(0, 0.2, 0), negligible=negligible)
    rim = rod.interface("end").profile("rim", lw.circle(0.1))
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.contact("C", "ground.floor", rim, force={"type": "hertz", "stiffness": 1e5})
    return m


def hopped(m: lw.Planar, **options: Any) -> Run:
    return m.simulate(6, 41, speeds={"rod.vy": -3.0}, progress=False, **options)


@cache
def hopped_with_all() -> Run:
    return hopped(hopping(None))


def test_all_are_there_when_an_event_is_asked_for_as_a_contact_begins() -> None:
    """The loop comes back for the event; the modes must be back before its next step."""
    runs = []
    for negligible in (SHARE, None):
        m = hopping(negligible)
        m._update_body("rod", estimate=(0, 10.1, 0))
        m._update_body("rod_end", estimate=(0, 10.1, 0))
        m.flag("met", 0)
        m.event("meets", "rod_end.y - 0.1", put={"met": 1})
        runs.append(hopped(m))
    run, whole = runs
    assert 0.0 in run["rod.modes_kept"] and run["met"][-1] == 1.0
    np.testing.assert_allclose(run["rod@end.y"], whole["rod@end.y"], atol=2e-5)


@pytest.mark.parametrize("formulation", FLEXIBLE)
def test_every_formulation_agrees_beyond_the_last_mode_or_is_refused(formulation: str) -> None:
    if formulation not in ALLOWED:
        with pytest.raises(AnalysisError, match=f"body 'rod': formulation '{formulation}' does not go with 'negl"):
            hopped(hopping(), formulation=formulation)
        return
    run, whole = hopped(hopping(), formulation=formulation), hopped_with_all()
    assert run.completed and run["rod.modes_kept"][-1] == 0.0
    for channel in ("rod@end.y", "rod_end.y"):  # of the body and of what is welded to its end
        np.testing.assert_allclose(run[channel], whole[channel], atol=2e-5)


def late_force(m: lw.Planar) -> None:
    m.force("push", "rod@end", y="100*max(0, min(1, t-2))")


def flagged_force(m: lw.Planar) -> None:
    m.flag("on", 0)
    m.force("push", "rod", y="100*on")
    m.event("go", "t - 2", put={"on": 1}, times=1)


def spring(m: lw.Planar) -> None:
    m.spring("push", m.ground, "rod@end", stiffness=100.0, free_length=0.1)


def force_on_what_is_welded(m: lw.Planar) -> None:
    m.force("push", "rod_end", y="t")


def pinned(m: lw.Planar) -> None:
    m.revolute("push", m.ground, "rod@end", at=(0, 0.2))


def welded_twice(m: lw.Planar) -> None:
    m.fixed("push", m.ground, "rod_end", at=(0, 0.2))


def driven(m: lw.Planar) -> None:
    m.drive("push", on="rod", angle="t^2")


ACTING = {
    late_force: "force",
    flagged_force: "force",
    spring: "force",
    force_on_what_is_welded: "force",
    pinned: "joint",
    welded_twice: "joint",
    driven: "driver",
}


@pytest.mark.parametrize("acting", ACTING, ids=lambda acting: acting.__name__)
def test_a_body_that_is_not_in_free_flight_is_refused(acting: Callable[[lw.Planar], None]) -> None:
    m = hopping()
    acting(m)
    with pytest.raises(MechanismError, match=f"body 'rod': .* do not feel {ACTING[acting]} 'push', .*'negligible' out"):
        m.validate()
    free = hopping(None)
    acting(free)
    free.validate()


def test_a_reed_on_a_driven_joint_in_space_is_refused() -> None:
    m = lw.Spatial("reed")
    shape = {"type": "beam", "length": 0.3, "section": {"height": 0.001, "width": 0.02}, "elements": 4}
    ends = {"root": {"at": (0, 0, 0)}, "tip": {"at": (0.3, 0, 0)}}
    m.flexible("reed", shape=shape, material="steel", interfaces=ends, modes=2, reduction="free", negligible=0.001)
    m.validate()
    m.spherical("S", m.ground, "reed@root", at=(0, 0, 0))
    with pytest.raises(MechanismError, match=r"body 'reed': .* do not feel joint 'S'"):
        m.validate()


def test_derivatives_are_by_differences_or_refused() -> None:
    m = hopping()
    asked: dict[str, Any] = {"analysis": "simulate", "until": 0.2, "points": 3, "speeds": {"rod.vy": -3.0}}
    for method in ("direct", "complex", "adjoint"):
        with pytest.raises(AnalysisError, match=f"body 'rod': .*by method '{method}'; use method='differences'"):
            m.sensitivity("final(rod.q1)", ["c"], method=method, **asked)
    auto = m.sensitivity("final(rod.q1)", ["c"], **asked)
    whole = hopping(None).sensitivity("final(rod.q1)", ["c"], method="differences", **asked)
    assert auto.method == "differences"
    assert auto["final(rod.q1)", "c"] == pytest.approx(whole["final(rod.q1)", "c"], rel=1e-4)


@pytest.mark.parametrize(
    ("share", "words"),
    [(2.0, "between 0 and 1, not 2"), (0, "not 0"), ("x", "unknown name 'x'"), ("t", "'t'")],
)
def test_a_share_that_makes_no_sense_is_refused_with_its_body(share: Any, words: str) -> None:
    with pytest.raises(MechanismError, match=f"^body 'rod': .*{words}"):
        hopping(share).validate()


def test_a_rigid_body_has_nothing_negligible() -> None:
    m = hopping(None)
    m._update_body("ground", negligible=0.001)
    with pytest.raises(MechanismError, match=r"^body 'ground': it has no modes"):
        m.validate()


@pytest.mark.parametrize("world", ["plane", "space"])
def test_numbers_without_some_modes_have_the_others_unchanged(world: str) -> None:
    m: Any = lw.Planar("reed") if world == "plane" else lw.Spatial("reed")
    shape = {"type": "beam", "length": 0.3, "section": {"height": 0.001, "width": 0.02}, "elements": 6}
    ends = {"root": {"at": (0, 0, 0)[: m.world.dimensions]}, "tip": {"at": (0.3, 0, 0)[: m.world.dimensions]}}
    m.flexible(
        "reed", shape=shape, material="steel", interfaces=ends, modes=3, reduction="free", damping={"ratio": 0.01}
    )
    system = m.system(dynamics=True)
    body = leaving(system, system.modal[0])
    n = len(body.mass)
    np.testing.assert_array_equal(system.p[body.at : body.at + len(body.numbers)].real, body.numbers)
    np.testing.assert_array_equal(body.without(np.ones(n, bool)), body.numbers)
    kept = np.arange(n) != n - 1
    less = body.without(kept)
    squares = less[: 3 * n * n].reshape(3, n, n)
    assert squares[0, -1, -1] == body.mass[-1] and not squares[1:, -1].any() and not squares[1:, :, -1].any()
    np.testing.assert_array_equal(squares[1][:-1, :-1], body.numbers[n * n : 2 * n * n].reshape(n, n)[:-1, :-1])


def test_a_model_file_holds_it(tmp_path: Path) -> None:
    m = ball_and_rod()
    m.save(tmp_path / "rod.yaml")
    assert "negligible: 0.001" in (tmp_path / "rod.yaml").read_text()
    assert lw.load(tmp_path / "rod.yaml").bodies_by_name["rod"].negligible is not None


def test_what_is_refused() -> None:
    with pytest.raises(AnalysisError, match="cannot answer a rigid contact"):
        struck(ball_and_rod(restitution=0.5), 0.01)
    with pytest.raises(AnalysisError, match="by the methods dop853"):
        ball_and_rod().simulate(0.01, method="rk4", step=1e-6, progress=False)
    with pytest.raises(AnalysisError, match="take compiled='tables'"):
        KeptModes._require(ball_and_rod().system(dynamics=True), "dop853", "projection", has_own_rate=True)
    m = ball_and_rod()
    coupled = np.eye(COUNT) + 0.01
    m._update_body("rod", modes={**m.bodies_by_name["rod"].modes.model_dump(), "mass": coupled.tolist()})
    with pytest.raises(AnalysisError, match="have a common mass"):
        struck(m, 0.01)


def test_a_body_that_may_tumble_in_space_is_told() -> None:
    m = lw.Spatial("reed")
    shape = {"type": "beam", "length": 0.3, "section": {"height": 0.001, "width": 0.02}, "elements": 4}
    ends = {"root": {"at": (0, 0, 0)}, "tip": {"at": (0.3, 0, 0)}}
    options: dict[str, Any] = {"modes": 2, "reduction": "free", "damping": {"ratio": 0.05}, "negligible": 0.001}
    m.flexible("reed", shape=shape, material="steel", interfaces=ends, **options)
    run = m.simulate(1.0, 5, speeds={"reed.vx": 1.0}, progress=False)
    assert run["reed.modes_kept"][-1] == 0.0
    assert "where it tumbles in space" in " ".join(run.notes)


@pytest.mark.parametrize("negligible", [None, SHARE])
def test_verify_takes_reactions_of_a_body_in_free_flight_for_none(negligible: float | None) -> None:
    """Between blows an interface bears nothing: 1e-14 N in one formulation and 0 in another are no disagreement."""
    told = ball_and_rod(negligible).verify(until=0.01, points=51, speeds={"ball.vx": 0.28}).text()
    assert "others at the same state" not in told
