/** The client of records: whole games, their reviews, and pictures of them. */
import { api } from './client';
import { fetchJson, readLines, send } from './http';
import type { FileKind, OpenedRecord, Palette, PictureRequest, ReviewLine } from './schemas';

export const records = {
  open: (text: string) => fetchJson<OpenedRecord>('/api/records', { text }),
  review: async (text: string, signal: AbortSignal) =>
    readLines<ReviewLine>(await send('/api/reviews', { text }, signal)),
  file: async (kind: FileKind, position: string, text: string, palette: Palette) => {
    const isPicture = kind === 'svg' || kind === 'png';
    const wanted: PictureRequest = isPicture ? { kind, position, palette } : { kind, text, palette };
    return (await send('/api/pictures', wanted)).blob();
  },
};

/** The palette of pictures that fits the current theme. */
export function palette(): Palette {
  return getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light';
}

/** A picture of a position, to be shared. */
export async function pictureFile(game: string, position: string): Promise<File> {
  return new File([await records.file('png', position, '', palette())], `${game}.png`, { type: 'image/png' });
}

/** A picture of a match's last position, with all that was hidden before. */
export async function pictureOfEnd(game: string, match: string): Promise<File> {
  const { first, steps } = await records.open(await api.record(match));
  return pictureFile(game, steps.at(-1)?.position ?? first);
}
