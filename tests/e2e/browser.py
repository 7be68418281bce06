"""How the browser is started that `dev.py` has found."""

import os
from typing import Any


def launch_arguments() -> dict[str, Any]:
    """The program, its switches, and the libraries that it may need."""
    libraries = [os.environ.get(name) for name in ("CHROMIUM_LIBRARIES", "LD_LIBRARY_PATH")]
    return {
        "executable_path": os.environ["CHROMIUM"],
        "args": ["--no-sandbox", "--headless=shell", "--disable-gpu"],
        "env": {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(filter(None, libraries))},
    }
