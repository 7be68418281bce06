"""How many commits a second PostgreSQL takes from processes that announce what they append.

python tests/store/commit_rate.py --committers 16 --seconds 10

It starts a cluster of its own. Each committer has its own connection and appends event after event to its own match;
NOTIFY once inside the transaction that appends, once after its commit, once not at all, in turns of a second.
"""

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import psycopg

sys.path.insert(0, str(Path(__file__).parents[1]))

import postgres
from fourfold.store import Store
from fourfold.store.engine.notifications import CHANNEL, NOTIFY
from store.samples import sample_match

WAYS = ("inside", "after", "never")
APPEND = "INSERT INTO events (match_id, sequence, time, kind, format, body) VALUES (%s, %s, 0, 'move', 1, 'a1')"
MOVE = "UPDATE matches SET last_sequence = %s WHERE id = %s"


def commit(place: str, match: str, turns: int, begin: Barrier) -> Counter[str]:
    """Append for a second in each way, turn after turn; the result is how often, by the way."""
    done: Counter[str] = Counter()
    sequence = 0
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("SET synchronous_commit = on")
        for way in WAYS * turns:
            begin.wait()
            deadline = time.monotonic() + 1
            while time.monotonic() < deadline:
                sequence += 1
                announcement = {"channel": CHANNEL, "payloads": [f"{match} {sequence}"]}
                with connection.transaction(), connection.pipeline():
                    connection.execute(MOVE, [sequence, match])
                    connection.execute(APPEND, [match, sequence])
                    if way == "inside":
                        connection.execute(NOTIFY, announcement)
                if way == "after":
                    connection.execute(NOTIFY, announcement)
                done[way] += 1
    return done


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--committers", type=int, default=16)
    parser.add_argument("--seconds", type=int, default=10)
    given = parser.parse_args()
    with postgres.cluster() as cluster:
        place = cluster.database()
        matches = [f"m{number}" for number in range(given.committers)]
        with Store.open(place) as store:
            for match in matches:
                store.matches.create(sample_match(match)).result()
        begin = Barrier(len(matches))
        with ThreadPoolExecutor(len(matches)) as pool:
            counts = pool.map(lambda match: commit(place, match, given.seconds, begin), matches)
        done = sum(counts, Counter())
    for way in WAYS:
        print(f"NOTIFY {way}: {done[way] / given.seconds:.0f} commits/s")
    print(f"after the commit: {done['after'] / done['inside']:.1f} times inside")


if __name__ == "__main__":
    main()
