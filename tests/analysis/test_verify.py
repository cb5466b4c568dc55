"""Verify tells agreement from disagreement, and says why two runs differ."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bench.dynamic_problems import chain
from typer.testing import CliRunner, Result

import linkwork as lw
from analysis.builders import four_bar, parallelogram
from linkwork.analysis.simulation.singular.singular_crossing import singular_crossing
from linkwork.analysis.simulation.time_loop import out_of_time
from linkwork.analysis.verify import verify_judge
from linkwork.analysis.verify.agreement import deviation, digits
from linkwork.analysis.verify.verification import (
    ACCURACY,
    OPEN,
    REFUSED,
    SENSITIVE,
    UNKNOWN,
    Difference,
    Trial,
    Verification,
)
from linkwork.analysis.verify.verify_case import Case
from linkwork.analysis.verify.verify_judge import Judge
from linkwork.base.errors import AnalysisError
from linkwork.cli.main import app
from linkwork.run.run import Event
from linkwork.system.formulations.formulations import FORMULATIONS
from linkwork.system.loop.moment import Options
from linkwork.system.methods.methods import CONVERGING
from published.mechanisms.compressor import running_compressor as compressor

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def call(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["verify", *arguments])


@pytest.fixture(scope="module")
def found() -> Verification:
    return lw.load(EXAMPLES / "compressor.yaml").verify(0.2, points=21, progress=False)


def test_all_formulations_and_methods_agree_on_the_compressor(found: Verification) -> None:
    assert found.ok and not found.driven
    assert [trial.formulation for trial in found.formulations] == list(FORMULATIONS)
    assert [trial.method for trial in found.methods] == list(CONVERGING)
    for trial in found.formulations:
        assert trial.status == "ran" and not trial.differences
        assert min(trial.digits["positions"], trial.digits["velocities"]) > 7.0
        assert min(trial.digits["accelerations"], trial.digits["reactions"]) > 10.0
        assert trial.energy < 1e-7 and trial.violation < 1e-8
        assert trial.steps > 0 and trial.evaluations > trial.steps and trial.seconds > 0.0


def test_low_order_is_given_as_the_reason_for_few_digits(found: Verification) -> None:
    (low,) = (trial for trial in found.methods if trial.method == "midpoint")
    (difference,) = low.differences
    assert difference.kind == ACCURACY and "method of order 2, steps of" in difference.reason
    assert "half the step leaves 1/4" in difference.reason


def test_the_text_names_every_run_and_ends_in_a_verdict(found: Verification) -> None:
    text = found.text()
    assert all(name in text for name in (*FORMULATIONS, *CONVERGING))
    assert text.splitlines()[-1].startswith("agree: ") and str(found) == text
    data = json.loads(json.dumps(found.to_dict()))
    assert data["ok"] and data["verdict"] == text.splitlines()[-1]
    assert data["formulations"][0]["digits"].keys() == {"positions", "velocities", "accelerations", "reactions"}


def test_a_driven_mechanism_is_compared_with_its_kinematics() -> None:
    result = four_bar().verify(0.5, points=11, methods=["rk4"], progress=False)
    assert result.ok and result.driven and "kinematics" in result.reference
    refused = {trial.formulation for trial in result.formulations if trial.status == REFUSED}
    assert {"partitioning", "hybrid"} <= refused and {"projection", "joint", "null-space"}.isdisjoint(refused)
    assert "not for this mechanism: formulation 'partitioning' needs a coordinate that is free" in result.text()
    assert any("no body has a mass" in note for note in result.notes)


def test_reactions_that_are_not_unique_are_named_and_left_out() -> None:
    m = parallelogram(drive=False, start=-1.0)
    m.mass("coupler", mass=2, center=(1, 0), inertia=0.5)
    for number in range(3):
        m.mass(f"bar{number}", mass=0.5, center=(0.5, 0), inertia=0.05)
    m.set_gravity(0, -9.81)
    result = m.verify(0.5, points=11, formulations=["projection", "null-space", "joint"], methods=[], progress=False)
    assert result.ok and any("not unique and not compared" in note for note in result.notes)


def test_chaos_is_told_from_disagreement() -> None:
    """Three rods that whirl forget their start in some seconds, whatever integrates them."""
    names, speeds = ["projection", "joint", "null-space"], {"rod0.omega": 15.0, "rod2.omega": -10.0}
    result = chain(3).verify(12.0, formulations=names, methods=["adams"], speeds=speeds, rtol=1e-9, progress=False)
    assert result.ok and result.uncertainty > 1e-3
    kinds = {each.kind for trial in result.trials for each in trial.differences}
    assert kinds == {SENSITIVE}
    assert "the motion is that sensitive" in result.text()


def test_a_formulation_that_moves_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    true = Case.simulated

    def faulty(case: Case, options: Any) -> Any:
        return true(replace(case, v=1.0001 * case.v) if options.formulation == "joint" else case, options)

    monkeypatch.setattr(Case, "simulated", faulty)
    m = lw.load(EXAMPLES / "compressor.yaml")
    result = m.verify(0.1, points=11, formulations=["projection", "joint"], methods=[], progress=False)
    assert not result.ok
    assert [trial.formulation for trial in result.trials if not trial.ok] == ["joint"]
    assert result.formulations[1].differences[0].kind == UNKNOWN
    assert result.text().splitlines()[-1].startswith("DISAGREE: joint")


def test_a_formulation_at_fault_is_blamed_and_not_the_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    true = Case.simulated

    def faulty(case: Case, options: Any) -> Any:
        return true(replace(case, v=1.0001 * case.v) if options.formulation == "null-space" else case, options)

    monkeypatch.setattr(Case, "simulated", faulty)
    names = ["projection", "joint", "augmented", "null-space"]
    m = lw.load(EXAMPLES / "compressor.yaml")
    result = m.verify(0.1, points=11, formulations=names, methods=[], progress=False)
    assert [trial.formulation for trial in result.trials if not trial.ok] == ["null-space"]
    verdict = result.text().splitlines()[-1]
    assert verdict.startswith("DISAGREE: null-space; the other 3 agree on the motion, which can be trusted: take one")
    assert "do not trust the motion" not in verdict


def test_a_run_that_takes_far_longer_than_the_quickest_is_stopped_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """What there is of it is compared; before any run is done each is given a while."""
    monkeypatch.setattr(verify_judge, "_SECONDS", 0.0)
    monkeypatch.setattr(verify_judge, "_SLOWER", 0.0)
    result = chain(1).verify(200.0, points=2001, formulations=["projection", "joint"], methods=[], progress=False)
    assert [trial.status for trial in result.formulations] == ["ran", "stopped"]
    assert result.formulations[1].until < 200.0 and result.formulations[1].ok
    assert "was stopped at t = " in result.text() and "no processor time was left" in result.text()
    verdict = result.text().splitlines()[-1]
    assert not result.ok and verdict.startswith("nothing to compare: no run of another formulation or method than the")
    came = result.formulations[1].until > 0.0
    words = "before the end stopped, and agree up to there" if came else "stopped before anything could be compared"
    assert f"; {words}: joint" in verdict and "--seconds 600" in verdict
    longer = chain(1).verify(
        2.0, points=21, formulations=["projection", "joint"], methods=[], seconds=300, progress=False
    )
    assert longer.ok and [trial.status for trial in longer.formulations] == ["ran", "ran"]


@pytest.mark.parametrize("names", [["projection"], ["projection", "joint"]])
def test_a_run_beside_itself_proves_nothing(monkeypatch: pytest.MonkeyPatch, names: list[str]) -> None:
    """No finer run, and no other, came to the end: nothing says how many digits hold."""
    monkeypatch.setattr(Case, "simulated", _stopped_unless(lambda options: options == usual))
    usual = Options("dop853", 1e-10, 1e-12, formulation="projection")
    result = chain(1).verify(0.5, points=11, formulations=names, methods=[], progress=False)
    text = result.text()
    assert not result.ok and not result.finer and "nothing to compare: " in text.splitlines()[-1]
    assert "positions" not in result.formulations[0].digits and result.formulations[0].own
    assert "there is no finer run of it, so that nobody knows how many digits hold" in text
    assert "16.0 digits" not in text and json.loads(json.dumps(result.to_dict()))["ok"] is False
    assert (result.uncertainty is None) == (len(names) == 1)


def test_without_a_finer_run_the_others_say_how_far_the_reference_may_be_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Case, "simulated", _stopped_unless(lambda options: options.rtol > 5e-11))
    names = ["projection", "joint", "augmented"]
    result = chain(2).verify(2.0, points=21, formulations=names, methods=[], progress=False)
    text = result.text()
    assert result.ok and not result.finer and "no finer run came to the end" in text
    off = [10.0 ** -min(trial.digits[what] for what in ("positions", "velocities")) for trial in result.compared]
    assert len(off) == 2 and result.uncertainty == pytest.approx(np.mean(off)) and result.uncertainty > 0.0
    assert f"half of the other runs are off it by {result.uncertainty:.1e} or more" in text
    assert "moves it by" not in text and "16.0 digits" not in text
    fewest = text.splitlines()[-1].partition("all to ")[2].partition(" digits")[0]
    assert float(fewest) == pytest.approx(-np.log10(max(off)), abs=0.06)


def _stopped_unless(good: Callable[[Options], bool]) -> Callable[[Case, Options], Any]:
    """Runs of a case, which the bound of processor time stops half-way where they are not good."""
    true = Case.simulated

    def simulated(case: Case, options: Options) -> Any:
        if good(options):
            return true(case, options)
        run, seconds = true(replace(case, grid=case.grid[: len(case.grid) // 2]), options)
        run.completed, run.events = False, [out_of_time(run, 60.0)]
        return run, seconds

    return simulated


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan")])
def test_no_processor_time_is_refused(seconds: float) -> None:
    with pytest.raises(AnalysisError, match="seconds"):
        chain(1).verify(0.1, seconds=seconds)
    done = call(str(EXAMPLES / "compressor.yaml"), "--seconds", str(seconds))
    assert done.exit_code == 2 and "--seconds: give a processor time" in done.output


def test_all_runs_share_the_seconds_that_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also from the command line; no run gets more than half of what is left, and what one leaves the others have."""
    true, given = Case.simulated, []

    def simulated(case: Case, options: Options) -> Any:
        given.append(case.most)
        return true(case, options)

    monkeypatch.setattr(Case, "simulated", simulated)
    chain(1).verify(0.1, points=3, formulations=["projection"], methods=["rk4"], seconds=345, progress=False)
    assert len(given) == 3 and min(given) > 345 / 10 and max(given) <= 345 / 2
    given.clear()
    few = ("--formulations", "joint", "--methods", "adams", "--until", "0.01", "--seconds", "456")
    assert call(str(EXAMPLES / "compressor.yaml"), *few).exit_code == 0
    assert min(given) > 456 / 10 and max(given) <= 456 / 2


