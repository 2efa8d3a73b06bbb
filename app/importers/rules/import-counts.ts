import { moveThingKey } from "./foreign-ids";
import type { ImportPlan } from "./import-plan";
import type { MoveNote } from "./move-document";
import { type MovedNoun, movedNouns } from "./moved-nouns";
import { type ImportPlanVerdict, importPlanVerdicts } from "./planned-thing";

/** Figures of one noun in the preview and in the record of the job. */
export interface ImportNounCounts {
  /** Things that come as they were. */
  taken: number;
  /** Things that come with something approximated or asked. */
  approximated: number;
  /** Things that do not come: by choice, by the plan, or because the reader left them out. */
  leftOut: number;
  verdicts: Readonly<Record<ImportPlanVerdict, number>>;
  /** Fields that were approximated or left out, each as often as its note. */
  fieldsApproximated: number;
  fieldsLeftOut: number;
}

const emptyCounts = () => ({
  taken: 0,
  approximated: 0,
  leftOut: 0,
  verdicts: Object.fromEntries(importPlanVerdicts.map((each) => [each, 0])) as Record<ImportPlanVerdict, number>,
  fieldsApproximated: 0,
  fieldsLeftOut: 0,
});

const isApproximation = ({ kind }: MoveNote): boolean => kind === "approximated" || kind === "question";

/** Returns the key of the thing that a note is about; null = it is about all of a noun. */
const noteKey = ({ noun, id }: MoveNote): string | null =>
  noun === "other" || id === null ? null : moveThingKey({ noun, theirId: id });

/** Counts things and notes by noun: each thing of the origin once. */
export function countImportThingsByNoun(
  { things }: ImportPlan,
  notes: readonly MoveNote[],
): Record<MovedNoun, ImportNounCounts> {
  const counts = Object.fromEntries(movedNouns.map((noun) => [noun, emptyCounts()])) as Record<
    MovedNoun,
    ReturnType<typeof emptyCounts>
  >;
  const approximated = new Set(notes.filter(isApproximation).map(noteKey));
  for (const planned of things) {
    const own = counts[planned.noun];
    own.verdicts[planned.verdict] += 1;
    if (planned.verdict === "left_out") own.leftOut += 1;
    else if (approximated.has(moveThingKey(planned))) own.approximated += 1;
    else own.taken += 1;
  }
  countNotes(notes, new Set(things.map(moveThingKey)), counts);
  return counts;
}

/** A note on a thing that the document lacks counts that thing as left out, however many notes it has. */
function countNotes(
  notes: readonly MoveNote[],
  present: ReadonlySet<string>,
  counts: Record<MovedNoun, ReturnType<typeof emptyCounts>>,
): void {
  const lacking = new Set<string>();
  for (const note of notes) {
    if (note.noun === "other") continue;
    const key = noteKey(note);
    if (isApproximation(note)) counts[note.noun].fieldsApproximated += 1;
    if (note.kind !== "left_out") continue;
    counts[note.noun].fieldsLeftOut += 1;
    if (key === null || present.has(key) || lacking.has(key)) continue;
    lacking.add(key);
    counts[note.noun].leftOut += 1;
  }
}

const addedNounCounts = (one: ImportNounCounts, other: ImportNounCounts): ImportNounCounts => ({
  taken: one.taken + other.taken,
  approximated: one.approximated + other.approximated,
  leftOut: one.leftOut + other.leftOut,
  verdicts: Object.fromEntries(
    importPlanVerdicts.map((each) => [each, one.verdicts[each] + other.verdicts[each]]),
  ) as ImportNounCounts["verdicts"],
  fieldsApproximated: one.fieldsApproximated + other.fieldsApproximated,
  fieldsLeftOut: one.fieldsLeftOut + other.fieldsLeftOut,
});

/** Adds the figures of a further part; null = there is none before it. */
export const addImportCountsByNoun = (
  counts: Partial<Record<MovedNoun, ImportNounCounts>> | null,
  more: Record<MovedNoun, ImportNounCounts>,
): Record<MovedNoun, ImportNounCounts> => {
  if (counts === null) return more;
  const added = movedNouns.map((noun) => [noun, addedNounCounts(counts[noun] ?? emptyCounts(), more[noun])] as const);
  return Object.fromEntries(added) as Record<MovedNoun, ImportNounCounts>;
};
