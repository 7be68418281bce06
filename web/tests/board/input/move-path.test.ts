import { describe, expect, it } from 'vitest';
import type { Clicks, HandItem } from '../../../src/api/schemas';
import * as choosing from '../../../src/board/input/move-path';

/** A tile whose ways to lie are its name turned round. */
function tile(name: string): HandItem {
  const ways = [...name].map((_, k) => name.slice(k) + name.slice(0, k));
  return {
    symbol: name,
    click: name,
    turn: 0,
    lying: [...new Set(ways)].map((click, k) => ({ click, symbol: name, turn: 90 * k })),
  };
}

/** A piece that lies in one way only. */
function piece(name: string): HandItem {
  return { symbol: name, click: name, turn: 0, lying: [] };
}

function begin(tree: Clicks, items: HandItem[] = []): choosing.Choice {
  return choosing.begin(tree, new Map(items.map((item) => [item.click, item])));
}

/** Click one after the other: names with a plus are items, with a dash words, the others cells. */
function click(choice: choosing.Choice, ...names: string[]): choosing.Step {
  let step: choosing.Step = { choice, move: null, refused: null };
  for (const name of names) {
    if (name.startsWith('+')) step = choosing.clickItem(step.choice, name.slice(1));
    else if (name.startsWith('-')) step = choosing.clickWord(step.choice, name.slice(1));
    else step = choosing.clickCell(step.choice, name);
  }
  return step;
}

const names = ({ path }: choosing.Choice): string[] => choosing.namesOf(path);
const waiting = ({ early }: choosing.Choice): string[] => choosing.namesOf(early);
const cells = (choice: choosing.Choice): string[] => [...choosing.offer(choice).cells];
const items = (choice: choosing.Choice): string[] => [...choosing.offer(choice).items];

const tiles = (): choosing.Choice =>
  begin(
    {
      item: {
        PPST: { cell: { a1: { way: { PPST: 'a1=PPST', STPP: 'a1=STPP' } }, b1: { way: { TPPS: 'b1=TPPS' } } } },
        PSTS: { cell: { b1: { way: { PSTS: 'b1=PSTS' } } } },
      },
      word: { pass: 'pass' },
    },
    [tile('PPST'), tile('PSTS')],
  );
const sowing = (): choosing.Choice =>
  begin({
    cell: {
      a1: { cell: { a2: { cell: { a3: 'a1NN', b2: 'a1NE' } }, b1: null } },
      c1: { cell: { c2: 'c1N' } },
    },
  });
/** A cell for the piece that was given, then a piece to give. */
const giving = (): choosing.Choice =>
  begin(
    {
      cell: {
        a1: { item: { tall: 'a1 tall', short: 'a1 short' } },
        b1: { item: { tall: 'b1 tall' } },
      },
    },
    [piece('tall'), piece('short')],
  );

describe('a cell alone', () => {
  const cell = (): choosing.Choice => begin({ cell: { e5: 'e5' } });

  it('is a move at once', () => {
    expect(click(cell(), 'e5').move).toBe('e5');
  });

  it('that leads to no move is refused, and changes nothing', () => {
    const choice = cell();
    expect(click(choice, 'f5')).toEqual({ choice, move: null, refused: ['f5'] });
  });
});

describe('lifting and putting', () => {
  const lifting = (): choosing.Choice =>
    begin({
      cell: {
        e5: { cell: { f5: 'e5-f5', f6: { cell: { c3: 'e5-f6/c3', d4: 'e5-f6/d4' } } } },
        e6: { cell: { f5: 'e6-f5' } },
      },
    });

  it('takes two clicks', () => {
    const lifted = click(lifting(), 'e5');
    expect(lifted.move).toBeNull();
    expect(cells(lifted.choice)).toEqual(['f5', 'f6']);
    expect(click(lifted.choice, 'f5').move).toBe('e5-f5');
  });

  it('keeps the order of cells: where a tile goes cannot be clicked first', () => {
    expect(cells(lifting())).toEqual(['e5', 'e6']);
    expect(click(lifting(), 'f5').refused).toEqual(['f5']);
  });

  it('may begin with another tile, or be put back', () => {
    const { choice } = click(lifting(), 'e5');
    expect(names(click(choice, 'e6').choice)).toEqual(['e6']);
    expect(names(click(choice, 'e5').choice)).toEqual([]);
    expect(click(choice, 'g7').refused).toEqual(['e5', 'g7']);
  });

  it('asks for a third cell, and then to be looked at', () => {
    let step = click(lifting(), 'e5', 'f6');
    expect(cells(step.choice)).toEqual(['c3', 'd4']);
    step = click(step.choice, 'd4');
    expect(step.move).toBeNull();
    expect(choosing.ready(step.choice)).toBe('e5-f6/d4');
  });
});

