/** Listening to a match: connects, notices when it is cut off, and comes again for what it missed. */
import type { Message, Problem, Remark } from './schemas';

export type ConnectionState = 'connecting' | 'live' | 'lost' | 'refused';

const FIRST_WAIT = 500; // milliseconds before coming again
const LONGEST_WAIT = 15_000;
const PATIENCE = 5_000; // that an event which must have happened may take to arrive
const REFUSED = 4000; // and the status of the refusal, as the server closes a socket

export interface Surroundings {
  open: (address: string) => WebSocket;
  setTimer: (action: () => void, milliseconds: number) => unknown;
  clearTimer: (timer: unknown) => void;
  chance: () => number;
}

const browser: Surroundings = {
  open: (address) => new WebSocket(address),
  setTimer: (action, milliseconds) => setTimeout(action, milliseconds),
  clearTimer: (timer) => clearTimeout(timer as number),
  chance: Math.random,
};

export interface Listener {
  address: (after: number) => string;
  onmessage: (message: Message) => void;
  onstate: (state: ConnectionState) => void;
  onrefusal: (problem: Problem) => void;
  onremarks?: (remarks: Remark[]) => void;
}

/** One match's events in order, each once, whatever happens to the connection. */
export class Connection {
  /** The number of the last event that is known. */
  sequence = 0;
  state: ConnectionState = 'connecting';
  private socket: WebSocket | null = null;
  private tries = 0;
  private again: unknown = null;
  private overdue: unknown = null;

  constructor(
    private readonly listener: Listener,
    private readonly here: Surroundings = browser,
  ) {}

  start(): void {
    this.connect();
  }

  stop(): void {
    this.clearTimers();
    this.release();
  }

  /** Come again at once, whatever the connection is worth. */
  reconnect(): void {
    this.connect();
  }

  /** Come again at once: the network is back, or the page is looked at again. */
  hurry(): void {
    if (this.state === 'lost') this.connect();
  }

  /** The network is gone: what is open is worth nothing. */
  lose(): void {
    if (this.state === 'live' || this.state === 'connecting') this.retry();
  }

  /** An event of this number must have happened; without it soon, the connection is taken for dead. */
  expect(sequence: number): void {
    if (sequence <= this.sequence || this.overdue !== null) return;
    this.overdue = this.here.setTimer(() => {
      this.overdue = null;
      if (sequence > this.sequence) this.connect();
    }, PATIENCE);
  }

  private connect(): void {
    this.clearTimers();
    this.release();
    this.tell(this.tries ? 'lost' : 'connecting');
    const socket = this.here.open(this.listener.address(this.sequence));
    this.socket = socket;
    socket.onmessage = (event) => this.hear(String(event.data));
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.socket = null;
      if (event.code >= REFUSED + 400 && event.code < REFUSED + 500) this.tell('refused');
      else this.retry();
    };
  }

  private hear(text: string): void {
    const said = JSON.parse(text) as Message | Problem | { remarks: Remark[] };
    if ('remarks' in said) {
      this.listener.onremarks?.(said.remarks);
      return;
    }
    if ('code' in said) {
      this.listener.onrefusal(said);
      return;
    }
    const first = said.events[0]?.sequence;
    if (first !== undefined && first > this.sequence + 1) {
      this.connect(); // something is missing: ask from the last known number on
      return;
    }
    const events = said.events.filter((event) => event.sequence > this.sequence);
    this.sequence = Math.max(this.sequence, said.table.sequence);
    this.tries = 0;
    this.tell('live');
    this.listener.onmessage({ ...said, events });
  }

  private retry(): void {
    this.clearTimers();
    this.release();
    this.tell('lost');
    const wait = Math.min(FIRST_WAIT * 2 ** this.tries, LONGEST_WAIT);
    this.tries += 1;
    this.again = this.here.setTimer(() => this.connect(), wait * (0.5 + this.here.chance() / 2));
  }

  private tell(state: ConnectionState): void {
    if (state === this.state) return;
    this.state = state;
    this.listener.onstate(state);
  }

  private release(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private clearTimers(): void {
    for (const timer of [this.again, this.overdue]) if (timer !== null) this.here.clearTimer(timer);
    this.again = this.overdue = null;
  }
}
