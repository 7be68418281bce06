/** Invitations to matches created in this browser (local storage): the server shows each token only once. */

const INVITES = 'fourfold.invites';
const MOST_INVITES = 50;

export const invites = {
  keep(match: string, token: string): void {
    const all = [...readInvites().filter(([known]) => known !== match), [match, token] as [string, string]];
    localStorage.setItem(INVITES, JSON.stringify(all.slice(-MOST_INVITES)));
  },
  find(match: string): string | null {
    return readInvites().find(([known]) => known === match)?.[1] ?? null;
  },
};

function readInvites(): [string, string][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(INVITES) ?? '[]');
    return Array.isArray(found) ? (found as [string, string][]) : [];
  } catch {
    return [];
  }
}
