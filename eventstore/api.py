"""All that other apps use of the event store."""

from eventstore.chain import type_id
from eventstore.errors import (
    AlreadyDone,
    BadExport,
    BrokenChain,
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
from eventstore.reading import Page, find_command, head, last_position, read, read_all, read_pages
from eventstore.records import Appended, CommandRecord, NewEvent, Recorded, Statement, StreamHead, moment
from eventstore.registry import find_subscriber, subscriber, subscribers
from eventstore.seals import SealKey, find_seal_key, seal_key, seal_log
from eventstore.skald_format import ExportSummary, FileSeal
from eventstore.snapshots import SavedState, discard_snapshot, discard_snapshots, load_snapshot, save_snapshot
from eventstore.subscriptions import CaughtUp, State, behind, catch_up, catch_up_all, check, rebuild, resume
from eventstore.upcast import Upcasts
from eventstore.verification import verified_pages, verify_store, verify_stream
from eventstore.wake import CHANNEL
from eventstore.writing import Unit, append, close_stream, writing

__all__ = [
    "CHANNEL",
    "AlreadyDone",
    "Appended",
    "BadExport",
    "BrokenChain",
    "CaughtUp",
    "CommandRecord",
    "Conflict",
    "Diverged",
    "EventStoreError",
    "ExportSummary",
    "FileSeal",
    "Finding",
    "Imported",
    "KeyReused",
    "NewEvent",
    "Page",
    "Recorded",
    "Sample",
    "SavedState",
    "SealKey",
    "State",
    "Statement",
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
    "moment",
    "read",
    "read_all",
    "read_pages",
    "rebuild",
    "resume",
    "save_snapshot",
    "seal_key",
    "seal_log",
    "subscriber",
    "subscribers",
    "type_id",
    "unsampled",
    "verified_pages",
    "verify_store",
    "verify_stream",
    "writing",
]
