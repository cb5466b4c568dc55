"""Every example loads, checks and runs, and gives the numbers of a closed form or of a book."""

from __future__ import annotations

import functools
import runpy
from collections.abc import Callable
from math import acos, atan2, pi, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from example_scripts import EXAMPLES, script_of

import linkwork as lw
from linkwork.formats.model_file import loads

FILES = sorted(path.stem for path in EXAMPLES.glob("*.yaml"))
TURN = 2 * pi


@functools.cache
def run_of(name: str) -> Any:
    """The run that the example asks for."""
    m = lw.load(EXAMPLES / f"{name}.yaml")
    return m.run()


def close(computed: Any, exact: Any, tolerance: float = 1e-11) -> bool:
    return bool(np.allclose(computed, exact, rtol=0.0, atol=tolerance))


@pytest.mark.parametrize("name", FILES)
def test_example_checks_and_runs_to_its_end(name: str) -> None:
    m = lw.load(EXAMPLES / f"{name}.yaml")
    report = m.check()
    assert report.ok, report.text()
    assert not report.warnings
    if m.analysis.equilibrium is not None:
        assert m.equilibrium().stable
        return
    run = run_of(name)
    assert run.completed, run.events
    assert run.violation().max() < 1e-11
    for group in (*m.output.plots, *m.output.cross_plots):
        assert all(np.isfinite(run[channel]).all() for channel in group)


@pytest.mark.parametrize("name", FILES)
def test_readme_of_the_examples_names_it(name: str) -> None:
    assert f"`{name}.yaml`" in (EXAMPLES / "README.md").read_text(encoding="utf-8")


def test_slider_crank() -> None:
    """x = r cos phi + sqrt(l^2 - r^2 sin^2 phi)."""
    run = run_of("slider-crank")
    phi = TURN * run.t
    assert close(run["slider.x"], 0.2 * np.cos(phi) + np.sqrt(0.25 - 0.04 * np.sin(phi) ** 2))


def test_four_bar_rocker_swings_between_its_dead_centres() -> None:
    """Crank and coupler in line: the law of cosines in the triangle of pivots d, rocker c and b + a or b - a."""
    a, b, c, d = 0.1, 0.28, 0.22, 0.3
    limits = {
        kind: pi - acos((d * d + c * c - reach * reach) / (2 * d * c))
        for kind, reach in (("smallest", b + a), ("largest", b - a))
    }
    found = {extreme.kind: extreme.value for extreme in run_of("four-bar").extremes("rocker.angle")}
    assert found == pytest.approx(limits, abs=1e-9)


def test_quick_return() -> None:
    """Rocker along the crank pin, tool at the end of a link of 1.9 m (Haug 5.4)."""
    run = run_of("quick-return")
    phi = 0.44 + TURN * run.t
    theta = np.arctan2(2 + 1.5 * np.sin(phi), 1.5 * np.cos(phi))
    tool = 4 * np.cos(theta) - np.sqrt(1.9**2 - (4 - 4 * np.sin(theta)) ** 2)
    assert close(run["rocker.angle"], theta)
    assert close(run["tool.x"], tool)


def test_gear_slider() -> None:
    """Gear 4 turns half as fast as gear 2; 1.4928 m at the start is printed in Table 5.5.5 of the book."""
    run = run_of("gear-slider")
    phi = TURN * run.t + pi / 4
    radius = 0.2 * sqrt(2)
    exact = 0.6 + radius * np.cos(phi) + np.sqrt(0.64 - (0.2 + radius * np.sin(phi)) ** 2)
    assert close(run["slider.x"], exact)
    assert run["slider.x"][0] == pytest.approx(1.4928, abs=5e-5)


def test_valve_lifter() -> None:
    """The push rod rises by e (1 - cos phi); the rocker's arms are equal, so the valve sinks by as much."""
    run = run_of("valve-lifter")
    lift = 0.0025 * (1 - np.cos(1200 * TURN / 60 * run.t))
    assert close(run["push rod.y"], 0.16 + lift)
    assert close(run["valve.y"], 0.235 - lift)


def test_excavator() -> None:
    """The strut, the boom and the line of their pivots form a triangle (Haug Ex. 3.5.3)."""
    run = run_of("excavator")
    strut = 1.8 + run.t / 5
    assert close(run["boom.angle"], np.arccos((3.5 - strut**2) / (2 * sqrt(0.5) * sqrt(3))) - pi / 4)
    assert close(run["lift.distance"], strut)


