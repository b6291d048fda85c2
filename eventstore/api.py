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
    LongExport,
    StreamClosed,
    UnknownStream,
    UnknownSubscription,
)
from eventstore.exports import check_export, export_streams, import_streams
from eventstore.findings import Finding
from eventstore.golden import Sample, load_samples, unsampled
from eventstore.import_words import Import, describe_imports, importer, origins_in_words, outsider_in_words
from eventstore.intake import StreamImport
from eventstore.provenance import (
    Provenance,
    actor_here,
    expected_imports,
    imports_of,
    imports_of_all,
    name_elsewhere,
    untrusted_imports,
)
from eventstore.published_seals import PublishedSeal, newest_seal
from eventstore.reading import Page, find_command, head, last_position, read, read_all, read_pages
from eventstore.records import AppendResult, CommandRecord, NewEvent, RecordedEvent, Statement, StreamHead, moment
from eventstore.registry import find_subscriber, register_check, subscriber, subscribers
from eventstore.seals import SealKey, find_seal_key, seal_key, seal_log, trusted_keys
from eventstore.skald_format import ExportSummary, FileSeal
from eventstore.snapshots import (
    SavedState,
    discard_all_snapshots,
    discard_snapshot,
    discard_snapshots,
    load_snapshot,
    save_snapshot,
)
from eventstore.subscriptions import CatchUpResult, State, behind, catch_up, catch_up_all, check, rebuild, resume
from eventstore.timeouts import long_work, waited_too_long
from eventstore.upcast import Upcasts
from eventstore.verification import verified_pages, verify_store, verify_stream
from eventstore.wake import CHANNEL
from eventstore.writing import Unit, append, close_stream, writing

__all__ = [
    "CHANNEL",
    "AlreadyDone",
    "AppendResult",
    "BadExport",
    "BrokenChain",
    "CatchUpResult",
    "CommandRecord",
    "Conflict",
    "Diverged",
    "EventStoreError",
    "ExportSummary",
    "FileSeal",
    "Finding",
    "Import",
    "KeyReused",
    "LongExport",
    "NewEvent",
    "Page",
    "Provenance",
    "PublishedSeal",
    "RecordedEvent",
    "Sample",
    "SavedState",
    "SealKey",
    "State",
    "Statement",
    "StreamClosed",
    "StreamHead",
    "StreamImport",
    "Unit",
    "UnknownStream",
    "UnknownSubscription",
    "Upcasts",
    "actor_here",
    "append",
    "behind",
    "catch_up",
    "catch_up_all",
    "check",
    "check_export",
    "close_stream",
    "describe_imports",
    "discard_all_snapshots",
    "discard_snapshot",
    "discard_snapshots",
    "expected_imports",
    "export_streams",
    "find_command",
    "find_seal_key",
    "find_subscriber",
    "head",
    "import_streams",
    "importer",
    "imports_of",
    "imports_of_all",
    "last_position",
    "load_samples",
    "load_snapshot",
    "long_work",
    "moment",
    "name_elsewhere",
    "newest_seal",
    "origins_in_words",
    "outsider_in_words",
    "read",
    "read_all",
    "read_pages",
    "rebuild",
    "register_check",
    "resume",
    "save_snapshot",
    "seal_key",
    "seal_log",
    "subscriber",
    "subscribers",
    "trusted_keys",
    "type_id",
    "unsampled",
    "untrusted_imports",
    "verified_pages",
    "verify_store",
    "verify_stream",
    "waited_too_long",
    "writing",
]
