import { commitPlan } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { configurationJob } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Plan } from "~/plan/plan-budget";
import { type Ctx, ctxAsActor } from "~/platform/ctx";
import { yieldToRequests } from "~/platform/give-way";
import { OverBudgetError, remainingMeterBudget } from "~/platform/meter";
import { LostRaceError } from "~/platform/trouble";
import { unitRetryDelayMs } from "~/time/units";
import { openJobParts } from "./job-parts";
import { commitJobStep, takeJobStep } from "./job-step";
import { type JobKnowledge, thingKey } from "./job-values";
import {
  type ConfigurationJobRow,
  configurationJobByIdQuery,
  configurationPartsQuery,
  deletePartsOfJobStatement,
  dueConfigurationJobsQuery,
  guardJobVersion,
  nextConfigurationStatement,
} from "./queries/configuration-job";
import { thingsOfFileQuery } from "./queries/configured-thing";
import { pageSecretsOfPagesQuery } from "./queries/page-secret";
import { requestIdOf } from "./rules/configuration-job";
import { makeDigestOfValue } from "./value-digest";

/** Longest time of one round, in ms. */
const maxRoundMs = 10_000;

/** Room that must be left before a step: on Free one step fits into an invocation, and a small one after it. */
const roomByPlan: Record<Plan, number> = { free: 24, paid: 60, own: 60 };

/** Statements of the commit that ends a job. */
const endingStatements = 10;

async function readKnowledge(ctx: Ctx, job: ConfigurationJobRow, work: JobKnowledge["work"]): Promise<JobKnowledge> {
  const pageIds = Object.values(job.pageIds);
  const [things, secrets] = await readBatch(
    ctx,
    thingsOfFileQuery(ctx, pageIds, job.file),
    pageSecretsOfPagesQuery(ctx, pageIds),
  );
  const digestOf = await makeDigestOfValue(ctx, secrets, (slug) => job.pageIds[slug]);
  const known = things.map((row) => [thingKey(row.pageId, row.noun, row.key), row] as const);
  const planned = work.changes.flatMap(({ slug, noun, key, id, action }) =>
    id === null || action === "remove" ? [] : [[thingKey(job.pageIds[slug] ?? "", noun, key), id] as const],
  );
  return { work, things: new Map(known), planned: new Map(planned), secrets, digestOf };
}

/** Returns the numbers of a job as the audit log names them. */
const auditedCounts = ({ refused, skipped, ...made }: ConfigurationJobRow["counts"]) => ({
  count: Object.values(made).reduce((sum, each) => sum + each, 0),
  ...(refused + skipped > 0 ? { refused: refused + skipped } : {}),
});

/** Ends a job: what it worked through is deleted, and the audit log says what became of it. */
async function endJob(ctx: Ctx, job: ConfigurationJobRow, state: "applied" | "stopped"): Promise<ConfigurationJobRow> {
  const now = ctx.now();
  const { id, pageId, counts, actor } = job;
  const isStopped = state === "stopped";
  const own = ctxAsActor({ ...ctx, requestId: requestIdOf(job) }, isStopped ? ctx.actor : auditActor(actor));
  const over = { state, dueAt: null, endedAt: now, updatedAt: now } as const;
  await commitPlan(own, {
    id: ctx.id(),
    pageId: pageId === "" ? null : pageId,
    guards: [guardJobVersion(job)],
    changes: [deletePartsOfJobStatement(id), ...updateRows(configurationJob, pageId, [{ id, ...over }])],
    audit: {
      action: isStopped ? "configuration.stop" : "configuration.finish",
      subjectKind: "configuration",
      subjectId: id,
      after: { name: requestIdOf(job), ...auditedCounts(counts) },
    },
  });
  return { ...job, ...over, version: job.version + 1 };
}

const auditActor = (actor: ConfigurationJobRow["actor"]): Ctx["actor"] =>
  actor.kind === "person"
    ? { kind: "person", id: actor.id, operator: false, sessionId: "" }
    : { kind: "token", id: actor.id, personId: actor.personId, role: "viewer", readOnly: true, operator: false };

const lost = (job: ConfigurationJobRow): Partial<ConfigurationJobRow> => ({
  refusals: [
    ...job.refusals,
    { slug: "", noun: "page", key: "", action: "change", messages: { "": "configuration.lost" } },
  ],
});

/** Moves a step back that failed, so that it delays nothing else. */
async function postpone(ctx: Ctx, job: ConfigurationJobRow): Promise<void> {
  const notBefore = ctx.now() + unitRetryDelayMs(job.tries);
  const row = { id: job.id, tries: job.tries + 1, notBefore, updatedAt: ctx.now() };
  await runBatch(ctx, [guardJobVersion(job), ...updateRows(configurationJob, job.pageId, [row])]);
}

/** Takes steps as long as time and the invocation's room allow; returns the job as it then is. */
async function takeSteps(ctx: Ctx, first: ConfigurationJobRow, known: JobKnowledge, until: number) {
  let job = first;
  for (let turn = 0; job.state === "applying" && job.position < known.work.changes.length; turn++) {
    const hasRoom = remainingMeterBudget(ctx.meter) >= roomByPlan[ctx.config.plan] && ctx.now() < until;
    if (!hasRoom) return { job, isAway: true };
    try {
      job = await takeJobStep(ctx, job, known);
    } catch (error) {
      if (error instanceof LostRaceError) return { job, isAway: true };
      if (error instanceof OverBudgetError && turn > 0) return { job, isAway: true };
      ctx.log.error("configuration.step", error, { job: job.id, position: job.position });
      await postpone(ctx, job).catch((failed) => ctx.log.error("configuration.postpone", failed, { job: job.id }));
      return { job, isAway: true };
    }
    await yieldToRequests(ctx);
  }
  return { job, isAway: false };
}

/**
 * Goes on with a job. Called by the clock, and after an answer. A job that was interrupted goes on with the change that
 * its row names.
 */
export async function runConfigurationJob(ctx: Ctx, id: string): Promise<void> {
  const until = ctx.now() + maxRoundMs;
  const [[job], parts] = await readBatch(ctx, configurationJobByIdQuery(ctx, id), configurationPartsQuery(ctx, id));
  if (!job || job.dueAt === null) return;
  try {
    const work = await openJobParts(ctx, parts);
    if (!work) {
      const noted = await commitJobStep(ctx, job, { columns: lost(job), statements: [] });
      return void (await endJob(ctx, noted, "stopped"));
    }
    const { job: after, isAway } = await takeSteps(ctx, job, await readKnowledge(ctx, job, work), until);
    if (isAway || remainingMeterBudget(ctx.meter) < endingStatements) return;
    await endJob(ctx, after, after.state === "stopped" ? "stopped" : "applied");
  } catch (error) {
    if (error instanceof LostRaceError) return;
    await postpone(ctx, job).catch((failed) => ctx.log.error("configuration.postpone", failed, { job: id }));
    throw error;
  }
}

/** Goes on with all jobs that are due, and says when the next one is. */
export async function runDueConfigurationJobs(ctx: Ctx): Promise<{ left: boolean }> {
  const [due] = await readBatch(ctx, dueConfigurationJobsQuery(ctx, ctx.now()));
  for (const { id } of due) {
    if (remainingMeterBudget(ctx.meter) < roomByPlan[ctx.config.plan]) break;
    await runConfigurationJob(ctx, id).catch((error) => ctx.log.error("configuration.run", error, { job: id }));
  }
  await runBatch(ctx, [nextConfigurationStatement]);
  const [left] = await readBatch(ctx, dueConfigurationJobsQuery(ctx, ctx.now()));
  return { left: left.length > 0 };
}
