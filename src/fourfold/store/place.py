"""Where the database is: said by the caller, by the environment, or by the platform's habit."""

import os
from pathlib import Path

import platformdirs

from fourfold.store.errors import BadPlace

ENVIRONMENT_VARIABLE = "FOURFOLD_DATABASE"
FILE_NAME = "fourfold.db"
SQLITE_URL = "sqlite:///"
POSTGRESQL_URLS = ("postgresql:", "postgresql+", "postgres:")


def default_path() -> Path:
    """Name the file in the folder that the platform has for a person's data."""
    return Path(platformdirs.user_data_dir("fourfold", appauthor=False)) / FILE_NAME


def database_path(place: str | Path | None = None) -> Path:
    """Find the file of a database: a path, a `sqlite:///` URL, or None for the usual place.

    >>> database_path("sqlite:///matches.db").name, database_path("matches.db").name
    ('matches.db', 'matches.db')
    >>> database_path("mysql://localhost/matches")
    Traceback (most recent call last):
    fourfold.store.errors.BadPlace: “mysql://localhost/matches” is not a place for a database; give a path or sqlite:///path.
    """
    if place is None:
        place = os.environ.get(ENVIRONMENT_VARIABLE) or default_path()
    if isinstance(place, Path):
        return place.absolute()
    if place.startswith(POSTGRESQL_URLS):
        raise BadPlace("store.postgresql")
    path = place.removeprefix(SQLITE_URL)
    if not path or "://" in path or ":memory:" in path or "\0" in path:
        raise BadPlace("store.bad_place", place=place)
    return Path(path).expanduser().absolute()