def stiff() -> Any:
    """A clamped steel strip whose damping makes dop853 crawl: its fastest motions die out in nanoseconds."""
    m = lw.Planar("stiff strip")
    m.set_gravity(0, -9.81)
    section = {"type": "rectangle", "width": 0.02, "height": 0.02}
    beam = m.beam("arm", (0, 0), (1, 0), section=section, E=2.1e11, rho=7850, elements=6, damping=1e-3)
    m.revolute("O", m.ground.at(0, 0), beam.at(0))
    return m


def test_a_stiff_model_is_compared_by_radau_and_the_time_given_is_kept() -> None:
    """A run of dop853 would take minutes; all runs together keep to the seconds given, and say what was left out."""
    names, methods = ["projection", "joint", "direct"], ["dop853", "radau", "trapezoidal"]
    result = stiff().verify(0.4, points=21, formulations=names, methods=methods, seconds=6, progress=False)
    assert sum(trial.seconds for trial in result.trials) < 6.5
    assert "dop853 was stopped at t = " in result.notes[0] and "the model is stiff" in result.notes[0]
    assert result.reference.endswith("with radau and rtol 1e-09") and result.finer
    by_name = {trial.formulation: trial for trial in result.formulations}
    assert all(by_name[name].status == "ran" and by_name[name].digits["positions"] > 5 for name in names)
    (crawling,) = (trial for trial in result.methods if trial.method == "dop853")
    assert crawling.status == "stopped" and crawling.ok and "of processor time" in crawling.note
    assert "before the end stopped, and agree up to there: dop853" in result.text().splitlines()[-1]


