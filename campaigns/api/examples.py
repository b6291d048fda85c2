"""Examples in the OpenAPI document."""

from web.api.schema import example

COMPANY = "0d6a1c3e-7b58-4a52-9a53-5f6f6a1f9b20"

NEW_CAMPAIGN = [
    example(
        "A campaign of Istra",
        {"title": "The Long Winter", "game": "istra", "rules": {"hall_downtimes": 1}},
        request=True,
    ),
    example("Founded", {"id": "7c1f5d0e-2f0b-4c86-a4a1-6d1f0f6a9e33"}, status="201"),
]
COMMANDS = [
    example(
        "Found a company",
        {"command": {"type": "found_company", "name": "The Crows", "motto": "Last in", "hall": "Crow Hall"}},
        request=True,
    ),
    example(
        "Recruit",
        {
            "command": {
                "type": "recruit_hero",
                "company": COMPANY,
                "name": "Sefa",
                "race": "human",
                "calling": "fighter",
            }
        },
        request=True,
    ),
    example(
        "Give gold, as the GM",
        {"command": {"type": "award_gold", "company": COMPANY, "amount": 25, "reason": "The bridge still stands."}},
        request=True,
    ),
    example("Invite somebody by name, as the GM", {"command": {"type": "invite"}, "user": "bob"}, request=True),
]
