"""A bot for Fourfold: accepts every challenge, plays legal moves by chance, needs nothing but Python.

FOURFOLD_SERVER=http://localhost:4444 FOURFOLD_TOKEN=... python3 bot.py
"""

import json
import os
import random
import secrets
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

playing: set[str] = set()
PASSING = {408, 425, 429, *range(500, 600)}  # we were too fast, or the server or a proxy has trouble
LASTING = {401, 403, 404}  # such as 401: the token was revoked
SERVER, TOKEN = os.environ.get("FOURFOLD_SERVER", ""), os.environ.get("FOURFOLD_TOKEN", "")


def ask(path: str, body: Any = None, method: str = "GET") -> Any:
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    return urlopen(Request(SERVER + path, body and json.dumps(body).encode(), headers, method=method), timeout=60)


def tell(path: str, body: Any = None, tries: int = 60) -> bool:
    try:
        ask(path, body, "POST").close()
        return True
    except HTTPError as refusal:
        print(refusal.code, refusal.read().decode(), flush=True)
        if refusal.code not in PASSING or not tries:  # such as 409: the match went on; the stream says what is true
            return False
        time.sleep(float(refusal.headers.get("Retry-After") or 1))
    return tell(path, body, tries - 1)


def listen(path: str) -> Iterator[dict[str, Any]]:
    with ask(path) as stream:
        yield from (json.loads(line) for line in stream if line.strip())  # one every 20 s is empty: still here


def choose(match: str, clicks: Any) -> str:
    path: list[str] = []
    while not isinstance(clicks, str):  # a leaf of the tree is a move; a branch that was too large is asked for
        branches = clicks or json.load(ask(f"/api/matches/{match}/clicks?{urlencode({'path': path}, doseq=True)}"))
        names = {name: below for kind in branches.values() for name, below in kind.items()}
        path.append(random.choice(list(names)))
        clicks = names[path[-1]]
    return clicks


def play(match: str) -> None:
    while match in playing:
        try:
            for table in (message["table"] for message in listen(f"/api/matches/{match}/stream")):
                if table["outcome"]:
                    playing.discard(match)
                    tell(f"/api/matches/{match}/chat", {"text": "Thank you!"})
                    return
                if table["clicks"]:  # it is our turn
                    move = quote(choose(match, table["clicks"]), safe="")
                    if not tell(f"/api/matches/{match}/move/{move}?ply={table['ply']}"):
                        break  # a new stream begins with the table as it is
        except Exception as problem:  # whatever came: look again in a moment
            print(match, problem, flush=True)
            if isinstance(problem, HTTPError) and problem.code in LASTING:
                playing.discard(match)
        time.sleep(1)


def follow() -> None:
    for news in listen("/api/stream/events"):
        if news["kind"] == "replaced":
            raise SystemExit("Another copy of this bot has begun with the same token.")
        if news["kind"] == "challenge":  # our part makes sure that the server cannot choose the deal
            mine = {"part": secrets.token_hex(32), "commitment": news["commitment"]}
            tell(f"/api/challenges/{news['match']}/accept?{urlencode(mine)}")
        elif news["kind"] in ("started", "turn") and news["match"] not in playing:
            playing.add(news["match"])
            threading.Thread(target=play, args=[news["match"]], daemon=True).start()


while __name__ == "__main__":
    try:
        follow()
    except Exception as problem:  # the server may be back in a moment, or another copy of this bot gone
        if isinstance(problem, HTTPError) and problem.code in LASTING:
            raise SystemExit(f"{problem.code} {problem.read().decode()}") from None
        print(problem, flush=True)
    time.sleep(1)
