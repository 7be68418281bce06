/** Handing something on: by the device's own sheet where there is one, else by the clipboard. */

export interface Shared {
  title: string;
  url: string;
}

/** What became of it; a link that is `shown` could be handed on by no other way. */
export type Result = 'shared' | 'copied' | 'cancelled' | 'shown';

export function hasSheet(): boolean {
  return typeof navigator.share === 'function';
}

/** Whether the sheet takes pictures. */
export function takesPictures(): boolean {
  const picture = new File([''], 'picture.png', { type: 'image/png' });
  return hasSheet() && Boolean(navigator.canShare?.({ files: [picture] }));
}

/** Hand on a link, with a picture where there is one and the sheet takes both, or either. */
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

/** Put a link where it can be pasted from. */
export async function copy(url: string): Promise<Result> {
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'shown';
  }
}
