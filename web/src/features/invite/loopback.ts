/** Loopback addresses, which no other device can reach. */

/** Whether a host name means this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^127\.\d+\.\d+\.\d+$/.test(host) || host === '[::1]';
}
