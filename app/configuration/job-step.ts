import { runBatch } from "~/db/run-batch";
import { configurationJob } from "~/db/schema";
import { type InsertRow, type SqlStatement, updateRows } from "~/db/write";
import type { Refusal } from "~/failures/refusal";
import { refusalFor } from "~/failures/refusal";
import { derivedImportId } from "~/importers/rules/import-ids";
import type { Ctx } from "~/platform/ctx";
import { translateDatabaseError } from "~/platform/trouble";
import { ctxOfStep, readActorToday } from "./actor-today";
import { type ChangeOutcome, makeChange } from "./job-change";
import { describedThing, type JobKnowledge, ownedFieldsOf, thingKey } from "./job-values";
import { type ConfigurationJobRow, guardJobVersion } from "./queries/configuration-job";
import {
  type ConfiguredThingRow,
  forgetConfiguredKeyStatement,
  forgetConfiguredThingStatement,
  keepConfiguredThingStatements,
} from "./queries/configured-thing";
import {
  type ConfigurationJobCounts,
  type ConfigurationRefusal,
  maxConfigurationTries,
  maxListedRefusals,
  requestIdOf,
} from "./rules/configuration-job";
import type { PlannedChange } from "./rules/configuration-types";

export type JobColumns = Partial<InsertRow<typeof configurationJob>>;

/** The record of a step beside its verb: the rows of what the file knows, and the job's next state. */
interface StepRecord {
  columns: JobColumns;
  statements: readonly SqlStatement[];
}

/** Stores a step, guarded by the job's version: of two runners one loses and writes nothing. */
export async function commitJobStep(
  ctx: Ctx,
  job: ConfigurationJobRow,
  { columns, statements }: StepRecord,
): Promise<ConfigurationJobRow> {
  const now = ctx.now();
  const row = { id: job.id, tries: 0, notBefore: 0, updatedAt: now, ...columns };
  try {
    await runBatch(ctx, [guardJobVersion(job), ...statements, ...updateRows(configurationJob, job.pageId, [row])]);
  } catch (error) {
    throw translateDatabaseError(error);
  }
  return { ...job, ...row, version: job.version + 1 } as ConfigurationJobRow;
}

const counted = (counts: ConfigurationJobCounts, name: keyof ConfigurationJobCounts): ConfigurationJobCounts => ({
  ...counts,
  [name]: counts[name] + 1,
});

export const stoppedNoun = ({ slug, noun }: Pick<PlannedChange, "slug" | "noun">): string => `${slug}/${noun}`;

/** A page that could not be made stops everything on it. */
const isStopped = ({ stopped }: ConfigurationJobRow, change: PlannedChange): boolean =>
  stopped.includes(stoppedNoun(change)) || stopped.includes(stoppedNoun({ ...change, noun: "page" }));

/** Returns the columns after a refusal: its noun stops, and the others go on. */
function columnsAfterRefusal(
  job: ConfigurationJobRow,
  change: PlannedChange,
  messages: Record<string, Refusal>,
): JobColumns {
  const { slug, noun, key, action } = change;
  const refusal: ConfigurationRefusal = { slug, noun, key, action, messages };
  const isPageLeft = noun === "page" && job.pageIds[slug] !== undefined;
  return {
    position: job.position + 1,
    counts: counted(job.counts, "refused"),
    refusals: [...job.refusals, refusal].slice(0, maxListedRefusals),
    stopped: isPageLeft ? job.stopped : [...new Set([...job.stopped, stoppedNoun(change)])],
  };
}

