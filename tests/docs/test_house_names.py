"""Names of the house: a stranger can look up what code refers to, arrays have types, places in tables have names."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "linkwork"
PUBLIC_FOUND = {
    "analysis/equilibrium/rest_result.py",  # Equilibria.found
    "analysis/equilibrium/stiffness_map.py",  # StiffnessMap.found
    "design/synthesis/targets.py",  # function(given, found, pairs)
}
"""Where `found` is a public name, which keeps working."""
FORMER = {
    *("told", "shown", "counted", "suited", "rubbing", "dips_kernel", "happened_kernel", "leads", "crew"),
    *("freed", "between", "go_on", "formed", "several", "multiplier_kernel", "touch", "press"),
}
"""Names that files had before they were called by what is in them."""
VECTORS = {
    *("POSE", "POSE_OF", "PARENT_POSE", "ROD_POSE", "END_POSE", "TWIST", "TWIST_OF", "PARENT_TWIST", "ROD_TWIST"),
    *(
        "END_TWIST",
        "END",
        "PARENT_POINT",
        "CHILD_POINT",
        "END_POINT",
        "END_AXIS",
        "LOCAL",
        "FRAME_NUMBERS",
        "CONSTANTS",
    ),
    *("Q", "V", "A", "GRAVITY", "LOAD", "RHS", "X", "REFERENCE", "BIAS", "SPARE", "OWNER_NUMBERS", "VALUES"),
    *("MASS_NUMBERS", "MASS_OF", "ROD_MASS", "NUMBERS"),  # mass, centre, inertia: in the order of their matrix
    *("SCATTER_AT", "BACK_AT"),  # pairs
}
"""Places where coordinates of points, poses, twists, entries of a matrix or pairs begin, which are known by number."""


def _files(pattern: str = "*.py") -> Iterator[tuple[str, str]]:
    for file in sorted(PACKAGE.rglob(pattern)):
        yield file.relative_to(PACKAGE).as_posix(), file.read_text(encoding="utf-8")


def test_arrays_have_types() -> None:
    assert [name for name, text in _files() if "NDArray[Any]" in text] == ["base/arrays.py"]


def test_what_is_found_is_called_by_what_it_is() -> None:
    named = set()
    for name, text in _files():
        if re.search(r"\b_?[Ff]ound\b", text):
            words = tokenize.generate_tokens(io.StringIO(text).readline)
            named |= {name for word in words if word.type == tokenize.NAME and re.fullmatch("_?[Ff]ound", word.string)}
    assert named == PUBLIC_FOUND


def test_code_refers_to_what_a_stranger_can_look_up() -> None:
    private = re.compile(r"\bthe spec\b|\btrap T?\d|\bseed 00\d|\bissue \d|\b(?-i:T)\d{1,2}\.\d", re.IGNORECASE)
    tests = ((file.name, file.read_text(encoding="utf-8")) for file in sorted((ROOT / "tests").rglob("*.py")))
    texts = [*_files(), *((name, text) for name, text in tests if name != Path(__file__).name)]
    assert [f"{name}: {found[0]}" for name, text in texts if (found := private.search(text))] == []


def test_no_file_has_a_name_that_only_its_author_reads() -> None:
    assert [name for name, _ in _files() if Path(name).stem in FORMER or name.endswith("words.py")] == []


@cache
def _bare_places() -> list[str]:
    """Numbers added, without a name, to a place that was read from the table of places `k` in kernels of the system."""
    bare = []
    for name, text in _files("system/**/*_kernel.py"):
        for function in ast.walk(ast.parse(text)):
            if isinstance(function, ast.FunctionDef):
                read = dict(_read_places(function))
                for node in ast.walk(function):
                    place = _bare(node, read)
                    if place is not None and not VECTORS & set(place):
                        bare.append(f"{name}:{node.lineno}: {ast.unparse(node)}")  # type: ignore[attr-defined]
    return bare


def _read_places(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    """Variables that are set to a place of the table."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            target, value = node.targets[0], node.value
            both = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
            for to, what in zip(target.elts, value.elts, strict=True) if both else [(target, value)]:  # type: ignore[attr-defined]
                if isinstance(to, ast.Name) and _is_place(what):
                    yield to.id, what


def _is_place(node: ast.expr) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "k"


def _bare(node: ast.AST, read: dict[str, ast.expr]) -> list[str] | None:
    """The names of the place to which a bare number is added; None where there is none."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in "kpw"):
        return None
    index = node.slice
    if not (isinstance(index, ast.BinOp) and isinstance(index.op, ast.Add) and isinstance(index.right, ast.Constant)):
        return None
    left = read.get(index.left.id, index.left) if isinstance(index.left, ast.Name) else index.left
    if not _is_place(left):
        return None
    return [each.id for each in ast.walk(left) if isinstance(each, ast.Name) and each.id.isupper()]


def test_places_in_tables_have_names() -> None:
    assert _bare_places() == []


TINY, LARGE, MANY = 2e-2, 1e3, 8
"""A tolerance, a number that stands for infinity, and a count of iterations: those that need a reason."""


def _needs_a_reason(node: ast.AST) -> bool:
    if isinstance(node, ast.Constant) and isinstance(node.value, float):
        return node.value != 0.0 and not TINY <= abs(node.value) < LARGE
    if isinstance(node, ast.For) and isinstance(node.iter, ast.Call) and len(node.iter.args) == 1:
        count = node.iter.args[0]
        return isinstance(count, ast.Constant) and isinstance(count.value, int) and count.value >= MANY
    return False


def test_numbers_in_kernels_have_a_name_or_a_reason() -> None:
    """A comment beside the number or on one of the two lines above it."""
    without = []
    for name, text in _files("*_kernel.py"):
        lines = ["", "", *text.splitlines()]
        for function in ast.parse(text).body:
            if isinstance(function, ast.FunctionDef):
                for node in filter(_needs_a_reason, ast.walk(function)):
                    line = node.lineno  # type: ignore[attr-defined]
                    if not any("#" in each for each in lines[line - 1 : line + 2]):
                        without.append(f"{name}:{line}: {lines[line + 1].strip()}")
    assert without == []
