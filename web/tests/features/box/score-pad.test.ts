import { expect, test } from 'vitest';
import {
  addTurn,
  asText,
  canUndo,
  changeTurn,
  endRound,
  newPad,
  nextSeat,
  pointsOfEnd,
  pointsOfRound,
  readPad,
  standingOf,
  TILE,
  undo,
  type Pad,
} from '../../../src/features/box/score-pad';

const tile = (points: number) => ({ kind: TILE, points });
const turn = (seat: number, ...points: number[]) => ({ seat, parts: points.map(tile) });

function written(...turns: [number, ...number[]][]): Pad {
  return turns.reduce(
    (pad, [seat, ...points]) => addTurn(pad, turn(seat, ...points)),
    newPad(['Anna', 'Ben', 'Cleo'], { target: 100 }),
  );
}

test('turns add up, and the next seat follows', () => {
  const pad = written([0, 20, 25], [1, -20, -20, 12], [2, 7]);
  expect(standingOf(pad)).toEqual({ totals: [45, -28, 7], leaders: [0], isOver: false, winner: null });
  expect(nextSeat(pad)).toBe(0);
  expect(pointsOfRound(pad.rounds[0]!, 3)).toEqual([45, -28, 7]);
});

test('who goes out gets all that the others hold', () => {
  expect(pointsOfEnd({ out: 1, hands: [12, 0, 7] })).toEqual([0, 19, 0]);
  expect(pointsOfEnd({ out: 1, hands: [0, 0, 7] })).toEqual([0, 7, 0]); // somebody still holds 0000
});

test('at a blocked table the one lowest hand gets what the others hold less its own', () => {
  expect(pointsOfEnd({ out: null, hands: [12, 3, 7] })).toEqual([0, 16, 0]);
  expect(pointsOfEnd({ out: null, hands: [3, 3, 7] })).toEqual([0, 0, 0]);
});

test('who first comes to the target wins, also in the middle of a round', () => {
  const pad = addTurn(written([0, 60], [1, 95], [2, 1], [0, 41]), turn(1, 20));
  expect(standingOf(pad)).toMatchObject({ isOver: true, winner: 0 });
});

test('what is left in hand can bring a player to the target', () => {
  const pad = endRound(written([0, 60], [1, 50]), { out: 0, hands: [0, 20, 20] });
  expect(standingOf(pad)).toMatchObject({ totals: [100, 50, 0], isOver: true, winner: 0 });
  expect(pad.rounds).toHaveLength(1);
});

test('with a number of rounds the highest total wins, and equal ones are a draw', () => {
  const pad = newPad(['Anna', 'Ben'], { limit: 1 });
  expect(standingOf(endRound(addTurn(pad, turn(0, 900)), { out: 0, hands: [0, 1] }))).toMatchObject({
    isOver: true,
    winner: 0,
  });
  expect(standingOf(endRound(pad, { out: null, hands: [4, 4] }))).toMatchObject({ isOver: true, winner: null });
});

test('undo takes back turns and ends of rounds, one by one, down to nothing', () => {
  let pad = addTurn(endRound(written([0, 5], [1, 6]), { out: 0, hands: [0, 3, 4] }), turn(2, 9));
  const totals = [];
  while (canUndo(pad)) {
    totals.push(standingOf(pad).totals);
    pad = undo(pad);
  }
  expect(totals).toEqual([
    [12, 6, 9],
    [12, 6, 0],
    [5, 6, 0],
    [5, 0, 0],
  ]);
  expect(pad).toEqual(newPad(['Anna', 'Ben', 'Cleo'], { target: 100 }));
  expect(undo(pad)).toEqual(pad);
});

test('a turn can be changed and taken away', () => {
  const pad = written([0, 5], [1, 6]);
  expect(standingOf(changeTurn(pad, 0, 1, turn(1, 8))).totals).toEqual([5, 8, 0]);
  expect(standingOf(changeTurn(pad, 0, 0, null)).totals).toEqual([0, 6, 0]);
});

test('a pad is read as it was kept, and anything else is none', () => {
  const pad = endRound(written([0, 5], [1, -20]), { out: null, hands: [1, 2, 3] });
  expect(readPad(JSON.stringify(pad))).toEqual(pad);
  for (const text of [null, '', '{', '7', '{"players":["A"]}', JSON.stringify({ ...pad, rounds: [] })])
    expect(readPad(text)).toBe(null);
  expect(readPad(JSON.stringify({ ...pad, rounds: [{ turns: [turn(5, 1)], end: null }] }))).toBe(null);
});

test('as text it is a table', () => {
  expect(asText(written([0, 5], [1, -20]), { round: 'Round', total: 'Total' }).split('\n')).toEqual([
    'Round  Anna  Ben  Cleo',
    '1         5  -20     0',
    'Total     5  -20     0',
  ]);
});
