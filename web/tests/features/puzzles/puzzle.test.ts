// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { positions } from '../../../src/api/positions';
import type { Puzzle, ShownPosition } from '../../../src/api/schemas';

vi.stubGlobal('matchMedia', () => new EventTarget());
const { PuzzleState } = await import('../../../src/features/puzzles/puzzle.svelte');

const table = (position: string): ShownPosition =>
  ({ position, frame: { is_hidden: false }, board: { items: [], marks: [] } }) as unknown as ShownPosition;
const PUZZLE = { game: 'tiles', id: '0a1b', seat: 0, table: table('start') } as Puzzle;

test('a preview does not tell whether a move ends the game', async () => {
  const line = { name: 'a1', kind: 'line', svg: '' } as const;
  const won = table('won');
  vi.spyOn(positions, 'show').mockResolvedValue({ ...won, board: { ...won.board, ending: [line] } });
  const ahead = await new PuzzleState(PUZZLE).preview('a1');
  expect(ahead?.items).toEqual([]);
  expect(ahead?.ending).toEqual([]);
});
