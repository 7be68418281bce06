/** Sharing with the Web Share API, or else by the clipboard. */

export interface Shared {
  title: string;
  url: string;
}

/** What happened; `shown` means that neither way worked and the user must copy the link. */
export type Result = 'shared' | 'copied' | 'cancelled' | 'shown';

export function hasSheet(): boolean {
  return typeof navigator.share === 'function';
}

/** Whether pictures can be shared. */
export function takesPictures(): boolean {
  const picture = new File([''], 'picture.png', { type: 'image/png' });
  return hasSheet() && Boolean(navigator.canShare?.({ files: [picture] }));
}

/** Share a link, with the picture if the device accepts both, or else either. */
export async function share({ title, url }: Shared, picture?: File): Promise<Result> {
  const whole = picture
    ? [
        { title, url, files: [picture] },
        { title, files: [picture] },
      ]
    : [];
  for (const data of hasSheet() ? [...whole, { title, url }] : []) {
    if (navigator.canShare && !navigator.canShare(data)) continue;
    try {
      await navigator.share(data);
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    }
  }
  return copy(url);
}

/** Copy a link to the clipboard. */
export async function copy(url: string): Promise<Result> {
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'shown';
  }
}
