"""Coupled models as files: read, checked, run, refused with line and column; the schema takes what the reader takes."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import numpy as np
import pytest
from typer.testing import CliRunner

import linkwork as lw
from linkwork.cli.main import app
from linkwork.exchange.coupling import CouplingError, coupling_schema, load_coupled
from linkwork.formats.yaml_reader import read_tree

EXAMPLE = Path(__file__).parents[2] / "examples" / "coupling" / "two-arms.yaml"
BLOCKS = """\
coupling: 1
name: blocks
parts:
  a: {type: structure, mass: [[1]], stiffness: [[10]], interfaces: {p: [0]}, v: [100], method: exact}
  b: {type: structure, mass: [[1]], stiffness: [[1000]], interfaces: {p: [0]}, v: [-100], method: exact}
connections:
  s: {type: spring, between: [a.p, b.p], stiffness: 100}
simulation: {until: 0.1, step: 0.01}
"""
OUTER = """\
coupling: 1
parts:
  inner: {type: coupled, file: inner.yaml}
  c: {type: structure, mass: [[2]], interfaces: {p: [0]}, v: [-100], method: exact}
connections:
  g: {type: glue, between: [inner.end, c.p]}
simulation: {until: 0.1, step: 0.01}
"""


def written(folder: Path, text: str, name: str = "model.yaml") -> Path:
    path = folder / name
    path.write_text(text)
    return path


def test_a_file_is_run_and_checked_by_the_command_line(tmp_path: Path) -> None:
    path, table = written(tmp_path, BLOCKS), tmp_path / "out.csv"
    done = CliRunner().invoke(app, ["couple", str(path), "--out", str(table), "--plot", "a.p.x0,s.f0"])
    assert done.exit_code == 0, done.output
    rows = np.genfromtxt(table, delimiter=",", names=True)
    assert len(rows) == 11 and rows["t"][-1] == pytest.approx(0.1) and table.with_suffix(".png").exists()
    told = CliRunner().invoke(app, ["couple", str(EXAMPLE), "--check"])
    assert told.exit_code == 0 and "interfaces: C (2 components, takes force)" in told.output
    jsonschema.validate(read_tree(BLOCKS, "blocks").plain(), coupling_schema())
    jsonschema.validate(read_tree(EXAMPLE.read_text(), "example").plain(), coupling_schema())


def test_designs_are_swapped_by_name() -> None:
    light, heavy = (load_coupled(EXAMPLE, designs=d).run(until=0.2, step=0.01) for d in ({}, {"right": "loaded"}))
    assert light.completed and heavy.completed and light["left.crank"][-1] != heavy["left.crank"][-1]
    with pytest.raises(CouplingError, match="part 'right' has no design 'lead'"):
        load_coupled(EXAMPLE, designs={"right": "lead"})


def test_a_coupled_model_is_a_part_of_another_file(tmp_path: Path) -> None:
    written(tmp_path, BLOCKS + "expose: {end: b.p}\n", "inner.yaml")
    run = load_coupled(written(tmp_path, OUTER)).run(until=0.1, step=0.01, progress=False)
    assert run.completed and run["g.gap"].max() < 1e-10
    written(tmp_path, OUTER + "expose: {end: c.p}\n", "inner.yaml")
    with pytest.raises(CouplingError, match="one names itself"):
        load_coupled(tmp_path / "model.yaml")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("method: exact}\n  b", "metod: exact}\n  b", r"model.yaml:4:\d+: parts.a.metod"),
        ("stiffness: 100}", "stiffness: soft}", r"model.yaml:7:\d+: connections.s.stiffness"),
        ("b.p]", "b.q]", r"connection 's': part 'b' has no interface 'q'"),
        ("mass: [[1]], stiffness: [[10]]", "mass: [[1, 0]], stiffness: [[10]]", r"part 'a': .*mass must be square"),
        ("step: 0.01", "step: -1", r"model.yaml:8:\d+: simulation.step"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_place(old: str, new: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, BLOCKS.replace(old, new, 1))
    with pytest.raises(lw.LinkworkError, match=message):
        load_coupled(path)


def test_code_starts_only_when_the_user_says_so(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    text = BLOCKS.replace("connections:", f"  evil: {{type: program, command: [touch, {ran}]}}\nconnections:")
    path = written(tmp_path, text)
    with pytest.raises(CouplingError, match="part 'evil': it is code"):
        load_coupled(path)
    told = CliRunner().invoke(app, ["couple", str(path), "--check"])
    assert told.exit_code == 0 and "is code, which is not started by a check" in told.output
    assert not ran.exists()


def test_parts_that_do_not_meet_at_the_start_are_refused(tmp_path: Path) -> None:
    text = (
        BLOCKS.replace("v: [100]", "x: [0.1]").replace("type: spring", "type: glue").replace(", stiffness: 100}", "}")
    )
    with pytest.raises(CouplingError, match=r"connection 's' is open by 0.1 at the start"):
        load_coupled(written(tmp_path, text)).run(until=0.1, step=0.01)


SQUEEZER = EXAMPLE.parent / "cut-squeezer.yaml"


def test_a_file_cuts_a_mechanism(tmp_path: Path) -> None:
    """Andrews' squeezer in two parts, checked and run; the same as XML."""
    told = CliRunner().invoke(app, ["couple", str(SQUEEZER), "--check"])
    assert told.exit_code == 0 and "connection 'E3': joint that was cut" in told.output and "part 'K3'" in told.output
    run = load_coupled(SQUEEZER).run(until=0.01, step=1e-4, progress=False)
    whole = lw.load(SQUEEZER.parents[1] / "gallery" / "squeezer.yaml").simulate(until=0.01, points=2, rtol=1e-10)
    for body in ("K1", "K3"):  # of order four: 4e-6, 3e-7, 1.4e-8 at 2e-4, 1e-4, 5e-5 s
        assert run[f"{body}.{body}.angle"][-1] == pytest.approx(whole[f"{body}.angle"][-1], abs=1e-6)
    jsonschema.validate(read_tree(SQUEEZER.read_text(), "squeezer").plain(), coupling_schema())
    lw.coupling.write_xml(SQUEEZER, tmp_path / "cut.xml")
    text = (tmp_path / "cut.xml").read_text().replace("../gallery", str(SQUEEZER.parents[1] / "gallery"))
    (tmp_path / "cut.xml").write_text(text)
    assert list(load_coupled(tmp_path / "cut.xml").parts) == ["K1", "K3"]


