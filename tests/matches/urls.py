"""The house's addresses, with those of matches wherever the house does not include them yet."""

from django.urls import include, path

from config.urls import handler400, handler403, handler404, handler500
from config.urls import urlpatterns as house

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [*house, path("api/v1/", include("matches.api.urls")), path("", include("matches.urls"))]
