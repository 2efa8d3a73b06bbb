import { retryAfterSeconds } from "~/net/retry-after";
import { fnvHash } from "~/text/short-hash";
import { foreignIdOf, foreignNumber, foreignRecord, foreignText, foreignTexts } from "./foreign-values";
import type { MoveDocumentPart, MoveNote } from "./move-document";
import { MoveNotes } from "./move-notes";
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

/** JSON that an origin keeps between its requests, such as ids that were met; each reader checks what it reads of it. */
export type OriginReadMemory = Record<string, unknown>;

/** Place within a list that is read by pages. */
export interface OriginListCursor {
  page: number;
  /** Rows to ask for; fewer after an answer that was too long. */
  size: number;
  /** Mark of the next page, where the origin gives one; null = the first. */
  after: string | null;
}

export interface ReadPhaseContext {
  cursor: OriginListCursor;
  memory: OriginReadMemory;
  settings: OriginSettings;
  notes: MoveNotes;
}

export interface ReadPhaseFinding {
  part?: MoveDocumentPart;
  /** Memory from then on; absent = unchanged. */
  memory?: OriginReadMemory;
  /** Rows of a list, so that its last page is known. */
  rows?: readonly unknown[];
  /** Mark of the next page; null = this was the last. */
  after?: string | null;
  isLast?: boolean;
}

/** One list or thing that is read; phases follow each other. */
export interface OriginReadPhase {
  /** Returns the address; null = there is nothing (more) to read here. */
  url(context: Omit<ReadPhaseContext, "notes">): string | null;
  /** Number of the first page and rows a page; absent = one answer holds all. */
  pages?: { from: number; size: number };
  /** True: read before all others as soon as it has an address, such as the details of rows that were listed. */
  isDetour?: boolean;
  take(body: unknown, context: ReadPhaseContext): OriginResult<ReadPhaseFinding>;
  /** Returns what a 404 means; absent = the import is refused. */
  missing?(context: ReadPhaseContext): ReadPhaseFinding;
  /** True: for a key without the right to read it (403) it counts as missing. */
  isOptional?: boolean;
  /** Returns what an answer means that is cut off or no JSON; absent = the import is refused. */
  unreadable?(context: ReadPhaseContext): ReadPhaseFinding;
}

export interface PhasedOriginReader {
  pauseMs: number;
  /** Name of the product, for refusals. */
  title: string;
  headers(settings: OriginSettings): Record<string, string>;
  /** Returns the memory before the first request. */
  begin(settings: OriginSettings): OriginResult<OriginReadMemory>;
  phases: readonly OriginReadPhase[];
}

interface PhaseState {
  phase: number;
  cursor: OriginListCursor | null;
  firstId: string | null;
  tries: number;
  /** Keys of notes about a whole noun, which are written once. */
  noted: string[];
  memory: OriginReadMemory;
}

interface PhasePlace {
  index: number;
  phase: OriginReadPhase;
  cursor: OriginListCursor;
  url: string;
}

const maxTries = 6;
const maxPages = 10_000;
const limitWaitMs = 60_000;
const troubleWaitMs = 30_000;
const maxWaitMs = 3_600_000;

const stateOf = (state: OriginReadState): PhaseState => {
  const cursor = foreignRecord(state.cursor);
  const hasCursor = foreignNumber(cursor.page) !== null;
  return {
    phase: foreignNumber(state.phase) ?? 0,
    cursor: hasCursor
      ? {
          page: foreignNumber(cursor.page) ?? 0,
          size: foreignNumber(cursor.size) ?? 1,
          after: foreignText(cursor.after) || null,
        }
      : null,
    firstId: foreignText(state.firstId) || null,
    tries: foreignNumber(state.tries) ?? 0,
    noted: foreignTexts(state.noted),
    memory: foreignRecord(state.memory),
  };
};

const jsonOf = (state: PhaseState): OriginReadState => ({ ...state });

const firstCursor = ({ pages }: OriginReadPhase): OriginListCursor => ({
  page: pages?.from ?? 0,
  size: pages?.size ?? 0,
  after: null,
});

