"""Validation errors in a user's words."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError


def explain_entry(entry: Any) -> str:
    """One entry of a validation error as a sentence."""
    kind, message = entry["type"], entry["msg"]
    field = entry["loc"][-1] if entry["loc"] else ""
    if kind == "missing":
        return f"'{field}' is missing"
    if kind == "extra_forbidden":
        return f"'{field}' is not known here"
    if kind in ("value_error", "assertion_error"):
        return message.partition(", ")[2] or message
    if kind == "literal_error":
        return f"'{field}' must be {entry['ctx']['expected']}; found {entry['input']!r}"
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        found = f"; found {entry['ctx'].get('tag')!r}" if "tag" in entry["ctx"] else ""
        return f"'type' must be one of {entry['ctx'].get('expected_tags', 'the known types')}{found}"
    return f"'{field}': {message[0].lower()}{message[1:]}; found {_short(entry['input'])}"


def explain(error: ValidationError) -> str:
    """The first thing that is wrong, in one sentence."""
    return explain_entry(error.errors()[0])


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
