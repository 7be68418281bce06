/** Push messages as the service worker gets them: what is shown, and which page a click opens. */

export interface PushMessage {
  title: string;
  body: string;
  /** A later message with the same tag replaces this one. */
  tag: string;
  /** The path of the page to open. */
  url: string;
}

/** Read a message; null if it is none of ours. */
export function readMessage(text: string): PushMessage | null {
  try {
    const found = JSON.parse(text) as Partial<PushMessage> | null;
    if (!found?.title) return null;
    const { title, body = '', tag = '', url = '/' } = found;
    return { title, body, tag, url: /^\/(?!\/)/.test(url) ? url : '/' };
  } catch {
    return null;
  }
}

/** The window to show a page in: one that shows it already, else any; undefined if none is open. */
export function chooseWindow<Window extends { url: string }>(
  windows: readonly Window[],
  url: string,
): Window | undefined {
  return windows.find((window) => new URL(window.url).pathname === url) ?? windows[0];
}
