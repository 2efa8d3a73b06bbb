import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { secondMs } from "~/time/durations";
import type { ApiOriginReader, OriginReadStep } from "../contract/origin";
import type { ImportJobRow } from "../queries/import-job";
import { writePartStatements } from "../queries/import-part";
import type { ImportRefusal } from "../rules/import-job";
import { originTitleOf } from "../rules/known-origins";
import { type ImportReadingState, importReadingStateOf } from "../rules/reading-state";
import { endImportReading } from "./end-reading";
import { failImportJob } from "./fail-job";
import { fillImportParts } from "./fill-parts";
import { commitImportStep } from "./job-step";
import { callOrigin, httpOriginOfKey, refusalWithOriginWords } from "./origin-call";
import type { ImportStepOutcome } from "./step-outcome";
import type { StoredOriginSettings } from "./stored-settings";

/** Pauses below this are waited for within an invocation. */
const maxPauseMs = 2 * secondMs;
const maxTries = 6;
const maxWaits = 50;
const firstRetryMs = 30 * secondMs;

/** Notes when the next request may be made; a short pause is waited for here. */
async function goOnAfter(
  ctx: Ctx,
  job: ImportJobRow,
  state: ImportReadingState,
  ms: number,
  { parts = job.parts, changes = [] }: { parts?: number; changes?: readonly SqlStatement[] } = {},
): Promise<ImportStepOutcome> {
  const columns = { readState: { ...state }, parts, done: state.fill.things, dueAt: ctx.now() + ms };
  const isShort = ms < maxPauseMs;
  const outcome = await commitImportStep(ctx, job, { changes, columns, goesOn: isShort });
  if (isShort && ms > 0) await ctx.sleep(ms);
  return outcome;
}

/** Tries a request again later; after six tries the origin counts as away. */
function tryAgain(
  ctx: Ctx,
  job: ImportJobRow,
  state: ImportReadingState,
  refusal: ImportRefusal,
): Promise<ImportStepOutcome> {
  if (state.tries >= maxTries) return failImportJob(ctx, job, refusal);
  return goOnAfter(ctx, job, { ...state, tries: state.tries + 1 }, firstRetryMs * 2 ** state.tries);
}

/** Waits as the origin asks; one that asks for nothing else counts as away. */
function waitOn(ctx: Ctx, job: ImportJobRow, state: ImportReadingState, ms: number): Promise<ImportStepOutcome> {
  if (state.waits <= maxWaits) return goOnAfter(ctx, job, state, ms);
  const message = `${originTitleOf(job.origin)} asked ${maxWaits} times in a row to wait. Try again later.`;
  return failImportJob(ctx, job, { code: "unusable_answer", message });
}

/** Keeps what an answer brought, with the state after it, in one commit. */
async function keepStep(
  ctx: Ctx,
  job: ImportJobRow,
  state: ImportReadingState,
  step: Exclude<OriginReadStep, { kind: "refused" }>,
  pauseMs: number,
): Promise<ImportStepOutcome> {
  const next = { ...state, reader: step.state, tries: 0, waits: 0 };
  if (step.kind === "wait") return waitOn(ctx, job, { ...next, waits: state.waits + 1 }, step.ms);
  const filled = await fillImportParts(ctx, job, state.fill, step.part);
  if (!filled.ok) return failImportJob(ctx, job, filled.refusal);
  const parts = filled.fill.keys.length;
  const changes = writePartStatements(filled.rows);
  return goOnAfter(ctx, job, { ...next, fill: filled.fill }, pauseMs, { parts, changes });
}

/** Stands for the answer of a request without which reading goes on. */
const withoutAnswer = {
  kind: "answer" as const,
  answer: { status: 404, headers: new Headers(), text: "", isCut: false },
};

/** Makes the next request of a reader, and keeps what it brought; a step that is repeated asks again. */
export async function runImportApiReadStep(
  ctx: Ctx,
  job: ImportJobRow,
  reader: ApiOriginReader,
  settings: StoredOriginSettings,
): Promise<ImportStepOutcome> {
  const stored = importReadingStateOf(job.readState);
  const begun = stored.reader === null ? reader.begin(settings) : { ok: true as const, value: stored.reader };
  if (!begun.ok) return failImportJob(ctx, job, begun.refusal);
  const request = reader.next(begun.value, settings);
  if (request === null) return endImportReading(ctx, job, stored);
  const keyed = httpOriginOfKey(request, settings, stored.keyOrigin);
  if (!keyed.ok) return failImportJob(ctx, job, keyed.refusal);
  const state = { ...stored, reader: begun.value, keyOrigin: keyed.keyOrigin };
  const answered = await callOrigin(ctx, request);
  const call = request.isBeside && answered.kind !== "answer" ? withoutAnswer : answered;
  if (call.kind === "refused") return failImportJob(ctx, job, call.refusal);
  if (call.kind === "away") return tryAgain(ctx, job, state, call.refusal);
  const step = reader.take(begun.value, call.answer, settings);
  if (step.kind === "refused")
    return failImportJob(ctx, job, refusalWithOriginWords(step.refusal, call.answer, settings));
  return keepStep(ctx, job, state, step, reader.pauseMs);
}
