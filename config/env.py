"""Settings from the environment: three typed helpers, each with a default.

An unset or empty variable means the default; a value that cannot be read is refused
with the variable's name, so that a typo stops the start instead of changing it.
"""

import os

from django.core.exceptions import ImproperlyConfigured

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off"})


def env_str(name: str, default: str = "") -> str:
    """Return the text in `name`, stripped of blanks around it, or `default`."""
    return os.environ.get(name, "").strip() or default


def env_int(name: str, default: int, *, least: int = 0) -> int:
    """Return the whole number in `name`, or `default`.

    Raises ImproperlyConfigured for what is no whole number or is below `least`.
    """
    text = env_str(name)
    if not text:
        return default
    try:
        number = int(text)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {text!r}.") from None
    if number < least:
        raise ImproperlyConfigured(f"{name} must be at least {least}, not {number}.")
    return number


def env_bool(name: str, default: bool) -> bool:
    """Return the yes or no in `name` (1/0, true/false, yes/no, on/off), or `default`.

    Raises ImproperlyConfigured for any other word.
    """
    word = env_str(name).lower()
    if not word:
        return default
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    raise ImproperlyConfigured(f"{name} must be one of 1, 0, true, false, yes, no, on, off; not {word!r}.")
