"""Restitution of the place that is struck: models on the fast time scale that know what modes move where."""

from __future__ import annotations

from math import cos, pi
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.base.errors import LinkworkError
from linkwork.elements.bounce_layout_kernel import GIVEN, MOBILITY, TIME
from linkwork.elements.fast_restitution_kernel import FINE, UNFINISHED
from linkwork.elements.restitution import FastScale, unanswered
from linkwork.elements.struck.vibrating_body import VibratingBody
from linkwork.functions.sample_kernel import sample_rows
from linkwork.functions.writer import TableWriter
from linkwork.impacts import Beam, FlexibleBody, Rod, Sphere, fast_scale

BALL = Sphere(0.015, 210e9, 0.3, 7780)
BEAM = Beam(0.010, 0.9765, 67.7e9, 0.33, 2696)
L = BEAM.length
INERTIA = BEAM.mass * (L**2 / 12 + 0.01**2 / 4)
UP = (0.0, 1.0)
HERTZ = {"type": "hertz", "stiffness": 9.6e9}


def effective(place: float) -> float:
    return 1 / (1 / BALL.mass + 1 / BEAM.mass + (place - L / 2) ** 2 / INERTIA)


def struck_beam(model: Any, place: float, speed: float = -0.3, sideways: float = 0.0) -> Any:
    """A ball strikes a free beam from above."""
    m = lw.Planar("ball on a beam")
    beam = m.body("beam", estimate=(0, 0, 0))
    m.mass("beam", mass=BEAM.mass, center=(L / 2, 0), inertia=INERTIA)
    beam.profile("skin", lw.polygon([(0, -0.01), (L, -0.01), (L, 0.01), (0, 0.01)]))
    ball = m.body("ball", estimate=(place, 0.03, 0))
    m.mass("ball", mass=BALL.mass, inertia=1e-5)
    ball.profile("rim", lw.circle(0.015))
    m.contact("C", "beam.skin", "ball.rim", restitution=model)
    return m.simulate(until=0.05, points=11, speeds={"ball.vy": speed, "ball.vx": sideways}, rtol=1e-9, progress=False)


def line(modes: int, count: int, size: float = 1.5, **more: Any) -> dict[str, Any]:
    """Cosines along a metre of the x-axis."""
    places = np.linspace(0, 1, count)
    shapes = [[float(size * cos(mode * pi * x)) for x in places] for mode in range(1, modes + 1)]
    frequencies = [300.0 * mode**2 for mode in range(1, modes + 1)]
    return {"frequencies": frequencies, "places": [(float(x), 0.0) for x in places], "shapes": shapes, "way": UP} | more


def test_a_blow_beside_the_middle_has_the_restitution_of_its_own_place() -> None:
    """Against modes of finite elements at that very node, as a model of one place."""
    model = fast_scale(BALL, BEAM, side="first", modes=44, hardening=1.7)
    described = {
        "shape": {"type": "beam", "length": L, "section": {"radius": 0.01}, "elements": 200},
        "material": {"youngs_modulus": 67.7e9, "poissons_ratio": 0.33, "density": 2696},
    }
    found = []
    for share in (0.5, 0.3, 0.12):
        run = struck_beam(model, share * L)
        hit = run.impacts[0]
        found.append(hit.after / -hit.before)
        here = model.restitution(0.3, effective(share * L), first=((share * L, 0.01), UP))
        assert found[-1] == pytest.approx(here, abs=1e-9)
        node = FlexibleBody(described, at=(share * L, 0), direction=UP, curvatures=BEAM.curvatures)
        omega, shapes = node.vibrations(60)  # those along the axis do not move it
        low = omega < BEAM.known(44).frequencies[-1] * 1.001
        modes = {"frequencies": (omega[low] / (2 * pi)).tolist(), "shapes": shapes[low].tolist()}
        other = FastScale(force=model.force, **modes).restitution(0.3, effective(share * L))
        assert found[-1] == pytest.approx(other, abs=0.01)
        centre = run["beam.vy"] + L / 2 * run["beam.omega"] * np.cos(run["beam.angle"])
        np.testing.assert_allclose(BALL.mass * run["ball.vy"] + BEAM.mass * centre, -0.3 * BALL.mass, rtol=1e-9)
        after = [values[4] for values in (run["ball.vy"], centre, run["beam.omega"])]  # the beam has hardly moved
        spin = np.dot(after, [BALL.mass * share * L, BEAM.mass * L / 2, INERTIA])
        assert spin == pytest.approx(-0.3 * BALL.mass * share * L, rel=1e-5)
    assert np.ptp(found) > 0.1  # one number for all places would be wrong


