"""The calls of FMI 2.0 and 3.0 on a library by ctypes: as much as the tests of FMUs need."""

from __future__ import annotations

import ctypes as c
import xml.etree.ElementTree as Xml
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

_NUMBERS, _REFERENCES = c.POINTER(c.c_double), c.POINTER(c.c_uint32)


class Fmu:
    """An FMU with its description and, where it has one, its library."""

    def __init__(self, path: Path, folder: Path) -> None:
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder)
        self.root = Xml.parse(folder / "modelDescription.xml").getroot()
        self.version = self.root.get("fmiVersion")
        self.token = self.root.get("guid") or self.root.get("instantiationToken") or ""
        self.library = c.CDLL(str(next(iter((folder / "binaries").rglob("*.so")))))
        variables = self.root.find("ModelVariables")
        assert variables is not None
        self.variables = {each.get("name"): each for each in variables}
        self.two = self.version == "2.0"
        prefix = "fmi2" if self.two else "fmi3"
        self.call = lambda name: getattr(self.library, prefix + name)

    def reference(self, name: str) -> int:
        return int(self.variables[name].get("valueReference") or 0)

    def start(self, exchange: bool = False) -> None:
        """An initialised instance."""
        if self.two:
            make = self.call("Instantiate")
            make.restype = c.c_void_p
            self.instance = make(b"it", 0 if exchange else 1, self.token.encode(), b"", None, 0, 0)
            assert self.instance
            self.at = c.c_void_p(self.instance)
            assert self.call("SetupExperiment")(self.at, 0, c.c_double(0), c.c_double(0), 0, c.c_double(0)) == 0
            assert self.call("EnterInitializationMode")(self.at) == 0
        else:
            make = self.call("InstantiateModelExchange" if exchange else "InstantiateCoSimulation")
            make.restype = c.c_void_p
            more: tuple[Any, ...] = () if exchange else (c.c_bool(False), c.c_bool(False), None, c.c_size_t(0))
            last: tuple[Any, ...] = (None, None) if exchange else (None, None, None)
            self.instance = make(b"it", self.token.encode(), b"", c.c_bool(False), c.c_bool(False), *more, *last)
            assert self.instance
            self.at = c.c_void_p(self.instance)
            enter = self.call("EnterInitializationMode")
            assert enter(self.at, c.c_bool(False), c.c_double(0), c.c_double(0), c.c_bool(False), c.c_double(0)) == 0
        assert self.call("ExitInitializationMode")(self.at) == 0

    def get(self, *names: str) -> np.ndarray:
        references = np.array([self.reference(name) for name in names], np.uint32)
        values = np.zeros(len(names))
        more = () if self.two else (c.c_size_t(len(names)),)
        given = (references.ctypes.data_as(_REFERENCES), c.c_size_t(len(names)), values.ctypes.data_as(_NUMBERS))
        assert self.call("GetReal" if self.two else "GetFloat64")(self.at, *given, *more) == 0
        return values

    def set(self, name: str, value: float) -> int:
        reference, values = np.array([self.reference(name)], np.uint32), np.array([float(value)])
        more = () if self.two else (c.c_size_t(1),)
        given = (reference.ctypes.data_as(_REFERENCES), c.c_size_t(1), values.ctypes.data_as(_NUMBERS))
        found: int = self.call("SetReal" if self.two else "SetFloat64")(self.at, *given, *more)
        return found

    def step(self, t: float, length: float) -> int:
        if self.two:
            found: int = self.call("DoStep")(self.at, c.c_double(t), c.c_double(length), 1)
            return found
        flags = [c.byref(c.c_bool()) for _ in range(3)]
        last = c.byref(c.c_double())
        return int(self.call("DoStep")(self.at, c.c_double(t), c.c_double(length), c.c_bool(True), *flags, last))

    def rates(self, t: float, y: np.ndarray) -> np.ndarray:
        """Model exchange: the rates of the states."""
        state, found, size = np.ascontiguousarray(y), np.zeros(len(y)), c.c_size_t(len(y))
        assert self.call("SetTime")(self.at, c.c_double(t)) == 0
        assert self.call("SetContinuousStates")(self.at, state.ctypes.data_as(_NUMBERS), size) == 0
        name = "GetDerivatives" if self.two else "GetContinuousStateDerivatives"
        assert self.call(name)(self.at, found.ctypes.data_as(_NUMBERS), size) == 0
        return found

    def states(self, count: int) -> np.ndarray:
        found = np.zeros(count)
        assert self.call("GetContinuousStates")(self.at, found.ctypes.data_as(_NUMBERS), c.c_size_t(count)) == 0
        return found

    def keep(self) -> c.c_void_p:
        kept = c.c_void_p()
        assert self.call("GetFMUstate" if self.two else "GetFMUState")(self.at, c.byref(kept)) == 0
        return kept

    def restore(self, kept: c.c_void_p) -> None:
        assert self.call("SetFMUstate" if self.two else "SetFMUState")(self.at, kept) == 0
        assert self.call("FreeFMUstate" if self.two else "FreeFMUState")(self.at, c.byref(kept)) == 0

    def slope(self, wanted: str, known: str) -> float:
        """A directional derivative along one variable."""
        one, other = (np.array([self.reference(name)], np.uint32) for name in (wanted, known))
        seed, found, size = np.ones(1), np.zeros(1), c.c_size_t(1)
        more: tuple[Any, ...] = (seed.ctypes.data_as(_NUMBERS), found.ctypes.data_as(_NUMBERS))
        if not self.two:
            more = (more[0], size, more[1], size)
        given = one.ctypes.data_as(_REFERENCES), size, other.ctypes.data_as(_REFERENCES), size
        assert self.call("GetDirectionalDerivative")(self.at, *given, *more) == 0
        return float(found[0])
