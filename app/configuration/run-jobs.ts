import { commitPlan } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { configurationJobTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import type { Plan } from "~/plan/plan-budget";
import { type Ctx, ctxAsActor } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";
import { remainingMeterBudget } from "~/platform/meter";
import { LostRaceError } from "~/platform/trouble";
import { publishPages } from "~/status-page/publishing/engine/publish";
import { openConfigurationJobParts } from "./job-parts";
import { runConfigurationJobPortion, statementsPerConfigurationStep, statementsPerRightsRead } from "./job-portion";
import { type ConfigurationJobKnowledge, configuredThingKey } from "./job-values";
import {
  type ConfigurationJobRow,
  configurationPartsQuery,
  countConfigurationTryQuery,
  deletePartsOfJobStatement,
  guardJobVersionStatement,
  nextConfigurationStatement,
} from "./queries/configuration-job";
import { thingsOfFileQuery } from "./queries/configured-thing";
import { pageSecretsOfPagesQuery } from "./queries/page-secret";
import { maxConfigurationTries, requestIdOfConfigurationJob } from "./rules/configuration-job";
import { hasNamedSecrets } from "./rules/value-hash";
import { makeDigestOfValue } from "./value-digest";

/** Longest time of one round of a tick, and of one job's turn in it, in ms; most turns of a round. */
const tickRoundMs = 10_000;
const turnMs = 4000;
const maxTurns = 20;

/** Statements that begin a round: the try and the parts of a job, what its file knows, and its maker's rights. */
const beginningStatements = 4 + statementsPerRightsRead;

/** Room that must be left before a round begins: on Free the step of any noun fits into an invocation. */
const roomByPlan: Record<Plan, number> = {
  free: statementsPerConfigurationStep + beginningStatements,
  paid: 60 + beginningStatements,
  own: 60 + beginningStatements,
};

/** Statements of the commit that ends a job, and those that publish one page after it. */
const endingStatements = 10;
const publishingStatements = 21;

/** Failed tries after which a job that cannot even begin is given up; a step that fails is given up before. */
const maxBeginnings = maxConfigurationTries + 2;

async function readKnowledge(
  ctx: Ctx,
  job: ConfigurationJobRow,
  work: ConfigurationJobKnowledge["work"],
): Promise<ConfigurationJobKnowledge> {
  const pageIds = Object.values(job.pageIds);
  const [[things], [secrets]] = await Promise.all([
    readBatch(ctx, thingsOfFileQuery(ctx, pageIds, job.file)),
    hasNamedSecrets(work.document) ? readBatch(ctx, pageSecretsOfPagesQuery(ctx, pageIds)) : [[]],
  ]);
  const digestOf = await makeDigestOfValue(ctx, secrets, (slug) => job.pageIds[slug]);
  const known = things.map((row) => [configuredThingKey(row.pageId, row.noun, row.key), row] as const);
  const planned = work.changes.flatMap(({ slug, noun, key, id, action }) =>
    id === null || action === "remove" ? [] : [[configuredThingKey(job.pageIds[slug] ?? "", noun, key), id] as const],
  );
  return { work, things: new Map(known), planned: new Map(planned), secrets, digestOf };
}

/** Returns the numbers of a job as the audit log names them. */
const auditedCounts = ({ refused, skipped, ...made }: ConfigurationJobRow["counts"]) => ({
  count: Object.values(made).reduce((sum, each) => sum + each, 0),
  ...(refused + skipped > 0 ? { refused: refused + skipped } : {}),
});

const auditActor = (actor: ConfigurationJobRow["actor"]): Ctx["actor"] =>
  actor.kind === "person"
    ? { kind: "person", id: actor.id, operator: false, sessionId: "" }
    : { kind: "token", id: actor.id, personId: actor.personId, role: "viewer", readOnly: true, operator: false };

/** The row of a job that is over. */
const endedJob = (ctx: Ctx, job: ConfigurationJobRow, state: "applied" | "stopped"): ConfigurationJobRow => {
  const now = ctx.now();
  return { ...job, state, dueAt: null, endedAt: now, updatedAt: now };
};

const endStatements = ({ id, pageId, state, dueAt, endedAt, updatedAt, refusals }: ConfigurationJobRow) => [
  deletePartsOfJobStatement(id),
  ...updateRowsStatements(configurationJobTable, pageId, [{ id, state, dueAt, endedAt, updatedAt, refusals }]),
];

/** Ends a job: what it worked through is deleted, and the audit log says what became of it. */
async function endJob(ctx: Ctx, job: ConfigurationJobRow, state: "applied" | "stopped"): Promise<void> {
  const { id, pageId, counts, actor } = job;
  const isStopped = state === "stopped";
  const own = ctxAsActor(
    { ...ctx, requestId: requestIdOfConfigurationJob(job) },
    isStopped ? ctx.actor : auditActor(actor),
  );
  await commitPlan(own, {
    id: ctx.id(),
    pageId: pageId === "" ? null : pageId,
    guards: [guardJobVersionStatement(job)],
    changes: endStatements(endedJob(ctx, job, state)),
    audit: {
      action: isStopped ? "configuration.stop" : "configuration.finish",
      subjectKind: "configuration",
      subjectId: id,
      after: { name: requestIdOfConfigurationJob(job), ...auditedCounts(counts) },
    },
  });
}

const lost = (job: ConfigurationJobRow): ConfigurationJobRow => ({
  ...job,
  refusals: [
    ...job.refusals,
    { slug: "", noun: "page", key: "", action: "change", messages: { "": "configuration.lost" } },
  ],
});

/** Gives up a job that cannot be read; where its ending fails as well, its row alone is written. */
async function giveUpJob(ctx: Ctx, job: ConfigurationJobRow): Promise<void> {
  try {
    await endJob(ctx, lost(job), "stopped");
  } catch (error) {
    if (job.tries <= maxBeginnings) throw error;
    ctx.log.error("configuration.give_up", error, { job: job.id });
    await runBatch(ctx, [guardJobVersionStatement(job), ...endStatements(endedJob(ctx, lost(job), "stopped"))]);
  }
}

/** Takes steps as long as time and the invocation's room allow. */
async function takePortions(ctx: Ctx, first: ConfigurationJobRow, known: ConfigurationJobKnowledge, until: number) {
  let portion = await runConfigurationJobPortion(ctx, first, { known, until, isFirst: true });
  while (!portion.isAway && portion.job.state === "applying" && portion.job.position < known.work.changes.length)
    portion = await runConfigurationJobPortion(ctx, portion.job, { known, until, isFirst: false });
  return portion;
}

/** Shows visitors what a job has changed; what does not fit is shown by the next tick. */
async function publishChanges(ctx: Ctx, { id, pageIds }: ConfigurationJobRow): Promise<void> {
  if (remainingMeterBudget(ctx.meter) < publishingStatements) return;
  await publishPages(ctx, Object.values(pageIds)).catch((error) =>
    logDeferredWork(ctx.log, "configuration.publish", error, { job: id }),
  );
}

/** Begins with a job, or gives it up when it was begun in vain too often; null = nothing is left to do. */
async function beginJob(ctx: Ctx, job: ConfigurationJobRow): Promise<ConfigurationJobKnowledge | null> {
  if (job.tries <= maxBeginnings) {
    const [parts] = await readBatch(ctx, configurationPartsQuery(ctx, job.id));
    const work = await openConfigurationJobParts(ctx, parts);
    if (work) return readKnowledge(ctx, job, work);
  }
  await giveUpJob(ctx, job);
  return null;
}

/** Goes on with a job whose try was counted. */
async function runJob(ctx: Ctx, job: ConfigurationJobRow, until: number): Promise<void> {
  try {
    const known = await beginJob(ctx, job);
    if (!known) return;
    const { job: after, isAway } = await takePortions(ctx, job, known, until);
    if (isAway || remainingMeterBudget(ctx.meter) < endingStatements) return;
    await endJob(ctx, after, after.state === "stopped" ? "stopped" : "applied");
    await publishChanges(ctx, after);
  } catch (error) {
    if (!(error instanceof LostRaceError)) throw error;
  }
}

const hasRoomForRound = ({ meter, config }: Ctx): boolean => remainingMeterBudget(meter) >= roomByPlan[config.plan];

/**
 * Goes on with a job that is due, after an answer. A job that was interrupted goes on with the change that its row
 * names: changes that were made, and not recorded yet, are found by their commits.
 */
export async function runConfigurationJob(ctx: Ctx, id: string, roundMs: number): Promise<void> {
  if (!hasRoomForRound(ctx)) return;
  const [[job]] = await readBatch(ctx, countConfigurationTryQuery(ctx, id, ctx.now()));
  if (job) await runJob(ctx, job, ctx.now() + roundMs);
}

/** Goes on with jobs that are due, in turn, as far as time and room allow, and says when the next one is. */
export async function runDueConfigurationJobs(ctx: Ctx): Promise<{ left: boolean }> {
  const until = ctx.now() + tickRoundMs;
  for (let turn = 0; turn < maxTurns && hasRoomForRound(ctx) && ctx.now() < until; turn++) {
    const [[job]] = await readBatch(ctx, countConfigurationTryQuery(ctx, null, ctx.now()));
    if (!job) break;
    await runJob(ctx, job, Math.min(until, ctx.now() + turnMs)).catch((error) =>
      ctx.log.error("configuration.run", error, { job: job.id }),
    );
  }
  const [next] = await runBatch(ctx, [nextConfigurationStatement]);
  const due = (next?.results as { due: number | null }[] | undefined)?.[0]?.due ?? null;
  return { left: due !== null && due <= ctx.now() };
}
