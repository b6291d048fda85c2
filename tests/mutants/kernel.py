"""Mutants of what all games share, and of how matches are kept."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

TESTS = "tests/rules/kernel"
REWINDS = (f"{TESTS}/test_rewinds.py",)
FORMS = ("tests/web/pages/test_command_forms.py",)

KIT = (f"{TESTS}/test_kit.py",)

MUTANTS = (
    Mutant(
        "Grid: the first walk found to a cell is kept",
        "rules/kernel/grid.py",
        "            return walk.cost < known.cost\n",
        "            return False\n",
        KIT,
    ),
    Mutant(
        "Grid: hexes turn the other way round",
        "rules/kernel/grid.py",
        "self.directions.index(direction) + steps",
        "self.directions.index(direction) - steps",
        KIT,
    ),
    Mutant(
        "Pools: the lowest dice that are kept have the chance of the highest",
        "rules/kernel/chances.py",
        '_lowest_at_least if keep == "lowest" else',
        '_lowest_at_least if keep == "" else',
        (f"{TESTS}/test_pools.py",),
    ),
    Mutant(
        "Pools: a die that is not kept awards another",
        "rules/kernel/pools.py",
        "    return [die for die in hits(need, faces) if kept[die]]\n",
        "    return [die for die in hits(need, faces) if kept]\n",
        (f"{TESTS}/test_pools.py",),
    ),
    Mutant(
        "Opposed rolls: it takes one more to withstand where a tie is the other side's",
        "rules/kernel/opposed.py",
        'actor[1] + (self.tie in ("actor", "neither"))',
        'actor[1] + (self.tie in ("other", "both"))',
        KIT,
    ),
    Mutant(
        "KERNEL-TABLE-05: a rewind is no point to go back to",
        "rules/kernel/folding.py",
        "issubclass(kind, Decided | te.Rewound)",
        "issubclass(kind, Decided)",
        REWINDS,
    ),
    Mutant(
        "KERNEL-TABLE-05: a state is folded past the rewinds before it",
        "rules/kernel/folding.py",
        "nearest, state = (self._kept[place - 1], self._states[place - 1]) if place else (0, None)",
        "nearest, state = (0, None)",
        REWINDS,
    ),
    Mutant(
        "KERNEL-TABLE-05: a rewind to before the last one goes to that one",
        "rules/kernel/table.py",
        "te.Rewound(by=call.by or GM, to=point,",
        "te.Rewound(by=call.by or GM, to=max(point, call.past.decision_point(self.version) or 0),",
        REWINDS,
    ),
    Mutant(
        "KERNEL-DICE-05: a rewind gives house dice back",
        "rules/kernel/folding.py",
        "    table.dice_index = max(table.dice_index, event.dice_index)",
        "    table.dice_index = event.dice_index",
        REWINDS,
    ),
    Mutant(
        "KERNEL-DICE-07: what a withdrawn command has shown falls again",
        "rules/kernel/folding.py",
        "    table.dice_index = max(table.dice_index, event.dice_index)\n",
        "",
        (f"{TESTS}/test_table.py",),
    ),
    Mutant(
        "KERNEL-TABLE-05: a rewind keeps the command that waits",
        "rules/kernel/folding.py",
        "    table.state = past.state_at(event.to)\n    table.opened = None\n",
        "    table.state = past.state_at(event.to)\n",
        (f"{TESTS}/test_table.py",),
    ),
    Mutant(
        "KERNEL-TABLE-02: one seat speaks for another",
        "rules/kernel/table.py",
        "elif by not in (GM, STANDING, owner) and owner:",
        "elif by not in (GM, STANDING, owner) and not owner:",
        (f"{TESTS}/test_seats.py",),
    ),
    Mutant(
        "KERNEL-TABLE-03: a paused match goes on",
        "rules/kernel/table.py",
        "if self.paused and by != GM:",
        "if self.paused and by == GM:",
        (f"{TESTS}/test_table.py",),
    ),
    Mutant(
        "KERNEL-DICE-05: a salt may follow the first roll",
        "rules/kernel/table.py",
        "if self.rolled or self.opened is not None:",
        "if self.opened is not None:",
        (f"{TESTS}/test_table.py", f"{TESTS}/test_dice.py"),
    ),
    Mutant(
        "KERNEL-DICE-01: a face is drawn with a bias",
        "rules/kernel/dice.py",
        "        if word < limit:\n",
        "        if word < WORD:\n",
        (f"{TESTS}/test_dice.py",),
    ),
    Mutant(
        "KERNEL: a secret is shown to the other seat",
        "rules/kernel/visibility.py",
        "told or (secret is not None and seat in secret.seats)",
        "True",
        (f"{TESTS}/test_replay.py", f"{TESTS}/test_log.py"),
    ),
    Mutant(
        "KERNEL: dice of a secret command are seen",
        "rules/kernel/visibility.py",
        "            opened = event.secret\n",
        "            opened = None\n",
        (f"{TESTS}/test_replay.py", f"{TESTS}/test_log.py", f"{TESTS}/test_table.py"),
    ),
    Mutant(
        "a match whose first command waits for dice has not begun",
        "matches/loading.py",
        "    elif isinstance(event, CommandOpened):\n        match.played = match.played or match.version > match.table.opening\n",
        "",
        ("tests/matches/test_play.py",),
    ),
    Mutant(
        "KERNEL-TABLE-05: the log of a match knows no rewind to go back to",
        "matches/loading.py",
        "if version == opening or isinstance(event, Decided | Rewound):",
        "if version == opening or isinstance(event, Decided):",
        ("tests/matches/test_play.py",),
    ),
    Mutant(
        "a standing answer is for every seat",
        "rules/kernel/table.py",
        "        answer.seat == ask.seat\n        and answer.player",
        "        answer.player",
        (f"{TESTS}/test_standing.py",),
    ),
    Mutant(
        "the words for the values of a switch are swapped",
        "rules/kernel/switches.py",
        "dict(zip(values, words or [",
        "dict(zip(values, words[::-1] or [",
        ("tests/matches/pages/test_switches.py",),
    ),
    Mutant(
        "a sentence is told without a word that it names",
        "rules/kernel/sentences.py",
        "words.get(word, AS_IT_IS) if word == field else words[word]",
        "words.get(word, AS_IT_IS)",
        (f"{TESTS}/test_messages.py",),
    ),
    Mutant(
        "every event of a class that can be a key moment is one",
        "matches/pages/boards/narrators.py",
        "return kind.moment if kind.key_moment is Kind.key_moment else",
        "return kind.moment if not kind.moment else",
        ("tests/matches/pages/test_narration.py",),
    ),
    Mutant(
        "labels: of a pair one number alone is held to the bounds",
        "rules/kernel/labels.py",
        "if bounds is not None and not all(",
        "if bounds is not None and not any(",
        FORMS,
    ),
    Mutant(
        "labels: the least number is refused",
        "rules/kernel/labels.py",
        "bounds.low <= number <= bounds.high",
        "bounds.low < number <= bounds.high",
        FORMS,
    ),
    Mutant(
        "labels: what events hold too has words in its schema",
        "rules/kernel/labels.py",
        "    if stored:\n",
        "    if not told:\n",
        FORMS,
    ),
    Mutant(
        "forms: what is left empty is sent",
        "web/pages/command_forms.py",
        'if value not in (None, "", {}, []) or',
        "if value is not None or",
        FORMS,
    ),
    Mutant(
        "forms: a list that must be there is left out where it is empty",
        "web/pages/command_forms.py",
        "or (one.required and value == [])",
        "",
        FORMS,
    ),
    Mutant(
        "forms: a refusal within a part of a command stands nowhere",
        "web/pages/forms.py",
        "all(one == other for one, other in zip(steps, own, strict=False))",
        "False",
        FORMS,
    ),
)
