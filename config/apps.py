"""The app that carries `manage.py up` and the admin of people."""

from django.apps import AppConfig


class HouseConfig(AppConfig):
    """Registers the house itself; its label keeps clear of other apps named config."""

    name = "config"
    label = "house"
    verbose_name = "House"
