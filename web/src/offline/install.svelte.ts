/** Installing the page as an app (PWA), where the browser offers it. */

/** The `beforeinstallprompt` event; it is in no standard. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

class Install {
  private offer = $state.raw<Offer | null>(null);

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault(); // the page shows its own button
      this.offer = event as Offer;
    });
    addEventListener('appinstalled', () => (this.offer = null));
  }

  get isOffered(): boolean {
    return this.offer !== null;
  }

  /** Show the browser's prompt; it can be shown once for each event. */
  async ask(): Promise<void> {
    const offer = this.offer;
    this.offer = null;
    await offer?.prompt();
  }
}

export const install = new Install();
