"""The GM changes any field of a figure that says so: a field is adjustable when its struct gives it a label."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeVar

import msgspec
from msgspec.structs import replace

from rules.kernel.errors import Refused
from rules.kernel.labels import Bounds, FormText, LabelledField, Reason, label, labelled
from rules.kernel.messages import Command, Event
from rules.kernel.reading import Json

F = TypeVar("F", bound=msgspec.Struct)


class Adjust(Command, frozen=True, kw_only=True, tag="adjust"):
    """The GM sets a field of a figure."""

    form: ClassVar[FormText] = FormText("Adjust a figure", "Adjust")

    figure: Annotated[str, label("Figure", of="figure")]
    field: Annotated[str, label("What", of="adjustable")]
    value: Any
    reason: Reason = ""


class Adjusted(Event, frozen=True, kw_only=True, tag="adjusted"):
    """The GM has set a field of a figure."""

    says: ClassVar[str] = "The GM sets {field} of {figure} from {before} to {after}: {reason}"

    figure: str
    field: str
    before: Any
    after: Any
    reason: str = ""


def adjusted(figure: msgspec.Struct, order: Adjust, rule: str) -> Adjusted:
    """What the order comes to. `Refused`: no such field, another kind of value, beyond its bounds, or no change."""
    fields = {one.name: one for one in labelled(type(figure))}
    found = fields.get(order.field)
    if found is None:
        raise Refused(
            "not_adjustable",
            f"{order.field!r} is not a field that the GM can set.",
            rule,
            field="field",
            hint=f"Name one of {', '.join(fields)}.",
        )
    value = _read(type(figure), found, order.value, rule)
    before = getattr(figure, order.field)
    if value == before:
        message = f"{found.label.text} is {order.value} already."
        raise Refused("nothing_to_do", message, rule, field="value", hint="Give another value.")
    return Adjusted(
        figure=order.figure,
        field=order.field,
        before=msgspec.to_builtins(before),
        after=msgspec.to_builtins(value),
        reason=order.reason,
    )


def with_adjusted(figure: F, event: Adjusted) -> F:
    """The figure after the event."""
    value = msgspec.convert(event.after, _types(type(figure))[event.field])
    return replace(figure, **{event.field: value})


def _read(kind: type[Any], field: LabelledField, value: Any, rule: str) -> Any:
    bounds: Bounds | None = field.label.bounds
    try:
        read = msgspec.convert(value, _types(kind)[field.name], strict=True)
    except msgspec.ValidationError as error:
        message, hint = f"{field.label.text}: {error}.", "Give a value of the kind that the field has."
        raise Refused("bad_value", message, rule, field="value", hint=hint) from None
    if bounds is not None and isinstance(read, int) and not bounds.low <= read <= bounds.high:
        message = f"{field.label.text} must be {bounds.low} to {bounds.high}."
        hint = f"Give a number from {bounds.low} to {bounds.high}."
        raise Refused("bad_value", message, bounds.rule, field="value", hint=hint)
    return read


def _types(kind: type[Any]) -> Json:
    """The fields' types as the struct gives them."""
    return {one.name: one.type for one in msgspec.structs.fields(kind)}
