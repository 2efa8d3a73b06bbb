import { retryAfterSeconds } from "~/net/retry-after";
import { foreignNumber, foreignRecord, foreignTexts } from "./foreign-values";
import type { MoveDocumentPart } from "./move-document";
import { dropRepeatedNotes, MoveNotes } from "./move-notes";
import type {
  ApiOriginReader,
  OriginAnswer,
  OriginReadState,
  OriginReadStep,
  OriginRequest,
  OriginResult,
  OriginSettings,
} from "./origin";
import { originRefusal, parseOriginJson } from "./origin-texts";

/** The place of a reader between two requests, as JSON. */
export type OriginReadPlace = Record<string, unknown>;

export interface OriginTurnFinding {
  part?: MoveDocumentPart;
  place: OriginReadPlace;
  /** True: the same rows were read before, so that nothing of them is kept. */
  isRepeated?: boolean;
}

/** The next thing to read: a request, and what its answers mean. */
export interface OriginTurn {
  request: OriginRequest;
  /** Name of what it reads, for refusals. */
  what: string;
  take(body: unknown, headers: Headers, notes: MoveNotes): OriginResult<OriginTurnFinding>;
  /** Returns what a refused or missing answer means; null = the import is refused. */
  without?(status: number, notes: MoveNotes): OriginTurnFinding | null;
  /** Returns what an answer means that is cut off or no JSON; absent = the import is refused. */
  unreadable?(notes: MoveNotes): OriginTurnFinding;
  /** Returns the place that asks for less, after an answer that was cut off; null = there is no less. */
  smaller?(): OriginReadPlace | null;
}

export interface OriginTurnReader {
  /** Name of the product, for refusals. */
  title: string;
  pauseMs: number;
  /** Returns the place before the first request. */
  begin(settings: OriginSettings): OriginResult<OriginReadPlace>;
  /** Returns the turn of a place; null = all was read. */
  turn(place: OriginReadPlace, settings: OriginSettings): OriginTurn | null;
  /** Ms until the limit of requests ends, where headers of their own say so; null = they say nothing. */
  limit?(answer: OriginAnswer): number | null;
}

const maxTries = 6;
/** Most answers of one import: lists that go on beyond it are taken for lists without an end. */
export const mostOriginReads = 20_000;
/** Most bytes that wait to be read or are remembered: they stand in the job's row, and a row of D1 has two megabytes. */
const maxPlaceBytes = 1_000_000;
const limitWaitMs = 60_000;
const firstTryMs = 5000;
const maxWaitMs = 3_600_000;

interface TurnState {
  place: OriginReadPlace;
  /** Tries of the same request that were answered by a fault. */
  tries: number;
  /** Answers that were read. */
  reads: number;
  /** Keys of notes about a whole noun, which are written once. */
  noted: string[];
}

const stateOf = (state: OriginReadState): TurnState => ({
  place: foreignRecord(state.place),
  tries: foreignNumber(state.tries) ?? 0,
  reads: foreignNumber(state.reads) ?? 0,
  noted: foreignTexts(state.noted),
});

const refusedStep = ({
  refusal,
}: {
  refusal: Extract<OriginReadStep, { kind: "refused" }>["refusal"];
}): OriginReadStep => ({
  kind: "refused",
  refusal,
});

/** Returns the step that asks again later, after a limit or a fault of theirs; null for another answer. */
function waitStep({ limit }: OriginTurnReader, state: TurnState, answer: OriginAnswer): OriginReadStep | null {
  const { status, headers } = answer;
  const after = (retryAfterSeconds(headers, undefined) ?? 0) * 1000;
  const own = limit?.(answer) ?? (status === 420 || status === 429 ? after || limitWaitMs : null);
  const isFault = status === 408 || status >= 500;
  if (own === null && (!isFault || state.tries >= maxTries)) return null;
  // Limits are no faults: they may come as often as they like.
  const tries = own === null ? state.tries + 1 : 0;
  const ms = own ?? (after || firstTryMs * 2 ** state.tries);
  return { kind: "wait", ms: Math.min(Math.max(ms, 1000), maxWaitMs), state: { ...state, tries } };
}

