"""Tables in complex numbers whose parameter is b + i*STEP: a run on them carries the derivative by b.

Its numbers are x + i*STEP*x_b, and every channel of it carries the channel's derivative by the code of any run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwork.base.errors import AnalysisError, LinkworkError
from linkwork.expression import resolve_parameters
from linkwork.numerics.analytic import STEP

if TYPE_CHECKING:
    from linkwork.mechanism.mechanism import Mechanism
    from linkwork.system.system import System


def system_of(mechanism: Mechanism, parameter: str, *, dynamics: bool) -> System:
    """The tables in complex numbers whose parameter carries its own derivative."""
    from linkwork.numerics.jit import compiling_errors

    value = resolve_parameters(mechanism.parameters_by_name)[parameter]
    try:
        plain = mechanism.system(scalar="complex", dynamics=dynamics)
        return plain.with_parameters({parameter: complex(value, STEP)})
    except compiling_errors():
        raise AnalysisError(
            f"{mechanism.name}: a law cannot be compiled for complex numbers, which carry derivatives; "
            "use method='differences'"
        ) from None
    except (LinkworkError, TypeError) as error:
        raise AnalysisError(
            f"{mechanism.name}: parameter '{parameter}' cannot be changed a little: {error}; leave it out of 'to'"
        ) from None
