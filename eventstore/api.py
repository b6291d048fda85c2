"""All that other apps use of the event store."""

from eventstore.errors import (
    AlreadyDone,
    BadExport,
    Conflict,
    Diverged,
    EventStoreError,
    KeyReused,
    StreamClosed,
    UnknownStream,
    UnknownSubscription,
)
from eventstore.exports import check_export, export_streams, import_streams
from eventstore.findings import Finding
from eventstore.golden import Sample, load_samples, unsampled
from eventstore.intake import Imported
from eventstore.reading import find_command, head, last_position, read, read_all
from eventstore.records import Appended, CommandRecord, NewEvent, Recorded, StreamHead
from eventstore.registry import find_subscriber, subscriber, subscribers
from eventstore.seals import SealKey, find_seal_key, seal_key, seal_log
from eventstore.skald_format import ExportSummary
from eventstore.snapshots import SavedState, discard_snapshot, discard_snapshots, load_snapshot, save_snapshot
from eventstore.subscriptions import CaughtUp, State, behind, catch_up, catch_up_all, check, rebuild, resume
from eventstore.upcast import Upcasts
from eventstore.verification import verify_store, verify_stream
from eventstore.wake import CHANNEL
from eventstore.writing import Unit, append, close_stream, writing

__all__ = [
    "CHANNEL",
    "AlreadyDone",
    "Appended",
    "BadExport",
    "CaughtUp",
    "CommandRecord",
    "Conflict",
    "Diverged",
    "EventStoreError",
    "ExportSummary",
    "Finding",
    "Imported",
    "KeyReused",
    "NewEvent",
    "Recorded",
    "Sample",
    "SavedState",
    "SealKey",
    "State",
    "StreamClosed",
    "StreamHead",
    "Unit",
    "UnknownStream",
    "UnknownSubscription",
    "Upcasts",
    "append",
    "behind",
    "catch_up",
    "catch_up_all",
    "check",
    "check_export",
    "close_stream",
    "discard_snapshot",
    "discard_snapshots",
    "export_streams",
    "find_command",
    "find_seal_key",
    "find_subscriber",
    "head",
    "import_streams",
    "last_position",
    "load_samples",
    "load_snapshot",
    "read",
    "read_all",
    "rebuild",
    "resume",
    "save_snapshot",
    "seal_key",
    "seal_log",
    "subscriber",
    "subscribers",
    "unsampled",
    "verify_store",
    "verify_stream",
    "writing",
]
