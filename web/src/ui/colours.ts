/** The colours of seats, as properties of the style sheet. */

/** The property of a seat's colour: that of its pieces where they are light or dark, else the seat's own. */
export function colourName(symbol: string, seat: number): string {
  const tone = /-(light|dark)\b/.exec(symbol)?.[1];
  return tone ? `--fourfold-${tone}` : `--fourfold-seat-${seat}`;
}

/** A colour as it is now, for what a style sheet does not reach. */
export function readColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
