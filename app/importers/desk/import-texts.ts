import type { ImportNounCounts } from "../rules/import-counts";
import type { ImportCountsByNoun } from "../rules/import-job";
import type { ImportView } from "../rules/import-view";
import { type MovedNoun, movedNouns } from "../rules/moved-nouns";
import type { ImportPlanReason } from "../rules/planned-thing";
import type { useWords } from "./words/words";

type ImportWords = ReturnType<typeof useWords>;

/** Returns why a thing comes as it does, or does not, as a sentence. */
export function importPlanReasonText({ t, list }: ImportWords, { code, names = [] }: ImportPlanReason): string {
  if (code === "needs" && names.length === 0) return t("reason.needs_unknown");
  return t(`reason.${code}`, { names: list(names) });
}

/** Returns the number of things so far, of all where that is known. */
export const importProgressText = (t: ImportWords["t"], { done, total }: Pick<ImportView, "done" | "total">) =>
  total === null ? done : t("progress.of", { done, total });

/** Figures of a row of the preview. */
export interface ImportCountsRow {
  make: number;
  change: number;
  /** Things that stay as they are here. */
  stay: number;
  conflict: number;
  leftOut: number;
}

const emptyRow: ImportCountsRow = { make: 0, change: 0, stay: 0, conflict: 0, leftOut: 0 };

const countsRow = ({ verdicts, leftOut }: ImportNounCounts): ImportCountsRow => ({
  make: verdicts.make,
  change: verdicts.change,
  stay: verdicts.keep + verdicts.same + verdicts.join,
  conflict: verdicts.conflict,
  leftOut,
});

/** Returns the figures of a noun; a job that was planned before an upgrade has none of a later noun. */
export const importCountsRowOf = (counts: ImportNounCounts | undefined): ImportCountsRow =>
  counts ? countsRow(counts) : emptyRow;

/** Returns the figures of all nouns together. */
export const totalImportCounts = (counts: ImportCountsByNoun): ImportCountsRow =>
  movedNouns
    .map((noun) => importCountsRowOf(counts[noun]))
    .reduce((sum, row) => ({
      make: sum.make + row.make,
      change: sum.change + row.change,
      stay: sum.stay + row.stay,
      conflict: sum.conflict + row.conflict,
      leftOut: sum.leftOut + row.leftOut,
    }));

const isEmpty = (row: ImportCountsRow): boolean => row.make + row.change + row.stay + row.conflict + row.leftOut === 0;

/** Returns the nouns of which the origin has something. */
export const nonEmptyImportNouns = (counts: ImportCountsByNoun): MovedNoun[] =>
  movedNouns.filter((noun) => !isEmpty(importCountsRowOf(counts[noun])));

/** Returns true if applying would write nothing that visitors or the team see. */
export function isImportEmpty(counts: ImportCountsByNoun): boolean {
  const { make, change, conflict } = totalImportCounts(counts);
  const joins = movedNouns.reduce((sum, noun) => sum + (counts[noun]?.verdicts.join ?? 0), 0);
  return make + change + conflict + joins === 0;
}
