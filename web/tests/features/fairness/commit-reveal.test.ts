import { createHmac } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../../src/api/client';
import type { EventBody, PairingWish } from '../../../src/api/schemas';
import {
  checkEvents,
  commitmentOf,
  randomPart,
  commitments,
  pair,
  shuffle,
  verdictOf,
} from '../../../src/features/fairness/commit-reveal';
import { eventLog, settingsOf, type BodyDraft } from '../../event-logs';

// The example of docs/fair.md.
const SECRET = Array.from({ length: 32 }, (_, k) => k.toString(16).padStart(2, '0')).join('');
const PARTS = ['11'.repeat(32), ''];
const COMMITMENT = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
  });
});

async function whole(): Promise<BodyDraft[]> {
  return [
    {
      kind: 'created',
      settings: settingsOf('numbers'),
      seats: [],
      creator: 'a',
      commitment: COMMITMENT,
      parts: [PARTS[0]!, ''],
    },
    { kind: 'joined', seat: 1, player: 'b', name: 'Ben', part: '22'.repeat(32) },
    { kind: 'opened', seat: 1 },
    { kind: 'joined', seat: 1, player: 'c', name: 'Cyd', part: '' },
    { kind: 'started', order: await shuffle([0, 1], SECRET, PARTS, 'seats', 0), by_lot: true, starter: null },
    { kind: 'dealt', order: await shuffle(['a', 'b', 'c', 'd'], SECRET, PARTS, 'deal', 1), number: 1 },
    { kind: 'ended', winner: 0, scores: [1, 0], code: 'resign' },
    { kind: 'revealed', secret: SECRET, next_commitment: '' },
  ];
}

async function failures(match: string, bodies: BodyDraft[]): Promise<string[]> {
  return (await checkEvents(match, eventLog(...bodies))).flatMap(({ code, holds }) => (holds ? [] : [code]));
}

test('the browser reckons what the documentation says', async () => {
  expect(await commitmentOf(SECRET)).toBe(COMMITMENT);
  expect(await shuffle(['a', 'b', 'c', 'd'], SECRET, PARTS, 'deal', 1)).toEqual(['b', 'd', 'c', 'a']);
  expect(await shuffle(['a', 'b', 'c', 'd'], SECRET, PARTS, 'deal', 2)).toEqual(['a', 'b', 'd', 'c']);
  const twenty = Array.from({ length: 20 }, (_, k) => String(k));
  expect((await shuffle(twenty, SECRET, PARTS, 'deal', 3)).join(' ')).toBe(
    '7 15 13 6 4 0 2 14 1 19 3 10 9 17 11 18 12 16 8 5',
  );
});

test('a match that went as promised holds, also for who added nothing', async () => {
  const findings = await checkEvents('m', eventLog(...(await whole())));
  expect(findings.map(({ code }) => code.split('.').at(-1))).toEqual(['commitment', 'parts', 'seats', 'deal']);
  expect(findings.every(({ holds }) => holds)).toBe(true);
  expect(findings[1]?.values).toEqual({ given: 1, seats: 2 });
});

test('another secret, seat or deal is noticed', async () => {
  const bodies = await whole();
  const other = (kind: EventBody['kind'], change: object) =>
    bodies.map((body) => (body.kind === kind ? { ...body, ...change } : body));
  expect(await failures('m', other('revealed', { secret: '00'.repeat(32) }))).toContain('page.fair.commitment.not');
  expect(await failures('m', other('dealt', { order: ['d', 'c', 'b', 'a'] }))).toEqual(['page.fair.deal.not']);
  expect(await failures('m', other('started', { order: [1, 0] }))).toEqual(['page.fair.seats.not']);
  expect(await failures('m', other('created', { commitment: '0' }))).toEqual(['page.fair.commitment.not']);
});