def test_in_the_middle_it_is_the_model_of_the_middle() -> None:
    everywhere, middle = (
        fast_scale(BALL, BEAM, modes=modes, hardening=1.7, **more)
        for modes, more in ((88, {"side": "second"}), (44, {}))
    )
    mass = effective(L / 2)
    struck = everywhere.restitution(0.3, mass, second=((L / 2, -0.01), UP))
    assert struck == pytest.approx(middle.restitution(0.3, mass), abs=1e-5)


def test_a_rod_is_struck_on_both_its_ends_and_from_no_side() -> None:
    rod = Rod(0.010, 1.0, 70.5e9, 0.33, 2710)
    model = fast_scale(BALL, rod, side="first", modes=20)
    one_place = fast_scale(BALL, rod, modes=20).restitution(0.3, 0.1)
    for end, way in ((0.0, -1.0), (1.0, 1.0)):
        assert model.restitution(0.3, 0.1, first=((end, 0.004), (way, 0))) == pytest.approx(one_place, abs=1e-6)
    with pytest.raises(LinkworkError, match="from a direction that its model does not know"):
        model.restitution(0.3, 0.1, first=((0.5, 0.01), UP))


def test_like_impacts_are_followed_once_and_counted() -> None:
    """A stiff ground gives back all but a thousandth of the speed, so that impacts follow that are alike."""
    runs = []
    for alike in (1e-3, 0.0):
        side = VibratingBody(**line(2, 11, 0.02, reach=1e-3))
        model = FastScale(force=HERTZ, first=side, alike=alike, stiffness_share=1e-5)
        m = lw.Planar("ball on a floor")
        m.set_gravity(0, -9.81)
        m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
        m.body("ball", estimate=(0.3, 0.1, 0)).profile("rim", lw.circle(0.015))
        m.mass("ball", mass=BALL.mass, inertia=1e-5)
        m.contact("C", "ground.floor", "ball.rim", restitution=model)
        runs.append(m.simulate(until=1.6, points=161, progress=False))
    many = len(runs[0].impacts)
    assert many == len(runs[1].impacts) > 4
    np.testing.assert_allclose(runs[0]["ball.y"], runs[1]["ball.y"], atol=1e-4)
    notes = ["".join(note for note in run.notes if "fast time scale" in note) for run in runs]
    goes_on = m.simulate(until=0.8, points=81, progress=False).go_on(1.6, 80)
    assert [note for note in goes_on.notes if "fast time scale" in note] == [notes[1]]  # counted on, told once
    assert f"run for 1 impact, {many - 1} more were like one of them and remembered" in notes[0]
    assert f"run for {many} impacts; between" in notes[1]


def test_what_vibrates_is_met_at_another_place() -> None:
    """Against the same ball and mode in one run with a force: it strikes again farther on, where the mode is other."""
    side = {"frequencies": [150.0], "places": [(float(x), 0.0) for x in np.linspace(-0.5, 0.5, 21)], "way": UP}
    side |= {"shapes": [[float(1.2 * cos(2 * pi * x)) for x in np.linspace(-0.5, 0.5, 21)]], "reach": 1e-3}
    model = FastScale(force=HERTZ, first=side, damping_ratio=0.002, within=0.1)
    m = lw.Planar("on two scales")
    m.set_gravity(0, -9.81)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.body("ball", estimate=(0, 0.02, 0)).profile("rim", lw.circle(0.015))
    m.mass("ball", mass=BALL.mass, inertia=1e-5)
    m.contact("C", "ground.floor", "ball.rim", restitution=model)
    two_scales = m.simulate(until=0.12, points=13, speeds={"ball.vx": 2.0}, progress=False)
    m = lw.Planar("all at once")
    m.set_gravity(0, -9.81)
    m.carriage("ball", at=(0, 0), along=(0, 1), mass=BALL.mass)
    m.signal("shape", "1.2*cos(4*pi*t)")  # at x = 2 t
    m.state("q", acceleration=f"shape*force - {(300 * pi) ** 2!r}*q - {1.2 * pi!r}*q.rate", start=0, speed=0)
    m.signal("depth", "-ball.y - shape*q", unit="m")
    m.signal("force", "if(depth > 0, 9.6e9*(depth^2)^0.75, 0)", unit="N")
    m.force("lift", "ball", y="force")
    m.event("touch", "depth")
    run = m.simulate(until=0.12, points=1201, hold={"ball.y": 0.005}, rtol=1e-9, atol=1e-12, progress=False)
    touches = np.array([float(event.t) for event in run.events if event.name == "touch"])
    last = touches[np.append(np.diff(touches) > 1e-3, True)]
    after = [float(np.interp(t + 1e-3, run.t, run["ball.vy"])) + 9.81 * 1e-3 for t in last[:2]]
    first, second = two_scales.impacts[:2]
    assert first.after == pytest.approx(after[0], abs=0.01 * abs(first.before))
    assert second.after == pytest.approx(after[1], abs=0.05 * abs(first.before))
    told = next(note for note in two_scales.notes if "fast time scale" in note)
    assert len(two_scales.impacts) == 2 and "run for 2 impacts (1 of them on what still vibrated)" in told


