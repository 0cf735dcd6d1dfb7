"""`python -m tests.mutants`: checks that `make test` notices mistakes where they matter most.

Each mutant is one mistake in one file. It is made in a copy of the project, and the tests that are
responsible for it are run there until one fails. Run it after making tests faster or leaving some out: it
shows whether the rest still check as much. A line for each mutant names the failed test, and its time.

Words select the mutants whose names have one of them. The status is 1 where a mutant survives or cannot be
made, and where a test fails without any; `--quick` leaves out that check. Only tests of `make test` count.
`tests/project/test_mutants.py` checks that each mutant still fits its file.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
COPIED: Final = ("engine", "bot", "cogs", "sandbox", "bench", "tests", "docs", "pyproject.toml")
SECONDS: Final = 180
"""A test that takes longer has failed: a mutant may leave it waiting for ever."""
FAILED: Final = 1
"""The exit status of pytest where tests have failed; a mutant that cannot be imported has another."""
LEFT: Final = "slow or postgres"
"""The marks of the tests that `make test` leaves to `make test-left`."""


class Mutant(NamedTuple):
    """One mistake: in `file`, `old` becomes `new`, and one of `tests` must fail then."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def source(self, root: Path) -> str:
        """Return the file with the mistake in it; ValueError unless `old` stands there once."""
        source = (root / self.file).read_text("utf-8")
        if source.count(self.old) != 1:
            raise ValueError(f"{self.name}: {self.file} has it {source.count(self.old)} times: {self.old!r}")
        return source.replace(self.old, self.new)


RULES: Final = (
    Mutant(
        "two spades in a row are a napula in Cicera",
        "engine/cicera/scoring.py",
        "if len(run) >= 3:",
        "if len(run) >= 2:",
        ("tests/engine/cicera/test_points.py",),
    ),
    Mutant(
        "jacks cost nothing in Ciapano",
        "engine/ciapano/scoring.py",
        'c.text[0] in "32KQJ"',
        'c.text[0] in "32KQ"',
        ("tests/engine/ciapano/test_play.py", "tests/engine/ciapano/test_points.py"),
    ),
    Mutant(
        "Minions cost as much as court cards in Civil Suits",
        "engine/civil_suits/scoring.py",
        "MINIONS: 5}",
        "MINIONS: 4}",
        ("tests/engine/civil_suits/test_points.py",),
    ),
    Mutant(
        "whoever has but one card of the suit led need not follow in Ciapano",
        "engine/ciapano/rules.py",
        "        if following:\n            return following",
        "        if len(following) > 1:\n            return following",
        ("tests/engine/ciapano/test_play.py::test_legal_is_what_the_rules_allow_in_card_order",),
    ),
    Mutant(
        "more cards are dealt from the wrong seat on in Cicera",
        "engine/cicera/rules.py",
        "_round(state.stock[:dealt], state.dealer, players)",
        "_round(state.stock[:dealt], state.turn, players)",
        ("tests/engine/cicera/test_play.py",),
    ),
    Mutant(
        "what one seat has looked at, every seat sees in Civil Suits",
        "engine/civil_suits/seen.py",
        "or (viewer, seat) in looked else None",
        "or any(seat == other for _, other in looked) else None",
        ("tests/engine/civil_suits/test_powers.py", "tests/engine/civil_suits/test_seen.py"),
    ),
)

