// @vitest-environment jsdom
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardState, Cell, Clicks, Frame, HandItem, Item, Symbols } from '../../src/api/schemas';
import Board from '../../src/board/Board.svelte';
import english from '../../src/board/text/en.json';
import type { BoardProps } from '../../src/board/types';

const WORDS: Record<string, string> = {
  'tiles.click.pass': 'Pass',
  'tiles.click.+2': 'Two more',
  'tiles.click.+25': 'Points',
};
for (const [name, text] of Object.entries(english)) WORDS[`board.${name}`] = text;

function say(code: string, values: Record<string, string | number> = {}): string {
  return (WORDS[code] ?? code).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

function cell(name: string, x: number, y: number): Cell {
  return {
    name,
    points: [
      [x - 50, y - 50],
      [x + 50, y - 50],
      [x + 50, y + 50],
      [x - 50, y + 50],
    ],
  };
}

function item(symbol: string, name: string, x: number, y = 0): Item {
  return { symbol, name, x, y, turn: 0, scale: 1, way: [] };
}

function tile(name: string): HandItem {
  const lying = [...name].map((_, k) => ({
    click: name.slice(k) + name.slice(0, k),
    symbol: `tiles-${name}`,
    turn: 90 * k,
  }));
  return { symbol: `tiles-${name}`, click: name, turn: 0, lying };
}

const FRAME: Frame = {
  box: [0, 0, 300, 100],
  svg: '<path d="M0 0"/>',
  cells: [cell('a1', 50, 50), cell('b1', 150, 50), cell('c1', 250, 50)],
  is_lattice: false,
  is_hidden: false,
};
const LATTICE: Frame = { box: null, svg: '', cells: [], is_lattice: true, is_hidden: true };

function board(items: Item[], tiles: HandItem[] = [], more: Partial<BoardState> = {}): BoardState {
  const hand = { seat: 0, symbol: 'tiles-0', number: tiles.length, items: tiles, backs: 0, back: '' };
  return {
    box: [0, 0, 300, 100],
    cells: [],
    items,
    labels: [],
    marks: [],
    hands: [hand],
    shared: [],
    well: null,
    placing: '',
    ...more,
  };
}

const SYMBOLS: Symbols = {
  is_spelled: false,
  symbols: { 'tiles-0': '', 'tiles-x': '<use href="#page-glyph"/>', glyph: '', unused: '' },
  names: {
    'tiles-light': ['light one'],
    'tiles-PPST': ['tile P P S T', 'tile T P P S', 'tile S T P P', 'tile P S T P'],
    'tiles-0011': ['tile 0 0 1 1'],
    'tiles-0': ['red tile'],
  },
};

let shown: Record<string, unknown> | null = null;
const asked = { onmove: vi.fn(), onpath: vi.fn(), onpreview: vi.fn(), onwhy: vi.fn() };

function show(state: BoardState, clicks: Clicks | null, frame = FRAME, more: Partial<BoardProps> = {}): void {
  const props: BoardProps = {
    game: 'tiles',
    frame,
    symbols: SYMBOLS,
    board: state,
    clicks,
    seat: 0,
    names: ['Ada'],
    canMove: clicks !== null,
    reducedMotion: true,
    say,
    ...asked,
    ...more,
  };
  shown = mount(Board, { target: document.body, props });
  flushSync();
}

function spot(name: string): HTMLElement {
  return document.querySelector<HTMLElement>(`[data-spot="${name}"]`)!;
}

function click(name: string): void {
  spot(name).dispatchEvent(new MouseEvent('click', { bubbles: true }));
  flushSync();
}

function press(key: string, on: Element = document.body, more: KeyboardEventInit = {}): void {
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  flushSync();
}

function button(text: string): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].find((each) => each.textContent?.trim() === text);
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  await tick();
  flushSync();
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  asked.onmove.mockResolvedValue(true);
  asked.onpreview.mockResolvedValue(null);
});

afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  vi.unstubAllGlobals();
  for (const each of Object.values(asked)) each.mockReset();
});

describe('what is drawn', () => {
  it('has every cell with a name that says what lies there', () => {
    show(board([item('tiles-light', 'a1', 50)]), { cell: { b1: 'b1' } });
    expect(spot('cell:a1').getAttribute('aria-label')).toContain('a1: light one');
    expect(spot('cell:b1').getAttribute('aria-label')).toBe('b1, empty, possible');
    expect(spot('cell:c1').getAttribute('aria-label')).toBe('c1, empty');
  });

  it('defines the symbols that are used, and no others', () => {
    show(board([item('tiles-x', 'a1', 50)]), null);
    expect([...document.querySelectorAll('symbol')].map((symbol) => symbol.id)).toEqual([
      'page-glyph',
      'page-tiles-0',
      'page-tiles-x',
    ]);
  });

  it('marks what can be clicked by shape', () => {
    show(board([item('tiles-x', 'a1', 50)]), { cell: { a1: { cell: { c1: 'a1-c1' } }, b1: 'b1' } });
    expect(document.querySelectorAll('path.hint')).toHaveLength(1); // on a piece, where a dot could be taken for one
    expect(document.querySelectorAll('circle.hint')).toHaveLength(1);
  });

  it('explains a hollow dot where there is one', () => {
    const fits = (way: string): Clicks => ({ item: { PPST: { cell: { a1: { way: { [way]: 'laid' } } } } } });
    for (const [way, isHollow] of [
      ['TPPS', true],
      ['PPST', false],
    ] as const) {
      show(board([], [tile('PPST')]), fits(way), FRAME, { confirm: 'always' });
      click('item:PPST');
      expect(document.querySelector('.hint.ring') !== null).toBe(isHollow);
      expect(document.querySelector('.prompt')!.textContent.includes('hollow')).toBe(isHollow);
      void unmount(shown!);
      shown = null;
    }
  });

  it('shows nothing to click where it is not the turn', () => {
    show(board([], [tile('PPST')]), null);
    expect(document.querySelectorAll('.hint, .offered')).toHaveLength(0);
    click('cell:a1');
    expect(asked.onwhy).not.toHaveBeenCalled();
  });
});

