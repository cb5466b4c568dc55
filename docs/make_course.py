"""The course on the site: pages made of the notebooks as they are stored, their figures and results, and solutions.

`python docs/make_course.py store` runs the notebooks and stores what they show in them; `make docs` only makes pages.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import io
import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
COURSE, PAGES = ROOT / "course", ROOT / "docs" / "course"
SOLUTIONS = COURSE / "solutions"
DPI = 72  # of a figure in a notebook


def run_notebook(notebook: dict[str, Any], name: str) -> None:
    """Run all cells in one namespace and keep what they print and what stands at their ends."""
    names: dict[str, Any] = {}
    for count, cell in enumerate((each for each in notebook["cells"] if each["cell_type"] == "code"), 1):
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        said, shown = io.StringIO(), None
        with contextlib.redirect_stdout(said):
            exec(compile(tree, f"{name}, cell {count}", "exec"), names)
            if last is not None:
                shown = eval(compile(ast.Expression(last.value), f"{name}, cell {count}", "eval"), names)
        cell["execution_count"] = count
        cell["outputs"] = [*_printed(said.getvalue()), *_shown(shown, count)]


def _printed(text: str) -> list[dict[str, Any]]:
    return [{"output_type": "stream", "name": "stdout", "text": text.splitlines(keepends=True)}] if text else []


def _shown(value: Any, count: int) -> list[dict[str, Any]]:
    """A figure as its picture, anything else in words."""
    if value is None:
        return []
    data: dict[str, Any] = {"text/plain": [str(value) if not hasattr(value, "savefig") else "<Figure>"]}
    if hasattr(value, "savefig"):
        stream = io.BytesIO()
        value.savefig(stream, format="png", dpi=DPI, metadata={"Software": None})
        data["image/png"] = base64.b64encode(stream.getvalue()).decode()
    return [{"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": data}]


def store() -> None:
    """Run every notebook and write it with its results."""
    for path in sorted([*COURSE.glob("*.ipynb"), *SOLUTIONS.glob("*.ipynb")]):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        run_notebook(notebook, path.name)
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
        print(path.name)


def page_of(notebook: dict[str, Any], name: str) -> str:
    """A notebook as a page with the solutions to its exercises; pictures are files beside it."""
    lines = _lines(notebook, name)
    solved = SOLUTIONS / f"{name}.ipynb"
    if solved.exists():
        run = f"[notebook of the solutions]({name}-solutions.ipynb){{ download }}"
        first, *rest = _lines(json.loads(solved.read_text(encoding="utf-8")), f"{name}-solutions")
        opened = first.partition("\n")[2]  # without its title
        lines += ["## Solutions", "", f"Try first; then see, run and change them: {run}.", ""]
        lines += [_deeper(line) for line in (opened, *rest)]
    link = f"[this notebook]({name}.ipynb){{ download }}"
    words = f"Take {link} and open it with `jupyter lab`; the project has it in `course/`."
    opening = [f'!!! note "Run it"\n    {words}', ""]
    return "\n".join([lines[0], "", *opening, *lines[1:]])


def _deeper(text: str) -> str:
    """The text of a cell with its headings one step deeper."""
    return re.sub(r"^## ", "### ", text, flags=re.M)


def _lines(notebook: dict[str, Any], name: str) -> list[str]:
    """Text, code and what it shows; the title comes first, on its own."""
    lines: list[str] = []
    for cell in notebook["cells"]:
        text = "".join(cell["source"])
        lines += [text, ""] if cell["cell_type"] == "markdown" else ["```python", text, "```", ""]
        for number, output in enumerate(cell.get("outputs", [])):
            lines += _output(output, f"{name}-{cell['execution_count']}-{number}.png")
    return lines


def _output(output: dict[str, Any], picture: str) -> list[str]:
    data = output.get("data", {})
    if "image/png" in data:
        (PAGES / picture).write_bytes(base64.b64decode(data["image/png"]))
        return [f"![What the cell shows]({picture})", ""]
    text = "".join(output.get("text", data.get("text/plain", [])))
    return ["```text", text.rstrip(), "```", ""] if text.strip() else []


def pages() -> None:
    """All pages of the course."""
    PAGES.mkdir(exist_ok=True)
    for path in sorted(COURSE.glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        (PAGES / f"{path.stem}.md").write_text(page_of(notebook, path.stem), encoding="utf-8", newline="\n")
        shutil.copy(path, PAGES / path.name)
    for path in sorted(SOLUTIONS.glob("*.ipynb")):
        shutil.copy(path, PAGES / f"{path.stem}-solutions.ipynb")


if __name__ == "__main__":
    store() if sys.argv[1:] == ["store"] else pages()
