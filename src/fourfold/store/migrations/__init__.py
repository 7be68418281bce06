"""Schema migrations by Alembic, without configuration files.

A version is a file in `versions`; its number is the revision. There are no downgrades. Within a generation (the first
two digits) versions only add: tables, and columns with a default. So programs of earlier versions go on beside the new
one, and may be started again.
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
GENERATION = slice(0, 2)  # of a revision

_one_at_a_time = Lock()  # Alembic's `op` is global


def upgrade(connection: Connection, folder: Path = FOLDER) -> None:
    """Run the missing versions in the caller's transaction; when one fails, the caller rolls back.

    A database of a newer version is left as it is, and refused where it is of another generation.
    """
    scripts = ScriptDirectory(folder)

    def missing_steps(current: Any, _: MigrationContext) -> list[MigrationStep]:
        versions = list(scripts.iterate_revisions("head", current, implicit_base=True))
        return [MigrationStep.upgrade_from_script(scripts.revision_map, version) for version in reversed(versions)]

    with _one_at_a_time:
        context = MigrationContext.configure(connection, opts={"fn": missing_steps})
        current = context.get_current_heads()
        if not _is_newer(current, scripts) and current != tuple(scripts.get_heads()):
            with Operations.context(context):
                context.run_migrations()


def _is_newer(current: Collection[str], scripts: ScriptDirectory) -> bool:
    """Tell whether a newer version made the database; NewerDatabase where this one cannot use it."""
    known = {script.revision for script in scripts.walk_revisions()}
    head = str(scripts.get_current_head())
    unknown = [version for version in current if version not in known]
    if any(version[GENERATION] != head[GENERATION] for version in unknown):
        raise NewerDatabase("store.newer", found=unknown[0], known=head)
    return bool(unknown)
