import { authorizeAndParse } from "~/change/authorize-and-parse";
import { permitStepUpActionNow } from "~/change/commit";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { repositoryReadingTable, repositoryTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type AppliedConfiguration, applyConfiguration } from "../apply-configuration";
import { wakeConfigurationStatement } from "../queries/configuration-job";
import { fetchFileAt } from "./engine/fetch-commit";
import {
  guardReadingVersionStatement,
  type RepositoryReadingRow,
  type RepositoryRow,
  repositoryByIdQuery,
  repositoryReadingByIdQuery,
} from "./queries/repository";
import { openRepositorySettings } from "./repository-settings";
import { type ApplyReadingInput, applyReadingInputSchema } from "./rules/repository-input";
import { runRepositoryReadingAfterAnswer } from "./run-after-answer";

const decidedFailure = fail({ name: "conflict", code: "decided", detail: "repository.decided" });
const changedFailure = fail({ name: "conflict", code: "changed", detail: "repository.changed" });

/** Reads the file again at the commit whose plan waits. */
async function fileOf(ctx: Ctx, repository: RepositoryRow, reading: RepositoryReadingRow): Promise<Result<string>> {
  const settings = await openRepositorySettings(ctx, repository);
  if (settings === null) return fail({ name: "conflict", code: "sealed", detail: "repository.sealed" });
  const file = await fetchFileAt(ctx, repository, reading.commitSha, settings);
  return file.is === "done" ? ok(file.value) : fail({ name: "conflict", code: "unread", detail: file.refusal });
}

/** Has a plan made again that is no longer what the file would do. */
async function planAgain(ctx: Ctx, reading: RepositoryReadingRow): Promise<Result<never>> {
  const now = ctx.now();
  const { id, pageId } = reading;
  const row = { id, state: "waiting" as const, planText: "", dueAt: now, notBefore: 0, tries: 0, endedAt: null };
  await runBatch(ctx, [
    guardReadingVersionStatement(reading),
    ...updateRowsStatements(repositoryReadingTable, pageId, [row]),
    wakeConfigurationStatement(now),
  ]);
  runRepositoryReadingAfterAnswer(ctx, id);
  return changedFailure;
}

/** Notes what a person decided: things that were left may stay without asking again. */
async function noteDecision(
  ctx: Ctx,
  repository: RepositoryRow,
  reading: RepositoryReadingRow,
  { jobId, prune }: { jobId: string | null; prune: boolean },
): Promise<void> {
  const { id, pageId, leaving } = reading;
  const state = jobId === null ? ("unchanged" as const) : ("applied" as const);
  await runBatch(ctx, [
    guardReadingVersionStatement(reading),
    ...updateRowsStatements(repositoryReadingTable, pageId, [{ id, state, jobId, planText: "", endedAt: ctx.now() }]),
    ...updateRowsStatements(repositoryTable, pageId, [{ id: repository.id, kept: prune ? [] : leaving }]),
  ]);
}

/**
 * Applies a plan that waits, with the rights of the person who decides. Failures: those of an application; missing,
 * conflict (`decided`: it waits no more, `changed`: it is made again, `unread`: the server did not give the file).
 */
export async function applyReading(ctx: Ctx, given: ApplyReadingInput): Promise<Result<AppliedConfiguration>> {
  const may = authorizeAndParse(ctx, { role: "admin", input: applyReadingInputSchema }, given);
  if (!may.ok) return may;
  const fresh = permitStepUpActionNow(ctx, "configuration.apply");
  if (!fresh.ok) return fresh;
  const { commitId, input } = may.value;
  const { pageId, id, readingId, prune } = input;
  const [[repository], [reading]] = await readBatch(
    ctx,
    repositoryByIdQuery(ctx, pageId, id),
    repositoryReadingByIdQuery(ctx, readingId),
  );
  if (!repository || reading?.repositoryId !== id) return missingFailure;
  const expected = prune ? reading.pruneDigest : reading.digest;
  if (reading.state !== "pending" || expected === null) return decidedFailure;
  const text = await fileOf(ctx, repository, reading);
  if (!text.ok) return text;
  const file = { text: text.value, prune, ref: reading.commitSha };
  const done = await applyConfiguration(ctx, { ...file, commitId, expected });
  const isChanged = !done.ok && done.failure.name === "conflict" && done.failure.code === "changed";
  if (isChanged) return planAgain(ctx, reading);
  if (done.ok) await noteDecision(ctx, repository, reading, { jobId: done.value.job?.id ?? null, prune });
  return done;
}
