import type { configurationJobTable } from "~/db/schema";
import type { InsertRow, SqlStatement } from "~/db/write";
import type { Refusal } from "~/failures/refusal";
import { refusalFor } from "~/failures/refusal";
import { derivedImportId } from "~/importers/rules/import-ids";
import type { Ctx } from "~/platform/ctx";
import { ctxOfConfigurationStep, type JobMakerRights } from "./actor-today";
import { type ConfigurationChangeOutcome, makeConfigurationChange } from "./job-change";
import {
  type ConfigurationJobKnowledge,
  configuredThingKey,
  findDescribedThing,
  ownedFieldsAfterChange,
} from "./job-values";
import type { ConfigurationJobRow } from "./queries/configuration-job";
import {
  type ConfiguredThingRow,
  forgetConfiguredKeyStatement,
  forgetConfiguredThingStatement,
} from "./queries/configured-thing";
import {
  type ConfigurationJobCounts,
  type ConfigurationRefusal,
  maxConfigurationTries,
  maxListedRefusals,
  requestIdOfConfigurationJob,
} from "./rules/configuration-job";
import type { PlannedChange } from "./rules/configuration-types";

export type ConfigurationJobColumns = Partial<InsertRow<typeof configurationJobTable>>;

/** The record of a step beside its verb: the job's next state, and what the file knows and forgets of things. */
export interface ConfigurationStepRecord {
  columns: ConfigurationJobColumns;
  forgets?: readonly SqlStatement[];
  keeps?: readonly ConfiguredThingRow[];
}

const counted = (counts: ConfigurationJobCounts, name: keyof ConfigurationJobCounts): ConfigurationJobCounts => ({
  ...counts,
  [name]: (counts[name] ?? 0) + 1,
});

export const stoppedConfigurationNounKey = ({ slug, noun }: Pick<PlannedChange, "slug" | "noun">): string =>
  `${slug}/${noun}`;

/** A page that could not be made stops everything on it. */
const isStopped = ({ stopped }: ConfigurationJobRow, change: PlannedChange): boolean =>
  stopped.includes(stoppedConfigurationNounKey(change)) ||
  stopped.includes(stoppedConfigurationNounKey({ ...change, noun: "page" }));

/** Returns the columns after a refusal: its noun stops, and the others go on. */
function columnsAfterRefusal(
  job: ConfigurationJobRow,
  change: PlannedChange,
  messages: Record<string, Refusal>,
): ConfigurationJobColumns {
  const { slug, noun, key, action } = change;
  const refusal: ConfigurationRefusal = { slug, noun, key, action, messages };
  const isPageLeft = noun === "page" && job.pageIds[slug] !== undefined;
  return {
    position: job.position + 1,
    counts: counted(job.counts, "refused"),
    refusals: [...job.refusals, refusal].slice(0, maxListedRefusals),
    stopped: isPageLeft ? job.stopped : [...new Set([...job.stopped, stoppedConfigurationNounKey(change)])],
  };
}

/** Returns what the file knows of a thing after a change, and keeps it for the steps that follow. */
function knowledgeAfter(
  ctx: Ctx,
  known: ConfigurationJobKnowledge,
  job: ConfigurationJobRow,
  pageId: string,
  change: PlannedChange,
  ourId: string,
): Omit<ConfigurationStepRecord, "columns"> {
  const { action, noun, key, was = null } = change;
  if (action === "remove") {
    known.things.delete(configuredThingKey(pageId, noun, key));
    return { forgets: [forgetConfiguredThingStatement(pageId, ourId)] };
  }
  const thing = findDescribedThing(known.work, change);
  if (!thing) return {};
  const former =
    known.things.get(configuredThingKey(pageId, noun, key)) ??
    known.things.get(configuredThingKey(pageId, noun, was ?? key));
  const row: ConfiguredThingRow = {
    pageId,
    file: job.file,
    noun,
    key,
    ourId,
    isMade: action === "create" || former?.isMade === true,
    fields: ownedFieldsAfterChange(known, pageId, thing, change),
    updatedAt: ctx.now(),
  };
  known.things.set(configuredThingKey(pageId, noun, key), row);
  const renamed = was !== null && was !== key;
  if (renamed) known.things.delete(configuredThingKey(pageId, noun, was));
  return { forgets: renamed ? [forgetConfiguredKeyStatement({ ...row, key: was })] : [], keeps: [row] };
}

function recordOf(
  ctx: Ctx,
  known: ConfigurationJobKnowledge,
  job: ConfigurationJobRow,
  change: PlannedChange,
  id: string,
): ConfigurationStepRecord {
  const pageId = change.noun === "page" ? id : (job.pageIds[change.slug] ?? "");
  const isNewPage = change.noun === "page" && job.pageIds[change.slug] === undefined;
  const pageIds = { ...job.pageIds, [change.slug]: id };
  return {
    columns: {
      position: job.position + 1,
      counts: counted(job.counts, change.action),
      ...(isNewPage ? { pageIds, pageId: job.pageId === "" ? id : job.pageId } : {}),
    },
    ...knowledgeAfter(ctx, known, job, pageId, change, id),
  };
}

/** Returns the commit of a change: always the same one, so that a step that ran twice changes once. */
const commitIdOf = (job: ConfigurationJobRow): string => derivedImportId(job, "step", String(job.position));

/** Raised when a change may work later: the database was away, or there was no room. */
export class StepAgainError extends Error {}

const givenUp: ConfigurationChangeOutcome = {
  is: "refused",
  messages: { "": refusalFor("configuration.failed", { tries: maxConfigurationTries }) },
};

/** Stops a job whose maker may no longer make its changes. */
const recordOfStop = (job: ConfigurationJobRow, change: PlannedChange): ConfigurationStepRecord => ({
  columns: {
    ...columnsAfterRefusal(job, change, { "": "configuration.no_right" }),
    position: job.position,
    state: "stopped",
  },
});

/**
 * Makes one change of a job with the rights that its maker has, and returns what is to be recorded of it. A change that
 * was made by a runner which was then killed is found by its commit, and only recorded.
 */
export async function runConfigurationJobStep(
  ctx: Ctx,
  job: ConfigurationJobRow,
  known: ConfigurationJobKnowledge,
  { change, today }: { change: PlannedChange; today: JobMakerRights | null },
): Promise<ConfigurationStepRecord> {
  if (isStopped(job, change)) {
    return { columns: { position: job.position + 1, counts: counted(job.counts, "skipped") } };
  }
  const pageId = job.pageIds[change.slug] ?? null;
  const own = today && ctxOfConfigurationStep(ctx, today, pageId, requestIdOfConfigurationJob(job));
  if (!own) return recordOfStop(job, change);
  const isGivenUp = job.tries > maxConfigurationTries;
  const outcome = isGivenUp ? givenUp : await makeConfigurationChange(own, known, pageId, change, commitIdOf(job));
  if (outcome.is === "again") throw new StepAgainError(outcome.failure.name);
  if (outcome.is === "refused") return { columns: columnsAfterRefusal(job, change, outcome.messages) };
  return recordOf(ctx, known, job, change, outcome.id);
}
