import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyMoveDocument, type MoveDocument, withMovePart } from "../../app/importers/contract/move-document.ts";
import {
  foreignComponent,
  foreignIncident,
  moveDocumentOf,
  moveDocuments,
} from "../../tests/support/import-documents.ts";
import { maxImportPartBytes, moveDocumentParts } from "./document-parts.ts";
import { moveDocumentSummary } from "./document-summary.ts";
import { ImportToolError } from "./options.ts";

const note = (noun: string, id: string | null, kind = "left_out") => ({
  kind,
  noun,
  id,
  name: id ?? "",
  field: "colour",
  reason: "It has none here.",
});

const joined = (parts: ReturnType<typeof moveDocumentParts>, origin: string): MoveDocument =>
  parts.reduce<MoveDocument>(withMovePart, emptyMoveDocument(origin));

test("parts together are the document, and none is larger than asked", () => {
  fc.assert(
    fc.property(moveDocuments, fc.integer({ min: 4000, max: 9000 }), (document, most) => {
      const parts = moveDocumentParts(document, most);
      const { notes, ...whole } = joined(parts, document.origin);
      expect({ ...whole, notes: document.notes }).toEqual(document);
      expect(new Set(notes)).toEqual(new Set(document.notes));
      for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual(most);
    }),
    { numRuns: 200 },
  );
});

test("what others name goes first, and a note goes with its thing", () => {
  const incidents = Array.from({ length: 40 }, (_, at) => foreignIncident(`i${at}`));
  const document = moveDocumentOf({
    incidents,
    components: [foreignComponent("web")],
    notes: [
      note("incident", "i30"),
      note("other", null),
      note("component", "web"),
      note("incident", null),
      note("incident", "gone"),
    ],
  });
  const parts = moveDocumentParts(document, 2000);
  expect(parts.length).toBeGreaterThan(3);
  expect(parts[0]?.components).toHaveLength(1);
  expect(parts[0]?.notes?.map(({ noun }) => noun)).toEqual(["other", "component"]);
  const own = parts.find(({ notes = [] }) => notes.some(({ id }) => id === "i30"));
  expect(own?.incidents?.some(({ id }) => id === "i30")).toBe(true);
  expect(parts.flatMap(({ notes = [] }) => notes)).toHaveLength(5);
});

test("a thing may be larger than others, up to what a deployment takes", () => {
  const long = (chars: number) =>
    moveDocumentOf({
      incidents: [
        foreignIncident("long", { title: "x", updates: [{ status: "resolved", body: "y".repeat(chars), shownAt: 1 }] }),
      ],
    });
  expect(moveDocumentParts(long(300_000))).toHaveLength(1);
  expect(() => moveDocumentParts(long(maxImportPartBytes))).toThrow(ImportToolError);
  expect(() => moveDocumentParts(long(maxImportPartBytes))).toThrow(/^incident long has 7\d+ bytes/);
});

test("an empty document is one part", () => {
  expect(moveDocumentParts(emptyMoveDocument("csv"))).toEqual([{}]);
});

test("the summary counts, and lists at most some notes of a kind, each in a line", () => {
  const notes = Array.from({ length: 30 }, (_, at) => note("component", `c\n\u001b[2J${at}`));
  const document = moveDocumentOf({
    page: { id: "p", name: "Shop" },
    components: [foreignComponent("web"), foreignComponent("api")],
    incidents: [foreignIncident("one")],
    notes: [...notes, note("page", "p", "question")],
  });
  const lines = moveDocumentSummary(document);
  expect(lines[0]).toBe("Read: page “Shop”, 2 components, 1 incident, 1 update.");
  expect(lines[1]).toMatch(/^Questions.*\(1\):$/);
  expect(lines.at(-1)).toBe("  and 5 more, in the preview");
  expect(lines.every((line) => !/\p{Cc}/u.test(line))).toBe(true);
  expect(moveDocumentSummary(emptyMoveDocument("csv"))).toEqual(["Read: nothing."]);
});
