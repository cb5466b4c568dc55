"""A large function that several kernels call has code of its own in the library, once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.base.errors import LinkworkError
from linkwork.numerics.ahead import build, callers, library, linking, part_files, parts
from linkwork.numerics.ahead.objects import make_object, types_of
from linkwork.numerics.ahead.sources import cache_folder
from linkwork.numerics.jit import compiler, njit
from linkwork.system.dynamics import dynamics_kernel
from linkwork.system.tree import closure_kernel

pytestmark = pytest.mark.skipif(linking.linker() is None, reason="no C compiler")
TAKES = "[d1Cw"


@njit
def _large(x, factor):
    total = 0.0
    for i in range(len(x)):
        for j in range(len(x)):
            total += np.sin(x[i]) * np.cos(factor * x[j]) + x[i] / (1.0 + x[j] * x[j])
        x[i] = total
    return total


@njit
def _small(x):
    return x[0] + 1.0


@njit
def _middle(x, factor):
    return _large(x, factor) * _small(x)


@njit
def _first(x):
    return _middle(x, 0.5) + _large(x, 3.0)


@njit
def _second(x):
    return 2.0 * _large(x, 0.1) - _small(x)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Two functions that call a large one, compiled for a library with a cache of their own."""
    monkeypatch.setenv("LINKWORK_CACHE", str(tmp_path / "cache"))
    cache_folder.cache_clear()
    monkeypatch.setattr(parts, "PACKAGE", Path(__file__).parent)
    monkeypatch.setattr(parts, "LARGE", 40)
    monkeypatch.setattr(parts, "shared", lambda _: {_large.py_func, _small.py_func})
    monkeypatch.setattr(build, "kernel_files", lambda: [Path(__file__).resolve()])
    for function in (_large, _small, _middle):  # what another test has prepared lies in another cache
        function._dispatcher = None
    for entry in (_first, _second):
        entry._dispatcher = None
        compiler().keep_entry(entry, types_of(TAKES))
    yield list(build.kept_files())
    monkeypatch.undo()
    cache_folder.cache_clear()


def _rows(kept: list[Path]) -> list[Any]:
    return [make_object(file) for file in kept]


def test_the_large_function_is_there_once_and_the_small_one_is_copied(kept: list[Path]) -> None:
    first, second = _rows(kept)
    assert first.parts == second.parts and len(first.parts) == 1
    files = list(kept[0].parent.glob("*.part.o"))
    assert [file.name for file in files] == [f"{first.parts[0]}.part.o"]


def test_results_are_those_of_numba_to_the_bit(kept: list[Path], tmp_path: Path) -> None:
    pairs = [(row, file.with_suffix(".o")) for row, file in zip(_rows(kept), kept, strict=True)]
    made = library.Library(linking.link(pairs, tmp_path / "kernels", library.processor()))
    for entry in (_first, _second):
        ahead = made.entry(f"{__name__}:{entry.__name__}")
        x, y = np.linspace(0.1, 0.9, 7), np.linspace(0.1, 0.9, 7)
        assert ahead is not None
        assert ahead(x).hex() == float(entry.dispatcher(y)).hex()
        assert x.tobytes() == y.tobytes()


def test_a_function_whose_part_is_gone_is_forgotten_and_compiled_again(kept: list[Path], tmp_path: Path) -> None:
    pairs = [(row, file.with_suffix(".o")) for row, file in zip(_rows(kept), kept, strict=True)]
    build.forget_torn()
    assert list(build.kept_files()) == kept
    for part in kept[0].parent.glob("*.part.o"):
        part.unlink()
    with pytest.raises(LinkworkError, match="`linkwork kernels` again compiles them"):
        linking.link(pairs, tmp_path / "kernels", library.processor())
    build.forget_torn()
    assert not list(build.kept_files())


def test_an_interrupted_build_leaves_no_part_that_is_not_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINKWORK_CACHE", str(tmp_path))
    folder = tmp_path / "kernels" / "some"
    folder.mkdir(parents=True)
    (folder / "linkwork_part_1.part.json").write_text('{"needs": [], "parts": []}')
    assert not part_files.is_kept(folder, "linkwork_part_1")
    assert part_files.parts_of(["linkwork_part_1"], part_files.kept_parts()) is None
    part_files.keep(folder, "linkwork_part_1", b"code", ["numba_unpickle"], ["linkwork_part_2"])
    assert part_files.is_kept(folder, "linkwork_part_1")
    assert part_files.parts_of(["linkwork_part_1"], part_files.kept_parts()) is None, (
        "it calls another that is not there"
    )
    part_files.keep(folder, "linkwork_part_2", b"code", [], [])
    assert part_files.parts_of(["linkwork_part_1"], part_files.kept_parts()) == {
        "linkwork_part_1": part_files.Part(
            folder / "linkwork_part_1.part.o", ("numba_unpickle",), ("linkwork_part_2",)
        ),
        "linkwork_part_2": part_files.Part(folder / "linkwork_part_2.part.o", (), ()),
    }


@pytest.mark.parametrize("is_complex", [False, True])
def test_what_many_kernels_call_is_known_from_their_sources(is_complex: bool) -> None:
    shared = callers.shared(is_complex)
    assert closure_kernel.solve.py_func in shared
    assert dynamics_kernel.project.py_func in shared
    assert all(len(function.__code__.co_code) >= 400 for function in shared)
