"""Numbers made from runs by texts: functions of channels, their accuracy between points, and what is refused."""

from __future__ import annotations

from functools import cache
from math import pi, sqrt
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.responses import Response, read_responses
from linkwork.run.run import Run

EXAMPLES = Path(__file__).parents[3] / "examples"
RADIUS, ROD, OMEGA = 0.2, 0.5, 2 * pi


@cache
def slider_crank(points: int = 101) -> Run:
    return lw.load(EXAMPLES / "slider-crank.yaml").kinematics(1.0, points, progress=False)


@cache
def falling_ball() -> Run:
    """A ball that falls from 1 m, hits the ground at sqrt(2/g) and bounces."""
    m = lw.Planar("ball")
    m.parameters(h=1.0)
    m.set_gravity(0, -10)
    m.body("ball", estimate=(0, "h", 0))
    m.mass("ball", mass=1, inertia=0.1)
    m.event("hit", "ball.y", "falling", jump={"ball.vy": -0.5})
    return m.simulate(0.7, 71, progress=False)


def exact_slider(t: np.ndarray) -> np.ndarray:
    angle = OMEGA * t
    return RADIUS * np.cos(angle) + np.sqrt(ROD**2 - (RADIUS * np.sin(angle)) ** 2)


def value(text: str) -> float:
    return float(Response(text).value(slider_crank()))


def test_first_and_last_values_are_those_of_the_channel() -> None:
    run = slider_crank()
    assert value("initial(slider.x)") == run["slider.x"][0]
    assert value("final(rod.middle.y)") == run["rod.middle.y"][-1]


def test_a_value_between_points_is_that_of_the_motion() -> None:
    assert value("at(slider.x, 0.3137)") == pytest.approx(float(exact_slider(np.array(0.3137))), abs=1e-11)


def test_extremes_between_points_do_not_depend_on_the_grid() -> None:
    finer = Response("max(slider.vx)").value(slider_crank(4001))
    assert value("max(slider.vx)") == pytest.approx(finer, abs=5e-9)
    assert value("min(slider.x)") == pytest.approx(ROD - RADIUS, abs=1e-15)
    assert value("range(slider.x)") == pytest.approx(2 * RADIUS, abs=1e-15)
    assert value("peak(slider.ax)") == pytest.approx(OMEGA**2 * RADIUS * (1 + RADIUS / ROD), abs=1e-12)
    assert value("max(abs(slider.vx))") == value("peak(slider.vx)")


def test_integrals_are_exact_to_the_interpolation() -> None:
    t = np.linspace(0.0, 1.0, 4097)[:-1]
    assert value("mean(slider.x)") == pytest.approx(float(np.mean(exact_slider(t))), abs=1e-11)
    assert value("integral(slider.vx)") == pytest.approx(0.0, abs=1e-11)
    assert value("rms(slider.x)") == pytest.approx(sqrt(float(np.mean(exact_slider(t) ** 2))), abs=1e-11)


def test_numbers_parameters_and_channels_mix() -> None:
    assert value("max(slider.x) / (r + l) - 1") == pytest.approx(0.0, abs=1e-15)
    assert value("max(slider.x - mean(slider.x))") == pytest.approx(0.7 - value("mean(slider.x)"), abs=1e-14)
    assert value("max(max(slider.x, 2))") == 2.0
    assert value("max(3, final(slider.x))") == 3.0


def test_channels_written_as_calls_and_names_in_quotes_are_channels() -> None:
    assert value("max(distance(rod.tip, ground))") == pytest.approx(0.7, abs=1e-12)
    assert value("max(-angle(crank, rod)/2)") == pytest.approx(0.5 * np.max(-slider_crank()["angle(crank, rod)"]))
    assert value("final('slider.x')") == value("final(slider.x)")


def test_a_bare_channel_is_a_history() -> None:
    run = slider_crank()
    assert Response("2*slider.x - r").is_history(run)
    assert not Response("max(slider.x) - r").is_history(run)
    np.testing.assert_array_equal(Response("2*slider.x").series(run), 2 * run["slider.x"])


def test_units_follow_from_the_channel() -> None:
    run = slider_crank()
    units = {text: Response(text).unit(run) for text in ("max(abs(slider.vx))", "integral(slider.x)", "slider.x")}
    assert list(units.values()) == ["m/s", "m s", "m"]
    assert Response("max(slider.x)/l").unit(run) == ""


def test_an_event_has_a_time_and_values_just_before_it() -> None:
    run, falls = falling_ball(), sqrt(0.2)
    assert Response("time(hit)").value(run) == pytest.approx(falls, abs=1e-9)
    assert Response("at_event(ball.vy, hit)").value(run) == pytest.approx(-10 * falls, abs=1e-8)
    assert Response("at_event(ball.y, hit)").value(run) == pytest.approx(0.0, abs=1e-8)


