"""What a match says no to."""

from fourfold.core.errors import FourfoldError


class Refused(FourfoldError):
    """A command was understood and not carried out: it is not the time, not the seat, or not agreed.

    Nothing changed. The code says which, the sentence says it to people.
    """
