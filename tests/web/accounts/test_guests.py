"""Whoever comes is somebody at once, known by a cookie and by nothing else."""

import httpx

from web.server_process import PATIENCE, Guest, Server


def test_a_guest_is_known_by_a_cookie_that_no_script_reads(server: Server) -> None:
    response = httpx.post(f"{server.url}/api/session", json={"name": "Ann"}, timeout=PATIENCE)
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie  # a plain address has no other way
    again = httpx.get(f"{server.url}/api/session", cookies=dict(response.cookies), timeout=PATIENCE)
    assert again.json() == response.json()
    assert again.json()["name"] == "Ann"


def test_behind_a_door_with_encryption_the_cookie_stays_there(server: Server) -> None:
    response = httpx.post(
        f"{server.url}/api/session", json={}, headers={"X-Forwarded-Proto": "https"}, timeout=PATIENCE
    )
    assert "secure" in response.headers["set-cookie"].lower()


def test_setting_up_a_match_makes_one_a_guest(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        assert client.get("/api/session").json() == {"id": "", "name": "", "account": "", "is_moderator": False}
        made = client.post("/api/matches", json={"game": "qawale"}).json()
        assert client.get("/api/session").json()["id"]
        assert [match["match"] for match in client.get("/api/matches").json()["matches"]] == [made["match"]]


def test_a_name_can_be_changed_and_has_bounds(server: Server, guest: Guest) -> None:
    known = guest.get("/api/session")
    assert guest.post("/api/session", name="  Ann   Lee ") == {**known, "name": "Ann Lee"}
    for name in ("x" * 41, "a\u0000b", "a\u202eb"):
        response = guest.ask("/api/session", {"name": name})
        assert (response.status_code, response.json()["code"]) == (422, "web.bad_name")
    assert guest.get("/api/session")["name"] == "Ann Lee"


def test_a_made_up_cookie_is_nobody(server: Server) -> None:
    for token in ("x", "x" * 5000, "\u00e9"):
        response = httpx.get(
            f"{server.url}/api/session", headers={b"Cookie": b"fourfold_guest=" + token.encode()}, timeout=PATIENCE
        )
        assert response.json() == {"id": "", "name": "", "account": "", "is_moderator": False}
        assert "set-cookie" not in response.headers
