/** Keeping the screen on while a match lies in the middle. */

/** Ask for it now and whenever the page is seen again, where the browser can; the answer ends it. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;

  async function ask(): Promise<void> {
    if (document.hidden || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (isOver) void lock.release();
    } catch {
      // It is only a help: a device that saves power may refuse.
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
