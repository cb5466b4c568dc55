"""The dimension of every number field of a description, by the field's name; what differs in a class stands apart."""

from __future__ import annotations

from typing import Any

from linkwork.base.errors import ExpressionError
from linkwork.base.late_dataclass import dataclass
from linkwork.expression import dimensions as dim
from linkwork.expression.dimensions import Dimension


@dataclass(frozen=True)
class Either:
    """One dimension where the freedom slides, another one where it turns."""

    sliding: Dimension
    turning: Dimension


@dataclass(frozen=True)
class Cycles:
    """A frequency in Hz: so many a second, where 1 rev/s would be read as 6.28."""


@dataclass(frozen=True)
class Each:
    """A list whose entries differ; or rows of such lists."""

    entries: tuple[Dimension | Cycles | None, ...]
    rows: bool = False
    plane: tuple[Dimension | Cycles | None, ...] = ()
    """The entries of a part of the same name in the plane."""


@dataclass(frozen=True)
class ByName:
    """A mapping whose keys are channels, which tell the dimension."""


Wanted = Dimension | Either | Each | ByName | Cycles | None
"""None: whatever is written there, such as the direction of an axis."""

_VALUE = Either(dim.LENGTH, dim.PLAIN)
_RATE = Either(dim.SPEED, dim.RATE)
_EFFORT = Either(dim.FORCE, dim.TORQUE)
_STIFFNESS = Either(dim.STIFFNESS, dim.TORQUE)
_DAMPING = Either(dim.DAMPING, dim.TURNING_DAMPING)

_BENDING = dim.dimension(3, 1, -2)


def _named(kind: Wanted, names: str) -> dict[str, Wanted]:
    return dict.fromkeys(names.split(), kind)


def _classes(names: str, **kinds: Wanted) -> dict[str, dict[str, Wanted]]:
    return dict.fromkeys(names.split(), kinds)


def _components(sliding: Dimension, turning: Dimension) -> Each:
    """Of forces and torques: three and three in space, two and one in the plane."""
    return Each((sliding,) * 3 + (turning,) * 3, plane=(sliding, sliding, turning))