def test_pin_in_curved_slot() -> None:
    """The pin on the x axis sees the radius of the groove at minus the angle of the disc."""
    run = run_of("pin-in-curved-slot")
    phi = TURN * run.t
    assert close(run["slider.x"], 0.08 + 0.015 * np.cos(3 * phi))
    assert close(run["slider.ax"], -0.015 * (3 * TURN) ** 2 * np.cos(3 * phi), 1e-9)


def test_two_planes() -> None:
    """On the common line of the planes it is a slider-crank."""
    run = run_of("two-planes")
    phi = TURN * run.t
    assert close(run["slider.x"], 0.4 * np.cos(phi) + np.sqrt(1 - 0.16 * np.sin(phi) ** 2))


def test_scotch_yoke() -> None:
    run = run_of("scotch-yoke")
    phi = 2 * TURN * run.t
    assert close(run["yoke.x"], 0.06 * np.cos(phi))
    assert close(run["yoke.ax"], -0.06 * (2 * TURN) ** 2 * np.cos(phi), 1e-9)


def test_redundant_parallelogram() -> None:
    """Haug Ex. 5.1.1: mobility 0 by count, 1 by rank, one equation too many; the coupler stays level."""
    report = lw.load(EXAMPLES / "redundant-parallelogram.yaml").check()
    assert (report.count_mobility, report.mobility, len(report.redundant)) == (0, 1, 1)
    run = run_of("redundant-parallelogram")
    assert close(run["coupler.angle"], 0.0)
    assert close(run["coupler.x"], np.cos(0.3 + run.t))


def test_cardan_gear_draws_a_straight_line() -> None:
    run = run_of("cardan-gear")
    assert close(run["planet.rim.y"], 0.0)
    assert close(run["planet.rim.x"], 0.1 * np.cos(TURN * run.t))


def test_roller_stays_its_radius_away_from_the_cam() -> None:
    """The least distance of the roller's axle from points of the turned outline is the roller's radius."""
    run = run_of("roller-cam")
    alpha = np.linspace(0.0, TURN, 20001)
    radius = 0.1 + 0.015 * np.cos(2 * alpha)
    for frame in range(0, len(run.t), 60):
        turned = alpha + TURN * run.t[frame]
        off = np.hypot(
            radius * np.cos(turned) - run["arm.axle.x"][frame], radius * np.sin(turned) - run["arm.axle.y"][frame]
        )
        assert off.min() == pytest.approx(0.03, abs=1e-7)


def test_rack_lift_follows_the_table() -> None:
    """The rack rises by radius times angle: 30 degrees after 1 s, 90 degrees after 2 s and at the end."""
    run = run_of("rack-lift")
    for t, degrees in ((1.0, 30), (2.0, 90), (3.0, 90)):
        frame = int(np.argmin(np.abs(run.t - t)))
        assert run["rack.y"][frame] == pytest.approx(0.04 * degrees * pi / 180, abs=1e-11)


def test_peaucellier_draws_a_straight_line() -> None:
    """Inversion of the crank circle: the pen keeps x = (L^2 - s^2) / (2 f)."""
    run = run_of("peaucellier")
    assert close(run["side4.pen.x"], (0.25 - 0.04) / 0.4)
    assert np.ptp(run["side4.pen.y"]) > 0.5


# ---------------------------------------------------------------------- Python files


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], dict[str, Any]]:
    """The names of an example; the test goes on in the folder where the example ran."""

    def run(name: str) -> dict[str, Any]:
        names, folder = script_of(f"{name}.py")
        monkeypatch.chdir(folder)
        return names

    return run


def test_design_study(script: Any) -> None:
    """Lock-up where the rod stands upright: sin(pi/4 + 2 pi t) = 1.9/2, t = 0.0744586879 s (Haug 5.2, closed form)."""
    names = script("design_study")
    locked = names["locked"]
    assert not locked.completed
    assert locked.events[-1].kind == "lock-up"
    assert locked.events[-1].t == pytest.approx((np.arcsin(1.9 / 2) - pi / 4) / TURN, abs=1e-8)
    assert locked.events[-1].t == pytest.approx(0.0744586879, abs=1e-8)
    assert [run["slider.x"][0] for run in names["runs"]] == pytest.approx(
        [sqrt(2) + sqrt(length**2 - 2) for length in names["lengths"]], abs=1e-11
    )
    assert Path("design-study.png").stat().st_size > 10_000


