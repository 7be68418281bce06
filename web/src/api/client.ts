/** The client of the HTTP API: games, sessions, accounts, matches, tournaments. */
import { currentLanguage } from '../i18n/messages';
import { fetchJson, fetchOnce, matchAddress, send, socketAddress } from './http';
import type {
  AbuseReport,
  Account,
  AccountKind,
  Analysis,
  BoardState,
  Challenge,
  Clicks,
  Command,
  Frame,
  GamePictures,
  Invitation,
  LevelFit,
  ListedMatch,
  ListedTournament,
  MatchList,
  MatchWish,
  Message,
  ModeratorPage,
  NewAccount,
  NewMatch,
  PairedMatch,
  PairingWish,
  Player,
  PlayerHistory,
  Problem,
  PushKey,
  RatingList,
  Sanction,
  Session,
  Shelf,
  ShownBoard,
  Symbols,
  Tournament,
  TournamentWish,
  Words,
} from './schemas';

export interface MatchSearch {
  game: string;
  opponent: string;
  result: string;
}

export type RatingGroup = 'all' | 'people' | 'levels';

function inviteAddress(token: string): string {
  return `/api/invites/${encodeURIComponent(token)}`;
}

/** The address of the words of all games, or of one. */
export function wordsAddress(language: string, game = ''): string {
  return `/api/games/words?language=${language}${game && `&game=${game}`}`;
}

/** The address of a game's symbols, with the names of pieces in the user's language, or by letters. */
export function symbolsAddress(game: string, letters = false): string {
  return `/api/games/${game}/symbols?language=${currentLanguage()}${letters ? '&letters=true' : ''}`;
}

function tournamentAddress(id: string): string {
  return `/api/tournaments/${encodeURIComponent(id)}`;
}

function pathQuery(path: string[]): URLSearchParams {
  return new URLSearchParams(path.map((click) => ['path', click]));
}

