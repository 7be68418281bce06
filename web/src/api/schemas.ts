/** Short names of the generated API types, and what the OpenAPI document leaves open. */
import type { components } from './types';

type Schemas = components['schemas'];

/** The body of a request: only the named fields must be there. */
type RequestBody<Name extends keyof Schemas, Required extends keyof Schemas[Name]> = Pick<Schemas[Name], Required> &
  Partial<Schemas[Name]>;

/** A body in which the named fields may be missing: a server of an earlier version does not send them. */
type Lately<Body, Fields extends keyof Body> = Omit<Body, Fields> & Partial<Pick<Body, Fields>>;

/** An error as the server answers it: a code, the English sentence, the values in it, the rule that it cites. */
export type Problem = Lately<Schemas['Problem'], 'rule'>;

// Games and levels.
export type Shelf = Schemas['Shelf'];
export type Game = Schemas['GameInfo'];
export type Option = Schemas['GameOption'];
export type Scoring = Schemas['ShownScoring'];
export type Extra = Schemas['ShownExtra'];
export type Words = Schemas['GameWords'];
export type GamePictures = Schemas['GamePictures'];
export type Level = Schemas['ShownLevel'];

// Sessions and accounts.
export type Session = Lately<Schemas['ShownGuest'], 'is_moderator'>;
export type AccountKind = Session['account'];
export type NewAccount = Schemas['NewAccount'];
export type Account = Schemas['AccountPage'];
export type AccountSession = Schemas['ShownSession'];
export type UserNotification = Schemas['Notification'];

// Boards.
export type Frame = Schemas['ShownFrame'];
/** The pictures of a game's pieces and their spoken names, by symbol. */
export type Symbols = Schemas['Symbols'];
export type BoardState = Lately<Schemas['Board'], 'ending' | 'lifts' | 'groups'>;
/** The board after so many moves, and its last move in words. */
export type ShownBoard = Omit<Schemas['ShownBoard'], 'board'> & { board: BoardState };
export type Cell = Schemas['BoardCell'];
export type Item = Schemas['BoardItem'];
export type Label = Schemas['BoardLabel'];
export type Mark = Schemas['BoardMark'];
export type Hand = Schemas['BoardHand'];
export type HandItem = Schemas['BoardHandItem'];
export type Placement = Schemas['BoardPlacement'];
export type Box = BoardState['box'];
export type Point = Cell['points'][number];

export type ClickKind = 'cell' | 'item' | 'way' | 'word';
/**
 * The tree of clicks that lead to moves: the next clicks by kind and name. Below a click is a tree, the text of a move,
 * or null where the tree is to be fetched.
 */
export type Clicks = { [Kind in ClickKind]?: { [name: string]: Clicks | string | null } };

// Matches.
export type Settings = Schemas['Settings'];
export type ClockSetting = Schemas['ClockSetting'];
export type ClockKind = ClockSetting['kind'];
export type Clock = Schemas['ShownClock'];
export type Seat = Schemas['ShownSeat'];
export type StoredSeat = Schemas['Seat'];
export type Question = Schemas['ShownQuestion'];
export type Agreement = Question['agreement'];
export type Outcome = Schemas['ShownOutcome'];
export type Table = Omit<Schemas['TableView'], 'clicks' | 'board' | 'notice' | 'prompt'> & {
  clicks: Clicks | null;
  board: BoardState | null;
  notice: Problem | null;
  prompt?: Problem | null;
};
export type Status = Table['status'];
export type MatchEvent = Schemas['Event'];
export type EventBody = MatchEvent['body'];
/** A move in words, and the points that it brought. */
export type MoveWords = Schemas['MoveWords'];
export type Gain = Schemas['Gain'];
export type Message = Omit<Schemas['Message'], 'table' | 'moves'> & { table: Table; moves?: MoveWords[] };
export type Remark = Schemas['ShownRemark'];
export type Remarks = Schemas['ShownRemarks'];
export type Challenge = Schemas['ShownChallenge'];
export type MatchList = Schemas['MatchList'];
export type ListedMatch = Schemas['ListedMatch'];
export type ListedSeat = Schemas['ListedSeat'];
export type Invitation = Schemas['Invitation'];
export type NewMatch = Schemas['MadeMatch'];
export type PairingWish = RequestBody<'FindTable', 'game' | 'seats' | 'options' | 'clock'>;
export type PairedMatch = Schemas['PairedMatch'];
export type SeatWish = RequestBody<'SeatWish', 'kind'>;
export type MatchWish = Omit<Schemas['CreateMatch'], 'places' | OptionalOfMatch> &
  Partial<Pick<Schemas['CreateMatch'], OptionalOfMatch>> & { places: SeatWish[] };
