"""What shows itself in a notebook. It imports nothing: how it looks is made when a notebook asks for it."""

from __future__ import annotations


class ShowsItself:
    """A result that a notebook shows as words and tables, with a drawing where it has one."""

    def _repr_html_(self) -> str:
        from linkwork.report.notebook import result_html

        return result_html(self)


class Shown:
    """A piece of a page, ready to be shown in a notebook."""

    def __init__(self, html: str, words: str) -> None:
        self._html, self._words = html, words

    def __repr__(self) -> str:
        return self._words

    def _repr_html_(self) -> str:
        return self._html
