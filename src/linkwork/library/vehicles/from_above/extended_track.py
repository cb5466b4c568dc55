"""The extended single track: wheels that lock and spin, loads that move along and across, roll and pitch.

Every wheel has its own load Z and its own speed w, a state; those in front are turned alike. Slips along (k) and across
(s) follow over the relaxation lengths, so that a tyre at rest is a spring:

    L_k k' = (r w - v) - n k,   L_s s' = -u - n s,   n^2 = (v^2 + (r w)^2)/2

with the speeds v along and u across the wheel. The tyre law of the axle tells the force F of the whole slip,
F = f(atan p), p^2 = (g k)^2 + s^2, which acts along (g k, s): with g = 1 a locked wheel pushes against its way.

Such a spring hardly loses energy, and a car that is braked to a stop would swing on. So the force follows k + T k' and
s + T s' instead of k and s, with the tyre's damping T = 0.04 s exp(-(n / 1 m/s)^2): steady slips have none of
it, nor has what is faster than some metres a second.

With the forces X, Y of all tyres along the car and to its left, the heights over the road, roll to the right (b) and
pitch nose down (c):

    I_b b'' = h Y + m g h b - K_b b - D_b b',   I_c c'' = -h X - sum(J w') + m g h c - K_c c - D_c c'

K_b b + D_b b' moves load across, by the share `front_roll` in front; K_c c + D_c c' moves load forward.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from linkwork.base.errors import MechanismError
from linkwork.expression.given import public, publicly_made
from linkwork.library.checks import require_not_negative, require_positive
from linkwork.library.vehicles.brakes import brake_torque
from linkwork.library.vehicles.from_above.single_track import GRAVITY, SingleTrack
from linkwork.library.vehicles.from_above.tyres import TyreLaw
from linkwork.library.vehicles.ports import HYDRAULIC, add_inputs, add_outputs
from linkwork.mechanism.planar import Planar

_SIDES = {"left": 1, "right": -1}
_STILL = 1e-3  # m/s, so that a wheel at rest has a speed to divide by, and slips keep a smooth size
_NO_SLIP = 1e-6
_DAMPED = 0.04  # s, the tyre's damping over its stiffness: half the critical damping of a car on locked wheels, about
_DAMPED_BELOW = 1.0  # m/s of the wheel, over which it fades
_HOLD = 2.0  # 1/s, with which the drive holds the speed where nothing is said of it
_NO_GEARS = "without meaning here: torques on the driven wheels hold the speed, there are no gears"
_NO_AIR = "without meaning here: the car has no `drag`"


@public
@publicly_made
@dataclass(frozen=True)
class ExtendedSingleTrack(SingleTrack):
    """A car on a single track whose wheels lock and spin and whose loads move; the tyre laws need a friction.

    Inertias of roll and pitch are about lines on the road. Below about 1 m/s the tyres are damped, so that it comes to
    rest within half a second of a stop, after a spin on locked wheels within some two.
    """

    relaxation: float = 0.3
    """The way in m over which slips across are followed, as `relaxation_along` is of those along; above zero."""
    name: str = field(default="extended single-track car")
    relaxation_along: float = 0.2
    height: float = 0.55
    """Of the mass centre over the road, m."""
    wheel_inertia: float = 1.0
    """Of a wheel about its axle, kg m^2."""
    front_drive: float = 0.0
    """Share of the drive's torque that the front wheels get."""
    stiffness_along: float = 1.0
    """Of a tyre along its wheel, over that across."""
    digression: float = 0.0
    """What a tyre loses of its force per load, for a share by which the load is more than at rest; below 1."""
    front_roll: float = 0.55
    """Share of the front axle in what holds the car against roll."""
    roll_inertia: float = 1000.0
    roll_stiffness: float = 7e4
    """N m/rad; damping in N m s/rad."""
    roll_damping: float = 4500.0
    pitch_inertia: float = 3000.0
    pitch_stiffness: float = 1.8e5
    pitch_damping: float = 1.5e4
    drag: float = 0.0
    """Force against the speed of the air over its square, N s^2/m^2, at the mass centre."""

    def __post_init__(self) -> None:
        super().__post_init__()
        sizes = ("relaxation", "relaxation_along", "height", "wheel_inertia", "stiffness_along")
        bodies = ("roll_inertia", "pitch_inertia", "roll_damping", "pitch_damping")
        require_positive(self.name, **{each: getattr(self, each) for each in (*sizes, *bodies)})
        require_not_negative(self.name, "a number", digression=self.digression, drag=self.drag)
        for each in ("front_drive", "front_roll", "digression"):
            if not 0.0 <= getattr(self, each) <= 1.0:
                raise MechanismError(f"{self.name}: {each} is a share from 0 to 1, not {getattr(self, each):g}")
        falls = self.mass * GRAVITY * self.height
        for each in ("roll", "pitch"):
            if not getattr(self, f"{each}_stiffness") > falls:
                raise MechanismError(f"{self.name}: it falls over: its {each}_stiffness must be above {falls:.6g} N m")
        for word, tyre in (("front", self.front_tyre), ("rear", self.rear_tyre)):
            if getattr(tyre, "friction", 1.0) is None:
                raise MechanismError(f"{self.name}: its {word}_tyre has no friction and would never slide; give one")

    def mechanism(
        self,
        speed: float,
        steer: str | None = None,
        hold: float | None = None,
        ports: bool = False,
        brake: str | None = None,
    ) -> Planar:
        """The car that heads along x; `steer` is a law of the angle of the front wheels in rad, speeds are in m/s.

        The drive is a torque on the driven wheels that would hold the speed `cruise` on the road: `hold` is its gain
        in N s/m (left out: twice the mass a second). `brake` is a law of the torque on every wheel in N m. With `ports`
        the car has the inputs `CAR_INPUTS` and the outputs `CAR_OUTPUTS` of cars in space. Its wheels roll with
        `speed` at the start; the car stands until `simulate` is given the same, as `drive` does.
        Channels: those of `SingleTrack`, and for every wheel `spin_front_left` (rad/s), `load_front_left`,
        `along_front_left`, `across_front_left` (N) ..., `rolled` (to the right) and `pitched` (nose down) in rad.
        """
        self._require_moving(speed)
        if ports and brake is not None:
            raise MechanismError(f"{self.name}: `brake` or `ports`; with ports the brakes are input signals")
        m = Planar(self.name)
        m.parameters(cruise=speed, speed="cruise")  # paths to follow know it as `speed`
        m.body("car", estimate=(0, 0, 0), points={"front": (self.front, 0), "rear": (-self.rear, 0)})
        m.mass("car", mass=self.mass, inertia=self.inertia)
        if ports:
            add_inputs(m, self._remarks(), steering=steer is None)
        elif brake is not None:
            m.signal("brake", brake)
        m.signal("steer", steer or ("steering" if ports else "0"), unit="rad")
        m.signal("forward", "car.vx*cos(car.angle) + car.vy*sin(car.angle)", unit="m/s")
        m.signal("sideways", "car.vy*cos(car.angle) - car.vx*sin(car.angle)", unit="m/s")
        m.signal("slip_front", f"steer - atan2(sideways + {self.front!r}*car.omega, forward)", unit="rad")
        m.signal("slip_rear", f"-atan2(sideways - {self.rear!r}*car.omega, forward)", unit="rad")
        self._add_roll_and_pitch(m)
        gain = _HOLD * self.mass if hold is None else hold
        throttle = "throttle*" if ports else ""
        braked = "brake" if brake is not None else None
        axles = (("front", self.front_tyre, self.front_drive), ("rear", self.rear_tyre, 1.0 - self.front_drive))
        for (axle, tyre, share), load in zip(axles, self.loads, strict=True):
            drive = f"{throttle}{gain * share / 2 * self.radius!r}*(cruise - forward)" if share else "0"
            self._add_axle(m, axle, tyre, load, drive, braked, ports, speed)
        self._close_roll_and_pitch(m)
        push = "side_wind" if ports else "0"
        if self.drag:
            wind = "forward + headwind" if ports else "forward"
            m.force("air", "car", x=f"-{self.drag!r}*({wind})*abs({wind})", y=push, follows=True)
        elif ports:
            m.force("wind", "car", y=push, follows=True)
        if ports:
            add_outputs(m, self._seen(), {})
        return m

    def _remarks(self) -> dict[str, str]:
        """Of the inputs that have no meaning for this car."""
        remarks = dict.fromkeys(("gear", "clutch"), _NO_GEARS)
        return remarks if self.drag else remarks | {"headwind": _NO_AIR}

    def _add_roll_and_pitch(self, m: Planar) -> None:
        """The states, and the moments of springs and dampers that move the loads."""
        for word, name in (("roll", "rolled"), ("pitch", "pitched")):
            stiffness, damping = getattr(self, f"{word}_stiffness"), getattr(self, f"{word}_damping")
            m.state(f"{word}_speed", rate=f"{word}_acceleration", start=0, unit="rad/s")
            m.state(name, rate=f"{word}_speed", start=0, unit="rad")
            m.signal(f"{word}_moment", f"{stiffness!r}*{name} + {damping!r}*{word}_speed", unit="N m")

    def _close_roll_and_pitch(self, m: Planar) -> None:
        """Their accelerations by the forces of all tyres."""
        wheels = [f"{axle}_{side}" for axle in ("front", "rear") for side in _SIDES]
        ahead, aside, spun = (" + ".join(f"{word}_{name}" for name in wheels) for word in ("ahead", "aside", "turning"))
        falls = self.mass * GRAVITY * self.height
        roll = f"({self.height!r}*({aside}) + {falls!r}*rolled - roll_moment)/{self.roll_inertia!r}"
        # turning: J w' of a wheel, its torques less r times its force along
        pitch = f"(-{self.height!r}*({ahead}) - ({spun}) + {falls!r}*pitched - pitch_moment)/{self.pitch_inertia!r}"
        m.signal("roll_acceleration", roll, unit="rad/s^2")
        m.signal("pitch_acceleration", pitch, unit="rad/s^2")

    def _add_axle(
        self,
        m: Planar,
        axle: str,
        tyre: TyreLaw,
        load: float,
        drive: str,
        brake: str | None,
        ports: bool,
        speed: float,
    ) -> None:
        """Two wheels with their loads, slips, spins and forces, and what these do to the car."""
        in_front = axle == "front"
        turned = ("cos(steer)", "sin(steer)") if in_front else ("1", "0")
        place = self.front if in_front else -self.rear
        m.signal(f"sideways_{axle}", f"sideways + ({place!r})*car.omega", unit="m/s")
        shift = f"{(1 if in_front else -1) / self.wheelbase!r}*pitch_moment"
        m.signal(f"load_{axle}", f"max(0, min({self.mass * GRAVITY!r}, {load!r} + {shift}))", unit="N")
        across = (self.front_roll if in_front else 1.0 - self.front_roll) / (2 * self.half_track)
        for side, sign in _SIDES.items():
            name = f"{axle}_{side}"
            borne = f"load_{axle}/2 - ({sign * across!r})*roll_moment"
            m.signal(f"load_{name}", f"max(0, min(load_{axle}, {borne}))", unit="N")
            self._add_wheel(m, name, tyre, load, turned, speed)
            torque = None
            if ports:
                m.filter(f"{name}_torque", f"brake_{name}", time_constant=HYDRAULIC)
                torque = brake_torque(m, name, f"spin_{name}", f"{name}_torque")
            elif brake is not None:
                torque = brake_torque(m, name, f"spin_{name}", brake)
            pulled = drive if torque is None else f"{drive} + {torque}"
            m.signal(f"turning_{name}", f"{pulled} - {self.radius!r}*along_{name}", unit="N m")
        m.signal(f"side_{axle}", f"across_{axle}_left + across_{axle}_right", unit="N")
        m.force(
            f"{axle}_axle",
            f"car.{axle}",
            x=f"ahead_{axle}_left + ahead_{axle}_right",
            y=f"aside_{axle}_left + aside_{axle}_right",
            torque=f"{self.half_track!r}*(ahead_{axle}_right - ahead_{axle}_left)",
            follows=True,
        )

    def _add_wheel(
        self, m: Planar, name: str, tyre: TyreLaw, load: float, turned: tuple[str, str], speed: float
    ) -> None:
        """The slips of a wheel and the force of its tyre, along and across it, ahead and to the side of the car."""
        axle, side = name.split("_")
        cos, sin = turned
        ahead = f"(forward - ({_SIDES[side] * self.half_track!r})*car.omega)"
        m.signal(f"rolling_{name}", f"{ahead}*{cos} + sideways_{axle}*{sin}", unit="m/s")
        m.signal(f"sliding_{name}", f"sideways_{axle}*{cos} - {ahead}*{sin}", unit="m/s")
        m.state(f"spin_{name}", rate=f"turning_{name}/{self.wheel_inertia!r}", start=speed / self.radius, unit="rad/s")
        turn = f"{self.radius!r}*spin_{name}"
        m.signal(f"pace_{name}", f"sqrt((rolling_{name}^2 + ({turn})^2)/2 + {_STILL**2!r})", unit="m/s")
        along, across = f"slip_along_{name}", f"slip_across_{name}"
        pace = f"pace_{name}"
        rates = {
            along: f"({turn} - rolling_{name} - {pace}*{along})/{self.relaxation_along!r}",
            across: f"(-sliding_{name} - {pace}*{across})/{self.relaxation!r}",
        }
        m.signal(f"damping_{name}", f"{_DAMPED!r}*exp(-({pace}/{_DAMPED_BELOW!r})^2)", unit="s")
        for slip, rate in rates.items():
            m.signal(f"{slip}_rate", rate, unit="1/s")
            m.state(slip, rate=f"{slip}_rate", start=0)
        along, across = (f"({slip} + damping_{name}*{slip}_rate)" for slip in rates)
        m.signal(f"slip_{name}", f"sqrt(({self.stiffness_along!r}*{along})^2 + {across}^2 + {_NO_SLIP**2!r})")
        borne = f"2*load_{name}"
        if self.digression:
            borne = f"max(0, {borne}*(1 - {self.digression!r}*({borne}/{load!r} - 1)))"
        m.signal(f"force_{name}", f"({tyre.side_force(f'atan(slip_{name})', borne)})/2", unit="N")
        m.signal(f"along_{name}", f"force_{name}*{self.stiffness_along!r}*{along}/slip_{name}", unit="N")
        m.signal(f"across_{name}", f"force_{name}*{across}/slip_{name}", unit="N")
        m.signal(f"ahead_{name}", f"along_{name}*{cos} - across_{name}*{sin}", unit="N")
        m.signal(f"aside_{name}", f"along_{name}*{sin} + across_{name}*{cos}", unit="N")

    def _seen(self) -> dict[str, str]:
        """The formulas of the outputs."""
        formulas = {"place_x": "car.x", "place_y": "car.y", "heading": "atan2(sin(car.angle), cos(car.angle))"}
        formulas |= {"along_speed": "forward", "across_speed": "sideways", "yaw_rate": "car.omega"}
        formulas |= {"steered": "steer", "roll": "rolled", "pitch": "pitched"}
        wheels = [f"{axle}_{side}" for axle in ("front", "rear") for side in _SIDES]
        return formulas | {f"wheel_{name}": f"spin_{name}" for name in wheels}
