import { type MovedNoun, movedNouns } from "../rules/moved-nouns";
import type { ImportCosts } from "../rules/step-costs";
import { importWriterByNoun } from "./writers/all-writers";

/** A row of the table of ids, and its path's index. */
const rowsPerNote = 2;

/** Costs of things as their writers state them. */
export const importCosts = (): ImportCosts => ({
  statements: Object.fromEntries(movedNouns.map((noun) => [noun, importWriterByNoun[noun].statements])) as Record<
    MovedNoun,
    number
  >,
  noteStatements: 1,
  noteRows: rowsPerNote,
  rows: (planned) => importWriterByNoun[planned.noun].rows(planned),
  rowsPerUpdate: Math.max(...movedNouns.map((noun) => importWriterByNoun[noun].rowsPerUpdate)),
});
