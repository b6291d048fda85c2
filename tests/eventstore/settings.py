"""A small Skald around the event store alone, for the processes that these tests start and kill."""

from pathlib import Path

from config.databases import database
from config.env import env_str

VAR_DIR = Path(env_str("SKALD_VAR"))
SECRET_KEY = "for tests"
USE_TZ = True
INSTALLED_APPS = ["django.contrib.contenttypes", "eventstore"]
DATABASES = {
    "default": database(env_str("DATABASE_URL"), VAR_DIR, busy_seconds=30, connection_seconds=600),
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["ENGINE"] = "eventstore.sqlite"
REDIS_URL = env_str("REDIS_URL")
