"""A planar mechanism placed in any plane of space: the same motion and the same reactions in the plane.

    four_bar = Planar("four-bar")
    ...
    upright = four_bar.in_space(origin=(0, 0, 1), x=(1, 0, 0), y=(0, 0, 1))

Each body keeps its frame; its z axis is the normal of the plane. Names, parameters and expressions stay, so that
`set(...)` works. The moment of inertia about the normal is given, those about axes in the plane are half of it, as of a
lamina. Joints of space hold more than those of the plane: what they hold out of the plane is redundant around a closed
loop, which `check()` says by name, and it changes nothing in the plane. A body that no joint keeps in the plane (a free
one, or one on springs and distances) gets a planar joint to the ground, `plane of b`.

Discs and walls that touch become balls and planes, journals with clearance balls in sockets; dry friction in hinges and
guides stays. Cams, profiles with corners or arcs, elastic belts, gears without a carrier on which both are pinned, and
coordinates of one moving body against another along axes of the plane have no counterpart: they are refused by name.
"""

from linkwork.formats.embedding.embedding import embedded

__all__ = ["embedded"]