def test_where_the_model_does_not_know_the_body_the_run_ends_by_name() -> None:
    known = line(2, 11, places=[(float(x), 0.0) for x in np.linspace(0.4, 0.6, 11)], reach=0.011)
    run = struck_beam(FastScale(force=HERTZ, first=known), 0.2 * L)
    assert not run.completed
    assert "'beam' is struck farther than `reach` from the places that its model knows" in run.events[-1].text
    aslant = line(2, 11, reach=0.011, struck="along")
    run = struck_beam(FastScale(force=HERTZ, first=aslant), 0.2 * L)
    assert not run.completed and "'beam' is struck from a direction" in run.events[-1].text


def test_a_model_of_one_place_tells_that_another_was_struck() -> None:
    """A ball that travels along the floor; what strikes always the same place of one body says nothing."""
    for sideways in (0.0, 2.0):
        m = lw.Planar("ball on a floor")
        m.set_gravity(0, -9.81)
        m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
        ball = m.body("ball", estimate=(0, 0.1, 0))
        ball.profile("rim", lw.circle(0.015))
        m.mass("ball", mass=BALL.mass, inertia=1e-5)
        model = FastScale(force=HERTZ, frequencies=(2500.0,), shapes=(1.0,), stiffness_share=1e-5)
        m.contact("C", "ground.floor", "ball.rim", restitution=model, friction=0.1)
        run = m.simulate(until=0.5, points=11, speeds={"ball.vx": sideways}, progress=False)
        told = [note for note in run.notes if "knows one place of one body" in note]
        assert len(told) == (sideways > 0)
    assert "'ground' at places" in told[0]


def test_a_model_of_one_place_tells_that_its_points_struck_apart() -> None:
    """A bar that lands on its two ends in turn; each is a point of its own, and always the same one."""
    for turned, points in ((0.3, 2), (0.0, 1)):
        m = lw.Planar("bar on a floor")
        m.set_gravity(0, -9.81)
        m.ground.profile("floor", lw.polygon([(-3, -1), (3, -1), (3, 0), (-3, 0)]))
        bar = m.body("bar", estimate=(0, 0.6, turned), mass={"mass": 1.0, "inertia": 0.1})
        if points == 2:
            bar.profile("skin", lw.polygon([(-0.5, -0.1), (0.5, -0.1), (0.5, 0.1), (-0.5, 0.1)]))
        else:
            bar.profile("skin", lw.circle(0.1))
        model = FastScale(force=HERTZ, frequencies=(500.0,), shapes=(1.0,), damping_ratio=0.05, within=0.5)
        m.contact("C", "ground.floor", "bar.skin", restitution=model)
        run = m.simulate(until=0.45, points=11, progress=False)
        assert len({hit.point for hit in run.impacts}) == points
        told = [note for note in run.notes if "knows one place of one body" in note]
        apart = [note for note in run.notes if "every point of contact has a model of its own" in note]
        assert len(told) == len(apart) == points - 1
        if points == 2:
            assert "'bar' at places 1 m apart" in told[0] and apart[0].startswith("'bar' or 'ground' vibrates in 'C'")


