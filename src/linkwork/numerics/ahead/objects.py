"""One kept function of numba's as an object file that any linker takes, with the C signature of the library's index.

Numba's own machine code lies at fixed places; so the code is made once more from its finished, optimised form, with the
same processor in mind but free to lie anywhere: the same operations in the same order. Everything but the one function
that is asked for is hidden, for names are unique within one process only.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import re
import sys
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils
from numba.core import types as numba_types
from numba.core.registry import cpu_target
from numba.np import arrayobj

from linkwork.base.aside import written_aside
from linkwork.numerics.ahead import intrinsics
from linkwork.numerics.ahead.part_files import PART
from linkwork.numerics.kept_code import file_name, read_kept

types: Any = numba_types
NEVER = "linkwork_never_"
"""Before the names of numba's and Python's that only a failing kernel calls; the library has empty ones."""
_MATHS = frozenset(
    [
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atan2",
        "atanh",
        "cbrt",
        "ceil",
        "copysign",
        "cos",
        "cosh",
        "erf",
        "erfc",
        "exp",
        "exp2",
        "expm1",
        "fabs",
        "floor",
        "fma",
        "fmod",
        "frexp",
        "hypot",
        "ldexp",
        "log",
        "log10",
        "log1p",
        "log2",
        "nearbyint",
        "pow",
        "rint",
        "round",
        "sin",
        "sincos",
        "sinh",
        "sqrt",
        "tan",
        "tanh",
        "trunc",
        "memcpy",
        "memmove",
        "memset",
        "bzero",
        "__muldc3",
        "__divdc3",
        "__powidf2",
    ]
)
_PICKLED = "pickledata"  # in the names under which numba keeps errors that code may raise
_FAILING = frozenset(
    [
        "NRT_Free",
        "NRT_MemInfo_call_dtor",
        "PyBytes_FromStringAndSize",
        "PyErr_Clear",
        "PyErr_SetNone",
        "PyErr_SetObject",
        "PyErr_SetString",
        "PyErr_WriteUnraisable",
        "PyExc_RuntimeError",
        "PyExc_StopIteration",
        "PyExc_SystemError",
        "PyUnicode_FromString",
        "Py_DecRef",
        "Py_IncRef",
        "_Py_NoneStruct",
        "numba_do_raise",
        "numba_gil_ensure",
        "numba_gil_release",
        "numba_runtime_build_excinfo_struct",
        "numba_unpickle",
    ]
)
"""What numba's code calls where a kernel fails, or frees what it never holds; empty functions stand for these alone."""
_ALLOCATES = ("NRT_MemInfo_alloc", "NRT_MemInfo_varsize", "NRT_Allocate")
_ITEMS = {
    types.float64: "d",
    types.float32: "f",
    types.complex128: "z",
    types.int64: "q",
    types.int32: "i",
    types.boolean: "?",
    types.uint8: "B",
}
_NUMBERS = {types.float64: "f", types.complex128: "c", types.int64: "i", types.boolean: "b", types.none: "n"}
_WORD, _REAL = ir.IntType(64), ir.DoubleType()


class UnfitError(Exception):
    """A function that cannot be in a library; the text says why."""


@dataclass(frozen=True)
class Row:
    """What the index says of one function: by address ("kind:numbers"), or for Python (what it takes and gives)."""

    module: str
    name: str
    symbol: str
    address: str = ""
    takes: str = ""
    gives: str = ""
    unfit: str = ""
    needs: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


@cache
def machine() -> Any:
    """The processor that numba compiles for, with code that may lie anywhere."""
    codegen = cpu_target.target_context.codegen()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=codegen._get_host_cpu_name(), features=codegen._tm_features, opt=3, reloc="pic", codemodel="default"
    )


def function_of(module: str, name: str) -> FunctionType:
    """The plain function of a name."""
    target: Any = importlib.import_module(module)
    for part in name.split("."):
        target = getattr(target, part)
    plain: FunctionType = getattr(target, "py_func", target)
    return plain


def kept_row(kept: Path) -> Row | None:
    """What the index will say of a kept function whose object file is there."""
    beside = kept.with_suffix(".json")
    if not (beside.exists() and kept.with_suffix(".o").exists()):
        return None
    row = json.loads(beside.read_text(encoding="utf-8"))
    return Row(**row | {name: tuple(row.get(name, ())) for name in ("needs", "parts")})


