"""The contract of all games as a test suite, which also the author of a game outside this repository runs."""

import sys
from pathlib import Path

if sys.modules.get("pytest"):  # its failed assertions tell the values
    import pytest

    pytest.register_assert_rewrite(*(f"{__name__}.{path.stem}" for path in Path(__file__).parent.glob("[a-z]*.py")))
