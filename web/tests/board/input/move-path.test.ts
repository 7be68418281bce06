import { describe, expect, it } from 'vitest';
import type { Clicks, HandItem } from '../../../src/api/schemas';
import * as choosing from '../../../src/board/input/move-path';

/** A tile whose ways to lie are its name turned round. */
function tile(name: string): HandItem {
  const ways = [...name].map((_, k) => name.slice(k) + name.slice(0, k));
  return {
    symbol: name,
    name,
    turn: 0,
    lying: [...new Set(ways)].map((click, k) => ({ click, symbol: name, turn: 90 * k })),
  };
}

function begin(tree: Clicks, cells: string[], tiles: string[] = []): choosing.Choice {
  return choosing.begin(tree, { cells: new Set(cells), items: new Map(tiles.map((name) => [name, tile(name)])) });
}

const tiles = (): choosing.Choice =>
  begin(
    {
      PPST: { a1: { PPST: 'a1=PPST', STPP: 'a1=STPP' }, b1: { TPPS: 'b1=TPPS' } },
      PSTS: { b1: { PSTS: 'b1=PSTS' } },
      pass: 'pass',
    },
    ['a1', 'b1', 'c1'],
    ['PPST', 'PSTS'],
  );
const sowing = (): choosing.Choice =>
  begin({ a1: { a2: { a3: 'a1NN', b2: 'a1NE' }, b1: null }, c1: { c2: 'c1N' } }, [
    'a1',
    'a2',
    'a3',
    'b1',
    'b2',
    'c1',
    'c2',
  ]);

describe('a cell alone', () => {
  it('is a move at once', () => {
    expect(choosing.clickCell(begin({ e5: 'e5' }, ['e5', 'f5']), 'e5').move).toBe('e5');
  });

  it('that leads to no move is refused, and changes nothing', () => {
    const choice = begin({ e5: 'e5' }, ['e5', 'f5']);
    const step = choosing.clickCell(choice, 'f5');
    expect(step).toEqual({ choice, move: null, refused: ['f5'] });
  });
});

describe('lifting and putting', () => {
  const lifting = (): choosing.Choice =>
    begin({ e5: { f5: 'e5-f5', f6: { c3: 'e5-f6/c3', d4: 'e5-f6/d4' } }, e6: { f5: 'e6-f5' } }, [
      'c3',
      'd4',
      'e5',
      'e6',
      'f5',
      'f6',
    ]);

  it('takes two clicks', () => {
    const lifted = choosing.clickCell(lifting(), 'e5');
    expect(lifted.move).toBeNull();
    expect([...choosing.offer(lifted.choice).cells]).toEqual(['f5', 'f6']);
    expect(choosing.clickCell(lifted.choice, 'f5').move).toBe('e5-f5');
  });

  it('may begin with another tile, or be put back', () => {
    const { choice } = choosing.clickCell(lifting(), 'e5');
    expect(choosing.clickCell(choice, 'e6').choice.path).toEqual(['e6']);
    expect(choosing.clickCell(choice, 'e5').choice.path).toEqual([]);
  });

  it('asks for the group that stays, and then to be looked at', () => {
    let step = choosing.clickCell(lifting(), 'e5');
    step = choosing.clickCell(step.choice, 'f6');
    expect([...choosing.offer(step.choice).cells]).toEqual(['c3', 'd4']);
    step = choosing.clickCell(step.choice, 'd4');
    expect(step.move).toBeNull();
    expect(choosing.ready(step.choice)).toBe('e5-f6/d4');
  });
});

