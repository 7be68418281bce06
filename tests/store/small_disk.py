"""A process whose files must stay small: `small_disk.py DATABASE`.

It appends until the database cannot grow, checks that it goes on reading, gets more room, and goes on
appending. Standard output tells how many events were acknowledged before and in all.
"""

import sys

from fourfold.store import EventRow, Store
from fourfold.store.errors import StorageFailed
from store.samples import sample_event, sample_match

ROOM = 512 * 1024


def allow(size: int | None) -> None:
    import resource  # not on every platform

    soft = resource.RLIM_INFINITY if size is None else size
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, resource.RLIM_INFINITY))


def main(path: str) -> None:
    big = EventRow("move", bytes(5000), 1)
    with Store.open(path) as store:
        store.matches.create(sample_match()).result()
        allow(ROOM)
        stored = 0
        failure: Exception | None = None
        while failure is None:
            try:
                stored = store.events.append("m", stored + 1, [big]).result()
            except StorageFailed as problem:
                failure = problem
        assert "The database cannot be written: " in str(failure), failure
        for _ in range(3):
            assert isinstance(store.events.append("m", stored + 1, [big] * 100).exception(), StorageFailed)
        assert len(store.events.read("m")) == stored == store.matches.find("m").last_sequence
        allow(None)
        before = stored
        for number in range(50):
            stored = store.events.append("m", stored + 1, [big, sample_event(number)]).result()
    print(before, stored)


if __name__ == "__main__":
    main(sys.argv[1])
