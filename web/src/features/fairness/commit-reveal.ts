/**
 * Provably fair draws by commit and reveal: the user's contribution to a match's secret, and the check in the browser.
 *
 * The check uses nothing of the server but the event log. The algorithm is in docs/fair.md.
 */
import { api } from '../../api/client';
import type { EventBody, MatchEvent, MatchWish, PairedMatch, PairingWish } from '../../api/schemas';
import { readList, writeList } from '../../state/storage';

/** The result of one check: the code of its message, and whether it holds. */
export interface Finding {
  code: string;
  holds: boolean;
  values: Record<string, string | number>;
}

const WORDS_A_BLOCK = 8; // of 32 bits, in an HMAC-SHA256
const ALL_WORDS = 2 ** 32;

/** Whether Web Crypto is available: only in a secure context. */
export function canCheck(): boolean {
  return typeof crypto !== 'undefined' && crypto.subtle !== undefined;
}

export function randomPart(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** The commitment: the SHA-256 of the secret, published before the match. */
export async function commitmentOf(secret: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', fromHex(secret))));
}

/** A Fisher-Yates shuffle, keyed by the secret and the parts of all places. */
export async function shuffle<Item>(
  items: readonly Item[],
  secret: string,
  parts: readonly string[],
  purpose: string,
  number: number,
): Promise<Item[]> {
  const key = await crypto.subtle.importKey('raw', fromHex(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  let block = 0;
  let words: number[] = [];
  async function nextWord(): Promise<number> {
    if (!words.length) {
      const message = `fourfold:${purpose}:${number}:${block}:${parts.join(',')}`;
      const digest = new DataView(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(message)));
      words = Array.from({ length: WORDS_A_BLOCK }, (_, k) => digest.getUint32(4 * k));
      block += 1;
    }
    return words.shift()!;
  }
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const fair = ALL_WORDS - (ALL_WORDS % (last + 1));
    let word = await nextWord();
    while (word >= fair) word = await nextWord();
    const chosen = word % (last + 1);
    [order[last], order[chosen]] = [order[chosen]!, order[last]!];
  }
  return order;
}

/** The place that sits on each seat; a starter gets the first seat. */
async function drawSeats(places: number, secret: string, parts: string[], starter: number | null): Promise<number[]> {
  const order = await shuffle([...Array(places).keys()], secret, parts, 'seats', 0);
  return starter === null ? order : [starter, ...order.filter((place) => place !== starter)];
}

/** Recompute every draw of lots and every deal of a finished match; empty without a commitment. */
export async function checkEvents(match: string, events: readonly MatchEvent[]): Promise<Finding[]> {
  const created = find(events, 'created');
  const secret = find(events, 'revealed')?.secret;
  if (!created?.commitment || !secret) return [];
  const { commitment } = created;
  const parts = partsOf(events);
  const findings = [finding('commitment', (await commitmentOf(secret)) === commitment)];
  const mine = commitments.of(match);
  if (mine) findings.push(finding('mine', mine.commitment === commitment && parts.includes(mine.part)));
  findings.push(finding('parts', true, { given: parts.filter(Boolean).length, seats: parts.length }));
  const started = find(events, 'started');
  if (started?.by_lot) {
    const order = await drawSeats(parts.length, secret, parts, started.starter);
    findings.push(finding('seats', isSame(order, started.order)));
  }
  for (const { body } of events) {
    if (body.kind !== 'dealt') continue;
    const { number } = body;
    const order = await shuffle([...body.order].sort(), secret, parts, 'deal', number);
    findings.push(finding('deal', isSame(order, body.order), { number }));
  }
  return findings;
}

/** The part of each place, before lots were drawn. */
function partsOf(events: readonly MatchEvent[]): string[] {
  let parts: string[] = [];
  for (const { body } of events) {
    if (body.kind === 'created') parts = [...body.parts];
    else if (body.kind === 'joined') parts[body.seat] = body.part;
    else if (body.kind === 'opened') parts[body.seat] = '';
  }
  return parts;
}

function find<Kind extends EventBody['kind']>(
  events: readonly MatchEvent[],
  kind: Kind,
): Extract<EventBody, { kind: Kind }> | undefined {
  return events.map(({ body }) => body).find((body): body is Extract<EventBody, { kind: Kind }> => body.kind === kind);
}

function finding(what: string, holds: boolean, values: Finding['values'] = {}): Finding {
  return { code: holds ? `page.fair.${what}` : `page.fair.${what}.not`, holds, values };
}

function isSame<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, place) => item === other[place]);
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

const STORAGE_KEY = 'fourfold.promises';
const MOST_STORED = 100;

/** A commitment of the server, and the user's part. */
interface StoredCommitment {
  commitment: string;
  part: string;
  /** The match of the commitment, once it is known. */
  match: string;
}

/** The commitments that the user was given, with the parts contributed (local storage), to check both afterwards. */
export const commitments = {
  /** The user's part for the match of a commitment; always the same for the same commitment. */
  contribute(commitment: string, match = '', given = ''): string {
    if (!commitment) return '';
    const known = readCommitments().find((stored) => stored.commitment === commitment);
    const part = known?.part ?? (given || randomPart());
    const others = readCommitments().filter((stored) => stored.commitment !== commitment);
    writeCommitments([...others, { commitment, part, match: match || (known?.match ?? '') }]);
    return part;
  },
  of(match: string): StoredCommitment | null {
    return readCommitments().find((stored) => stored.match === match) ?? null;
  },
};

const readCommitments = () => readList<StoredCommitment>(STORAGE_KEY);

function writeCommitments(all: StoredCommitment[]): void {
  try {
    writeList(STORAGE_KEY, all, MOST_STORED);
  } catch {
    // the part counts all the same; only the own check is lost
  }
}

/** Create a match: get the commitment first, then contribute to the secret. */
export async function setUp(wish: MatchWish): Promise<{ match: string; invite: string }> {
  const { commitment } = await api.createCommitment();
  const made = await api.createMatch({ ...wish, commitment, part: commitments.contribute(commitment) });
  commitments.contribute(commitment, made.match);
  return made;
}

/** Sit down with somebody who waits, or wait at a new table; the part counts at either. */
export async function pair(wish: PairingWish): Promise<PairedMatch> {
  const { commitment } = await api.createCommitment();
  const part = commitments.contribute(commitment);
  const paired = await api.pair({ ...wish, commitment, part });
  commitments.contribute(paired.commitment, paired.match, part);
  return paired;
}

/** Accept an invitation and contribute to the secret. */
export async function accept(token: string, name: string, seat?: number): Promise<{ match: string }> {
  const { match, commitment } = await api.invitation(token);
  return api.acceptInvitation(token, name, commitments.contribute(commitment, match), seat);
}
