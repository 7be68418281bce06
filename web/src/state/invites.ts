/** Invitations to matches created in this browser (local storage): the server shows each token only once. */
import { readList, writeList } from './storage';

const KEY = 'fourfold.invites';
const MOST = 50;

type Invite = [match: string, token: string];

export const invites = {
  add(match: string, token: string): void {
    writeList(KEY, [...readList<Invite>(KEY).filter(([known]) => known !== match), [match, token]], MOST);
  },
  find(match: string): string | null {
    return readList<Invite>(KEY).find(([known]) => known === match)?.[1] ?? null;
  },
};