describe('clicking', () => {
  it('plays a cell at once', () => {
    show(board([]), { cell: { b1: 'b1' } });
    click('cell:b1');
    expect(asked.onmove).toHaveBeenCalledExactlyOnceWith('b1');
    click('cell:b1');
    expect(asked.onmove).toHaveBeenCalledTimes(1);
  });

  it('asks why where it leads to nothing', () => {
    show(board([]), { cell: { b1: 'b1' } });
    click('cell:c1');
    expect(asked.onwhy).toHaveBeenCalledExactlyOnceWith(['c1']);
    expect(asked.onmove).not.toHaveBeenCalled();
  });

  it('lets a refused move be chosen again', async () => {
    asked.onmove.mockResolvedValue(false);
    show(board([]), { cell: { b1: 'b1' } });
    click('cell:b1');
    await settle();
    click('cell:b1');
    expect(asked.onmove).toHaveBeenCalledTimes(2);
  });

  it('turns a tile on its cell until it is confirmed', () => {
    show(board([], [tile('PPST')]), {
      item: { PPST: { cell: { b1: { way: { PPST: 'b1=PPST', STPP: 'b1=STPP' } } } } },
    });
    click('item:PPST');
    click('cell:b1');
    expect(asked.onmove).not.toHaveBeenCalled();
    expect(document.querySelector('.ghost use')?.getAttribute('transform')).toBe('rotate(0)');
    press('r');
    expect(document.querySelector('.ghost use')?.getAttribute('transform')).toBe('rotate(180)');
    button('Confirm')!.click();
    expect(asked.onmove).toHaveBeenCalledExactlyOnceWith('b1=STPP');
  });

  it('shows the tiles that fit a square', () => {
    show(board([], [tile('PPST'), tile('PSTS')]), {
      item: {
        PPST: { cell: { a1: { way: { PPST: 'a1=PPST' } } } },
        PSTS: { cell: { b1: { way: { PSTS: 'b1=PSTS' } } } },
      },
    });
    click('cell:b1');
    expect(spot('item:PPST').classList.contains('dimmed')).toBe(true);
    expect(spot('item:PSTS').classList.contains('dimmed')).toBe(false);
    click('item:PSTS');
    expect(asked.onmove).toHaveBeenCalledExactlyOnceWith('b1=PSTS');
  });

  it('offers words as buttons', () => {
    show(board([], [tile('PPST')]), {
      word: { pass: 'pass' },
      item: { PPST: { cell: { b1: { way: { PPST: { word: { '+2': 'b1=PPST+2', '+25': 'b1=PPST+25' } } } } } } },
    });
    expect(button('Pass')).toBeDefined();
    click('item:PPST');
    click('cell:b1');
    button('Two more')!.click();
    expect(asked.onmove).toHaveBeenCalledExactlyOnceWith('b1=PPST+2');
  });

  it('fetches the branch that is missing', async () => {
    asked.onpath.mockResolvedValue({ cell: { c1: 'a1EE' } });
    show(board([item('tiles-x', 'a1', 50)]), { cell: { a1: { cell: { b1: null } } } });
    click('cell:a1');
    click('cell:b1');
    expect(asked.onpath).toHaveBeenCalledExactlyOnceWith(['a1', 'b1'], false);
    await settle();
    click('cell:c1');
    expect(button('Confirm')).toBeDefined();
  });
});

describe('looking ahead', () => {
  const present = board([item('tiles-x', 'a1', 50), item('tiles-x', 'b1', 150)]);

  it('asks before something is taken away, and shows what', async () => {
    asked.onpreview.mockResolvedValue(board([item('tiles-x', 'c1', 250)]));
    show(present, { cell: { a1: { cell: { c1: 'a1-c1' } } } });
    click('cell:a1');
    click('cell:c1');
    await settle();
    expect(asked.onmove).not.toHaveBeenCalled();
    expect(document.querySelectorAll('.lost')).toHaveLength(1);
    button('Confirm')!.click();
    expect(asked.onmove).toHaveBeenCalledExactlyOnceWith('a1-c1');
  });

  it('plays at once where nothing is lost', async () => {
    asked.onpreview.mockResolvedValue(board([item('tiles-x', 'c1', 250), item('tiles-x', 'b1', 150)]));
    show(present, { cell: { a1: { cell: { c1: 'a1-c1' } } } });
    click('cell:a1');
    click('cell:c1');
    await settle();
    expect(asked.onmove).toHaveBeenCalledExactlyOnceWith('a1-c1');
  });
});