test('a server cannot choose the number of a deal, or deal the same twice', async () => {
  const bodies = await whole();
  const deal = async (number: number, said: number): Promise<BodyDraft> => ({
    kind: 'dealt',
    order: await shuffle([...'abcdefgh'], SECRET, PARTS, 'deal', number),
    number: said,
  });
  const withDeals = async (...deals: BodyDraft[]) => failures('m', bodies.toSpliced(5, 1, ...deals));
  expect(await withDeals(await deal(1, 1), await deal(2, 2))).toEqual([]);
  expect(await withDeals(await deal(7, 7))).toEqual(['page.fair.deal.not']);
  expect(await withDeals(await deal(1, 1), await deal(1, 1))).toEqual(['page.fair.deal.not']);
  const taken: BodyDraft[] = [
    { kind: 'played', seat: 0, ply: 0, move: 'pass', by: 'player' },
    await deal(1, 1),
    { kind: 'played', seat: 1, ply: 1, move: 'pass', by: 'player' },
    await deal(2, 2),
    { kind: 'taken_back', ply: 1 },
    { kind: 'played', seat: 1, ply: 1, move: 'pass', by: 'player' },
    await deal(2, 2),
  ];
  expect(await withDeals(...taken)).toEqual([]);
});

test('where nothing can be checked nothing is said to be fair', async () => {
  expect(verdictOf([])).toBe('unproven');
  const hidden = (await whole()).filter(({ kind }) => kind !== 'revealed');
  expect(await failures('m', hidden)).toEqual(['page.fair.commitment.not']);
  commitments.contribute(COMMITMENT, 'm');
  expect(await failures('m', (await whole()).slice(1))).toEqual(['page.fair.mine.not']);
});

test('whoever was given another promise, or added what is missing, is told so', async () => {
  commitments.contribute('another promise', 'm');
  expect(await failures('m', await whole())).toEqual(['page.fair.mine.not']);
  expect(await failures('another match', await whole())).toEqual([]);
});

test('a promise is answered once, with 256 bits', () => {
  const part = commitments.contribute(COMMITMENT);
  expect(part).toMatch(/^[0-9a-f]{64}$/);
  expect(commitments.contribute(COMMITMENT, 'm')).toBe(part);
  expect(commitments.of('m')).toEqual({ commitment: COMMITMENT, part, match: 'm' });
  expect(commitments.contribute('')).toBe('');
  expect(randomPart()).not.toBe(randomPart());
});

test('what was never promised is not checked', async () => {
  expect(await checkEvents('m', eventLog(...(await whole()).slice(1)))).toEqual([]);
});

test('where nobody added, nothing is proven, and the page says so', async () => {
  const bodies = await whole();
  expect(verdictOf(await checkEvents('m', eventLog(...bodies)))).toBe('holds');
  const order = await shuffle([0, 1], SECRET, ['', ''], 'seats', 0);
  const alone = bodies
    .filter(({ kind }) => kind !== 'dealt')
    .map((body) => (body.kind === 'created' ? { ...body, parts: ['', ''] } : body))
    .map((body) => (body.kind === 'started' ? { ...body, order } : body));
  const findings = await checkEvents('m', eventLog(...alone));
  expect(verdictOf(findings)).toBe('unproven');
  expect(findings.find(({ proves }) => !proves)?.code).toBe('page.fair.parts');
  expect(verdictOf([{ ...findings[0]!, holds: false }])).toBe('fails');
});

test('who starts whatever the lot is part of the promise', async () => {
  const commitment = await commitmentOf(SECRET, 1);
  const bodies = (await whole()).map((body) => (body.kind === 'created' ? { ...body, commitment } : body));
  const started = (starter: number | null) =>
    bodies.map((body) => (body.kind === 'started' ? { ...body, order: [1, 0], starter } : body));
  expect(await failures('m', started(1))).toEqual([]);
  expect(await failures('m', started(null))).toContain('page.fair.commitment.not');
  expect(await failures('m', started(0))).toContain('page.fair.commitment.not');
  const old = (await whole()).map((body) => (body.kind === 'started' ? { ...body, order: [1, 0], starter: 1 } : body));
  expect(verdictOf(await checkEvents('m', eventLog(...old)))).toBe('unproven');
});

