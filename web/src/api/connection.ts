/** The WebSocket event stream of a match, with reconnection and catch-up. */
import type { Message, Problem, Remark } from './schemas';

export type ConnectionState = 'connecting' | 'live' | 'lost' | 'refused';

const FIRST_WAIT = 500; // milliseconds before the first retry
const LONGEST_WAIT = 15_000;
const PATIENCE = 5_000; // milliseconds to wait for an event that must have happened
const REFUSED = 4000; // close codes are this plus the HTTP status

export interface Environment {
  open: (address: string) => WebSocket;
  setTimer: (action: () => void, milliseconds: number) => unknown;
  clearTimer: (timer: unknown) => void;
  random: () => number;
}

const browser: Environment = {
  open: (address) => new WebSocket(address),
  setTimer: (action, milliseconds) => setTimeout(action, milliseconds),
  clearTimer: (timer) => clearTimeout(timer as number),
  random: Math.random,
};

export interface Listener {
  address: (after: number) => string;
  onmessage: (message: Message) => void;
  onstate: (state: ConnectionState) => void;
  onrefusal: (problem: Problem) => void;
  onremarks?: (remarks: Remark[]) => void;
}

/** Delivers the events of a match in order and exactly once, across reconnections. */
export class Connection {
  /** The sequence number of the last known event. */
  sequence = 0;
  state: ConnectionState = 'connecting';
  private socket: WebSocket | null = null;
  private tries = 0;
  private retryTimer: unknown = null;
  private deadline: unknown = null;

  constructor(
    private readonly listener: Listener,
    private readonly environment: Environment = browser,
  ) {}

  start(): void {
    this.connect();
  }

  stop(): void {
    this.clearTimers();
    this.release();
  }

  /** Reconnect at once, in any state. */
  reconnect(): void {
    this.connect();
  }

  /** Retry at once if disconnected: the network is back, or the page is visible again. */
  resume(): void {
    if (this.state === 'lost') this.connect();
  }

  /** The network is gone: drop the connection. */
  drop(): void {
    if (this.state === 'live' || this.state === 'connecting') this.retry();
  }

  /** An event with this number must have happened; reconnect if it does not arrive soon. */
  expect(sequence: number): void {
    if (sequence <= this.sequence || this.deadline !== null) return;
    this.deadline = this.environment.setTimer(() => {
      this.deadline = null;
      if (sequence > this.sequence) this.connect();
    }, PATIENCE);
  }

  private connect(): void {
    this.clearTimers();
    this.release();
    this.setState(this.tries ? 'lost' : 'connecting');
    const socket = this.environment.open(this.listener.address(this.sequence));
    this.socket = socket;
    socket.onmessage = (event) => this.receive(String(event.data));
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.socket = null;
      if (event.code >= REFUSED + 400 && event.code < REFUSED + 500) this.setState('refused');
      else this.retry();
    };
  }

  private receive(text: string): void {
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
      this.connect(); // a gap: ask again from the last known number
      return;
    }
    const events = said.events.filter((event) => event.sequence > this.sequence);
    this.sequence = Math.max(this.sequence, said.table.sequence);
    this.tries = 0;
    this.setState('live');
    this.listener.onmessage({ ...said, events });
  }

  private retry(): void {
    this.clearTimers();
    this.release();
    this.setState('lost');
    const wait = Math.min(FIRST_WAIT * 2 ** this.tries, LONGEST_WAIT);
    this.tries += 1;
    this.retryTimer = this.environment.setTimer(() => this.connect(), wait * (0.5 + this.environment.random() / 2));
  }

  private setState(state: ConnectionState): void {
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
    for (const timer of [this.retryTimer, this.deadline]) if (timer !== null) this.environment.clearTimer(timer);
    this.retryTimer = this.deadline = null;
  }
}
