"""The ASGI application that uvicorn serves: `uvicorn config.asgi:application`."""

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

from config.logs import shorten_access_log
from config.restoring import refuse_to_open
from config.threads import Threads

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

try:
    refuse_to_open(settings.VAR_DIR)
except ImproperlyConfigured as bad:
    # One of several processes of uvicorn tells it by no hook.
    raise SystemExit(f"Bad setting: {bad}") from None
wsgi = get_wsgi_application()
shorten_access_log()
application = Threads(wsgi, settings.WEB_THREADS, settings.QUEUE_SECONDS)

# The views are loaded now, not while the first caller waits.
import_module(settings.ROOT_URLCONF)
# What is loaded stays: the collector need not walk through it, which holds up every request for a tenth of a second.
gc.collect()
gc.freeze()
