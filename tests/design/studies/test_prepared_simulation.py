"""A simulation prepared once gives for other parameters what the usual way gives, whatever came before."""

from __future__ import annotations

import shutil

import numpy as np
import pytest

import linkwork as lw
from linkwork.analysis.responses import detail, read_responses
from linkwork.analysis.simulation import compiled
from linkwork.design.studies.prepared import PreparedSimulation
from linkwork.design.studies.variants import prepare
from linkwork.program.loop import model_rate
from linkwork.system.tables.parametric import NotRecorded

TIGHT = {"rtol": 1e-10, "atol": 1e-12}


def slider_crank(kick: str = "") -> lw.Planar:
    m = lw.Planar("slider-crank")
    r, length, torque = m.parameters(r=0.2, l=0.5, torque=1.0)
    m.set_gravity(0, -9.81)
    crank = m.body("crank", estimate=(0, 0, 0.5))
    rod = m.body("rod", estimate=("r*cos(0.5)", "r*sin(0.5)", -0.2))
    slider = m.body("slider", estimate=("r+l-0.05", 0, 0))
    m.mass("crank", mass=1.0, inertia=r**2 / 3)
    m.mass("rod", mass=2.0, inertia=length**2 / 6)
    m.mass("slider", mass=0.5, inertia=0.01)
    m.revolute("A", m.ground.at(0, 0), crank.at(0, 0))
    m.revolute("B", crank.at(r, 0), rod.at(0, 0))
    m.revolute("C", rod.at(length, 0), slider.at(0, 0))
    m.translational("guide", m.ground.line((0, 0), (1, 0)), slider.line((0, 0), (1, 0)))
    m.force("push", crank.at(0, 0), torque=torque)
    if kick:
        m.parameters(kick=0.2)
        m.force("kick", crank.at(0, 0), torque=kick)
    return m


DESIGNS = ([0.2, 0.5, 1.0], [0.21, 0.45, 2.0], [0.15, 0.62, -1.0])


@pytest.mark.parametrize("formulation", ["projection", "joint"])
@pytest.mark.parametrize("speeds", [None, {"crank.omega": "10*r"}])
def test_prepared_runs_are_those_of_the_usual_way(formulation, speeds):
    m = slider_crank()
    options = {**TIGHT, "formulation": formulation, "speeds": speeds}
    prepared = PreparedSimulation(m, ["r", "l", "torque"], 0.5, 11, options)
    for design in DESIGNS:
        run = prepared.run(design)
        m.set(**dict(zip(("r", "l", "torque"), design, strict=True)))
        usual = m.simulate(0.5, 11, progress=False, **options)
        for channel in ("slider.x", "crank.angle", "A.force", "energy.total"):
            assert run[channel] == pytest.approx(usual[channel], rel=1e-8, abs=1e-8), channel


def test_a_run_does_not_depend_on_those_before_it():
    first, second = (PreparedSimulation(slider_crank(), ["r", "l", "torque"], 0.5, 11, {}) for _ in range(2))
    there = [first.run(design).q for design in DESIGNS]
    back = [second.run(design).q for design in DESIGNS[::-1]][::-1]
    assert all(np.array_equal(one, other) for one, other in zip(there, back, strict=True))


def test_driven_mechanisms_stay_on_their_branch():
    m = slider_crank()
    m.drive("motor", joint="A", angle="0.5 + 2*t")
    prepared = PreparedSimulation(m, ["r", "l"], 0.5, 6, TIGHT)
    run = prepared.run([0.21, 0.45])
    m.set(r=0.21, l=0.45)
    usual = m.simulate(0.5, 6, progress=False, **TIGHT)
    assert run["slider.x"] == pytest.approx(usual["slider.x"], abs=1e-11)
    assert run["motor.torque"] == pytest.approx(usual["motor.torque"], abs=1e-8)


def test_a_design_that_cannot_be_closed_is_left_to_the_usual_way():
    m = slider_crank()
    m.drive("motor", joint="A", angle="0.5 + 2*t")
    prepared = PreparedSimulation(m, ["r", "l"], 0.5, 2, {})
    assert prepared.run([0.2, 0.02]) is None


def test_an_analysis_with_options_of_its_own_goes_the_usual_way():
    with pytest.raises(NotRecorded, match="check_energy"):
        PreparedSimulation(slider_crank(), ["r"], 0.5, 2, {"check_energy": True})