_OHM = dim.times(dim.VOLTAGE, dim.CURRENT, -1)
_CAPACITANCE = dim.times(dim.TIME, _OHM, -1)
_RELUCTANCE = dim.times(dim.CURRENT, dim.FLUX, -1)
_FLOW = dim.times(dim.VOLUME, dim.TIME, -1)
_FLOW_PER_PRESSURE = dim.times(_FLOW, dim.PRESSURE, -1)
_HEAT_CAPACITY = dim.times(dim.TORQUE, dim.TEMPERATURE, -1)
_CONDUCTANCE = dim.times(dim.POWER, dim.TEMPERATURE, -1)
_FIELD_STRENGTH = dim.times(dim.CURRENT, dim.LENGTH, -1)
_CIRCUITS: dict[str, Wanted] = {
    **_named(_OHM, "resistance forward blocking on off"),
    **_named(dim.VOLTAGE, "voltage thermal_voltage"),
    **_named(dim.CURRENT, "current saturation"),
    "capacitance": _CAPACITANCE,
    "inductance": dim.times(dim.TIME, _OHM),
    "constant": dim.times(dim.VOLTAGE, dim.TIME),
    **_named(dim.PLAIN, "gear emissivity"),
    **_named(None, "closed conductance"),
    "coefficient": dim.PLAIN,
    **_named(dim.INDUCTANCE, "self_inductance rotor_inductance mutual_inductance stator_mutual rotor_mutual"),
    **_named(dim.INDUCTANCE, "inductance_d inductance_q"),
    **_named(_OHM, "rotor_resistance"),
    "flux": dim.FLUX,
    "reluctance": _RELUCTANCE,
    "remanence": dim.FLUX_DENSITY,
    **_named(dim.PLAIN, "permeability volumetric_efficiency mechanical_efficiency"),
    "rms": dim.VOLTAGE,
    **_named(
        dim.PLAIN,
        "pole_pairs phase duty charge turns air overlap command setting linear damping_ratio alike quiet flat",
    ),
    "flat": dim.PLAIN,
    **_named(dim.LENGTH, "iron diameter"),
    "coenergy": dim.TORQUE,
    "coupling": dim.times(dim.FORCE, dim.VOLTAGE, -1),
    "viscosity": dim.times(dim.PRESSURE, dim.TIME),
    "displacement": dim.VOLUME,
    "outside": dim.PRESSURE,
    "stop_stiffness": dim.STIFFNESS,
    "stick_speed": _RATE,
    "stop_damping": dim.DAMPING,
    "flow": _FLOW,
    **_named(_FLOW_PER_PRESSURE, "gradient leakage"),
    **_named(dim.PRESSURE, "pressure laminar opens bulk_modulus precharge atmosphere vapour start_a start_b"),
    **_named(dim.AREA, "area area_a area_b"),
    **_named(dim.VOLUME, "volume dead_volume"),
    **_named(dim.LENGTH, "closed_length stroke"),
    "capacity": _HEAT_CAPACITY,
    "temperature": dim.TEMPERATURE,
    "heat": dim.POWER,
}
FIELDS: dict[str, Wanted] = {
    **_CIRCUITS,
    **_named(
        dim.LENGTH,
        "at begin box center centre_distance clearance coordinates edge end estimate free_length free_position gap "
        "height inertia_about inner lead length link masters offset origin outer patch pitch places points position "
        "radii radius size start thickness through tread tube value width P Q R",
    ),
    **_named(dim.PLAIN, "angle bryant direction euler finish free_angle mounting reference towards vector zero"),
    **_named(
        dim.PLAIN, "exponent friction jump ratio restitution starts static_friction tangential_restitution teeth C E"
    ),
    **_named(dim.MASS, "mass"),
    **_named(dim.INERTIA, "inertia xx yy zz xy yz zx"),
    **_named(dim.RATE, "frequency frequencies mass_share"),
    "shapes": dim.times(dim.PLAIN, dim.MASS, -0.5),
    **_named(dim.TIME, "delay stiffness_share filter_time period step time time_constant until within"),
    **_named(dim.LENGTH, "crown heights relaxation_across relaxation_along spacing trail"),
    **_named(dim.PLAIN, "rolling_resistance"),
    **_named(dim.FORCE, "strength"),
    **_named(dim.LENGTH, "optimal_length tendon_length"),
    **_named(dim.RATE, "largest_speed"),
    **_named(dim.TIME, "activation_time deactivation_time"),
    **_named(dim.PLAIN, "pennation excitation activation least_activation strain passive_strain passive_shape"),
    **_named(dim.PLAIN, "tendon_strain shortening_shape lengthening_limit"),
    **_named(dim.FORCE, "camber_stiffness"),
    **_named(dim.TORQUE, "camber_moment turn_stiffness"),
    **_named(dim.times(dim.TORQUE, dim.LENGTH, 1), "turn_moment"),
    **_named(dim.LENGTH, "turn_lever"),
    **_named(dim.SPEED, "capture low_speed smooth_speed stribeck_speed"),
    **_named(dim.FORCE, "cornering_stiffness force preload slip_stiffness"),
    **_named(dim.TORQUE, "energy torque torque_x torque_y torque_z rx ry rz"),
    "stiffness": dim.STIFFNESS,
    "damping": dim.DAMPING,
    "density": dim.DENSITY,
    "youngs_modulus": dim.PRESSURE,
    "poissons_ratio": dim.PLAIN,
    "holding": dim.PLAIN,
    "negligible": dim.PLAIN,
    "area_density": dim.AREA_DENSITY,
    "line_density": dim.LINE_DENSITY,
    "gravity": dim.ACCELERATION,
    **_named(dim.LENGTH, "flange web"),
    **_named(dim.PLAIN, "bend nu k_y k_z places"),
    **_named(dim.LENGTH, "rigid_root rigid_tip"),
    **_named(dim.FORCE, "axial_stiffness shear_stiffness EA GA GA_z"),
    **_named(_BENDING, "bending_stiffness torsional_stiffness EI EI_y GJ"),
    "area": dim.AREA,
    **_named(dim.dimension(4), "I_y I_z J"),
    "rho": dim.DENSITY,
    "inertia_y": dim.dimension(1, 1),
    "impulse": Either(dim.IMPULSE, dim.TURNING_DAMPING),
    "armature": Either(dim.MASS, dim.INERTIA),
    "speed": _RATE,
    "free": _VALUE,
    "lower": _VALUE,
    "upper": _VALUE,
    "limit": _EFFORT,
    **_named(_EFFORT, "levels tension back"),
    "reach": _VALUE,
    "slopes": _STIFFNESS,
    **_named(ByName(), "axes hold initial near speeds values"),
    **_named(None, "along axis normal matrix parameters x y z contact shift scale coefficients"),
    **_named(
        None,
        "denominator derivative error factor gain input inputs integral limits measured numerator proportional put "
        "rate when A B D",
    ),
    "sliders": None,
    **_named(None, "nodes states table up"),
    **_named(None, "acceleration equation"),
    **_named(
        None,
        "translation rotation linear_coupling angular_coupling inertia_slope inertia_curvature gyroscopic_coupling "
        "linear_curvature angular_curvature translation_curvature rotation_curvature",
    ),
}
"""By the name of the field. Modes of a body have whatever dimension their shapes have."""