/** Returns what the file knows of a thing after a change, and keeps it for the steps that follow. */
function knowledgeAfter(
  ctx: Ctx,
  known: JobKnowledge,
  job: ConfigurationJobRow,
  pageId: string,
  change: PlannedChange,
  ourId: string,
): SqlStatement[] {
  const { action, noun, key, was = null } = change;
  if (action === "remove") {
    known.things.delete(thingKey(pageId, noun, key));
    return [forgetConfiguredThingStatement(pageId, ourId)];
  }
  const thing = describedThing(known.work, change);
  if (!thing) return [];
  const former = known.things.get(thingKey(pageId, noun, key)) ?? known.things.get(thingKey(pageId, noun, was ?? key));
  const row: ConfiguredThingRow = {
    pageId,
    file: job.file,
    noun,
    key,
    ourId,
    isMade: action === "create" || former?.isMade === true,
    fields: ownedFieldsOf(known, pageId, thing, change),
    updatedAt: ctx.now(),
  };
  known.things.set(thingKey(pageId, noun, key), row);
  const renamed = was !== null && was !== key;
  if (renamed) known.things.delete(thingKey(pageId, noun, was));
  return [
    ...(renamed ? [forgetConfiguredKeyStatement({ ...row, key: was })] : []),
    ...keepConfiguredThingStatements([row]),
  ];
}

function recordOf(
  ctx: Ctx,
  known: JobKnowledge,
  job: ConfigurationJobRow,
  change: PlannedChange,
  id: string,
): StepRecord {
  const pageId = change.noun === "page" ? id : (job.pageIds[change.slug] ?? "");
  const isNewPage = change.noun === "page" && job.pageIds[change.slug] === undefined;
  const pageIds = { ...job.pageIds, [change.slug]: id };
  return {
    columns: {
      position: job.position + 1,
      counts: counted(job.counts, change.action),
      ...(isNewPage ? { pageIds, pageId: job.pageId === "" ? id : job.pageId } : {}),
    },
    statements: knowledgeAfter(ctx, known, job, pageId, change, id),
  };
}

/** Returns the commit of a change: always the same one, so that a step that ran twice changes once. */
const commitIdOf = (job: ConfigurationJobRow): string => derivedImportId(job, "step", String(job.position));

/** Raised when a change may work later: the database was away, or there was no room. */
export class StepAgainError extends Error {}

const givenUp: ChangeOutcome = {
  is: "refused",
  messages: { "": refusalFor("configuration.failed", { tries: maxConfigurationTries }) },
};

/** Stops a job whose maker may no longer make its changes. */
const stopJob = (ctx: Ctx, job: ConfigurationJobRow, change: PlannedChange): Promise<ConfigurationJobRow> =>
  commitJobStep(ctx, job, {
    columns: {
      ...columnsAfterRefusal(job, change, { "": "configuration.no_right" }),
      position: job.position,
      state: "stopped",
    },
    statements: [],
  });

/**
 * Makes the next change of a job and stores that it is behind it. A change that was made by a runner which was then
 * killed is found by its commit, and only noted. Throws LostRaceError when another runner took the step.
 */
export async function takeJobStep(
  ctx: Ctx,
  job: ConfigurationJobRow,
  known: JobKnowledge,
): Promise<ConfigurationJobRow> {
  const change = known.work.changes[job.position];
  if (!change) return job;
  if (isStopped(job, change)) {
    const columns = { position: job.position + 1, counts: counted(job.counts, "skipped") };
    return commitJobStep(ctx, job, { columns, statements: [] });
  }
  const today = await readActorToday(ctx, job.actor, Object.values(job.pageIds));
  const pageId = job.pageIds[change.slug] ?? null;
  const own = today && ctxOfStep(ctx, today, pageId, requestIdOf(job));
  if (!own) return stopJob(ctx, job, change);
  const isGivenUp = job.tries >= maxConfigurationTries;
  const outcome = isGivenUp ? givenUp : await makeChange(own, known, pageId, change, commitIdOf(job));
  if (outcome.is === "again") throw new StepAgainError(outcome.failure.name);
  if (outcome.is === "refused") {
    return commitJobStep(ctx, job, { columns: columnsAfterRefusal(job, change, outcome.messages), statements: [] });
  }
  return commitJobStep(ctx, job, recordOf(ctx, known, job, change, outcome.id));
}
