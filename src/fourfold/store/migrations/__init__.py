"""Schema migrations by Alembic, without configuration files.

A version is a file in `versions`; its number is the revision. There are no downgrades.
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

_one_at_a_time = Lock()  # Alembic's `op` is global


def upgrade(connection: Connection, folder: Path = FOLDER) -> None:
    """Run the missing versions in the caller's transaction; when one fails, the caller rolls back.

    A database of a newer version is refused untouched.
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
