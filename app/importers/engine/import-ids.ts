import type { Ctx } from "~/platform/ctx";
import type { ImportJobRow } from "../queries/import-job";
import { derivedImportId, importedId } from "../rules/import-ids";
import type { MovedNoun } from "../rules/moved-nouns";

type ImportIdJob = Pick<ImportJobRow, "id" | "createdAt">;

/** Returns what names the things of a job: the same thing has the same id at each step. */
export const importIdMaker =
  (_ctx: Ctx, job: ImportIdJob) =>
  (noun: MovedNoun, theirId: string): string =>
    importedId(job, noun, theirId);

/** Returns what names rows beside a thing, such as its updates. */
export const derivedImportIdMaker =
  (job: ImportIdJob) =>
  (ourId: string, name: string): string =>
    derivedImportId(job, ourId, name);
