"""Tests marked `both_coordinates` run twice: as they are, and with every analysis in joint coordinates.

The second time formulation "auto" chooses the coordinates of the joints. `bodies_only` leaves out single tests of a
module that is marked: those about the solver in the coordinates of the bodies, its messages, or the choice itself.
"""

from __future__ import annotations

import gc
import importlib.util
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from linkwork.analysis import formulation
from linkwork.base.errors import LinkworkError
from linkwork.numerics.ahead.together import ALONE
from linkwork.system.formulations import formulations
from linkwork.system.system import System

TESTS = Path(__file__).parent
HAS_NUMBA = importlib.util.find_spec("numba") is not None
os.environ.setdefault(ALONE, "1")  # workers of the tests share the machine already
settings.register_profile(
    "same every time", derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("same every time")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    """Where there is no numba (`make fresh`), tests with a law in Python are left out; it says so itself."""
    try:
        return (yield)
    except LinkworkError as error:
        if HAS_NUMBA or "a function in Python, and numba" not in str(error):
            raise
        pytest.skip(str(error))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Rewrite the assertions of all files once, before the workers start: they would all do it at the same time.

    That is half of what a worker does before its first test. By inner functions of pytest: where they are others, the
    workers do it themselves.
    """
    try:
        from _pytest.assertion.rewrite import PYC_TAIL, _read_pyc, _rewrite_test, _write_pyc, assertstate_key
        from _pytest.assertion.rewrite import get_cache_dir as folder_of

        state = config.stash[assertstate_key]
        for file in () if sys.dont_write_bytecode else sorted(TESTS.rglob("test_*.py")):
            kept = folder_of(file) / (file.name[:-3] + PYC_TAIL)
            kept.parent.mkdir(parents=True, exist_ok=True)
            if _read_pyc(file, kept) is None:
                mark, code = _rewrite_test(file, config)
                _write_pyc(state, code, mark, kept)
    except Exception:  # whatever it is, the workers meet it themselves and tell it
        pass


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Tests, once collected, stay: leave them out when Python looks for garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run marked tests in both kinds of coordinates."""
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    if "both_coordinates" in marks and "bodies_only" not in marks:
        metafunc.parametrize("coordinates", ["bodies", "joints"], indirect=True, scope="module")


@pytest.fixture(scope="module", autouse=True)
def coordinates(request: pytest.FixtureRequest) -> Iterator[str]:
    """Let "auto" choose joint coordinates; results kept by other tests are forgotten before and after."""
    chosen = getattr(request, "param", "bodies")
    if chosen == "bodies":
        yield chosen
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(formulation, "_LARGE", 0)
        patch.setattr(formulation, "_FEWER", float("inf"))
        patch.setattr(formulations, "suited", _joint)
        _forget()
        yield chosen
    _forget()


def _joint(system: System, *_: Any) -> tuple[System, str, str]:
    return system, "joint", "the test asks for it"


def _forget() -> None:
    """Empty the caches of all test modules."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if file is not None and Path(file).is_relative_to(TESTS):
            for value in vars(module).values():
                if callable(value) and hasattr(value, "cache_clear"):
                    value.cache_clear()
