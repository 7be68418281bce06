"""Push messages are encrypted as RFC 8291 says: what reads its example reads ours."""

import pytest
from cryptography.exceptions import InvalidTag

from fourfold.core.errors import BadValue
from fourfold.web.push.encryption import encrypt
from fourfold.web.push.vapid import Vapid, fresh_key, to_bytes
from web.push.browser import Browser, read_token

EXAMPLE = (  # RFC 8291, section 5
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
    "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
RECEIVER, SECRET = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "BTBZMqHH6r4Tts7J_aSIgg"


def test_the_example_of_the_standard_is_read() -> None:
    browser = Browser(RECEIVER, SECRET)
    assert browser.p256dh.startswith("BCVxsr7N_eNgVRqvHtD0zTZsEc6")
    assert browser.read(to_bytes(EXAMPLE)) == b"When I grow up, I want to be a watermelon"


def test_a_message_is_read_by_its_browser_and_by_no_other() -> None:
    browser = Browser()
    sealed = encrypt(b"your turn", browser.p256dh, browser.auth)
    assert b"your turn" not in sealed
    assert browser.read(sealed) == b"your turn"
    assert encrypt(b"your turn", browser.p256dh, browser.auth) != sealed
    with pytest.raises(InvalidTag):
        Browser().read(sealed)


@pytest.mark.parametrize(
    ("p256dh", "auth"), [("", ""), ("BCVx", SECRET), (Browser(RECEIVER).p256dh, "c2hvcnQ"), ("é", SECRET)]
)
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(ValueError):
        encrypt(b"", p256dh, auth)


def test_a_token_is_signed_for_one_push_service_and_used_again() -> None:
    vapid = Vapid(fresh_key(), "mailto:ann@example.org")
    header = vapid.authorization("https://push.example.org")
    claims = read_token(header)
    assert (claims["aud"], claims["sub"]) == ("https://push.example.org", "mailto:ann@example.org")
    assert vapid.authorization("https://push.example.org") == header
    assert read_token(vapid.authorization("https://other.example.org"))["aud"] == "https://other.example.org"


def test_a_key_or_a_contact_that_is_none_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadValue, match="fourfold admin push-key"):
        Vapid("secret", "mailto:ann@example.org")
    with pytest.raises(BadValue, match="mailto:"):
        Vapid(fresh_key(), "ann@example.org")
