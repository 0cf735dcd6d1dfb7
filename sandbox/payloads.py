"""The JSON shapes in which Discord shows users, members, channels, guilds and messages."""

from __future__ import annotations

from sandbox.components import shown_media
from sandbox.errors import Json
from sandbox.objects import Attachment, Channel, Guild, Membership, Message, Role, User


def user(user: User) -> Json:
    """Return a user object."""
    return {
        "id": str(user.id),
        "username": user.name,
        "global_name": None if user.bot else user.name[:1].upper() + user.name[1:],
        "discriminator": "0",
        "avatar": None,
        "bot": user.bot,
        "flags": 0,
        "public_flags": 0,
        "primary_guild": None,
    }


def me(user_: User) -> Json:
    """Return the bot's own user object."""
    return user(user_) | {"mfa_enabled": True, "verified": True, "email": None, "locale": "en-US"}


def member(member: Membership, channel: Channel | None = None) -> Json:
    """Return a member object; with a channel it carries the permissions there, as in an interaction."""
    data: Json = {
        "user": user(member.user),
        "roles": [str(role) for role in member.roles],
        "joined_at": member.guild.world.clock.iso(member.joined),
        "nick": None,
        "avatar": None,
        "banner": None,
        "premium_since": None,
        "communication_disabled_until": member.timeout and member.guild.world.clock.iso(member.timeout),
        "pending": False,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }
    if channel is not None:
        data["permissions"] = str(int(member.bits_in(channel)))
    return data


def role(role: Role) -> Json:
    """Return a role object."""
    data: Json = {
        "id": str(role.id),
        "name": role.name,
        "description": None,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": role.position,
        "permissions": str(int(role.permissions)),
        "managed": role.bot_id is not None,
        "mentionable": False,
        "flags": 0,
    }
    if role.bot_id is not None:
        data["tags"] = {"bot_id": str(role.bot_id)}
    return data


def channel(channel: Channel) -> Json:
    """Return a channel object or a thread object."""
    if channel.parent is not None:
        return thread(channel)
    return {
        "id": str(channel.id),
        "type": channel.kind,
        "guild_id": str(channel.guild.id),
        "name": channel.name,
        "position": channel.position,
        "parent_id": None,
        "topic": None,
        "nsfw": False,
        "flags": 0,
        "rate_limit_per_user": 0,
        "last_message_id": str(channel.last_message_id) if channel.last_message_id else None,
        "permission_overwrites": [
            {
                "id": str(o.id),
                "type": int(o.is_member),
                "allow": str(int(o.allow)),
                "deny": str(int(o.deny)),
            }
            for o in channel.overwrites.values()
        ],
    }


def thread(thread: Channel) -> Json:
    """Return a thread object."""
    assert thread.parent is not None
    return {
        "id": str(thread.id),
        "type": thread.kind,
        "guild_id": str(thread.guild.id),
        "parent_id": str(thread.parent.id),
        "owner_id": str((thread.owner or thread.guild.world.bot).id),
        "name": thread.name,
        "flags": 0,
        "rate_limit_per_user": 0,
        "last_message_id": str(thread.last_message_id) if thread.last_message_id else None,
        "message_count": len(thread.messages),
        "member_count": 1,
        "total_message_sent": len(thread.messages),
        "thread_metadata": {
            "archived": thread.archived,
            "auto_archive_duration": thread.auto_archive,
            "archive_timestamp": thread.guild.world.clock.iso(),
            "locked": thread.locked,
            "create_timestamp": thread.guild.world.clock.iso(),
        },
    }


def guild(guild: Guild) -> Json:
    """Return a guild object without its channels and members."""
    nothing = (
        "icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id",
        "afk_channel_id", "system_channel_id", "widget_channel_id", "max_presences", "vanity_url_code",
        "rules_channel_id", "safety_alerts_channel_id", "public_updates_channel_id", "incidents_data",
    )  # fmt: skip
    return dict.fromkeys(nothing) | {
        "id": str(guild.id),
        "name": guild.name,
        "owner_id": str(guild.owner_id),
        "preferred_locale": guild.locale,
        "region": "deprecated",
        "features": [],
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "verification_level": 0,
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_members": 500000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "roles": [role(r) for r in guild.roles.values()],
    }