export const api = {
  shelf: () => fetchOnce<Shelf>('/api/games'),
  pictures: async () => (await fetchOnce<GamePictures>('/api/games/pictures')).pictures,
  words: async (language: string, game = '') => (await fetchOnce<Words>(wordsAddress(language, game))).words,
  symbols: (game: string, letters = false) => fetchOnce<Symbols>(symbolsAddress(game, letters)),

  session: () => fetchJson<Session>('/api/session'),
  rename: (name: string) => fetchJson<Session>('/api/session', { name }),

  signUp: (name: string, password: string, kind: AccountKind) =>
    fetchJson<NewAccount>('/api/accounts', { name, password, kind }),
  logIn: (name: string, password: string, take_along: boolean) =>
    fetchJson<Session>('/api/login', { name, password, take_along }),
  logOut: () => fetchJson<Session>('/api/logout', {}),
  recover: (name: string, code: string, password: string) =>
    fetchJson<Session>('/api/recover', { name, code, password }),
  account: () => fetchJson<Account>('/api/account'),
  changePassword: (password: string, next: string) =>
    fetchJson<Account>('/api/account/password', { password, new: next }),
  createCodes: async (password: string) =>
    (await fetchJson<{ codes: string[] }>('/api/account/codes', { password })).codes,
  createToken: async (password: string, label: string) =>
    (await fetchJson<{ token: string }>('/api/account/tokens', { password, label })).token,
  endSession: (mark: string) => fetchJson<unknown>(`/api/account/sessions/${mark}/end`, {}),
  endOtherSessions: () => fetchJson<unknown>('/api/account/sessions/end', {}),
  deleteAccount: (password: string) => fetchJson<Session>('/api/account/delete', { password }),

  pushKey: () => fetchJson<PushKey>('/api/push/key'),
  addSubscription: (subscription: PushSubscriptionJSON, language: string) =>
    fetchJson<unknown>('/api/push/subscriptions', { ...subscription, language }),
  endSubscription: (endpoint: string) => fetchJson<unknown>('/api/push/subscriptions/end', { endpoint }),

  challenges: async () => (await fetchJson<{ challenges: Challenge[] }>('/api/challenges')).challenges,
  acceptChallenge: (match: string, commitment: string, part: string) =>
    fetchJson<unknown>(
      `/api/challenges/${encodeURIComponent(match)}/accept?${new URLSearchParams({ commitment, part })}`,
      {},
    ),
  declineChallenge: (match: string) => fetchJson<unknown>(`/api/challenges/${encodeURIComponent(match)}/decline`, {}),

  createCommitment: (byLot = true) => fetchJson<{ commitment: string }>('/api/commitments', { by_lot: byLot }),
  createMatch: (wish: MatchWish) => fetchJson<NewMatch>('/api/matches', wish),
  /** Sit down at an open table that fits, or wait at a new one. */
  pair: (wish: PairingWish) => fetchJson<PairedMatch>('/api/pairing', wish),
  invitation: (token: string, seat?: number) =>
    fetchJson<Invitation>(`${inviteAddress(token)}${seat === undefined ? '' : `?seat=${seat}`}`),
  acceptInvitation: (token: string, name: string, part: string, seat?: number) =>
    fetchJson<{ match: string }>(inviteAddress(token), { name, part, ...(seat === undefined ? {} : { seat }) }),
  /** The address of an invitation's QR code. */
  qrCode: (token: string, seat?: number) => `${inviteAddress(token)}/code${seat === undefined ? '' : `?seat=${seat}`}`,
  lobby: async (): Promise<ListedMatch[]> => (await fetchJson<MatchList>('/api/lobby')).matches,
  myMatches: (search: Partial<MatchSearch> = {}, behind = '') => {
    const wanted = Object.entries({ ...search, behind }).filter(([, value]) => value);
    return fetchJson<MatchList>(`/api/matches?${new URLSearchParams(wanted)}`);
  },

  /** The public page of a player; `behind` is where the next page of matches begins. */
  player: (name: string, behind = '') =>
    fetchJson<Player>(`/api/players/${encodeURIComponent(name)}?${new URLSearchParams({ behind })}`),

  report: (report: AbuseReport) => fetchJson<unknown>('/api/reports', report),
  moderation: () => fetchJson<ModeratorPage>('/api/moderation'),
  /** What moderators know of a player, by id or by the name of an account. */
  playerHistory: (player: string) => fetchJson<PlayerHistory>(`/api/moderation/players/${encodeURIComponent(player)}`),
  sanction: (player: string, action: Sanction) =>
    fetchJson<ModeratorPage>(`/api/moderation/players/${encodeURIComponent(player)}`, { action }),
  closeReport: (report: string) =>
    fetchJson<ModeratorPage>(`/api/moderation/reports/${encodeURIComponent(report)}/close`, {}),

  /** A match with all its events. */
  match: (match: string) => fetchJson<Message>(`/api/matches/${encodeURIComponent(match)}`),
  frame: (match: string) => fetchJson<Frame>(matchAddress(match, 'frame')),
  record: async (match: string) => (await send(matchAddress(match, 'record'))).text(),
  hint: (match: string) => fetchJson<Analysis>(matchAddress(match, 'hint'), {}),
  command: (match: string, command: Command) =>
    fetchJson<{ sequence: number }>(matchAddress(match, 'commands'), command),
  chat: (match: string, text: string) => fetchJson<unknown>(matchAddress(match, 'chat'), { text }),
  clicks: (match: string, path: string[], whole = false) => {
    const query = pathQuery(path);
    if (whole) query.set('whole', 'true');
    return fetchJson<Clicks>(matchAddress(match, `clicks?${query}`));
  },
  preview: (match: string, move: string) =>
    fetchJson<BoardState>(matchAddress(match, `preview?${new URLSearchParams({ move })}`)),
  /** The boards after the moves since a ply, as the user may see them. */
  boards: (match: string, after: number) => fetchJson<ShownBoard[]>(matchAddress(match, `boards?after=${after}`)),
  why: (match: string, path: string[]) => fetchJson<Problem>(matchAddress(match, `why?${pathQuery(path)}`)),

  tournaments: async () => (await fetchJson<{ tournaments: ListedTournament[] }>('/api/tournaments')).tournaments,
  createTournament: (wish: TournamentWish) => fetchJson<{ tournament: string }>('/api/tournaments', wish),
  tournament: (id: string) => fetchJson<Tournament>(tournamentAddress(id)),
  enterTournament: (id: string, commitment: string, part: string) =>
    fetchJson<Tournament>(`${tournamentAddress(id)}/enter`, { commitment, part }),
  changeTournament: (id: string, action: 'withdraw' | 'begin' | 'cancel') =>
    fetchJson<Tournament>(`${tournamentAddress(id)}/${action}`, {}),
  removeFromTournament: (id: string, player: string) =>
    fetchJson<Tournament>(`${tournamentAddress(id)}/withdraw`, { player }),
  ratings: (pool: string, group: RatingGroup) =>
    fetchJson<RatingList>(`/api/ratings?${new URLSearchParams({ pool, group })}`),
  /** The level of the computer that fits the user. */
  fittingLevel: (game: string) => fetchJson<LevelFit>(`/api/ratings/${game}/level`),

  /** The WebSocket of a match's events after a sequence number; with `watch` a spectator's view. */
  events: (match: string, after: number, chat: boolean, watch = false) =>
    socketAddress(matchAddress(match, 'events'), {
      after: String(after),
      board: 'true',
      brief: 'true',
      chat: String(chat),
      watch: String(watch),
    }),

  /** The WebSocket of the user's notifications. */
  notifications: () => socketAddress('/api/stream/events', {}),
};
