"""`fourfold admin`: accounts: list, password reset, mute, ban, delete, audit trail; a key for push messages."""

import asyncio
import getpass
import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.cli.database import ConfigOption, DatabaseOption, open_store
from fourfold.cli.options import JsonOption, argument
from fourfold.core.errors import BadValue, needs_extra
from fourfold.text import say

if TYPE_CHECKING:
    from fourfold.store.store import Store

app = typer.Typer(no_args_is_help=True, help=say("cli.admin.help"))

CODE_HOURS = 24  # that a recovery code is valid
COLUMNS = ("id", "name", "kind", "created", "seen", "is_muted", "is_banned")
AUDIT_COLUMNS = ("time", "actor", "action", "subject")
SANCTIONS = {  # by the help of the command: what was done, and the flag that is set
    "cli.admin.mute": ("muted", {"is_muted": True}),
    "cli.admin.unmute": ("unmuted", {"is_muted": False}),
    "cli.admin.ban": ("banned", {"is_banned": True}),
    "cli.admin.unban": ("unbanned", {"is_banned": False}),
}

NameArgument = Annotated[str, argument("NAME", "cli.admin.name")]


@app.command(name="list", help=say("cli.admin.list"))
def list_accounts(database: DatabaseOption = None, config: ConfigOption = None, as_json: JsonOption = False) -> None:
    with open_store(database) as store:
        found = store.accounts.all()
    if as_json:
        print(json.dumps([{column: getattr(account, column) for column in COLUMNS} for account in found]))
        return
    for account in found:
        seen = datetime.fromtimestamp(account.seen / 1000, UTC).strftime("%Y-%m-%d")
        marks = [account.kind, *(["muted"] if account.is_muted else []), *(["banned"] if account.is_banned else [])]
        states = ", ".join(say(f"cli.admin.state.{mark}") for mark in marks)
        print(say("cli.admin.line", name=account.name, id=account.id, seen=seen, states=states))


@app.command(help=say("cli.admin.reset"))
def reset(name: NameArgument, database: DatabaseOption = None, config: ConfigOption = None) -> None:
    from fourfold.web.accounts.recovery_codes import fresh_code, hash_code
    from fourfold.web.clock import now_in_milliseconds

    with open_store(database) as store:
        account_id, code = _find(store, name), fresh_code()
        expires = now_in_milliseconds() + CODE_HOURS * 3600 * 1000
        store.recovery_codes.put(account_id, [hash_code(account_id, code)], expires).result()
        _note(store, "reset", account_id)
    print(say("cli.admin.code", code=code, hours=CODE_HOURS))


def _sanction(done: str, flags: dict[str, bool]) -> Callable[..., None]:
    """The command that mutes or bans an account, or lifts that."""

    def run(name: NameArgument, database: DatabaseOption = None, config: ConfigOption = None) -> None:
        from fourfold.web.clock import now_in_milliseconds

        with open_store(database) as store:
            player = _find(store, name)
            store.guests.sanction(player, now_in_milliseconds(), **flags).result()
            _note(store, done, player)
        print(say(f"cli.admin.done.{done}", name=name))

    return run


for code, sanction in SANCTIONS.items():
    app.command(name=code.rpartition(".")[2], help=say(code))(_sanction(*sanction))


@app.command(help=say("cli.admin.delete"))
def delete(
    name: NameArgument,
    database: DatabaseOption = None,
    config: ConfigOption = None,
    yes: Annotated[bool, typer.Option("--yes", help=say("cli.admin.yes"))] = False,
) -> None:
    from fourfold.players.runner import Runner
    from fourfold.web.accounts.erasure import forget_players
    from fourfold.web.live.service import Service

    with open_store(database) as store, Runner() as runner:
        player = _find(store, name)
        if not yes:
            typer.confirm(say("cli.admin.sure", name=name), abort=True)

        async def forget() -> None:
            service = Service(store, runner)
            service.scheduler.stop()  # the scheduler belongs to the server
            await forget_players(service, [player])

        asyncio.run(forget())
        _note(store, "deleted", player)
        store.scrub()
    print(say("cli.admin.done.deleted", name=name))


@app.command(help=say("cli.admin.moderator"))
def moderator(
    name: NameArgument,
    database: DatabaseOption = None,
    config: ConfigOption = None,
    no_longer: Annotated[bool, typer.Option("--remove", help=say("cli.admin.no_longer"))] = False,
) -> None:
    with open_store(database) as store:
        account = store.accounts.find(name)
        if account is None:
            raise BadValue("cli.admin.unknown", name=name)
        done = "unappointed" if no_longer else "appointed"
        store.reports.set_moderator(account.id, is_moderator=not no_longer).result()
        _note(store, done, account.id)
    print(say(f"cli.admin.done.{done}", name=name))


@app.command(help=say("cli.admin.audit"))
def audit(database: DatabaseOption = None, config: ConfigOption = None, as_json: JsonOption = False) -> None:
    with open_store(database) as store:
        entries = store.audit.list()
        names = {guest.id: guest.name for guest in store.guests.find({entry.subject for entry in entries}).values()}
    if as_json:
        print(json.dumps([{column: getattr(entry, column) for column in AUDIT_COLUMNS} for entry in entries]))
        return
    for entry in entries:
        when = datetime.fromtimestamp(entry.time / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
        action, name = say(f"cli.admin.action.{entry.action}"), names.get(entry.subject, "")
        print(say("cli.admin.entry", time=when, actor=entry.actor, action=action, id=entry.subject, name=name))


@app.command(name="push-key", help=say("cli.admin.push_key"))
def push_key() -> None:
    from fourfold.web.push.vapid import fresh_key

    with needs_extra("push"):
        key = fresh_key()
    print(say("cli.admin.push_settings", key=key))


def _note(store: "Store", action: str, subject: str) -> None:
    """Add an entry to the audit trail; the actor is the user who runs the command."""
    from fourfold.store.rows import AuditEntry
    from fourfold.web.clock import now_in_milliseconds

    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # a user without a name, as in a container
        user = str(os.getuid())
    store.audit.add(AuditEntry(now_in_milliseconds(), f"command:{user}", action, subject)).result()


def _find(store: "Store", name: str) -> str:
    """The id of an account by its name, or of any player by the id itself."""
    account = store.accounts.find(name)
    if account is None and not store.guests.find([name]):
        raise BadValue("cli.admin.unknown", name=name)
    return name if account is None else account.id
