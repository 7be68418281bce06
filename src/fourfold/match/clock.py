"""Game clocks: one for each seat, in milliseconds. The caller tells the time."""

from dataclasses import dataclass, field

from fourfold.match.settings import SECOND, ClockSetting


@dataclass
class Clock:
    """The time that each seat has left, and whose clock has been running since when.

    >>> clock = Clock(ClockSetting("fischer", 60, 5), 2)
    >>> clock.start(0, now=1_000)
    >>> clock.left(0, now=11_000)
    50000
    >>> clock.stop(now=11_000)
    >>> clock.left(0, now=99_000)
    55000
    """

    setting: ClockSetting
    seats: int
    kept: list[int] = field(default_factory=list)  # what each seat had left when its clock stopped last
    running: int | None = None
    since: int = 0

    def __post_init__(self) -> None:
        if not self.kept:
            self.kept = [self.setting.budget] * self.seats

    @property
    def is_limited(self) -> bool:
        """Whether there is a time limit."""
        return self.setting.kind != "none"

    def start(self, seat: int, now: int) -> None:
        """Start a seat's turn; a clock that runs already goes on."""
        if self.running != seat:
            if self.setting.is_for_turns:
                self.kept[seat] = self.setting.budget
            self.running, self.since = seat, now

    def stop(self, now: int) -> None:
        """End the turn of the running seat and add its increment."""
        if self.running is not None:
            self.hold(now)
            seat = self.running
            self.running = None
            self.kept[seat] += self.setting.increment * SECOND

    def hold(self, now: int) -> None:
        """Subtract the time used so far; the turn goes on."""
        if self.running is not None:
            self.kept[self.running] = self.left(self.running, now)
            self.since = now

    def pause(self, now: int) -> None:
        """Stop the clock in the middle of a turn."""
        self.hold(now)
        self.running = None

    def resume(self, seat: int, now: int) -> None:
        """Continue the turn that was paused."""
        self.running, self.since = seat, now

    def left(self, seat: int, now: int) -> int:
        """The time that a seat has left; at least 0."""
        used = max(0, now - self.since) if seat == self.running else 0
        return max(0, self.kept[seat] - used)

    def deadline(self) -> int | None:
        """When the running clock expires; None where none does."""
        if self.running is None or not self.is_limited:
            return None
        return self.since + self.kept[self.running]