describe('the piece to place', () => {
  const over = (name: string): void => {
    spot(name).dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    flushSync();
  };
  const ghost = (): string | null | undefined => document.querySelector('.ghost use')?.getAttribute('href');
  const place = (): string | null | undefined => document.querySelector('.ghost')?.getAttribute('transform');

  it('is shown beside the prompt when it is known without a choice, and on the cell under the pointer', () => {
    show(board([], [], { placing: 'tiles-0' }), { cell: { b1: 'b1' } });
    expect(document.querySelector('.placing [role=img]')?.getAttribute('aria-label')).toBe('red tile');
    expect(ghost()).toBeUndefined();
    over('cell:b1');
    expect([ghost(), place()]).toEqual(['#page-tiles-0', 'translate(150 50)']);
    over('cell:c1');
    expect(ghost()).toBeUndefined();
    spot('cell:b1').focus();
    flushSync();
    expect(ghost()).toBe('#page-tiles-0');
  });

  it('is not shown to others than whose turn it is', () => {
    show(board([], [], { placing: 'tiles-0' }), null);
    expect(document.querySelector('.placing')).toBeNull();
    over('cell:b1');
    expect(ghost()).toBeUndefined();
  });

  it('lies on top of what is on its cell, and stays there while the move goes on', () => {
    show(board([item('tiles-x', 'b1', 150, 30)], [], { placing: 'tiles-0' }), {
      cell: { b1: { cell: { c1: { cell: { a1: 'b1EW' } } } } },
    });
    click('cell:b1');
    over('cell:c1');
    expect([ghost(), place()]).toEqual(['#page-tiles-0', 'translate(150 30)']);
  });

  it('lies as far above a stack as the pieces of the stack are apart', () => {
    const stack = [item('tiles-x', 'b1', 150, 60), item('tiles-x', 'b1', 150, 45)];
    show(board(stack, [], { placing: 'tiles-0' }), { cell: { b1: 'b1' } });
    over('cell:b1');
    expect(place()).toBe('translate(150 30)');
  });

  it('does not hide that a path may come back to its cell', () => {
    show(board([item('tiles-x', 'b1', 150, 30)], [], { placing: 'tiles-0' }), {
      cell: { b1: { cell: { c1: { cell: { b1: 'b1EW' } } } } },
    });
    click('cell:b1');
    click('cell:c1');
    expect(document.querySelectorAll('.hint.frame:not(.halo)')).toHaveLength(1);
  });

  it('is the chosen item, as it would lie', () => {
    show(board([], [tile('PPST')]), {
      item: { PPST: { cell: { b1: { way: { STPP: 'b1=STPP' } } } } },
    });
    expect(document.querySelector('.placing')).toBeNull();
    click('item:PPST');
    over('cell:b1');
    expect(document.querySelector('.ghost use')?.getAttribute('transform')).toBe('rotate(180)');
  });

  it('is not the item that is chosen for something else', () => {
    const given = { symbol: 'tiles-x', click: 'tall', turn: 0, lying: [] };
    show(board([], [], { placing: 'tiles-0', shared: [given] }), { cell: { b1: { item: { tall: 'b1 tall' } } } });
    click('item:tall');
    expect(document.querySelector('.prompt span')?.textContent).toBe('Choose a place.');
    over('cell:b1');
    expect(ghost()).toBe('#page-tiles-0');
    click('cell:b1');
    expect(asked.onmove).toHaveBeenCalledExactlyOnceWith('b1 tall');
  });
});

describe('the prompt', () => {
  const prompt = (): string => document.querySelector('.prompt span')?.textContent ?? '';

  it('asks for one of the pieces after something was put on a free cell', () => {
    show(board([item('tiles-x', 'c1', 250)]), { cell: { a1: { cell: { c1: 'a1xc1' } } } });
    click('cell:a1');
    expect(prompt()).toBe('Choose one of those that are marked.');
  });

  it('asks for the next place after a piece was clicked', () => {
    show(board([item('tiles-x', 'a1', 50), item('tiles-x', 'c1', 250)]), { cell: { a1: { cell: { c1: 'a1-c1' } } } });
    click('cell:a1');
    expect(prompt()).toBe('Choose the next place.');
  });

  it('asks for an item where the tree has one', () => {
    const given = { symbol: 'tiles-x', click: 'tall', turn: 0, lying: [] };
    show(board([], [], { shared: [given] }), { cell: { b1: { item: { tall: 'b1 tall' } } } });
    expect(prompt()).toBe('Choose a place.');
    click('cell:b1');
    expect(prompt()).toBe('Choose one of those that are marked.');
  });
});

