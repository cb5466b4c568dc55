"""What single runs of a study have to say is said once, with how many of them said it."""

import pytest

import linkwork as lw
from linkwork.design.studies.told_notes import ToldNotes


def test_notes_that_differ_in_numbers_are_one_kind():
    told, other = ToldNotes(), ToldNotes()
    told.add(["12 changes in 20 steps", "12 changes in 30 steps", "formulation: joint, chosen"])
    told.add(["7 changes in 1e-3 steps", "table 'T2' was left"])
    other.add(["table 'T2' was left", "table 'T3' was left"])
    told.join(other.take())
    assert other.lines() == []
    assert told.lines() == [
        "2 of the runs, the first: 12 changes in 20 steps",
        "2 of the runs, the first: table 'T2' was left",
        "1 run: table 'T3' was left",
    ]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_study_tells_what_its_runs_tell(workers):
    m = lw.Planar("cart pushed by a table")
    m.parameters(push=1.0)
    m.carriage("arm", at=(0, 0), along=(1, 0), mass=1.0)
    law = {"type": "table", "of": "arm.x", "points": [[-1, 1], [0, 1], [0.1, 1], [0.2, 1]]}
    m.actuator("table", "arm_rail", force=law)
    m.actuator("more", "arm_rail", force="push*max(0, min(1, 20*t))")  # with kinks in time: one by one
    results = m.study(lw.plans.grid(push=[0, 0.1, 3, 4]), ["max(arm.x)"], until=0.5, workers=workers)
    assert len(results.failed) == 0
    assert [note[:9] for note in results.notes] == ["2 of the "]
    assert results.notes[0] in results.text()
