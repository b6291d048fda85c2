"""Forms of the admin site that are sent twice: first they show what they will change, then it is done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol
from uuid import uuid4

from django import forms
from django.http import QueryDict

from web.errors import KeyReused, Refusal, Unreadable


class Foreseen(Protocol):
    """What a form will change. `mark` identifies it; `refused`: why nothing would."""

    @property
    def mark(self) -> str: ...

    @property
    def refused(self) -> Refusal | None: ...


class TwoStepForm(forms.Form):
    """The form of a GM action. Sent the first time it shows what it will change; with the mark of that, it is done.

    `seen` is that mark. `key` travels with the form, so that one that is sent twice acts once. `confirmed`: just this
    was seen, or it was done before. `stale`: something else was.
    """

    key = forms.UUIDField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput, required=False, initial="")

    def __init__(self, data: QueryDict | None = None, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data=data, initial={"key": uuid4(), **(initial or {})})
        self.refusal: Refusal | None = None
        self.preview: Foreseen | None = None
        self.confirmed = False
        self.stale = False

    @property
    def looks_first(self) -> bool:
        """Whether sending it shows what will change, and does not do it yet."""
        return self.preview is None or self.preview.refused is not None

    def order(self) -> dict[str, Any]:
        """The command that the fields stand for. Raises Refusal."""
        raise NotImplementedError

    def foresee(self, order: dict[str, Any]) -> Foreseen:
        """What a command would change now; nothing happens."""
        raise NotImplementedError

    def was_done(self, key: str) -> bool:
        """Whether the form was carried out before, under its key."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if self.errors:
            return given
        try:
            self.command = self.order()
        except Unreadable as error:
            name = error.field.partition(".")[0]
            self.add_error(name if name in self.fields else None, f"{error.message} {error.hint}".strip())
        except Refusal as refusal:
            self.refuse(refusal)
        else:
            self._look(given["seen"], f"admin/{given['key']}")
        return given

    def _look(self, seen: str, key: str) -> None:
        if self.was_done(key):
            self.confirmed = True
            return
        self.preview = self.foresee(self.command)
        if self.preview.refused is not None:
            self.refuse(self.preview.refused)
            return
        self.confirmed = seen == self.preview.mark
        self.stale = bool(seen) and not self.confirmed
        self.put("seen", self.preview.mark)

    def put(self, name: str, value: str) -> None:
        """Let another value stand in one place of what was sent."""
        again = QueryDict(mutable=True)
        again.update(self.data)
        again[name] = value
        self.data = again

    def refuse(self, refusal: Refusal) -> None:
        """Show why not, beside the field at fault where there is one; what was typed stays."""
        if refusal.code == KeyReused().code:
            refusal = self._sent_before()
        self.refusal = refusal
        name = refusal.field.removeprefix("command.").partition(".")[0]
        if name in self.fields and not self.fields[name].widget.is_hidden:
            self.add_error(name, refusal.message)

    def _sent_before(self) -> Refusal:
        """Sent once more with something else in it, as from the browser's history: the next time it is a new form."""
        self.put("key", str(uuid4()))
        message = "This form was already sent with different values, and those were applied."
        return Refusal("key_reused", message, rule="KERNEL-MATCH-04", hint="Send it again to apply these as well.")
