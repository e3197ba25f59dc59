/**
 * The types of what the server sends: see src/cartagena/protocol.
 *
 * @typedef {{ colour: string, kind: string, name: string, level: string, identity: string,
 *   substitute: boolean, contributed: boolean }} Seat
 * @typedef {{ edition: string, hands: string, supply: string, tunnel: number, jungle: number,
 *   pirates: number, most_actions: number, filibusters: boolean, magic: boolean,
 *   tunnel_cards: string, jungle_cards: string, [option: string]: string | number | boolean }} Rules
 * @typedef {{ id: string, name: string, status: string, decider: string, rules: Rules, seats: Seat[],
 *   paused: boolean, pause_wanted: string[],
 *   owner: string, public: boolean, spectators: boolean, substitute: string,
 *   seconds: number, budget: number, increment: number, bot_speed: string,
 *   created_at: number, commitment: string, from_position?: boolean, rematch: string, rematch_of: string }} TableInfo
 * @typedef {TableInfo & { owner_present: boolean }} LobbyTable
 * A public table, and whether its host is there.
 * @typedef {{ kind: string, seat: string, from?: string, to?: string, spell?: string,
 *   left?: number, cards?: Record<string, number>, count?: number }} Pending
 * @typedef {{ viewer: string | null, pirates: Record<string, Record<string, number>>,
 *   hands: Record<string, Record<string, number>>, hand_sizes: Record<string, number>,
 *   row?: string[] | null, deck_size: number, deck_top: Record<string, string[]>, discard: Record<string, number>,
 *   turn: string, actions_left: number, winner: string | null, over: boolean,
 *   pending: Pending | null, sloop_at?: string | null, free_sail?: boolean,
 *   chests?: Record<string, unknown> | null, chests_opened?: string[] }} View
 * @typedef {{ seq: number, at: number, identity: string, name: string, seat: string,
 *   text: string }} ChatMessage
 * @typedef {{ seat: string, move: string, drawn?: number, found?: "" | "empty" | "snake",
 *   cards?: string[], by_server?: boolean }} LogLine
 * `cards` are those drawn, if one of our seats has drawn them; `by_server` tells that there was one possibility, and
 * the server made the move.
 * @typedef {{ seq: number, now?: number, table: TableInfo, you: string[], expected_seq: number,
 *   board: string[] | null, log: LogLine[], views: View[], legal: string[], undo: boolean,
 *   undo_window?: UndoWindow | null, deadline: number | null, time_left?: Record<string, number>, chat: ChatMessage[],
 *   muted?: MutedPlayer[], present: string[] }} Snapshot
 * @typedef {{ seat: string, until: number | null }} UndoWindow
 * The seat that may still undo the last action of its turn, and when the turn ends by itself.
 * @typedef {{ identity: string, name: string, for_all: boolean }} MutedPlayer
 * @typedef {{ name: string, title: string, sentence: string, rulebook: string, rules: Rules, minutes: number }} Preset
 * `rulebook` is the language of the rulebook whose reading of another preset this is, or empty.
 * @typedef {{ name: string, sentence: string, choices: (string | number | boolean)[] }} Option
 * @typedef {{ text: string, plural: string, none: string }} Message
 * A text with gaps; `plural` and `none` are its other forms, or empty. See src/cartagena/rules/messages.py.
 * @typedef {{ own: Message, other: Message | null }} ReasonText
 * @typedef {{ name: string, prompt: Message, then: string }} DecisionKind
 * @typedef {{ name: string, pattern: string, heading: string, symbol: string, runs: boolean,
 *   draws: boolean, hides: boolean, reveals: boolean, sentence: string, brief: string }} MoveKind
 * A kind of move; words in capitals in `pattern` are gaps. See src/cartagena/rules/move_kinds.py.
 * @typedef {{ name: string, title: string, sentence: string, rank: number | null }} BotLevel
 * A bot; `rank` is its place among the levels, null for bots of other packages.
 * @typedef {{ version: string, presets: Preset[], kinds: MoveKind[], outcomes: Record<string, Message>,
 *   decisions: DecisionKind[], reasons: Record<string, ReasonText>, spell_reasons: Record<string, ReasonText>, options: Option[], levels: string[],
 *   bots: BotLevel[], colours: string[], public_url: string }} Catalogue
 * @typedef {{ scheme: string, table: string, commitment: string,
 *   seat_entropy: Record<string, string>, server_entropy_seats: string[],
 *   secret: string | null }} Proof
 * @typedef {{ id: string, name: string }} Me
 * @typedef {{ table: string, finished_at: number, rules: Rules, you: string[], winner: string | null,
 *   from_position: boolean, seats: { colour: string, name: string, level: string }[] }} FinishedGame
 * @typedef {{ name: string, games: number, won: number }} Tally
 * @typedef {{ games: number, won: number, variants: Tally[], bots: Tally[], complete: boolean }} Results
 * @typedef {"only" | "wins" | "home" | "aboard" | "furthest" | "ahead" | "leaps" | "spare"
 *   | "frees" | "gains" | "few" | "keeps" | "costs" | "helps" | "carries" | "fetches" | "free" | "waits"
 *   | "draws" | "most" | "least" | "order" | "spell" | "clear" | "close"} ReasonCode
 * @typedef {{ code: ReasonCode, count?: number, card?: string, colour?: string,
 *   move?: string }} HintReason
 * @typedef {{ move: string, chance: number, error: number }} MoveValue
 * @typedef {{ seat: string, move: string, reasons: HintReason[], moves: MoveValue[] }} Hint
 * @typedef {{ seat: string, made: LogLine[], view: View, moves: MoveValue[] }} ExploredPosition
 * @typedef {Record<string, number[]>} Chances for each colour: the chance and its interval
 * @typedef {{ number: number, seat: string, move: string, chances: Chances,
 *   play: Record<string, number>, luck: Record<string, number>, better: string | null,
 *   loss: number, loss_error: number }} AnalysedMove
 * @typedef {{ number: number, kind: "decision" | "luck", seat: string, move: string, change: number, error: number,
 *   other: string, reasons: HintReason[], drawn: string[], found: "" | "empty" | "snake" }} Moment
 * A moment that decided the game; analyses of earlier versions have none. See src/cartagena/analysis/moments.py.
 * @typedef {{ start: number, own_play: number, others_play: number, own_luck: number,
 *   others_luck: number, seen_anew: number, end: number, mistakes: number }} Account
 * @typedef {{ winner: string | null, start: Chances, moves: AnalysedMove[], moments?: Moment[],
 *   seats: Record<string, Account> }} Analysis
 * @typedef {{ status: "none" | "running" | "done" | "failed", done: number, total: number,
 *   analysis: Analysis | null }} AnalysisState
 *
 * A move, read from its notation `text`.
 * @typedef {{ text: string, kind: string, card: string, colour: string, from: string,
 *   to: string }} Move
 * @typedef {{ preparing: "rules" | "bots" | "hints" | null, percent: number }} ServerStatus
 */
export {};
