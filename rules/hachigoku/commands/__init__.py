"""What can be asked for: what characters do, and what the GM does."""

from __future__ import annotations

from rules.hachigoku.commands import characters, gm
from rules.hachigoku.commands.characters import *
from rules.hachigoku.commands.gm import *
from rules.kernel.messages import Command, by_tag, defined_in

COMMANDS = by_tag(defined_in(Command, characters, gm))
