"""Reading units: what follows a number (or a parenthesis) and a blank, as people write it.

unit   = factor {factor} {"/" (factor | "(" factor factor {factor} ")")}     100 N/m   5 kg m^2   3 W/(m^2 K)
       | "1" "/" ...                                                         2 1/s^2
factor = word ["^" ["-"] integer | raised integer]

A `*` ends a unit, and so does a `/` before anything that is no unit. A `/` right behind a number divides.
"""

from __future__ import annotations

from linkwork.expression.close_names import close_matches
from linkwork.expression.reader import Reader
from linkwork.expression.tokens import QUOTING, Token, raised_number
from linkwork.expression.units import ONE, UNITS, Unit

_LARGEST_EXPONENT = 9


class UnitReader(Reader):
    """Reads the unit that stands where the reader is."""

    def _unit_begins(self) -> bool:
        """Whether a unit stands here: a word, or `1/` and a word behind a blank."""
        token, below = self._token, self._ahead(2)
        if token.kind == "name":
            return True
        one = token.kind == "number" and token.text == "1" and token.spaced and self._ahead(1).text == "/"
        return one and (below.text in UNITS or below.text == "(")

    def _unit(self) -> Unit:
        """The whole unit."""
        if self._token.kind == "number":
            self._next()
            return self._below(ONE)
        unit = self._factor()
        while self._token.kind == "name":
            unit = self._side_by_side(unit)
        return self._below(unit)

    def _side_by_side(self, unit: Unit) -> Unit:
        token = self._token
        other = self._factor()
        if unit.zero or other.zero:
            raise self._error(f"a temperature such as 20 {other.text if other.zero else unit.text} stands alone", token)
        return unit.times(other)

    def _below(self, unit: Unit) -> Unit:
        while self._token.text == "/" and self._divides():
            slash = self._next()
            others = self._several() if self._token.text == "(" else [self._factor()]
            if unit.zero or any(other.zero for other in others):
                raise self._error("differences of temperature are in K, as in W/K", slash)
            unit = unit.over(*others)
            if self._token.kind == "name":
                word = self._token
                raise self._error(
                    f"is '{word.text}' above or below the line? Write {unit.text.rpartition('/')[0]} {word.text}/... "
                    f"or .../({others[-1].text} {word.text});",
                    word,
                )
        return unit

    def _divides(self) -> bool:
        """Whether the / here goes on with the unit: a unit follows it, or several in parentheses."""
        word = self._ahead(1)
        if word.text == "(":
            return self._ahead(2).text in UNITS and self._inner_factors() > 1
        return word.kind == "name" and word.text in UNITS and self._ahead(2).text != "("

    def _inner_factors(self) -> int:
        """How many units stand side by side in the parentheses behind the / here; 0 if anything else does."""
        place, count = self.place + 2, 0
        while self.tokens[place].text != ")":
            if self.tokens[place].kind == "name" and self.tokens[place].text in UNITS:
                count, place = count + 1, place + 1
            elif self.tokens[place].text in ("^", "-") or self.tokens[place].kind in ("number", "raised"):
                place += 1
            else:
                return 0
        return count

    def _several(self) -> list[Unit]:
        self._next()
        several = []
        while not self._take(")"):
            several.append(self._factor())
        return several

    def _factor(self) -> Unit:
        word = self._next()
        if self._token.text == "(":
            raise self._error(f"an operator is missing before '{word.text}('", word)
        if word.text not in UNITS:
            raise self._unknown(word)
        exponent = self._exponent()
        unit = Unit.of(word.text, exponent)
        if exponent != 1 and word.text in ("degC", "degF"):
            raise self._error("differences of temperature are in K, as in 2 K^2", word)
        return unit

    def _unknown(self, word: Token) -> Exception:
        if self.tokens[self.place - 2].text.endswith("."):
            return self._error(f"unknown unit '{word.text}'; {QUOTING};", word)
        hint = close_matches(word.text, list(UNITS))
        return self._error(f"unknown unit '{word.text}'{hint} (for a product write *)", word)

    def _exponent(self) -> int:
        if self._token.kind == "raised" and 1 <= abs(raised_number(self._token.text)) <= _LARGEST_EXPONENT:
            return raised_number(self._next().text)
        if not self._take("^"):
            return 1
        minus = self._take("-")
        token = self._next()
        if not (token.kind == "number" and token.text.isdigit() and 1 <= int(token.text) <= _LARGEST_EXPONENT):
            raise self._expected(
                f"a whole number from 1 to {_LARGEST_EXPONENT} as the power of a unit"
                " (to raise the value itself, put it in parentheses)",
                token,
            )
        return -int(token.text) if minus else int(token.text)
