/** Whether an address leads here from another device. */

/** Whether a host name means this very machine, so that no phone can get here by it. */
export function isOnlyHere(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^127\.\d+\.\d+\.\d+$/.test(host) || host === '[::1]';
}
