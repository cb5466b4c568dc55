"""Magnetic parts as a user adds them in Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwork.expression.given import public
from linkwork.networks.builders.base import Num, PartBuilder
from linkwork.networks.parts import magnetic


@public
class MagneticBuilder(PartBuilder):
    """Windings, tubes of flux, gaps, iron and magnets."""

    def winding(
        self, name: str, first: str, second: str, core: Sequence[str], turns: Num, start: Num | None = None
    ) -> None:
        """A winding between two electrical nodes, on a core between two magnetic ones."""
        self._part(name, magnetic.Winding, between=(first, second), core=tuple(core), turns=turns, start=start)

    def reluctance(
        self,
        name: str,
        first: str,
        second: str,
        reluctance: Num | None = None,
        *,
        length: Num | None = None,
        area: Num | None = None,
        permeability: Num | None = None,
    ) -> None:
        """A tube of flux that does not saturate, by its reluctance or by its length and area."""
        fields = {"reluctance": reluctance, "length": length, "area": area, "permeability": permeability}
        self._part(name, magnetic.Reluctance, between=(first, second), **fields)

    def air_gap(
        self,
        name: str,
        first: str,
        second: str,
        *,
        joint: str | None = None,
        points: Sequence[str] | None = None,
        gap: Num | None = None,
        area: Num | None = None,
        reluctance: Num | None = None,
        freedom: str | None = None,
    ) -> None:
        """A gap that a joint or two points open; they are drawn together."""
        fields: dict[str, Any] = {"joint": joint, "freedom": freedom}
        fields["points"] = None if points is None else tuple(points)
        fields |= {"gap": gap, "area": area, "reluctance": reluctance}
        self._part(name, magnetic.AirGap, between=(first, second), **fields)

    def core(
        self,
        name: str,
        first: str,
        second: str,
        *,
        length: Num,
        area: Num,
        permeability: Num | None = None,
        saturation: Num | None = None,
        field: Any = None,
    ) -> None:
        """Iron that saturates, by two numbers or by a law of its `flux_density`."""
        fields = {"length": length, "area": area, "permeability": permeability, "saturation": saturation}
        self._part(name, magnetic.Core, between=(first, second), field=field, **fields)

    def magnet(
        self,
        name: str,
        first: str,
        second: str,
        *,
        remanence: Num,
        length: Num,
        area: Num,
        permeability: Num | None = None,
    ) -> None:
        """A permanent magnet, which drives flux from its first node to the second."""
        fields = {"remanence": remanence, "length": length, "area": area, "permeability": permeability}
        self._part(name, magnetic.Magnet, between=(first, second), **fields)
