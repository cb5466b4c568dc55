"""Operations of the right-hand side of motorcycles, as in Tables 2 and 3 of Sharp, Evangelou and Limebeer (2005).

Their machine is not printed: ours is that of 2001 with their chain and Telelever. Letters are those of their tables; a
sum of multiplications and additions stands beside that of the machine with a telescopic fork, theirs beside that of A.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from linkwork.vehicles import driven_motorcycle, telelever_motorcycle

Row = dict[str, Any]
SPEED = 20.0  # m/s
HEAD = ("wishbone_hinge.angle", "roll.angle", "nod.angle")  # of the Telelever: yaw and pitch of its parts


@dataclass(frozen=True)
class Variant:
    """A machine, what is small in it, and its sum in the table over that of A."""

    letter: str
    name: str
    machine: Any
    small: tuple[str, ...]
    printed: float
    full_lu: bool = False


def variants() -> list[Variant]:
    """Those of the tables that ours has: pitch is no coordinate of a frame that turns freely."""
    shaft, chain = driven_motorcycle("shaft"), driven_motorcycle("chain")
    fork, lever = telelever_motorcycle("fork"), telelever_motorcycle("telelever")
    return [
        Variant("A", "fork and shaft, elimination", shaft, (), 1.078),
        Variant("A", "the same, numerical LU", shaft, (), 1.0, full_lu=True),
        Variant("E", "swing arm small", shaft, ("swing_arm.angle",), 0.995),
        Variant("F", "rider lean small", shaft, ("rider_lean.angle",), 0.994),
        Variant("H", "chain", chain, (), 1.047),
        Variant("-", "fork where the Telelever is", fork, (), 1.0),
        Variant("I", "Telelever, literal", lever, (), 1.700),
        Variant("K", "its angles small", lever, HEAD, 1.439),
        Variant("M", "rider and swing arm, too", lever, (*HEAD, "rider_lean.angle", "swing_arm.angle"), 0.837),
    ]


def counted(variant: Variant) -> dict[str, int]:
    """Operations of one right-hand side."""
    program = variant.machine.mechanism(speed=SPEED).program(coordinates="joints", small=variant.small)
    if variant.full_lu:
        return dict(program.count_with_lu())
    return dict(program.count("rates", "accelerations", "state_rates"))


def rows() -> Iterator[Row]:
    """One row a variant."""
    base = dict[str, int]()
    for variant in variants():
        count = counted(variant)
        total = count["multiplications"] + count["additions"]
        own = "fork" if variant.machine.name.endswith(("fork", "telelever")) else "shaft"
        base.setdefault(own, total)
        yield {
            "problem": f"{variant.letter} {variant.name}",
            "mul": count["multiplications"],
            "add": count["additions"],
            "functions": count["functions"],
            "over": total / base[own],
            "printed": variant.printed,
        }
