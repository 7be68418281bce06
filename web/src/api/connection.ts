/** The WebSocket event stream of a match, with reconnection and catch-up. */
import { ApiError } from './http';
import type { Command, Message, Problem, Remark, Table } from './schemas';

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

/** The answer to a command that was sent over the socket. */
interface Answer {
  answer: number;
  sequence?: number;
  problem?: Problem;
}

/** Delivers the events of a match in order and exactly once, across reconnections. */
export class Connection {
  /** The sequence number of the last known event. */
  sequence = 0;
  state: ConnectionState = 'connecting';
  private socket: WebSocket | null = null;
  /** The table as it is known: a brief message has only what moves change of it. */
  private table: Table | null = null;
  private tries = 0;
  private retryTimer: unknown = null;
  private deadline: unknown = null;
  private sent = 0;
  /** What to do with the answer to each command under way; null where it got lost. */
  private waiting = new Map<number, (answer: Answer | null) => void>();

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

  /**
   * Send a command over the socket; a refusal is thrown. The result is null where there is no connection, or where it was
   * lost before the answer: then the command may be sent again as a request.
   */
  async command(command: Command): Promise<{ sequence: number } | null> {
    const { socket } = this;
    if (this.state !== 'live' || socket === null) return null;
    const number = (this.sent += 1);
    const timer = this.environment.setTimer(() => this.connect(), PATIENCE);
    const answer = await new Promise<Answer | null>((resolve) => {
      this.waiting.set(number, resolve);
      try {
        socket.send(JSON.stringify({ number, command }));
      } catch {
        this.settle(number, null);
      }
    });
    this.environment.clearTimer(timer);
    if (answer?.problem) throw new ApiError(answer.problem, 0);
    return answer && { sequence: answer.sequence ?? this.sequence };
  }

  private settle(number: number, answer: Answer | null): void {
    this.waiting.get(number)?.(answer);
    this.waiting.delete(number);
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
      this.lose();
      if (event.code >= REFUSED + 400 && event.code < REFUSED + 500) this.setState('refused');
      else this.retry();
    };
  }

  private receive(text: string): void {
    const said = JSON.parse(text) as Message | Problem | Answer | { remarks: Remark[] };
    if ('answer' in said) {
      this.settle(said.answer, said);
      return;
    }
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
    const table = (this.table = { ...this.table, ...said.table });
    this.sequence = Math.max(this.sequence, table.sequence);
    this.tries = 0;
    this.setState('live');
    this.listener.onmessage({ ...said, events, table });
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
    this.lose();
    socket?.close();
  }

  /** Nothing more comes over the socket. */
  private lose(): void {
    this.socket = null;
    for (const number of [...this.waiting.keys()]) this.settle(number, null);
  }

  private clearTimers(): void {
    for (const timer of [this.retryTimer, this.deadline]) if (timer !== null) this.environment.clearTimer(timer);
    this.retryTimer = this.deadline = null;
  }
}