describe('a path in steps', () => {
  it('offers the next steps and is ready at its end, not played', () => {
    let step = click(sowing(), 'a1', 'a2');
    expect(cells(step.choice)).toEqual(['a3', 'b2']);
    step = click(step.choice, 'b2');
    expect(step.move).toBeNull();
    expect(choosing.ready(step.choice)).toBe('a1NE');
    expect(choosing.cellsOf(step.choice)).toEqual(['a1', 'a2', 'b2']);
    expect(click(step.choice, 'b2').choice).toBe(step.choice);
  });

  it('may pass a cell twice', () => {
    const loop = begin({ cell: { a1: { cell: { a2: { cell: { a1: 'a1NS', a3: 'a1NN' } } } } } });
    expect(choosing.ready(click(loop, 'a1', 'a2', 'a1').choice)).toBe('a1NS');
  });

  it('is undone step by step, or cleared', () => {
    const { choice } = click(sowing(), 'a1', 'a2');
    expect(names(choosing.undo(choice))).toEqual(['a1']);
    expect(names(choosing.undo(choosing.undo(choice)))).toEqual([]);
    expect(names(choosing.undo(choosing.undo(choosing.undo(choice))))).toEqual([]);
    expect(names(choosing.clear(choice))).toEqual([]);
  });

  it('loses nothing by a wrong click in the middle', () => {
    const step = click(sowing(), 'a1', 'a2', 'c1');
    expect(step.refused).toEqual(['a1', 'a2', 'c1']);
    expect(names(step.choice)).toEqual(['a1', 'a2']);
  });

  it('asks for the branch that is missing, and goes on when it comes', () => {
    let step = click(sowing(), 'a1');
    expect(choosing.missing(step.choice)).toBeNull();
    step = click(step.choice, 'b1');
    const wanted = choosing.missing(step.choice)!;
    expect([choosing.namesOf(wanted.path), wanted.whole]).toEqual([['a1', 'b1'], false]);
    step = choosing.grow(step.choice, wanted.path, { cell: { b2: 'a1EN' } });
    expect(cells(step.choice)).toEqual(['b2']);
    expect(click(choosing.clear(step.choice), 'a1', 'a2', 'a3').choice.path).toHaveLength(3);
  });

  it('keeps what somebody did while the branch was on its way', () => {
    const step = click(sowing(), 'a1', 'b1');
    const grown = choosing.grow(choosing.clear(step.choice), step.choice.path, { cell: { b2: 'a1EN' } });
    expect(names(grown.choice)).toEqual([]);
  });

  it('is never asked for as a whole where there is nothing else to click', () => {
    expect(choosing.missing(begin({ cell: { a1: null } }))).toBeNull();
  });
});