def make_object(kept: Path) -> Row | None:
    """Write the object file beside a kept function, if it is not there; None for one of another processor."""
    row = kept_row(kept)
    if row is not None and not row.unfit and _FAILING.issuperset(row.needs):  # else by the rules of an older program
        return row
    (_, form, code), about, _, signature, *_ = read_kept(kept)
    if form == "object":
        _, code = code
    by_address = any(isinstance(kind, types.CPointer) for kind in signature.args)
    function = function_of(about.modname, about.qualname)
    told = signature if by_address else tuple(signature.args)
    if kept.stem != Path(file_name(function, told, cpu_target.target_context.codegen())).stem:
        return None
    symbol = f"linkwork_{hashlib.sha256(f'{about.modname} {kept.stem}'.encode()).hexdigest()[:16]}"
    named: dict[str, Any] = {"module": about.modname, "name": about.qualname, "symbol": symbol}
    content = b""
    try:
        module = llvm.parse_bitcode(code)
        if by_address:
            named["address"] = _address_kind(signature)
            module.get_function(about.llvm_cfunc_wrapper_name).name = symbol
        else:
            named["takes"] = "".join(map(_letters, signature.args))
            named["gives"] = _given(signature.return_type)
            module.link_in(_entry(about, signature, symbol))
        named["needs"], named["parts"] = hide(module, symbol)
        content = machine().emit_object(module)
    except UnfitError as error:
        named["unfit"] = str(error)
    row = Row(**named)
    with written_aside(kept.with_suffix(".o")) as file:
        file.write_bytes(content)
    with written_aside(kept.with_suffix(".json")) as file:
        file.write_text(json.dumps(asdict(row)), encoding="utf-8")
    return row


@cache
def _address_kinds() -> dict[str, str]:
    return {
        str(intrinsics.signature_of(kind, scalar).args): f"{kind}:{scalar}"
        for kind in intrinsics.SIGNATURES
        for scalar in ("real", "complex")
    }


def _address_kind(signature: Any) -> str:
    return _address_kinds()[str(signature.args)]


def types_of(takes: str) -> tuple[Any, ...]:
    """The types of arguments that letters stand for."""
    types, rest = [], takes
    while rest:
        kind, rest = _type_of(rest)
        types.append(kind)
    return tuple(types)


def _type_of(letters: str) -> tuple[Any, str]:
    first, rest = letters[0], letters[1:]
    if first == "[":
        item = next(kind for kind, letter in _ITEMS.items() if letter == rest[0])
        return types.Array(item, int(rest[1]), rest[2], readonly=rest[3] == "r"), rest[4:]
    if first == "(":
        parts = []
        while rest[0] != ")":
            part, rest = _type_of(rest)
            parts.append(part)
        return types.BaseTuple.from_types(tuple(parts)), rest[1:]
    return next(kind for kind, letter in _NUMBERS.items() if letter == first), rest


def _letters(kind: Any) -> str:
    """What Python gives for an argument, in the letters of `call.c`."""
    if isinstance(kind, types.Array) and kind.dtype in _ITEMS and kind.layout in "CA":
        return f"[{_ITEMS[kind.dtype]}{kind.ndim}{kind.layout}{'w' if kind.mutable else 'r'}"
    if isinstance(kind, types.BaseTuple):
        return f"({''.join(map(_letters, kind))})"
    if kind in _NUMBERS and kind is not types.none:
        return _NUMBERS[kind]
    raise UnfitError(f"it takes {kind}")


def _given(kind: Any) -> str:
    if isinstance(kind, types.BaseTuple):
        return f"({chr(ord('0') + len(kind))}{''.join(map(_given, kind))}"
    if kind in _NUMBERS:
        return _NUMBERS[kind]
    raise UnfitError(f"it returns {kind}")


