"""What a file of a coupled model may say: general, assembly and simulation information."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from linkwork.expression.given import public

Name = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^.]+$")]
Matrix = list[list[float]]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class General(_Strict):
    """Who made it and what for; used for search and by readers, not by the solver."""

    id: str = ""
    developer: str = ""
    contact: str = ""
    location: str = ""
    created: str = ""
    category: str = ""
    range_of_application: str = ""
    fidelity: str = ""
    typical_time: str = ""
    description: str = ""


class Face(_Strict):
    """An interface of a part whose inputs and outputs are named by itself."""

    takes: Literal["force", "motion"] = "force"
    force: list[str]
    position: list[str]
    velocity: list[str] = []
    kind: Literal["point", "frame", "nodes", "port"] = "point"
    turn: list[str] = Field([], description="of a frame in space its unit quaternion")
    scale: float = Field(1.0, gt=0, description="a size of its velocities that counts")


class _Part(_Strict):
    design: str = ""
    designs: dict[str, dict[str, Any]] = Field({}, description="other values of the fields above, by name")


class MechanismEntry(_Part):
    """A mechanism in a model file, cut at places."""

    type: Literal["mechanism"]
    file: str
    interfaces: dict[Name, str] = Field({}, description="points: name and place, as in C: rod.C")
    frames: dict[Name, str] = Field({}, description="places with their rotation")
    ports: dict[Name, str] = Field({}, description="nodes of circuits: name and node, as in P: drive.plus")
    outputs: dict[str, str] = {}
    hold: dict[str, float | str] = {}
    speeds: dict[str, float | str] = {}
    steps: int = Field(1, ge=1)
    method: Literal["rk4", "dop853", "radau"] = "rk4"
    formulation: str = "auto"
    process: bool = Field(False, description="whether it works in a process of its own")


class StructureEntry(_Part):
    """Masses, dampers and springs as matrices."""

    type: Literal["structure"]
    mass: Matrix
    damping: Matrix | None = None
    stiffness: Matrix | None = None
    interfaces: dict[Name, list[int]]
    outputs: dict[str, int] = {}
    x: list[float] | None = None
    v: list[float] | None = None
    method: Literal["trapezoidal", "exact", "static"] = "trapezoidal"


class FmuEntry(_Part):
    """An FMU: code, which runs only when the user says so."""

    type: Literal["fmu"]
    file: str
    mode: Literal["", "co-simulation", "model exchange"] = ""
    parameters: dict[str, float] = {}
    outputs: list[str] = []
    interfaces: dict[Name, Face] = {}
    steps: int = Field(1, ge=1)


class ProgramEntry(_Part):
    """A program behind a pipe or a socket: code, which runs only when the user says so."""

    type: Literal["program"]
    command: list[str] | None = None
    address: str | None = Field(None, description="host:port of a program that listens")
    timeout: float = Field(60.0, gt=0)


class CalculixEntry(_Part):
    """A model of CalculiX: `ccx` is a program, which runs only when the user says so."""

    type: Literal["calculix"]
    file: str
    interfaces: dict[Name, list[tuple[int, Literal["x", "y", "z"]]]] = Field(description="nodes and directions")
    moving: bool = Field(False, description="linear motion by its matrices; at rest otherwise")
    damping: tuple[float, float] = Field((0.0, 0.0), description="of what moves: shares of mass and stiffness")
    program: str = "ccx"
    timeout: float = Field(600.0, gt=0)


class CoupledEntry(_Part):
    """Another coupled model as a part; its interfaces are those that it exposes."""

    type: Literal["coupled"]
    file: str
    tolerance: float = Field(1e-13, gt=0)


PartEntry = Annotated[
    MechanismEntry | StructureEntry | FmuEntry | ProgramEntry | CalculixEntry | CoupledEntry,
    Field(discriminator="type"),
]


class GlueEntry(_Strict):
    """Two interfaces that move together."""

    type: Literal["glue"]
    between: tuple[str, str]
    measure: Literal["auto", "both", "mixed", "displacement", "velocity"] = "auto"
    components: list[int] = []


class SpringEntry(_Strict):
    """A spring and damper between two interfaces."""

    type: Literal["spring"]
    between: tuple[str, str]
    stiffness: float = 0.0
    damping: float = 0.0


class JointEntry(_Strict):
    """A joint between two frames, as a model file has it between bodies `first` and `second`."""

    type: Literal["joint"]
    between: tuple[str, str]
    joint: dict[str, Any]
    measure: Literal["auto", "both", "mixed", "displacement", "velocity"] = "auto"


class ForceEntry(_Strict):
    """A force between two frames, as a model file has it between bodies `first` and `second`."""

    type: Literal["force"]
    between: tuple[str, str]
    force: dict[str, Any]


class BallsEntry(_Strict):
    """Two balls that press and, between frames, rub on each other."""

    type: Literal["balls"]
    between: tuple[str, str]
    radii: tuple[float, float]
    stiffness: float = Field(gt=0)
    exponent: float = Field(1.5, gt=0)
    damping: float = Field(0.0, ge=0)
    friction: float = Field(0.0, ge=0)
    smooth_speed: float = Field(0.0, ge=0)


class SignalEntry(_Strict):
    """An output that goes into an input."""

    type: Literal["signal"]
    source: str = Field(alias="from")
    target: str = Field(alias="to")
    factor: float = 1.0


ConnectionEntry = Annotated[
    GlueEntry | SpringEntry | JointEntry | ForceEntry | BallsEntry | SignalEntry, Field(discriminator="type")
]


class CutEntry(_Strict):
    """A mechanism in a model file that is cut at joints: its pieces are parts, named after their first bodies."""

    file: str
    joints: list[str] = Field(min_length=1)
    outputs: list[str] = []
    hold: dict[str, float | str] = {}
    speeds: dict[str, float | str] = {}
    steps: int = Field(1, ge=1)
    method: Literal["rk4", "dop853", "radau"] = "rk4"
    formulation: str = "auto"
    processes: bool = Field(False, description="whether every part works in a process of its own")


class Simulation(_Strict):
    """How it is stepped."""

    until: float = Field(gt=0)
    step: float = Field(gt=0)
    start: float = 0.0
    scheme: Literal["parallel", "leading", "walking"] = "parallel"
    iterate: bool = True
    interpolation: Literal["constant", "linear", "quadratic"] | None = None
    leader: str = ""
    tolerance: float = Field(1e-10, gt=0)
    rtol: float | None = Field(None, gt=0)
    atol: float = Field(1e-6, gt=0)
    every: int = Field(1, ge=1)


class CoupledModel(_Strict):
    """A coupled model as a file has it."""

    coupling: Literal[1] = Field(description="version of the format")
    name: str = ""
    general: General = General()
    parts: dict[Name, PartEntry] = {}
    cut: CutEntry | None = None
    connections: dict[str, ConnectionEntry] = {}
    expose: dict[Name, str] = {}
    simulation: Simulation | None = None

    @model_validator(mode="after")
    def _something(self) -> CoupledModel:
        if not self.parts and self.cut is None:
            raise ValueError("there are no parts; give some, or a mechanism to cut")
        return self


@public
def coupling_schema() -> dict[str, Any]:
    """The JSON Schema of files of coupled models."""
    return CoupledModel.model_json_schema(by_alias=True)
