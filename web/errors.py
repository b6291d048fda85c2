"""Why a request was refused: one kind of error, whose document is what the API answers."""

from __future__ import annotations

from functools import cache
from typing import Any

from rules.kernel.rulebook import Rulebook, UnknownRule, read_rulebook

KERNEL = "rules.kernel"


@cache
def kernel_rulebook() -> Rulebook:
    """The rulebook of the table itself: dice, seats, GM actions, who may come in."""
    return read_rulebook(KERNEL)


def words_of(rule: str) -> str:
    """The words of a rule of the table; empty for one of a game."""
    try:
        return kernel_rulebook().text(rule)
    except UnknownRule:
        return ""


class Refusal(Exception):
    """A request that was not carried out, or not to the end.

    `status` is the HTTP status, `code` stable, `field` the field at fault, `rule` the catalogue ID with its
    `rule_text` (filled in for a rule of the table), `hint` what to do next, `need` the roll that waits for dice;
    `more` joins the document.
    `retry_after`: after so many seconds the same may be sent again; 0 where that would not help.
    """

    status = 422
    retry_after = 0

    def __init__(  # noqa: PLR0913 – by name, all but the first two
        self,
        code: str,
        message: str,
        *,
        field: str = "",
        rule: str = "",
        rule_text: str = "",
        hint: str = "",
        need: dict[str, Any] | None = None,
        more: dict[str, Any] | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.field = code, message, field
        self.rule, self.rule_text, self.hint = rule, rule_text or words_of(rule), hint
        self.need, self.more = need, more or {}
        self.status = status or type(self).status

    def document(self) -> dict[str, Any]:
        """Everything there is to say, without what is empty."""
        document = {
            "code": self.code,
            "message": self.message,
            "field": self.field,
            "rule": self.rule,
            "rule_text": self.rule_text,
            "hint": self.hint,
            "need": self.need,
        }
        return {name: value for name, value in document.items() if value} | self.more


class Unreadable(Refusal):
    """What was sent cannot be read."""

    status = 400

    def __init__(self, message: str, field: str = "", *, hint: str = "") -> None:
        super().__init__("malformed", message, field=field, hint=hint)


class Forbidden(Refusal):
    """Not for this person to do."""

    status = 403


class NotThere(Refusal):
    """No such thing, or not for these eyes: the two are not told apart."""

    status = 404

    def __init__(self, what: str) -> None:
        super().__init__("not_found", f"There is no such {what}, or you may not see it.")


class Busy(Refusal):
    """Others wrote at the same moment, again and again."""

    status = 409
    code = "conflict"
    message = "Someone else acted at the same moment. Nothing of yours was stored."
    retry_after = 1

    def __init__(self) -> None:
        hint = "Send it again with the same Idempotency-Key."
        super().__init__(self.code, self.message, rule="KERNEL-MATCH-05", hint=hint)


class LockTimeout(Busy):
    """Somebody else kept the log, or a row, for longer than anybody waits (`DATABASE_LOCK_SECONDS`)."""

    status = 503
    code = "busy"
    message = "The database has been locked for too long. Nothing of yours was stored."
    retry_after = 5


class KeyReused(Refusal):
    """The idempotency key belongs to another request."""

    status = 409

    def __init__(self) -> None:
        message = "You have sent this already, with other content."
        hint = "Reload the page and try again; a program uses a new Idempotency-Key for each new request."
        super().__init__("key_reused", message, field="Idempotency-Key", rule="KERNEL-MATCH-04", hint=hint)