describe('a path in steps', () => {
  it('offers the next steps and is ready at its end, not played', () => {
    let step = choosing.clickCell(sowing(), 'a1');
    step = choosing.clickCell(step.choice, 'a2');
    expect([...choosing.offer(step.choice).cells]).toEqual(['a3', 'b2']);
    step = choosing.clickCell(step.choice, 'b2');
    expect(step.move).toBeNull();
    expect(choosing.ready(step.choice)).toBe('a1NE');
    expect(choosing.cellsOf(step.choice)).toEqual(['a1', 'a2', 'b2']);
    expect(choosing.clickCell(step.choice, 'b2').choice).toBe(step.choice);
  });

  it('is undone step by step, or cleared', () => {
    let step = choosing.clickCell(sowing(), 'a1');
    step = choosing.clickCell(step.choice, 'a2');
    expect(choosing.undo(step.choice).path).toEqual(['a1']);
    expect(choosing.undo(choosing.undo(step.choice)).path).toEqual([]);
    expect(choosing.undo(choosing.undo(choosing.undo(step.choice))).path).toEqual([]);
    expect(choosing.clear(step.choice).path).toEqual([]);
  });

  it('loses nothing by a wrong click in the middle', () => {
    let step = choosing.clickCell(sowing(), 'a1');
    step = choosing.clickCell(step.choice, 'a2');
    step = choosing.clickCell(step.choice, 'c1');
    expect(step.refused).toEqual(['a1', 'a2', 'c1']);
    expect(step.choice.path).toEqual(['a1', 'a2']);
  });

  it('asks for the branch that is missing, and goes on when it comes', () => {
    let step = choosing.clickCell(sowing(), 'a1');
    expect(choosing.missing(step.choice)).toBeNull();
    step = choosing.clickCell(step.choice, 'b1');
    expect(choosing.missing(step.choice)).toEqual({ path: ['a1', 'b1'], whole: false });
    step = choosing.grow(step.choice, ['a1', 'b1'], { b2: 'a1EN' });
    expect([...choosing.offer(step.choice).cells]).toEqual(['b2']);
    expect(choosing.branch(step.choice.tree, ['a1', 'a2', 'a3'])).toBe('a1NN');
  });

  it('keeps what somebody did while the branch was on its way', () => {
    let step = choosing.clickCell(sowing(), 'a1');
    step = choosing.clickCell(step.choice, 'b1');
    const elsewhere = choosing.clear(step.choice);
    expect(choosing.grow(elsewhere, ['a1', 'b1'], { b2: 'a1EN' }).choice.path).toEqual([]);
  });
});

describe('a tile', () => {
  it('is offered with the cells that it fits, and says which need it turned', () => {
    const { choice } = choosing.clickItem(tiles(), 'PPST');
    const offer = choosing.offer(choice);
    expect([...offer.cells]).toEqual(['a1', 'b1']);
    expect([...offer.turnedCells]).toEqual(['b1']);
  });

  it('is played at once where it can lie in one way only', () => {
    const { choice } = choosing.clickItem(tiles(), 'PPST');
    expect(choosing.clickCell(choice, 'b1').move).toBe('b1=TPPS');
  });

  it('is looked at first where it can lie in several ways, and turned only among those', () => {
    let step = choosing.clickItem(tiles(), 'PPST');
    step = choosing.clickCell(step.choice, 'a1');
    expect(step.move).toBeNull();
    expect(choosing.ready(step.choice)).toBe('a1=PPST');
    const turned = choosing.turn(step.choice, 1);
    expect(choosing.ready(turned)).toBe('a1=STPP');
    expect(choosing.ready(choosing.turn(turned, 1))).toBe('a1=PPST');
    expect(choosing.ready(choosing.turn(step.choice, -1))).toBe('a1=STPP');
    expect(choosing.clickCell(step.choice, 'a1').choice.path.at(-1)).toBe('STPP');
  });

  it('that was turned in hand lies so on the cell, or is looked at first', () => {
    let choice = choosing.clickItem(tiles(), 'PPST').choice;
    choice = choosing.turn(choosing.turn(choice, 1), 1);
    expect(choosing.placementInHand(choice, choosing.chosenItem(choice)!).click).toBe('STPP');
    expect(choosing.ready(choosing.clickCell(choice, 'a1').choice)).toBe('a1=STPP');
    const step = choosing.clickCell(choice, 'b1');
    expect(step.move).toBeNull();
    expect(choosing.ready(step.choice)).toBe('b1=TPPS');
  });

  it('may be turned in hand without being chosen', () => {
    const choice = choosing.turn(tiles(), -1, 'PPST');
    expect(choice.turned.get('PPST')).toBe('TPPS');
    expect(choice.path).toEqual([]);
  });

  it('on its cell goes to another cell, or back into the hand', () => {
    let step = choosing.clickItem(tiles(), 'PPST');
    step = choosing.clickCell(step.choice, 'a1');
    expect(choosing.clickCell(step.choice, 'b1').move).toBe('b1=TPPS');
    expect(choosing.clickCell(step.choice, 'c1').refused).toEqual(['PPST', 'c1']);
    expect(choosing.undo(step.choice).path).toEqual(['PPST']);
    expect(choosing.clickItem(step.choice, 'PPST').choice.path).toEqual([]);
    expect(choosing.clickItem(step.choice, 'PSTS').choice.path).toEqual(['PSTS']);
  });

  it('waits for a word where there is one to say, and can still be turned', () => {
    const words = { '+25': 'b1=x+25', '+2': 'b1=x+2' };
    let step = choosing.clickItem(
      begin({ PPST: { b1: { PPST: words, STPP: { '+25': 'b1=y+25' } } } }, ['b1'], ['PPST']),
      'PPST',
    );
    step = choosing.clickCell(step.choice, 'b1');
    expect(step.move).toBeNull();
    expect(choosing.offer(step.choice).words).toEqual(['+25', '+2']);
    expect(choosing.offer(choosing.turn(step.choice, 1)).words).toEqual(['+25']);
    expect(choosing.clickWord(step.choice, '+2').move).toBe('b1=x+2');
  });

  it('of which nothing is known yet is asked for, and then played', () => {
    let step = choosing.clickItem(begin({ PPST: { a1: null } }, ['a1'], ['PPST']), 'PPST');
    step = choosing.clickCell(step.choice, 'a1');
    expect(choosing.missing(step.choice)).toEqual({ path: ['PPST', 'a1'], whole: false });
    expect(choosing.grow(step.choice, ['PPST', 'a1'], { PSTP: 'a1=PSTP' }).move).toBe('a1=PSTP');
  });
});

