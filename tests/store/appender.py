"""A process that appends until it is killed: `appender.py DATABASE WRITERS`.

Each of its threads goes on with its own match, and writes a line "match sequence" to standard output
for every event that was acknowledged, and for no other.
"""

import os
import sys
import threading

from fourfold.store import Store
from fourfold.store.errors import UnknownMatch
from store.samples import sample_events, sample_match


def append_for_ever(store: Store, match_id: str) -> None:
    try:
        sequence = store.matches.find(match_id).last_sequence
    except UnknownMatch:
        store.matches.create(sample_match(match_id)).result()
        sequence = 0
    while True:
        events = sample_events(sequence + 1, sequence + 1 + sequence % 3, match_id)
        sequence = store.events.append(match_id, sequence + 1, events).result()
        os.write(1, f"{match_id} {sequence}\n".encode())


if __name__ == "__main__":
    store = Store.open(sys.argv[1])
    for number in range(int(sys.argv[2])):
        threading.Thread(target=append_for_ever, args=(store, f"m{number}")).start()