describe('a tile', () => {
  it('is offered with the cells that it fits, and says which need it turned', () => {
    const { choice } = click(tiles(), '+PPST');
    const offer = choosing.offer(choice);
    expect([...offer.cells]).toEqual(['a1', 'b1']);
    expect([...offer.turnedCells]).toEqual(['b1']);
    expect([...offer.earlyCells]).toEqual([]);
  });

  it('is played at once where it can lie in one way only', () => {
    expect(click(tiles(), '+PPST', 'b1').move).toBe('b1=TPPS');
  });

  it('is looked at first where it can lie in several ways, and turned only among those', () => {
    const step = click(tiles(), '+PPST', 'a1');
    expect(step.move).toBeNull();
    expect(choosing.ready(step.choice)).toBe('a1=PPST');
    expect(choosing.offer(step.choice).ways).toEqual(['PPST', 'STPP']);
    const turned = choosing.turn(step.choice, 1);
    expect(choosing.ready(turned)).toBe('a1=STPP');
    expect(choosing.ready(choosing.turn(turned, 1))).toBe('a1=PPST');
    expect(choosing.ready(choosing.turn(step.choice, -1))).toBe('a1=STPP');
    expect(names(click(step.choice, 'a1').choice).at(-1)).toBe('STPP');
  });

  it('that was turned in hand lies so on the cell, or is looked at first', () => {
    let choice = click(tiles(), '+PPST').choice;
    choice = choosing.turn(choosing.turn(choice, 1), 1);
    expect(choosing.placementInHand(choice, choosing.chosenItem(choice)!).click).toBe('STPP');
    expect(choosing.ready(click(choice, 'a1').choice)).toBe('a1=STPP');
    const step = click(choice, 'b1');
    expect(step.move).toBeNull();
    expect(choosing.ready(step.choice)).toBe('b1=TPPS');
  });

  it('may be turned in hand without being chosen', () => {
    const choice = choosing.turn(tiles(), -1, 'PPST');
    expect(choice.turned.get('PPST')).toBe('TPPS');
    expect(names(choice)).toEqual([]);
  });

  it('on its cell goes to another cell, or back into the hand', () => {
    const { choice } = click(tiles(), '+PPST', 'a1');
    expect(cells(choice)).toEqual(['a1', 'b1']);
    expect(items(choice)).toEqual(['PPST', 'PSTS']);
    expect(click(choice, 'b1').move).toBe('b1=TPPS');
    expect(click(choice, 'c1').refused).toEqual(['PPST', 'c1']);
    expect(names(choosing.undo(choice))).toEqual(['PPST']);
    expect(names(click(choice, '+PPST').choice)).toEqual([]);
    expect(names(click(choice, '+PSTS').choice)).toEqual(['PSTS']);
  });

  it('waits for a word where there is one to say, and can still be turned', () => {
    const words = { word: { two: 'b1=x+2', points: 'b1=x+25' } };
    const tree = { item: { PPST: { cell: { b1: { way: { PPST: words, STPP: { word: { points: 'b1=y+25' } } } } } } } };
    const step = click(begin(tree, [tile('PPST')]), '+PPST', 'b1');
    expect(step.move).toBeNull();
    expect(choosing.offer(step.choice).words).toEqual(['two', 'points']);
    expect(choosing.offer(choosing.turn(step.choice, 1)).words).toEqual(['points']);
    expect(click(step.choice, '-two').move).toBe('b1=x+2');
    expect(click(choosing.turn(step.choice, 1), '-points').move).toBe('b1=y+25');
  });

  it('of which nothing is known yet is asked for, and then played', () => {
    const choice = begin({ item: { PPST: { cell: { a1: null } } } }, [tile('PPST')]);
    const step = click(choice, '+PPST', 'a1');
    const wanted = choosing.missing(step.choice)!;
    expect(choosing.namesOf(wanted.path)).toEqual(['PPST', 'a1']);
    expect(choosing.grow(step.choice, wanted.path, { way: { PSTP: 'a1=PSTP' } }).move).toBe('a1=PSTP');
  });

  it('with the name of a cell is not taken for it', () => {
    const tree: Clicks = { item: { a1: { cell: { a1: { way: { a1: 'a1=a1' } }, b1: { way: { '1a': 'b1=1a' } } } } } };
    const choice = begin(tree, [tile('a1')]);
    expect(click(choice, '+a1', 'a1').move).toBe('a1=a1');
    expect(click(choice, 'a1', '+a1').move).toBe('a1=a1');
    expect(click(choice, '+a1', 'b1').move).toBe('b1=1a');
  });
});

describe('a cell before the item', () => {
  it('offers every cell that some item fits, and tells that it comes later', () => {
    expect(cells(tiles())).toEqual(['a1', 'b1']);
    expect([...choosing.offer(tiles()).earlyCells]).toEqual(['a1', 'b1']);
  });

  it('shows the items that fit, and the item then lies there', () => {
    const { choice } = click(tiles(), 'b1');
    expect(items(choice)).toEqual(['PPST', 'PSTS']);
    expect(choosing.cellsOf(choice)).toEqual(['b1']);
    expect(click(choice, '+PSTS').move).toBe('b1=PSTS');
  });

  it('explains an item that does not fit, and stays', () => {
    const { choice } = click(tiles(), 'a1');
    expect(click(choice, '+PSTS')).toEqual({ choice, move: null, refused: ['PSTS', 'a1'] });
  });

  it('is let go by a second click, or by taking back, and replaced by another', () => {
    const { choice } = click(tiles(), 'a1');
    expect(choosing.hasEarlyCell(choice)).toBe(true);
    expect(waiting(click(choice, 'a1').choice)).toEqual([]);
    expect(waiting(choosing.undo(choice))).toEqual([]);
    expect(waiting(click(choice, 'b1').choice)).toEqual(['b1']);
    expect(click(choice, 'c1').refused).toEqual(['c1']);
  });

  it('needs the whole tree', () => {
    const choice = begin({ item: { PPST: null } }, [tile('PPST')]);
    expect(choosing.missing(choice)).toEqual({ path: [], whole: true });
    const grown = choosing.grow(choice, [], { item: { PPST: { cell: { a1: { way: { PPST: 'a1=PPST' } } } } } });
    expect(choosing.missing(grown.choice)).toBeNull();
    expect(cells(grown.choice)).toEqual(['a1']);
  });
});

