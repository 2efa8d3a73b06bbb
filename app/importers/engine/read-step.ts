import type { Ctx } from "~/platform/ctx";
import { type ImportOrigin, loadOriginApi } from "../contract/origin";
import { loadImportOrigin } from "../kinds/known-kinds";
import type { ImportJobRow } from "../queries/import-job";
import { writePartStatements } from "../queries/import-part";
import type { ImportRefusal } from "../rules/import-job";
import { importReadingStateOf } from "../rules/reading-state";
import { endImportReading } from "./end-reading";
import { failImportJob } from "./fail-job";
import { fillImportParts } from "./fill-parts";
import { runImportApiReadStep } from "./read-api-step";
import type { ImportStepOutcome } from "./step-outcome";
import { openOriginSettings, type StoredOriginSettings } from "./stored-settings";
import { readUploadedFiles } from "./upload-parts";

const forgotten: ImportRefusal = {
  code: "forgotten",
  message: "What was entered cannot be decrypted any more, because UPFRONT_SECRET was changed. Start the import again.",
};

const cannotRead = (origin: string): ImportRefusal => ({
  code: "not_this_origin",
  message: `This version of Upfront cannot read “${origin}” in this way. Start the import again.`,
});

/** Reads all uploaded files at once, as they may refer to each other. */
async function readFilesStep(
  ctx: Ctx,
  job: ImportJobRow,
  origin: ImportOrigin,
  settings: StoredOriginSettings,
): Promise<ImportStepOutcome> {
  const files = await readUploadedFiles(ctx, job.id);
  if (files === null) return failImportJob(ctx, job, forgotten);
  if (!origin.readFiles) return failImportJob(ctx, job, cannotRead(origin.title));
  const read = origin.readFiles(files, settings);
  if (!read.ok) return failImportJob(ctx, job, read.refusal);
  const state = importReadingStateOf(null);
  const filled = await fillImportParts(ctx, job, state.fill, read.value);
  if (!filled.ok) return failImportJob(ctx, job, filled.refusal);
  return endImportReading(ctx, job, { ...state, fill: filled.fill }, writePartStatements(filled.rows));
}

/** Takes one step of reading: all files, or the next request of an API. */
export async function runImportReadStep(ctx: Ctx, job: ImportJobRow): Promise<ImportStepOutcome> {
  const [origin, settings] = await Promise.all([loadImportOrigin(job.origin), openOriginSettings(ctx, job)]);
  if (!settings) return failImportJob(ctx, job, forgotten);
  if (!origin) return failImportJob(ctx, job, cannotRead(job.origin));
  if (settings.readsFiles) return readFilesStep(ctx, job, origin, settings);
  const api = await loadOriginApi(origin);
  if (!api) return failImportJob(ctx, job, cannotRead(origin.title));
  return runImportApiReadStep(ctx, job, api, settings);
}
