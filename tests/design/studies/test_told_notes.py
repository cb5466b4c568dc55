"""What single runs of a study have to say is said once, with how many of them said it."""

import pytest

import linkwork as lw
from linkwork.design.studies.cluster import evaluate_batch
from linkwork.design.studies.task import task_of
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


@pytest.mark.parametrize(
    "names",
    [
        ("T11", "T12"),
        ("'rear 1'", "'rear 2'"),
        ('"rear 1"', '"rear 2"'),
        ("arm-1", "arm-2"),
        ("a1.5", "a1.6"),
        ("x_1", "x_2"),
    ],
)
def test_names_with_numbers_are_names(names):
    told = ToldNotes()
    for t in (0.25, 1.5e-3):
        told.add([f"the runner's {name} left its table at t = {t:g} s, by -3" for name in names])
    assert [note.partition(": ")[2] for note in told.lines()] == [
        f"the runner's {name} left its table at t = 0.25 s, by -3" for name in names
    ]
    assert {note.partition(",")[0] for note in told.lines()} == {"2 of the runs"}


def test_a_start_that_the_program_chose_is_no_matter_of_designs():
    told = ToldNotes()
    told.add(["no estimate given for: rod; the program chose a start for them: rod at (0.1, 0)"])
    assert told.lines() == []


def pushed_carts(*numbers, push="push*max(0, min(1, 20*t))"):  # with kinks: one by one
    m = lw.Planar("carts pushed by tables")
    m.parameters(push=1.0)
    for number in numbers:
        arm = f"arm{number}"
        m.carriage(arm, at=(0, number), along=(1, 0), mass=1.0)
        law = {"type": "table", "of": f"{arm}.x", "points": [[-1, 1], [0, 1], [0.1, 1], [0.2, 1]]}
        m.actuator(f"T{number}", f"{arm}_rail", force=law)
        m.actuator(f"more{number}", f"{arm}_rail", force=push)
    return m


def test_notes_on_two_tables_are_both_told_and_kept_with_the_study(tmp_path):
    def results():
        plan = lw.plans.grid(push=[0, 0.1, 3, 4])
        return pushed_carts(11, 12).study(plan, ["max(arm11.x)"], until=0.5, workers=1, folder=tmp_path / "kept")

    first = results()
    assert [note[:13] for note in first.notes] == ["2 of the runs"] * 2
    assert all(sum(f"'{name}'" in note or f"{name}" in note for note in first.notes) == 1 for name in ("T11", "T12"))
    assert results().notes == first.notes == lw.load_study(tmp_path / "kept").notes
    assert lw.load_study(tmp_path / "kept").notes[0] in lw.load_study(tmp_path / "kept").text()
    for spoilt in ("{", "[]", '{"identity": "another", "told": {"a": ["a", 1]}}', '{"identity": 1, "told": {"a": 1}}'):
        (tmp_path / "kept" / "notes.json").write_text(spoilt)
        assert lw.load_study(tmp_path / "kept").notes == []


def test_a_study_in_batches_tells_what_the_model_tells(tmp_path):
    m = pushed_carts(1, push="push*tanh(20*t)")
    results = m.study(lw.plans.grid(push=[0, 3]), ["max(arm1.x)"], until=0.5, workers=1, folder=tmp_path / "kept")
    (note,) = results.notes
    assert results.way == "in compiled batches" and note.startswith(
        "the model as it is, for designs in compiled batches"
    )
    assert "force 'T1': its law is given from -1 to 0.2" in note
    assert lw.load_study(tmp_path / "kept").notes == [note]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_study_tells_what_its_runs_tell(workers):
    m = pushed_carts(1)
    results = m.study(lw.plans.grid(push=[0, 0.1, 3, 4]), ["max(arm1.x)"], until=0.5, workers=workers)
    assert len(results.failed) == 0
    assert [note[:9] for note in results.notes] == ["2 of the "]
    assert results.notes[0] in results.text()


def test_workers_of_a_cluster_answer_with_what_their_runs_tell():
    task = task_of(pushed_carts(1), ("push",), "simulate", 0.5, 201, ["max(arm1.x)"], {})
    batch = [(0, [0.0]), (1, [3.0]), (2, [4.0])]
    for _ in range(2):  # each batch tells its own
        outcomes, told = evaluate_batch(task.text(), batch)
        assert len(outcomes) == 3 and [count for _, count in told.values()] == [2]
