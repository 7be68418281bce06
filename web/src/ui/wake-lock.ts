/** The screen wake lock: keeps the screen on during a match on a shared screen. */

/** Request the lock now and whenever the page becomes visible; returns a function that releases it. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;

  async function ask(): Promise<void> {
    if (document.hidden || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (isOver) void lock.release();
    } catch {
      // Optional: a device that saves power may refuse.
    }
  }

  const again = () => void ask();
  document.addEventListener('visibilitychange', again);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}
