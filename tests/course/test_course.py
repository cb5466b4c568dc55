"""Every notebook of the course runs from its first cell to its last; what it claims, it asserts itself."""

import ast
import json
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import pytest

COURSE = Path(__file__).resolve().parents[2] / "course"
NOTEBOOKS = sorted(COURSE.glob("*.ipynb"))
SOLUTIONS = sorted(COURSE.glob("solutions/*.ipynb"))


def _cells(notebook: Path, kind: str) -> list[dict[str, Any]]:
    return [cell for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == kind]


def _text(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def test_there_are_ten_notebooks_and_the_readme_names_them_all() -> None:
    readme = (COURSE / "README.md").read_text(encoding="utf-8")
    assert [notebook.name[:2] for notebook in NOTEBOOKS] == [f"{number:02d}" for number in range(1, 11)]
    assert all(f"]({notebook.name})" in readme for notebook in NOTEBOOKS)


@pytest.mark.parametrize(
    "notebook", [*NOTEBOOKS, *SOLUTIONS], ids=lambda notebook: f"{notebook.parent.name}-{notebook.stem}"
)
def test_a_notebook_runs_and_shows_what_ends_its_cells(
    notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for cell in _cells(notebook, "code"):
        tree = ast.parse(_text(cell))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{notebook.name}, cell {cell['id']}", "exec"), names)
        if last is not None:
            shown = eval(compile(ast.Expression(last.value), f"{notebook.name}, cell {cell['id']}", "eval"), names)
            assert shown is None or str(shown)
        plt.close("all")


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_is_kept_with_what_it_shows_and_checks_itself(notebook: Path) -> None:
    code = _cells(notebook, "code")
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    for cell in code:
        if "picture = " in _text(cell):
            assert _text(cell).endswith("\npicture")
            assert any("image/png" in output.get("data", {}) for output in cell["outputs"])
    assert sum(_text(cell).count("assert ") for cell in code) >= 3
    opening, closing = _text(_cells(notebook, "markdown")[0]), _text(_cells(notebook, "markdown")[-1])
    assert opening.startswith(f"# {int(notebook.name[:2])}. ")
    assert "Exercises" in closing or "Your project" in closing or "Exercises" in _text(_cells(notebook, "markdown")[-2])


def _exercises(notebook: Path) -> int:
    """How many exercises a notebook gives."""
    given = [_text(cell).partition("## Exercises")[2] for cell in _cells(notebook, "markdown")]
    return sum(line.split(".")[0].isdigit() for text in given for line in text.splitlines())


def test_every_exercise_has_its_solution() -> None:
    wanted = {notebook.stem: _exercises(notebook) for notebook in NOTEBOOKS if _exercises(notebook)}
    assert [notebook.stem for notebook in SOLUTIONS] == list(wanted) and sum(wanted.values()) > 20
    for notebook in SOLUTIONS:
        lines = [line for cell in _cells(notebook, "markdown") for line in _text(cell).splitlines()]
        headings = " ".join(line for line in lines if line.startswith("## "))
        assert all(str(number) in headings for number in range(1, wanted[notebook.stem] + 1)), notebook.name
        assert all(cell["execution_count"] for cell in _cells(notebook, "code"))
