"""Numba made ready for the program's kernels; imported where something has to be compiled, and by nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from llvmlite.ir import CallInstr
from numba.core import sigutils
from numba.core.ccallback import CFunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Flags, compile_extra
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.extending import typeof_impl

from linkwork.numerics.ahead import intrinsics, together
from linkwork.numerics.ahead.entry import Entry
from linkwork.numerics.ahead.leaner import spare
from linkwork.numerics.ahead.objects import make_object
from linkwork.numerics.ahead.parts import take_in
from linkwork.numerics.ahead.quicker import Prepared, hurry
from linkwork.numerics.ahead.remembered import compiler_of, remember
from linkwork.numerics.collecting import seldom_collecting
from linkwork.numerics.jit import Instruction, become_ready
from linkwork.numerics.kept_code import kept_code
from linkwork.numerics.without_blas import without_blas

with without_blas():
    import numba.np.arraymath

_TRIED = (0, 63), (0, 68)  # first and last version of numba with which `linked` and `remembered` were tried
_WRAPPER = "cfunc."  # before the name of a function: what numba wraps around it for callers in C
_is_tried = _TRIED[0] <= numba.version_info.short <= _TRIED[1]


@typeof_impl.register(Entry)
def _type_of_entry(entry: Entry, _: Any) -> Any:
    return numba.types.Dispatcher(entry.dispatcher)


@typeof_impl.register(Instruction)
def _type_of_instruction(instruction: Instruction, _: Any) -> Any:
    return cpu_target.typing_context.resolve_value_type(intrinsics.NAMED[instruction.name])


def linked(function: Callable[..., Any]) -> Any:
    """A function for compiled callers and for Python; what Python calls is kept."""
    if not _is_tried:
        kernel: Any = numba.njit(error_model="numpy")(function)
        kernel._cache = kept_code(function)
        return kernel
    from linkwork.numerics.linked import Linked

    kernel = Linked(py_func=function, locals={}, targetoptions={"nopython": True, **intrinsics.OPTIONS})
    kernel._cache = kept_code(function)
    return kernel


def callback(body: Callable[..., Any], kind: str, scalar: str) -> Any:
    """A function that is called by its address."""
    made = _callback(body, kind, scalar)
    with seldom_collecting(), together.for_a_run():
        made.compile()
    return made


class OnePiece(JITCodeLibrary):
    """Code in which the body of a function that is called by its address is inside what numba wraps around it for C.

    Else every such call would be two, each of which saves registers, and what can never fail would be asked whether it
    did.
    """

    def add_ir_module(self, ir_module: Any) -> None:
        """Add code; what is wrapped around a body may take it in, which numba forbids."""
        for wrapper in ir_module.functions:
            if wrapper.name.startswith(_WRAPPER):
                for call in (each for block in wrapper.blocks for each in block.instructions):
                    if isinstance(call, CallInstr):
                        call.attributes.discard("noinline")
        super().add_ir_module(ir_module)

    def _optimize_final_module(self) -> None:
        self.unite()
        super()._optimize_final_module()

    def unite(self) -> None:
        """Let the body be taken in, and nobody else see it."""
        for wrapper in self._final_module.functions:
            if wrapper.name.startswith(_WRAPPER) and not wrapper.is_declaration:
                body = self._final_module.get_function(wrapper.name.removeprefix(_WRAPPER))
                body.linkage = "internal"
                body.add_function_attribute("alwaysinline")


class Callback(CFunc):
    """A function that is called by its address, in one piece."""

    def _compile_uncached(self) -> Any:
        own: Any = self  # numba gives no types
        library = OnePiece(own._targetdescr.target_context.codegen(), self.__qualname__)
        library.enable_object_caching()
        return _compiled(own._pyfunc, own._sig.args, own._sig.return_type, library)


class AheadLibrary(OnePiece, Prepared):
    """Code that is finished and optimised for the library, and never loaded into this process."""

    def finalize(self) -> None:
        """Take in what it calls but for large functions, which stand apart; nothing is added any more."""
        self._raise_if_finalized()
        take_in(self._final_module, self._linking_libraries)
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def _optimize_final_module(self) -> None:
        self.unite()
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


def keep(body: Callable[..., Any], kind: str, scalar: str) -> None:
    """Compile a function that is called by its address for the library, if it is not kept; it is not loaded here."""
    signature = intrinsics.signature_of(kind, scalar)
    _keep(body, signature, signature.args, signature.return_type)


def keep_entry(entry: Entry, taken: tuple[Any, ...]) -> None:
    """The same for a function that Python calls, for these types of arguments."""
    _keep(entry.py_func, taken, taken, None)


@global_compiler_lock
def _keep(function: Callable[..., Any], signature: Any, taken: tuple[Any, ...], returned: Any) -> None:
    def compiled() -> Any:
        library = AheadLibrary(cpu_target.target_context.codegen(), function.__qualname__)
        return _compiled(function, taken, returned, library)

    with seldom_collecting():
        make_object(kept_code(function).keep(signature, compiled))


def _compiled(function: Callable[..., Any], taken: tuple[Any, ...], returned: Any, library: Any) -> Any:
    """A function's code, put into a library; one that returns a type that is told is called by its address."""
    flags: Any = Flags()
    cpu_target.options.parse_as_flags(flags, {"nopython": True, **intrinsics.OPTIONS})
    flags.no_compile = flags.no_cpython_wrapper = True
    flags.no_cfunc_wrapper = returned is None
    context: Any = cpu_target.target_context
    steps = compiler_of(function)
    return compile_extra(
        cpu_target.typing_context, context, function, taken, returned, flags, {}, library=library, pipeline_class=steps
    )


def _callback(body: Callable[..., Any], kind: str, scalar: str) -> Any:
    taken = sigutils.normalize_signature(intrinsics.signature_of(kind, scalar))
    made: Any = (Callback if _is_tried else CFunc)(body, taken, {}, intrinsics.OPTIONS)
    made._cache = kept_code(body)
    return made


if _is_tried:
    remember()
    hurry()
    spare()
become_ready()