@pytest.mark.parametrize(
    ("cut", "words"),
    [
        ("joints: [E9]", "cut: Andrews' squeezer: there is no joint 'E9' to cut; joints are: O, F, E3"),
        ("joints: [E3], outputs: [K9.angle]", "output 'K9.angle': expected a channel of a body"),
        ("joints: []", "cut.joints: List should have at least 1 item"),
    ],
)
def test_what_cannot_be_cut_is_named(tmp_path: Path, cut: str, words: str) -> None:
    squeezer = SQUEEZER.parents[1] / "gallery" / "squeezer.yaml"
    path = written(tmp_path, f"coupling: 1\ncut: {{file: {squeezer}, {cut}}}\n")
    with pytest.raises(lw.LinkworkError, match=words):
        load_coupled(path)


def test_a_file_without_parts_and_calculix_without_leave_are_refused(tmp_path: Path) -> None:
    with pytest.raises(lw.LinkworkError, match="there are no parts; give some, or a mechanism to cut"):
        load_coupled(written(tmp_path, "coupling: 1\n"))
    beam = "coupling: 1\nparts:\n  b: {type: calculix, file: beam.inp, interfaces: {tip: [[21, y]]}}\n"
    with pytest.raises(CouplingError, match=r"part 'b': it is code \(ccx\), which runs only when you say so"):
        load_coupled(written(tmp_path, beam))