describe('an item after the cell', () => {
  it('is played in either order', () => {
    expect(click(giving(), 'a1', '+short').move).toBe('a1 short');
    expect(click(giving(), '+short', 'a1').move).toBe('a1 short');
  });

  it('offers both at first, then what goes with the one that was clicked', () => {
    expect([cells(giving()), items(giving())]).toEqual([
      ['a1', 'b1'],
      ['tall', 'short'],
    ]);
    expect([...choosing.offer(giving()).earlyCells]).toEqual([]);
    expect(items(click(giving(), 'b1').choice)).toEqual(['tall']);
    expect(cells(click(giving(), '+short').choice)).toEqual(['a1']);
    expect(choosing.hasEarlyCell(click(giving(), 'b1').choice)).toBe(false);
  });

  it('can be put back, replaced, or refused', () => {
    const { choice } = click(giving(), '+short');
    expect(waiting(choice)).toEqual(['short']);
    expect(waiting(click(choice, '+short').choice)).toEqual([]);
    expect(waiting(click(choice, '+tall').choice)).toEqual(['tall']);
    expect(click(choice, 'b1').refused).toEqual(['b1', 'short']);
    expect(click(giving(), 'b1', '+short').refused).toEqual(['b1', 'short']);
    expect(names(click(giving(), 'a1', 'b1').choice)).toEqual(['b1']);
  });

  it('needs the whole tree, where it was cut', () => {
    expect(choosing.missing(begin({ cell: { a1: null } }, [piece('tall')]))?.whole).toBe(true);
  });

  it('is turned where it can lie in several ways', () => {
    const tree: Clicks = {
      cell: {
        a1: { item: { PPST: { way: { PPST: 'p', STPP: 's' } } } },
        b1: { item: { PPST: { way: { TPPS: 't' } } } },
      },
    };
    const choice = begin(tree, [tile('PPST')]);
    for (const order of [
      ['a1', '+PPST'],
      ['+PPST', 'a1'],
    ]) {
      const step = click(choice, ...order);
      expect(choosing.ready(step.choice)).toBe('p');
      expect(step.move).toBeNull();
      expect(choosing.placed(step.choice)).toMatchObject({ cell: 'a1', lying: { click: 'PPST' } });
      expect(choosing.ready(choosing.turn(step.choice, 1))).toBe('s');
      expect(click(step.choice, 'b1').move).toBe('t');
    }
    expect([...choosing.offer(click(choice, '+PPST').choice).turnedCells]).toEqual(['b1']);
  });
});

