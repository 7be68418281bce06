"""The clocks of a match: one for each seat, in milliseconds, told the time from outside."""

from dataclasses import dataclass, field

from fourfold.match.settings import SECOND, ClockSetting


@dataclass
class Clock:
    """How much time each seat has left, and whose is running since when.

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
    kept: list[int] = field(default_factory=list)  # what each seat had left when its clock was last stopped
    running: int | None = None
    since: int = 0

    def __post_init__(self) -> None:
        if not self.kept:
            self.kept = [self.setting.budget] * self.seats

    @property
    def is_limited(self) -> bool:
        """Whether time can run out at all."""
        return self.setting.kind != "none"

    def start(self, seat: int, now: int) -> None:
        """Let a seat's clock run; one that runs already goes on."""
        if self.running != seat:
            if self.setting.is_for_turns:
                self.kept[seat] = self.setting.budget
            self.running, self.since = seat, now

    def stop(self, now: int) -> None:
        """End the turn of the seat whose clock runs, and give it its increment."""
        if self.running is not None:
            self.hold(now)
            seat = self.running
            self.running = None
            self.kept[seat] += self.setting.increment * SECOND

    def hold(self, now: int) -> None:
        """Book the time that was used so far, without ending the turn."""
        if self.running is not None:
            self.kept[self.running] = self.left(self.running, now)
            self.since = now

    def pause(self, now: int) -> None:
        """Stop without ending the turn."""
        self.hold(now)
        self.running = None

    def resume(self, seat: int, now: int) -> None:
        """Go on with the turn that was paused."""
        self.running, self.since = seat, now

    def left(self, seat: int, now: int) -> int:
        """What a seat has left now; never less than nothing."""
        used = max(0, now - self.since) if seat == self.running else 0
        return max(0, self.kept[seat] - used)

    def deadline(self) -> int | None:
        """When the running clock will run out, or None where none can."""
        if self.running is None or not self.is_limited:
            return None
        return self.since + self.kept[self.running]
