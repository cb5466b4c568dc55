"""Classes of descriptions whose fields pydantic reads when one of them is first used, not when its module is imported.

A program that describes a pendulum imports a hundred and fifty such classes and makes five of them. Pydantic evaluates
the annotations of each while it makes the class, which is much of the cost of an import; here that is put off until
pydantic or somebody else asks for the fields. Pydantic offers no switch for it (its own `defer_build` puts off what
comes after), so the two functions that do it are asked to wait, for our classes only. A pydantic that does not know
these functions, or does not ask whether the fields are complete, makes classes at once, as it always did. Likewise
nobody's plugins are looked for among all installed packages to watch how our descriptions are read, nor is it asked
which arguments `dict` takes.
"""

from __future__ import annotations

import inspect
from threading import RLock
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel
from pydantic._internal import _fields as fields
from pydantic._internal import _generate_schema as generating
from pydantic._internal import _model_construction as construction
from pydantic_core import SchemaValidator

_WAITING = "_linkwork_waiting"
_COMPLETE = "__pydantic_fields_complete__"
_PUT_OFF = "set_model_fields", "set_default_hash_func"

if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass as Late
else:

    class Late(type(BaseModel)):
        """A class whose fields are read when it is first used."""

        @property
        def __pydantic_fields_complete__(cls) -> bool:
            finish(cls)
            return super().__pydantic_fields_complete__

        @property
        def model_fields(cls) -> Any:
            """The fields by name."""
            finish(cls)
            return cls.__pydantic_fields__


_lock = RLock()
"""Held while fields are read, which imports nothing: a module that is being imported may ask for fields."""


def finish(kind: Any) -> None:
    """Read the fields of a class, of those it is made from first; another thread that asks meanwhile waits."""
    with _lock:
        for each in reversed(kind.__mro__):
            waiting = each.__dict__.get(_WAITING)
            if waiting:
                setattr(each, _WAITING, ())
                for function, args, named in waiting:
                    function(each, *args, **named)


def _class_variables(kind: Any) -> list[str]:
    """What a class says of itself, not of its objects: classes made from it may say something else of it."""
    annotations = inspect.get_annotations(kind)
    return [name for name, text in annotations.items() if str(text).startswith("ClassVar")]


def _put_off(name: str) -> None:
    """Let a function of pydantic's wait where the class that it is to work on is one of ours."""
    function = getattr(construction, name)

    def later(cls: Any, *args: Any, **named: Any) -> None:
        ours = isinstance(cls, Late)
        if ours:
            cls.__class_vars__.update(_class_variables(cls))
            setattr(cls, _WAITING, (*cls.__dict__.get(_WAITING, ()), (function, args, named)))
        else:
            function(cls, *args, **named)

    setattr(construction, name, later)


def _make_without_plugins() -> None:
    """Let validators of our classes be pydantic's plain ones."""
    make = construction.create_schema_validator

    def plain(schema: Any, kind: Any, *args: Any, **named: Any) -> Any:
        if not isinstance(kind, Late):
            return make(schema, kind, *args, **named)
        config = args[3] if len(args) > 3 else named.get("config")
        return SchemaValidator(schema, config, **{key: named[key] for key in named if key == "_use_prebuilt"})

    vars(construction)["create_schema_validator"] = plain


def _know_plain_factories() -> None:
    """Do not look for the signatures of `dict` and `list`, for which Python reads their help text as a program."""
    takes = fields.takes_validated_data_argument

    def asked(factory: Any = None, **named: Any) -> Any:
        factory = named.get("default_factory", factory)
        return False if factory in (dict, list) else takes(factory)

    for module in (fields, generating):
        vars(module)["takes_validated_data_argument"] = asked


if all(hasattr(module, "takes_validated_data_argument") for module in (fields, generating)):
    _know_plain_factories()
if all(hasattr(construction, name) for name in _PUT_OFF) and hasattr(construction.ModelMetaclass, _COMPLETE):
    for _name in _PUT_OFF:
        _put_off(_name)
    _make_without_plugins()
