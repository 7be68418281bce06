/** Event logs for tests: fields that have a default may be left out. */
import type { EventBody, MatchEvent, Settings } from '../src/api/schemas';

type Draft<Body> = Body extends { kind: string } ? Pick<Body, 'kind'> & Partial<Body> : never;
export type BodyDraft = Draft<EventBody>;

export function eventLog(...drafts: BodyDraft[]): MatchEvent[] {
  return drafts.map((draft, place) => ({ sequence: place + 1, time: 0, body: { format: 1, ...draft } as EventBody }));
}

export function settingsOf(game: string): Settings {
  return {
    game,
    seats: 2,
    options: {},
    clock: { kind: 'none', time: 0, increment: 0 },
    is_public: false,
    by_lot: true,
    start: '',
    has_hints: null,
    has_chat: true,
    clock_waits: true,
    first_turn: 0,
  };
}
