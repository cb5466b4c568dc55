"""`linkwork kernels`: a library that later runs use without numba."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from linkwork.numerics.ahead.entry import Entry
from linkwork.numerics.ahead.kernel_list import listed_kernels
from linkwork.numerics.ahead.linking import linker
from linkwork.numerics.ahead.objects import function_of, types_of

pytestmark = pytest.mark.skipif(linker() is None, reason="no C compiler")
FEW_KERNELS = """
import sys
from linkwork import warm
from linkwork.cli.main import app
warm.kernels = list
warm._more_kept = lambda place: False
import linkwork.numerics.ahead.kernel_list as kernel_list
vectors = "linkwork.numerics.vectors_kernel"
kernel_list.listed_kernels = lambda: [
    (vectors, "cross", "(fff)(fff)"), (vectors, "dot", "(ccc)(ccc)"),
    ("linkwork.functions.constant_kernel", "constant", "function:complex"),
    (vectors, "gone", "f"), (vectors, "dot", "f"), ("linkwork.gone_kernel", "gone", "f"),
]
app(["kernels", *sys.argv[1:]])
"""
USE = """
import sys
for name in ("numba", "llvmlite"):
    sys.modules[name] = None
from linkwork.functions.constant_kernel import constant
from linkwork.numerics.jit import address
from linkwork.numerics.vectors_kernel import cross, dot
print(cross((1.0, 2.0, 3.0), (4.0, 5.0, 7.0)), dot((1j, 2.0 + 0j, 0j), (1j, 1j, 0j)))
print(address(constant, "function", "complex") > 0)
"""


def called(program: str, cache: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """A process of its own that finds no library but in its cache."""
    env = {key: value for key, value in os.environ.items() if key != "LINKWORK_KERNELS"} | {
        "LINKWORK_CACHE": str(cache)
    }
    command = [sys.executable, "-c", program, *options]
    return subprocess.run(command, capture_output=True, text=True, env=env, check=False)


def test_a_library_is_made_once_and_used_without_numba(tmp_path: Path) -> None:
    made = called(FEW_KERNELS, tmp_path)
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith(f"3 functions in {tmp_path}")
    used = called(USE, tmp_path)
    assert used.stdout == "(-1.0, 5.0, -3.0) (-1+2j)\nTrue\n", used.stderr
    assert used.stderr == ""
    (library,) = (tmp_path / "libraries").glob("*/kernels.*")
    before = library.stat().st_mtime_ns
    assert called(FEW_KERNELS, tmp_path).stdout.startswith("3 functions in ")
    assert library.stat().st_mtime_ns == before


def test_a_portable_library_goes_where_it_is_told(tmp_path: Path) -> None:
    made = called(FEW_KERNELS, tmp_path / "cache", "--portable", "--out", str(tmp_path / "here"))
    assert made.stdout.startswith(f"3 functions in {tmp_path / 'here'}"), made.stderr
    assert '"processor":"any"' in (tmp_path / "here" / "index.json").read_text()


def test_without_a_linker_it_says_what_to_install(tmp_path: Path) -> None:
    done = called(
        f"from linkwork.numerics.ahead import linking\nlinking.linker = lambda *_: None\n{FEW_KERNELS}", tmp_path
    )
    assert done.returncode == 2
    assert "pip install ziglang" in done.stderr


def test_the_list_of_what_is_asked_names_functions_with_types() -> None:
    rows = list(listed_kernels())
    assert len(rows) > 300
    for module, name, what in rows:
        function = function_of(module, name)
        if ":" not in what:
            assert isinstance(getattr(sys.modules[module], name), Entry)
            assert len(types_of(what)) == function.__code__.co_argcount
