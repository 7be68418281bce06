"""`fourfold data`: backup, export, import and transfer of the server's database."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from fourfold.cli.database import ConfigOption, DatabaseOption, open_store
from fourfold.cli.files import check_suffix
from fourfold.cli.options import argument
from fourfold.cli.progress import rows_bar
from fourfold.text import say

app = typer.Typer(no_args_is_help=True, help=say("cli.data.help"))

FileArgument = Annotated[Path, argument("FILE", "cli.data.file")]


@app.command(help=say("cli.data.backup"))
def backup(file: FileArgument, database: DatabaseOption = None, config: ConfigOption = None) -> None:
    check_suffix(file, ".db")
    with open_store(database) as store:
        matches = store.backup(file)
    print(say("cli.data.written", matches=matches, path=str(file)))


@app.command(name="export", help=say("cli.data.export"))
def export_matches(file: FileArgument, database: DatabaseOption = None, config: ConfigOption = None) -> None:
    check_suffix(file, ".jsonl")
    with open_store(database) as store:
        count = store.export(file)
    print(say("cli.data.exported", count=count, path=str(file)))


@app.command(help=say("cli.data.transfer"))
def transfer(
    target: Annotated[str, argument("TARGET", "cli.data.target")],
    database: DatabaseOption = None,
    config: ConfigOption = None,
) -> None:
    from fourfold.store.store import Store

    with open_store(database, is_server=True) as store, Store.open(target, is_server=True) as new:
        count = store.count_rows()
        print(say("cli.data.transferring", target=str(new.database)), file=sys.stderr)
        with rows_bar(2 * count, say("cli.data.rows")) as advance:
            for rows in store.transfer(new):
                advance(rows)
    print(say("cli.data.transferred", count=count, target=str(new.database)))


@app.command(help=say("cli.data.scrub"))
def scrub(database: DatabaseOption = None, config: ConfigOption = None) -> None:
    with open_store(database) as store:
        store.scrub()
    print(say("cli.data.scrubbed"))


@app.command(help=say("cli.data.ratings"))
def ratings(database: DatabaseOption = None, config: ConfigOption = None) -> None:
    from fourfold.players.runner import Runner
    from fourfold.web.contests.ratings import Ratings
    from fourfold.web.live.service import Service

    with open_store(database) as store, Runner() as runner:
        count = asyncio.run(Ratings(store, Service(store, runner)).recompute())
    print(say("cli.data.rated", count=count))


@app.command(name="import", help=say("cli.data.import"))
def import_matches(file: FileArgument, database: DatabaseOption = None, config: ConfigOption = None) -> None:
    with open_store(database) as store:
        imported = store.import_(file)
    print(say("cli.data.imported", added=imported.added, present=imported.present))
