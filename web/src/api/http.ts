/** HTTP requests to the server: JSON, streamed lines, and errors as `ApiError`. */
import type { Problem } from './schemas';

/** The server refused a request, or could not be reached. */
export class ApiError extends Error {
  constructor(
    readonly problem: Problem,
    /** The HTTP status; 0 without a response. */
    readonly status: number,
  ) {
    super(problem.message);
  }
}

const UNREACHABLE: Problem = { code: 'page.unreached', message: '', values: {} };
const OFFLINE: Problem = { code: 'page.offline', message: '', values: {} };

/** Send a request, a POST where there is a body; a response that is not OK is thrown as an `ApiError`. */
export async function send(address: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const request: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(address, signal ? { ...request, signal } : request);
  } catch {
    throw new ApiError(navigator.onLine ? UNREACHABLE : OFFLINE, 0);
  }
  if (!response.ok) throw new ApiError(await readJson<Problem>(response), response.status);
  return response;
}

/** Read a JSON body; a body that is no JSON comes from something else than our server. */
async function readJson<Body>(response: Response): Promise<Body> {
  try {
    return (await response.json()) as Body;
  } catch {
    throw new ApiError(UNREACHABLE, response.status);
  }
}

export async function fetchJson<Body>(address: string, body?: unknown): Promise<Body> {
  return readJson<Body>(await send(address, body));
}

/** Read newline-delimited JSON line by line, as it arrives. */
export async function* readLines<Line>(response: Response): AsyncGenerator<Line> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    const parts = (rest + (value ?? '')).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part) yield JSON.parse(part) as Line;
    if (done) return;
  }
}

const cache = new Map<string, Promise<unknown>>();

/** Fetch what never changes, once; a failure is not cached. */
export function fetchOnce<Body>(address: string): Promise<Body> {
  let answer = cache.get(address);
  if (!answer) {
    answer = fetchJson(address);
    cache.set(address, answer);
    answer.catch(() => cache.delete(address));
  }
  return answer as Promise<Body>;
}

export function matchAddress(match: string, place: string): string {
  return `/api/matches/${encodeURIComponent(match)}/${place}`;
}

/** The address of a WebSocket. */
export function socketAddress(path: string, query: Record<string, string>): string {
  const address = new URL(path, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.search = new URLSearchParams(query).toString();
  return address.href;
}
