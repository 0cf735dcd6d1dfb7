"""Players that see only what their seat may see, by name."""

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.ai import uniform
from engine.game import Action, Seen

Agent = Callable[[Seen, random.Random], Action]
"""Returns the action that it chooses among the legal ones of what it sees; all its chance is `rng`."""

AGENTS: Final[Mapping[str, Agent]] = MappingProxyType({"random": uniform.choose})
