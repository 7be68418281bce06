/** The colours of seats, as CSS custom properties. */

/** The custom property of a seat's colour: that of its pieces if they are light or dark, else the seat's own. */
export function colourName(symbol: string, seat: number): string {
  const tone = /-(light|dark)\b/.exec(symbol)?.[1];
  return tone ? `--fourfold-${tone}` : `--fourfold-seat-${seat}`;
}

/** The current value of a colour, for canvas and charts. */
export function readColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
