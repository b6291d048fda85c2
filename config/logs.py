"""Logging: structlog for our lines and the standard library's alike, one format for both."""

import logging
import re
from typing import Any

import structlog
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.http.multipartparser import MultiPartParserError
from structlog.typing import EventDict, Processor, WrappedLogger

SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


def drop_client_error_traceback(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    """Take the traceback off a line about a request that was answered 400 or 403: nothing of ours is at fault."""
    match line.get("exc_info"):
        case (_, SuspiciousOperation() | PermissionDenied() | BadRequest() | MultiPartParserError(), _):
            del line["exc_info"]
    return line


SECRET_LINK = re.compile(r"(/(?:account/choose|campaigns/join)/)[^\s?\"']+")
"""Addresses in which whoever reads them finds what they are good for: a password to choose, a campaign to join."""


def without_secrets(text: str) -> str:
    """The text with no link in it by which its reader could do what it is for.

    >>> without_secrets("Forbidden: /campaigns/join/kq3T9/")
    'Forbidden: /campaigns/join/…'
    """
    return SECRET_LINK.sub(r"\1…", text)


def no_links(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    """Shorten the addresses in a line that is good for something: Django tells the path of what it refuses."""
    if isinstance(line.get("event"), str):
        line["event"] = without_secrets(line["event"])
    return line


class ShortAddresses(logging.Filter):
    """Uvicorn's access log without secrets and without queries: those hold invitations, and where to go next."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the line, its address shortened."""
        match record.args:
            case (caller, method, str(address), *rest):
                path, asked, _ = address.partition("?")
                record.args = (caller, method, without_secrets(path) + ("?…" if asked else ""), *rest)
        return True


def shorten_access_log() -> None:
    """Have uvicorn log no secret; after it has set its loggers up, which it does before it loads the application."""
    logging.getLogger("uvicorn.access").addFilter(ShortAddresses())


def logging_config(level: str, as_json: bool) -> dict[str, Any]:
    """Return Django's LOGGING: every line on standard error, as JSON where a program reads it."""
    renderer: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if as_json
        else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    drop_client_error_traceback,
                    no_links,
                    *renderer,
                ],
            }
        },
        "handlers": {"standard_error": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["standard_error"], "level": level},
        "loggers": {"django": {"level": level, "propagate": True, "handlers": []}},
    }


def configure_structlog() -> None:
    """Send structlog's own loggers through the standard library's handlers."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