def test_with_hardly_any_time_the_answer_is_partial_and_says_so() -> None:
    result = stiff().verify(50.0, points=2001, formulations=["projection", "joint"], seconds=0.2, progress=False)
    assert not result.ok and result.until < 50.0
    verdict = result.text().splitlines()[-1]
    words = "verified only up to t = " if result.reached > 0.0 else "nothing is verified, because the reference"
    assert verdict.startswith(words) and "give more processor time: seconds=600" in verdict


def test_without_time_for_a_comparison_nothing_is_verified() -> None:
    """It told of agreement up to the end of the reference, of which the others have the start alone."""
    result = chain(2).verify(1.0, formulations=["projection", "joint"], methods=["rk4"], seconds=1e-6, progress=False)
    assert not result.ok and not result.compared and result.reached == 0.0 < result.until
    verdict = result.text().splitlines()[-1]
    assert verdict.startswith("nothing is verified, because the reference was stopped at t = ")
    other = "joint" if "formulation projection" in result.reference else "projection"
    assert "agree" not in verdict and f"stopped before anything could be compared: {other}, rk4" in verdict
    assert verdict.endswith("give more processor time: seconds=600, --seconds 600")


def test_what_time_leaves_open_is_no_disagreement() -> None:
    """Neither does it agree; a disagreement beside it is told first."""

    def told(*kinds: str) -> Verification:
        names = ("projection", "joint", "direct")
        trials = [Trial(name, "dop853", digits={"positions": 9.0}, violation=0.0, until=1.0) for name in names]
        for trial, kind in zip(trials, kinds, strict=True):
            trial.differences += [Difference("bar.x", 0.3, 0.2, "a reason", kind)] if kind else []
        return Verification("m", 0.0, 1.0, 11, "projection", 0.0, 1e-7, False, formulations=trials)

    result = told("", "", OPEN)
    assert not result.ok and [trial.formulation for trial in result.compared] == ["projection", "joint"]
    words = (
        "not compared for want of time: direct; projection, joint agree with the reference; give more processor time"
    )
    assert result.text().splitlines()[-1].startswith(words)
    assert "direct: left open: bar.x" in result.text()
    assert told("", UNKNOWN, OPEN).text().splitlines()[-1].startswith("DISAGREE: joint; ")


