"""The routes of the HTTP API.

| address | module |
|---|---|
| `/api/account`, `/api/accounts` | `account` |
| `/api/challenges` | `challenges` |
| `/api/commitments`, `/api/quick`, POST `/api/matches` | `match_setup` |
| `/api/games` | `games` |
| `/api/invites` | `invites` |
| `/api/lobby`, `/api/pairing` | `lobby` |
| `/api/matches` | `matches`; of a match its chat in `match_chat`, its board, clicks and hints in `match_boards` |
| `/api/matches/{match}/stream` and `events`, `/api/stream` | `streams` |
| `/api/pictures` | `pictures` |
| `/api/players` | `players` |
| `/api/positions` | `positions` |
| `/api/push` | `push` |
| `/api/puzzles` | `puzzles` |
| `/api/ratings` | `ratings` |
| `/api/records` | `records` |
| `/api/reviews` | `reviews` |
| `/api/session`, `/api/login`, `/api/logout`, `/api/recover` | `session` |
| `/api/tournaments` | `tournaments` |
| `/healthz`, `/metrics`, `/openapi.json` | `operations` |
"""
