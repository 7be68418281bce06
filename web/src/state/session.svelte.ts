/** The session: the user as the server knows it, a guest or an account, by an HTTP-only cookie. */
import { api } from '../api/client';
import type { Session } from '../api/schemas';

class Guest {
  session = $state<Session | null>(null);
  private asked: Promise<Session | null> | null = null;

  /** The user, or null without a session. */
  find(): Promise<Session | null> {
    this.asked ??= api.session().then(
      (session) => {
        if (!session.id) this.asked = null; // a session may begin with the next request
        return (this.session = session.id ? session : null);
      },
      (error: unknown) => {
        this.asked = null;
        this.session = null;
        throw error;
      },
    );
    return this.asked;
  }

  get hasAccount(): boolean {
    return Boolean(this.session?.account);
  }

  async rename(name: string): Promise<void> {
    this.session = await api.rename(name);
    this.asked = Promise.resolve(this.session);
  }

  /** Load again: the server may have started a guest session. */
  async refresh(): Promise<void> {
    this.asked = null;
    await this.find();
  }
}

export const guest = new Guest();

const INVITES = 'fourfold.invites';
const MOST_INVITES = 50;

/** Invitations to matches created in this browser (local storage): the server shows each token only once. */
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
