/** The geometry of a graph of ratings over time. */

export interface GraphPoint {
  day: number;
  value: number;
  spread: number;
}

interface Graph {
  /** The line of the values, and the band of their spread, as SVG paths. */
  line: string;
  band: string;
  dots: { x: number; y: number }[];
  /** The values at the lower and the upper edge. */
  low: number;
  high: number;
}

/** Draw points over a width and a height; one point alone stands in the middle. */
export function drawGraph(points: readonly GraphPoint[], width: number, height: number): Graph {
  const low = Math.floor(Math.min(...points.map((point) => point.value - point.spread)));
  const high = Math.ceil(Math.max(...points.map((point) => point.value + point.spread)));
  const first = points[0]?.day ?? 0;
  const days = (points.at(-1)?.day ?? 0) - first;
  const across = (day: number) => (days ? ((day - first) / days) * width : width / 2);
  const down = (value: number) => (high > low ? (1 - (value - low) / (high - low)) * height : height / 2);
  const dots = points.map(({ day, value }) => ({ x: across(day), y: down(value) }));
  const upper = points.map(({ day, value, spread }) => `${across(day)} ${down(value + spread)}`);
  const lower = points.map(({ day, value, spread }) => `${across(day)} ${down(value - spread)}`).reverse();
  return {
    line: points.length > 1 ? `M${dots.map(({ x, y }) => `${x} ${y}`).join('L')}` : '',
    band: points.length > 1 ? `M${[...upper, ...lower].join('L')}Z` : '',
    dots,
    low,
    high,
  };
}
