"""The location of the database: given by the caller, the environment, or the platform's data folder."""

import os
from pathlib import Path

import platformdirs
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from fourfold.store.errors import BadPlace

ENVIRONMENT_VARIABLE = "FOURFOLD_DATABASE"
FILE_NAME = "fourfold.db"
SQLITE_URL = "sqlite:///"
POSTGRESQL_URLS = ("postgresql:", "postgres:")


def default_path() -> Path:
    """Return the file in the platform's folder for user data."""
    return Path(platformdirs.user_data_dir("fourfold", appauthor=False)) / FILE_NAME


def find_place(place: str | Path | None = None) -> Path | URL:
    """Parse a place: a path, a `sqlite:///` or `postgresql://` URL, or None for the default place.

    >>> find_place("sqlite:///matches.db").name, find_place("matches.db").name
    ('matches.db', 'matches.db')
    >>> find_place("postgresql://ann:secret@host/matches")
    postgresql://ann:***@host/matches
    >>> find_place("mysql://localhost/matches")
    Traceback (most recent call last):
    fourfold.store.errors.BadPlace: “mysql://localhost/matches” is not a place for a database; give a path, ...
    """
    if place is None:
        place = os.environ.get(ENVIRONMENT_VARIABLE) or default_path()
    if isinstance(place, Path):
        return place.absolute()
    if place.startswith(POSTGRESQL_URLS):
        return _parse_url(place)
    path = place.removeprefix(SQLITE_URL)
    if not path or "://" in path or ":memory:" in path or "\0" in path:
        raise BadPlace("store.bad_place", place=place)
    try:
        return Path(path).expanduser().absolute()
    except (RuntimeError, ValueError):  # an unknown user's home, or no valid file name
        raise BadPlace("store.bad_place", place=place) from None


def _parse_url(text: str) -> URL:
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadPlace("store.bad_url") from None  # the text may hold a password
    if not url.database:
        raise BadPlace("store.no_name")
    return url.set(drivername="postgresql")
