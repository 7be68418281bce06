/** The client-side router. */
import { focusSoon } from './focus';
import { formatRoute, parseRoute, type Route } from './routes';

class Router {
  route = $state<Route>(parseRoute(location.pathname, location.search));

  /** Whether a newer version of the page exists; the next navigation loads it. */
  isOutdated = false;

  constructor() {
    addEventListener('popstate', () => {
      this.route = parseRoute(location.pathname, location.search);
      void focusSoon('main h1');
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
    void focusSoon('main h1');
  }

  /** Change the address without navigating. */
  rename(route: Route): void {
    history.replaceState(null, '', formatRoute(route));
  }

  /** Follow links within the page; those with a modifier key, or to elsewhere, are left to the browser. */
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
