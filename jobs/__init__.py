"""Work that Celery does: a row in the transaction of its cause, lease, retry, progress, cancel, sweep."""
