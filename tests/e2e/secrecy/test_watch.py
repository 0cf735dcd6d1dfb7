"""The watch on requests knows who sees an answer, and excuses no card for a line of the rules."""

from pathlib import Path
from typing import Any

from bot.blocks.blocks import Button, Panel
from cogs.sending.channels import panel_webhook
from cogs.sending.layout import layout
from tests.e2e.secrecy.test_secrecy import found_on_panel, watched
from tests.e2e.support.house import house
from tests.e2e.support.reading import glyph
from tests.e2e.support.watch import COUNTED, WORDS, is_sheet, reaches


async def test_an_answer_is_private_only_where_nobody_else_sees_it(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        watch = await watched(made, 2, target=11)
        ann, bo, *_ = made.people

        def answered() -> list[int | None]:
            return [
                reaches(made, one) for one in list(made.sandbox.requests) if one.route.endswith("/callback")
            ]

        # The table is opened, three join and it is started: everybody sees that. Cards are played in private.
        opened, played = answered()[:5], answered()[5:]
        assert opened == [None] * 5
        assert played
        assert set(played) <= {person.id for person in made.people}
        await bo.slash(made.channel, "cicera hand")
        assert answered()[-1] == bo.id

        assert made.bot is not None
        table = await made.bot.tables.get(watch.umpire.table_id)
        token = table.ledger.panels[ann.id].token
        webhook = panel_webhook(made.bot, token)
        card = watch.umpire.state.hands[0][0]
        await webhook.send(view=layout(glyph(card)), ephemeral=True, wait=True)
        watch.look()
        assert watch.found == []
        seen: Any = await webhook.send(view=layout(glyph(card)), ephemeral=False, wait=True)
        watch.look()
        assert [found[-2:] for found in watch.found] == [card.text]
        await webhook.edit_message(int(seen["id"]), view=layout(f"It is {card}."))
        watch.look()
        assert [found[-2:] for found in watch.found] == [card.text] * 2


async def test_a_card_that_counts_is_found_where_the_others_that_count_are_not_named(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        watch = await watched(made, 0, target=11)
        for card in set(COUNTED).intersection(watch.hidden_from(made.people[0].id)):
            assert await found_on_panel(watch, 0, f"{glyph(card)} counts.") == [card.text]
        assert await found_on_panel(watch, 0, " ".join(map(glyph, COUNTED))) == []


async def test_only_the_sheet_of_a_hand_that_is_over_may_name_a_card(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        watch = await watched(made, 0, target=11)
        card = watch.hidden_from(made.people[0].id)[0]
        sheet = f"{WORDS('cicera.sheet.title', number=1)}\n{glyph(card)}"
        assert await found_on_panel(watch, 0, sheet) == [card.text]
        assert is_sheet("cicera", sheet, 1)
        assert not is_sheet("cicera", sheet, 0)
        plays = f"{WORDS('last.title')}\nBo played {glyph(card)}"
        assert await found_on_panel(watch, 0, plays) == [card.text]
        assert await found_on_panel(watch, 0, f"{plays}\nAnn dealt {glyph(card)}") == [card.text]
        assert await found_on_panel(watch, 0, f"{plays}\nAnn dealt") == []


async def test_only_a_replay_of_a_game_that_is_over_may_name_a_card(tmp_path: Path) -> None:
    async with house(tmp_path) as made:
        watch = await watched(made, 0, target=11)
        card, open_one, over = watch.hidden_from(None)[0], watch.umpire.table_id, "0123abcd"
        assert made.bot is not None
        channel = made.bot.get_partial_messageable(made.guild.add_channel("replays").id)

        async def found_beside(*ids: str) -> list[str]:
            """Return the watch's findings where a message names a card beside buttons with these ids."""
            buttons = tuple([Button("x", one) for one in ids])
            message = await channel.send(view=layout(Panel((glyph(card), buttons), 0)))
            watch.look()
            await message.delete()
            found = [secret.partition(": ")[2] for secret in watch.found]
            watch.found.clear()
            return found

        replay = f"v:{over}:1:0:a:0:next"
        # Nobody has said yet that this game is over.
        assert await found_beside(replay) == [card.text]
        watch.over.add(over)
        assert await found_beside(replay, f"v:{over}:1:0:a:0:last") == []
        assert watch.replayed == 1
        for other in (f"t:{over}:0:more", "h:1", f"v:{over[:3]}:1:0:a:0:next"):
            assert await found_beside(replay, other) == [card.text]
        of_open_one = f"v:{open_one}:1:0:a:0:next"
        assert await found_beside(replay, of_open_one) == [of_open_one, card.text]
        assert await found_beside() == [card.text]
