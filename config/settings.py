"""Settings, each from the environment with a default that works. `docs/configuration.md` lists them."""

import sys
from pathlib import Path
from typing import Any

from config.databases import Limits, database
from config.env import (
    HOST,
    ORIGIN,
    check_keys,
    env_bool,
    env_int,
    env_level,
    env_rate,
    env_str,
    env_words,
    env_zone,
)
from config.logs import configure_structlog, logging_config
from config.private_var import open_var
from config.redis_home import celery_url, check_url, socket_url
from config.secret_key import read_or_make_command_key, read_or_make_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env_str("SKALD_VAR", str(BASE_DIR / "var"))).resolve()
open_var(VAR_DIR)

DEBUG = env_bool("DEBUG", False)
_secret_file = VAR_DIR / "secret_key"
# A server from before commands had a key of their own named them by its secret key.
_former_key = env_str("SECRET_KEY") or (read_or_make_secret_key(_secret_file) if _secret_file.exists() else "")
COMMAND_KEY = env_str("SKALD_COMMAND_KEY") or read_or_make_command_key(VAR_DIR / "command_key", _former_key)
SECRET_KEY = env_str("SECRET_KEY") or read_or_make_secret_key(_secret_file)
# Read where they are used (`eventstore/seals.py`, `campaigns/management/commands/demo.py`).
check_keys("SKALD_SEAL_KEY", most=1)
check_keys("SKALD_OLD_SEAL_KEYS")
check_keys("SKALD_TRUSTED_SEALS")
env_str("DEMO_PASSWORD")

# --- who may call, and how ---------------------------------------------------------------------

ALLOWED_HOSTS = env_words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]", HOST, "names such as league.example")
CSRF_TRUSTED_ORIGINS = env_words("CSRF_TRUSTED_ORIGINS", "", ORIGIN, "origins such as https://league.example")
HTTPS = env_bool("HTTPS", False)
PROXIES = env_int("PROXIES", 0, most=100)

SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.views.csrf_refused"
_hsts = env_int("HSTS_SECONDS", 3600)
SECURE_HSTS_SECONDS = _hsts if HTTPS else 0
# The proxy in front answers plain HTTP with a redirect; it must set or strip this header itself.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# --- the parts ---------------------------------------------------------------------------------

INSTALLED_APPS = [
    "config",
    "unfold",
    "unfold.contrib.filters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_filters",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "eventstore",
    "jobs",
    "web",
    "matches",
    "campaigns",
    "tournaments",
]

