"""A registry that knows the toy alone."""

from typing import Any

from tests.rules.kernel.toy import TOY

RULESETS: dict[str, Any] = {"toy": TOY}
