"""User agents: browser and system in two words, so that people can tell their sessions apart."""

from starlette.requests import HTTPConnection

BROWSERS = (("Firefox/", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)  # fmt: skip


def describe_agent(connection: HTTPConnection) -> str:
    """Name the browser and the system where they are well known; nothing else of the header is kept."""
    agent = connection.headers.get("user-agent", "")
    found = [next((name for sign, name in known if sign in agent), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found))
