/** Typed questions about the board, for screen reader users: legal moves, contents of cells, the last move. */
import type { BoardState } from '../../../api/schemas';
import { byName } from '../../../board/drawing/motion';
import type { ClickedMove } from '../../../board/input/move-path';
import { cellName, moveName, pieceName, type MoveContext } from '../../../board/labels';

export const QUESTIONS = ['moves', 'where', 'last', 'help'] as const;
export type Question = (typeof QUESTIONS)[number];

/** The most moves that an answer lists; with more, the user must type how they begin. */
const MOST_LISTED = 40;

/** What the answers are made of. */
export interface Known extends MoveContext {
  board: BoardState;
  seat: number | null;
  /** The legal moves as far as they are known, and whether these are all. */
  moves: readonly ClickedMove[];
  isWhole: boolean;
  /** The last move in words; empty before the first. */
  last: string;
}

/** Parse a question in the user's language or in English; null for other text. */
export function parseQuestion(text: string, say: MoveContext['say']): { question: Question; about: string } | null {
  const [word = '', ...rest] = text.trim().split(/\s+/);
  const question = QUESTIONS.find((each) => [each, say(`page.ask.word.${each}`)].includes(word.toLowerCase()));
  return question ? { question, about: rest.join(' ') } : null;
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

function listMoves(beginning: string, known: Known): string {
  const { moves, isWhole, say } = known;
  const found = moves.filter(({ move }) => move.toLowerCase().startsWith(beginning.toLowerCase()));
  if (!found.length && isWhole) return say('page.ask.no_moves');
  const listed = found.slice(0, MOST_LISTED).map((move) => moveName(move, known));
  const sentence = say('page.ask.moves', { count: found.length, moves: listed.join('; ') });
  return isWhole && listed.length === found.length ? sentence : `${sentence} ${say('page.ask.more')}`;
}

function describeBoard({ board, seat, names, say }: Known): string {
  const cells = [...byName(board.items)].filter(([name]) => name).sort(([one], [other]) => one.localeCompare(other));
  const lying = cells.map(([cell, items]) => cellName(names, cell, items, say));
  const hand = board.hands.find((each) => each.seat === seat);
  const held = hand?.items.filter((item) => item.click).map((item) => pieceName(names, item)) ?? [];
  const parts = [lying.length ? `${lying.join('; ')}.` : say('page.ask.nothing')];
  if (hand) parts.push(say('page.ask.hand', { count: hand.number, tiles: held.join('; ') || 'none' }));
  return parts.join(' ');
}

function describeCell(cell: string, { board, names, say }: Known): string {
  return `${cellName(names, cell, byName(board.items).get(cell) ?? [], say)}.`;
}