def own_guild(guild: Guild) -> Json:
    """Return the entry for a guild in the bot's own list, with the permissions of its roles."""
    bot = guild.members[guild.world.bot.id]
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "banner": None,
        "owner": False,
        "permissions": str(int(bot.bits())),
        "features": [],
    }


def guild_create(guild_: Guild) -> Json:
    """Return the data of GUILD_CREATE; its only member is the bot, unless the bot may see them all."""
    world = guild_.world
    members = guild_.members.values()
    return guild(guild_) | {
        "joined_at": world.clock.iso(guild_.members[world.bot.id].joined),
        "large": False,
        "unavailable": False,
        "member_count": len(members),
        "members": [member(m) for m in members if world.members_seen or m.user is world.bot],
        "channels": [channel(c) for c in guild_.channels.values() if c.parent is None],
        "threads": [
            thread(c)
            for c in guild_.channels.values()
            if c.parent is not None and c.parent.seen and not c.archived
        ],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def threads_of(place: Channel) -> Json:
    """Return the data of THREAD_LIST_SYNC for a channel that the bot can see from now on."""
    found = [c for c in place.guild.channels.values() if c.parent is place and not c.archived]
    return {
        "guild_id": str(place.guild.id),
        "channel_ids": [str(place.id)],
        "threads": [thread(c) for c in found],
        "members": [],
    }


def event(guild_: Guild, name: str, thing: Channel | Role | Membership) -> Json:
    """Return the data of the event `name` about `thing` in a guild."""
    if isinstance(thing, Channel):
        return channel(thing) | ({"newly_created": True} if name == "THREAD_CREATE" else {})
    place = {"guild_id": str(guild_.id)}
    if isinstance(thing, Role):
        return place | {"role": role(thing)}
    return place | ({"user": user(thing.user)} if name == "GUILD_MEMBER_REMOVE" else member(thing))


def attachment(file: Attachment, ephemeral: bool) -> Json:
    """Return an attachment object."""
    data: Json = {
        "id": str(file.id),
        "filename": file.filename,
        "size": len(file.data),
        "url": file.url,
        "proxy_url": file.url,
        "content_type": file.content_type,
    }
    if file.description is not None:
        data["description"] = file.description
    if ephemeral:
        data["ephemeral"] = True
    return data


def message_place(message: Message) -> Json:
    """Return channel and guild of a message."""
    return {"channel_id": str(message.channel.id), "guild_id": str(message.channel.guild.id)}


def message_gone(message: Message) -> Json:
    """Return the data of MESSAGE_DELETE."""
    return message_place(message) | {"id": str(message.id)}


def _apart(message: Message) -> list[Attachment]:
    """Return the files that no component shows: Discord lists no others among a message's attachments."""
    if not message.attachments:
        return []
    shown = {media.get("attachment_id") for media in shown_media(message.components)}
    return [file for file in message.attachments if str(file.id) not in shown]


def message(message: Message) -> Json:
    """Return a message object."""
    clock = message.channel.guild.world.clock
    data: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "type": message.kind,
        "author": user(message.author),
        "content": message.content,
        "embeds": message.embeds,
        "components": message.components,
        "attachments": [attachment(file, message.ephemeral) for file in _apart(message)],
        "flags": message.flags,
        "timestamp": clock.iso(message.created),
        "edited_timestamp": None if message.edited is None else clock.iso(message.edited),
        "mentions": [user(u) for u in message.mentions],
        "mention_roles": [],
        "mention_everyone": False,
        "pinned": False,
        "tts": False,
    }
    if message.interaction is not None:
        data["interaction_metadata"] = message.interaction
        data["application_id"] = data["webhook_id"] = str(message.author.id)
    started = message.channel.guild.channels.get(message.id)
    if started is not None:
        data["thread"] = thread(started)
    if message.reference is not None:
        place = message_place(message) | {"message_id": str(message.reference), "type": 0}
        data["message_reference"] = place
    return data


def message_event(message_: Message) -> Json:
    """Return the data of MESSAGE_CREATE and MESSAGE_UPDATE."""
    data = message(message_)
    guild_ = message_.channel.guild
    data["guild_id"] = str(guild_.id)
    author = guild_.members.get(message_.author.id)
    if author is not None:
        data["member"] = member(author)
        del data["member"]["user"]
    return data
