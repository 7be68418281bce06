"""What a browser calls itself, in two words: enough to know one's sessions apart."""

from starlette.requests import HTTPConnection

BROWSERS = (("Firefox/", "Firefox"), ("Edg/", "Edge"), ("OPR/", "Opera"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)  # fmt: skip


def describe_agent(connection: HTTPConnection) -> str:
    """Name the browser and the system, as far as they are known names; nothing else of what it says is kept."""
    agent = connection.headers.get("user-agent", "")
    found = [next((name for sign, name in known if sign in agent), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found))