/** Returns the phase whose request comes next; null when all was read. */
function placeOf({ phases }: PhasedOriginReader, state: PhaseState, settings: OriginSettings): PhasePlace | null {
  const { memory } = state;
  for (const isDetour of [true, false]) {
    for (const [index, phase] of phases.entries()) {
      if ((phase.isDetour ?? false) !== isDetour || (!isDetour && index < state.phase)) continue;
      const cursor = !isDetour && index === state.phase && state.cursor ? state.cursor : firstCursor(phase);
      const url = phase.url({ cursor, memory, settings });
      if (url !== null) return { index, phase, cursor, url };
    }
  }
  return null;
}

/** Returns the largest smaller size whose pages begin where those of the present one do. */
function smallerSize(size: number): number {
  for (const factor of [2, 3, 5, 7]) if (size % factor === 0) return size / factor;
  return 1;
}

/** Asks for a smaller page of the same list, after an answer that was cut off. */
function withSmallerPage(state: PhaseState, { index, phase, cursor }: PhasePlace): OriginReadStep {
  const from = phase.pages?.from ?? 0;
  const size = smallerSize(cursor.size);
  const page = from + ((cursor.page - from) * cursor.size) / size;
  return { kind: "part", part: {}, state: jsonOf({ ...state, phase: index, cursor: { ...cursor, page, size } }) };
}

const waitStep = (state: PhaseState, ms: number): OriginReadStep => ({
  kind: "wait",
  ms: Math.min(Math.max(ms, 1000), maxWaitMs),
  state: jsonOf({ ...state, tries: state.tries + 1 }),
});

const refusedStep = ({
  refusal,
}: {
  refusal: Extract<OriginReadStep, { kind: "refused" }>["refusal"];
}): OriginReadStep => ({
  kind: "refused",
  refusal,
});

/** Returns the step after an answer that holds no data; null when it may hold some. */
function troubleStep(title: string, state: PhaseState, answer: OriginAnswer): OriginReadStep | null {
  const { status, headers } = answer;
  const isLimit = status === 420 || status === 429;
  if (isLimit)
    return waitStep({ ...state, tries: -1 }, (retryAfterSeconds(headers, undefined) ?? 60) * 1000 || limitWaitMs);
  if (status === 408 || status >= 500) {
    if (state.tries < maxTries)
      return waitStep(state, (retryAfterSeconds(headers, undefined) ?? 0) * 1000 || troubleWaitMs);
    return refusedStep(originRefusal("unusable_answer", `${title} answered ${status} again and again. Try it later.`));
  }
  if (status === 401 || status === 403)
    return refusedStep(originRefusal("wrong_key", `${title} refused the key (${status}). Check it and its rights.`));
  if (status >= 200 && status < 300) return null;
  const what = `${title} answered ${status} where data was expected. Check the address.`;
  return refusedStep(originRefusal(status === 404 ? "not_found" : "unusable_answer", what));
}

const firstIdOf = (rows: readonly unknown[]): string | null => {
  if (rows.length === 0) return null;
  const id = foreignIdOf(foreignRecord(rows[0]).id);
  return id ?? fnvHash(JSON.stringify(rows[0]) ?? "").toString(36);
};

/** Returns where reading goes on after a page, and null for `isNew` when the page had been read before. */
function cursorAfter(place: PhasePlace, state: PhaseState, found: ReadPhaseFinding) {
  const { phase, cursor, index } = place;
  const firstId = firstIdOf(found.rows ?? []);
  const isRepeated = firstId !== null && index === state.phase && state.cursor !== null && firstId === state.firstId;
  const isShort = found.after === undefined && (found.rows ?? []).length < cursor.size;
  const isLastMark = found.after !== undefined && (found.after === null || found.after === cursor.after);
  const isTooFar = cursor.page - (phase.pages?.from ?? 0) >= maxPages;
  const isDone =
    !phase.pages || found.isLast || isRepeated || isTooFar || (found.isLast === undefined && (isShort || isLastMark));
  if (isDone) return { isRepeated, phase: index + 1, cursor: null, firstId: null };
  return {
    isRepeated,
    phase: index,
    cursor: { ...cursor, page: cursor.page + 1, after: found.after ?? null },
    firstId,
  };
}

