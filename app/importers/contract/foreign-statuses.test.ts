import fc from "fast-check";
import { expect, test } from "vitest";
import { impacts, statuses } from "~/status/status";
import {
  componentStatusReader,
  impactOfStatus,
  impactReader,
  incidentStatusByForeignWord,
  maintenanceStateReader,
  statusByStatuspageWord,
  statusOfImpact,
  updateStatusReader,
} from "./foreign-statuses";
import { foreignText } from "./foreign-values";
import { MoveNotes } from "./move-notes";

const subject = { noun: "component" as const, id: "c", name: "API" };

const readers = [
  { words: statusByStatuspageWord, read: componentStatusReader(statusByStatuspageWord), unknown: "no_data" },
  {
    words: incidentStatusByForeignWord,
    read: updateStatusReader(incidentStatusByForeignWord),
    unknown: "investigating",
  },
  { words: { none: "none" }, read: impactReader({ none: "none" }), unknown: "minor" },
  { words: { done: "completed" }, read: maintenanceStateReader({ done: "completed" }), unknown: "scheduled" },
];

test("any word that is not known is a question, and neither operational nor resolved", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...readers),
      fc.oneof(fc.string(), fc.jsonValue(), fc.constantFrom("constructor", "__proto__")),
      ({ words, read, unknown }, word) => {
        fc.pre(!Object.hasOwn(words, foreignText(word).trim().toLowerCase()));
        const notes = new MoveNotes();
        expect(read(word, notes, subject, "status")).toBe(unknown);
        expect(notes.list.map(({ kind, field }) => [kind, field])).toEqual([["question", "status"]]);
      },
    ),
  );
});

test("a known word is read in any case, without a note", () => {
  for (const { words, read } of readers)
    for (const [word, value] of Object.entries(words)) {
      const notes = new MoveNotes();
      expect(read(` ${word.toUpperCase()} `, notes, subject, "status")).toBe(value);
      expect(notes.list).toEqual([]);
    }
});

test("a list or an object does not pass for an empty word", () => {
  const read = componentStatusReader({ "": "operational" });
  for (const value of [[], {}, ["operational"]])
    expect(read(value, new MoveNotes(), subject, "status")).toBe("no_data");
});

test("impacts and statuses lead to each other", () => {
  for (const impact of impacts) expect(impactOfStatus(statusOfImpact(impact))).toBe(impact);
  expect(statuses.filter((status) => impactOfStatus(status) === "none")).toEqual(["operational", "under_maintenance"]);
});
