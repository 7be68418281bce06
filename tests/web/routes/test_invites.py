"""What an invitation says before anybody sits down."""

from fourfold.puzzles.puzzle import list_puzzles
from web.accounts.test_accounts import Member
from web.server_process import Guest, Server


def test_an_invitation_says_what_is_played_and_by_whom(server: Server) -> None:
    ann, ben = Member(server), Guest(server, "Ben")
    clock = {"kind": "fischer", "time": 300, "increment": 5}
    places = [{"kind": "me"}, {"kind": "open"}, {"kind": "computer", "level": "simple"}]
    match, token = ann.create("exago", seats=3, clock=clock, options={"side": "6"}, places=places)
    said = ben.get(f"/api/invites/{token}")
    assert said.pop("commitment")
    assert said == {
        "match": match,
        "status": "open",
        "game": "exago",
        "inviter": ann.name,
        "clock": clock,
        "seats": [
            {"kind": "person", "name": ann.name, "account": "person"},
            {"kind": "open", "name": "", "account": ""},
            {"kind": "computer", "name": "Simple", "account": ""},
        ],
        "options": {"side": "6"},
        "by_lot": True,
        "seat": None,
        "first": 0,
        "is_rated": True,
        "has_right": True,
        "has_position": False,
        "has_hints": False,
        "has_chat": True,
        "is_mine": False,
    }
    assert ann.get(f"/api/invites/{token}")["is_mine"]


def test_an_invitation_names_the_seat_where_no_lots_are_drawn(server: Server, guest: Guest) -> None:
    places = [{"kind": "open"}, {"kind": "me"}, {"kind": "open"}]
    _, token = guest.create("exago", seats=3, places=places, by_lot=False, options={"side": "5"})
    ben = Guest(server, "Ben")
    said = ben.get(f"/api/invites/{token}")
    assert (said["by_lot"], said["seat"], said["first"]) == (False, 0, 0)
    assert ben.get(f"/api/invites/{token}", seat=2)["seat"] == 2
    assert ben.get(f"/api/invites/{token}", seat=1)["seat"] is None  # taken
    assert ben.http.get(f"/api/invites/{token}", params={"seat": "best"}).status_code == 422


def test_an_invitation_says_what_is_unusual(server: Server, guest: Guest) -> None:
    start = list_puzzles("qawale")[0].position
    _, token = guest.create("qawale", start=start, has_hints=True, has_chat=False)
    said = Guest(server, "Ben").get(f"/api/invites/{token}")
    assert (said["has_position"], said["is_rated"], said["has_hints"], said["has_chat"]) == (True, False, True, False)


def test_an_invitation_to_a_match_that_has_begun_says_so(server: Server, guest: Guest) -> None:
    _, token = guest.create("qawale")
    Guest(server, "Ben").post(f"/api/invites/{token}")
    said = Guest(server, "Cyd").get(f"/api/invites/{token}")
    assert (said["status"], said["seat"], said["inviter"]) == ("running", None, "Ann")
