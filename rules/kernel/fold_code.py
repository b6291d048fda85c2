"""A fingerprint of the code that folds events: snapshots are keyed by it.

What counts is the code as it was loaded, not the files on the disk, which an upgrade may have replaced already: all
functions, methods, defaults and constants of the modules that `evolve` reaches by what it imports.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping, Set as AbstractSet
from itertools import chain
from types import CodeType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any

import msgspec

SIMPLE = (str, bytes, int, float, bool, type(None))
TABLES = (dict, MappingProxyType)
CONTAINERS = (Mapping, AbstractSet, tuple, list, msgspec.Struct, property, functools.partial)
WRAPPERS = (staticmethod, classmethod, MethodType)


def digest_of(parts: Iterable[bytes]) -> str:
    """The SHA-256 of some bytes, each with its length."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(4, "big") + part)
    return whole.hexdigest()


def reached_modules(roots: Iterable[str]) -> list[str]:
    """Names of the modules that `roots` reach by what stands in them, themselves included.

    Only modules of the packages that the roots are in, at the top: `rules.istra.evolve` leads to all of `rules`.
    """
    found: set[str] = set()
    ahead = list(roots)
    packages = {name.partition(".")[0] for name in ahead}
    while ahead:
        name = ahead.pop()
        if name in found or name.partition(".")[0] not in packages or name not in sys.modules:
            continue
        found.add(name)
        ahead.extend(home for value in _members(sys.modules[name]) for home in _homes(value))
    return sorted(found)


def module_code(name: str) -> Iterator[bytes]:
    """Everything that a loaded module says, in an order that is the same in each process."""
    yield name.encode()
    for key, value in _names(sys.modules[name]):
        yield key.encode()
        if isinstance(value, type) and value.__module__ == name:
            yield from _class(value)
        elif not isinstance(value, ModuleType):
            yield from code_of(value)


def code_of(value: object, within: tuple[int, ...] = ()) -> Iterator[bytes]:
    """A value as bytes: functions as their code, containers by what is in them, strangers by their type's name."""
    if id(value) in within:
        return
    inner = (*within, id(value))
    value = _unwrapped(value)
    if isinstance(value, SIMPLE):
        yield repr(value).encode()
    elif isinstance(value, FunctionType):
        yield from _function(value, inner)
    elif isinstance(value, AbstractSet):
        yield from sorted(b"".join(code_of(one, inner)) for one in value)
    elif isinstance(value, CONTAINERS):
        yield type(value).__qualname__.encode()
        yield from (part for one in _parts(value) for part in code_of(one, inner))
    else:
        yield _name(value if isinstance(value, type) else type(value))


def _function(function: FunctionType, within: tuple[int, ...]) -> Iterator[bytes]:
    """Its code, its defaults and what it was made with; of another package its name alone."""
    yield function.__qualname__.encode()
    if function.__module__.partition(".")[0] in sys.stdlib_module_names:
        return
    yield from _code(function.__code__)
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    for bound in (function.__defaults__, function.__kwdefaults__, cells):
        yield from code_of(bound, within)


def _class(kind: type[object]) -> Iterator[bytes]:
    """Its bases, methods, constants, and the defaults of its fields."""
    yield from (_name(base) for base in kind.__bases__)
    for key, member in sorted(vars(kind).items()):
        if isinstance(member, FunctionType) or not (key.startswith("__") and key.endswith("__")):
            yield key.encode()
            yield from code_of(member)
    yield from code_of(getattr(kind, "__struct_defaults__", ()))


def _code(code: CodeType) -> Iterator[bytes]:
    yield code.co_code
    yield repr(code.co_names).encode()
    for constant in code.co_consts:
        yield from _code(constant) if isinstance(constant, CodeType) else code_of(constant)


def _unwrapped(value: Any) -> object:
    if isinstance(value, WRAPPERS):
        return _unwrapped(value.__func__)
    if isinstance(value, functools.cached_property):
        return value.func
    return inspect.unwrap(value) if isinstance(getattr(value, "__wrapped__", None), FunctionType) else value


def _parts(value: Any) -> Iterable[object]:
    """What is in a container, and what a struct, a property or a partial function is made of.

    A dict of a class of its own fills itself as it is asked: what it was made with is the same in each process.
    """
    if isinstance(value, Mapping):
        return chain.from_iterable((value if type(value) in TABLES else vars(value)).items())
    if isinstance(value, tuple | list | AbstractSet):
        return value
    if isinstance(value, property):
        return [value.fget, value.fset]
    if isinstance(value, functools.partial):
        return [value.func, value.args, value.keywords]
    return [getattr(value, field) for field in value.__struct_fields__]


def _names(module: ModuleType) -> Iterator[tuple[str, object]]:
    """What stands in a module by name, without what Python puts there and without the modules of its own folder.

    Those stand there once anybody has imported them, which is not the same in each process.
    """
    own = f"{module.__name__}."
    for key, value in sorted(vars(module).items()):
        is_own_folder = isinstance(value, ModuleType) and value.__name__.startswith(own)
        if not key.startswith("__") and not is_own_folder:
            yield key, value


def _members(module: ModuleType) -> Iterator[object]:
    """What stands in a module, and in its tables."""
    for _, value in _names(module):
        yield from _within(value)


def _within(value: object, within: tuple[int, ...] = ()) -> Iterator[object]:
    if id(value) not in within:
        yield value
        if isinstance(value, CONTAINERS):
            yield from (part for one in _parts(value) for part in _within(one, (*within, id(value))))


def _homes(value: object) -> Iterator[str]:
    """The modules that a value comes from: its own, and those of its bases or of its type."""
    if isinstance(value, ModuleType):
        yield value.__name__
        return
    value = _unwrapped(value)
    kinds = value.__mro__ if isinstance(value, type) else type(value).__mro__
    yield from (kind.__module__ for kind in kinds)
    if isinstance(value, FunctionType):
        yield value.__module__


def _name(kind: type[object]) -> bytes:
    return f"{kind.__module__}.{kind.__qualname__}".encode()
