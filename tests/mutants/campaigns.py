"""Mutants of campaigns and companies."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

DOMAIN = "campaigns/domain"
TESTS = "tests/campaigns/domain"
KIT = (f"{TESTS}/test_undoing_kit.py",)
LATE = (f"{TESTS}/test_recorded_late.py",)
FATES = (f"{TESTS}/test_rolled_and_declared.py",)
UNDER = (f"{TESTS}/test_conditions.py",)
HELD = (f"{TESTS}/test_captives.py",)
ITEMS = (f"{TESTS}/test_item_states.py",)
TREATED = (f"{TESTS}/test_recovery.py",)
KEYS = "tests/matches/test_command_keys.py"
TAKEN = "tests/campaigns/test_ids_taken.py"

MUTANTS = (
    # What the dead left behind
    Mutant(
        "KERNEL-CAMP-07: what was sold goes back to who lives again",
        f"{DOMAIN}/undoing.py",
        "return bool(company.stash.get(event.item)) if",
        "return True if",
        KIT,
    ),
    Mutant(
        "KERNEL-CAMP-07: what a comrade took up goes back too",
        f"{DOMAIN}/undoing.py",
        "        left = {at: one for at, one in left.items() if _is_still_there(company, one)}\n    return left",
        "    return left",
        KIT,
    ),
    Mutant(
        "KERNEL-CAMP-07: what was taken up again comes a second time",
        f"{DOMAIN}/undoing.py",
        "            left.pop(same[-1] if same else 0, None)\n",
        "            pass\n",
        KIT,
    ),
    Mutant(
        "KERNEL-CAMP-07: what went is looked for before the others had theirs back",
        f"{DOMAIN}/undoing.py",
        "    if not _is_still_there(draft.company, event):\n        return\n",
        "",
        KIT,
    ),
    Mutant(
        "KERNEL-CAMP-07: what the dead left is lost with the void battle",
        f"{DOMAIN}/undoing.py",
        "    draft.emit(cev.ItemAssigned(hero=figure.id, item=event.item))\n",
        "",
        KIT,
    ),
    Mutant(
        "IST-Q-110: the stash is not counted when things are assigned",
        f"{DOMAIN}/company/evolve.py",
        "    company = _stashed(company, event.item, -1)\n    return _with_hero",
        "    return _with_hero",
        (f"{TESTS}/test_company_items.py", *KIT),
    ),
    # Absences, battles recorded late
    Mutant(
        "KERNEL-CAMP-07: matches that were sat out are sat out again",
        f"{DOMAIN}/tally.py",
        "matches = self.absence.matches - len(self.served)",
        "matches = self.absence.matches",
        LATE,
    ),
    Mutant(
        "KERNEL-CAMP-07: a match counts that was sat out before the ban",
        f"{DOMAIN}/settling.py",
        "serve_absences(draft, tuple(side.models), Cause(battle.fought), then)",
        "serve_absences(draft, tuple(side.models), Cause(battle.fought))",
        LATE,
    ),
    Mutant(
        "KERNEL-CAMP-07: another ban is served by an old match",
        f"{DOMAIN}/company/decide/heroes.py",
        " and before.why == hero.absence.why",
        "",
        LATE,
    ),
    Mutant(
        "KERNEL-CAMP-06: who played has sat out",
        f"{DOMAIN}/company/decide/heroes.py",
        " and hero.id not in fielded:",
        ":",
        (f"{TESTS}/test_company_after.py",),
    ),
    Mutant(
        "KERNEL-CAMP-06: the last match of a ban is never over",
        f"{DOMAIN}/company/decide/heroes.py",
        "if absence.matches > 1 else None",
        "if absence.matches > 0 else None",
        LATE,
    ),
    Mutant(
        "KERNEL-CAMP-07: a ban that was served in part is told whole again",
        f"{DOMAIN}/settling.py",
        "return new.absence and Bans(self._log, new.figure).brought(self._match, new.absence)",
        "return new.absence",
        LATE,
    ),
    Mutant(
        "KERNEL-CAMP-07: a match is sat out for the first of several bans",
        f"{DOMAIN}/tally.py",
        "holding[-1].served.add(version)",
        "holding[0].served.add(version)",
        LATE,
    ),
    Mutant(
        "KERNEL-CAMP-07: a ban that is told anew is not the last word",
        f"{DOMAIN}/tally.py",
        "known = self._bans.pop(key, None)",
        "known = self._bans.get(key)",
        LATE,
    ),
    Mutant(
        "KERNEL-CAMP-07: a match sat out counts though its battle is void",
        f"{DOMAIN}/tally.py",
        "            ban.served.discard(version)\n",
        "            pass\n",
        LATE,
    ),
    Mutant(
        "KERNEL-CAMP-07: a late battle is settled by the heroes of now",
        f"{DOMAIN}/settling.py",
        "            return fold(log[:at]) or act.draft(company).company\n",
        "            return act.draft(company).company\n",
        (f"{TESTS}/test_settling_again.py",),
    ),
    # Fates
    Mutant(
        "IST-Q-100: who has rolled rolls again",
        f"{DOMAIN}/settling.py",
        '        if before is not None and len(before.faces) == len(need.sides):\n            return DiceFaces(before.faces, "house")\n',
        "",
        FATES,
    ),
    Mutant(
        "IST-D-18: a declared fate goes when its battle is recorded again",
        f"{DOMAIN}/settling.py",
        "word = self._declared.get(new.figure) if restores(new.fate) else None",
        "word = None",
        FATES,
    ),
    Mutant(
        "IST-D-18: the first word of the GM stands and not the last",
        f"{DOMAIN}/settling.py",
        'fates = (event for _, event in counting(log) if isinstance(event, HeroFateSet) and event.how == "gm")',
        'fates = reversed([event for _, event in counting(log) if isinstance(event, HeroFateSet) and event.how == "gm"])',
        FATES,
    ),
    Mutant(
        "IST-D-18: a declared survivor learns nothing when it is recorded again",
        f"{DOMAIN}/settling.py",
        "if fate is None or not restores(settled.fate):",
        "if fate is not None or not restores(settled.fate):",
        FATES,
    ),
    # Gold, experience
    Mutant(
        "KERNEL-CAMP-09: the GM may give more XP than anybody has",
        f"{DOMAIN}/gm_commands.py",
        "if figure.xp + command.amount > most:",
        "if command.amount > most:",
        (f"{TESTS}/test_gm_commands.py",),
    ),
    Mutant(
        "KERNEL-CAMP-09: the last XP of the highest level is refused",
        f"{DOMAIN}/gm_commands.py",
        "if figure.xp + command.amount > most:",
        "if figure.xp + command.amount >= most:",
        (f"{TESTS}/test_gm_commands.py",),
    ),
    Mutant(
        "KERNEL-CAMP-09: the most XP that are given at once are refused",
        f"{DOMAIN}/campaign/commands.py",
        'amount: Annotated[int, msgspec.Meta(ge=1, le=MOST_XP), label("XP")]',
        'amount: Annotated[int, msgspec.Meta(ge=1, le=MOST_XP - 1), label("XP")]',
        (f"{TESTS}/test_gm_commands.py",),
    ),
    Mutant(
        "KERNEL-CAMP-09: any XP may be given at once",
        f"{DOMAIN}/campaign/commands.py",
        'amount: Annotated[int, msgspec.Meta(ge=1, le=MOST_XP), label("XP")]',
        'amount: Annotated[int, msgspec.Meta(ge=1), label("XP")]',
        (f"{TESTS}/test_gm_commands.py",),
    ),
    Mutant(
        "KERNEL-CAMP-08: gold may sink below 0",
        f"{DOMAIN}/company/decide/trade.py",
        "if left < min(had, 0) and not draft.terms.debt:",
        "if left < min(had, -1) and not draft.terms.debt:",
        (f"{TESTS}/test_gm_commands.py", f"{TESTS}/test_undoing_gold.py"),
    ),
    Mutant(
        "IST-Q-108: loot is what the loser has now",
        f"{DOMAIN}/settling.py",
        "            return max(then.gold + loser.terms.progression.trade.income(loser.terms.rules, won=False), 0)\n",
        "            return max(loser.company.gold, 0)\n",
        (f"{TESTS}/test_undoing_gold.py", f"{TESTS}/test_battles.py", f"{TESTS}/test_settling_again.py"),
    ),
    Mutant(
        "KERNEL-CAMP-07: the XP of a void battle stay",
        f"{DOMAIN}/undoing.py",
        "    cev.XpGained: _xp,\n",
        "",
        (f"{TESTS}/test_undoing.py",),
    ),
    Mutant(
        "KERNEL-CAMP-07: wounds that a later battle healed come back",
        f"{DOMAIN}/tally.py",
        "            if step.whole:\n                counts = {path: count for path, count in counts.items() if not path.startswith(LOST)}\n",
        "",
        (f"{TESTS}/test_undoing_shares.py",),
    ),
    Mutant(
        "KERNEL-CAMP-07: wounds of a fork do not stay where those of its battle do",
        f"{DOMAIN}/tally.py",
        "return self._carries(self._battles.get(match, match))",
        "return self._carries(match)",
        (f"{TESTS}/test_undoing_fates.py",),
    ),
    # The log of a match
    Mutant(
        "KERNEL-CAMP-06: of several rewinds only the last counts",
        "campaigns/loading.py",
        "number = event.to if isinstance(event, Rewound) else number - 1",
        "number = event.to if isinstance(event, Rewound) and number == len(events) else number - 1",
        ("tests/campaigns/test_counting_events.py",),
    ),
    Mutant(
        "rows are locked in whatever order an act has looked at them",
        "campaigns/handler.py",
        "for stream in sorted(self._was, key=lambda one: (self._was[one].aggregate is COMPANIES, one)):",
        "for stream in self._was:",
        ("tests/campaigns/test_lock_order.py",),
        postgresql=True,
    ),
    Mutant(
        "companies are locked before their campaign",
        "campaigns/handler.py",
        "key=lambda one: (self._was[one].aggregate is COMPANIES, one)):",
        "key=lambda one: (self._was[one].aggregate is not COMPANIES, one)):",
        ("tests/campaigns/test_lock_order.py",),
        postgresql=True,
    ),
    Mutant(
        "the follower writes companies in the order in which it read of them",
        "campaigns/projections.py",
        "            for identity in sorted(streams):\n                if here",
        "            for identity in streams:\n                if here",
        ("tests/campaigns/test_lock_order.py",),
        postgresql=True,
    ),
    Mutant(
        "the follower writes companies before their campaign",
        "campaigns/projections.py",
        "        for model, kind in ((Campaign, CAMPAIGNS), (Company, COMPANIES)):\n            streams = ",
        "        for model, kind in ((Company, COMPANIES), (Campaign, CAMPAIGNS)):\n            streams = ",
        ("tests/campaigns/test_lock_order.py",),
        postgresql=True,
    ),
    # Ids of the house that an import has taken
    Mutant(
        "what an import brought under an id of the house counts as the house's",
        "matches/handler.py",
        "if command is None or (command.imported and request.cause):",
        "if command is None:",
        (KEYS,),
    ),
    Mutant(
        "what happened under the id that stands in is not found",
        "matches/handler.py",
        "for name in request.names if request.repeatable else ():",
        "for name in request.names[:1] if request.repeatable else ():",
        (KEYS,),
    ),
    Mutant(
        "the id that stands in can be worked out",
        "matches/handler.py",
        'return _keyed_uuid("command of the house/1", f"{actor}\\n{cause}")',
        'return uuid.uuid5(HOUSE_COMMANDS, f"again\\n{actor}\\n{cause}")',
        (KEYS,),
    ),
    Mutant(
        "a match goes without a command whose id is taken",
        "matches/handler.py",
        "            request = request.renamed()\n",
        "            raise KeyReused from None\n",
        (KEYS,),
    ),
    Mutant(
        "a campaign goes without an act of which an id is taken",
        "campaigns/handler.py",
        "            request = request.renamed()\n",
        "            raise KeyReused from None\n",
        (TAKEN,),
    ),
    Mutant(
        "what an import names like a part of an act counts as one",
        "campaigns/handler.py",
        "if part is not None and request.made(part):",
        "if part is not None:",
        (TAKEN,),
    ),
    Mutant(
        "an import takes the id of a match that a battle is about to open",
        "campaigns/work.py",
        "    return waiting.exclude(state=Job.State.DONE).exists()\n",
        "    return waiting.filter(state=Job.State.DONE).exists()\n",
        (TAKEN,),
    ),
    # What heroes are under
    Mutant(
        "KERNEL-CAMP-16: what ended with an undone battle stands again though it never came",
        f"{DOMAIN}/conditions.py",
        "    if over or not came:\n",
        "    if over:\n",
        UNDER,
    ),
    Mutant(
        "KERNEL-CAMP-16: a battle ends what came after it",
        f"{DOMAIN}/conditions.py",
        "condition.ends == AFTER_A_BATTLE and condition.id in before",
        "condition.ends == AFTER_A_BATTLE",
        UNDER,
    ),
    Mutant(
        "KERNEL-CAMP-16: of two of a name any that was ended keeps both away",
        f"{DOMAIN}/conditions.py",
        "if told[one.batch] == place:",
        "if True:",
        UNDER,
    ),
    Mutant(
        "KERNEL-CAMP-16: an id is used again",
        f"{DOMAIN}/conditions.py",
        'id=f"c{known + 1}"',
        'id=f"c{len(draft.company.heroes[hero].conditions) + 1}"',
        UNDER,
    ),
    Mutant(
        "KERNEL-CAMP-17: a void battle frees who is held by somebody else",
        f"{DOMAIN}/captives.py",
        "return None if figure.captive == event.captive else figure.captive",
        "return None",
        HELD,
    ),
    Mutant(
        "KERNEL-CAMP-18: a void battle mends what was destroyed since",
        f"{DOMAIN}/items.py",
        "if now == event.new:",
        "if True:",
        ITEMS,
    ),
    Mutant(
        "KERNEL-CAMP-19: what was healed counts as what was lost",
        f"{DOMAIN}/tally.py",
        "_less(losses(event.carried), losses(event.old))",
        "losses(event.carried)",
        TREATED,
    ),
    Mutant(
        "KERNEL-CAMP-19: once a day is once for ever",
        f"{DOMAIN}/recovery.py",
        'tried.per == "day" and figure.recovered.get(key) == day',
        'tried.per == "day" and key in figure.recovered',
        TREATED,
    ),
)
