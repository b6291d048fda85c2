"""Settings from the environment: small typed helpers, each with a default.

An unset or empty variable means the default; a value that cannot be read is refused with the variable's name, so that
a typo stops the start instead of changing it.
"""

import os
import re
import sys
from types import TracebackType
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off"})
LARGEST = 2**31 - 1
LONGEST_ECHO = 80

HOST = re.compile(r"\*|\.?[A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]+\]")
ORIGIN = re.compile(r"https?://((\*\.)?[A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?")
RATE = re.compile(r"[1-9][0-9]{0,8}/(s|sec|second|m|min|minute|h|hour|d|day)")
LEVEL = re.compile(r"DEBUG|INFO|WARNING|ERROR|CRITICAL", re.IGNORECASE)
KEY = re.compile(r"[0-9A-Fa-f]{64}")


def refusal(name: str, must: str, given: str | int | None = None) -> ImproperlyConfigured:
    """Return what to raise for a setting: what it must be, and what was `given` where that is no secret."""
    instead = "" if given is None else f", not {repr(given)[:LONGEST_ECHO]}"
    return ImproperlyConfigured(f"{name} must be {must}{instead}. Correct it or leave it out (docs/configuration.md).")


def env_str(name: str, default: str = "") -> str:
    """Return the text in `name`, stripped of blanks around it, or `default`.

    Raises ImproperlyConfigured for what is no UTF-8, as do all below.
    """
    text = os.environ.get(name, "").strip()
    try:
        text.encode()
    except UnicodeEncodeError:
        raise refusal(name, "text in UTF-8") from None
    return text or default


def env_int(name: str, default: int, *, least: int = 0, most: int = LARGEST) -> int:
    """Return the whole number in `name`, or `default`.

    Raises ImproperlyConfigured for what is no whole number, is below `least` or above `most`.
    """
    text = env_str(name)
    if not text:
        return default
    try:
        number = int(text)
    except ValueError:
        raise refusal(name, "a whole number", text) from None
    if number < least:
        raise refusal(name, f"at least {least}", number)
    if number > most:
        raise refusal(name, f"at most {most}", number)
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
    raise refusal(name, "one of 1, 0, true, false, yes, no, on, off", word)


def env_words(name: str, default: str, form: re.Pattern[str], what: str) -> list[str]:
    """Return the words in `name`, with commas between them, or those of `default`.

    Raises ImproperlyConfigured where one is not of that form; `what`: what each must be.
    """
    words = [word.strip() for word in env_str(name, default).split(",") if word.strip()]
    for word in words:
        if not form.fullmatch(word):
            raise refusal(name, f"{what}, commas between them", word)
    return words


def env_rate(name: str, default: str) -> str:
    """Return the rate in `name`, or `default`. Raises ImproperlyConfigured for what is none."""
    rate = env_str(name, default)
    if not RATE.fullmatch(rate):
        raise refusal(name, "a rate such as 10/min, per second, minute, hour or day", rate)
    return rate


def env_level(name: str, default: str) -> str:
    """Return the level of the log in `name`, or `default`. Raises ImproperlyConfigured for what is none."""
    level = env_str(name, default)
    if not LEVEL.fullmatch(level):
        raise refusal(name, "one of DEBUG, INFO, WARNING, ERROR, CRITICAL", level)
    return level.upper()


def env_zone(name: str, default: str) -> str:
    """Return the time zone in `name`, or `default`. Raises ImproperlyConfigured for one that nobody knows."""
    zone = env_str(name, default)
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        raise refusal(name, "a time zone such as Europe/Berlin", zone) from None
    return zone


def check_keys(name: str, most: int | None = None) -> None:
    """Raise ImproperlyConfigured where one of the keys in `name` is none, or there are too many. None is told."""
    keys = [word.strip() for word in env_str(name).split(",") if word.strip()]
    several = "keys of 64 hexadecimal digits each, commas between them"
    must = "a key of 64 hexadecimal digits" if most == 1 else several
    if len(keys) > (most or len(keys)) or not all(map(KEY.fullmatch, keys)):
        raise refusal(name, must)


def print_error_line(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """End a process as `sys.excepthook`: a bad setting is told in a line, any other error as ever."""
    if issubclass(kind, ImproperlyConfigured):
        sys.stderr.write(f"Bad setting: {error}\n")
    else:
        sys.__excepthook__(kind, error, trace)