MIDDLEWARE = [
    "config.middleware.WholeAnswers",
    "django.middleware.security.SecurityMiddleware",
    "config.middleware.content_security_policy",
    "config.middleware.BodyTooLong",
    "config.middleware.QueueTooLong",
    "config.middleware.no_nul",
    "config.middleware.DatabaseAway",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.middleware.private_by_default",  # after WhiteNoise: static files are for everybody
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.PageLimit",
    "config.middleware.LoginLimit",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WEB_THREADS = env_int("WEB_THREADS", 8, least=1)
# The live feed: how many a web process keeps open, in all and for one address, and the threads that read for all of
# them. Each process counts its own, as each has sockets and memory of its own: N processes (uvicorn --workers N, or N
# machines) keep up to N times as many open, for one address too. `manage.py up` runs one.
LIVE_FEEDS = env_int("LIVE_FEEDS", 500, least=1)
LIVE_FEEDS_PER_ADDRESS = env_int("LIVE_FEEDS_PER_ADDRESS", 50, least=1)
LIVE_THREADS = env_int("LIVE_THREADS", 2, least=1)
# The most bytes of a request, and of one that brings a file. Reading stops there.
MAX_BODY_BYTES = env_int("MAX_BODY_BYTES", 1024 * 1024, least=1024)
MAX_IMPORT_BYTES = env_int("MAX_IMPORT_BYTES", 16 * 1024 * 1024, least=1024)
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_BODY_BYTES

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- what is kept ------------------------------------------------------------------------------

# PostgreSQL and SQLite count milliseconds in 32 bits.
_MOST_SECONDS = 2_000_000
_busy = env_int("SQLITE_BUSY_SECONDS", 30, least=1, most=_MOST_SECONDS)
# After how many seconds `up` ends a process of its own that is stopped in the middle of a write; 0: never.
SQLITE_FROZEN_SECONDS = env_int("SQLITE_FROZEN_SECONDS", 10, most=_MOST_SECONDS)
_lock = env_int("DATABASE_LOCK_SECONDS", 10, most=_MOST_SECONDS)
DATABASES = {
    "default": database(
        env_str("DATABASE_URL"),
        VAR_DIR,
        busy_seconds=_busy,
        connection_seconds=env_int("CONN_MAX_AGE", 600),
        limits=Limits(
            lock=_lock,
            statement=env_int("DATABASE_STATEMENT_SECONDS", 60, most=_MOST_SECONDS),
            idle=env_int("DATABASE_IDLE_SECONDS", 30, most=_MOST_SECONDS),
        ),
    )
}
# How long a request waits for a thread that writes: as long as one in a thread waits for the database.
QUEUE_SECONDS = (_lock or None) if DATABASES["default"]["ENGINE"].endswith("postgresql") else _busy
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = check_url(env_str("REDIS_URL", socket_url(VAR_DIR)))
_cache_seconds = env_int("CACHE_SECONDS", 1, least=1, most=_MOST_SECONDS)

OWN_MEMORY = {
    "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
    "OPTIONS": {"MAX_ENTRIES": 50_000},  # so that nobody makes it forget by sending many names
}
# A Redis that somebody named is shared by all processes and so is the cache in it. Without one,
# a process on its own (a command, a test) keeps to its own memory and needs no Redis.
CACHES: dict[str, dict[str, Any]] = {
    "default": (
        {
            "BACKEND": "config.cache.ForgetfulCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "skald",
            "OPTIONS": {"socket_timeout": _cache_seconds},
        }
        if env_str("REDIS_URL")
        else {**OWN_MEMORY, "LOCATION": "skald"}
    ),
    # What is counted while Redis is away.
    "process": {**OWN_MEMORY, "LOCATION": "process"},
}

# Megabytes of replays that a process keeps, gzipped, so that each is made once.
REPLAY_CACHE_MB = env_int("REPLAY_CACHE_MB", 64)

# --- people ------------------------------------------------------------------------------------

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
] + [{"NAME": "web.tokens.RevokesTokens"}]
TOKEN_DAYS = env_int("TOKEN_DAYS", 90, least=1, most=36_500)
# How long a link is good by which somebody chooses a password.
PASSWORD_RESET_TIMEOUT = env_int("PASSWORD_LINK_HOURS", 72, least=1, most=876_000) * 3600
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

LANGUAGE_CODE = "en-gb"
TIME_ZONE = env_zone("TIME_ZONE", "UTC")
USE_I18N = True
USE_TZ = True

# --- static files ------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)  # WhiteNoise warns of a folder that is not there
# Served straight from the apps, so that a fresh clone needs no collectstatic.
WHITENOISE_USE_FINDERS = True
WHITENOISE_MAX_AGE = env_int("STATIC_MAX_AGE", 60)

# --- work in the background --------------------------------------------------------------------

LONGEST_TASK_SECONDS = env_int("LONGEST_TASK_SECONDS", 600, least=1)
POLL_SECONDS = env_int("POLL_SECONDS", 5, least=1)
SEAL_SECONDS = env_int("SEAL_SECONDS", 60, least=1)
# So long a job is left to a worker that does not answer any more. What a job does takes a fraction of it.
JOB_LEASE_SECONDS = env_int("JOB_LEASE_SECONDS", 30, least=1)

CELERY_BROKER_URL = celery_url(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
_broker_seconds = env_int("BROKER_SECONDS", 2, least=1, most=_MOST_SECONDS)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Above the longest task, else a task still at work is given to a second worker.
    "visibility_timeout": LONGEST_TASK_SECONDS * 2,
    # Look for the work of a dead worker every 10 s, on each sweep rather than on every tenth.
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": _broker_seconds,
    "socket_timeout": _broker_seconds * 15,
    "socket_keepalive": True,
    "global_keyprefix": env_str("CELERY_KEY_PREFIX"),
}
CELERY_TASK_SERIALIZER = "json"
CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = LONGEST_TASK_SECONDS
CELERY_TASK_SOFT_TIME_LIMIT = max(1, LONGEST_TASK_SECONDS - 30)
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CONCURRENCY = env_int("WORKER_CONCURRENCY", 2, least=1)
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# Celery would close the connection to the database before and after each task. Here it is kept as long as a web process
# keeps it (`config/celery.py`).
CELERY_DB_REUSE_MAX = sys.maxsize
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    # Redis only wakes the subscriptions; this poll is the net under it.
    "poll-subscriptions": {
        "task": "eventstore.tasks.poll_subscriptions",
        "schedule": float(POLL_SECONDS),
        "options": {"expires": float(POLL_SECONDS)},
    },
    # Workers get a message for each job; this finds jobs whose message was lost.
    "sweep-jobs": {
        "task": "campaigns.tasks.sweep_jobs",
        "schedule": float(POLL_SECONDS),
        "options": {"expires": float(POLL_SECONDS)},
    },
    # Deadlines are dates.
    "find-overdue": {
        "task": "tournaments.tasks.find_overdue",
        "schedule": 3600.0,
        "options": {"expires": 3600.0},
    },
    "seal-log": {
        "task": "eventstore.tasks.seal_log",
        "schedule": float(SEAL_SECONDS),
        "options": {"expires": float(SEAL_SECONDS)},
    },
}

