"""Kernels compiled ahead give what numba gives, and are used only where they are those of these sources."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.functions.constant_kernel import constant
from linkwork.numerics import vectors_kernel
from linkwork.numerics.ahead import library, linking, sources
from linkwork.numerics.ahead.entry import Entry
from linkwork.numerics.ahead.objects import make_object, types_of
from linkwork.numerics.ahead.sources import PACKAGE
from linkwork.numerics.jit import compiler, njit

pytestmark = pytest.mark.skipif(linking.linker() is None, reason="no C compiler")
U, V = (0.1, 0.2, 0.3), (1.7, -0.3, 2.9)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of three functions, one of them called by address."""
    folder = tmp_path_factory.mktemp("library")
    by_address = compiler().callback(constant, "function", "real")
    files = [by_address._cache.file(by_address._sig, _codegen())]
    for entry, args in ((vectors_kernel.cross, (U, V)), (vectors_kernel.vector, (np.array(V), 0))):
        entry.dispatcher(*args)
        files.append(entry.dispatcher._cache.file(entry.dispatcher.signatures[0], _codegen()))
    rows = [(make_object(file), file.with_suffix(".o")) for file in files]
    linking.link([(row, file) for row, file in rows if row is not None], folder / "kernels", library.processor())
    return folder / "kernels"


def _codegen() -> Any:
    from numba.core.registry import cpu_target

    return cpu_target.target_context.codegen()


