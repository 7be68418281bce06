"""What a report says of the machine that it was made on."""

import datetime as dt
import platform
import shutil
import subprocess


def describe_machine(is_simulated: bool) -> dict[str, str]:
    """The date, the GPU with its driver, and the Python that drove it."""
    today = dt.datetime.now(dt.UTC).date().isoformat()
    facts = {"date": today, "python": platform.python_version(), "device": "the emulator"}
    if not is_simulated and shutil.which("nvidia-smi"):
        import cupy

        query = ("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader")
        found = subprocess.run(query, capture_output=True, text=True, check=True).stdout.splitlines()[0]
        name, driver = found.split(", ")
        facts |= {"device": name, "driver": driver, "cupy": cupy.__version__}
    return facts


def tell_machine(facts: dict[str, str]) -> str:
    """The same as a line of a report."""
    return ", ".join(value if name in ("date", "device") else f"{name} {value}" for name, value in facts.items())