describe('a proposed move', () => {
  const laid = { move: 'a1EE', clicks: ['a1', 'b1', 'c1'] };

  it('is entered on the board, and what is not known of it is fetched', async () => {
    asked.onpath.mockImplementation((path: string[]) =>
      Promise.resolve({ cell: path.length === 1 ? { b1: null } : { c1: 'a1EE' } }),
    );
    show(board([item('tiles-x', 'a1', 50)]), { cell: { a1: null } }, FRAME, { laid });
    await settle();
    expect(asked.onpath.mock.calls.map(([path]) => path as string[])).toEqual([['a1'], ['a1', 'b1']]);
    expect(asked.onmove).not.toHaveBeenCalled();
    button('Confirm')!.click();
    expect(asked.onmove).toHaveBeenCalledExactlyOnceWith('a1EE');
  });

  it('that is not possible any more changes nothing', async () => {
    show(board([]), { cell: { b1: 'b1' } }, FRAME, { laid });
    await settle();
    expect(button('Confirm')).toBeUndefined();
    expect(asked.onpath).not.toHaveBeenCalled();
  });
});

it('the whole tree is asked for once where items and cells can be clicked in any order', async () => {
  asked.onpath.mockResolvedValue({ item: { PPST: null } });
  show(board([], [tile('PPST')]), { item: { PPST: null } });
  await settle();
  await settle();
  expect(asked.onpath).toHaveBeenCalledExactlyOnceWith([], true);
});

describe('keys', () => {
  it('reach one spot by Tab, and what was focused last', () => {
    show(board([], [tile('PPST')]), { item: { PPST: { cell: { a1: { way: { PPST: 'a1=PPST' } } } } } });
    expect(document.querySelectorAll('[data-spot][tabindex="0"]')).toHaveLength(1);
    spot('item:PPST').focus();
    expect(document.querySelectorAll('[data-spot][tabindex="0"]')).toHaveLength(1);
    expect(spot('item:PPST').getAttribute('tabindex')).toBe('0');
  });

  it('make, take back and confirm a move', () => {
    show(board([item('tiles-x', 'a1', 50)]), { cell: { a1: { cell: { b1: { cell: { c1: 'a1EE', a1: 'a1EW' } } } } } });
    press('Enter', spot('cell:a1'));
    press(' ', spot('cell:b1'));
    press('Enter', spot('cell:a1'));
    expect(button('Confirm')).toBeDefined();
    press('Backspace');
    expect(button('Confirm')).toBeUndefined();
    press('Enter', spot('cell:c1'));
    expect(asked.onmove).not.toHaveBeenCalled();
    press('Enter', spot('cell:c1'));
    expect(asked.onmove).toHaveBeenCalledExactlyOnceWith('a1EE');
  });

  it('clear everything by Escape, and leave fields alone', () => {
    show(board([item('tiles-x', 'a1', 50)]), { cell: { a1: { cell: { b1: { cell: { c1: 'a1EE' } } } } } });
    click('cell:a1');
    const field = document.body.appendChild(document.createElement('input'));
    press('Escape', field);
    expect(spot('cell:a1').getAttribute('aria-pressed')).toBe('true');
    press('Escape');
    expect(spot('cell:a1').getAttribute('aria-pressed')).toBe('false');
    field.remove();
  });

  it('turn and move a tile in hand, also out of turn', async () => {
    show(board([], [tile('PPST'), tile('PSTS')]), null);
    press('r', spot('item:PPST'));
    expect(spot('item:PPST').getAttribute('aria-label')).toBe('tile T P P S');
    press('ArrowRight', spot('item:PPST'), { altKey: true });
    await settle();
    const names = [...document.querySelectorAll('[data-spot^="item:"]')].map((each) => each.getAttribute('data-spot'));
    expect(names).toEqual(['item:PSTS', 'item:PPST']);
  });
});

it('a tile in hand is turned by a click while others move', () => {
  show(board([], [tile('PPST')]), null);
  click('item:PPST');
  expect(spot('item:PPST').getAttribute('aria-label')).toBe('tile T P P S');
});

