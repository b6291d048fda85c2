"""The app that carries `manage.py up` and the admin of people."""

from django.apps import AppConfig, apps
from django.conf import settings

from config.msgspec_warmup import learn_all_structs
from config.private_var import restrict_var


class HouseConfig(AppConfig):
    """Registers the server itself; its label keeps clear of other apps named config."""

    name = "config"
    label = "house"
    verbose_name = "House"

    def ready(self) -> None:
        """Close what lies in `var/` to other accounts; learn all structs before anybody starts a thread."""
        restrict_var(settings.VAR_DIR)
        # As the side bar of the admin site has it.
        apps.get_app_config("auth").verbose_name = "People"
        learn_all_structs()
