/** Installing the page as an app, where the browser offers it. */

/** What browsers that can install hand over; no standard names it. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

class Install {
  private offer = $state.raw<Offer | null>(null);

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault(); // the page asks when it is asked to
      this.offer = event as Offer;
    });
    addEventListener('appinstalled', () => (this.offer = null));
  }

  get isOffered(): boolean {
    return this.offer !== null;
  }

  /** Let the browser ask; it does so once for each offer. */
  async ask(): Promise<void> {
    const offer = this.offer;
    this.offer = null;
    await offer?.prompt();
  }
}

export const install = new Install();
