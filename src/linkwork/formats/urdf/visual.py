"""What the links of a URDF file look like, in the words of a model file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from linkwork.bodies.spatial.mesh_file import KINDS
from linkwork.formats.urdf.xml_tree import Tag

if TYPE_CHECKING:
    from linkwork.formats.urdf.reader import Reader

_PACKAGE, _FILE = "package://", "file://"


class VisualReader:
    """Reads visual and collision tags."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.colours: dict[str, str] = {}
        self.notes: list[str] = []

    def materials(self, root: Tag) -> None:
        """Learn the colours that the file names."""
        for tag in root.all("material"):
            colour = self._colour(tag, "material")
            if colour is not None:
                self.colours[tag.attributes.get("name", "")] = colour

    def of_link(self, link: Tag, where: str) -> tuple[dict[str, Any], ...]:
        """The shapes of a link."""
        shapes = (self._shape(visual, where) for visual in link.all("visual"))
        return tuple(shape for shape in shapes if shape is not None)

    def solids_of(self, link: Tag, where: str) -> tuple[dict[str, Any], ...]:
        """The shapes with which a link collides; of a mesh the convex hull."""
        solids: list[dict[str, Any]] = []
        for collision in link.all("collision"):
            shape = self._shape(collision, where)
            if shape is not None:
                shape.pop("colour", None)
                solids.append(shape | {"type": "convex"} if shape["type"] == "mesh" else shape)
        return tuple(solids)

    def _shape(self, visual: Tag, where: str) -> dict[str, Any] | None:
        where = f"{where}: its {visual.name}"
        geometry = self.reader.inner(visual, "geometry", where)
        if not geometry.inner:
            self.reader.fail(geometry, f"{where}: <geometry> is empty; give a box, cylinder, sphere, capsule or mesh")
        shape = self._form(geometry.inner[0], where)
        if shape is None:
            return None
        origin = self.reader.origin(visual, where)
        if any(origin.xyz):
            shape["at"] = list(origin.xyz)
        if origin.orientation is not None:
            shape["orientation"] = origin.orientation
        material = visual.first("material")
        colour = None if material is None else self._material(material, where)
        return shape if colour is None else shape | {"colour": colour}

    def _form(self, tag: Tag, where: str) -> dict[str, Any] | None:
        if tag.name == "box":
            return {"type": "box", "size": self._sizes(tag, self.reader.vector(tag, "size", where, None), where)}
        if tag.name == "sphere":
            (radius,) = self._sizes(tag, [self.reader.number(tag, "radius", where)], where)
            return {"type": "sphere", "radius": radius}
        if tag.name in ("cylinder", "capsule"):
            given = [self.reader.number(tag, name, where) for name in ("radius", "length")]
            radius, length = self._sizes(tag, given, where)
            return {"type": tag.name, "radius": radius, "length": length}
        if tag.name == "mesh":
            return self._mesh(tag, where)
        self.reader.fail(tag, f"{where}: <{tag.name}> is not known; known are: box, cylinder, sphere, capsule, mesh")

    def _sizes(self, tag: Tag, values: Any, where: str) -> list[float]:
        for value in values:
            if value <= 0.0:
                self.reader.fail(tag, f"{where}: the sizes of a {tag.name} must be greater than zero; found {value:g}")
        return list(values)

    def _mesh(self, tag: Tag, where: str) -> dict[str, Any] | None:
        name = self.reader.text(tag, "filename", where)
        path = self._mesh_path(tag, name, where)
        kind = os.path.splitext(path)[1][1:].lower()
        if kind not in KINDS:
            self.notes.append(f"{self.reader.file}:{tag.line}: {where}: '{name}' is not shown; meshes are STL or OBJ")
            return None
        scale = list(self.reader.vector(tag, "scale", where, (1.0, 1.0, 1.0)))
        return {"type": "mesh", "file": path, "scale": self._sizes(tag, scale, where)}

    def _mesh_path(self, tag: Tag, name: str, where: str) -> str:
        """The path of a mesh file: as it is named, or in the package of that name beside or around the URDF file."""
        folder = os.path.dirname(os.path.abspath(self.reader.file))
        if name.startswith(_PACKAGE):
            package, _, inside = unquote(name[len(_PACKAGE) :]).partition("/")
            tried = [os.path.join(folder, package, inside), os.path.join(folder, inside)]
            around = folder
            while os.path.dirname(around) != around:
                if os.path.basename(around) == package:
                    tried.append(os.path.join(around, inside))
                around = os.path.dirname(around)
        elif name.startswith(_FILE):
            tried = [os.path.join(folder, unquote(name[len(_FILE) :]))]
        elif "://" in name:
            self.reader.fail(
                tag, f"{where}: '{name}' is an address; only local files are read, copy it beside the URDF"
            )
        else:
            tried = [os.path.join(folder, name)]
        for path in tried:
            if os.path.isfile(path):
                return os.path.normpath(path)
        places = " or ".join(os.path.relpath(path, folder) for path in tried)
        self.reader.fail(tag, f"{where}: the mesh file '{name}' is missing; looked for {places} from '{folder}'")

    def _material(self, tag: Tag, where: str) -> str | None:
        return self._colour(tag, where) or self.colours.get(tag.attributes.get("name", ""))

    def _colour(self, tag: Tag, where: str) -> str | None:
        """#rrggbbaa of a material."""
        colour = tag.first("color")
        if colour is None:
            return None
        words = self.reader.text(colour, "rgba", where).split()
        try:
            values = [round(255 * min(max(float(word), 0.0), 1.0)) for word in words]
        except ValueError:
            values = []
        if len(values) != 4:
            self.reader.fail(colour, f"{where}: 'rgba' needs four numbers from 0 to 1; found '{' '.join(words)}'")
        return "#" + "".join(f"{value:02x}" for value in values)
