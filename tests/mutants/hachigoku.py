"""Mutants of Hachigoku."""

from __future__ import annotations

from tests.mutants.mutant import Mutant

RULES = "rules/hachigoku"
DECIDE = f"{RULES}/decide"
TESTS = "tests/rules/hachigoku"
ATTACKS = (f"{TESTS}/test_attacks.py",)
BY_HAND = (f"{TESTS}/test_kept_by_hand.py",)
DEFENSES = (f"{TESTS}/test_defenses.py",)
DICE = (f"{TESTS}/test_dice.py",)
GM = (f"{TESTS}/test_gm.py",)
GUARDS = (f"{TESTS}/test_guards.py",)
MAGIC = (f"{TESTS}/test_magic.py",)
MANEUVERS = (f"{TESTS}/test_maneuvers.py",)
MOMENTS = (f"{TESTS}/test_moments.py",)
MOVEMENT = (f"{TESTS}/test_movement.py",)
WOUNDS = (f"{TESTS}/test_wounds.py",)

MUTANTS = (
    # Dice and Raises
    Mutant(
        "HAC-DICE-06: a banzai die counts for each 10",
        f"{DECIDE}/rolling.py",
        "else sum(one > 0 for one in each)",
        "else sum(each)",
        DICE,
    ),
    Mutant(
        "HAC-DICE-08: more dice are kept than are rolled",
        f"{RULES}/pools.py",
        "if pool.rolled < pool.kept:",
        "if pool.rolled < 0:",
        (*DICE, *DEFENSES),
    ),
    Mutant(
        "HAC-RAISE-03: an Effect of a hit is not told",
        f"{DECIDE}/attacks.py",
        "    narrate(run, frame.attacker, frame.order.raises)\n",
        "",
        BY_HAND,
    ),
    Mutant(
        "HAC-RAISE-01: an Effect is told of a guard that fails",
        f"{DECIDE}/guards.py",
        "    if thrown.success:\n        narrate(run, one.id, order.raises)\n        step_in(run, frame, one)\n",
        "    narrate(run, one.id, order.raises)\n    if thrown.success:\n        step_in(run, frame, one)\n",
        BY_HAND,
    ),
    Mutant(
        "HAC-DICE-11: a guard's dice cannot be chosen",
        f"{DECIDE}/guards.py",
        "    if by_hand(order, thrown):\n",
        "    if False:\n",
        BY_HAND,
    ),
    Mutant(
        "HAC-GRAP-07: an escape by chosen dice is against nothing",
        f"{DECIDE}/holds.py",
        "run.push(keeping(plan, rolled, order=order, against=against.total))",
        "run.push(keeping(plan, rolled, order=order))",
        BY_HAND,
    ),
    Mutant(
        "HAC-Q-03: any rank may roll as unskilled where the GM has it rolled",
        f"{DECIDE}/adjudication.py",
        'state.rules.unskilled_choice == "on" and 1 <= rank <= NOVICE',
        'state.rules.unskilled_choice == "on"',
        BY_HAND,
    ),
    # Moments
    Mutant(
        "HAC-INT-01: who has a usable die interrupts for anything",
        f"{DECIDE}/moments.py",
        "if for_movement and not (order.movement and tops_up(run.state)):",
        "if for_movement and not tops_up(run.state):",
        MOMENTS,
    ),
    Mutant(
        "HAC-INIT-15: dice are held beyond Moment 1",
        f"{DECIDE}/moments.py",
        "gone = tuple(die.face for die in left) if number == 1 else marked",
        "gone = marked",
        MOMENTS,
    ),
    Mutant(
        "HAC-INT-06: an interrupt die pays for an attack",
        f"{DECIDE}/paying.py",
        'return not die.mark or (purpose != "attack" and not bars_counterstrike(state, purpose))',
        "return not bars_counterstrike(state, purpose)",
        MOMENTS,
    ),
    Mutant(
        "HAC-SIM-03: Wounds of a batch come at once",
        f"{DECIDE}/outcomes.py",
        "    if place is None:\n        APPLY[what.kind](run, what)\n",
        '    if place is None or what.kind == "wounds":\n        APPLY[what.kind](run, what)\n',
        (*MOMENTS, f"{TESTS}/test_combinations.py"),
    ),
    Mutant(
        "HAC-MOVE-08: a part that cannot be done is not told",
        f"{DECIDE}/actions.py",
        "            run.emit(ev.ActionFailed(character=part.character, action=tag_of(part)))\n",
        "            pass\n",
        MOVEMENT,
    ),
    # Ranges, cover, ground
    Mutant(
        "HAC-MOVE-11: cover is kept on another level",
        f"{DECIDE}/shifting.py",
        "        leave_cover(run, what.who)\n        part_holds(run, what.who)\n",
        "        part_holds(run, what.who)\n",
        MOVEMENT,
    ),
    Mutant(
        "HAC-Q-60: cover against one counts against everybody",
        f"{RULES}/questions.py",
        "one.cover_against.get(foe, one.cover)",
        "next(iter(one.cover_against.values()), one.cover)",
        GM,
    ),
    Mutant(
        "HAC-Q-60: cover against one goes along",
        f"{RULES}/evolve.py",
        "    away = _with(state, event.character, cover_against={}) if event.changes else state\n",
        "    away = state\n",
        GM,
    ),
    Mutant(
        "HAC-Q-89: a small rise is no higher ground",
        f"{DECIDE}/aiming.py",
        "(one.mounted + one.on_rise for one in (aim.attacker, target))",
        "(int(one.mounted) for one in (aim.attacker, target))",
        GM,
    ),
    Mutant(
        "HAC-Q-46: the GM cannot allow a shot at close Range",
        f"{DECIDE}/aiming.py",
        "return aim.attacker.close_shots or bool(",
        "return bool(",
        GM,
    ),
    # Attacks and reactions
    Mutant(
        "HAC-KAO-02: a Namae is attacked together with others",
        f"{DECIDE}/aiming.py",
        'groups = {one.group_id if one.kind == "mook" else None for one in targets}',
        "groups = {one.group_id for one in targets} or {None}",
        ATTACKS,
    ),
    Mutant(
        "HAC-GRAP-08: of a group only the first target is looked at",
        f"{DECIDE}/maneuvers.py",
        "            for target in aim.order.targets:\n",
        "            for target in aim.order.targets[:1]:\n",
        MANEUVERS,
    ),
    Mutant(
        "HAC-GRAP-08: hands that hold one of a group hit the others",
        f"{DECIDE}/aiming.py",
        "if held and not {*aim.order.targets} <= {captive.id for captive in held}:",
        "if held and not {*aim.order.targets} & {captive.id for captive in held}:",
        MANEUVERS,
    ),
    Mutant(
        "HAC-FEINT-02: a Feint can be dodged",
        f"{DECIDE}/defenses.py",
        'if "feint" in frame.order.maneuvers:',
        'if "feint" in frame.order.weapon:',
        DEFENSES,
    ),
    Mutant(
        "HAC-DISARM-01: the dead are disarmed",
        f"{DECIDE}/disarming.py",
        "    elif not there(get(state, frame.attacker)):\n",
        "    elif False:\n",
        GUARDS,
    ),
    Mutant(
        "HAC-DISARM-03: a taken weapon is in nobody's hands",
        f"{DECIDE}/conditions.py",
        "        run.emit(ev.WeaponTaken(character=taker.id, owner=owner.id, weapon=weapon.name, name=name))\n",
        "        pass\n",
        GUARDS,
    ),
    Mutant(
        "HAC-BLIND-02: whoever throws is seen by who lands",
        f"{DECIDE}/falls.py",
        "unseen=is_unseen(state, frame.thrower)",
        "unseen=False",
        (f"{TESTS}/test_falls.py",),
    ),
    Mutant(
        "HAC-BLIND-02: who disarms is seen by who clings to the weapon",
        f"{DECIDE}/disarming.py",
        "unseen=is_unseen(state, disarmer.id)",
        "unseen=False",
        GUARDS,
    ),
    Mutant(
        "HAC-WOUND-08: the Down hold on",
        f"{DECIDE}/wounds.py",
        "    lose_all_dice(run, name, now)\n    end_holds_of(run, name)\n",
        "    lose_all_dice(run, name, now)\n",
        (*WOUNDS, *MANEUVERS),
    ),
    # Prayers
    Mutant(
        "HAC-Q-42: allies answer a prayer",
        f"{DECIDE}/counterprayers.py",
        "if one.side == get(state, order.character).side:",
        'if one.side == "":',
        MAGIC,
    ),
    Mutant(
        "HAC-Q-42: a prayer is heard although it was countered",
        f"{DECIDE}/counterprayers.py",
        "    run.pop()\n    run.pop()\n",
        "    run.pop()\n",
        MAGIC,
    ),
    Mutant(
        "HAC-ACT-03: the power of an item is answered, too",
        f"{DECIDE}/adjudication.py",
        "        if order.prayer:\n",
        "        if order.text:\n",
        MAGIC,
    ),
)