describe('a square before the tile', () => {
  it('offers every square that some tile fits', () => {
    expect([...choosing.offer(tiles()).cells]).toEqual(['a1', 'b1']);
  });

  it('shows the tiles that fit, and the tile then lies there', () => {
    const { choice } = choosing.clickCell(tiles(), 'b1');
    expect([...choosing.offer(choice).items]).toEqual(['PPST', 'PSTS']);
    expect(choosing.cellsOf(choice)).toEqual(['b1']);
    expect(choosing.clickItem(choice, 'PSTS').move).toBe('b1=PSTS');
  });

  it('explains a tile that does not fit, and stays', () => {
    const { choice } = choosing.clickCell(tiles(), 'a1');
    const step = choosing.clickItem(choice, 'PSTS');
    expect(step).toEqual({ choice, move: null, refused: ['PSTS', 'a1'] });
  });

  it('is let go by a second click, or by taking back', () => {
    const { choice } = choosing.clickCell(tiles(), 'a1');
    expect(choosing.clickCell(choice, 'a1').choice.square).toBeNull();
    expect(choosing.undo(choice).square).toBeNull();
    expect(choosing.clickCell(choice, 'b1').choice.square).toBe('b1');
  });

  it('needs the whole tree', () => {
    const choice = begin({ PPST: null }, ['a1'], ['PPST']);
    expect(choosing.missing(choice)).toEqual({ path: [], whole: true });
    const { choice: grown } = choosing.grow(choice, [], { PPST: { a1: { PPST: 'a1=PPST' } } });
    expect(choosing.missing(grown)).toBeNull();
    expect([...choosing.offer(grown).cells]).toEqual(['a1']);
  });
});

it('a word is a move at once', () => {
  expect(choosing.offer(tiles()).words).toEqual(['pass']);
  expect(choosing.clickWord(tiles(), 'pass').move).toBe('pass');
});

it('a tile that is not offered is refused', () => {
  expect(choosing.clickItem(begin({ draw: 'draw' }, [], ['0011']), '0011').refused).toEqual(['0011']);
});

describe('a move that is proposed', () => {
  it('is laid at once, also where its branch was not told, and waits to be played', () => {
    const first = begin({ a1: null, b1: { b2: 'b1N' } }, ['a1', 'b1', 'b2']);
    const laid = choosing.lay(first, { move: 'a1EN', clicks: ['a1', 'b1', 'b2'] });
    expect(choosing.ready(laid)).toBe('a1EN');
    expect(choosing.cellsOf(laid)).toEqual(['a1', 'b1', 'b2']);
    expect(choosing.ready(choosing.undo(laid))).toBeNull();
    expect(choosing.ready(choosing.lay(laid, { move: 'b1N', clicks: ['b1', 'b2'] }))).toBe('b1N');
  });
});
