/** The network status, as the browser reports it. */

class NetworkStatus {
  isOnline = $state(navigator.onLine);

  constructor() {
    addEventListener('online', () => (this.isOnline = true));
    addEventListener('offline', () => (this.isOnline = false));
  }
}

export const network = new NetworkStatus();