def test_two_contacts_of_one_body_do_not_feel_each_other_and_say_so() -> None:
    m = lw.Planar("two balls on a floor")
    m.set_gravity(0, -9.81)
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    for number in range(2):
        name = f"ball{number}"
        m.body(name, estimate=(0.2 + 0.4 * number, 0.1, 0)).profile("rim", lw.circle(0.015))
        m.mass(name, mass=BALL.mass, inertia=1e-5)
        model = FastScale(force=HERTZ, first=line(2, 11, reach=1e-3), stiffness_share=1e-5)
        m.contact(f"C{number}", "ground.floor", f"{name}.rim", restitution=model)
    run = m.simulate(until=0.2, points=11, progress=False)
    assert any(note.startswith("'ground' vibrates in 'C0', 'C1'") for note in run.notes)


def test_a_beam_in_space_bends_to_both_sides() -> None:
    model = fast_scale(BALL, BEAM, side="second", begin=(0, 0, 0), along=(0, 0, 2), modes=10)
    plane = fast_scale(BALL, BEAM, side="second", modes=10)
    expected = plane.restitution(0.3, 0.09, second=((0.3, 0.01), UP))
    for way in ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.6, 0.8, 0.0)):
        struck = (0.01 * way[0], 0.01 * way[1], 0.3), way
        assert model.restitution(0.3, 0.09, second=struck) == pytest.approx(expected, abs=1e-9)
    m = lw.Spatial("a ball on a hung beam")
    m.set_gravity(0, -9.81, 0)
    beam = m.body("beam", estimate=(0, 0, 0), mass={"mass": BEAM.mass, "inertia": [INERTIA, INERTIA, 1e-4]})
    beam.solid("skin", {"type": "cylinder", "from": (0, 0, -0.1), "to": (0, 0, L - 0.1), "radius": 0.01})
    m.fixed("F", m.ground.at(0, 0, 0), beam.at(0, 0, 0))
    ball = m.body("ball", estimate=(0, 0.03, 0.2), mass={"mass": BALL.mass, "inertia": [1e-5] * 3})
    ball.solid("rim", {"type": "sphere", "radius": 0.015})
    here = fast_scale(BALL, BEAM, side="first", begin=(0, 0, -0.1), along=(0, 0, 1), modes=10)
    m.contact("C", "beam.skin", "ball.rim", restitution=here)
    run = m.simulate(until=0.06, points=11, progress=False)
    hit = run.impacts[0]
    wanted = plane.restitution(-hit.before, BALL.mass, second=((0.3, 0.01), UP))
    assert hit.after / -hit.before == pytest.approx(wanted, abs=1e-6)