def test_a_finer_run_is_looked_at_no_farther_than_the_run_that_it_explains(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run ends early and its finer one does not: where that is at the end says nothing about the former."""
    true, steps = Case.simulated, list[float]()

    def early(case: Case, options: Options) -> Any:
        if options.method != "midpoint":
            return true(case, options)
        steps.append(options.step)
        return true(case if len(steps) > 1 else replace(case, grid=case.grid[:21]), options)

    monkeypatch.setattr(Case, "simulated", early)
    result = chain(2).verify(2.0, formulations=["projection", "joint"], methods=["midpoint"], progress=False)
    (trial,) = result.methods
    assert steps == [trial.step, 0.5 * trial.step] and trial.until == pytest.approx(0.4)
    assert [each.kind for each in trial.differences] == [ACCURACY]
    assert trial.differences[0].reason.endswith("half the step leaves 1/4.0 of it")


def test_a_broken_reference_is_verified_as_far_as_others_came() -> None:
    trials = [Trial("joint", "dop853", digits={"positions": 9.0}, violation=0.0, until=0.25)]
    result = Verification(
        "m", 0.0, 0.7, 11, "projection", 0.0, 1e-7, False, formulations=trials, end=1.0, broken="was stopped"
    )
    assert result.text().splitlines()[-1].startswith("verified only up to t = 0.25 s of 1 s, because the reference")


def test_runs_whose_differences_are_explained_do_not_speak_for_the_motion() -> None:
    names = ("projection", "joint", "augmented", "null-space", "direct")

    def verdict(*kinds: str) -> str:
        trials = [Trial(name, "dop853", digits={"positions": 9.0, "velocities": 9.0}, violation=0.0) for name in names]
        for trial, kind in zip(trials, kinds, strict=True):
            trial.differences += [Difference("bar.x", 0.3, 0.2, "a reason", kind)] if kind else []
        result = Verification("m", 0.0, 1.0, 11, "projection", 0.0, 1e-7, False, formulations=trials)
        return result.text().splitlines()[-1]

    assert verdict("", *3 * [SENSITIVE], UNKNOWN) == "DISAGREE: direct; do not trust the motion before you know why"
    assert verdict("", *3 * [ACCURACY], UNKNOWN).endswith("do not trust the motion before you know why")
    told = "DISAGREE: direct; 3 agree on the motion, which can be trusted: take one of projection, joint, augmented"
    assert verdict("", "", "", ACCURACY, UNKNOWN) == told
    assert "the other 4 agree on the motion, which can be trusted" in verdict("", "", "", "", UNKNOWN)


def test_an_interruption_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(judge: Judge, name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Judge, "method", stop)
    result = chain(1).verify(0.2, points=5, formulations=["joint"], methods=["rk4", "adams"], progress=False)
    assert result.interrupted and len(result.trials) == 1
    assert result.text().splitlines()[-1].startswith("interrupted: 1 of 3 done; of these: agree")


def test_a_singular_position_is_found_between_the_frames() -> None:
    """The linkage of the example folds flat while it swings."""
    m = lw.load(EXAMPLES / "spring-linkage.yaml")
    run = m.simulate(0.5, 51, formulation="projection", rtol=1e-10, atol=1e-12, progress=False)
    t = singular_crossing(run, 24)
    assert t == pytest.approx(0.2264, abs=1e-3)
    assert singular_crossing(run, 10) is None


def test_deviations_are_relative_to_the_size_of_the_model() -> None:
    runs = []
    for unit in (1.0, 1000.0):
        m = lw.Planar("pendulum")
        bar = m.body("bar", estimate=(0, 0, 0))
        m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
        m.mass(bar, mass=1, center=(0.5 * unit, 0), inertia=unit**2 / 12)
        m.add_point("bar", "tip", (unit, 0))
        m.set_gravity(0, -9.81 * unit)
        pair = [m.simulate(1.0, 11, rtol=rtol, atol=rtol, progress=False) for rtol in (1e-6, 1e-10)]
        runs.append(deviation(*pair).largest[-1])
    assert runs[0] == pytest.approx(runs[1], rel=0.2)
    assert digits(1e-7) == pytest.approx(7.0) and digits(np.nan) == 0.0 and digits(0.0) == 16.0


def test_what_cannot_be_verified_is_refused_with_a_reason() -> None:
    m = chain(1)
    with pytest.raises(AnalysisError, match="there is no formulation 'joints'; did you mean 'joint'"):
        m.verify(1.0, formulations=["joints"])
    with pytest.raises(AnalysisError, match="methods: expected a list of texts"):
        m.verify(1.0, methods="rk4")
    with pytest.raises(AnalysisError, match="formulations: expected a list of texts; found 5"):
        m.verify(1.0, formulations=5)
    with pytest.raises(AnalysisError, match="methods: expected a list of texts"):
        m.verify(1.0, methods=[5])
    with pytest.raises(AnalysisError, match=r"speeds: expected a mapping.*; found 5"):
        m.verify(1.0, speeds=5)
    with pytest.raises(AnalysisError, match="must be later than the start"):
        m.verify(-1.0)
    with pytest.raises(AnalysisError, match="2 time points or more"):
        m.verify(1.0, points=1)
    light = lw.Planar("light")
    light.revolute("O", light.ground.at(0, 0), light.body("bar").at(0, 0))
    with pytest.raises(AnalysisError, match="some motion moves no mass"):
        light.verify(1.0)


def pendulum(angle: float = 0.0) -> lw.Planar:
    m = lw.Planar("pendulum")
    bar = m.body("bar", estimate=(0, 0, angle))
    m.revolute("O", m.ground.at(0, 0), bar.at(0, 0))
    m.mass(bar, mass=1, center=(0.5, 0), inertia=1 / 12)
    m.set_gravity(0, -9.81)
    m.initially(bar_angle=angle)
    return m


def test_a_method_that_stops_is_no_reason_for_distrust(monkeypatch: pytest.MonkeyPatch) -> None:
    true = Case.simulated

    def stopping(case: Case, options: Any) -> Any:
        if options.method != "rk4":
            return true(case, options)
        run, seconds = true(replace(case, grid=case.grid[:5]), options)
        run.completed, run.events = False, [Event(0.2, "stopped", "stopped at t = 0.2 s: no way on")]
        return run, seconds

    monkeypatch.setattr(Case, "simulated", stopping)
    result = chain(1).verify(0.5, points=11, formulations=["joint"], methods=["rk4", "dop853"], progress=False)
    assert result.ok and [trial.status for trial in result.methods] == ["stopped", "ran"]
    assert result.methods[0].until == pytest.approx(0.2)
    text = result.text()
    assert "rk4: did not reach the end: stopped at t = 0.2 s: no way on" in text
    assert text.count("compared up to t = 0.2 s") == 1
    verdict = text.splitlines()[-1]
    assert verdict.startswith("agree: 1 formulation and 1 method describe the same motion")
    assert verdict.endswith("before the end stopped, and agree up to there: rk4 (t = 0.2 s)")
    alone = chain(1).verify(0.5, points=11, formulations=[], methods=["rk4"], progress=False)
    assert not alone.ok and "no formulation or method ran to the end" in alone.text()


def test_every_method_follows_the_drivers_of_a_shaper_without_masses() -> None:
    m = lw.load(EXAMPLES / "quick-return.yaml")
    result = m.verify(points=21, formulations=["projection"], methods=["alpha"], progress=False)
    assert result.ok and result.methods[0].status == "ran" and result.methods[0].steps == 1000


def test_energy_of_driven_motion_is_judged() -> None:
    m = lw.load(EXAMPLES / "slider-crank.yaml")
    result = m.verify(points=21, formulations=["projection"], methods=["alpha", "rk4"], progress=False)
    assert result.methods[0].energy > 0.01 and result.methods[1].energy < 1e-9
    (difference,) = result.methods[0].differences
    assert difference.channel == "energy" and difference.kind == ACCURACY
    assert "alpha: energy" in result.text() and not result.methods[1].differences


def test_runs_that_share_a_line_give_the_range_of_their_digits_and_times() -> None:
    trials = [
        Trial(name, "dop853", digits={"positions": left, "velocities": left}, violation=0.0)
        for name, left in (("joint", 0.5), ("canonical", 4.8), ("hybrid", 6.0))
    ]
    for trial, since, reason in zip(trials, (0.3, 0.2, 0.1), ("one", "one", "other"), strict=True):
        trial.differences.append(Difference("bar.x", since, trial.digits["positions"], reason, SENSITIVE))
    text = Verification("m", 0.0, 1.0, 11, "projection", 0.0, 1e-7, False, formulations=trials).text()
    assert "  joint, canonical: bar.x from t = 0.2 to 0.3 s on, 0.5 to 4.8 digits left; one" in text
    assert "  hybrid: bar.x from t = 0.1 s on, 6.0 digits left; other" in text


@pytest.mark.parametrize("until", [1e-12, 1e-6])
def test_rounding_of_what_hardly_moves_is_no_disagreement(until: float) -> None:
    names = ["midpoint", "trapezoidal", "rk4"]
    result = pendulum().verify(until, points=11, formulations=["joint"], methods=names, progress=False)
    assert result.ok and not any(trial.differences for trial in result.trials)


def test_what_hangs_at_rest_agrees() -> None:
    names = ["projection", "augmented"]
    result = pendulum(-np.pi / 2).verify(1.0, points=11, formulations=names, methods=["rk4"], progress=False)
    assert result.ok


def test_a_reference_that_dies_early_verifies_only_up_to_there() -> None:
    m = pendulum()
    m.force("T", "bar", torque="if(t > 0.3, sqrt(0.4 - t), 0)")
    result = m.verify(1.0, points=11, formulations=["projection", "joint"], methods=["rk4"], progress=False)
    assert not result.ok and result.until == pytest.approx(0.4, abs=0.11) and result.end == 1.0
    verdict = result.text().splitlines()[-1]
    assert verdict.startswith("verified only up to t = 0.") and " s of 1 s, because the reference stopped at" in verdict
    assert "up to there: agree" in verdict


def test_the_command_prints_and_exits_by_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    few = ("--formulations", "projection,joint", "--methods", "adams", "--until", "0.05")
    done = call(str(EXAMPLES / "compressor.yaml"), *few)
    assert done.exit_code == 0 and "agree: 2 formulations and 1 method describe the same motion" in done.output
    data = json.loads(call(str(EXAMPLES / "compressor.yaml"), *few, "--json").stdout)
    assert data["ok"] and len(data["methods"]) == 1
    monkeypatch.setattr(Verification, "ok", False)
    assert call(str(EXAMPLES / "compressor.yaml"), *few).exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--formulations", "join"), "there is no formulation 'join'"),
        (("--methods", "euler"), "there is no method 'euler'"),
        (("--until", "-1"), "must be later than the start"),
        (("--rtol", "0"), "--rtol"),
    ],
)
def test_bad_options_of_the_command_are_bad_input(arguments: tuple[str, ...], message: str) -> None:
    done = call(str(EXAMPLES / "compressor.yaml"), *arguments)
    assert done.exit_code == 2 and message in done.output
    assert "Traceback" not in done.output


def test_the_compressor_is_the_same_mechanism_in_python() -> None:
    """The published mechanism has no request of its own: a time is chosen, and said."""
    result = compressor(gas=False).verify(formulations=["projection"], methods=[], points=3, progress=False)
    assert result.until > 0.0 and any("the model asks for no time" in note for note in result.notes)
