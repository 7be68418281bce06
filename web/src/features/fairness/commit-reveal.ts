/**
 * Provably fair draws by commit and reveal: the user's contribution to a match's secret, and the check in the browser.
 *
 * The check uses nothing of the server but the event log. The algorithm is in docs/fair.md.
 */
import { api } from '../../api/client';
import type {
  Challenge,
  EventBody,
  MatchEvent,
  MatchWish,
  PairedMatch,
  PairingWish,
  Tournament,
  TournamentWish,
} from '../../api/schemas';
import { readList, writeList } from '../../state/storage';

/** The result of one check: the code of its message, and whether it holds. */
export interface Finding {
  code: string;
  holds: boolean;
  /** Whether nothing is left open, such as where nobody added to the secret. */
  proves: boolean;
  values: Record<string, string | number>;
}

export type FairnessVerdict = 'holds' | 'unproven' | 'fails';

/** What all findings say together: lots and deals hold only where nobody can have chosen them. */
export function verdictOf(findings: readonly Finding[]): FairnessVerdict {
  if (!findings.every(({ holds }) => holds)) return 'fails';
  return findings.length && findings.every(({ proves }) => proves) ? 'holds' : 'unproven';
}

const WORDS_A_BLOCK = 8; // of 32 bits, in an HMAC-SHA256
const ALL_WORDS = 2 ** 32;
const NO_LOTS = 255; // the byte behind a secret where no lots will be drawn

/** Whether Web Crypto is available: only in a secure context. */
export function canCheck(): boolean {
  return typeof crypto !== 'undefined' && crypto.subtle !== undefined;
}

export function randomPart(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** The commitment: the SHA-256 of the secret, and of the place that starts whatever the lot, or of `NO_LOTS`. */
export async function commitmentOf(secret: string, start: number | null = null): Promise<string> {
  const bytes = new Uint8Array([...fromHex(secret), ...(start === null ? [] : [start])]);
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** The secret of a tournament's match, from the tournament's seed. */
async function secretOf(seed: string, match: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', fromHex(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const message = new TextEncoder().encode(`fourfold:match:${match}`);
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, message)));
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

/**
 * Recompute every draw of lots and every deal of a finished match; empty without a commitment. The seed is that of the
 * match's tournament, empty while it is not told.
 */
export async function checkEvents(match: string, events: readonly MatchEvent[], seed = ''): Promise<Finding[]> {
  const created = find(events, 'created');
  const secret = find(events, 'revealed')?.secret;
  const mine = commitments.of(match);
  if (!created?.commitment) return mine ? [finding('mine', false)] : [];
  if (!secret) return [finding('commitment', false)];
  const { commitment } = created;
  const parts = partsOf(events);
  const started = find(events, 'started');
  const starter = started?.by_lot ? started.starter : null;
  const isOld = starter !== null && (await commitmentOf(secret)) === commitment;
  const isNoLotPromised = !started?.by_lot && (await commitmentOf(secret, NO_LOTS)) === commitment;
  const promised = isOld || isNoLotPromised || (await commitmentOf(secret, starter)) === commitment;
  const findings = [finding('commitment', promised)];
  if (isOld) findings.push({ ...finding('old', true), proves: false });
  const given = [commitment, created.seed_commitment];
  if (mine) findings.push(finding('mine', given.includes(mine.commitment) && parts.includes(mine.part)));
  const added = parts.filter(Boolean).length;
  findings.push({ ...finding('parts', true, { given: added, seats: parts.length }), proves: added > 0 });
  if (created.seed_commitment) {
    const isFromSeed =
      (await commitmentOf(seed)) === created.seed_commitment && (await secretOf(seed, match)) === secret;
    findings.push(seed ? finding('seed', isFromSeed) : { ...finding('no_seed', true), proves: false });
  }
  const isInOrder = started?.order.every((place, seat) => place === seat) ?? false;
  if (started && created.seed_commitment) findings.push(finding('pairing', !started.by_lot && isInOrder));
  else if (started && !started.by_lot && isInOrder) {
    findings.push(isNoLotPromised ? finding('no_lot', true) : { ...finding('no_lot_open', true), proves: false });
  } else if (started) {
    const order = await drawSeats(parts.length, secret, parts, started.starter);
    findings.push(finding('seats', started.by_lot && isSame(order, started.order)));
  }
  for (const [number, dealt] of numberedDeals(events)) {
    const order = await shuffle([...dealt.order].sort(), secret, parts, 'deal', number);
    findings.push(finding('deal', isSame(order, dealt.order), { number }));
  }
  return findings;
}

