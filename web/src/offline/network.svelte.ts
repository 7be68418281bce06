/** Whether there is a network, as far as the browser knows. */

class Presence {
  isOnline = $state(navigator.onLine);

  constructor() {
    addEventListener('online', () => (this.isOnline = true));
    addEventListener('offline', () => (this.isOnline = false));
  }
}

export const presence = new Presence();
