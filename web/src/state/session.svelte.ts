/** The session: the user as the server knows it, a guest or an account, by an HTTP-only cookie. */
import { api } from '../api/client';
import type { Session } from '../api/schemas';

class SessionState {
  user = $state<Session | null>(null);
  private request: Promise<Session | null> | null = null;

  /** The user, or null without a session. */
  load(): Promise<Session | null> {
    this.request ??= api.session().then(
      (session) => {
        if (!session.id) this.request = null; // a session may begin with the next request
        return (this.user = session.id ? session : null);
      },
      (error: unknown) => {
        this.request = null;
        this.user = null;
        throw error;
      },
    );
    return this.request;
  }

  get hasAccount(): boolean {
    return Boolean(this.user?.account);
  }

  async rename(name: string): Promise<void> {
    this.user = await api.rename(name);
    this.request = Promise.resolve(this.user);
  }

  /** Load again: the server may have started a guest session. */
  async refresh(): Promise<void> {
    this.request = null;
    await this.load();
  }
}

export const session = new SessionState();
