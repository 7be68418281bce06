"""Bringing a database to the newest version of the schema, by Alembic, without any file for users to edit.

A version is a file in `versions`; its number is the revision. Databases only go forwards.
"""

from collections.abc import Collection
from pathlib import Path
from threading import Lock
from typing import Any

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext, MigrationStep
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from fourfold.store.errors import NewerDatabase

FOLDER = Path(__file__).parent

_one_at_a_time = Lock()  # Alembic's `op` is one for the whole process


def upgrade(connection: Connection, folder: Path = FOLDER) -> None:
    """Run the versions that the database lacks, in the transaction that the caller has begun.

    A database of a newer version is refused untouched. When a version fails, the caller's rollback
    takes all of it back.
    """
    scripts = ScriptDirectory(folder)

    def missing_steps(current: Any, _: MigrationContext) -> list[MigrationStep]:
        versions = list(scripts.iterate_revisions("head", current, implicit_base=True))
        return [MigrationStep.upgrade_from_script(scripts.revision_map, version) for version in reversed(versions)]

    with _one_at_a_time:
        context = MigrationContext.configure(connection, opts={"fn": missing_steps})
        current = context.get_current_heads()
        _refuse_newer(current, scripts)
        if current != tuple(scripts.get_heads()):
            with Operations.context(context):
                context.run_migrations()


def _refuse_newer(current: Collection[str], scripts: ScriptDirectory) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    unknown = [version for version in current if version not in known]
    if unknown:
        raise NewerDatabase("store.newer", found=unknown[0], known=scripts.get_current_head())