def _entry(about: Any, signature: Any, symbol: str) -> Any:
    """A function of one row of words that calls numba's with its arguments."""
    context: Any = cpu_target.target_context
    module = context.create_module(symbol)
    module.triple = llvm.get_process_triple()
    native = ir.Function(
        module, context.call_conv.get_function_type(about.restype, about.argtypes), about.llvm_func_name
    )
    made = ir.Function(module, ir.FunctionType(_WORD, [_WORD.as_pointer()]), symbol)
    builder = ir.IRBuilder(made.append_basic_block("entry"))
    words = Words(context, builder, made.args[0])
    values = [words.take(kind) for kind in about.argtypes]
    status, result = context.call_conv.call_function(builder, native, about.restype, about.argtypes, values)
    words.put(about.restype, result)
    builder.ret(builder.zext(status.is_error, _WORD))
    return llvm.parse_assembly(cgutils.normalize_ir_text(str(module)))


class Words:
    """The row of words of a call, read and written in order."""

    def __init__(self, context: Any, builder: Any, row: Any) -> None:
        self.context, self.builder, self.row, self.at = context, builder, row, 0

    def take(self, kind: Any) -> Any:
        """The next argument as numba holds it."""
        if isinstance(kind, types.BaseTuple):
            return self.context.make_tuple(self.builder, kind, [self.take(each) for each in kind])
        if isinstance(kind, types.Array):
            return self._array(kind)
        if isinstance(kind, types.Complex):
            real, imag = self._real(), self._real()
            return cgutils.pack_struct(self.builder, (real, imag))
        if kind is types.float64:
            return self._real()
        word = self._word()
        return self.builder.trunc(word, ir.IntType(1)) if kind is types.boolean else word

    def put(self, kind: Any, value: Any) -> None:
        """A result as words."""
        if isinstance(kind, types.BaseTuple):
            for number, each in enumerate(kind):
                self.put(each, self.builder.extract_value(value, number))
        elif isinstance(kind, types.Complex):
            for number in (0, 1):
                self._store(self.builder.bitcast(self.builder.extract_value(value, number), _WORD))
        elif kind is types.float64:
            self._store(self.builder.bitcast(value, _WORD))
        elif kind is types.boolean:
            self._store(self.builder.zext(value, _WORD))
        elif kind is not types.none:
            self._store(value)

    def _array(self, kind: Any) -> Any:
        data = self.builder.inttoptr(self._word(), self.context.get_data_type(kind.dtype).as_pointer())
        shape = [self._word() for _ in range(kind.ndim)]
        strides = [self._word() for _ in range(kind.ndim)]
        array = self.context.make_array(kind)(self.context, self.builder)
        size = self.context.get_abi_sizeof(self.context.get_data_type(kind.dtype))
        arrayobj.populate_array(
            array, data=data, shape=shape, strides=strides, itemsize=_WORD(size), meminfo=None, parent=None
        )
        return array._getvalue()

    def _place(self) -> Any:
        self.at += 1
        return self.builder.gep(self.row, [_WORD(self.at - 1)])

    def _word(self) -> Any:
        return self.builder.load(self._place())

    def _real(self) -> Any:
        return self.builder.bitcast(self._word(), _REAL)

    def _store(self, value: Any) -> None:
        self.builder.store(value, self._place())


def _refuse_own_errors(module: Any) -> None:
    """Refuse code that raises errors of its own; those of numba's arithmetic belong to numbers that never occur."""
    for variable in module.global_variables:
        places = re.findall(r"[^\\\"\x00-\x1f]+\.py", str(variable)) if _PICKLED in variable.name else []
        if any("numba" not in place for place in places):
            raise UnfitError("it raises an error")


def hide(module: Any, symbol: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Keep one function for others to see, drop what it does not use; the names that nobody has, and parts it calls."""
    for function in module.functions:
        if not function.is_declaration:
            shown = function.name == symbol
            function.linkage = "external" if shown else "internal"
            if shown and sys.platform != "win32":
                function.visibility = "hidden"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_strip_dead_prototype_pass()
    passes.run(module, llvm.create_pass_builder(machine(), llvm.create_pipeline_tuning_options(2)))
    _refuse_own_errors(module)
    needs, parts = [], []
    for place in [*module.functions, *module.global_variables]:
        name = place.name
        if not place.is_declaration or name.startswith("llvm.") or name in _MATHS:
            continue
        if name.startswith(PART):
            parts.append(name)
            continue
        if name.startswith(_ALLOCATES):
            raise UnfitError("it allocates memory")
        if name not in _FAILING:
            raise UnfitError(f"it calls {name}, which the library has not")
        place.name = NEVER + name
        needs.append(name)
    return tuple(needs), tuple(parts)
