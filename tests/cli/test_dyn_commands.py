"""The commands take `.DYN` files and tell what these leave open."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from formats.dyn.samples import POLYNOMIAL_CAM, SIMPLE_CAM
from linkwork.cli.main import app

runner = CliRunner()


def test_check_explains_a_dyn_file_and_tells_its_conflicts() -> None:
    result = runner.invoke(app, ["check", str(POLYNOMIAL_CAM)])
    assert result.exit_code == 0, result.output
    assert "pair_1" in result.stdout
    assert "conflict" not in result.stdout
    assert f"{POLYNOMIAL_CAM}: conflict: line 207: OCPA '2': its links are" in result.stderr


def test_topology_reads_a_dyn_file_with_small_letters_or_capitals(tmp_path: Path) -> None:
    path = tmp_path / "CAM.DYN"
    path.write_text(SIMPLE_CAM.read_text())
    result = runner.invoke(app, ["topology", str(path)])
    assert result.exit_code == 0, result.output
    assert "pair_3" in result.stdout


def test_a_bad_dyn_file_is_one_line_and_code_2(tmp_path: Path) -> None:
    path = tmp_path / "bad.dyn"
    path.write_text("ENTITY : MECH\nNAME : a\n")
    result = runner.invoke(app, ["check", str(path)])
    assert result.exit_code == 2
    assert result.stderr.strip() == (
        f"error: {path}:1:1: MECH 'a': TIME is missing; the file may be cut, or the line left out"
    )
