"""matplotlib for commands: imported without the help texts of its classes."""

from __future__ import annotations

import importlib
import sys


def prepare_figures() -> None:
    """Import matplotlib without listing what can be set in each of its classes, a third of the import's time."""
    if "matplotlib.figure" in sys.modules:
        return
    artist = importlib.import_module("matplotlib.artist")
    kept = artist.kwdoc
    vars(artist)["kwdoc"] = lambda _: ""
    try:
        importlib.import_module("matplotlib.figure")
    finally:
        vars(artist)["kwdoc"] = kept
