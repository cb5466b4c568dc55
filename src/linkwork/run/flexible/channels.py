"""Channels of flexible bodies that are no sum of their modes.

rod.deflection  rod.stress                largest deflection and von Mises stress of all nodes
rubber.stress                             of all nodes of a hyperelastic solid
rod.tip.deflection  rod.tip.stress        at a node that the body names among its places; principal_1, ... likewise

What is a sum of the modes, such as rod.tip.dx or rod.tip.strain_xx, is a channel of the motion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwork.base.arrays import Array
from linkwork.numerics.analytic import norm
from linkwork.numerics.analytic_matrices import largest_of

if TYPE_CHECKING:  # finite elements are loaded where a body has some
    from linkwork.run.flexible.deformed import Deformed
    from linkwork.run.run import Run

    ValuesOrNone = tuple[Array, str] | None

_PRINCIPAL = ("principal_1", "principal_2", "principal_3")


class OfFlexible:
    """Deflection, strain and stress."""

    def names(self, run: Run) -> list[str]:
        names = []
        for name, body in _flexible(run).items():
            stressed = body.flexible.matrices is None
            names += [f"{name}.deflection", *((f"{name}.stress",) if stressed else ())]
            more = ("deflection", *(("stress", *_PRINCIPAL) if stressed else ()))
            names += [f"{name}.{place}.{one}" for place in body.flexible.places for one in more]
        return names + [f"{name}.stress" for name in run.mechanism.solids]

    def find(self, run: Run, name: str) -> ValuesOrNone:
        head, _, rest = name.partition(".")
        if head in run.mechanism.solids and rest == "stress":
            return largest_of(run.solid(head).von_mises), "Pa"
        body = _flexible(run).get(head)
        place, dot, quantity = rest.rpartition(".")
        if body is None or (dot and place not in body.flexible.places):
            return None
        from linkwork.run.flexible.deformed import Deformed

        deformed = Deformed(run, head)
        if not dot:
            return _whole(deformed, quantity)
        scope = run.mechanism.scope()
        node = deformed.node_at([scope.number(value).real for value in body.flexible.places[place]])
        return _at_node(deformed, node, quantity)

    def describe(self, run: Run, name: str) -> str:
        head, _, quantity = name.rpartition(".")
        word = "deflection" if quantity == "deflection" else "stress"
        whole = head in _flexible(run) or head in run.mechanism.solids
        return f"largest {word} of all nodes of '{head}'" if whole else f"{word} at '{head}', {quantity}"


def _flexible(run: Run) -> dict[str, Any]:
    return {name: body for name, body in run.mechanism.bodies_by_name.items() if body.flexible is not None}


def _whole(deformed: Deformed, quantity: str) -> ValuesOrNone:
    if quantity == "deflection":
        return largest_of(norm(deformed.deflection)), "m"
    if quantity == "stress":
        return largest_of(deformed.von_mises), "Pa"
    return None


def _at_node(deformed: Deformed, node: int, quantity: str) -> ValuesOrNone:
    """What a node has."""
    if quantity == "deflection":
        return norm(deformed.amplitudes @ deformed.shapes[node].T), "m"
    if quantity not in ("stress", *_PRINCIPAL):
        return None
    from linkwork.bodies.flexible.stress import principal, stress_modes, von_mises

    stress = deformed.modulus * (deformed.amplitudes @ stress_modes(deformed.modes)[node].T)
    if quantity == "stress":
        return von_mises(deformed.modes, stress), "Pa"
    return principal(deformed.modes, stress)[:, _PRINCIPAL.index(quantity)], "Pa"