describe('other shapes of trees', () => {
  it('an item alone is a move, also beside cells', () => {
    const choice = begin({ item: { tall: 'give tall' }, cell: { a1: 'a1' } }, [piece('tall')]);
    expect(click(choice, '+tall').move).toBe('give tall');
    expect(click(choice, 'a1').move).toBe('a1');
  });

  it('a word alone is a move at once', () => {
    expect(choosing.offer(tiles()).words).toEqual(['pass']);
    expect(click(tiles(), '-pass').move).toBe('pass');
    expect(choosing.offer(click(tiles(), 'a1').choice).words).toEqual([]);
  });

  it('an orientation may come before the cell', () => {
    const tree: Clicks = { item: { PPST: { way: { PPST: { cell: { a1: 'pa' } }, STPP: { cell: { b1: 'sb' } } } } } };
    const choice = begin(tree, [tile('PPST')]);
    const { choice: chosen } = click(choice, '+PPST');
    expect(names(chosen)).toEqual(['PPST', 'PPST']);
    expect(cells(chosen)).toEqual(['a1', 'b1']);
    expect([...choosing.offer(chosen).turnedCells]).toEqual(['b1']);
    expect(choosing.ready(click(chosen, 'b1').choice)).toBe('sb');
    expect(choosing.ready(click(choice, 'b1', '+PPST').choice)).toBe('sb');
    expect(names(choosing.turn(chosen, 1))).toEqual(['PPST', 'STPP']);
    expect(names(choosing.undo(chosen))).toEqual([]);
  });

  it('an item with two cells may be clicked first, between them, or last', () => {
    const tree: Clicks = { item: { king: { cell: { a1: { cell: { b2: 'Ka1xb2', c3: 'Ka1xc3' } }, b1: 'Kb1' } } } };
    for (const order of [
      ['+king', 'a1', 'c3'],
      ['a1', '+king', 'c3'],
      ['a1', 'c3', '+king'],
    ])
      expect(click(begin(tree, [piece('king')]), ...order).move).toBe('Ka1xc3');
    const { choice } = click(begin(tree, [piece('king')]), '+king', 'a1');
    expect(cells(choice)).toEqual(['b2', 'c3']);
    expect(click(choice, 'b1').move).toBe('Kb1');
  });

  it('a third cell after two may take something, and is confirmed', () => {
    const mill = begin({ cell: { a1: { cell: { a4: 'a1-a4', d1: { cell: { g7: 'a1-d1xg7' } } } } } });
    expect(click(mill, 'a1', 'a4').move).toBe('a1-a4');
    const step = click(mill, 'a1', 'd1', 'g7');
    expect([step.move, choosing.ready(step.choice)]).toEqual([null, 'a1-d1xg7']);
  });

  it('a tile on its cell may still need a cell: that one is offered, and another place can be taken', () => {
    const tree: Clicks = {
      item: { PPST: { cell: { a1: { way: { PPST: { cell: { c3: 'a1xc3' } } } }, b1: { way: { PPST: 'b1' } } } } },
    };
    const { choice } = click(begin(tree, [tile('PPST')]), '+PPST', 'a1');
    expect(choosing.placed(choice)?.cell).toBe('a1');
    expect(cells(choice)).toEqual(['c3']);
    expect(click(choice, 'c3').move).toBe('a1xc3');
    expect(click(choice, 'b1').move).toBe('b1');
  });

  it('deep trees are followed through branches that were cut', () => {
    let step = click(begin({ cell: { a1: { cell: { a2: null } }, b1: null } }), 'a1', 'a2');
    for (const name of ['a3', 'a4']) {
      const { path } = choosing.missing(step.choice)!;
      step = choosing.grow(step.choice, path, { cell: { [name]: null } });
      expect(cells(step.choice)).toEqual([name]);
      step = click(step.choice, name);
    }
    const { path } = choosing.missing(step.choice)!;
    expect(choosing.namesOf(path)).toEqual(['a1', 'a2', 'a3', 'a4']);
    step = click(choosing.grow(step.choice, path, { cell: { b4: 'a1NNNE' } }).choice, 'b4');
    expect(choosing.ready(step.choice)).toBe('a1NNNE');
  });
});

it('an item that is not offered is refused', () => {
  expect(click(begin({ word: { draw: 'draw' } }, [tile('0011')]), '+0011').refused).toEqual(['0011']);
});

it('moves are listed with their clicks, as far as they are known', () => {
  const { moves, isWhole } = choosing.movesIn(sowing().tree);
  expect(moves.map(({ move }) => move)).toEqual(['a1NN', 'a1NE', 'c1N']);
  expect(isWhole).toBe(false);
  expect(moves[2]!.clicks).toEqual([
    { kind: 'cell', name: 'c1' },
    { kind: 'cell', name: 'c2' },
  ]);
  expect(choosing.movesIn(tiles().tree).isWhole).toBe(true);
});

describe('a move that is proposed', () => {
  it('is laid at once and waits to be played', () => {
    const choice = tiles();
    const laid = choosing.lay(choice, choosing.clicksNamed(choice.tree, ['PPST', 'a1', 'STPP']));
    expect(choosing.ready(laid)).toBe('a1=STPP');
    expect(choosing.placed(laid)).toMatchObject({ cell: 'a1', lying: { click: 'STPP' } });
    expect(choosing.ready(choosing.undo(laid))).toBeNull();
  });

  it('is followed as far as the tree is known', () => {
    expect(choosing.namesOf(choosing.clicksNamed(sowing().tree, ['a1', 'b1', 'b2']))).toEqual(['a1', 'b1']);
    expect(choosing.clicksNamed(sowing().tree, ['z9'])).toEqual([]);
  });
});