it('the focus stays on the board when what had it is gone', () => {
  show(board([item('tiles-x', 'a1', 50)]), { cell: { a1: { cell: { b1: { cell: { c1: 'a1EE' } } } } } });
  for (const name of ['a1', 'b1', 'c1']) click(`cell:${name}`);
  button('Confirm')!.focus();
  button('Confirm')!.click();
  flushSync();
  expect(document.activeElement?.getAttribute('data-spot')).toBe('cell:c1');
});

it('a table without rim has cells where tiles lie, and can be fitted', () => {
  const free = [cell('1,0', 100, 0)];
  show(board([item('tiles-0011', '0,0', 0)], [], { cells: free, well: 3 }), null, LATTICE);
  expect(spot('cell:0,0').getAttribute('aria-label')).toContain('tile 0 0 1 1');
  expect(spot('cell:1,0')).not.toBeNull();
  expect(document.querySelector('button[aria-label=Fit]')).not.toBeNull();
});

describe('marks', () => {
  const texts = (selector: string): string[] =>
    [...document.querySelectorAll(selector)].map((each) => each.textContent?.trim() ?? '');

  it('number the moves since the own one, where there are several, and tell their gains', () => {
    const since = [
      { ply: 4, seat: 0, cells: ['a1'], gain: 14 },
      { ply: 5, seat: 0, cells: ['c1'], gain: -20 },
    ];
    show(board([item('tiles-x', 'a1', 50), item('tiles-x', 'c1', 250)]), null, FRAME, { since });
    expect(texts('.numbered')).toEqual(['1', '2']);
    expect(texts('.tag')).toEqual(['+14', '−20']);
    expect(document.querySelectorAll('.bracket')).toHaveLength(2);
  });

  it('have no number for a single move, and leave the mark of the last to the game', () => {
    const marks = [{ name: 'a1', kind: 'to' as const, svg: '<path class="own"/>' }];
    const since = [{ ply: 4, seat: 0, cells: ['a1'], gain: 0 }];
    show(board([item('tiles-x', 'a1', 50)], [], { marks }), null, FRAME, { since });
    expect(document.querySelectorAll('.numbered, .bracket, .tag')).toHaveLength(0);
  });

  it('show a hint with its ghost, its bulb and its chance, until a move is entered', () => {
    const hints = [{ clicks: ['PPST', 'b1', 'STPP'], chance: 0.62, label: '62%' }];
    show(
      board([], [tile('PPST')]),
      { item: { PPST: { cell: { b1: { way: { PPST: 'b1=PPST', STPP: 'b1=STPP' } } } } } },
      FRAME,
      { hints },
    );
    expect(texts('.proposal .tag')).toEqual(['62%']);
    expect(document.querySelector('.proposal .ghost use')?.getAttribute('transform')).toBe('rotate(180)');
    expect(document.querySelectorAll('.proposal .bulb')).toHaveLength(1);
    click('item:PPST');
    expect(document.querySelector('.proposal')).toBeNull();
  });

  it('show a hint for a piece that moves as a way with arrows', () => {
    const hints = [{ clicks: ['a1', 'b1', 'c1'], chance: 0.5, label: '' }];
    show(board([item('tiles-x', 'a1', 50)]), { cell: { a1: null } }, FRAME, { hints });
    expect(document.querySelectorAll('.proposal .head')).toHaveLength(2);
  });

  it('light the winning line one cell after the other, and dim the rest', () => {
    const ending = ['b1', 'c1'].map((name) => ({ name, kind: 'line' as const, svg: '' }));
    show(board([item('tiles-x', 'a1', 50), item('tiles-x', 'b1', 150)], [], { ending }), null);
    const delays = [...document.querySelectorAll<SVGElement>('g.won')].map((each) => each.style.animationDelay);
    expect(delays).toEqual(['0ms', '140ms']);
    expect(document.querySelectorAll('.items .veiled')).toHaveLength(1);
  });

  it('show the places where nothing fits, with what they ask for', () => {
    const ending = [{ name: 'b1', kind: 'blocked' as const, svg: '<path class="edges"/>' }];
    show(board([], [], { ending }), null);
    expect(document.querySelectorAll('.edges')).toHaveLength(1);
    expect(document.querySelectorAll('.cross')).toHaveLength(1);
  });
});

