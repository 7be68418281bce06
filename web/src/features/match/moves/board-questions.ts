/** Typed questions about the board, for screen reader users: legal moves, contents of cells, the last move. */
import type { BoardState, Clicks } from '../../../api/schemas';
import { byName } from '../../../board/drawing/motion';
import { cellName, itemName, moveName, waysOf, type Say } from '../../../board/labels';

export const QUESTIONS = ['moves', 'where', 'last', 'help'] as const;
export type Question = (typeof QUESTIONS)[number];

/** The most moves that an answer lists; with more, the user must type how they begin. */
const MOST_LISTED = 40;

/** What the answers are made of. */
export interface Known {
  game: string;
  board: BoardState;
  seat: number | null;
  /** The legal moves as far as they are known, and whether these are all. */
  moves: readonly string[];
  isWhole: boolean;
  /** The last move in words; empty before the first. */
  last: string;
  say: Say;
}

/** Parse a question in the user's language or in English; null for other text. */
export function parseQuestion(text: string, say: Say): { question: Question; about: string } | null {
  const [word = '', ...rest] = text.trim().split(/\s+/);
  const question = QUESTIONS.find((each) => [each, say(`page.ask.word.${each}`)].includes(word.toLowerCase()));
  return question ? { question, about: rest.join(' ') } : null;
}

/** The moves at the leaves of a tree of clicks, and whether the tree is complete. */
export function movesIn(tree: Clicks): { moves: string[]; isWhole: boolean } {
  const moves: string[] = [];
  let isWhole = true;
  for (const below of Object.values(tree)) {
    if (typeof below === 'string') moves.push(below);
    else if (below === null) isWhole = false;
    else {
      const found = movesIn(below);
      moves.push(...found.moves);
      isWhole &&= found.isWhole;
    }
  }
  return { moves, isWhole };
}

export function answer(question: Question, about: string, known: Known): string {
  switch (question) {
    case 'moves':
      return listMoves(about, known);
    case 'where':
      return about ? describeCell(about, known) : describeBoard(known);
    case 'last':
      return known.last || known.say('page.moves.none');
    default:
      return known.say('page.ask.help');
  }
}

function listMoves(beginning: string, { game, moves, isWhole, say }: Known): string {
  const found = moves.filter((move) => move.toLowerCase().startsWith(beginning.toLowerCase()));
  if (!found.length && isWhole) return say('page.ask.no_moves');
  const listed = found.slice(0, MOST_LISTED).map((move) => moveName(game, move, say));
  const sentence = say('page.ask.moves', { count: found.length, moves: listed.join('; ') });
  return isWhole && listed.length === found.length ? sentence : `${sentence} ${say('page.ask.more')}`;
}

function describeBoard({ game, board, seat, say }: Known): string {
  const ways = waysOf(board);
  const cells = [...byName(board.items)].filter(([name]) => name).sort(([one], [other]) => one.localeCompare(other));
  const lying = cells.map(([cell, items]) => cellName(game, cell, items, ways, say));
  const hand = board.hands.find((each) => each.seat === seat);
  const held = hand?.items.filter((item) => item.name).map((item) => itemName(game, item, item.name, say)) ?? [];
  const parts = [lying.length ? `${lying.join('; ')}.` : say('page.ask.nothing')];
  if (hand) parts.push(say('page.ask.hand', { count: hand.number, tiles: held.join('; ') || 'none' }));
  return parts.join(' ');
}

function describeCell(cell: string, { game, board, say }: Known): string {
  return `${cellName(game, cell, byName(board.items).get(cell) ?? [], waysOf(board), say)}.`;
}
