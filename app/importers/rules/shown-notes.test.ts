import fc from "fast-check";
import { expect, test } from "vitest";
import type { MoveNote } from "./move-document";
import { maxShownNotes, noShownNotes, withNotesOfPart } from "./shown-notes";

const note = (kind: MoveNote["kind"], id: string): MoveNote => ({
  kind,
  noun: "incident",
  id,
  name: `Incident ${id}`,
  field: "impact",
  reason: "It has no place here.",
});

const kinds = ["question", "secret_found", "left_out", "approximated"] as const;
const shownOf = (parts: readonly (readonly MoveNote[])[]) => parts.reduce(withNotesOfPart, noShownNotes);

test("notes of all parts are counted, and the most urgent ones are shown first", () => {
  const parts = fc.array(fc.array(fc.constantFrom(...kinds), { maxLength: 150 }), { maxLength: 6 });
  fc.assert(
    fc.property(parts, (given) => {
      const notes = given.map((part, at) => part.map((kind, index) => note(kind, `${at}.${index}`)));
      const sorted = kinds.flatMap((kind) => notes.flat().filter((each) => each.kind === kind));
      expect(shownOf(notes)).toEqual({ notes: sorted.slice(0, maxShownNotes), count: sorted.length });
    }),
    { numRuns: 50 },
  );
});

test("a question of the last part is shown before what is approximated in the first", () => {
  const first = Array.from({ length: 500 }, (_, at) => note("approximated", `${at}`));
  const { notes, count } = shownOf([first, [], [note("question", "last")]]);
  expect([notes.length, notes[0]?.id, count]).toEqual([maxShownNotes, "last", 501]);
});

test("texts of any length fit into one row", () => {
  const long = "ä".repeat(100_000);
  const many = Array.from({ length: 300 }, (_, at) => ({ ...note("left_out", `${at}`), name: long, reason: long }));
  expect(new TextEncoder().encode(JSON.stringify(shownOf([many]))).length).toBeLessThan(700_000);
});
