"""The ASGI application that uvicorn serves: `uvicorn config.asgi:application`."""

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.asgi import get_asgi_application

from config.structs import learn_structs
from config.threads import Doors, Threads

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

waiting = get_asgi_application()
application = Doors(Threads(settings.WEB_THREADS), waiting)

# The views are loaded now, not while the first caller waits; with them comes the last of the structs.
import_module(settings.ROOT_URLCONF)
learn_structs()
# What is loaded stays: the collector need not walk through it, which holds up every request for a tenth of a second.
gc.collect()
gc.freeze()
