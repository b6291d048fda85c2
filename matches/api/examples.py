"""Examples in the OpenAPI document."""

from web.api.schema import example

PLAYER = {"id": "h1", "name": "Sefa", "prof": 2, "str_mod": 1, "dex_mod": 3, "cast_mod": 2}

NEW_MATCH = [
    example(
        "From rosters",
        {
            "ruleset": "ishmek",
            "title": "Banak Open, first round",
            "visibility": "public",
            "setup": {
                "turns_total": 10,
                "teams": {
                    "home": {"name": "Copper Kites", "players": [PLAYER]},
                    "away": {"name": "Salt Road", "players": [PLAYER | {"id": "a1", "name": "Orrin"}]},
                },
            },
            "dice": {"home": "table"},
        },
        request=True,
    ),
    example("Opened", {"id": "4f0c5a66-1f0e-4d63-9a5e-0a9c3f6b7d11"}, status="201"),
]
NEW_FORK = [example("From event 42", {"version": 42, "title": "What if she had passed"}, request=True)]
GIVE_COMMAND = [
    example("A step", {"command": {"type": "step", "player": "h1", "to": [4, 4]}, "pending": 42}, request=True)
]
GIVE_DICE = [example("Dice from the table", {"command": {"type": "dice", "faces": [14]}, "pending": 43}, request=True)]
DICE_WANTED = [
    example(
        "Dice are wanted",
        {
            "type": "about:blank",
            "title": "Conflict",
            "status": 409,
            "code": "dice_wanted",
            "message": "The command is stored and waits for 1d20: control by h1.",
            "rule": "KERNEL-DICE-03",
            "hint": 'Roll, then send {"type": "dice", "faces": […]}.',
            "need": {
                "roll": "1d20",
                "purpose": "control",
                "by": "h1",
                "seat": "home",
                "sides": [20],
                "target": 10,
                "compare": ">=",
                "mods": [{"value": 2, "label": "proficiency", "rule": "ISH-SR-01", "rule_text": "…"}],
                "chance": [13, 20],
            },
            "pending": 43,
        },
        status="409",
    )
]
