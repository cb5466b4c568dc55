"""Lines: a tape as assignments in any of the languages, in pieces that a compiler can take one by one."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from linkwork.program.evaluation import certain, live
from linkwork.program.languages import Language
from linkwork.program.tape import COMPARISONS, CONSTANT, INPUT, LEAVES, SELECT, TABLE, Tape

_LONGEST = 90  # letters of an operation that is written where it is used
_A_LINE = 6  # numbers of a table
_SIMPLE = ("add", "sub", "mul", "div", "neg")


@dataclass
class Piece:
    """Some assignments; numbers that other pieces use stand in an array."""

    lines: list[str] = field(default_factory=list)


class Written:
    """The assignments that make some numbers, each stored at its place in the piece that makes it.

    `stores` has the node and the text of the place of every number; `inputs` says how each input is written. An
    operation that is used once is written where it is used, as long as the line stays readable. Pieces have at most
    `longest` operations; what one hands to another lies in the array `kept`, whose places are used again. Nodes that
    are `late` stand in pieces of their own, from number `early` on, which may be run again and again.
    """

    def __init__(
        self,
        tape: Tape,
        stores: Iterable[tuple[int, str]],
        inputs: Mapping[str, str],
        language: Language,
        longest: int = 0,
        kept: str = "z",
        late: Container[int] = (),
    ) -> None:
        self.tape, self.language, self.inputs, self.kept = tape, language, inputs, kept
        self.stores = dict[int, list[str]]()
        for node, place in stores:
            self.stores.setdefault(node, []).append(place)
        self.certain = certain(tape, self.stores) if language.guarded else set[int]()
        self.longest, self.early = longest, 0
        places = [x for x in live(tape, self.stores) if tape.codes[x] not in LEAVES]
        groups = [[x for x in places if x not in late], [x for x in places if x in late]]
        self.places, self.piece_of = groups[0] + groups[1], self._numbered(groups[0], 0)
        if groups[1]:
            self.early = max(self.piece_of.values(), default=0) + 1
            self.piece_of |= self._numbered(groups[1], self.early)
        self._count_uses()
        self.texts = dict[int, str]()
        self.size = 0  # of the array of kept numbers
        self.pieces = self._pieces()

    def _numbered(self, places: list[int], first: int) -> dict[int, int]:
        return {x: first + (at // self.longest if self.longest else 0) for at, x in enumerate(places)}

    def _count_uses(self) -> None:
        self.uses = dict.fromkeys(self.places, 0)
        self.last = dict[int, int]()  # the last piece that uses a node
        self.first_user = dict[int, int]()
        for x in self.places:
            for operand in self.tape.operands[x]:
                if operand in self.uses:
                    self.uses[operand] += 1
                    self.last[operand] = self.piece_of[x]
                    self.first_user[operand] = x

    def _pieces(self) -> list[Piece]:
        count = max(self.piece_of.values(), default=0) + 1
        pieces = [Piece() for _ in range(count)]
        free, ends = list[int](), dict[int, list[int]]()
        before = 0
        for x in self.places:
            piece = self.piece_of[x]
            while before < piece:
                free += ends.pop(before, [])
                before += 1
            text, single = self._operation(x), self.uses[x] <= 1 and x not in self.stores
            if self.tape.codes[x] in COMPARISONS and self.last[x] == piece:
                self.texts[x] = f"({text})"
                continue
            if single and self.last[x] == piece and len(text) <= _LONGEST and self._inside(x):
                self.texts[x] = f"({text})" if self.tape.codes[x] in _SIMPLE else text
                continue
            last = self.last.get(x, piece)
            if last > piece and self.longest:
                slot = free.pop() if free else self._new_slot()
                if not piece < self.early <= last:  # what is run again needs it again
                    ends.setdefault(last, []).append(slot)
                name = self.language.index.format(self.kept, slot + self.language.first)
                pieces[piece].lines.append(self.language.store.format(name, text))
            elif self.uses[x] or len(self.stores.get(x, ())) > 1:
                name = f"a{x}"
                pieces[piece].lines.append(self.language.assign.format(name, text))
            else:
                name = text
            self.texts[x] = name
            pieces[piece].lines += [self.language.store.format(place, name) for place in self.stores.get(x, ())]
        for x, places in self.stores.items():
            if self.tape.codes[x] in (CONSTANT, INPUT):
                pieces[-1].lines += [self.language.store.format(place, self._text(x)) for place in places]
        return pieces

    def _inside(self, x: int) -> bool:
        """Whether an operation may stand inside another; a selection names its parts more than once in no language."""
        user = self.first_user[x]
        return self.tape.codes[user] != SELECT and self.tape.codes[user] not in ("hypot", *COMPARISONS)

    def _new_slot(self) -> int:
        self.size += 1
        return self.size - 1

    def _text(self, x: int) -> str:
        if self.tape.codes[x] == CONSTANT:
            return number_text(self.tape.values[x], self.language)
        if self.tape.codes[x] == INPUT:
            return self.inputs[self.tape.names[x]]
        if self.tape.codes[x] == TABLE:
            return table_name(self.tape.tables[x])
        return self.texts[x]

    def _operation(self, x: int) -> str:
        forms, code = self.language.forms, self.tape.codes[x]
        if code in self.language.guarded and x not in self.certain:
            forms = self.language.guarded
        return forms[code].format(*(self._text(y) for y in self.tape.operands[x]))


def number_text(value: float, language: Language) -> str:
    """A constant to its last digit, in brackets where it has a sign."""
    if not math.isfinite(value):
        missing, endless = language.nowhere
        return missing if math.isnan(value) else endless if value > 0 else f"(-{endless})"
    text = repr(float(value))
    return f"({text})" if value < 0 or text.startswith("-") else text


def table_name(numbers: tuple[float, ...]) -> str:
    """A name that is the same for the same numbers only: several programs may stand in one file."""
    return "table_" + sha256(repr(numbers).encode()).hexdigest()[:12]


def tables_of(tape: Tape, outputs: Iterable[int], language: Language, indent: str = "") -> list[str]:
    """The declarations of all numbers that are looked up for some outputs, a few a line."""
    tables_of = list[str]()
    for place in live(tape, outputs):
        if tape.codes[place] == TABLE:
            numbers = tape.tables[place]
            rows = [numbers[first : first + _A_LINE] for first in range(0, len(numbers), _A_LINE)]
            joined = f",{language.goes_on}\n".join(
                ", ".join(number_text(each, language) for each in row) for row in rows
            )
            text = language.table.format(table_name(numbers), joined)
            tables_of += [indent + line for line in text.splitlines()]
    return tables_of


def looked_up(tape: Tape, outputs: Iterable[int], language: Language) -> list[str]:
    """The tables that some outputs need, and what looks their numbers up; nothing where there are none."""
    tables = tables_of(tape, outputs, language)
    return [*tables, "", *language.lookup.splitlines(), ""] if tables else []


def counted(tape: Tape, outputs: Iterable[int]) -> dict[str, int]:
    """Operations: multiplications and divisions, additions and subtractions, functions, decisions."""
    counted = {"multiplications": 0, "additions": 0, "functions": 0, "decisions": 0}
    for place in live(tape, outputs):
        code = tape.codes[place]
        if code in ("mul", "div"):
            counted["multiplications"] += 1
        elif code in ("add", "sub"):
            counted["additions"] += 1
        elif code == SELECT:
            counted["decisions"] += 1
        elif code not in (*LEAVES, "neg", "entry", *COMPARISONS):
            counted["functions"] += 1
    return counted
