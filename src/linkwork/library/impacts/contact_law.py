"""The force between a ball and what it strikes: Hertz, or a penalty on the nodes of finite elements."""

from __future__ import annotations

from linkwork.base.errors import MechanismError
from linkwork.library.checks import require_positive
from linkwork.library.impacts.hertz import hertz_stiffness
from linkwork.library.impacts.meshed import Meshed
from linkwork.library.impacts.struck import Sphere, Struck

HERTZ, LINEAR = 1.5, 1.0  # exponents of the overlap


def contact_law(
    verb: str, striker: Sphere, struck: Struck, modes: int, hardening: float, penalty: float | None
) -> tuple[float, float]:
    """Stiffness and exponent of the overlap between the ball and the surface that the modes move.

    With a penalty the whole dent is that of the mesh. Modes that are left out are so fast that they follow the force at
    once: they are one spring in series with it. Without that spring the answer would be that of the penalty.
    """
    if penalty is None:
        one, two = (1 / striker.radius + value for value in struck.curvatures)
        materials = (striker.modulus, striker.poisson), (struck.modulus, struck.poisson)
        return hardening * hertz_stiffness((one, two), *materials), HERTZ
    require_positive(verb, penalty=penalty)
    if not isinstance(struck, Meshed):
        raise MechanismError(
            f"{verb}: a penalty needs a body of finite elements (FlexibleBody, HalfPlate), whose mesh is dented; a "
            f"{type(struck).__name__.lower()} has none: leave the penalty out"
        )
    if hardening != 1.0:
        raise MechanismError(f"{verb}: hardening is a factor of Hertz' stiffness; with a penalty leave it out")
    return 1 / (1 / penalty + struck.left_out(modes)), LINEAR
