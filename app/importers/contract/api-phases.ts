import { fnvHash } from "~/text/short-hash";
import { foreignNumber, foreignRecord, foreignText, parseForeignId } from "./foreign-values";
import type { MoveDocumentPart } from "./move-document";
import type { MoveNotes } from "./move-notes";
import type { ApiOriginReader, OriginResult, OriginSettings } from "./origin";
import { originRefusal } from "./origin-texts";
import { type OriginReadPlace, type OriginTurn, type OriginTurnFinding, turnOriginReader } from "./origin-turns";

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
  /** True: public, and beside the API. It is asked without the key, `take` gets its text, "" when there is none. */
  isBeside?: boolean;
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
  memory: OriginReadMemory;
}

interface PhasePlace {
  index: number;
  phase: OriginReadPhase;
  cursor: OriginListCursor;
  url: string;
}

const stateOf = (place: OriginReadPlace): PhaseState => {
  const { page, size, after } = foreignRecord(place.cursor);
  const at = foreignNumber(page);
  return {
    phase: foreignNumber(place.phase) ?? 0,
    cursor: at === null ? null : { page: at, size: foreignNumber(size) ?? 1, after: foreignText(after) || null },
    firstId: foreignText(place.firstId) || null,
    memory: foreignRecord(place.memory),
  };
};

const jsonOf = (state: PhaseState): OriginReadPlace => ({ ...state });

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

/** Returns the place with a smaller page of the same list; null for a page of one row. */
function placeOfSmallerPage(state: PhaseState, { index, phase, cursor }: PhasePlace): OriginReadPlace | null {
  if (cursor.size <= 1) return null;
  const from = phase.pages?.from ?? 0;
  const size = smallerSize(cursor.size);
  const page = from + ((cursor.page - from) * cursor.size) / size;
  return jsonOf({ ...state, phase: index, cursor: { ...cursor, page, size } });
}

const firstIdOf = (rows: readonly unknown[]): string | null => {
  if (rows.length === 0) return null;
  const id = parseForeignId(foreignRecord(rows[0]).id);
  return id ?? fnvHash(JSON.stringify(rows[0]) ?? "").toString(36);
};

/** Returns where reading goes on after a page, and null for `isNew` when the page had been read before. */
function cursorAfter(place: PhasePlace, state: PhaseState, found: ReadPhaseFinding) {
  const { phase, cursor, index } = place;
  const firstId = firstIdOf(found.rows ?? []);
  const isRepeated = firstId !== null && index === state.phase && state.cursor !== null && firstId === state.firstId;
  const isShort = found.after === undefined && (found.rows ?? []).length < cursor.size;
  const isLastMark = found.after !== undefined && (found.after === null || found.after === cursor.after);
  const isDone = !phase.pages || found.isLast || isRepeated || (found.isLast === undefined && (isShort || isLastMark));
  if (isDone) return { isRepeated, phase: index + 1, cursor: null, firstId: null };
  return {
    isRepeated,
    phase: index,
    cursor: { ...cursor, page: cursor.page + 1, after: found.after ?? null },
    firstId,
  };
}

/** Returns what was found, and where reading goes on. */
function findingOf(state: PhaseState, place: PhasePlace, found: ReadPhaseFinding): OriginTurnFinding {
  const { part, memory = state.memory } = found;
  if (place.phase.isDetour) return { part, place: jsonOf({ ...state, memory }) };
  const { isRepeated, ...onward } = cursorAfter(place, state, found);
  return { part, isRepeated, place: jsonOf({ memory: isRepeated ? state.memory : memory, ...onward }) };
}

function turnOf(reader: PhasedOriginReader, given: OriginReadPlace, settings: OriginSettings): OriginTurn | null {
  const state = stateOf(given);
  const place = placeOf(reader, state, settings);
  if (!place) return null;
  const { phase, cursor, url } = place;
  const around = (notes: MoveNotes) => ({ cursor, memory: state.memory, settings, notes });
  const { unreadable } = phase;
  return {
    request: phase.isBeside
      ? { method: "GET", url, headers: {}, isBeside: true }
      : { method: "GET", url, headers: reader.headers(settings) },
    what: url.split("?")[0] ?? url,
    take(body, _headers, notes) {
      const found = phase.take(body, around(notes));
      return found.ok ? { ok: true, value: findingOf(state, place, found.value) } : found;
    },
    without(status, notes) {
      const isMissing = status === 404 || (status === 403 && phase.isOptional === true);
      return isMissing && phase.missing ? findingOf(state, place, phase.missing(around(notes))) : null;
    },
    ...(unreadable && { unreadable: (notes: MoveNotes) => findingOf(state, place, unreadable(around(notes))) }),
    smaller: () => placeOfSmallerPage(state, place),
  };
}

/** Returns a reader that goes through phases. */
export const phasedApiReader = (reader: PhasedOriginReader): ApiOriginReader =>
  turnOriginReader({
    title: reader.title,
    pauseMs: reader.pauseMs,
    begin(settings) {
      const memory = reader.begin(settings);
      if (!memory.ok) return memory;
      return { ok: true, value: jsonOf({ phase: 0, cursor: null, firstId: null, memory: memory.value }) };
    },
    turn: (place, settings) => turnOf(reader, place, settings),
  });

/** Returns the rows of a list; a refusal that names the address for anything else. */
export function rowsOfOriginAnswer(body: unknown, what: string): OriginResult<Record<string, unknown>[]> {
  if (!Array.isArray(body))
    return originRefusal("not_this_origin", `${what} did not answer a list. Check the address.`);
  return { ok: true, value: body.map(foreignRecord) };
}
