"""`fourfold admin`: accounts, on the database itself; a server that runs notices within seconds."""

import asyncio
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.core.errors import BadValue
from fourfold.text import say

if TYPE_CHECKING:
    from fourfold.store.store import Store

app = typer.Typer(no_args_is_help=True, help=say("cli.admin.help"))

HOURS_A_CODE_LASTS = 24

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help=say("cli.admin.name"), show_default=False)]
PlaceOption = Annotated[
    str | None, typer.Option("--database", metavar="PLACE", help=say("cli.serve.database"), show_default=False)
]
JsonOption = Annotated[bool, typer.Option("--json", help=say("cli.json"))]


@app.command(name="list", help=say("cli.admin.list"))
def list_accounts(database: PlaceOption = None, as_json: JsonOption = False) -> None:
    from fourfold.store.store import Store

    with Store.open(database) as store:
        found = store.accounts.all()
    if as_json:
        columns = ("id", "name", "kind", "created", "seen", "is_muted", "is_banned")
        print(json.dumps([{column: getattr(account, column) for column in columns} for account in found]))
        return
    for account in found:
        seen = datetime.fromtimestamp(account.seen / 1000, UTC).strftime("%Y-%m-%d")
        marks = [account.kind, *(["muted"] if account.is_muted else []), *(["banned"] if account.is_banned else [])]
        states = ", ".join(say(f"cli.admin.state.{mark}") for mark in marks)
        print(say("cli.admin.line", name=account.name, id=account.id, seen=seen, states=states))


@app.command(help=say("cli.admin.reset"))
def reset(name: NameArgument, database: PlaceOption = None) -> None:
    from fourfold.store.store import Store
    from fourfold.web.accounts.recovery_codes import fresh_code, hash_code
    from fourfold.web.clock import now_in_milliseconds

    with Store.open(database) as store:
        account_id, code = find(store, name), fresh_code()
        expires = now_in_milliseconds() + HOURS_A_CODE_LASTS * 3600 * 1000
        store.accounts.put_recoveries(account_id, [hash_code(account_id, code)], expires).result()
    print(say("cli.admin.code", code=code, hours=HOURS_A_CODE_LASTS))


@app.command(help=say("cli.admin.mute"))
def mute(name: NameArgument, database: PlaceOption = None) -> None:
    sanction(name, database, "muted", is_muted=True)


@app.command(help=say("cli.admin.unmute"))
def unmute(name: NameArgument, database: PlaceOption = None) -> None:
    sanction(name, database, "unmuted", is_muted=False)


@app.command(help=say("cli.admin.ban"))
def ban(name: NameArgument, database: PlaceOption = None) -> None:
    sanction(name, database, "banned", is_banned=True)


@app.command(help=say("cli.admin.unban"))
def unban(name: NameArgument, database: PlaceOption = None) -> None:
    sanction(name, database, "unbanned", is_banned=False)


@app.command(help=say("cli.admin.delete"))
def delete(
    name: NameArgument,
    database: PlaceOption = None,
    yes: Annotated[bool, typer.Option("--yes", help=say("cli.admin.yes"))] = False,
) -> None:
    from fourfold.players.runner import Runner
    from fourfold.store.store import Store
    from fourfold.web.accounts.erasure import forget_players
    from fourfold.web.live.service import Service

    with Store.open(database) as store, Runner() as runner:
        player = find(store, name)
        if not yes:
            typer.confirm(say("cli.admin.sure", name=name), abort=True)

        async def forget() -> None:
            service = Service(store, runner)
            service.watch.stop()  # what happens at tables is for the server
            await forget_players(service, [player])

        asyncio.run(forget())
        store.scrub()
    print(say("cli.admin.done.deleted", name=name))


def sanction(
    name: str, database: str | None, done: str, *, is_muted: bool | None = None, is_banned: bool | None = None
) -> None:
    """Mute or ban, or allow again."""
    from fourfold.store.store import Store
    from fourfold.web.clock import now_in_milliseconds

    with Store.open(database) as store:
        player = find(store, name)
        store.accounts.sanction(player, now_in_milliseconds(), is_muted=is_muted, is_banned=is_banned).result()
    print(say(f"cli.admin.done.{done}", name=name))


def find(store: "Store", name: str) -> str:
    """The id of an account by its name, or of anybody by the id itself."""
    account = store.accounts.find(name)
    if account is None and not store.guests([name]):
        raise BadValue("cli.admin.unknown", name=name)
    return name if account is None else account.id
