"""Compiled code in damaged files, or with no room for it: it is compiled again, and the run goes on."""

from __future__ import annotations

import errno
import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from linkwork.numerics import jit, kept_code
from linkwork.numerics.jit import address, njit

SOURCE = """
def double(x):
    return 2.0 * x


def sampled(x, p, k, a, b, out, c):
    out[c] = 2.0 * x
"""


@pytest.fixture
def functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Functions of a file of their own, whose code is kept in a folder of its own."""
    monkeypatch.setenv("LINKWORK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(kept_code, "_told", False)
    return _module_of(tmp_path)


def _module_of(folder: Path) -> ModuleType:
    folder.mkdir(exist_ok=True)
    file = folder / "doubling.py"
    file.write_text(SOURCE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("doubling", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def kept_files(tmp_path: Path, ending: str) -> list[Path]:
    return sorted((tmp_path / "cache").rglob(f"*{ending}"))


DAMAGES: dict[str, Callable[[Path], Any]] = {
    "cut": lambda file: file.write_bytes(file.read_bytes()[:100]),
    "empty": lambda file: file.write_bytes(b""),
    "changed": lambda file: file.write_bytes(file.read_bytes()[:-50] + bytes(50)),
    "other": lambda file: file.write_bytes(b"no code at all"),
    "gone": lambda file: file.unlink(),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_replaced(functions: ModuleType, tmp_path: Path, damage: str) -> None:
    assert njit(functions.double)(2.0) == 4.0
    (file,) = kept_files(tmp_path, ".nbc")
    DAMAGES[damage](file)
    again = njit(functions.double)
    assert again(3.0) == 6.0
    assert sum(again.dispatcher.stats.cache_hits.values()) == 0
    third = njit(functions.double)
    assert third(3.0) == 6.0
    assert sum(third.dispatcher.stats.cache_hits.values()) == 1


def test_kinds_of_arguments_have_files_of_their_own(functions: ModuleType, tmp_path: Path) -> None:
    njit(functions.double)(2.0)
    njit(functions.double)(2j)
    assert len(kept_files(tmp_path, ".nbc")) == 2


def test_an_identical_copy_elsewhere_shares_the_code(functions: ModuleType, tmp_path: Path) -> None:
    first = njit(functions.double)
    assert first(2.0) == 4.0
    again = njit(_module_of(tmp_path / "elsewhere").double)
    assert again(3.0) == 6.0
    assert sum(again.dispatcher.stats.cache_hits.values()) == 1


def test_what_is_called_by_address_survives_as_well(functions: ModuleType, tmp_path: Path) -> None:
    assert address(functions.sampled, "function", "real") != 0
    for file in kept_files(tmp_path, ".nbc"):
        DAMAGES["cut"](file)
    jit._addresses.pop((functions.sampled, "function", "real"))
    assert address(functions.sampled, "function", "real") != 0


def test_without_room_it_is_compiled_and_said_once(
    functions: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: Any) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(kept_code, "write_kept", full)
    assert njit(functions.double)(2.0) == 4.0
    assert njit(functions.double)(5.0) == 10.0
    said = capsys.readouterr().err
    assert said.count("compiled code cannot be kept in") == 1
    assert "No space left on device" in said and "LINKWORK_CACHE" in said


def test_a_folder_that_cannot_be_written_does_no_harm(
    functions: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kept_code, "cache_folder", lambda file: None)
    assert njit(functions.double)(2.0) == 4.0
    assert "compiled code cannot be kept in" in capsys.readouterr().err
