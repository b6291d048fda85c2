"""People and groups in the admin site, dressed like the rest of it."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as PlainGroupAdmin, UserAdmin as PlainUserAdmin
from django.contrib.auth.models import Group, User
from django.db.models import ManyToManyField
from django.forms import ModelMultipleChoiceField, Widget
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.admin import ModelAdmin
from unfold.decorators import action
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from config.links import password_link
from config.rights import RightsForm, RightsWidget
from eventstore.admin import DeclaredLookups
from web.pages.account import password_help
from web.tokens import revoke_all

BY_LINK = (
    "Disabled: they choose their password themselves, by a link that you make on the next page, and nobody else knows "
    "it. Enabled: you choose one for them here."
)
LINK = "config/admin/password_link.html"

admin.site.index_title = "Home"
admin.site.unregister(User)
admin.site.unregister(Group)


class PasswordForm(AdminPasswordChangeForm):
    """The form that changes somebody's password, or takes it away: their tokens go with it either way."""

    def save(self, commit: bool = True) -> Any:
        user = super().save(commit)
        revoke_all(user)
        return user


class NewUserForm(UserCreationForm):
    """A new user: who chooses their password, and when, is said as it is here."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["usable_password"].help_text = BY_LINK
        self.fields["password1"].help_text = password_help(None)


class UserForm(RightsForm, UserChangeForm):
    """A user, and what they may do in the admin site."""

    rights_field = "user_permissions"


class GroupForm(RightsForm):
    """A group, and what its members may do in the admin site."""

    rights_field = "permissions"


class CheckboxLists(ModelAdmin):
    """Groups and rights are ticked: two lists side by side, as Django has them, are wider than the page."""

    filter_horizontal: Any = ()
    boxes: ClassVar[dict[str, type[Widget]]] = {
        "groups": UnfoldAdminCheckboxSelectMultipleWidget,
        "user_permissions": RightsWidget,
        "permissions": RightsWidget,
    }

    def formfield_for_manytomany(
        self, db_field: ManyToManyField[Any, Any], request: HttpRequest | None = None, **kwargs: Any
    ) -> ModelMultipleChoiceField | None:
        return super().formfield_for_manytomany(db_field, request, widget=self.boxes[db_field.name], **kwargs)


@admin.register(User)
class UserAdmin(DeclaredLookups, CheckboxLists, PlainUserAdmin, ModelAdmin):
    """Who may log in."""

    form = UserForm
    add_form = NewUserForm
    change_password_form = PasswordForm
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Personal info", {"fields": ("first_name", "last_name", "email")}),
        ("What they may do", {"fields": ("is_active", "is_staff", "groups", "is_superuser")}),
        ("Rights beyond those of their groups", {"fields": ("user_permissions",), "classes": ("collapse",)}),
        ("Important dates", {"fields": ("last_login", "date_joined")}),
    )
    actions_detail = ("password_link",)

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """With the section of individual rights open for users who have any."""
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or not obj.user_permissions.exists():
            return fieldsets
        return tuple((title, {**shown, "classes": ()}) for title, shown in fieldsets)

    def has_password_link_permission(self, request: HttpRequest, object_id: str | None = None) -> bool:
        """Superusers alone: with a link one can become anybody."""
        return bool(getattr(request.user, "is_superuser", False))

    @action(
        description="Link to choose a password", url_path="password-link", icon="key", permissions=["password_link"]
    )
    def password_link(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show a link by which this user chooses a password."""
        user: User | None = self.get_object(request, object_id)
        if user is None:
            raise Http404
        back = reverse("admin:auth_user_change", args=[user.pk])
        if not user.is_active:
            messages.error(request, "This account is disabled: nobody can log in with it.")
            return HttpResponseRedirect(back)
        self.log_change(request, user, "Created a link to choose a password.")
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"Password link for {user.get_username()}",
            "original": user,
            "link": request.build_absolute_uri(password_link(user)),
            "hours": settings.PASSWORD_RESET_TIMEOUT // 3600,
            "back": back,
        }
        return TemplateResponse(request, LINK, context, headers={"Cache-Control": "private, no-store"})


@admin.register(Group)
class GroupAdmin(DeclaredLookups, CheckboxLists, PlainGroupAdmin, ModelAdmin):
    """Rights that several people share."""

    form = GroupForm