def test_tolerances(script: Any) -> None:
    """Bottom dead centre at sqrt((r + l)^2 - e^2), in the series, in the slopes and in the worst corners."""
    names = script("tolerances")
    series, worst, bottom = names["series"], names["worst"], names["bottom"]

    def centre(r: Any, l: Any, e: Any) -> Any:  # noqa: E741 - as the example names it
        return np.sqrt((r + l) ** 2 - e**2)

    assert close(series[bottom], centre(series["r"], series["l"], series["e"]), 1e-9)
    parts = series.contributions(bottom)
    assert parts["l"].slope == pytest.approx(0.25 / centre(0.05, 0.2, 0.02), rel=1e-3) and parts.parts[0].name == "l"
    found = worst.statistics(bottom)
    assert found.smallest == pytest.approx(centre(0.04995, 0.1999, 0.0205), abs=1e-9)
    assert found.largest == pytest.approx(centre(0.05005, 0.2001, 0.02), abs=1e-9)
    assert 0.8 < series.statistics(bottom, names["limits"]).inside < 1.0
    assert Path("press-tolerances.png").stat().st_size > 10_000


def test_balancing(script: Any) -> None:
    """All of the turning and half of the sliding mass is balanced; rods as two masses, first harmonics exact."""
    best = script("balancing")["best"]
    r, rod, c, arm, pin, link, slider = 0.05, 0.16, 0.05, 0.06, 0.3, 0.6, 0.4
    turning, sliding = pin + link * (rod - c) / rod, slider + link * c / rod
    assert best.parameters["weight"] == pytest.approx(r * (turning + sliding / 2) / arm, rel=1e-6)
    assert Path("balancing.png").stat().st_size > 10_000


def test_spring_scale(script: Any) -> None:
    """k (1 - free/L) h b = M g a in both positions is linear in k and k*free."""
    best = script("spring_scale")["best"]
    a, b, h = 0.4, 0.3, 0.35
    angles, masses = np.radians([20.0, -10.0]), np.array([1.2, 2.2])
    length = np.sqrt(b * b + h * h - 2 * b * h * np.sin(angles))
    k, product = np.linalg.solve(np.column_stack([np.ones(2), -1 / length]), masses * 9.81 * a / (h * b))
    assert best.parameters == pytest.approx({"k": k, "free": product / k}, rel=1e-6)
    assert Path("spring-scale.png").stat().st_size > 10_000


def test_identification(script: Any) -> None:
    """True values within three standard errors; residuals of the size of the noise."""
    names = script("identification")
    found, true = names["found"], names["true"]
    assert all(abs(found.parameters[name] - value) < 3 * found.errors[name] for name, value in true.items())
    assert found.errors["J"] < 1e-3 * true["J"] and found.errors["dry"] < 0.3 * true["dry"]
    assert found.deviation == pytest.approx(1.0, abs=0.15)
    assert Path("identification.png").stat().st_size > 10_000


def test_trace_four_bar(script: Any) -> None:
    """The crank turns back where coupler and rocker are in line: cos = (a^2 + d^2 - (b + c)^2) / (2 a d)."""
    circuit = script("trace_four_bar")["circuit"]
    limit = acos((0.2**2 + 0.38**2 - 0.4**2) / (2 * 0.2 * 0.38))
    assert circuit.closed
    assert sorted(found.value for found in circuit.limits) == pytest.approx([-limit, limit], abs=1e-9)


def test_walking_leg(script: Any) -> None:
    """The foot is on its line, to the error that is told, while the crank makes half a turn; Hoecken's is symmetric."""
    names = script("walking_leg")
    first, best, run = names["found"][0], names["better"][0], names["run"]
    assert first.parameters["l3"] == pytest.approx(first.parameters["l4"], rel=1e-3)
    assert first.largest < 0.007
    half = run.t <= 0.5 + 1e-9
    assert np.max(np.abs(run["coupler.P.y"][half])) < 0.012
    apart = [
        np.hypot(run["coupler.P.x"][30 * n] - x, run["coupler.P.y"][30 * n]) for n, (x, _) in enumerate(names["line"])
    ]
    assert sqrt(np.sum(np.square(apart))) == pytest.approx(sqrt(best.error), abs=1e-9)
    assert np.degrees(np.min(run["transmission(B)"])) > 30 - 1e-6
    assert Path("walking-leg.png").stat().st_size > 10_000