const keyOfNote = ({ kind, noun, field }: MoveNote) => `${kind} ${noun} ${field}`;

/** Returns the notes without those about a whole noun that were written before. */
export function unrepeatedNotes(notes: readonly MoveNote[], noted: Set<string>): MoveNote[] {
  return notes.filter((note) => {
    if (note.id !== null || note.name !== "") return true;
    const isNew = !noted.has(keyOfNote(note));
    noted.add(keyOfNote(note));
    return isNew;
  });
}

/** Returns the step that keeps what was found and goes on. */
function foundStep(state: PhaseState, place: PhasePlace, found: ReadPhaseFinding, notes: MoveNotes): OriginReadStep {
  const memory = found.memory ?? state.memory;
  const noted = new Set(state.noted);
  const all = unrepeatedNotes([...(found.part?.notes ?? []), ...notes.list], noted);
  const part = { ...found.part, ...(all.length > 0 ? { notes: all } : {}) };
  const kept = { memory, tries: 0, noted: [...noted] };
  if (place.phase.isDetour) return { kind: "part", part, state: jsonOf({ ...state, ...kept }) };
  const { isRepeated, ...onward } = cursorAfter(place, state, found);
  if (isRepeated) return { kind: "part", part: {}, state: jsonOf({ ...state, tries: 0, ...onward }) };
  return { kind: "part", part, state: jsonOf({ ...kept, ...onward }) };
}

const tooLong = (address: string) => originRefusal("too_large", `${address} answered more than can be read at once.`);

function takeStep(
  reader: PhasedOriginReader,
  given: OriginReadState,
  answer: OriginAnswer,
  settings: OriginSettings,
): OriginReadStep {
  const state = stateOf(given);
  const place = placeOf(reader, state, settings);
  if (!place) return { kind: "part", part: {}, state: given };
  const { phase, cursor, url } = place;
  const notes = new MoveNotes();
  const context = { cursor, memory: state.memory, settings, notes };
  const isMissing = answer.status === 404 || (answer.status === 403 && phase.isOptional === true);
  if (isMissing && phase.missing) return foundStep(state, place, phase.missing(context), notes);
  const trouble = troubleStep(reader.title, state, answer);
  if (trouble) return trouble;
  const address = url.split("?")[0] ?? url;
  if (answer.isCut && cursor.size > 1) return withSmallerPage(state, place);
  const body = answer.isCut ? tooLong(address) : parseOriginJson(address, answer.text);
  if (!body.ok && phase.unreadable) return foundStep(state, place, phase.unreadable(context), notes);
  if (!body.ok)
    return refusedStep({ refusal: { ...body.refusal, code: answer.isCut ? "too_large" : "unusable_answer" } });
  const found = phase.take(body.value, context);
  return found.ok ? foundStep(state, place, found.value, notes) : refusedStep(found);
}

/** Returns a reader that goes through phases, one request a step; each step depends on its state alone. */
export function phasedApiReader(reader: PhasedOriginReader): ApiOriginReader {
  return {
    pauseMs: reader.pauseMs,
    begin(settings) {
      const memory = reader.begin(settings);
      if (!memory.ok) return memory;
      const state = { phase: 0, cursor: null, firstId: null, tries: 0, noted: [], memory: memory.value };
      return { ok: true, value: jsonOf(state) };
    },
    next(given, settings): OriginRequest | null {
      const place = placeOf(reader, stateOf(given), settings);
      return place && { method: "GET", url: place.url, headers: reader.headers(settings) };
    },
    take: (state, answer, settings) => takeStep(reader, state, answer, settings),
  };
}

/** Returns the rows of a list; a refusal that names the address for anything else. */
export function rowsOfOriginAnswer(body: unknown, what: string): OriginResult<Record<string, unknown>[]> {
  if (!Array.isArray(body))
    return originRefusal("not_this_origin", `${what} did not answer a list. Check the address.`);
  return { ok: true, value: body.map(foreignRecord) };
}
