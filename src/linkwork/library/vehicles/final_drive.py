"""How the torque comes to the rear wheel of a motorcycle: by a shaft, or by a chain that pulls on the swing arm.

Sharp, Evangelou and Limebeer 2005, Eqs. 34 to 43. c is the way from the centre of the wheel to that of the gearbox
sprocket in the plane of the frame, D its length. A run leaves the line of centres by b = asin((r_w - r_g) / D), the
upper one downwards; u is its direction, at an angle e over the frame's x axis, and l = sqrt(D^2 - (r_w - r_g)^2) its
length. With the angles f_g, f_w of sprocket and wheel against the frame its stretch is

    upper   l - (r_w - r_g) e + r_g f_g - r_w f_w,    lower   l + (r_w - r_g) e - r_g f_g + r_w f_w - slack

less that as drawn: the rates are u . c' + r_g f_g' - r_w f_w' and the like. A run that is stretched pulls, the other
hangs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_not_negative, require_positive
from linkwork.mechanism.spatial.spatial import Spatial

LEFT = (0.0, 1.0, 0.0)
_DRAWN_PULL = 100.0  # N, of the upper run as drawn: it is taut, and angles of the sprocket count from there


@public
@publicly_made
@dataclass(frozen=True)
class Shaft:
    """A shaft whose torque the main frame takes up; the swing arm feels none of it."""

    def add(self, m: Spatial, torque: str, wheel: tuple[float, float], pivot: tuple[float, float]) -> None:
        """Drive the rear wheel with a law of its torque."""
        m.signal("wheel_torque", torque, unit="N m")
        for name, body, sign in (("shaft", "rear_wheel", ""), ("shaft_housing", "frame", "-")):
            along: tuple[str, ...] = tuple(f"{sign}wheel_torque*(frame.left.{axis} - frame.{axis})" for axis in "xyz")
            m.force(name, body, torque=along)


@public
@publicly_made
@dataclass(frozen=True)
class Chain:
    """A chain over the gearbox sprocket and that of the wheel, elastic, with slack in the run that does not pull."""

    sprocket: tuple[float, float]
    """Centre of the gearbox sprocket as drawn, (x, z) in m."""
    gearbox_radius: float
    wheel_radius: float
    stiffness: float = 2e5
    """Of a run with the cush drive of the hub, N/m."""
    damping: float = 0.0
    """Of a run, N s/m, by the rate of its stretch; it pulls, it never pushes."""
    slack: float = 0.01
    """m, in the run that does not pull."""
    inertia: float = 0.03
    """Spin inertia of the sprocket with what turns with it, kg m^2."""

    def __post_init__(self) -> None:
        radii = {"gearbox_radius": self.gearbox_radius, "wheel_radius": self.wheel_radius}
        require_positive("a chain", stiffness=self.stiffness, inertia=self.inertia, **radii)
        require_not_negative("a chain", "a number", damping=self.damping, slack=self.slack)

    def require_room(self, wheel: tuple[float, float]) -> None:
        """Refuse sprockets that overlap, as drawn, with the wheel's centre at (x, z)."""
        far, radii = math.dist(self.sprocket, wheel), self.gearbox_radius + self.wheel_radius
        if not far > radii:
            raise MechanismError(
                f"a chain: its sprockets overlap: their centres are {far:g} m apart, their radii together {radii:g} m"
            )

    def add(self, m: Spatial, torque: str, wheel: tuple[float, float], pivot: tuple[float, float]) -> None:
        """Drive the rear wheel with a law of the torque that it would have by gears alone."""
        self.require_room(wheel)
        x, z = self.sprocket
        body = m.body("sprocket", (x, 0, z), mass={"mass": 0, "inertia": (0, self.inertia, 0)})
        m.revolute("gearbox", "frame", body, at=(x, 0, z), axis=LEFT)
        ratio = self.gearbox_radius / self.wheel_radius
        m.signal("wheel_torque", torque, unit="N m")
        m.actuator("drive", "gearbox", force=f"{ratio!r}*wheel_torque")
        arm_x, arm_z = wheel[0] - pivot[0], wheel[1] - pivot[1]
        cos, sin = "cos(swing_arm.angle)", "sin(swing_arm.angle)"
        m.signal("chain_x", f"{x - pivot[0]!r} - ({arm_x!r}*{cos} + {arm_z!r}*{sin})", unit="m")
        m.signal("chain_z", f"{z - pivot[1]!r} - ({arm_z!r}*{cos} - {arm_x!r}*{sin})", unit="m")
        m.signal("chain_centres", "sqrt(chain_x^2 + chain_z^2)", unit="m")
        if self.damping:
            m.signal("chain_vx", f"swing_arm.omega*({arm_x!r}*{sin} - {arm_z!r}*{cos})", unit="m/s")
            m.signal("chain_vz", f"swing_arm.omega*({arm_z!r}*{sin} + {arm_x!r}*{cos})", unit="m/s")
        larger = self.wheel_radius - self.gearbox_radius
        m.signal("chain_length", f"sqrt(chain_centres^2 - {larger**2!r})", unit="m")
        m.signal("chain_leaves", f"asin({larger!r}/chain_centres)", unit="rad")
        ways = "(rear_hub.angle + swing_arm.angle)", "(rear_hub.omega + swing_arm.omega)"
        for word, sign in (("upper", 1), ("lower", -1)):
            self._add_run(m, word, sign, (x - wheel[0], z - wheel[1]), ways)

    def _add_run(self, m: Spatial, word: str, sign: int, drawn: tuple[float, float], ways: tuple[str, str]) -> None:
        """A run of the chain: its direction, stretch, tension, and the forces on wheel, frame and sprocket."""
        larger, far = self.wheel_radius - self.gearbox_radius, math.hypot(*drawn)
        m.signal(f"{word}_rises", f"atan2(chain_z, chain_x) - {sign}*chain_leaves", unit="rad")
        rises = math.atan2(drawn[1], drawn[0]) - sign * math.asin(larger / far)
        at_rest = math.sqrt(far**2 - larger**2) - sign * larger * rises
        at_rest += self.slack if sign < 0 else -_DRAWN_PULL / self.stiffness
        turned = f"{self.gearbox_radius!r}*gearbox.angle - {self.wheel_radius!r}*{ways[0]}"
        stretch = f"chain_length - {sign}*{larger!r}*{word}_rises + {sign}*({turned}) - {at_rest!r}"
        m.signal(f"{word}_stretch", stretch, unit="m")
        pull = f"{self.stiffness!r}*{word}_stretch"
        if self.damping:
            parts = f"cos({word}_rises)*chain_vx + sin({word}_rises)*chain_vz"
            turning = f"{self.gearbox_radius!r}*gearbox.omega - {self.wheel_radius!r}*{ways[1]}"
            m.signal(f"{word}_stretch_rate", f"{parts} + {sign}*({turning})", unit="m/s")
            pull = f"max(0, {pull} + {self.damping!r}*{word}_stretch_rate)"
        m.signal(f"{word}_tension", f"if({word}_stretch > 0, {pull}, 0)", unit="N")
        ahead = {axis: f"(frame.ahead.{axis} - frame.{axis})" for axis in "xyz"}
        above = {axis: f"(frame.above.{axis} - frame.{axis})" for axis in "xyz"}
        left = {axis: f"(frame.left.{axis} - frame.{axis})" for axis in "xyz"}
        along = {axis: f"(cos({word}_rises)*{ahead[axis]} + sin({word}_rises)*{above[axis]})" for axis in "xyz"}
        pulls = {axis: f"{word}_tension*{along[axis]}" for axis in "xyz"}
        turns = tuple(f"{sign * self.wheel_radius!r}*{word}_tension*{left[axis]}" for axis in "xyz")
        back = tuple(f"{-sign * self.gearbox_radius!r}*{word}_tension*{left[axis]}" for axis in "xyz")
        m.force(f"{word}_run_wheel", "rear_wheel", pulls["x"], pulls["y"], z=pulls["z"], torque=turns)
        away = {axis: f"-{value}" for axis, value in pulls.items()}
        m.force(f"{word}_run_gearbox", "sprocket", away["x"], away["y"], z=away["z"], torque=back)