/** All deals with their numbers: one that was taken back comes again with its own. A number is counted, not believed. */
function numberedDeals(events: readonly MatchEvent[]): [number, { order: string[] }][] {
  const deals: [number, { order: string[] }][] = [];
  let steps: (number | null)[] = []; // the ply of each move; null for a deal
  for (const { body } of events) {
    if (body.kind === 'played') steps.push(body.ply);
    else if (body.kind === 'taken_back') steps = steps.slice(0, steps.indexOf(body.ply));
    else if (body.kind === 'dealt') {
      steps.push(null);
      deals.push([steps.filter((ply) => ply === null).length, body]);
    }
  }
  return deals;
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
  return { code: holds ? `page.fair.${what}` : `page.fair.${what}.not`, holds, proves: true, values };
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
  /** A commitment that was not needed. */
  forget(commitment: string): void {
    writeCommitments(readCommitments().filter((stored) => stored.commitment !== commitment));
  },
  of(match: string): StoredCommitment | null {
    const stored = readCommitments();
    const tournament = match.replace(/-r\d+t\d+g\d+$/, '');
    return stored.find((each) => each.match === match) ?? stored.find((each) => each.match === tournament) ?? null;
  },
  /** How many promises led to no match: a server could give up those whose deals it does not like. */
  get unused(): number {
    return readCommitments().filter((stored) => !stored.match).length;
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
  const { commitment } = await api.createCommitment(wish.by_lot);
  const made = await api.createMatch({ ...wish, commitment, part: commitments.contribute(commitment) });
  commitments.contribute(commitment, made.match);
  return made;
}

/** Sit down with somebody who waits, or wait at a new table; the part counts at either. */
export async function pair(wish: PairingWish): Promise<PairedMatch> {
  const { commitment } = await api.createCommitment();
  const part = commitments.contribute(commitment);
  const paired = await api.pair({ ...wish, commitment, part });
  if (paired.commitment !== commitment) commitments.forget(commitment); // a table that somebody else set up
  commitments.contribute(paired.commitment, paired.match, part);
  return paired;
}

/** Accept a challenge and contribute to the secret. */
export async function acceptChallenge({ match, commitment }: Challenge): Promise<void> {
  await api.acceptChallenge(match, commitment, commitments.contribute(commitment, match));
}

/** Create a tournament: get the commitment to its seed first, then contribute. */
export async function setUpTournament(
  wish: Omit<TournamentWish, 'commitment' | 'part'>,
): Promise<{ tournament: string }> {
  const { commitment } = await api.createCommitment();
  const made = await api.createTournament({ ...wish, commitment, part: commitments.contribute(commitment) });
  commitments.contribute(commitment, made.tournament);
  return made;
}

/** Enter a tournament and contribute to all its secrets. */
export async function enterTournament({ tournament, commitment }: Tournament): Promise<Tournament> {
  return api.enterTournament(tournament, commitment, commitments.contribute(commitment, tournament));
}

/** Accept an invitation and contribute to the secret. */
export async function accept(token: string, name: string, seat?: number): Promise<{ match: string }> {
  const { match, commitment } = await api.invitation(token);
  return api.acceptInvitation(token, name, commitments.contribute(commitment, match), seat);
}