STORE: Final = (
    Mutant(
        "everybody is told of a play before it is committed",
        "bot/tables/tables.py",
        "        await self.store.commit(made, after.row.guild_id)\n"
        "        held.table = after\n"
        "        if seen:\n"
        "            self._tell(after, panels=panels, only=only)\n",
        "        held.table = after\n"
        "        if seen:\n"
        "            self._tell(after, panels=panels, only=only)\n"
        "        await self.store.commit(made, after.row.guild_id)\n",
        ("tests/bot/tables/test_tables.py",),
    ),
    Mutant(
        "writes that come together are not committed",
        "bot/store/database/writer.py",
        "        transaction.commit()\n",
        "        transaction.commit() if len(works) == 1 else transaction.rollback()\n",
        ("tests/bot/store/database/test_writer.py",),
    ),
    Mutant(
        "two bots share a claim on one database",
        "bot/store/processes/claim.py",
        "fcntl.LOCK_EX | fcntl.LOCK_NB",
        "fcntl.LOCK_SH | fcntl.LOCK_NB",
        ("tests/bot/store/processes/test_claim.py::test_whoever_comes_second",),
    ),
    Mutant(
        "a migration drops the shares of the shuffle of all but one",
        "bot/store/migrations/versions/v0003_meanings.py",
        "values(entropy=share)",
        "values(entropy=share[:1])",
        ("tests/bot/store/migrations/test_released.py::test_a_game_under_way_is_as_it_was",),
    ),
    Mutant(
        "a log is read in the order of its times",
        "bot/store/queries/reads.py",
        ".order_by(log.c.seq)",
        ".order_by(log.c.at, log.c.seq)",
        ("tests/bot/store/queries/test_log.py",),
    ),
    Mutant(
        "an older version of a table is written over a newer one",
        "bot/store/queries/writes.py",
        'tables.c.version == bindparam("was")',
        'tables.c.version >= bindparam("was")',
        ("tests/bot/store/test_tables.py", "tests/bot/store/queries/test_log.py"),
    ),
)

SECRETS: Final = (
    Mutant(
        "a card of a hand stands in the public message",
        "bot/panels/presentation.py",
        "        return board.public_panel(view, self.words, seen, self.past, self.rivalry)\n",
        "        made = board.public_panel("
        "view, self.words, seen, self.past, self.rivalry)\n"
        "        held = [str(card) for hand in table.state.hands for card in hand]\n"
        "        return Panel((*made.blocks, *held[:1]), made.accent)\n",
        (
            "tests/e2e/secrecy/test_secrecy.py::test_what_is_hidden_stays_so_when_a_game_is_ended[cicera-2-options1]",
        ),
    ),
    Mutant(
        "a card of a hand stands in the description of the picture",
        "bot/panels/table/pictured.py",
        "    return (*drawn, *_undrawn(view, words)) if drawn else ()\n",
        "    held = [words.card(card) for hand in table.state.hands for card in hand]\n"
        "    drawn = tuple([one._replace(alt=' '.join([one.alt, *held[:1]])) for one in drawn])\n"
        "    return (*drawn, *_undrawn(view, words)) if drawn else ()\n",
        ("tests/e2e/messages/test_pictures.py::test_every_message_of_a_hand_has_its_picture[cicera-4]",),
    ),
    Mutant(
        "a card of a hand is drawn in the public picture",
        "bot/panels/table/pictured.py",
        "    drawn = attempted(lambda: sketch(view, words, style))\n",
        "    from dataclasses import replace\n"
        "    from bot.pictures.sketch.sketch import TileAt\n"
        "    deck = style.deck_of(view.game)\n"
        "    tiles = [TileAt(0, 0, 44, card, deck) for hand in table.state.hands for card in hand]\n"
        "    made = sketch(view, words, style)\n"
        "    drawn = attempted(lambda: made and replace(made, items=(*made.items, *tiles[:1])))\n",
        (
            "tests/e2e/secrecy/test_drawn_secrecy.py::test_what_is_drawn_does_not_depend_on_what_is_hidden[cicera]",
        ),
    ),
    Mutant(
        "civil suits are logged as they are chosen",
        "bot/tables/tables.py",
        "        made = change(before, after, tuple(entries), self.now())\n",
        "        made = change(before, after, tuple(entries), self.now())\n"
        "        for entry in entries:\n"
        '            if entry.action.startswith("suit"):\n'
        '                log.debug("table %s: seat %s: %s", after.row.id, entry.seat, entry.action)\n',
        ("tests/e2e/messages/test_pictures.py::test_every_message_of_a_hand_has_its_picture[civil-suits-4]",),
    ),
    Mutant(
        "the seed is told before the end",
        "bot/table/viewing.py",
        '"seed": table.row.seed.hex() if over else None,',
        '"seed": table.row.seed.hex(),',
        ("tests/e2e/secrecy/test_secrecy.py::test_the_seed_is_told_once_the_game_is_over",),
    ),
    Mutant(
        "the watch of the tests takes every answer for a private one",
        "tests/e2e/support/watch.py",
        "    return source.member.user.id if flags & EPHEMERAL else None",
        "    return source.member.user.id",
        ("tests/e2e/secrecy/test_watch.py",),
    ),
)

