/** The client of the positions API: positions outside of a match, and their analysis. */
import { fetchJson } from './http';
import type { Analysis, Clicks, PositionRequest, Problem, ShownPosition } from './schemas';

export const positions = {
  show: (place: PositionRequest) => fetchJson<ShownPosition>('/api/positions', place),
  clicks: (place: PositionRequest, path: string[], whole = false) =>
    fetchJson<Clicks>('/api/positions/clicks', { ...place, path, whole }),
  why: (place: PositionRequest, path: string[]) => fetchJson<Problem>('/api/positions/why', { ...place, path }),
  analysis: (place: PositionRequest) => fetchJson<Analysis>('/api/positions/analysis', place),
};