def test_later_events_of_a_name_are_asked_for_by_number() -> None:
    """A ball that falls 1 m and rises with half the speed: it lands again after as long as it fell."""
    m = lw.Planar("ball")
    m.set_gravity(0, -10)
    m.carriage("ball", at=(0, 1), along=(0, 1), mass=1)
    m.event("hit", "ball.y", "falling", jump={"ball.vy": -0.5})
    run, falls = m.simulate(1.2, 5, progress=False), sqrt(0.2)
    assert Response("time(hit, 1)").value(run) == Response("time(hit)").value(run)
    assert Response("time(hit, 2) - time(hit)").value(run) == pytest.approx(falls, abs=1e-9)
    assert Response("at_event(ball.vy, hit, 2)").value(run) == pytest.approx(-5 * falls, abs=1e-8)
    assert Response("time(hit, 2)").unit(run) == "s"
    with pytest.raises(lw.AnalysisError, match=r"'hit' happened 3 times up to t = 1.2 s, not 9"):
        Response("time(hit, 9)").value(run)


def test_an_event_that_a_jump_skips_is_explained() -> None:
    m = lw.Planar("ball")
    m.set_gravity(0, -10)
    m.carriage("ball", at=(0, 1), along=(0, 1), mass=1)
    m.event("hit", "ball.y", "falling", jump={"ball.vy": -0.5})
    m.event("turn", "ball.vy", "rising")
    with pytest.raises(lw.AnalysisError, match=r"'turn' did not happen up to t = 0.6 s; .*another event or an impact"):
        Response("time(turn)").value(m.simulate(0.6, 5, progress=False))


def test_jumps_at_events_do_not_overshoot() -> None:
    run, falls = falling_ball(), sqrt(0.2)
    assert Response("min(ball.vy)").value(run) == pytest.approx(-10 * falls, abs=1e-8)
    assert Response("max(ball.vy)").value(run) == pytest.approx(5 * falls, abs=1e-8)
    after = 0.7 - falls
    drop, rise = -10 * falls**2 / 2, 5 * falls * after - 5 * after**2
    assert Response("integral(ball.vy)").value(run) == pytest.approx(drop + rise, abs=1e-8)


def test_a_function_of_the_run_is_a_response() -> None:
    def stroke(run: Run) -> float:
        return float(run["slider.x"][0] - run["slider.x"][50])

    (response,) = read_responses(stroke)
    assert response.text == "stroke"
    assert response.value(slider_crank()) == pytest.approx(0.4, abs=1e-12)


def test_results_at_rest_are_asked_in_the_same_words() -> None:
    m = lw.Planar("spring and mass")
    m.parameters(k=100.0, m=2.0)
    m.set_gravity(0, -9.81)
    block = m.body("block", estimate=(0, -0.5, 0))
    m.mass("block", mass="m", inertia=1)
    m.translational("guide", m.ground.line((0, 0), (0, 1)), block.line((0, 0), (0, 1)))
    m.spring("spring", m.ground.at(0, 0), block.at(0, 0), stiffness="k", free_length=0.3)
    rest = m.equilibrium()
    assert Response("block.y").value(rest) == pytest.approx(-0.3 - 2 * 9.81 / 100, abs=1e-10)
    assert Response("abs(spring.strength)").value(rest) == pytest.approx(2 * 9.81, abs=1e-8)
    model = m.linearise()
    assert Response("frequency(1)").value(model) == pytest.approx(sqrt(50), rel=1e-12)
    assert Response("2*pi*hertz(1)*m").value(model) == pytest.approx(2 * sqrt(50), rel=1e-12)
    with pytest.raises(lw.AnalysisError, match="no mode 3; this model has modes 1 to 1"):
        Response("damping(3)").value(model)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("final(slidr.x)", "no channel 'slidr.x'; did you mean 'slider.x'"),
        ("maxx(slider.x)", "unknown function 'maxx'; did you mean max"),
        ("slider.x", "a channel over time is not one number; take final"),
        ("time(hit)", "there is no event or contact 'hit'"),
        ("at(slider.x, 3)", "the time 3 s is not within the run, from 0 to 1 s"),
        ("at(slider.x)", "at takes a channel and a time"),
        ("time(hit, 0)", "which one is a whole number from 1, not '0'"),
        ("at_event(slider.x, hit, 1.5)", "which one is a whole number from 1, not '1.5'"),
        ("time(hit, 1, 2)", r"time takes the name of an event or contact, as in time\(hit\), or time\(hit, 2\)"),
        ("final()", "final takes a channel"),
        ("final(slider.x", "unbalanced parentheses"),
        ("max(slider.x) +", "expected a number, a name or"),
        ("frequency(1)", "is of a linear model"),
        ("max(slider.x/0)", "no finite value"),
        ("final(q)", "there is no channel 'q'"),
        ("", "empty"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(lw.LinkworkError, match=words):
        Response(text).value(slider_crank())


def test_an_event_that_did_not_happen_is_said_so() -> None:
    m = lw.Planar("floating")
    m.body("ball")
    m.mass("ball", mass=1, inertia=0.1)
    m.event("hit", "ball.y + 1", "falling", stop=True)
    with pytest.raises(lw.AnalysisError, match="'hit' did not happen"):
        Response("time(hit)").value(m.simulate(0.1, 3, progress=False))


def test_things_that_are_no_responses_are_refused() -> None:
    with pytest.raises(lw.AnalysisError, match="a response is a text such as"):
        Response(3.0)  # type: ignore[arg-type]
    with pytest.raises(lw.AnalysisError, match="no response is given"):
        read_responses([])