def test_all_branches(script: Any) -> None:
    """Two dyads, two ways each; the rocker's angles by the two-circle construction."""
    found = script("all_branches")["found"]
    assert found.complete
    assert len(found) == 4
    ax, ay = 0.1 * np.cos(1.0), 0.1 * np.sin(1.0)
    dx, dy = ax - 0.3, ay
    reach = sqrt(dx * dx + dy * dy)
    half = acos((reach**2 + 0.22**2 - 0.28**2) / (2 * reach * 0.22))
    exact = sorted(np.mod(atan2(dy, dx) + sign * half, TURN) for sign in (1, -1))
    angles = sorted({round(float(np.mod(way["rocker.angle"], TURN)), 9) for way in found})
    assert angles == pytest.approx(exact, abs=1e-8)


def test_cam_design(script: Any) -> None:
    """The follower makes the motion that was asked for, 4 pi rad/s, and the files are there."""
    names = script("cam_design")
    run, cam = names["run"], names["cam"]
    s, _, a = cam.motion.values(2 * TURN * run.t, 2)
    assert close(run["follower.y"], sqrt((cam.base_radius + 0.01) ** 2 - 0.006**2) + s)
    assert close(run["follower.ay"], (2 * TURN) ** 2 * a, 1e-8)
    assert abs(cam.steepest.value) < np.radians(28) and cam.sharpest.value > 0.012
    assert {path.suffix for path in Path().glob("cam-design.*")} == {".png", ".dxf", ".csv"}


