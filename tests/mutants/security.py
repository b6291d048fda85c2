"""Mutants of what keeps strangers out: lookups, lengths of bodies, modes of files, tokens, rights, tries to log in, replays."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

HOUSE = "tests/house"
LOOKUPS = (f"{HOUSE}/test_admin_lookups.py",)
BODIES = (f"{HOUSE}/test_bodies.py",)
VAR = f"{HOUSE}/test_private_var.py"
ACCOUNT = ("tests/web/pages/test_account.py",)
RIGHTS = ("tests/matches/test_live_rights.py",)
LOGIN = (f"{HOUSE}/test_login_limit.py",)
REPLAYS = ("tests/matches/pages/test_replay_cache.py",)

MUTANTS = (
    # What addresses ask the admin site
    Mutant(
        "the admin site is asked about any column of a list",
        "eventstore/admin/lookups.py",
        "return lookup in set(_parameters(self.model, self.get_list_filter(request)))",
        "return bool(super().lookup_allowed(lookup, value, request))",
        LOOKUPS,
    ),
    Mutant(
        "a search may be as long as an address",
        "eventstore/admin/lookups.py",
        "    if len(term) > LONGEST_SEARCH:\n",
        "    if False:\n",
        LOOKUPS,
    ),
    # Bodies that are too long
    Mutant(
        "a body is not counted while it is read",
        "config/bodies.py",
        "self.passed = self._left < 0",
        "self.passed = False",
        BODIES,
    ),
    Mutant(
        "a body that says it is too long is read all the same",
        "config/bodies.py",
        "self.passed = announced_length(scope) > limit",
        "self.passed = False",
        BODIES,
    ),
    Mutant(
        "any request may be as long as an import",
        "config/bodies.py",
        "return settings.MAX_IMPORT_BYTES if takes_file else settings.MAX_BODY_BYTES",
        "return settings.MAX_IMPORT_BYTES",
        BODIES,
    ),
    # Modes of what lies in var/
    Mutant(
        "others may read what a process puts into var/",
        "config/private_var.py",
        "os.umask(PRIVATE_UMASK)",
        "os.umask(0o022)",
        (f"{VAR}::test_what_a_process_and_its_children_put_there_is_private",),
    ),
    Mutant(
        "what was open to others stays open",
        "config/private_var.py",
        "            if restrict_to_owner(path):\n",
        "            if False:\n",
        (f"{VAR}::test_a_house_that_was_open_is_mended_at_the_next_start",),
    ),
    Mutant(
        "a database outside var/ stays open to others",
        "eventstore/private_files.py",
        "            restrict_to_owner(path.with_name(path.name + suffix))",
        "            path.with_name(path.name + suffix)",
        (f"{VAR}::test_a_database_elsewhere_is_mended_when_it_is_opened",),
    ),
    # Tokens
    Mutant(
        "tokens outlive the password they were made under",
        "web/tokens.py",
        "        if user is not None:\n            revoke_all(user)",
        "        if user is not None:\n            pass",
        ACCOUNT,
    ),
    Mutant(
        "tokens outlive a password that was taken away",
        "config/admin.py",
        "        revoke_all(user)\n        return user",
        "        return user",
        ACCOUNT,
    ),
    Mutant(
        "a token never expires",
        "web/tokens.py",
        "None if token is None or token.expired else token",
        "token",
        ACCOUNT,
    ),
    # Who follows a match
    Mutant(
        "nobody asks again who follows",
        "matches/live/hub.py",
        "follower.recognise(good.get(credential))",
        "follower.recognise(follower.who)",
        RIGHTS,
    ),
    Mutant(
        "who may see a match no more follows it",
        "matches/live/channel.py",
        "if self.cut_off or not access(self.who, match.roster).sees:",
        "if self.cut_off:",
        RIGHTS,
    ),
    # Tries to log in
    Mutant(
        "one name may be tried from one address without end",
        "config/login_throttle.py",
        "TriesByAccount(account), TriesByAddressAndName(), TriesByAddress()",
        "TriesByAccount(account), TriesByAddress()",
        LOGIN,
    ),
    Mutant(
        "who guesses at a name locks its owner out",
        "config/login_throttle.py",
        'f"{self.get_ident(request)}\\n{name}"',
        "name",
        LOGIN,
    ),
    Mutant(
        "one address may try names without end",
        "config/login_throttle.py",
        "TriesByAccount(account), TriesByAddressAndName(), TriesByAddress()",
        "TriesByAccount(account), TriesByAddressAndName()",
        LOGIN,
    ),
    # Replays of long matches
    Mutant(
        "a replay is made at every request",
        "matches/replay_cache.py",
        "if known is None or known[0] != head:",
        "if known is None or head:",
        REPLAYS,
    ),
    Mutant(
        "a replay is kept though the match went on",
        "matches/replay_cache.py",
        "if known is None or known[0] != head:",
        "if known is None:",
        REPLAYS,
    ),
)
