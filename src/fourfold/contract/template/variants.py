"""What tests of Template play."""

from typing import Any

VARIANTS: list[dict[str, Any]] = [{}]  # option sets that together use every option and every number of seats
