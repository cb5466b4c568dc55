"""How the mechanism calls what a file names: names begin with a letter and are unique among all parts."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from linkwork.base.errors import MechanismError
from linkwork.formats.dyn.findings import DynReport
from linkwork.mechanism.names import check_name

if TYPE_CHECKING:
    from linkwork.mechanism.planar import Planar


@dataclass
class Names:
    """The bodies of the links, and the joints and contacts of the pairs."""

    mechanism: Planar
    report: DynReport
    bodies: dict[str, str] = field(default_factory=dict)
    pairs: dict[str, str] = field(default_factory=dict)

    def free(self, word: str, name: str, line: int, taken: Container[str] | None = None) -> str:
        """A name that is possible and not taken; that it is another one is told."""
        m = self.mechanism
        used = {*m.bodies_by_name, *m.joints, *m.forces, *m.contacts} if taken is None else taken
        try:
            check_name(word, name)
            chosen = name
        except MechanismError:
            letters = "".join(letter if letter.isalnum() or letter in "_-" else "_" for letter in name[:150])
            chosen = f"{word}_{letters}"
        while chosen in used:
            chosen += "_"
        if chosen != name:
            self.report.assumed(line, f"{word} '{name[:40]}' is called '{chosen}' in the mechanism")
        return chosen
