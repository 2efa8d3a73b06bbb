import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foreignIncident, moveDocumentOf, moveDocuments } from "../../../tests/support/import-documents";
import {
  emptyMoveDocumentFill,
  fillMoveDocument,
  type MoveDocumentFill,
  type MovePartByteLimits,
  movePartsToOpen,
} from "./document-fill";
import type { MoveDocument } from "./move-document";
import { emptyMoveDocument, type MoveDocumentPart } from "./move-document-parts";
import { subscriberKey } from "./move-things";

const limits: MovePartByteLimits = { whole: 20_000, full: 900 };

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

interface Filled {
  parts: Map<number, MoveDocument>;
  fill: MoveDocumentFill;
}

const empty = (): Filled => ({ parts: new Map(), fill: emptyMoveDocumentFill });

/** Adds a part as a step does: only the parts that it names are opened, and all goes through JSON. */
function filledWith({ parts, fill }: Filled, incoming: MoveDocumentPart): Filled {
  const opened = new Map(
    movePartsToOpen(fill, incoming).flatMap((number) => {
      const part = parts.get(number);
      return part ? [[number, throughJson(part)] as const] : [];
    }),
  );
  const filled = fillMoveDocument({ origin: "kuma", fill: throughJson(fill), opened }, incoming, limits);
  if (!filled.ok) throw new Error(`too large: ${filled.what}`);
  return { parts: new Map([...parts, ...filled.changed]), fill: filled.fill };
}

const partOf = ({ version: _version, origin: _origin, ...part }: MoveDocument): MoveDocumentPart => part;

const byId = (list: readonly { id: string }[]) =>
  [...new Map(list.map((each) => [each.id, each])).values()].sort((one, other) => (one.id < other.id ? -1 : 1));

/** All things of some parts, as they would be in one document: of one id the last counts, and of pages the first. */
const thingsOf = (documents: readonly MoveDocumentPart[]) => ({
  page: documents.map(({ page }) => page).find(Boolean) ?? null,
  groups: byId(documents.flatMap(({ groups = [] }) => groups)),
  components: byId(documents.flatMap(({ components = [] }) => components)),
  monitors: byId(documents.flatMap(({ monitors = [] }) => monitors)),
  heartbeats: byId(documents.flatMap(({ heartbeats = [] }) => heartbeats)),
  incidents: byId(documents.flatMap(({ incidents = [] }) => incidents)),
  maintenances: byId(documents.flatMap(({ maintenances = [] }) => maintenances)),
  templates: byId(documents.flatMap(({ templates = [] }) => templates)),
  subscribers: [...new Set(documents.flatMap(({ subscribers = [] }) => subscribers.map(subscriberKey)))].sort(),
});

const ordered = ({ parts }: Filled) => [...parts].sort(([one], [other]) => one - other).map(([, part]) => part);

const readings = fc.array(moveDocuments.map(partOf), { minLength: 1, maxLength: 6 });

test("parts together hold what came, the last of each id, and none is larger than it may be", () => {
  fc.assert(
    fc.property(readings, (incoming) => {
      const filled = incoming.reduce(filledWith, empty());
      const parts = ordered(filled);
      expect(thingsOf(parts)).toEqual(thingsOf(incoming));
      expect(filled.fill.keys).toHaveLength(parts.length);
      for (const [number, { incidents, maintenances, subscribers, groups, components }] of parts.entries()) {
        const later = [...incidents, ...maintenances, ...subscribers];
        expect(number === 0 ? later : [...groups, ...components]).toEqual([]);
        if (later.length > 1) expect(JSON.stringify(parts[number]).length).toBeLessThan(limits.full + 2500);
      }
      const starts = incoming.flatMap(({ incidents = [] }) => incidents.map(({ startedAt }) => startedAt));
      expect(filled.fill.oldestIncidentMs).toBe(starts.length > 0 ? Math.min(...starts) : null);
    }),
    { numRuns: 60 },
  );
});

test("what comes a second time changes nothing", () => {
  fc.assert(
    fc.property(readings, (incoming) => {
      const once = incoming.reduce(filledWith, empty());
      const last = incoming.at(-1) ?? {};
      const again = filledWith(once, { ...last, subscribers: [] });
      expect(thingsOf(ordered(again))).toEqual(thingsOf(ordered(once)));
      expect(again.fill.things).toBe(once.fill.things);
    }),
    { numRuns: 60 },
  );
});

const note = (noun: string, id: string | null) =>
  ({ kind: "left_out", noun, id, name: "", field: "f", reason: "r" }) as NonNullable<MoveDocumentPart["notes"]>[number];

describe("a note", () => {
  const incidents = ["a", "b", "c"].map((id) => foreignIncident(id, { title: "x".repeat(400) }));
  const filled = filledWith(empty(), {
    ...partOf(moveDocumentOf({ incidents })),
    notes: [note("incident", "a"), note("incident", "c"), note("incident", null), note("page", "p")],
  });

  test("is in the part of its thing, and in part 0 if it is about a whole noun", () => {
    const named = ordered(filled).map(({ notes }) => notes.map(({ noun, id }) => `${noun} ${id}`));
    expect(named).toEqual([["incident null", "page p"], ["incident a"], [], ["incident c"]]);
  });

  test("follows its thing, and is replaced with it", () => {
    const late = filledWith(filled, { notes: [note("incident", "a"), { ...note("incident", "a"), field: "late" }] });
    expect(ordered(late)[1]?.notes.map(({ field }) => field)).toEqual(["f", "late"]);
    const again = filledWith(late, { incidents: partOf(moveDocumentOf({ incidents })).incidents?.slice(0, 1) ?? [] });
    expect(ordered(again)[1]?.notes).toEqual([]);
  });
});

test("things of part 0 that are too many, and one thing that is too large, are refused by what they are", () => {
  const large = "x".repeat(limits.whole);
  const fill = (given: Record<string, unknown>) =>
    fillMoveDocument(
      { origin: "kuma", fill: emptyMoveDocumentFill, opened: new Map() },
      partOf(moveDocumentOf(given)),
      limits,
    );
  expect(fill({ groups: [{ id: "a", name: "a", description: large }] })).toEqual({ ok: false, what: "things" });
  expect(fill({ incidents: [foreignIncident("a", { path: large })] })).toEqual({ ok: false, what: "one" });
  expect(fill(emptyMoveDocument("kuma"))).toMatchObject({ ok: true, fill: { things: 0 } });
});
