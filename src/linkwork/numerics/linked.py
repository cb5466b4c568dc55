"""Compiled functions that call each other: each one becomes machine code only where it is an entry.

Numba turns every function it meets into finished machine code with a wrapper for Python, although a function called
from compiled code is copied into its caller and finished there once more. Here it is prepared for its callers without
either, and finished only when Python calls it itself. It halves the time of a first run.

This reaches into numba, so `jit` uses it only with the versions with which it was tried.
"""

from __future__ import annotations

from typing import Any

from numba.core import compiler, sigutils, types, typing
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from linkwork.numerics.ahead import together
from linkwork.numerics.ahead.quicker import Prepared, inside
from linkwork.numerics.ahead.remembered import compiler_of
from linkwork.numerics.collecting import seldom_collecting


class LinkedLibrary(Prepared):
    """Code that is only ever copied into that of its callers, and optimised there.

    It keeps to itself: whoever finishes code takes in every function behind it, each once (`with_callees`).
    """

    subject: tuple[Any, tuple[Any, ...], str] | None = None
    """The function, the types of its arguments, and its name in the code."""

    def finalize(self) -> None:
        """Nothing is added any more."""
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True

    def with_callees(self) -> list[Prepared]:
        """This one and all that it calls, directly or through others."""
        return list(dict.fromkeys([self, *self._linking_libraries]))


class Linked(CPUDispatcher):
    """A function that compiled callers take in, and that Python may call as any other."""

    _compiler: Any

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a compiled caller needs to know of the function for these types of arguments.

        A constant argument is taken for any of its kind: numba would prepare the function once more for every one.
        """
        signature, args = self._compiler.fold_argument_types(tuple(map(types.unliteral, args)), kws)
        result = self._linked(tuple(args))
        name = self.py_func.__name__
        template = typing.make_concrete_template(f"CallTemplate({name})", key=name, signatures=[result.signature])
        return template, signature, args, {}

    def get_overload(self, sig: Any) -> Any:
        """The mark under which the code for a signature is found when a caller is compiled."""
        args, _ = sigutils.normalize_signature(sig)
        return self._linked(tuple(args)).library

    def compile(self, sig: Any) -> Any:
        """Finished machine code for a call from Python."""
        with seldom_collecting(), together.for_a_run():
            return super().compile(sig)

    @global_compiler_lock
    def _linked(self, args: tuple[Any, ...]) -> Any:
        """The code for callers with these types of arguments, made on first use."""
        made = vars(self).setdefault("_linked_results", {})
        if args not in made:
            with self._compiling_counter:
                made[args] = result = self._prepare(args)
                self.targetctx.insert_user_function(result.library, result.fndesc, result.library.with_callees())
        return made[args]

    def _prepare(self, args: tuple[Any, ...]) -> Any:
        together.tick(self.py_func.__name__)
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        for omitted in ("no_compile", "no_cpython_wrapper", "no_cfunc_wrapper"):
            setattr(flags, omitted, True)
        context: Any = self.targetctx
        with inside(self.py_func.__name__):
            result = compiler.compile_extra(
                self.typingctx,
                context,
                self.py_func,
                args=args,
                return_type=None,
                flags=flags,
                locals=self.locals,
                library=LinkedLibrary(context.codegen(), self.py_func.__qualname__),
                pipeline_class=compiler_of(self.py_func),
            )
        result.library.subject = self.py_func, args, result.fndesc.llvm_func_name
        return result