def test_variants_use_the_prepared_simulation():
    variants = prepare(slider_crank(), ["r", "l", "torque"], "simulate", 0.5, 11, ["final(slider.x)"], TIGHT)
    assert variants.quick is not None
    quick = variants.evaluate_one(DESIGNS[1])
    variants.quick = None
    assert quick == pytest.approx(variants.evaluate_one(DESIGNS[1]), abs=1e-9)


def without_estimate() -> lw.Planar:
    m = lw.Planar("pendulum")
    inertia = m.parameters(J=1.0)
    body = m.body("b")
    m.mass("b", mass=1.0, inertia=inertia, center=(0.5, 0))
    m.revolute("O", m.ground.at(0, 0), body.at(0, 0))
    m.set_gravity(0, -9.81)
    m.joint_spring("coil", "O", stiffness=3.0, free=0.4)
    return m


def test_a_mechanism_without_estimates_starts_where_simulate_does():
    m = without_estimate()
    variants = prepare(m, ["J"], "simulate", 0.5, 11, ["initial(b.angle)", "final(b.angle)"], TIGHT)
    run = m.simulate(0.5, 11, progress=False, **TIGHT)
    assert variants.evaluate([1.0]) == pytest.approx([run["b.angle"][0], run["b.angle"][-1]], abs=1e-10)


@pytest.mark.parametrize("options", [{}, {"start": "100 ms"}, {"check_energy": False, "estimate_error": False}])
def test_times_may_have_units_and_options_their_usual_values(options):
    variants = prepare(slider_crank(), ["r"], "simulate", "500 ms", 11, ["final(slider.x)"], {**TIGHT, **options})
    assert variants.quick is not None
    run = slider_crank().simulate("500 ms", 11, progress=False, **TIGHT, **options)
    assert variants.evaluate([0.2]) == pytest.approx([run["slider.x"][-1]], abs=1e-9)


def test_held_values_are_kept():
    options = {**TIGHT, "hold": {"crank.angle": "0.7 + r"}}
    variants = prepare(slider_crank(), ["r"], "simulate", 0.5, 11, ["initial(crank.angle)"], options)
    assert variants.quick is not None
    assert variants.evaluate([0.21]) == pytest.approx([0.91], abs=1e-10)


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is there")
def test_one_compiled_right_hand_side_serves_all_designs(monkeypatch: pytest.MonkeyPatch) -> None:
    """What parameters change is read at every call, geometry and masses included; nothing is recorded again."""
    m = slider_crank()
    names = ("r", "l", "torque")
    options = {**TIGHT, "formulation": "joint", "compiled": "model"}
    prepared = PreparedSimulation(m, names, 0.5, 11, options)
    monkeypatch.setattr(model_rate, "record_rate", None)
    for values in DESIGNS:
        run = prepared.run(values)
        assert run is not None and compiled.NOTE in run.notes
        m.set(**dict(zip(names, values, strict=True)))
        usual = m.simulate(0.5, 11, formulation="joint", compiled="tables", progress=False, **TIGHT)
        assert run["slider.x"] == pytest.approx(usual["slider.x"], abs=1e-9)
        assert run["A.force"] == pytest.approx(usual["A.force"], rel=1e-6)


@pytest.mark.parametrize(
    ("kick", "made_again"),
    [("if(t < 0.2, 0, 5*torque)", 0), ("if(t < kick, 0, 5*torque)", 1), ("if(crank.angle > 0.3, 0, 5*torque)", 1)],
)
def test_points_between_known_times_are_run_at_once(kick, made_again, monkeypatch: pytest.MonkeyPatch) -> None:
    """Extremes are sought between points that are added at kinks: a design is run once where these are known."""
    m, responses = slider_crank(kick), ["max(A.force)", "min(slider.vx)", "final(slider.x)"]
    variants = prepare(m, ["torque", "kick"], "simulate", 0.5, 11, responses, TIGHT)
    assert variants.quick is not None and variants.batches is None
    runs = []
    again = detail._again
    monkeypatch.setattr(detail, "_again", lambda *given: runs.append(given) or again(*given))
    values = variants.evaluate([2.0, 0.25])
    assert len(runs) == made_again
    m.set(torque=2.0, kick=0.25)
    run = m.simulate(0.5, 11, progress=False, **TIGHT)
    assert values == pytest.approx([response.value(run) for response in read_responses(responses)], rel=1e-7)
