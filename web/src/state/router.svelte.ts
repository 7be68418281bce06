/** Where the reader is, and going elsewhere without loading the page anew. */
import { tick } from 'svelte';
import { formatRoute, parseRoute, type Route } from './routes';

class Router {
  route = $state<Route>(parseRoute(location.pathname, location.search));

  /** Whether there is a newer version of the page, which is taken at the next change of place. */
  isOutdated = false;

  constructor() {
    addEventListener('popstate', () => {
      this.route = parseRoute(location.pathname, location.search);
    });
    addEventListener('click', (event) => this.follow(event));
  }

  go(route: Route, replace = false): void {
    const address = formatRoute(route);
    if (this.isOutdated && !replace) {
      location.assign(address);
      return;
    }
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    this.route = route;
    scrollTo(0, 0);
    void tick().then(() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }));
  }

  /** Show another address for what is shown already. */
  rename(route: Route): void {
    history.replaceState(null, '', formatRoute(route));
  }

  /** Links within the page are followed here; with a modifier, or elsewhere, the browser does it. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const link = (event.target as Element).closest?.('a');
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download') || link.hash) return;
    const route = parseRoute(link.pathname, link.search);
    if (route.page === 'lost') return;
    event.preventDefault();
    this.go(route);
  }
}

export const router = new Router();
