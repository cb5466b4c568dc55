"""Files of the thesis of Wang (`.DYN`): reading and writing. Everything the file leaves open or contradicts is told."""

from __future__ import annotations

from linkwork.formats.dyn.load import load_dyn, read_dyn, save_dyn, write_dyn

__all__ = ["load_dyn", "read_dyn", "save_dyn", "write_dyn"]