describe('a refusal', () => {
  const refusal = { cell: 'c1', what: 'Too far.', why: 'Go to a square beside.', link: '/learn/tiles#F2' };

  it('speaks at its cell, links to the rule without its code, and goes after six seconds', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    show(board([]), { cell: { b1: 'b1' } }, FRAME, { refusal });
    expect(document.querySelector('[role=alert]')?.textContent).toBe('Too far. Go to a square beside.');
    const link = document.querySelector<HTMLAnchorElement>('.bubble a')!;
    expect([link.textContent, link.getAttribute('href')]).toEqual(['Why?', '/learn/tiles#F2']);
    expect(document.querySelectorAll('.refused')).toHaveLength(1);
    vi.advanceTimersByTime(6000);
    flushSync();
    expect(document.querySelector('.bubble, .refused')).toBeNull();
    vi.useRealTimers();
  });

  it('goes by Escape', () => {
    show(board([]), { cell: { b1: 'b1' } }, FRAME, { refusal });
    press('Escape');
    expect(document.querySelector('.bubble, .refused')).toBeNull();
  });

  it('speaks at a tile too', () => {
    show(board([], [tile('PPST')]), { cell: { b1: 'b1' } }, FRAME, { refusal: { ...refusal, cell: 'PPST', link: '' } });
    expect(document.querySelector('[role=alert]')).not.toBeNull();
    expect(document.querySelector('.bubble a, .refused')).toBeNull();
  });
});

describe('cells that stand for each other', () => {
  const lifting = (): BoardState =>
    board([item('tiles-x', 'a1', 50), item('tiles-0', 'b1', 150)], [], {
      lifts: { a1: ['tiles-x'] },
      groups: { a1: [['b1', 'c1'], ['d1']] },
    });

  it('are all offered, and mean the one that the move names', async () => {
    const tree = { cell: { a1: { cell: { e1: { cell: { b1: 'a1-e1/b1', d1: 'a1-e1/d1' } } } } } };
    const cells = [...FRAME.cells, cell('d1', 350, 50), cell('e1', 450, 50)];
    show(lifting(), tree, { ...FRAME, cells });
    click('cell:a1');
    click('cell:e1');
    const offered = [...document.querySelectorAll('.cell.offered')].map((each) => each.getAttribute('data-spot'));
    expect(offered).toEqual(['cell:b1', 'cell:c1', 'cell:d1']);
    click('cell:c1');
    await settle();
    expect(asked.onwhy).not.toHaveBeenCalled();
    expect(spot('cell:b1').getAttribute('aria-pressed')).toBe('true');
  });

  it('are not asked for where there is one choice', async () => {
    const tree = { cell: { a1: { cell: { e1: { cell: { b1: 'a1-e1/b1' } } } } } };
    show(lifting(), tree, { ...FRAME, cells: [...FRAME.cells, cell('e1', 450, 50)] });
    click('cell:a1');
    click('cell:e1');
    await settle();
    expect(spot('cell:b1').getAttribute('aria-pressed')).toBe('true');
  });
});