test('where no lots were drawn the page says so, and whether that was promised', async () => {
  const bodies = (await whole()).map((body) =>
    body.kind === 'started' ? { ...body, order: [0, 1], by_lot: false } : body,
  );
  const found = await checkEvents('m', eventLog(...bodies));
  expect(verdictOf(found)).toBe('unproven');
  expect(found.flatMap(({ code, proves }) => (proves ? [] : [code]))).toEqual(['page.fair.no_lot_open']);
  const commitment = await commitmentOf(SECRET, 255);
  const promised = bodies.map((body) => (body.kind === 'created' ? { ...body, commitment } : body));
  const held = await checkEvents('m', eventLog(...promised));
  expect([verdictOf(held), held.at(-2)!.code]).toEqual(['holds', 'page.fair.no_lot']);
  const exchanged = promised.map((body) => (body.kind === 'started' ? { ...body, order: [1, 0] } : body));
  expect(await failures('m', exchanged)).toEqual(['page.fair.seats.not']);
  const drawn = (await whole()).map((body) => (body.kind === 'created' ? { ...body, commitment } : body));
  expect(await failures('m', drawn)).toEqual(['page.fair.commitment.not']);
});

test('the secret of a tournament’s match comes from its seed', async () => {
  // As in tests/match/test_lots.py.
  const seed = '00'.repeat(32);
  const bodies = (await whole())
    .map((body) => (body.kind === 'created' ? { ...body, match: 'cup-r0t0g0' } : body))
    .map((body) => (body.kind === 'started' ? { ...body, order: [0, 1], by_lot: false } : body));
  const promised = await commitmentOf(seed);
  const log = eventLog(
    ...bodies.map((body) => (body.kind === 'created' ? { ...body, seed_commitment: promised } : body)),
  );
  const open = await checkEvents('cup-r0t0g0', log);
  expect(verdictOf(open)).toBe('unproven');
  expect(open.map(({ code }) => code)).toContain('page.fair.pairing'); // no lots are drawn in a tournament
  expect(verdictOf(await checkEvents('cup-r0t0g0', log, seed))).toBe('fails'); // the secret is another one
  for (const { body } of log) if (body.kind === 'started') body.order = [1, 0];
  expect((await checkEvents('cup-r0t0g0', log)).map(({ code }) => code)).toContain('page.fair.pairing.not');
});

test('a server cannot try ids of matches until it likes a deal', async () => {
  const seed = '00'.repeat(32);
  const promised = await commitmentOf(seed);
  const secretFor = (id: string) =>
    createHmac('sha256', Buffer.from(seed, 'hex')).update(`fourfold:match:${id}`).digest('hex');
  const logOf = async (id: string) => {
    const secret = secretFor(id);
    const commitment = await commitmentOf(secret);
    const bodies = (await whole())
      .filter(({ kind }) => kind !== 'dealt')
      .map((body) => (body.kind === 'created' ? { ...body, match: id, commitment, seed_commitment: promised } : body))
      .map((body) => (body.kind === 'started' ? { ...body, by_lot: false, order: [0, 1] } : body))
      .map((body) => (body.kind === 'revealed' ? { ...body, secret } : body));
    return eventLog(...bodies);
  };
  expect(verdictOf(await checkEvents('cup-r0t0g0', await logOf('cup-r0t0g0'), seed))).toBe('holds');
  expect(verdictOf(await checkEvents('cup-r0t0g0', await logOf('cup-r0t0g00'), seed))).toBe('fails');
});

test('who sits down at the table of somebody else has lost no promise', async () => {
  const table = { match: 'm', has_begun: true, is_new: false, commitment: 'theirs', invite: '' };
  vi.spyOn(api, 'createCommitment').mockResolvedValue({ commitment: 'mine' });
  const asked = vi.spyOn(api, 'pair').mockResolvedValue(table);
  await pair({} as PairingWish);
  expect(commitments.unused).toBe(0);
  expect(commitments.of('m')).toEqual({ commitment: 'theirs', part: asked.mock.calls[0]![0].part, match: 'm' });
  vi.restoreAllMocks();
});

test('promises that led to no match are counted', () => {
  commitments.contribute('one');
  commitments.contribute('two', 'm');
  expect(commitments.unused).toBe(1);
});