# --- files from elsewhere ----------------------------------------------------------------------

# A match with more events can only be imported in the terminal.
IMPORT_EVENTS = env_int("IMPORT_EVENTS", 30_000, least=1)

# --- the API -----------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        # The first says how a refusal reads: 401, and a token is wanted.
        "web.api.tokens.TokenAndAccount",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["web.api.parsing.PlainJson"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.LimitOffsetPagination",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "web.problems.exception_handler",
    "DEFAULT_THROTTLE_CLASSES": [
        "config.throttles.CallsByAddress",
        "config.throttles.CallsByUser",
        "config.throttles.CallsByScope",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env_rate("THROTTLE_ANON", "600/min"),
        "user": env_rate("THROTTLE_USER", "6000/min"),
        "login": env_rate("THROTTLE_LOGIN", "10/min"),
        "import": env_rate("THROTTLE_IMPORT", "30/hour"),
        "pages": env_rate("THROTTLE_PAGES", "300/min"),
    },
    "NUM_PROXIES": PROXIES,
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Skald",
    "DESCRIPTION": "Campaigns and leagues of tabletop games, where every roll and action is an event.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v[0-9]+",
    "COMPONENT_SPLIT_REQUEST": True,
    # Names for what several shapes call `stage`, `status` or `visibility`.
    "ENUM_NAME_OVERRIDES": {
        "BlockOrWarn": ["block", "warn"],
        "CampaignStage": "campaigns.models.Campaign.Stage",
        "StageStatus": ["finished", "planned", "running"],
        "StatusEnum": ["abandoned", "finished", "running", "waiting"],
        "VisibilityEnum": ["private", "public", "unlisted"],
        "TournamentStatus": ["draft", "ended", "running", "sign_up"],
        "TournamentVisibility": "tournaments.models.Tournament.Visibility",
    },
}

# --- the admin site ----------------------------------------------------------------------------

# The colours of the pages (`web/static/web/tokens.css`) by Unfold's shades: those of the light scheme first.
NEUTRAL = {
    "50": "#f7f7f5",
    "100": "#f1efec",
    "200": "#e6e3de",
    "300": "#d0ccc5",
    "400": "#a5a197",
    "500": "#635f58",
    "600": "#54514b",
    "700": "#4c5057",
    "800": "#2a2d31",
    "900": "#191b1e",
    "950": "#111214",
}
ACCENT = {
    "50": "#fdf4ee",
    "100": "#f8e9df",
    "200": "#f6d3bc",
    "300": "#f5b083",
    "400": "#f2a06b",
    "500": "#f0975a",
    "600": "#b4541a",
    "700": "#96430f",
    "800": "#7a370d",
    "900": "#33241a",
    "950": "#22180f",
}

UNFOLD = {
    "SITE_TITLE": "Skald",
    "SITE_HEADER": "Skald",
    "SITE_SUBHEADER": "Every roll is recorded",
    "SITE_SYMBOL": "history_edu",
    "COLORS": {"base": NEUTRAL, "primary": ACCENT},
    "SHOW_HISTORY": True,
    "SHOW_VIEW_ON_SITE": True,
    "STYLES": ["config.dashboard.stylesheet"],
    "SCRIPTS": ["config.dashboard.scheme_script", "config.dashboard.script"],
    "DASHBOARD_CALLBACK": "config.dashboard.dashboard",
    "SIDEBAR": {"show_search": False, "navigation": "config.dashboard.navigation"},
}

# --- logs --------------------------------------------------------------------------------------

LOG_LEVEL = env_level("LOG_LEVEL", "INFO")
configure_structlog()
LOGGING = logging_config(LOG_LEVEL, env_bool("LOG_JSON", False))
