"""The call to a rematch: the messages of a lobby in which each seat is taken, or kept for who sat there."""

from bot.blocks.blocks import FELT_ACCENT, Panel, lines
from bot.blocks.look import control
from bot.locale import Words
from bot.panels.lobby.lobby import house_rules
from bot.panels.lobby.rivals import stands
from bot.panels.shared import rematch
from bot.panels.shared.commitment import fingerprint
from bot.panels.shared.lacking import lacking
from bot.store.ratings.rivalry.before import Rivalry
from bot.table.view import AnyView


def call_panel(view: AnyView, words: Words, rivalry: Rivalry | None = None) -> Panel:
    """Return the public message of a call to a rematch, with two replies, and how its people stand."""
    return Panel(
        (lines(_call(view, words), stands(view, rivalry, words)), rematch.reply_buttons(view, words)),
        FELT_ACCENT,
    )


def _call(view: AnyView, words: Words) -> str:
    """Return the text of a call: who wants a rematch of which game, with whom, and who is missing."""
    rules = house_rules(view, words, number=False)
    small = filter(None, (words(f"{view.game}.name"), rules, fingerprint(view, words)))
    return lines(
        rematch.who_asks(view, words),
        rematch.line_up(view, words),
        rematch.who_is_in(view, words),
        words("small", told=words("between").join(small)),
    )


def own_call(view: AnyView, words: Words) -> Panel:
    """Return the private panel of a viewer who is asked for a rematch, or has agreed to one."""
    viewer = view.viewer
    more = () if viewer is None else (control(view, words("button.more"), "lobby"),)
    if viewer is None or not viewer.ready:
        anew = words("rematch.anew") if viewer is not None else ""
        told, buttons = lines(_call(view, words), anew), (*rematch.reply_buttons(view, words), *more)
    else:
        told, buttons = _agreed(view, words), more
    return Panel((lines(*lacking(view, words), view.notice, told), buttons), FELT_ACCENT)


def _agreed(view: AnyView, words: Words) -> str:
    """Return the text for a viewer who has agreed: who is missing, and for how long that is awaited."""
    return lines(
        words("rematch.you"),
        rematch.line_up(view, words),
        rematch.who_is_missing(view, words),
        rematch.kept_until(view, words),
    )


def asked_again(view: AnyView) -> bool:
    """Return whether the private panel of a viewer is about a call to a rematch, and nothing else."""
    return view.kept is not None or (view.viewer is not None and rematch.all_kept(view))
