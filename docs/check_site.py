"""Refuse a built site that would load anything from outside, or whose pages point to files that are not there.

Called by `make docs` after the site is built: `python docs/check_site.py site`.
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = dict.fromkeys(("script", "img", "iframe", "source", "video", "audio", "embed"), "src")
LOADING_LINKS = {"stylesheet", "icon", "preload", "prefetch", "preconnect", "dns-prefetch", "modulepreload", "manifest"}
_URL = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")


class Resources(HTMLParser):
    """The addresses that a page loads by itself, without a click."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in LOADED and LOADED[tag] in given:
            self.found.append(given[LOADED[tag]])
        if tag == "link" and LOADING_LINKS & set(given.get("rel", "").split()):
            self.found.append(given.get("href", ""))


def problems(site: Path) -> list[str]:
    """One line for everything that is loaded from outside or missing."""
    pages = sorted(site.rglob("*.html"))
    found = [] if pages else [f"{site}: there are no pages; build the site first"]
    for page in pages:
        reader = Resources()
        reader.feed(page.read_text(encoding="utf-8"))
        found += [f"{page.relative_to(site)}: {words}" for words in _wrong(reader.found, page, site)]
    for sheet in sorted(site.rglob("*.css")):
        addresses = [one or other for one, other in _URL.findall(sheet.read_text(encoding="utf-8"))]
        found += [f"{sheet.relative_to(site)}: {words}" for words in _wrong(addresses, sheet, site)]
    return found


def _wrong(addresses: list[str], where: Path, site: Path) -> list[str]:
    found = []
    for address in dict.fromkeys(addresses):
        parts = urlsplit(address)
        if parts.scheme == "data" or not address or address.startswith("#"):
            continue
        if parts.scheme or parts.netloc:
            found.append(f"loads {address} from outside")
            continue
        folder = site if parts.path.startswith("/") else where.parent
        if where.name != "404.html" and not (folder / unquote(parts.path).lstrip("/")).exists():
            found.append(f"{address} is not there")
    return found


def main() -> int:
    """Tell every problem; 1 when there is one."""
    found = problems(Path(sys.argv[1]))
    print("\n".join(found) or "the site loads nothing from outside")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