type OptionalOfMatch = 'name' | 'commitment' | 'part' | 'start' | 'has_hints';
export type Command =
  | RequestBody<'Join', 'kind' | 'name' | 'part'>
  | Schemas['Leave']
  | Schemas['Play']
  | RequestBody<'Offer', 'kind' | 'agreement'>
  | RequestBody<'Answer', 'kind' | 'agreement' | 'accepts'>
  | Schemas['Resume']
  | Schemas['Resign'];

// Positions and records.
export type PositionRequest = Schemas['PositionRequest'];
export type ShownPosition = Omit<Schemas['ShownPosition'], 'clicks' | 'board' | 'notice' | 'prompt' | 'words'> & {
  clicks: Clicks;
  board: BoardState;
  notice: Problem | null;
  prompt?: Problem | null;
  words?: MoveWords | null;
};
export type Analysis = Schemas['ShownAnalysis'];
export type Line = Schemas['ShownLine'];
export type Step = Lately<Schemas['ShownStep'], 'words'>;
export type OpenedRecord = Omit<Schemas['OpenedRecord'], 'steps'> & { steps: Step[] };
export type PictureRequest = RequestBody<'WantedPicture', 'kind'>;
export type FileKind = PictureRequest['kind'];
export type Palette = Schemas['WantedPicture']['palette'];

/** The judgement of one move in a review. The document describes a review only as lines of text. */
export interface Verdict {
  ply: number;
  seat: number;
  move: string;
  chances: number[];
  proved: string | null;
  cost: number;
  best: string;
  /** The clicks that make the best move. */
  clicks?: string[];
  line: string[];
  answer: string[];
  reason: 'missed_win' | 'allowed_win' | 'worse' | null;
  /** Whether the answer wins at once. */
  at_once: boolean;
}

/** A sentence of a review; `merits` say what a better move would have done, `ply` is where to look. */
export interface Sentence {
  code: string;
  seat: number | null;
  values: Record<string, string | number>;
  merits: { code: string; values: Record<string, string | number> }[];
  rival: number | null;
  ply: number | null;
}

export type ReviewLine =
  | { kind: 'begun'; chances: number[]; moves: number }
  | ({ kind: 'judged' } & Verdict)
  /** The stories of the seats, and last that of watchers. */
  | { kind: 'done'; turning_points: number[]; worst: number[]; stories: Sentence[][] }
  | { kind: 'failed'; problem: Problem };

// Puzzles, lessons, rules.
export type PuzzleShelf = Schemas['PuzzleShelf'];
export type PuzzleSummary = Schemas['PuzzleSummary'];
export type PuzzleHint = Schemas['PuzzleHint'];
export type SolverRating = Schemas['SolverRating'];
export type Puzzle = Omit<Schemas['ShownPuzzle'], 'table'> & { table: ShownPosition };
export type JudgedAnswer = Omit<Schemas['JudgedAnswer'], 'table'> & { table: ShownPosition };
export type Solution = Schemas['Solution'];
export type Lessons = Schemas['Lessons'];
export type LessonStep = Schemas['LessonStep'];
export type Advice = Schemas['Advice'];
export type Rules = Schemas['ShownRules'];
export type Passage = Schemas['ShownPassage'];
export type Figures = Schemas['GameFigures'];

// Moderation.
export type AbuseReport = RequestBody<'ReportAbuse', 'reason'>;
export type Sanction = Schemas['SanctionPlayer']['action'];
export type ReportedPlayer = Schemas['ReportedPlayer'];
export type ShownReport = Schemas['ShownReport'];
export type ShownAction = Schemas['ShownAction'];
export type ModeratorPage = Schemas['ModeratorPage'];
export type PlayerHistory = Schemas['PlayerHistory'];

// Players, tournaments, ratings.
export type Player = Schemas['PlayerPage'];
export type PlayerRating = Schemas['PlayerRating'];
export type PushKey = Schemas['PushKey'];
export type TournamentWish = Schemas['CreateTournament'];
export type System = TournamentWish['system'];
export type Tournament = Schemas['ShownTournament'];
export type TournamentGame = Schemas['ShownGame'];
export type ListedTournament = Schemas['ListedTournament'];
export type RatingList = Schemas['RatingList'];
export type LevelFit = Schemas['ShownLevelFit'];