def test_hexapod(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Singular everywhere, nowhere, and in the middle plane only (Kuebler, Henninger, Eberhard, 5.2)."""
    monkeypatch.chdir(tmp_path)
    maps = runpy.run_path(str(EXAMPLES / "hexapod.py"), run_name="__main__")["maps"]
    current, first, second = (found.singular for found in maps.values())
    assert current.all() and not first.any()
    assert second[:, 4].all() and not np.delete(second, 4, axis=1).any()
    assert "all of 81 positions singular" in capsys.readouterr().out
    assert (tmp_path / "hexapod.png").stat().st_size > 10_000


def test_band_saw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A force in the middle of a pulled beam, whose pull is less by what the speed takes: in closed form."""
    monkeypatch.chdir(tmp_path)
    saw = runpy.run_path(str(EXAMPLES / "band_saw.py"), run_name="__main__")
    pull = saw["TENSION"] - saw["MASS"] * saw["speeds"] ** 2
    layer = np.sqrt(saw["BENDING"] / pull)
    exact = (saw["GUIDES"] / 4 - 0.5 * layer * np.tanh(saw["GUIDES"] / 2 / layer)) / pull
    assert saw["gives"] == pytest.approx(exact, rel=2e-3)
    assert np.all(np.diff(saw["lowest"]) < 0) and (tmp_path / "band_saw.png").stat().st_size > 5000


def test_train_crash(capsys: pytest.CaptureFixture[str]) -> None:
    """The devices take the energy of the train but for what little it rebounds with; other levels are easier on it."""
    found = runpy.run_path(str(EXAMPLES / "train_crash.py"), run_name="__main__")
    motion = 0.5 * 135e3 * (30 / 3.6) ** 2
    assert 0.98 * motion < sum(found["energies"].values()) < motion
    assert found["after"] < found["before"]
    assert "MJ" in capsys.readouterr().out


def test_compressor() -> None:
    """Haug 8.2.4 with J = 450: state at 1 s by an independent integration; the energy adds up."""
    run = run_of("compressor")
    assert close(run["crank.angle"][-1], 26.967410, 1e-4) and close(run["crank.omega"][-1], 23.321152, 1e-3)
    assert np.abs(run["energy.balance"]).max() < 1e-6 * run["energy.kinetic"].max()
    assert any("adds up" in note for note in run.notes)


def test_spring_linkage() -> None:
    """At rest the potential energy has no slope along the free motion; its frequency is that of a small swing."""
    m = lw.load(EXAMPLES / "spring-linkage.yaml")
    rest = m.equilibrium()
    angle = rest["crank.angle"]
    energies = [
        m.simulate(1e-6, 2, hold={"crank.angle": angle + step}, progress=False)["energy.potential"][0]
        for step in (-1e-4, 0.0, 1e-4)
    ]
    assert abs(energies[2] - energies[0]) < 1e-6 * (energies[2] + energies[0] - 2 * energies[1]) / 1e-4
    text = (EXAMPLES / "spring-linkage.yaml").read_text(encoding="utf-8")
    m = loads(text.replace("damping: 3", "damping: 0"))
    swing = m.simulate(5.0, 2001, hold={"crank.angle": angle + 1e-3}, progress=False)
    moved = swing["crank.angle"] - angle
    passes = swing.t[1:][(moved[1:] > 0) != (moved[:-1] > 0)]
    period = 2 * (passes[-1] - passes[0]) / (len(passes) - 1)
    assert abs(period * m.linearise(rest).modes[0].hertz - 1.0) < 1e-3


def test_spatial_four_bar() -> None:
    """The coupler spans 12.2 m between crank pin and rocker pin (Haug 10.3)."""
    run = run_of("spatial-four-bar")
    theta, lean = pi * run.t, np.arctan2(run["rocker.z"], run["rocker.x"] + 4.0)
    pin = np.stack([0 * theta, -2 * np.sin(theta), 2 * np.cos(theta)], axis=1)
    end = np.stack([-4 + 7.4 * np.cos(lean), 0 * lean - 8.5, 7.4 * np.sin(lean)], axis=1)
    assert close(np.linalg.norm(pin - end, axis=1), 12.2, 1e-9)
    assert close(np.hypot(run["rocker.z"], run["rocker.x"] + 4.0), 3.7, 1e-9)


def test_heavy_top() -> None:
    """Its energy, and the angular momentum about the vertical and about its own axis, stay."""
    run = run_of("heavy-top")
    vertical = np.stack([run[f"axis(top, {axis}).z"] for axis in "xyz"], axis=1)
    spin = np.stack([run[f"top.omega.{axis}"] for axis in "xyz"], axis=1)
    momentum = spin * (0.142 + 1.3 * 0.4**2, 0.142 + 1.3 * 0.4**2, 0.05)
    assert close(np.sum(momentum * vertical, axis=1), 0.05 * 90 * 0.5, 1e-7)
    assert close(spin[:, 2], 90.0, 1e-6)
    assert close(run["energy.total"], run["energy.total"][0], 1e-6)


def test_trigger_goes_through_its_stages() -> None:
    """Blocked: 40 N of the spring on the nose, and on the shoulder what balances its moment; then fired and stopped."""
    run = run_of("trigger")
    blocked = run.t < 0.015
    nose, shoulder = 40.0, (40.0 * 21 + 0.2 * 0.25 * 1e3) / 30
    normal = np.sort([run["hold[1].force"][blocked], run["hold[2].force"][blocked]], axis=0)
    assert close(normal, np.array([[shoulder], [nose]]), 1e-7)
    assert close(run["slide.x"][blocked], 0.0)
    first = {}
    for contact_event in run.touches:
        first.setdefault((contact_event.kind, contact_event.name), contact_event.t)
    pulled, passed, stopped = first["impact", "pull"], first["moves", "hold"], first["impact", "stop"]
    assert 0.0 < pulled < first["opens", "hold"] + 1e-12
    assert pulled < passed < stopped
    rests = next(
        contact_event.t
        for contact_event in run.touches
        if contact_event.kind == "closes" and contact_event.name == "stop"
    )
    assert stopped < rests < 0.1
    assert close(run["slide.x"][-1], 0.03, 1e-9)
    assert run["stop.force"][-1] == pytest.approx(200 * 0.17, rel=1e-3)
    assert abs(run["energy.balance"]).max() < 1e-6


def test_jumping_cam() -> None:
    """The follower leaves where m (g - e w^2 s) + c (d + e + e s) = 0 with s = sin phi, and flies freely."""
    run, w = run_of("jumping-cam"), 400 * TURN / 60
    m, g, e, c, d = 0.4, 9.81, 0.015, 100.0, 0.01
    s = (m * g + c * (d + e)) / (m * e * w**2 - c * e)
    assert close(run.touches.of_kind("opens")[0].t, (np.arcsin(s) + pi / 2) / w, 1e-9)
    assert len(run.touches.of_kind("opens")) == 3
    assert np.max(np.abs(run["energy.balance"])) < 1e-5


def test_bouncing_block() -> None:
    """Its lowest corner first meets the floor where 1 - g t^2/2 = b sin a + h cos a; it rests on a long side."""
    from scipy.optimize import brentq

    run = run_of("bouncing-block")
    first = brentq(lambda t: 1 - 4.905 * t**2 - 0.2 * np.sin(0.4 + 2 * t) - 0.1 * np.cos(0.4 + 2 * t), 0.2, 0.41)
    assert close(run.impacts[0].t, first, 1e-9)
    assert close(run["block.y"][-1], 0.1, 1e-9)
    assert close(run["block.angle"][-1] % pi, 0.0, 1e-9) or close(run["block.angle"][-1] % pi, pi, 1e-9)
    assert close(run["block.vx"][-1], 0.0, 1e-9)
    assert np.max(np.diff(run["energy.total"])) < 1e-9
