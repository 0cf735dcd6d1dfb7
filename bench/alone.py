"""`python -m bench.alone`: an evening alone with each game, against three computers.

A member presses at once when asked, and reads a score sheet for two seconds; messages are as players have
them. A JSON line for each game: the presses, the seconds of a hand, those from an own play to the next
question, those for which a computer's play is in sight on the private panel, and those of the whole game.
`untold` are the computers' plays that the panel has never shown.
"""

import argparse
import asyncio
import json
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bench.people import live, press, table_of
from bench.stage import DRESSED, Room, Stage, percentiles
from bot.host.settings import Settings
from bot.store import Store
from engine import GAMES
from sandbox.components import TEXT, walk
from sandbox.view import Message
from tests.e2e.support.house import COMMANDS
from tests.e2e.support.reading import Control

READING: Final = 2.0
"""Seconds for which a score sheet is read."""
BETWEEN_S: Final = 4.0
"""The median of the seconds from an own play to the next question is to be at most this."""
SIGHT_S: Final = 0.8
"""A play is to be in sight for at least so many seconds."""
AS_SET: Final = [f"{name}={Settings.model_fields[name].default}" for name in ("hold_seconds", "undo_seconds")]
PLAYS: Final = ("play", "pick")
"""The verbs of controls that play, or open a choice."""
ON: Final = ("ready", "winners", "vote")
"""The verbs of controls that lead on from a score sheet, or where the member is out."""
PATIENCE: Final = 900.0
"""Seconds that computers may play on among themselves."""


@dataclass
class Evening:
    """One game of a member alone, and the seconds spent in it."""

    room: Room
    store: Store
    rng: random.Random
    presses: int = 0
    hands: list[float] = field(default_factory=list)
    between: list[float] = field(default_factory=list)
    sight: list[float] = field(default_factory=list)
    untold: int = 0

    async def play(self, game: str, level: str, most: int) -> dict[str, Any]:
        """Play a game to its end, or so many hands; return its figures."""
        loop, (person, *_) = asyncio.get_running_loop(), self.room.people
        await person.slash(self.room.channel, f"{COMMANDS[game]} start", computers=3, level=level)
        await self.room.start(person)
        await self.until(lambda: self.able(*PLAYS))
        began = dealt = loop.time()
        while True:
            await self.until(lambda: self.able(*PLAYS) or self.counted())
            if self.able(*PLAYS):
                dealt = dealt or loop.time()
                await self.take_turn()
                continue
            if dealt:
                self.hands.append(loop.time() - dealt)
                dealt = 0.0
            if self.room.over() or len(self.hands) == most:
                break
            await asyncio.sleep(READING)
            await self.press(*ON)
        return {
            "game": game,
            "presses": self.presses,
            "hands": len(self.hands),
            "hand_s": percentiles(self.hands, 50),
            "between_s": percentiles(self.between, 50, 90),
            "sight_s": percentiles(self.sight, 1, 50, digits=2),
            "untold": self.untold,
            "game_s": round(loop.time() - began),
        }

    async def take_turn(self) -> None:
        """Press a button that plays, and look on until the panel asks again, the hand is over or the game."""
        loop = asyncio.get_running_loop()
        pressed = loop.time()
        await self.press(*PLAYS)
        if self.able(*PLAYS):
            # A further question of the same turn.
            return
        shown, at = self.text(), loop.time()
        sight = list[float]()

        def asked() -> bool:
            nonlocal shown, at
            if (text := self.text()) != shown:
                sight.append(loop.time() - at)
                shown, at = text, loop.time()
            return bool(self.able(*PLAYS)) or self.counted()

        await self.until(asked)
        if self.able(*PLAYS):
            self.between.append(loop.time() - pressed)
            # The first is the member's own play.
            self.sight += sight
            self.untold += max(0, await self.played_since() - len(sight))

    async def played_since(self) -> int:
        """Return how many plays computers have made since the member's own last one."""
        stored = await self.store.load(table_of(self.room.public()))
        assert stored is not None
        own = max(entry.seq for entry in stored.log if entry.user_id is not None)
        return len(stored.log) - 1 - own

    def counted(self) -> bool:
        """Return whether the panel shows a score sheet or the member is out, or the game is over."""
        sheet = self.room.between(self.room.people[0]) and self.able("ready")
        return bool(sheet or self.able("winners", "vote")) or self.room.over()

    async def press(self, *verbs: str) -> None:
        """Use one of the controls of the panel by chance, if there is one, and wait until it has changed."""
        panel = self.own()
        before, found = panel.components, live(panel, *verbs)
        if found:
            self.presses += 1
            await press(self.room.people[0], panel, self.rng.choice(found), self.rng)
            await self.until(lambda: panel.components is not before)

    async def until(self, condition: Any) -> None:
        """Wait until a condition holds."""
        await self.room.sandbox.until(condition, PATIENCE, "the table goes on")

    def able(self, *verbs: str) -> list[Control]:
        """Return the live controls of the panel that have one of these verbs."""
        panel = self.room.panel(self.room.people[0])
        return [] if panel is None else live(panel, *verbs)

    def own(self) -> Message:
        """Return the member's private panel."""
        panel = self.room.panel(self.room.people[0])
        assert panel is not None
        return panel

    def text(self) -> str:
        """Return the text of the panel."""
        return "\n".join(part["content"] for part in walk(self.own().components) if part["type"] == TEXT)


async def run(options: argparse.Namespace) -> None:
    """Play the games at the same time, and print the line of each."""
    async with Stage.set(len(options.game), own=True, keep=1000) as stage:
        settings = [*DRESSED, *AS_SET, *options.set]
        async with stage.bot("real", *settings) as bot, stage.store() as store:
            await bot.ask("rest")

            async def one(room: Room, game: str) -> None:
                figures = await Evening(room, store, random.Random(7)).play(
                    game, options.level, options.hands
                )
                targets = {"between_p50_s_target": BETWEEN_S, "sight_p1_s_target": SIGHT_S}
                print(json.dumps({"bench": "alone", **figures, **targets}), flush=True)

            async with asyncio.TaskGroup() as group:
                for room, game in zip(stage.rooms, options.game, strict=True):
                    group.create_task(one(room, game))


def main(given: Sequence[str] | None = None) -> None:
    """Measure, and print a JSON line for each game."""
    parser = argparse.ArgumentParser(prog="python -m bench.alone", description=__doc__)
    parser.add_argument("--game", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--level", default="medium", help="of the computers")
    parser.add_argument("--hands", type=int, default=0, help="to play at most; a whole game by default")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="of the bot")
    asyncio.run(run(parser.parse_args(sys.argv[1:] if given is None else given)))


if __name__ == "__main__":
    main()
