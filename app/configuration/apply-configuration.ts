import { personIdOfActor } from "~/access/actor";
import type { ChangeResult } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readBatch } from "~/db/read";
import { configurationJobTable } from "~/db/schema";
import { type InsertRow, insertRowsStatements } from "~/db/write";
import { fail, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { jobMakerOf } from "./job-maker";
import { sealConfigurationJobParts } from "./job-parts";
import {
  type ConfigurationPlanView,
  fileErrorsFailure,
  type PreparedConfigurationPlan,
  prepareConfigurationPlan,
} from "./plan-configuration";
import {
  configurationJobOfCommitQuery,
  deleteOldJobsStatement,
  guardNoJobOnPagesStatement,
  insertPartStatements,
  runningJobOnPagesQuery,
  wakeConfigurationStatement,
} from "./queries/configuration-job";
import { type ConfigurationJobView, configurationJobViewOf } from "./read-jobs";
import { type ApplyConfigurationInput, applyConfigurationInputSchema } from "./rules/configuration-input";
import {
  type ConfigurationJobActor,
  noConfigurationCounts,
  requestIdOfConfigurationJob,
} from "./rules/configuration-job";
import { runConfigurationAfterAnswer } from "./run-after-answer";

export type { ApplyConfigurationInput };

export interface AppliedConfiguration extends ConfigurationPlanView {
  /** The job that makes the changes; null when there are none. */
  job: ConfigurationJobView | null;
}

const busyFailure = fail({ name: "conflict", code: "busy", detail: "configuration.busy" });

type JobRow = ReturnType<typeof jobRow>;

interface NewJob {
  id: string;
  actor: ConfigurationJobActor;
  ref: string;
}

function jobRow(ctx: Ctx, { id, actor, ref }: NewJob, prepared: PreparedConfigurationPlan) {
  const now = ctx.now();
  const { document, plan, pageIds } = prepared;
  return {
    id,
    pageId: pageIds[document.pages[0]?.slug ?? ""] ?? "",
    pageIds,
    file: document.name,
    ref,
    actor,
    state: "applying",
    total: plan.changes.length,
    counts: { ...noConfigurationCounts },
    refusals: [],
    stopped: [],
    dueAt: now,
    createdAt: now,
    updatedAt: now,
  } satisfies InsertRow<typeof configurationJobTable>;
}

/**
 * Starts the job, unless another one works on a page of the file: its guard says so, and then the reason is read, as a
 * job that is already there is rare.
 */
async function startJob(
  ctx: Ctx,
  prepared: PreparedConfigurationPlan,
  row: JobRow,
  commitId: string,
): Promise<Result<ChangeResult>> {
  const { document, plan, pageIds } = prepared;
  const ids = Object.values(pageIds);
  const parts = await sealConfigurationJobParts(ctx, row.id, { document, changes: plan.changes });
  const pageId = row.pageId === "" ? null : row.pageId;
  let tries = 0;
  return commitChangeWithRetry(ctx, async () => {
    if (tries++ > 0) {
      const [running] = await readBatch(ctx, runningJobOnPagesQuery(ctx, ids));
      if (running.length > 0) return busyFailure;
    }
    return commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [guardNoJobOnPagesStatement(ids)],
      changes: [
        deleteOldJobsStatement(ctx.now()),
        ...insertRowsStatements(configurationJobTable, [row]),
        ...insertPartStatements(parts),
        wakeConfigurationStatement(ctx.now()),
      ],
      audit: {
        action: "configuration.apply",
        subjectKind: "configuration",
        subjectId: row.id,
        after: { name: requestIdOfConfigurationJob(row), count: plan.changes.length },
      },
    });
  });
}

/**
 * Applies a file: a job in steps, each of which makes one change with the rights that its maker then has. It begins
 * after the answer, and ticks go on with it. Nothing is written when nothing differs. Failures: those of a plan,
 * invalid (`file_errors`), conflict (`changed`: the plan is not the expected one, `busy`).
 */
export async function applyConfiguration(
  ctx: Ctx,
  given: ApplyConfigurationInput,
): Promise<Result<AppliedConfiguration>> {
  const parsed = parseInput(applyConfigurationInputSchema, given);
  if (!parsed.ok) return parsed;
  const actor = jobMakerOf(ctx.actor);
  if (actor === null || personIdOfActor(ctx.actor) === null) return unauthenticatedFailure;
  const { commitId = ctx.id(), expected, ref, ...input } = parsed.value;
  const [prior, planned] = await Promise.all([priorJob(ctx, commitId), prepareConfigurationPlan(ctx, input)]);
  if (!planned.ok) return planned;
  const { file, plan, digest } = planned.value;
  if (prior !== null) return ok({ file, plan, digest, job: prior });
  return applyConfigurationPlan(ctx, planned.value, { actor, commitId, expected, ref });
}

interface PlanApplication {
  actor: ConfigurationJobActor;
  commitId: string;
  ref: string;
  /** Digest of the plan that was looked at; absent = whatever the plan is now. */
  expected?: string | undefined;
}

/** Starts the job of a plan that was just made. Failures: invalid (`file_errors`), conflict (`changed`, `busy`). */
export async function applyConfigurationPlan(
  ctx: Ctx,
  prepared: PreparedConfigurationPlan,
  { actor, commitId, ref, expected }: PlanApplication,
): Promise<Result<AppliedConfiguration>> {
  const { file, plan, digest } = prepared;
  const view = { file, plan, digest };
  if (plan.errors.length > 0) return fileErrorsFailure(plan.errors);
  if (expected !== undefined && expected !== digest)
    return fail({ name: "conflict", code: "changed", detail: "configuration.changed", current: view });
  if (plan.changes.length === 0) return ok({ ...view, job: null });
  const row = jobRow(ctx, { id: ctx.id(), actor, ref }, prepared);
  const done = await startJob(ctx, prepared, row, commitId);
  if (!done.ok) return done;
  runConfigurationAfterAnswer(ctx, done.value.id);
  const job = configurationJobViewOf(ctx, { ...row, position: 0, endedAt: null, version: 0 });
  return ok({ ...view, job: { ...job, id: done.value.id } });
}

/** Returns the job that this very commit had started; what it changed since must not make the answer another one. */
async function priorJob(ctx: Ctx, commitId: string): Promise<ConfigurationJobView | null> {
  const [[job]] = await readBatch(ctx, configurationJobOfCommitQuery(ctx, commitId));
  return job ? configurationJobViewOf(ctx, job) : null;
}