def test_the_outside_of_finite_elements() -> None:
    """At a node as a model of that node, between two as their mean shape."""
    described = {
        "shape": {"type": "box", "size": (0.3, 0.1), "divisions": (12, 4)},
        "material": {"youngs_modulus": 70e9, "poissons_ratio": 0.33, "density": 2710},
        "thickness": 0.01,
    }
    plate = FlexibleBody(described, at=(0.15, 0.1), direction=(0, -1))
    model = fast_scale(BALL, plate, side="first", modes=12)
    side = model.first
    assert side is not None
    places = np.array([[value.value({}) for value in place] for place in side.places])
    top = places[np.isclose(places[:, 1], places[:, 1].max())]
    for x, y in top[:: len(top) // 3]:
        one = fast_scale(BALL, FlexibleBody(described, at=(x, y), direction=(0, -1)), modes=12)
        here = model.restitution(0.3, 0.1, first=((x, y), UP))
        assert here == pytest.approx(one.restitution(0.3, 0.1), abs=1e-6)


def test_its_derivative_by_the_place_is_the_slope() -> None:
    """Complex step of the kernel in the place against differences, on a chain, in triangles, beside a line."""
    turned = {"turns": [[0.3 * x for x in range(5)]], "way": ()}
    chain = line(1, 5, 1.5, reach=0.2, **turned) | {"shapes": [[(0.1 * x, x * x / 9) for x in range(5)]]}
    corner = {"places": [(0.0, 0, 0), (1.0, 0, 0), (0, 1.0, 0)], "cells": [(0, 1, 2)], "reach": 0.2}
    corner |= {"frequencies": [300.0], "shapes": [[(0.2, 0, 1.0), (0, 0.1, 1.8), (0, 0, -0.6)]]}
    cases = [(chain, (0.33, 0.1, 0), (0.6, 0.8, 0)), (corner, (0.3, 0.25, 0.05), (0, 0.6, 0.8))]
    for given, place, normal in cases:
        model = FastScale(force=HERTZ, first=VibratingBody(**given), alike=0)

        def at(x: complex, y: complex, model: Any = model, place: Any = place, normal: Any = normal) -> complex:
            packed, writer = model.pack(_Plain()), TableWriter()
            block = writer.function(packed, "complex")
            work, rows = np.zeros(GIVEN + packed.scratch, complex), np.empty((1, 1), complex)
            work[MOBILITY] = 10.0
            work[6:12] = [place[0] + x, place[1] + y, place[2], *normal]
            p, k = np.array(writer.floats, complex), np.array(writer.ints, np.int64)
            sample_rows(np.array([0.3 + 0j]), p, k, block, work, rows)
            return complex(rows[0, 0])

        for one, other in ((1.0, 0.0), (0.0, 1.0)):
            carried = at(1e-30j * one, 1e-30j * other).imag / 1e-30
            step = 1e-5
            slope = (at(step * one, step * other) - at(-step * one, -step * other)).real / (2 * step)
            assert carried == pytest.approx(slope, rel=2e-3, abs=1e-5)


@pytest.mark.parametrize("count", [2, 3, 4, 9])
def test_places_that_follow_a_parameter_carry_its_derivative(count: int) -> None:
    """A ball meets a beam whose places are formulas of its length: direct against differences of whole runs."""
    m = lw.Planar("a beam of any length")
    m.parameters(l=1.0)
    beam = m.body("beam", mass={"mass": 1.0, "center": (0.5, 0), "inertia": 0.1})
    beam.profile("top", lw.wall((0, 0.01), (-1, 0)))
    m.body("ball", estimate=(0.3, 0.03, 0), mass={"mass": 0.11, "inertia": 1e-5}).profile("skin", lw.circle(0.015))
    side = line(1, count, 1.0, reach=0.0101, places=[(f"{x!r}*l", 0) for x in np.linspace(0, 1, count).tolist()])
    model = FastScale(force=HERTZ, first=VibratingBody(**side), damping_ratio=0.02, within=0.1)
    m.contact("C", "beam.top", "ball.skin", restitution=model)
    run = {"analysis": "simulate", "until": 0.03, "points": 3, "speeds": {"ball.vy": -1.0}}
    slopes = [
        m.sensitivity("final(ball.vy)", "l", method=method, **run).derivatives["final(ball.vy)", "l"]
        for method in ("direct", "differences")
    ]
    assert abs(slopes[1]) > 0.05
    assert slopes[0] == pytest.approx(slopes[1], rel=1e-3)


def test_a_fine_mesh_is_judged_as_a_coarse_one() -> None:
    """A straight line between places of a sine is off by an eighth of its curvature times the square of the step."""
    for count in (11, 41):
        x = np.linspace(0, 1, count)
        cells = [(i, i + 1) for i in range(count - 1)]
        shapes = [[float(np.sin(3 * pi * one)) for one in x], [0.0] * count]
        body = VibratingBody(**line(2, count, reach=1e-3) | {"cells": cells, "shapes": shapes})
        assert body.pack(_Plain(), "first", 2).error == pytest.approx((3 * pi / (count - 1)) ** 2 / 8, rel=0.1)


class _Plain:
    @staticmethod
    def number(value: Any) -> Any:
        return value.value({})

    def not_negative(self, value: Any, *_: str) -> Any:
        return self.number(value)

    above_zero = not_negative


def test_a_model_file_holds_places(tmp_path: Path) -> None:
    m = lw.Planar("kept")
    m.ground.profile("floor", lw.wall((0, 0), (-1, 0)))
    m.body("ball", estimate=(0, 0.1, 0), mass={"mass": 0.1, "inertia": 1e-5}).profile("rim", lw.circle(0.015))
    m.contact("C", "ground.floor", "ball.rim", restitution=fast_scale(BALL, BEAM, side="first", modes=3))
    m.save(tmp_path / "model.yaml")
    assert lw.load(tmp_path / "model.yaml").contacts["C"].restitution == m.contacts["C"].restitution


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"shapes": [[1.0]]}, "first: shapes: a row for each of the 2 modes"),
        ({"way": (0, 1, 0)}, "first: way: a direction of 2 coordinates"),
        ({"way": ()}, "or is a number along `way`"),
        ({"places": [(0.0, 0.0)] * 11}, "two that follow each other are the same"),
        ({"cells": [(0, 11)]}, "numbers of places lie between 0 and 10"),
        ({"cells": [(0, 1, 2), (0, 1)]}, "cells: each names two places"),
        ({"turns": [[0.0]]}, "turns: a row for each of the 2 modes"),
        ({"reach": 0}, "reach must be greater than zero"),
        ({"frequencies": [1.0, 0.0]}, "frequencies must be greater than zero"),
        ({"shapes": [[(-1.0) ** n for n in range(11)]] * 2}, "are not known between the places"),
    ],
)
def test_what_is_refused(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(LinkworkError, match=words.replace("(", r"\(")):
        FastScale(force=HERTZ, first=line(2, 11) | changed).restitution(0.3, 0.1, first=((0.5, 0), UP))


def test_a_number_that_is_none_is_told_as_such() -> None:
    assert "comes to no finite number" in unanswered(FINE)
    assert "may still meet again" in unanswered(UNFINISHED)


@pytest.mark.parametrize(
    "struck",
    [(("500 mm", 0.01), UP), ((float("nan"), 0.0), UP), ((0.5, 0.0), (0, float("nan"))), ((0.5, 0.0), 1), (0.5, 0.01)],
)
def test_a_place_that_is_no_place_is_refused(struck: Any) -> None:
    model = FastScale(force=HERTZ, first=VibratingBody(**line(1, 11)))
    with pytest.raises(LinkworkError, match="first: a place and a direction of two or three coordinates"):
        model.restitution(0.3, 0.1, first=struck)


def test_what_does_not_fit_together_is_refused() -> None:
    both = FastScale(force=HERTZ, first=line(1, 5), frequencies=(1.0,), shapes=(1.0,))
    with pytest.raises(LinkworkError, match="leave them out beside first"):
        both.restitution(0.3, 0.1, first=((0.5, 0), UP))
    with pytest.raises(LinkworkError, match="first: give where it is struck"):
        FastScale(force=HERTZ, first=line(1, 5)).restitution(0.3, 0.1)
    with pytest.raises(LinkworkError, match="every place has 2 coordinates"):
        struck_beam(fast_scale(BALL, BEAM, side="first", begin=(0, 0, 0), along=(1, 0, 0), modes=3), 0.3)
    with pytest.raises(LinkworkError, match="two coordinates in the plane, or three in space"):
        fast_scale(BALL, BEAM, side="first", begin=(0, 0, 0), modes=3)


def test_a_group_has_no_first_body() -> None:
    m = lw.Planar("heap")
    for number in range(2):
        m.body(f"ball{number}", estimate=(0.1 * number, 0, 0)).profile("rim", lw.circle(0.015))
        m.mass(f"ball{number}", mass=BALL.mass, inertia=1e-5)
    m.contacts_among("G", restitution=FastScale(force=HERTZ, first=line(1, 5)))
    with pytest.raises(LinkworkError, match="which of two members is first is not said"):
        m.simulate(until=0.1, progress=False)


def test_a_remembered_impact_has_its_own_derivative() -> None:
    """Two impacts alike, of which the first does not depend on the parameter and the second does."""
    model = FastScale(force=HERTZ, frequencies=(2500.0,), shapes=(1.5,), stiffness_share=1e-4)
    packed, writer = model.pack(_Plain()), TableWriter()
    block = writer.function(packed, "complex")
    work, rows = np.zeros(GIVEN + packed.scratch, complex), np.empty((2, 1), complex)
    work[MOBILITY] = 10.0
    p, k = np.array(writer.floats, complex), np.array(writer.ints, np.int64)
    for number, speed in enumerate((0.3 + 0j, 0.30001 + 1e-30j)):
        work[TIME] = 100.0 * number  # nothing vibrates any more
        sample_rows(np.array([speed]), p, k, block, work, rows[number:])
    assert rows[1, 0].real == rows[0, 0].real  # remembered
    slope = (model.restitution(0.301, 0.1) - model.restitution(0.299, 0.1)) / 2e-3
    assert abs(slope) > 0.05 and rows[1, 0].imag / 1e-30 == pytest.approx(slope, rel=1e-2)


def test_frequencies_are_no_lengths() -> None:
    """A model of fast modes made the mechanism so long, that a ball in the air counted as one that touches."""
    model = fast_scale(BALL, BEAM, side="first", modes=44)
    run = struck_beam(model, 0.3 * L)
    assert run.impacts[0].t == pytest.approx(0.005 / 0.3, rel=1e-6)
