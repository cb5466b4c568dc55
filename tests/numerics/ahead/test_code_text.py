"""The code of a source without its comments: what Python reads out of both is the same."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from linkwork.numerics.ahead import sources
from linkwork.numerics.ahead.code_text import code_text


def _read(text: str) -> str:
    """What Python reads, without strings that stand alone."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        for name, field in ast.iter_fields(node):
            if isinstance(field, list):
                setattr(node, name, [each for each in field if not _is_text(each)])
    return ast.dump(tree)


def _with_bodies(text: str) -> str:
    """The text with a word in every function: one that had only a docstring has no body without it."""
    return re.sub(r"^( *)(def [^\n]*:)$", r"\1\2\n\1    pass", text, flags=re.M)


def _is_text(node: object) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def test_of_every_kernel_nothing_is_lost() -> None:
    """What is left, with a word in the place of every body that had only a docstring, is the same program."""
    files = {file for kernel in sources.kernel_files()[::7] for file in sources.closure(kernel)}
    assert len(files) > 50
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert _read(_with_bodies(code_text(text))) == _read(_with_bodies(text)), file
        assert code_text(code_text(text)) == code_text(text)


SAME = {
    "comment": ("x = 1\n", "x = 1  # one\n\n# the end\n"),
    "docstring": (
        "def f():\n    return 1\n",
        'def f():\n    """One, it\'s "one".\n\n    # it is\n    """\n    return 1\n',
    ),
    "of a constant": ("X = 1\nY = 2\n", 'X = 1\n"""One."""\n\nY = 2\n'),
}
OTHER = {
    "value": ("x = 1\n", "x = 2\n"),
    "string": ('x = "#a"\n', 'x = "#b"\n'),
    "string on a line of its own": ('x = (\n    "a"\n)\n', 'x = (\n    "b"\n)\n'),
    "line that goes on": ('x = \\\n    "a"\n', 'x = \\\n    "b"\n'),
    "indentation": ("if a:\n    b()\nc()\n", "if a:\n    b()\n    c()\n"),
    "empty line in a string": ('x = """a\n\nb"""\n', 'x = """a\nb"""\n'),
}


@pytest.mark.parametrize("what", SAME)
def test_what_only_people_read_counts_for_nothing(what: str) -> None:
    first, second = SAME[what]
    assert code_text(first) == code_text(second)


@pytest.mark.parametrize("what", OTHER)
def test_what_python_executes_counts(what: str) -> None:
    first, second = OTHER[what]
    assert code_text(first) != code_text(second)


def test_a_file_of_a_user_counts_to_the_letter(tmp_path: Path) -> None:
    file = tmp_path / "law.py"
    file.write_text("x = 1\n")
    before = sources.source_hash(file)
    file.write_text("x = 1  # one\n")
    sources.source_hash.cache_clear()
    sources._known_code.cache_clear()
    assert sources.source_hash(file) != before
