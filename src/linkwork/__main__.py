"""`python -m linkwork` is the program `linkwork`."""

from __future__ import annotations

from linkwork.cli.main import main

main()