COMPLAINTS: Final = (
    Mutant(
        "nobody plays for whoever lets their time run out",
        "bot/table/situation.py",
        "row.seat in waits and (row.overdue or not row.present)",
        "row.seat in waits and not row.present",
        ("tests/bot/clock/test_due.py",),
    ),
    Mutant(
        "a button from an earlier turn plays in this one",
        "bot/tables/play.py",
        "    if expected != table.asked.get(row.seat, 0):",
        "    if expected > table.asked.get(row.seat, 0):",
        ("tests/e2e/messages/test_presses.py::test_a_press_from_an_older_state_plays_nothing",),
    ),
    Mutant(
        "a hand that is given again after a quarter of an hour does not follow the game",
        "cogs/presses/press.py",
        "        if ledger.panels.get(user_id) != row and table.seat_of(user_id) is not None:",
        "        if user_id in ledger.panels and table.seat_of(user_id) is not None:",
        (
            "tests/e2e/messages/test_panel_life.py::"
            "test_a_panel_says_once_that_it_stops_and_goes_on_where_my_hand_is_pressed[cicera]",
        ),
    ),
)

MUTANTS: Final = (*RULES, *STORE, *SECRETS, *COMPLAINTS)


def tested(folder: Path, tests: Iterable[str], *more: str) -> tuple[int, str]:
    """Return the exit status of pytest in a copy of the project, and the first test that has failed."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", f"--timeout={SECONDS}"]
    ran = subprocess.run(
        [*command, "-m", f"not ({LEFT})", *more, *tests],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    failed = re.search(r"^(?:FAILED|ERROR) (\S+\.py.*?)(?: - .*)?$", ran.stdout, re.MULTILINE)
    last = ran.stdout.strip().rpartition("\n")[2]
    return ran.returncode, failed[1] if failed else last


def killed(mutant: Mutant, folder: Path) -> bool:
    """Return whether a test notices a mutant made in a copy of the project, and print the outcome."""
    path = folder / mutant.file
    source, began = path.read_text("utf-8"), time.monotonic()
    # A change of the rules has the kernels of computers compiled anew, which their tests do not need.
    more = ["--noconftest"] if mutant.file.startswith("engine/") else []
    try:
        path.write_text(mutant.source(folder), "utf-8")
        status, what = tested(folder, mutant.tests, *more)
    except ValueError as error:
        print(f"BROKEN    {error}")
        return False
    finally:
        path.write_text(source, "utf-8")
    came = {0: "SURVIVED", FAILED: "killed"}.get(status, "BROKEN")
    print(f"{came:9} {mutant.name}: {what} ({time.monotonic() - began:.1f} s)", flush=True)
    return status == FAILED


def chosen(words: Sequence[str]) -> list[Mutant]:
    """Return the mutants whose names have one of these words, all where there are none."""
    return [mutant for mutant in MUTANTS if not words or any(word in mutant.name for word in words)]


def main(given: Sequence[str] | None = None) -> int:
    """Run the tests of each mutant, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("words", nargs="*", help="in the names of the mutants that are run; all by default")
    parser.add_argument("--quick", action="store_true", help="do not run the tests without a mutant first")
    options = parser.parse_args(given)
    mutants = chosen(options.words)
    if not mutants:
        parser.error("no mutant has such a name")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name in COPIED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
            copy(ROOT / name, folder / name)
        if not options.quick:
            tests = dict.fromkeys(test for mutant in mutants for test in mutant.tests)
            status, what = tested(folder, tests)
            print(f"without a mutant: {what}", flush=True)
            if status:
                return 1
        found = [killed(mutant, folder) for mutant in mutants]
        return int(not all(found))


if __name__ == "__main__":
    sys.exit(main())