describe('pieces in the hand', () => {
  const sown = (): BoardState =>
    board([item('tiles-x', 'a1', 50), item('tiles-light', 'a1', 50)], [], {
      lifts: { a1: ['tiles-x', 'tiles-light', 'tiles-0'] },
    });
  const tree = {
    cell: { a1: { cell: { b1: { cell: { a1: { cell: { b1: 'a1EWE' } }, c1: { cell: { b1: 'a1EEW' } } } } } } },
  };
  const lying = (): (string | null)[] =>
    [...document.querySelectorAll('.items use')].map((each) => each.getAttribute('href'));
  const carried = (): (string | null)[] =>
    [...document.querySelectorAll('.carried use')].map((each) => each.getAttribute('href'));

  it('are put down one by one, and come back by undo', () => {
    const onsound = vi.fn();
    show(sown(), tree, FRAME, { onsound });
    click('cell:a1');
    expect(lying()).toEqual(['#page-tiles-x', '#page-tiles-light', '#page-tiles-0']);
    click('cell:b1');
    expect(lying()).toEqual(['#page-tiles-x']);
    expect(carried()).toEqual(['#page-tiles-light', '#page-tiles-0']);
    click('cell:c1');
    expect(lying()).toEqual(['#page-tiles-x', '#page-tiles-light']);
    expect(carried()).toEqual(['#page-tiles-0']);
    expect(onsound.mock.calls).toEqual([['lift'], ['sow', 0], ['sow', 1]]);
    press('Backspace');
    expect(lying()).toEqual(['#page-tiles-x']);
    press('Escape');
    expect(lying()).toEqual(['#page-tiles-x', '#page-tiles-light']);
    expect(document.querySelector('.carried')).toBeNull();
  });

  it('mark the next squares, the way and where they came from', () => {
    show(sown(), tree);
    click('cell:a1');
    click('cell:b1');
    expect(document.querySelectorAll('.next')).toHaveLength(2);
    expect(document.querySelectorAll('.origin')).toHaveLength(1);
    expect(document.querySelectorAll('.arrow:not(.next-arrow)')).toHaveLength(1);
  });
});

describe('confirming', () => {
  const tap = (name: string, size: number, x = 0): void => {
    for (const element of document.querySelectorAll('.cell')) {
      const left = FRAME.cells.findIndex((each) => `cell:${each.name}` === element.getAttribute('data-spot')) * size;
      element.getBoundingClientRect = () => new DOMRect(left, 0, size, size);
    }
    const event = new PointerEvent('click', { bubbles: true, pointerType: 'touch', clientX: x, clientY: size / 2 });
    spot(name).dispatchEvent(event);
    flushSync();
  };

  it('is asked for after a touch on a small cell; a second touch plays', () => {
    show(board([]), { cell: { b1: 'b1' } });
    tap('cell:b1', 30);
    expect(asked.onmove).not.toHaveBeenCalled();
    expect(button('Confirm')).toBeDefined();
    tap('cell:b1', 30);
    expect(asked.onmove).toHaveBeenCalledExactlyOnceWith('b1');
  });

  it('is not asked for on large cells, nor with a mouse', () => {
    show(board([]), { cell: { b1: 'b1', c1: 'c1' } });
    tap('cell:b1', 60);
    expect(asked.onmove).toHaveBeenCalledExactlyOnceWith('b1');
  });

  it('is always asked for, or never', () => {
    show(board([]), { cell: { b1: 'b1' } }, FRAME, { confirm: 'always' });
    click('cell:b1');
    expect(asked.onmove).not.toHaveBeenCalled();
    button('Confirm')!.click();
    expect(asked.onmove).toHaveBeenCalledTimes(1);
    void unmount(shown!);
    show(board([item('tiles-x', 'a1', 50)]), { cell: { a1: { cell: { b1: { cell: { c1: 'a1EE' } } } } } }, FRAME, {
      confirm: 'never',
    });
    for (const name of ['a1', 'b1', 'c1']) click(`cell:${name}`);
    expect(asked.onmove).toHaveBeenLastCalledWith('a1EE');
  });

  it('a touch beside a small cell takes the nearest possible one', () => {
    show(board([]), { cell: { b1: 'b1' } });
    tap('cell:a1', 30, 28);
    expect(spot('cell:b1').getAttribute('aria-pressed')).toBe('true');
    expect(asked.onwhy).not.toHaveBeenCalled();
    press('Escape');
    tap('cell:c1', 30, 89);
    expect(asked.onwhy).toHaveBeenCalledTimes(1);
  });
});
