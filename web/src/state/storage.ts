/** Lists in local storage. */

/** Read a stored list; empty if there is none, or none that this page has written. */
export function readList<Item>(key: string): Item[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(found) ? (found as Item[]) : [];
  } catch {
    return [];
  }
}

/** Store a list; of a longer one only the last items. */
export function writeList(key: string, items: readonly unknown[], most: number): void {
  localStorage.setItem(key, JSON.stringify(items.slice(-most)));
}
