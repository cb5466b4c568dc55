"""Check: freedoms, redundancies in groups, singular positions, drivers missing or too many."""

from __future__ import annotations

import tracemalloc

import pytest

import linkwork as lw
from analysis.builders import four_bar, parallelogram, slider_crank


def test_a_slider_crank_is_ready_to_run() -> None:
    report = slider_crank().check()
    assert report.ok
    assert (report.coordinates, report.equations, report.count_mobility, report.mobility) == (9, 8, 1, 1)
    assert report.redundant == [] and not report.isolated
    assert "ready to run" in report.text()


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
def test_the_verdict_does_not_depend_on_the_unit_of_length(scale: float) -> None:
    report = parallelogram(scale=scale).check()
    assert (report.count_mobility, report.mobility, len(report.redundant)) == (0, 1, 1)
    assert not report.isolated and report.ok
    assert slider_crank(scale=scale).check().mobility == 1


def test_a_redundant_bar_is_named_with_all_that_says_the_same() -> None:
    (group,) = parallelogram().check().redundant
    assert {"G0", "C0", "G1", "C1", "G2", "C2"} >= set(group.elements())
    assert len(group.elements()) >= 4
    assert "analyses work through redundant constraints" in parallelogram().check().text()


def test_every_redundancy_is_a_true_dependency_of_rows() -> None:
    import numpy as np

    from linkwork.system.constraints.equations import Equations

    m = parallelogram()
    assembly = m.assemble()
    system = m.system(drivers=False)
    equations = Equations(system)
    equations.evaluate(assembly.q, 0.0)
    rows = equations.jacobian()
    (group,) = m.check().redundant
    chosen = [i for i, equation in enumerate(system.equations) if equation in group.equations]
    values = np.linalg.svd(rows[chosen], compute_uv=False)
    assert values[-1] < 1e-12 * values[0]
    for left_out in chosen:
        rest = [i for i in chosen if i != left_out]
        assert np.linalg.svd(rows[rest], compute_uv=False)[-1] > 1e-6


def test_a_flat_parallelogram_is_a_singular_position_not_a_redundancy() -> None:
    m = lw.Planar("flat")
    left, right = m.body("left", estimate=(0, 0, 0)), m.body("right", estimate=(2, 0, 0))
    top = m.body("top", estimate=(1, 0, 0))
    m.revolute("A", m.ground.at(0, 0), left.at(0, 0))
    m.revolute("B", left.at(1, 0), top.at(0, 0))
    m.revolute("C", right.at(1, 0), top.at(2, 0))
    m.revolute("D", m.ground.at(2, 0), right.at(0, 0))
    m.drive("motor", joint="A", angle="t")
    report = m.check()
    assert report.isolated and report.redundant == [] and report.mobility == 1
    assert "singular" in report.text()


def test_a_missing_driver_is_counted_and_a_joint_suggested() -> None:
    report = four_bar(drive=False).check()
    assert report.missing_drivers == 1 and not report.ok
    assert report.suggestions and report.suggestions[0].startswith("joint")
    assert "1 more driver needed" in report.text()


def test_two_missing_drivers_get_two_suggestions_that_suffice() -> None:
    m = lw.Planar("arm")
    upper, lower = m.body("upper", estimate=(0, 0, 0.5)), m.body("lower", estimate=(1, 0.5, 1.0))
    m.revolute("shoulder", m.ground.at(0, 0), upper.at(0, 0))
    m.revolute("elbow", upper.at(1, 0), lower.at(0, 0))
    report = m.check()
    assert report.missing_drivers == 2
    assert set(report.suggestions) == {"joint 'shoulder' (angle)", "joint 'elbow' (angle)"}


def test_a_long_free_chain_gets_a_few_suggestions_and_takes_little_memory() -> None:
    m = lw.Planar("chain")
    end = m.ground.at(0, 0)
    for number in range(60):
        body = m.body(f"b{number}", estimate=(number, 0, 0.1))
        m.revolute(f"J{number}", end, body.at(0, 0))
        end = body.at(1, 0)
    m.check()
    tracemalloc.start()
    report = m.check()
    largest = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert report.missing_drivers == 60
    assert len(set(report.suggestions)) == 6 and all(name.startswith("joint") for name in report.suggestions)
    assert largest < 20e6


def test_a_driver_too_many_is_named_and_the_joints_are_protected() -> None:
    m = four_bar()
    m.drive("second", joint="D", angle="t")
    report = m.check()
    assert report.missing_drivers == 0
    (group,) = report.redundant_drivers or [None]
    assert group is not None and group.equations[-1].element == "second"
    assert not report.ok


def test_drivers_that_cannot_both_hold_are_told_to_be_too_many() -> None:
    m = four_bar()
    m.drive("second", joint="D", angle="7")
    report = m.check()
    assert "remove driver second" in report.text() and not report.ok
    (group,) = report.redundant_drivers
    line = next(line for line in report.text().splitlines() if line.startswith("driver too many"))
    assert line.count("'second'") == 1 and group.equations[-1].element == "second"


def test_a_large_mechanism_is_judged_by_its_pivots() -> None:
    from bench.problems import chain

    report = chain(60).check()
    assert report.ok and report.mobility == 1 and report.coordinates == 540


def test_equal_counts_do_not_hide_a_useless_driver() -> None:
    m = lw.Planar("arm")
    upper, lower = m.body("upper", estimate=(0, 0, 0.5)), m.body("lower", estimate=(1, 0.5, 1.0))
    m.revolute("shoulder", m.ground.at(0, 0), upper.at(0, 0))
    m.revolute("elbow", upper.at(1, 0), lower.at(0, 0))
    m.drive("one", joint="shoulder", angle="0.5 + t")
    m.drive("two", on=upper, angle="0.5 + t")
    report = m.check()
    assert report.count_mobility == 2 and report.drivers == 2
    assert report.missing_drivers == 1
    assert [group.equations[-1].element for group in report.redundant_drivers] == ["two"]


def test_gears_whose_centres_do_not_fit_are_told() -> None:
    m = lw.Planar("gears")
    one, other = m.body("one", estimate=(0, 0, 0)), m.body("other", estimate=(0.5, 0, 0))
    arm = m.body("arm", estimate=(0, 0, 0))
    m.revolute("A", m.ground.at(0, 0), one.at(0, 0))
    m.revolute("B", m.ground.at(0, 0), arm.at(0, 0))
    m.revolute("C", arm.at(0.5, 0), other.at(0, 0))
    m.gear("mesh", one.at(0, 0), other.at(0, 0), radii=(0.2, 0.1))
    assert any("0.5 m apart" in warning and "0.3 m" in warning for warning in m.check().warnings)


def test_a_report_as_data_holds_names_not_row_numbers() -> None:
    data = parallelogram().check().to_dict()
    assert data["mobility_by_rank"] == 1 and data["ok"]
    assert all("'" in equation for group in data["redundant"] for equation in group)
