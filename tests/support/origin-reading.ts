import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import {
  emptyMoveDocument,
  type MoveDocument,
  type MoveNote,
  moveDocumentSchema,
  withMovePart,
} from "~/importers/contract/move-document";
import type {
  ApiOriginReader,
  ImportOrigin,
  OriginAnswer,
  OriginRequest,
  OriginSettings,
} from "~/importers/contract/origin";
import { root } from "./sources";

export const originFixture = (path: string): string => readFileSync(join(root, "tests/fixtures/imports", path), "utf8");

export const originSettings = (given: Partial<OriginSettings> = {}): OriginSettings => ({
  url: "",
  key: "",
  timeZone: "UTC",
  choices: {},
  ...given,
});

/** An answer of a simulated origin. */
export const originAnswer = (
  text: string,
  given: Partial<Omit<OriginAnswer, "text" | "headers">> & { headers?: Record<string, string> } = {},
): OriginAnswer => ({
  status: given.status ?? 200,
  headers: new Headers(given.headers),
  text,
  isCut: given.isCut ?? false,
});

/** End of a simulated reading. */
export interface OriginReading {
  document: MoveDocument;
  requests: OriginRequest[];
  waits: number[];
  refusal: string | null;
}

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Reads a simulated origin to its end; with `resumes`, the state goes through JSON after each step. */
export function readOriginApi(
  origin: ImportOrigin & { api: ApiOriginReader },
  settings: OriginSettings,
  answerTo: (request: OriginRequest, index: number) => OriginAnswer,
  resumes = true,
): OriginReading {
  const reading: OriginReading = { document: emptyMoveDocument(origin.name), requests: [], waits: [], refusal: null };
  const begun = origin.api.begin(settings);
  if (!begun.ok) return { ...reading, refusal: begun.refusal.message };
  let state = begun.value;
  for (let index = 0; index < 1000; index++) {
    if (resumes) state = throughJson(state);
    if (settings.key.length >= 8 && JSON.stringify(state).includes(settings.key))
      throw new Error("the state holds the key");
    const request = origin.api.next(state, settings);
    if (!request) return { ...reading, document: moveDocumentSchema.parse(reading.document) };
    reading.requests.push(request);
    const step = origin.api.take(state, answerTo(request, index), settings);
    if (step.kind === "refused") return { ...reading, refusal: step.refusal.message };
    state = step.state;
    if (step.kind === "wait") reading.waits.push(step.ms);
    else reading.document = withMovePart(reading.document, resumes ? throughJson(step.part) : step.part);
  }
  throw new Error("the reading does not end");
}

const lists = [
  "groups",
  "components",
  "monitors",
  "heartbeats",
  "incidents",
  "maintenances",
  "templates",
  "subscribers",
  "maintenanceSeries",
  "channels",
] as const;

/** Counts what was taken, by noun, and the notes by kind: what a preview shows. */
export function moveCounts(document: Omit<MoveDocument, "version" | "origin">): Record<string, number> {
  const taken = lists.map((list) => [list, document[list]?.length ?? 0] as const);
  const kinds: MoveNote["kind"][] = ["approximated", "left_out", "secret_found", "question"];
  const notes = kinds.map((kind) => [kind, document.notes.filter((note) => note.kind === kind).length] as const);
  return Object.fromEntries(
    [["pages", document.page ? 1 : 0] as const, ...taken, ...notes].filter(([, count]) => count > 0),
  );
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Replaces the value at the place with this number, counted through the whole text. */
export function withSpoiltMember(text: string, pick: number, value: unknown): string {
  const places: { holder: Record<string, unknown>; name: string }[] = [];
  const body = jsonOrNull(text);
  if (body === null) return text;
  const walk = (each: unknown) => {
    if (typeof each !== "object" || each === null) return;
    for (const [name, member] of Object.entries(each)) {
      places.push({ holder: each as Record<string, unknown>, name });
      walk(member);
    }
  };
  walk(body);
  const place = places[pick % Math.max(1, places.length)];
  if (place) place.holder[place.name] = value;
  return JSON.stringify(body);
}

/** Ways in which a text can be spoilt: another value, its beginning alone, one member replaced. */
export const spoiltTexts = fc.oneof(
  fc.record({ way: fc.constant("value" as const), value: fc.jsonValue(), pick: fc.nat() }),
  fc.record({ way: fc.constant("cut" as const), value: fc.constant(null), pick: fc.nat() }),
  fc.record({
    way: fc.constant("member" as const),
    value: fc.oneof(
      fc.jsonValue(),
      fc.constantFrom<unknown>("", "x", -1, 1e300, "9999-99-99", "2026-07-02", "\u0000", {}, []),
    ),
    pick: fc.nat(),
  }),
);

export function spoiltText(
  text: string,
  { way, value, pick }: { way: "value" | "cut" | "member"; value: unknown; pick: number },
): string {
  if (way === "value") return JSON.stringify(value);
  return way === "cut" ? text.slice(0, pick % Math.max(1, text.length)) : withSpoiltMember(text, pick, value);
}

/** Words that every object of JavaScript has as members: a list of known words must not take one for its own. */
export const inheritedWords = ["constructor", "__proto__"];

/** Returns the names of all members of texts that are JSON. */
export function memberNamesOf(texts: readonly string[]): string[] {
  const names = new Set<string>();
  for (const text of texts) {
    JSON.stringify(jsonOrNull(text), (name, value) => {
      if (name !== "" && !/^\d+$/.test(name)) names.add(name);
      return value;
    });
  }
  return [...names];
}

/** Replaces every member of this name. */
export function withEveryMember(text: string, member: string, value: unknown): string {
  const body = jsonOrNull(text);
  return body === null ? text : JSON.stringify(body, (name, own) => (name === member ? value : own));
}

/** Holds that no spoilt answer throws, and that reading resumed after each step yields what reading in one go does. */
export function expectSoundApi(
  origin: ImportOrigin & { api: ApiOriginReader },
  settings: OriginSettings,
  answerTo: (request: OriginRequest) => OriginAnswer,
): void {
  const whole = readOriginApi(origin, settings, answerTo, false);
  expect(readOriginApi(origin, settings, answerTo)).toEqual(whole);
  expect(whole.refusal).toBeNull();
  const count = whole.requests.length;
  const names = memberNamesOf(whole.requests.map((request) => answerTo(request).text));
  for (const [name, word] of names.flatMap((each) => inheritedWords.map((word) => [each, word] as const))) {
    readOriginApi(origin, settings, (request) => {
      const answer = answerTo(request);
      return { ...answer, text: withEveryMember(answer.text, name, word) };
    });
  }
  fc.assert(
    fc.property(fc.nat(), spoiltTexts, (at, spoilt) => {
      const reading = readOriginApi(origin, settings, (request, index) => {
        const answer = answerTo(request);
        return index === at % count ? { ...answer, text: spoiltText(answer.text, spoilt) } : answer;
      });
      expect(reading.refusal === null || reading.refusal.length > 10).toBe(true);
    }),
    { numRuns: 150 },
  );
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(420, 429, 500, 503), (at, status) => {
      let given = 0;
      const reading = readOriginApi(origin, settings, (request, index) =>
        index === at % count && given++ === 0
          ? originAnswer("busy", { status, headers: { "retry-after": "7" } })
          : answerTo(request),
      );
      expect(reading.document).toEqual(whole.document);
      expect(reading.waits).toEqual([7000]);
    }),
    { numRuns: 30 },
  );
}
