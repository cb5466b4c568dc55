"""A machine tool on six telescope struts with elastic joints: how stiff is it, and where is it singular?

After Kuebler, Henninger and Eberhard, who optimised the hexapod HEXACT: the inner joints of the struts, on the tool
carrier, are turned by zeta against the outer ones. Current design: not at all; I: all the same way; II: front and back
in opposite ways. Sizes are reconstructed from what the paper prints, for those of the machine are not in it.
The actuators give every strut the length that belongs to the target (x0, y0, z0): its spring is free there.
"""

import math

import linkwork as lw

OUTER, INNER = 0.5857, 0.09969  # radii of the circles of joints, m
HEIGHT = {"inward": 0.3452, "outward": 0.5079}  # of the inner joints over the middle plane: the paper allows both
RISE = {"inward": -1, "outward": 1}  # which way the struts run from there, seen from the middle plane
INCLINATION = math.radians(39.22)
STIFFNESS = 3.134e6  # N/m of a strut
REACH = 0.1  # m: how far the maps go


def hexapod(design: str = "I", zeta: float = math.radians(82.5), struts: str = "inward") -> lw.Spatial:
    """The machine; parameters are zeta, the target x0, y0, z0, the stiffness k, and the load fx, fy, fz, tz on it."""
    m = lw.Spatial(f"hexapod, design {design}")
    m.parameters(zeta=zeta, x0=0, y0=0, z0=0, k=STIFFNESS, fx=0, fy=0, fz=0, tz=0)
    carrier = m.body("carrier", estimate=("x0", "y0", "z0"), mass={"mass": 100, "inertia": [5, 5, 5]})
    inner_height = HEIGHT[struts]
    outer_height = inner_height + RISE[struts] * (OUTER - INNER) * math.tan(INCLINATION)
    for number in range(6):
        side = 1 if number % 2 == 0 else -1
        turned = f"{60 * number} deg + {side if design == 'II' else 1}*zeta"
        inner = (f"{INNER}*cos({turned})", f"{INNER}*sin({turned})", side * inner_height)
        angle = math.radians(60 * number)
        outer = (OUTER * math.cos(angle), OUTER * math.sin(angle), side * outer_height)
        squares = [
            f"({target} + {p} - ({q!r}))^2" for target, p, q in zip(("x0", "y0", "z0"), inner, outer, strict=True)
        ]
        length = f"sqrt({' + '.join(squares)})"
        m.spring(f"strut {number + 1}", m.ground.at(*outer), carrier.at(*inner), stiffness="k", free_length=length)
    m.force("push", carrier.at(0, 0, 0), x="fx", y="fy", z="fz")
    m.torque("twist", m.ground, carrier, torque="tz")
    return m


m = hexapod("I")

if __name__ == "__main__":
    from linkwork.view.figures.stiffness_figure import plot_maps

    steps = [REACH * step / 4 for step in range(-4, 5)]
    maps = {}
    for title, machine in {
        "current design": hexapod("current", 0.0),
        "design I, 82.5 deg": m,
        "design II, 82.5 deg": hexapod("II"),
    }.items():
        maps[title] = machine.stiffness_map("carrier", {"x0": steps, "z0": steps})
        print(f"{title}: {maps[title].words()}")
        print("  at the centre:", machine.stiffness("carrier").words())
    plot_maps(maps, path="hexapod.png")
