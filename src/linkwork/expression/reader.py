"""Going through the words of an expression."""

from __future__ import annotations

from linkwork.base.errors import ExpressionError
from linkwork.expression.tokens import Token, quote, tokens_of


class Reader:
    """Reads one text word by word; its errors say where."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokens_of(text)
        self.place = 0

    @property
    def _token(self) -> Token:
        return self.tokens[self.place]

    def _next(self) -> Token:
        token = self.tokens[self.place]
        if token.kind != "end":
            self.place += 1
        return token

    def _ahead(self, steps: int) -> Token:
        return self.tokens[min(self.place + steps, len(self.tokens) - 1)]

    def _take(self, *signs: str) -> str | None:
        token = self._token
        if token.kind == "sign" and token.text in signs:
            self.place += 1
            return token.text
        return None

    def _error(self, message: str, token: Token) -> ExpressionError:
        return ExpressionError(f"expression {quote(self.text)}: {message} at column {token.column}", token.column)

    def _expected(self, what: str, token: Token) -> ExpressionError:
        expected = "the text ends" if token.kind == "end" else f"found '{token.text}'"
        return self._error(f"expected {what}, but {expected}", token)