IN_CLASS: dict[str, dict[str, Wanted]] = {
    "Body": {"estimate": Each((dim.LENGTH, dim.LENGTH, dim.PLAIN))},
    **_classes("Arc CircleElement PolarPolynomial", begin=dim.PLAIN),
    "Parametric": {"begin": None, "end": None, "x": dim.LENGTH, "y": dim.LENGTH},
    "PointOnCurve": _named(dim.LENGTH, "x y z"),
    "PointForce": _named(dim.FORCE, "x y z"),
    "ThelenLaw": {"width": dim.PLAIN},
    "MillardLaw": _named(
        dim.PLAIN,
        "damping active_lengths shallow_slope passive_strains passive_low_stiffness passive_stiffness passive_bend "
        "tendon_stiffness tendon_toe tendon_bend least_active shortening_slopes isometric_slope lengthening_slopes "
        "speed_bends",
    ),
    "FormulaLaw": {"force": dim.PLAIN, "tendon": dim.PLAIN},
    "Curves": _named(dim.FORCE, "x y z"),
    **_classes("AbsoluteAngle RelativeAngle AngleDrive", value=dim.PLAIN),
    **_classes("Coupler Signal Output", value=None),
    **_classes("StateSpace Observer", **dict.fromkeys(("A", "B", "C", "D", "inputs", "start", "gain", "measured"))),
    **_classes("State StoreState Flag", start=None, speed=None),
    **_classes("Algebraic Input", start=None, size=None, value=None),
    **_classes("Modes SpatialModes", mass=None, stiffness=None, damping=None, start=None),
    **_classes("KinematicsRequest InverseRequest SimulateRequest", start=dim.TIME),
    "TorsionSpring": {"stiffness": dim.TORQUE, "damping": dim.TURNING_DAMPING},
    "JointSpring": {"stiffness": _STIFFNESS, "damping": _DAMPING, "force": _EFFORT},
    **_classes("EndStop Stops", stiffness=_STIFFNESS, damping=_DAMPING),
    "Absorber": {"levels": dim.FORCE, "reach": dim.LENGTH, "slopes": dim.STIFFNESS, "tension": dim.FORCE},
    "PlasticHinge": {
        "stiffness": dim.TORQUE,
        "levels": dim.TORQUE,
        "reach": dim.PLAIN,
        "slopes": dim.TORQUE,
        "back": dim.TORQUE,
    },
    "Actuator": {"force": _EFFORT},
    "Motor": {"position": _VALUE},
    "TiltClearance": {"clearance": dim.PLAIN},
    "Bushing": {
        "stiffness": _components(dim.STIFFNESS, dim.TORQUE),
        "damping": _components(dim.DAMPING, dim.TURNING_DAMPING),
    },
    **_classes("BeamElement CableElement SpatialBeamElement SpatialCableElement", damping=dim.TIME),
    **_classes(
        "SolidElement SpatialSolidElement IsoparametricElement SpatialIsoparametricElement",
        damping=dim.TIME,
        places=dim.LENGTH,
    ),
    **_classes("BeamSlide SpatialBeamSlide", position=dim.LENGTH),
    **_classes("Beam SpatialBeam", E=dim.PRESSURE, damping=dim.TIME),
    **_classes("Cable SpatialCable", damping=dim.TIME),
    "Hyperelastic": {"damping": dim.TIME},
    "StiffnessSection": {"mass": dim.LINE_DENSITY, "inertia": dim.dimension(1, 1)},
    "Capacitor": {"start": dim.VOLTAGE},
    "MovingPlate": {"start": dim.VOLTAGE, "area": dim.times(_CAPACITANCE, dim.LENGTH)},
    "Inductor": {"start": dim.CURRENT},
    "DcMotor": {"start": dim.CURRENT, "friction": dim.TURNING_DAMPING},
    **_classes("Volume Accumulator", start=dim.PRESSURE),
    "Cylinder": {"friction": dim.DAMPING},
    **_classes("DirectionalValve ThreePhaseSource PwmBridge", frequency=Cycles()),
    "OperationalAmplifier": {"limits": dim.VOLTAGE},
    "CoupledInductors": {"matrix": dim.INDUCTANCE},
    "Battery": {"capacity": dim.times(dim.CURRENT, dim.TIME)},
    "StorePort": {"start": None},
    "Winding": {"start": dim.FLUX},
    "Core": {"saturation": dim.FLUX_DENSITY, "field": _FIELD_STRENGTH},
    "EfficiencyMap": {"speeds": dim.RATE, "pressures": dim.PRESSURE, "values": dim.PLAIN},
    "Solenoid": {"saturation": dim.FLUX_DENSITY},
    "PiezoStack": {"start": dim.VOLTAGE},
    "HydraulicLine": {"start": dim.PRESSURE},
    "PumpMotor": {"friction": dim.TURNING_DAMPING, "slow": dim.RATE},
    "GasChamber": {"constant": dim.times(_HEAT_CAPACITY, dim.MASS, -1), "start": dim.PRESSURE},
    "GasOrifice": {"conductance": _FLOW_PER_PRESSURE},
    "BondElement": {"value": None, "start": None},
    "FlowControl": {"difference": dim.PRESSURE},
    "Delay": {"start": None},
    "Leakage": {"conductance": _FLOW_PER_PRESSURE},
    "Conductance": {"conductance": _CONDUCTANCE},
    "Convection": {"coefficient": dim.times(_CONDUCTANCE, dim.AREA, -1)},
    "HeatCapacity": {"start": dim.TEMPERATURE},
    "Inertia": {"inertia": Either(dim.MASS, dim.INERTIA), "start": _RATE},
    "ShaftSpring": {"stiffness": _STIFFNESS, "damping": _DAMPING, "start": _EFFORT},
    "ShaftDamper": {"damping": _DAMPING},
    **_classes("TorqueSource Clutch", torque=_EFFORT),
    "Orientation": {"points": dim.LENGTH},
    "Mesh": {"scale": Either(dim.LENGTH, dim.PLAIN)},
    "Flexible": {"reference": dim.LENGTH, "start": None, "frequency": Cycles()},
    "Damping": {"table": Each((Cycles(), dim.PLAIN), rows=True)},
    "FastScale": {
        **_named(None, "shapes"),
        **_named(dim.RATE, "frequencies"),
        **_named(dim.PLAIN, "alike quiet"),
        "within": dim.TIME,
    },
    "VibratingBody": {
        **_named(None, "shapes turns"),
        **_named(dim.RATE, "frequencies"),
        **_named(dim.LENGTH, "places reach"),
    },
    "RestitutionTable": {"points": Each((dim.SPEED, dim.PLAIN), rows=True)},
    "RitzBeam": {"E": dim.PRESSURE, "damping": dim.TIME, "start": None},
    "Patch": {**_named(dim.PLAIN, "begin end factor"), **_named(dim.LENGTH, "x y")},
    "MeshFile": {"scale": Either(dim.LENGTH, dim.PLAIN), "up": None},
    "Matrices": _named(None, "stiffness mass"),
    **_classes("PathPoint SpatialPathPoint", within=_VALUE),
    "Convex": {"scale": Either(dim.LENGTH, dim.PLAIN)},
}


def wanted_of(part: Any, field: str) -> Wanted:
    """What a field of a part takes; None where anything does or nothing is known of it."""
    if field in ("stiffness", "damping"):
        power = getattr(part, "exponent", None)
        if power is not None:
            return _of_contact(part, field, power)
    return wanted_in(type(part).__name__, field)


def wanted_in(kind: str, field: str) -> Wanted:
    """What a field takes in every part of a kind."""
    own = IN_CLASS.get(kind, {})
    return own[field] if field in own else FIELDS.get(field)


def _of_contact(part: Any, field: str, exponent: Any) -> Wanted:
    """N/m^n of a contact law, and N s/m^(n+1) of its damping, which in Kelvin and Voigt's is N s/m."""
    try:
        power = exponent.constant
    except ExpressionError:
        return None
    if power is None:
        return None
    if field == "stiffness":
        return dim.times(dim.FORCE, dim.LENGTH, -power)
    plain = type(part).__name__ == "KelvinVoigtForce"
    return dim.DAMPING if plain else dim.times(dim.DAMPING, dim.LENGTH, -power)
