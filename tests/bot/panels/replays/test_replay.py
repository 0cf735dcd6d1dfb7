"""The message of a replay: every kind of moment, whose hands are open, and its controls."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, Final

import pytest

from bot.blocks.blocks import LABEL, ROW, Button, Panel, Picture, Select
from bot.locale import FRENCH, ITALIAN, Catalogue, Words
from bot.panels.replays.held import in_suits
from bot.panels.replays.replay import OPTIONS, own_decision, own_viewpoint, replay_panel
from bot.panels.replays.state import ALL_HANDS, ReplayState
from bot.panels.shared.story import tell_entry
from bot.panels.table import board
from bot.panels.table.pictured import scene
from bot.pictures.sketch.style import Style
from bot.table.viewing import view_of
from bot.tables.replays.codes import Code
from bot.tables.replays.replay import Moment, MomentKind, Replay
from engine.cards import FRENCH_DECK, MINIONS, Card
from tests.bot.panels.ending.games import USERS, stored
from tests.e2e.messages.test_panels import wrong
from tests.e2e.support.drawn import tiled

TABLE: Final = "3fa9c1d2"
GAMES: Final = ("cicera", "ciapano", "civil-suits")
CATALOGUE: Final = Catalogue.load()
WORDS: Final = CATALOGUE.words("en")
WIDE: Final = ("W" * 31 + "M", "M" * 32, "_*WW*_ **W** `W`", "\u202eW" * 16, "👩‍👩‍👧‍👦" * 8)
NOBODY: Final = 999


@cache
def replay(game: str) -> Replay:
    return Replay.of(stored(game))


def renamed(game: str, names: tuple[str, ...]) -> Replay:
    """Return the replay of a game with other names."""
    kept = stored(game)
    seats = tuple(replace(row, name=names[row.seat]) for row in kept.seats)
    return Replay.of(replace(kept, seats=seats))


def state(moment: Moment, viewpoint: str = ALL_HANDS, poster: int = 0) -> ReplayState:
    return ReplayState(TABLE, moment, viewpoint, poster)


def kinds(found: Replay) -> Iterator[Moment]:
    """Yield all moments of the first hand, and the last ones of the game."""
    yield from (Moment(1, play) for play in range(found.last_of(1) + 1))
    yield from (found.moved(found.last, -n) for n in range(4))


def every_words(game: str, language: str) -> Iterator[Words]:
    """Yield the words of a language in every way to name cards."""
    words = CATALOGUE.words(language)
    yield from (words, words.naming(ITALIAN), words.naming(FRENCH, aloud=True))
    yield from (words.naming(ITALIAN, aloud=True), tiled(game))


def does(panel: Panel) -> list[str]:
    """Return what the buttons of a replay do, in reading order."""
    return [button.id.split(":")[6] for button in panel.buttons]


def select(panel: Panel, wanted: str) -> Select:
    (found,) = [one for one in panel.selects if one.id.split(":")[6] == wanted]
    return found


def line_of(panel: Panel, name: str) -> str:
    """Return the line of the open hand of a player, empty without one."""
    lines = [line for text in panel.texts for line in text.splitlines()]
    return next((line for line in lines if line.startswith(f"-# **{name}** ")), "")


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_moment_fits_discord_however_cards_are_named(game: str, language: str) -> None:
    found = renamed(game, WIDE)
    seen = set[MomentKind]()
    for number, moment in enumerate(kinds(found)):
        seen.add(found.kind(moment))
        ways = list(every_words(game, language))
        # The first and the last moments are the fullest.
        for words in ways if number < 2 or moment.hand > 1 else [ways[number % len(ways)]]:
            for viewpoint in (ALL_HANDS, str(number % 3)):
                for poster in (0, USERS[0]):
                    panel = replay_panel(found, state(moment, viewpoint, poster), words, None, USERS[0])
                    assert list(wrong(panel)) == [], moment
                    ids = [*(button.id for button in panel.buttons), *(one.id for one in panel.selects)]
                    assert len(set(ids)) == len(ids)
                    assert all(len(button.label) <= LABEL for button in panel.buttons)
                    assert all(len(block) <= ROW for block in panel.blocks if isinstance(block, tuple))
    assert seen == set(MomentKind)


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_is_told_as_the_game_has_told_it(game: str) -> None:
    found = replay(game)
    for moment in kinds(found):
        view = view_of(found.at(moment))
        panel = replay_panel(found, state(moment), WORDS, None)
        told = "\n".join(panel.texts)
        match found.kind(moment):
            case MomentKind.PLAY:
                whole, brief = (
                    tell_entry(view.story[-1], view, WORDS, brief=brief) for brief in (False, True)
                )
                # Above many open hands, a phone has no room for a long story.
                assert whole in told or (game == "civil-suits" and brief in told)
                plays = found.hands[moment.hand - 1].plays
                assert f"play {moment.play} of {plays}" in told
            case MomentKind.SHEET:
                assert board.over_line(replace(view, counting=0), WORDS) in told
                assert board.sheet_text(view, moment.hand, WORDS) in told
            case MomentKind.END:
                assert board.how_it_ended(view, WORDS) in told
            case MomentKind.DEAL:
                assert " deals" in told
        assert f"`{TABLE}-{moment.hand}-{moment.play}`" in told
        assert Code.parse(f"{TABLE}-{moment.hand}-{moment.play}") == Code(TABLE, moment)


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_is_the_sketch_of_play(game: str) -> None:
    """A table is shown as its public message was."""
    found, style = replay(game), Style()
    for moment in (Moment(1, 0), Moment(1, 9), Moment(1, found.last_of(1)), found.last):
        wanted = scene(found.at(moment), WORDS, style)
        panel = replay_panel(found, state(moment), WORDS, style)
        pictures = [block for block in panel.blocks if isinstance(block, Picture)]
        assert [one.name for one in pictures] == [one.name for one in wanted if isinstance(one, Picture)]
        assert len(pictures) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_hands_of_one_seat_or_of_all_are_open_until_the_sheet(game: str) -> None:
    found = replay(game)
    seats = [row.seat for row in found.stored.seats]
    for moment in kinds(found):
        played = found.kind(moment) in (MomentKind.DEAL, MomentKind.PLAY)
        table = found.at(moment)
        hands = table.state.hands if played else [()] * len(seats)
        for viewpoint in (ALL_HANDS, *map(str, seats)):
            panel = replay_panel(found, state(moment, viewpoint), WORDS, None)
            for seat in seats:
                line, held = line_of(panel, f"P{seat}"), in_suits(hands[seat], WORDS)
                if held and viewpoint in (ALL_HANDS, str(seat)):
                    assert line.removesuffix(held) != line or f" {held} · " in line
                else:
                    assert not held or not line


def test_a_hand_is_short_where_suits_are_signs_and_named_elsewhere() -> None:
    hand: list[Card] = [card for card in FRENCH_DECK if card.text in ("AS", "TS", "KS", "7H", "QC")]
    assert in_suits(hand, WORDS) == "♠A 10 K  ♥7  ♣Q"
    assert in_suits([*hand[:1], *MINIONS], WORDS) == "♠A  M1 M2"
    assert in_suits(hand, WORDS.naming(ITALIAN)) == "spade asso 10 re; coppe 7; bastoni cavallo"
    assert (
        in_suits(hand, WORDS.naming(FRENCH, aloud=True))
        == "spades: ace, ten, king; hearts: seven; clubs: queen"
    )
    assert in_suits(MINIONS, WORDS.naming(FRENCH, aloud=True)) == "Minion 1, Minion 2"
    marks = {card: f"<:c:{number}>" for number, card in enumerate(FRENCH_DECK)}
    tiles = WORDS.naming(ITALIAN).with_tiles(marks, {})
    assert in_suits(hand[:2], tiles) == f"{marks[hand[0]]} {marks[hand[1]]}"


def test_only_the_dealer_knows_the_card_that_was_laid_aside() -> None:
    three = Replay.of(stored("ciapano", players=3))
    moment = Moment(1, 1)
    dealer = three.at(moment).state.dealer
    laid_aside = f"(laid aside {WORDS.card(three.at(moment).state.discard)})"
    for seat in range(3):
        panel = replay_panel(three, state(moment, str(seat)), WORDS, None)
        assert (laid_aside in line_of(panel, f"P{seat}")) is (seat == dealer)
        assert ("laid aside" in line_of(panel, f"P{seat}")) is (seat == dealer)
    assert laid_aside in line_of(replay_panel(three, state(moment), WORDS, None), f"P{dealer}")


def test_a_civil_suit_is_told_from_its_seat_and_from_where_it_was_looked_at() -> None:
    found = replay("civil-suits")
    looked_at = 0
    for moment in (Moment(1, play) for play in range(found.last_of(1))):
        for row in found.stored.seats:
            seen: Any = view_of(found.at(moment), row.user_id).seen
            line = line_of(replay_panel(found, state(moment, str(row.seat)), WORDS, None), row.name)
            suit = seen.suits[row.seat]
            assert not seen.hand or (suit is not None) is (f"({suit and WORDS.suit(suit)})" in line)
            others = [(other, known) for other, known in enumerate(seen.suits) if known and other != row.seat]
            for other, known in others:
                told = f"P{other} has {WORDS.suit(known)}" in line
                assert not seen.hand or told is (other not in seen.public)
                looked_at += told
    assert looked_at


def test_the_viewpoint_is_that_of_the_own_seat_now_or_before() -> None:
    kept = stored("cicera")
    taken = replace(kept.seats[1], user_id=777, name="Eva", former_id=USERS[1], former_name="P1")
    found = Replay.of(replace(kept, seats=(kept.seats[0], replace(taken, claimed_seq=9), *kept.seats[2:])))
    assert own_viewpoint(found, USERS[0]) == "0"
    assert own_viewpoint(found, USERS[1]) == own_viewpoint(found, 777) == "1"
    assert own_viewpoint(found, NOBODY) == ALL_HANDS


def test_the_hard_player_is_asked_of_own_presses_where_there_was_a_choice() -> None:
    kept = stored("cicera")
    settled = tuple(replace(row, settled=row.seat == 1) for row in kept.log)
    found = Replay.of(replace(kept, log=settled))
    plays = [Moment(1, play) for play in range(found.hands[0].plays + 1)]
    own = {moment for moment in plays if own_decision(found, moment, USERS[0])}
    assert own
    for moment in plays:
        entry, before = found.entry(moment), found.at(found.moved(moment, -1))
        assert entry is not None
        free = entry.seat == 0 and len(before.game.legal(before.state, 0)) > 1
        assert (moment in own) is free
        panel = replay_panel(found, state(moment), WORDS, None, USERS[0])
        assert ("hard" in does(panel)) is free
        assert not own_decision(found, moment, USERS[1])
        assert not own_decision(found, moment, NOBODY)
    assert not own_decision(found, found.last, USERS[0])


def test_buttons_lead_nowhere_at_the_ends_and_others_depend_on_the_reader() -> None:
    found = replay("cicera")
    steps = ["first", "back", "next", "last", "key"]
    for moment, dead in (
        (found.first, {"first", "back"}),
        (found.last, {"next", "last"}),
        (Moment(1, 2), set[str]()),
    ):
        for poster, reader, more in (
            (0, USERS[0], ["review", "share", "here"]),
            (0, NOBODY, ["share", "here"]),
            (USERS[0], USERS[0], ["own"]),
        ):
            panel = replay_panel(found, state(moment, poster=poster), WORDS, None, reader)
            assert [one for one in does(panel) if one != "hard"] == [*steps, *more]
            buttons: dict[str, Button] = dict(zip(does(panel), panel.buttons, strict=True))
            assert {name for name, button in buttons.items() if button.disabled} == dead
            assert {name for name, button in buttons.items() if button.emoji} == set(steps)
            aloud = WORDS.naming(FRENCH, aloud=True)
            heard = replay_panel(found, state(moment, poster=poster), aloud, None, reader)
            assert not any(button.emoji for button in heard.buttons)


def test_as_many_hands_as_there_is_room_for_can_be_chosen() -> None:
    found = replay("cicera")
    many = replace(found, hands=found.hands[:1] * 40)
    for now, first in ((1, 1), (13, 1), (20, 8), (40, 16)):
        chosen = select(replay_panel(many, state(Moment(now, 1)), WORDS, None), "hand")
        assert [option.value for option in chosen.options] == [str(first + n) for n in range(OPTIONS)]
        assert [option.value for option in chosen.options if option.marked] == [str(now)]
    one = replace(found, hands=found.hands[:1])
    assert [one.id.split(":")[6] for one in replay_panel(one, state(Moment(1, 1)), WORDS, None).selects] == [
        "view"
    ]


def test_the_viewpoint_in_the_list_is_the_one_that_is_open() -> None:
    found = replay("ciapano")
    for viewpoint in (ALL_HANDS, "0", "2"):
        chosen = select(replay_panel(found, state(Moment(1, 1), viewpoint), WORDS, None), "view")
        assert [option.value for option in chosen.options] == [
            ALL_HANDS,
            *(str(n) for n in range(len(found.stored.seats))),
        ]
        assert [option.value for option in chosen.options if option.marked] == [viewpoint]
    assert [one.id.split(":")[6] for one in replay_panel(found, state(found.last), WORDS, None).selects] == [
        "hand"
    ]


def test_a_record_from_a_file_has_no_code() -> None:
    found = replay("cicera")
    of_file = ReplayState("0123456789abcdef", Moment(1, 3))
    panel = replay_panel(found, of_file, WORDS, None, NOBODY)
    assert "0123456789abcdef" not in "\n".join(panel.texts)
    assert "play 3 of" in "\n".join(panel.texts)
