import { commitPlan } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { repositoryReadingTable, repositoryTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { type Refusal, refusalFor } from "~/failures/refusal";
import { repositoryStoppedNoticeKind } from "~/notifications/rules/notice";
import type { Plan } from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import { remainingMeterBudget } from "~/platform/meter";
import { LostRaceError, translateDatabaseError } from "~/platform/trouble";
import { dayMs } from "~/time/durations";
import { ctxOfConfigurationStep, readJobMakerRights } from "../actor-today";
import { requestIdOfConfigurationJob } from "../rules/configuration-job";
import { fetchBranchHead, fetchFileAt, type GitCallResult } from "./engine/fetch-commit";
import { decideOnRepositoryFile, failedRepositoryReadingOutcome, type RepositoryReadingOutcome } from "./plan-reading";
import {
  countRepositoryReadingTryQuery,
  endPlansOvertakenByReadingStatement,
  guardReadingVersionStatement,
  type RepositoryReadingRow,
  type RepositoryRow,
  readingsOfSameRepositoryQuery,
  repositoryOfReadingQuery,
} from "./queries/repository";
import { openRepositorySettings } from "./repository-settings";
import {
  decideRepositoryReading,
  maxRepositoryReadingTries,
  type RepositoryReadingState,
  repositoryReadingWaitMs,
} from "./rules/reading";

/** Room that must be left before a reading: its calls, its plan and the commit. */
const roomByPlan: Record<Plan, number> = { free: 30, paid: 60, own: 60 };

interface DueReading {
  /** Its tries are those before this one. */
  reading: RepositoryReadingRow;
  repository: RepositoryRow;
  others: Awaited<ReturnType<typeof readingsOfSameRepositoryQuery>>;
  /** Job that an earlier try started, before its runner was killed. */
  jobId: string | null;
}

/** Time for which the message about a stop is of use, in ms. */
const noticeLifetimeMs = 7 * dayMs;

const ended = (state: RepositoryReadingState): RepositoryReadingOutcome => ({ is: "ended", columns: { state } });

/** Returns the outcome of a call that brought nothing. */
const outcomeOfCall = (call: Exclude<GitCallResult<unknown>, { is: "done" }>): RepositoryReadingOutcome =>
  call.is === "again" ? call : failedRepositoryReadingOutcome(call.refusal);

/** Returns why a reading needs no call at all; null when it does. */
function outcomeWithoutCall({ reading, repository, others, jobId }: DueReading): RepositoryReadingOutcome | null {
  if (jobId !== null) return { is: "ended", columns: { state: "applied", refusal: null, jobId } };
  if (!repository.enabled || repository.stoppedAt !== null) return ended("stopped");
  if (others.some((each) => each.dueAt !== null && each.id > reading.id)) return ended("overtaken");
  if (reading.tries < maxRepositoryReadingTries) return null;
  return failedRepositoryReadingOutcome(
    reading.refusal ?? refusalFor("repository.given_up", { tries: maxRepositoryReadingTries }),
  );
}

/** Reads the file at the branch's newest commit, and decides on it with the rights of whoever lends their role. */
async function readFile(
  own: Ctx,
  { reading, repository, others }: DueReading,
): Promise<{ reading: RepositoryReadingRow; outcome: RepositoryReadingOutcome }> {
  const settings = await openRepositorySettings(own, repository);
  if (settings === null) return { reading, outcome: failedRepositoryReadingOutcome("repository.sealed") };
  const head = await fetchBranchHead(own, repository, settings);
  if (head.is !== "done") return { reading, outcome: outcomeOfCall(head) };
  const place = decideRepositoryReading(reading, head.value.sha, others);
  if (place === "wait") {
    return { reading, outcome: { is: "again", refusal: "repository.not_yet", retryAfter: null } };
  }
  if (place === "overtaken") return { reading, outcome: ended("overtaken") };
  const { sha, author, title } = head.value;
  const found = { ...reading, commitSha: sha, author, title };
  const file = await fetchFileAt(own, repository, sha, settings);
  if (file.is !== "done") return { reading: found, outcome: outcomeOfCall(file) };
  return { reading: found, outcome: await decideOnRepositoryFile(own, repository, found, file.value) };
}

async function outcomeOf(
  ctx: Ctx,
  due: DueReading,
): Promise<{ reading: RepositoryReadingRow; outcome: RepositoryReadingOutcome }> {
  const { reading, repository } = due;
  const soon = outcomeWithoutCall(due);
  if (soon) return { reading, outcome: soon };
  const today = await readJobMakerRights(ctx, repository.actor, [repository.pageId]);
  const requestId = requestIdOfConfigurationJob({ file: repository.file, ref: reading.commitSha });
  const own = today && ctxOfConfigurationStep(ctx, today, repository.pageId, requestId);
  return own ? readFile(own, due) : { reading, outcome: { is: "stopped" } };
}

/** States of a newer reading that make older plans obsolete: nobody has to approve those any more. */
const dealtWith: readonly RepositoryReadingState[] = ["applied", "unchanged", "pending"];

async function storeEnd(
  ctx: Ctx,
  given: RepositoryReadingRow,
  reading: RepositoryReadingRow,
  columns: Partial<RepositoryReadingRow>,
): Promise<void> {
  const now = ctx.now();
  const { id, pageId, commitSha, author, title } = reading;
  const row = { id, commitSha, author, title, dueAt: null, endedAt: now, ...columns };
  await runBatch(ctx, [
    guardReadingVersionStatement(given),
    ...updateRowsStatements(repositoryReadingTable, pageId, [row]),
    ...(dealtWith.includes(columns.state ?? "waiting") ? [endPlansOvertakenByReadingStatement(reading, now)] : []),
  ]);
}

/** Moves a reading back that may work later. */
async function postpone(ctx: Ctx, reading: RepositoryReadingRow, refusal: Refusal | null, retryAfter: number | null) {
  const notBefore = ctx.now() + repositoryReadingWaitMs(reading.tries, retryAfter);
  const row = { id: reading.id, tries: reading.tries + 1, notBefore, ...(refusal ? { refusal } : {}) };
  await runBatch(ctx, [
    guardReadingVersionStatement(reading),
    ...updateRowsStatements(repositoryReadingTable, reading.pageId, [row]),
  ]);
}

/** Notifies the team of a repository that stopped: once for each stop, which its time identifies. */
const stopNotice = ({ id }: RepositoryRow, now: number) => ({
  kind: repositoryStoppedNoticeKind,
  audience: "team" as const,
  subjectId: id,
  sequence: now,
  scope: {},
  dueAt: now,
  expiresAt: now + noticeLifetimeMs,
});

/** Stops a repository whose maker may no longer change its page, and says so in the audit log and to the team. */
async function stopRepository(ctx: Ctx, { reading, repository }: DueReading): Promise<void> {
  const now = ctx.now();
  const { id, pageId, path, file } = repository;
  const over = { id: reading.id, state: "stopped" as const, refusal: "repository.no_right" as const };
  await commitPlan(ctx, {
    id: ctx.id(),
    pageId,
    guards: [guardReadingVersionStatement(reading)],
    changes: [
      ...updateRowsStatements(repositoryReadingTable, pageId, [{ ...over, dueAt: null, endedAt: now }]),
      ...updateRowsStatements(repositoryTable, pageId, [{ id, stoppedAt: now, updatedAt: now }]),
    ],
    audit: { action: "repository.stop", subjectKind: "repository", subjectId: id, after: { path, file } },
    notices: [stopNotice(repository, now)],
  });
}

async function storeOutcome(
  ctx: Ctx,
  due: DueReading,
  reading: RepositoryReadingRow,
  outcome: RepositoryReadingOutcome,
): Promise<void> {
  if (outcome.is === "stopped") return stopRepository(ctx, due);
  if (outcome.is === "again") return postpone(ctx, due.reading, outcome.refusal, outcome.retryAfter);
  return storeEnd(ctx, due.reading, reading, outcome.columns);
}

/**
 * Reads a repository's file, if it is due. Called after an answer and by the clock. A reading whose runner was killed is
 * made again: its application has the reading's id as that of its commit, so that it is started once.
 */
export async function runRepositoryReading(ctx: Ctx, id: string): Promise<void> {
  if (remainingMeterBudget(ctx.meter) < roomByPlan[ctx.config.plan]) return;
  const [[begun], [found], others] = await readBatch(
    ctx,
    countRepositoryReadingTryQuery(ctx, id, ctx.now()),
    repositoryOfReadingQuery(ctx, id),
    readingsOfSameRepositoryQuery(ctx, id),
  );
  if (!begun || !found) return;
  const reading = { ...begun, tries: begun.tries - 1 };
  const due = { ...found, reading, others };
  try {
    const read = await outcomeOf(ctx, due);
    await storeOutcome(ctx, due, read.reading, read.outcome);
  } catch (error) {
    if (translateDatabaseError(error) instanceof LostRaceError) return;
    await postpone(ctx, reading, null, null).catch((failed) =>
      ctx.log.error("repository.postpone", failed, { reading: id }),
    );
    throw error;
  }
}
