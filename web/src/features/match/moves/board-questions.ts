/** Typed questions, for those who listen: legal moves, contents of cells, hands, last moves, points, clocks. */
import type { BoardState } from '../../../api/schemas';
import { byName } from '../../../board/drawing/motion';
import type { ClickedMove } from '../../../board/input/move-path';
import { cellName, moveName, pieceName, type MoveContext } from '../../../board/labels';

export const QUESTIONS = ['moves', 'where', 'hand', 'last', 'score', 'time', 'help'] as const;
export type Question = (typeof QUESTIONS)[number];

/** The most moves that are told at once; more are told in groups. */
export const MOST_LISTED = 12;
const MOST_GROUPS = 30;

/** What the answers are made of. */
export interface Known extends MoveContext {
  board: BoardState;
  seat: number | null;
  /** The legal moves as far as they are known, and whether these are all; null while it is somebody else's turn. */
  moves: readonly ClickedMove[] | null;
  isWhole: boolean;
  /** The moves in words, in order. */
  played: readonly string[];
  /** The points of all seats in words; empty where none are counted. */
  scores: string;
  /** The time left of all seats in words; empty without a clock. */
  times: string;
}

/** Moves that have a cell or a piece in common. */
export interface Group {
  name: string;
  moves: ClickedMove[];
}

/** Parse a question in the user's language or in English; null for other text. */
export function parseQuestion(text: string, say: MoveContext['say']): { question: Question; about: string } | null {
  const [word = '', ...rest] = text.trim().split(/\s+/);
  const question = QUESTIONS.find((each) => [each, say(`page.ask.word.${each}`)].includes(word.toLowerCase()));
  return question ? { question, about: rest.join(' ') } : null;
}

export function answer(question: Question, about: string, known: Known): string {
  const { say } = known;
  switch (question) {
    case 'moves':
      return listMoves(about, known);
    case 'where':
      return about ? describeCell(about, known) : `${describeBoard(known)} ${describeHand(known)}`.trim();
    case 'hand':
      return describeHand(known) || say('page.ask.no_hand');
    case 'last':
      return known.played.slice(-Math.max(1, Number(about) || 1)).join(' ') || say('page.moves.none');
    case 'score':
      return known.scores || say('page.ask.no_score');
    case 'time':
      return known.times || say('page.ask.no_time');
    default:
      return say('page.ask.help');
  }
}

/** The moves with the words of a text: how they begin, their cells in order, their piece; else with its cells anywhere. */
export function fitting(moves: readonly ClickedMove[], about: string): ClickedMove[] {
  const words = about.toLowerCase().split(/\s+/).filter(Boolean);
  const strict = moves.filter((move) => hasWords(move, words));
  if (strict.length) return strict;
  return moves.filter(({ clicks }) => words.every((word) => clicks.some(({ name }) => name.toLowerCase() === word)));
}

function hasWords({ move, clicks }: ClickedMove, words: readonly string[]): boolean {
  const left = clicks.map(({ kind, name }) => ({ kind, name: name.toLowerCase() }));
  return words.every((word) => {
    // The next cell or the next piece; a cell may come again later on the way.
    const next = ['cell', 'item'].map((kind) => left.findIndex((click) => click.kind === kind));
    const found = next.find((place) => left[place]?.name === word);
    if (found !== undefined) left.splice(found, 1);
    return found !== undefined || move.toLowerCase().startsWith(word);
  });
}

/** Moves by the first cell in which they differ, or else by their pieces; null where they are few or cannot be told apart. */
export function grouped(moves: readonly ClickedMove[], kind: 'cell' | 'item' = 'cell'): Group[] | null {
  if (moves.length <= MOST_LISTED) return null;
  const paths = moves.map(({ clicks }) => clicks.filter((click) => click.kind === kind).map(({ name }) => name));
  const longest = Math.max(...paths.map((path) => path.length));
  for (let place = 0; place < longest; place++) {
    const groups = new Map<string, ClickedMove[]>();
    moves.forEach((move, index) => {
      const name = paths[index]?.[place] ?? '';
      groups.set(name, [...(groups.get(name) ?? []), move]);
    });
    if (groups.size > 1)
      return [...groups]
        .map(([name, found]) => ({ name: name || found[0]!.move, moves: found }))
        .sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
  }
  return kind === 'cell' ? grouped(moves, 'item') : null;
}

function listMoves(about: string, known: Known): string {
  const { moves, isWhole, say } = known;
  if (!moves) return say('page.ask.not_turn');
  const tiles = say('page.ask.word.tiles');
  const words = about.toLowerCase().split(/\s+/);
  const isByTile = words.includes(tiles) || words.includes('tiles');
  const asked = words.filter((word) => word !== tiles && word !== 'tiles').join(' ');
  const found = fitting(moves, asked);
  if (!found.length && isWhole) return say('page.ask.no_moves');
  const groups = isByTile ? (grouped(found, 'item') ?? grouped(found)) : grouped(found);
  const shown = groups?.slice(0, MOST_GROUPS);
  const sentence = shown
    ? say('page.ask.groups', {
        count: found.length,
        groups: shown.map(({ name, moves: inside }) => `${name} (${inside.length})`).join('; '),
        more: groups!.length - shown.length,
        ask: [say('page.ask.word.moves'), asked, shown[0]!.name].filter(Boolean).join(' '),
      })
    : say('page.ask.moves', {
        count: found.length,
        moves: found
          .slice(0, MOST_GROUPS)
          .map((move) => moveName(move, known))
          .join('; '),
      });
  return isWhole ? sentence : `${sentence} ${say('page.ask.more')}`;
}

function describeBoard({ board, names, say }: Known): string {
  const cells = [...byName(board.items)]
    .filter(([name]) => name)
    .sort(([one], [other]) => one.localeCompare(other, undefined, { numeric: true }));
  const lying = cells.map(([cell, items]) => cellName(names, cell, items, say));
  return lying.length ? `${lying.join('; ')}.` : say('page.ask.nothing');
}

/** What the own hand holds, and what lies there for both; empty for those without a hand. */
export function describeHand({ board, seat, names, say }: Pick<Known, 'board' | 'seat' | 'names' | 'say'>): string {
  const hand = board.hands.find((each) => each.seat === seat);
  if (!hand) return '';
  const name = (item: { symbol: string; turn: number }): string => pieceName(names, item);
  const held = hand.items.filter((item) => item.click).map(name);
  const own = say('page.ask.hand', { count: hand.number, tiles: held.join('; ') || 'none' });
  const shared = board.shared.map(name).filter(Boolean);
  return shared.length ? `${own} ${say('page.ask.shared', { tiles: shared.join('; ') })}` : own;
}

function describeCell(cell: string, { board, names, say }: Known): string {
  return `${cellName(names, cell, byName(board.items).get(cell) ?? [], say)}.`;
}