@pytest.fixture
def used(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the library that this process looks at, and may be spoiled."""
    copy = tmp_path / "kernels"
    shutil.copytree(made, copy)
    monkeypatch.setenv("LINKWORK_KERNELS", str(copy))
    library.forget()
    yield copy
    monkeypatch.undo()
    library.forget()


def _without_numba(entry: Entry, monkeypatch: pytest.MonkeyPatch) -> Entry:
    """The function as a process sees it that has no numba."""
    fresh = Entry(entry.py_func)
    monkeypatch.setattr(Entry, "dispatcher", property(lambda _: pytest.fail("numba is asked")))
    return fresh


def test_results_are_numbas_to_the_bit(used: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = vectors_kernel.cross.dispatcher(U, V)
    ahead = _without_numba(vectors_kernel.cross, monkeypatch)
    assert [x.hex() for x in ahead(U, V)] == [x.hex() for x in expected]
    assert [x.hex() for x in ahead(u=U, v=V)] == [x.hex() for x in expected]


def test_numbers_of_numpy_are_taken_as_well(used: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = _without_numba(vectors_kernel.vector, monkeypatch)
    table = np.array([1.0, 2.0, 3.0, 4.0])
    assert ahead(table, np.int64(1)) == (2.0, 3.0, 4.0)
    assert ahead(table[:3], 0) == (1.0, 2.0, 3.0)


@pytest.mark.parametrize("table", [np.arange(8.0)[::2], np.arange(4), np.arange(4.0) * 1j, [1.0, 2.0, 3.0]])
def test_what_it_does_not_take_is_left_to_numba(used: Path, table: object) -> None:
    ahead = library.entry_ahead(vectors_kernel.vector.py_func)
    assert ahead is not None
    assert ahead(table, 0) is NotImplemented
    assert ahead(np.ones(3)) is NotImplemented
    assert ahead(np.ones(3), 2**70) is NotImplemented


@njit
def _scaled(table, factors):
    for i in range(len(table)):
        table[i] *= 2.5 * factors[i]


def test_short_numbers_are_taken(tmp_path: Path) -> None:
    """Pictures are made of them."""
    table, factors = np.arange(3, dtype=np.float32), np.arange(3, dtype=np.int32)
    expected = table.copy()
    _scaled.dispatcher(expected, factors)
    file = _scaled.dispatcher._cache.file(_scaled.dispatcher.signatures[0], _codegen())
    row = make_object(file)
    assert row is not None and (row.takes, row.unfit) == ("[f1Cw[i1Cw", "")
    assert [str(kind) for kind in types_of(row.takes)] == [str(kind) for kind in _scaled.dispatcher.signatures[0]]
    linking.link([(row, file.with_suffix(".o"))], tmp_path / "kernels", library.processor())
    ahead = library.Library(tmp_path / "kernels").entry(f"{row.module}:{row.name}")
    assert ahead is not None and ahead(table, factors) is None
    assert table.tobytes() == expected.tobytes() and table[2] == 10.0
    assert ahead(table.astype(float), factors) is NotImplemented
    assert ahead(table, factors.astype(float)) is NotImplemented


def test_a_kernel_is_called_by_its_address(used: Path) -> None:
    import ctypes

    where = library.address_ahead(constant, "function", "real")
    assert where is not None
    p, k, out = np.array([7.25]), np.zeros(1, np.int64), np.full(8, np.nan)
    number, real = ctypes.c_int64, ctypes.c_double
    call = ctypes.CFUNCTYPE(None, real, *[ctypes.c_void_p] * 2, number, number, ctypes.c_void_p, number)(where)
    call(0.0, p.ctypes.data, k.ctypes.data, 0, 0, out.ctypes.data, 0)
    assert out[0] == 7.25 and out[1] == 0.0
    assert library.address_ahead(constant, "function", "complex") is None


BY_NAME = """
import sys
from linkwork.numerics.jit import EntryByName, address_of, kernel_at
kernel, vectors = "linkwork.functions.constant_kernel", "linkwork.numerics.vectors_kernel"
place = address_of(f"{kernel}.constant", "function", "real")
cross = EntryByName(vectors, "cross")
print(place == address_of(f"{kernel}.constant", "function", "real"), cross((1.0, 2.0, 3.0), (4.0, 5.0, 7.0)))
print([name in sys.modules for name in ("numba", kernel, vectors)])
print(kernel_at(place)[0].__name__, kernel in sys.modules)
print(cross((1, 0, 0), (0, 1, 0)))
"""


def test_by_name_nothing_is_imported_that_the_library_has(used: Path) -> None:
    """What it has not is imported and compiled: here vectors of integers."""
    env = os.environ | {"PYTHONPATH": str(PACKAGE.parent), "LINKWORK_KERNELS": str(used)}
    done = subprocess.run([sys.executable, "-c", BY_NAME], capture_output=True, text=True, env=env, check=True)
    first, loaded, body, integers = done.stdout.splitlines()
    assert first == "True (-1.0, 5.0, -3.0)"
    assert loaded == "[False, False, False]"
    assert body == "constant True"
    assert integers == "(0, 0, 1)"


def test_many_put_their_library_in_one_place_at_once(made: Path, tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    def put(number: int) -> None:
        own = tmp_path / str(number) / "new"
        shutil.copytree(made, own)
        linking._replace(own, tmp_path / "kernels")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(put, range(8)))
    assert library.Library(tmp_path / "kernels").index["count"] == 3


def _index_with(key: str, value: object, *others: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        index = json.loads((folder / library.INDEX).read_text())
        (folder / library.INDEX).write_text(json.dumps(index | dict.fromkeys((key, *others), value)))

    return change


def _cut(name: str, kept: int) -> Callable[[Path], None]:
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes()[:kept]) and None


SPOILED = {
    "cut short": (_cut(linking.LIBRARY, 5000), "is damaged"),
    "empty": (_cut(linking.LIBRARY, 0), "is damaged"),
    "an index cut short": (_cut(library.INDEX, 500), "is damaged"),
    "another version": (_index_with("format", library.FORMAT + 1), "another version of the program"),
    "another platform": (_index_with("platform", "plan9-vax"), "is for plan9-vax, this is "),
    "another processor": (_index_with("processor", "0123"), "another processor"),
    "other sources": (_index_with("sums", ["0" * 16] * 99, "codes"), "of other sources"),
}


@pytest.mark.parametrize("spoiled", SPOILED)
def test_a_library_that_is_not_ours_is_refused_in_one_line(
    used: Path, spoiled: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil, why = SPOILED[spoiled]
    spoil(used)
    for _ in range(3):
        assert library.entry_ahead(vectors_kernel.cross.py_func) is None
        assert library.address_ahead(constant, "function", "real") is None
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and why in said and "numba" in said
    assert Entry(vectors_kernel.cross.py_func)(U, V) == vectors_kernel.cross.dispatcher(U, V)


def test_a_changed_kernel_refuses_what_rests_on_it_and_nothing_else(
    used: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in json.loads((used / library.INDEX).read_text())["files"]:
        (tmp_path / "package" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PACKAGE / name, tmp_path / "package" / name)
    monkeypatch.setattr(library, "PACKAGE", tmp_path / "package")
    assert library.entry_ahead(vectors_kernel.cross.py_func) is not None
    kernel = tmp_path / "package" / "numerics" / "jet_kernel.py"
    monkeypatch.setattr(sources, "PACKAGE", tmp_path / "package")
    kernel.write_text(kernel.read_text() + '\n# more words\n"""And more."""\n')
    library.forget()
    assert library.address_ahead(constant, "function", "real") is not None
    kernel.write_text(kernel.read_text() + "\n\nMORE = 1\n")
    library.forget()
    assert library.address_ahead(constant, "function", "real") is None
    assert "linkwork.functions.constant_kernel or what it imports has changed" in capsys.readouterr().err
    assert library.entry_ahead(vectors_kernel.cross.py_func) is not None


@njit
def _raising(x):
    if x < 0.0:
        raise ValueError("below zero")
    return x


@njit
def _allocating(x):
    return np.full(3, x).sum()


@njit
def _dividing(x):
    return (1.0 + 0.0j) / x


@njit
def _raised(x):
    return x ** (0.5 + 0.0j)


@pytest.mark.parametrize(
    ("entry", "given", "unfit"),
    [
        (_raising, 1.0, "it raises an error"),
        (_allocating, 1.0, "it allocates memory"),
        (_dividing, 1.0j, ""),
        (_raised, 1.0j, "it calls numba_cpow, which the library has not"),
    ],
)
def test_kernels_that_raise_allocate_or_call_numba_are_refused_by_name(entry: Entry, given: Any, unfit: str) -> None:
    entry.dispatcher(given)
    row = make_object(entry.dispatcher._cache.file(entry.dispatcher.signatures[0], _codegen()))
    assert row is not None
    assert (row.name, row.unfit) == (entry.__name__, unfit)


PENDULUM = """
import pathlib, sys
HOME
import linkwork as lw
m = lw.Planar("pendulum")
m.mass(m.body("bar", estimate=(0, 0, 0)), mass=1, center=(1, 0), inertia=0.1)
m.revolute("O", m.ground.at(0, 0), "bar.origin")
m.set_gravity(0, -9.81)
from linkwork.numerics.ahead.sources import cache_root
from linkwork.numerics.vectors_kernel import cross
print(cross((1.0, 2.0, 3.0), (4.0, 5.0, 7.0)), cache_root().name, "numba" in sys.modules)
"""
NO_HOME = """
def home(*_): raise RuntimeError("Could not determine home directory.")
pathlib.Path.home = home
"""


@pytest.mark.parametrize("home", ["none", "missing", "read-only"])
def test_a_home_folder_is_not_needed(used: Path, tmp_path: Path, home: str) -> None:
    """A library in the package or named by hand serves users without one; nothing is written there."""
    where = tmp_path / "home"
    if home == "read-only":
        where.mkdir()
        where.chmod(0o500)
    env = {"PYTHONPATH": str(PACKAGE.parent), "LINKWORK_KERNELS": str(used), "HOME": str(where)}
    program = PENDULUM.replace("HOME", NO_HOME if home == "none" else "")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, check=False)
    folder = "no home folder" if home == "none" else "linkwork"
    assert (done.stdout, done.stderr) == (f"(-1.0, 5.0, -3.0) {folder} False\n", "")
    assert not where.exists() or list(where.iterdir()) == []


def test_without_a_home_folder_it_is_said_that_code_is_not_kept() -> None:
    program = f"import pathlib\n{NO_HOME}\nfrom linkwork.numerics.vectors_kernel import dot\n" + (
        "print(dot((1.0, 2.0, 3.0), (1.0, 2.0, 3.0)), dot((1.0, 2.0, 3.0), (1.0, 2.0, 3.0)))"
    )
    env = {"PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, check=False)
    assert done.stdout == "14.0 14.0\n"
    assert done.stderr.count("\n") == 1 and "set LINKWORK_CACHE to another folder" in done.stderr


def test_without_numba_an_error_says_what_to_install() -> None:
    program = (
        "import sys\nfor name in ('numba', 'llvmlite'): sys.modules[name] = None\n"
        "from linkwork.numerics.vectors_kernel import cross\n"
        "from linkwork.base.errors import LinkworkError\n"
        "try: cross((1.0, 2.0, 3.0), (1.0, 2.0, 3.0))\n"
        "except LinkworkError as error: print(error)\n"
    )
    env = {"LINKWORK_KERNELS": library.NO_LIBRARY, "PYTHONPATH": str(PACKAGE.parent)}
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, check=True).stdout
    assert "linkwork.numerics.vectors_kernel.cross, which is not compiled yet" in said
    assert "pip install numba" in said