/** Refuses an answer without data, in words that say what to do. */
function troubleStep(title: string, status: number, what: string): OriginReadStep {
  if (status === 401 || status === 403)
    return refusedStep(
      originRefusal("wrong_key", `${title} refused the key (${status}) for ${what}. Check it and its rights.`),
    );
  if (status === 408 || status >= 500)
    return refusedStep(
      originRefusal("unusable_answer", `${title} answered ${status} again and again for ${what}. Try it later.`),
    );
  const reason = `${title} answered ${status} for ${what}, where data was expected. Check the address.`;
  return refusedStep(originRefusal(status === 404 ? "not_found" : "unusable_answer", reason));
}

/** Refuses to read on, where lists go on and on. */
const endlessStep = (title: string, bound: string): OriginReadStep =>
  refusedStep(originRefusal("unusable_answer", `${title}: its lists have no end after ${bound}.`));

const isPlaceTooLarge = (place: OriginReadPlace): boolean =>
  new TextEncoder().encode(JSON.stringify(place)).length > maxPlaceBytes;

/** Returns the step that keeps what was found and goes on. */
function foundStep(title: string, state: TurnState, found: OriginTurnFinding, notes: MoveNotes): OriginReadStep {
  const { place, isRepeated = false } = found;
  if (isPlaceTooLarge(place)) return endlessStep(title, `${maxPlaceBytes} bytes of what is still to be read`);
  const next = { place, tries: 0, reads: state.reads + 1 };
  if (isRepeated) return { kind: "part", part: {}, state: { ...next, noted: state.noted } };
  const noted = new Set(state.noted);
  const all = dropRepeatedNotes([...(found.part?.notes ?? []), ...notes.list], noted);
  const part = { ...found.part, ...(all.length > 0 && { notes: all }) };
  return { kind: "part", part, state: { ...next, noted: [...noted] } };
}

const isUsable = ({ status }: OriginAnswer): boolean => status >= 200 && status < 300;

function takeStep(
  reader: OriginTurnReader,
  given: OriginReadState,
  answer: OriginAnswer,
  settings: OriginSettings,
): OriginReadStep {
  const state = stateOf(given);
  const turn = reader.turn(state.place, settings);
  if (!turn) return { kind: "part", part: {}, state: given };
  const wait = waitStep(reader, state, answer);
  if (wait) return wait;
  if (state.reads >= mostOriginReads) return endlessStep(reader.title, `${mostOriginReads} answers`);
  const notes = new MoveNotes();
  const keep = (found: OriginTurnFinding) => foundStep(reader.title, state, found, notes);
  if (turn.request.isBeside) {
    const found = turn.take(isUsable(answer) ? answer.text : "", answer.headers, notes);
    return found.ok ? keep(found.value) : refusedStep(found);
  }
  if (!isUsable(answer)) {
    const found = turn.without?.(answer.status, notes);
    return found ? keep(found) : troubleStep(reader.title, answer.status, turn.what);
  }
  const smaller = answer.isCut ? (turn.smaller?.() ?? null) : null;
  if (smaller) return { kind: "part", part: {}, state: { ...state, place: smaller, reads: state.reads + 1 } };
  const body = answer.isCut
    ? originRefusal("too_large", `${turn.what} answered more than can be read at once.`)
    : parseOriginJson(turn.what, answer.text);
  if (!body.ok && turn.unreadable) return keep(turn.unreadable(notes));
  if (!body.ok)
    return refusedStep({ refusal: { ...body.refusal, code: answer.isCut ? "too_large" : "unusable_answer" } });
  const found = turn.take(body.value, answer.headers, notes);
  return found.ok ? keep(found.value) : refusedStep(found);
}

/** Returns a reader that makes one request a step; each step depends on its state alone. */
export const turnOriginReader = (reader: OriginTurnReader): ApiOriginReader => ({
  pauseMs: reader.pauseMs,
  begin(settings) {
    const place = reader.begin(settings);
    return place.ok ? { ok: true, value: { place: place.value, tries: 0, reads: 0, noted: [] } } : place;
  },
  next: (state, settings) => reader.turn(stateOf(state).place, settings)?.request ?? null,
  take: (state, answer, settings) => takeStep(reader, state, answer, settings),
});
