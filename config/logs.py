"""Logging: structlog for our lines and the standard library's alike, one format for both."""

from typing import Any

import structlog
from django.core.exceptions import SuspiciousOperation
from structlog.typing import EventDict, Processor, WrappedLogger

SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


def untraced_nonsense(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    """Take the traceback off a line about a request that was answered 400: nothing of ours is at fault."""
    match line.get("exc_info"):
        case (_, SuspiciousOperation(), _):
            del line["exc_info"]
    return line


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
                    untraced_nonsense,
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
