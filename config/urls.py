"""Every address of the server; each app brings its own list."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import include, path, re_path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from config import views
from config.api import TokenView
from web.pages import account
from web.pages.design import design

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("seal", views.seal, name="seal"),
    # The one page to change one's password counts tries at the old one (`config/login_throttle.py`).
    path("admin/password_change/", RedirectView.as_view(pattern_name="password")),
    # Addresses of the admin site that no page of ours leads to, and that answer nonsense with a fault.
    re_path("^admin/(?:search|r)/", views.nowhere),
    path("admin/autocomplete/", admin.site.admin_view(views.Autocomplete.as_view(admin_site=admin.site))),
    path("admin/", admin.site.urls),
    path("login/", views.Login.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("account/", account.account, name="account"),
    path("account/password/", account.ChangePassword.as_view(), name="password"),
    path("account/choose/<str:uidb64>/<str:token>/", account.ChoosePassword.as_view(), name="choose-password"),
    path("design/", design, name="design"),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="api-docs"),
    path("api/v1/token/", TokenView.as_view(), name="api-token"),
    path("", include("matches.pages.urls")),
    path("", include("campaigns.pages.urls")),
    path("", include("tournaments.pages.urls")),
    path("", include("matches.urls")),
    path("api/v1/", include("matches.api.urls")),
    path("api/v1/", include("campaigns.api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("favicon.ico", RedirectView.as_view(url="/static/config/favicon.svg", permanent=True)),
]

handler400 = views.bad_request
handler403 = views.forbidden
handler404 = views.not_found
handler500 = views.server_error
