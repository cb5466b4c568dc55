"""A model file with other entries of its section `output`, and everything else, comments too, as it was written."""

from __future__ import annotations

from collections.abc import Mapping

from linkwork.formats.text_places import Edit, added, edited, filled, places_of, replaced


def with_output(text: str, entries: Mapping[str, str]) -> str:
    """The text of a model file that was read before, with these entries, each written in one line."""
    root = places_of(text)
    section, ends = root.at("output"), "\r\n" if "\r\n" in text else "\n"
    if section is None or section.empty or section.alias:
        lines = "".join(f"  {name}: {value}{ends}" for name, value in entries.items())
        if section is not None:
            return edited(text, [filled(text, root, "output", f"{{{', '.join(map(': '.join, entries.items()))}}}")])
        return f"{text}{'' if text.endswith(ends) else ends}{ends}output:{ends}{lines}"
    edits, more = [], []
    for name, value in entries.items():
        spot = section.at(name)
        if spot is None:
            more.append((name, value))
        elif spot.empty:
            edits.append(filled(text, section, name, value))
        elif spot.flow or (spot.items is None and spot.entries is None):
            edits.append(replaced(spot, value))
        else:  # a list or mapping of several lines, from behind its key on
            colon = text.index(":", section.after[name])
            edits.append(Edit(colon + 1, spot.end, f" {value}"))
    return edited(text, [*edits, added(text, section, more)] if more else edits)
