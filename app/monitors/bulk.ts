import { permitRole } from "~/access/permission";
import { soleWatchedComponentsQuery } from "~/alert-rules/queries/observed-components";
import { incidentOutcomesAfterDeletion } from "~/alert-rules/unwatched-after-delete";
import { priorCommitQuery } from "~/audit/queries/audit";
import { type ChangeResult, priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { withUnwatchedComponents } from "~/change/decision";
import { settlePageAfterAnswer } from "~/change/settle-after-answer";
import { requestSettleStatement } from "~/clock/wishes/queries/wish";
import { readBatch } from "~/db/read";
import { monitorTable, sourceTable } from "~/db/schema";
import { type SqlStatement, updateRowsStatements } from "~/db/write";
import { invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { parseInput } from "~/fields/parse";
import { incidentsLeftByDeletionQuery } from "~/incidents/queries/left-behind-incidents";
import { muteSourcesStatement } from "~/mutes/queries/mute";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { guardPlanLimitStatements } from "./carry";
import { validateKindInterval } from "./limits";
import { pauseMonitorStatements, rebuildPlansOfMonitorsStatement, resumeMonitorStatements } from "./pause-and-resume";
import { currentCheckLoadQuery, type MonitorByIdRow, monitorsByIdsQuery } from "./queries/monitor";
import { deleteMonitorStatements } from "./queries/monitor-rows";
import { runningCheckSchedulesQuery } from "./queries/shard";
import { type BulkMonitorsChange, type BulkMonitorsInput, bulkMonitorsInputSchema } from "./rules/input";
import { type CheckSchedule, leastBusyPhase } from "./rules/monitor-phase";

export type { BulkMonitorsInput };

const maxTags = 10;

interface BulkFacts {
  rows: MonitorByIdRow[];
  beats: (CheckSchedule & { id: string })[];
}

/** Gives each monitor a phase with regard to all others, including those placed before it in this batch. */
function newBeats({ rows, beats }: BulkFacts, interval: number): { id: string; interval: number; phase: number }[] {
  const placed: CheckSchedule[] = beats.filter(({ id }) => !rows.some((row) => row.id === id));
  return rows.map(({ id }) => {
    const phase = leastBusyPhase(interval, placed);
    placed.push({ interval, phase });
    return { id, interval, phase };
  });
}

const kindsOf = ({ rows }: BulkFacts): string[] => rows.map(({ kind }) => kind);

/** Returns updates of the changed columns of `monitor`; each row's version rises, as with every change. */
function columns(ctx: Ctx, pageId: string, facts: BulkFacts, rows: ({ id: string } & Partial<MonitorByIdRow>)[]) {
  const updatedAt = ctx.now();
  return [
    ...updateRowsStatements(
      monitorTable,
      pageId,
      rows.map((row) => ({ ...row, updatedAt })),
    ),
    ...updateRowsStatements(
      sourceTable,
      pageId,
      rows.map(({ id }) => ({ id, updatedAt })),
    ),
    rebuildPlansOfMonitorsStatement(pageId, facts.rows),
  ];
}

function tagged({ rows }: BulkFacts, added: boolean, tag: string) {
  return rows.map(({ id, tags }) => {
    const others = tags.filter((each) => each !== tag);
    return { id, tags: added ? [...others, tag] : others };
  });
}

function retagged(ctx: Ctx, facts: BulkFacts, pageId: string, { added, tag }: { added: boolean; tag: string }) {
  const rows = tagged(facts, added, tag);
  const full = rows.find(({ tags }) => tags.length > maxTags);
  const { name = "" } = facts.rows.find(({ id }) => id === full?.id) ?? {};
  if (full) return invalidFieldFailure("value", refusalFor("monitor.tags", { name, most: maxTags }));
  return ok(columns(ctx, pageId, facts, rows));
}

/** Mutes these monitors: the team is not notified of them until `mutedUntil`. */
const muting = (ctx: Ctx, { pageId, ids }: BulkMonitorsChange, mutedUntil: number | null): Result<SqlStatement[]> =>
  ok([muteSourcesStatement(pageId, ids, { mutedUntil, updatedAt: ctx.now() })]);

function changesOf(ctx: Ctx, input: BulkMonitorsChange, facts: BulkFacts): Result<SqlStatement[]> {
  const { pageId } = input;
  switch (input.action) {
    case "pause":
      return ok(pauseMonitorStatements(ctx, pageId, facts.rows));
    case "resume":
      return ok(resumeMonitorStatements(ctx, pageId, facts.rows));
    case "mute":
      return muting(ctx, input, ctx.now() + input.value * minuteMs);
    case "unmute":
      return muting(ctx, input, null);
    case "delete":
      return ok([
        ...deleteMonitorStatements(
          pageId,
          facts.rows.map(({ id }) => id),
          ctx.now(),
        ),
        rebuildPlansOfMonitorsStatement(pageId, facts.rows),
      ]);
    case "set_interval": {
      const slow = validateKindInterval(kindsOf(facts), input.value, "value");
      return slow.ok ? ok(columns(ctx, pageId, facts, newBeats(facts, input.value))) : slow;
    }
    case "add_tag":
    case "remove_tag":
      return retagged(ctx, facts, pageId, { added: input.action === "add_tag", tag: input.value });
  }
}

/** Sources that no longer observe anything because their monitors are deleted. */
const observersGone = ({ action, ids }: BulkMonitorsChange) => (action === "delete" ? { sources: ids } : undefined);

/** Returns the monitors as they would run after the action; only resuming and a new interval can raise the load. */
function afterwards(input: BulkMonitorsChange, rows: readonly MonitorByIdRow[]): MonitorByIdRow[] {
  if (input.action === "resume") return rows.map((row) => ({ ...row, pausedAt: null }));
  if (input.action === "set_interval") return rows.map((row) => ({ ...row, interval: input.value }));
  return [...rows];
}

type CheckLoadRow = Awaited<ReturnType<typeof currentCheckLoadQuery>>[number];
type UnwatchedRows = Awaited<ReturnType<typeof incidentsLeftByDeletionQuery>>;

/**
 * Returns one statement, because each statement counts towards a limit: for a deletion, the incidents that it leaves
 * open; for any other action, the current load.
 */
const loadOrLeft = (ctx: Ctx, { pageId, ids, action }: BulkMonitorsChange) =>
  action === "delete" ? incidentsLeftByDeletionQuery(ctx, pageId, { sources: ids }) : currentCheckLoadQuery(ctx);

async function attempt(ctx: Ctx, input: BulkMonitorsChange, commitId: string): Promise<Result<ChangeResult>> {
  const { pageId, ids, action } = input;
  const [prior, rows, either, beats, alone] = await readBatch(
    ctx,
    priorCommitQuery(ctx, commitId),
    monitorsByIdsQuery(ctx, pageId, ids, ctx.now()),
    loadOrLeft(ctx, input),
    runningCheckSchedulesQuery(ctx),
    soleWatchedComponentsQuery(ctx, pageId, { sources: action === "delete" ? ids : [] }),
  );
  const left = action === "delete" ? (either as UnwatchedRows) : [];
  const load = action === "delete" ? undefined : (either as CheckLoadRow[])[0];
  const replay = priorCommitResultOf(prior, pageId);
  if (replay) return replay;
  if (rows.length < ids.length) return missingFailure;
  const fits = guardPlanLimitStatements(ctx, load, { before: rows, after: afterwards(input, rows), field: "value" });
  if (!fits.ok) return fits;
  const changes = changesOf(ctx, input, { rows, beats });
  if (!changes.ok) return changes;
  const parted = incidentOutcomesAfterDeletion(ctx, pageId, left);
  const value = "value" in input ? { value: input.value } : {};
  return commitChange(ctx, {
    id: commitId,
    pageId,
    expect: [{ table: sourceTable, rows: rows.map(({ id, version }) => ({ id, version })) }],
    guards: fits.value,
    changes: [
      requestSettleStatement(pageId, ctx.now(), true, observersGone(input)),
      ...changes.value,
      ...parted.changes,
    ],
    notices: parted.notices,
    audit: {
      action: `monitor.bulk_${action}`,
      subjectKind: "page",
      subjectId: pageId,
      before: { monitors: rows.map(({ id, name }) => ({ id, name })) },
      after: withUnwatchedComponents(value, alone),
    },
  });
}

/**
 * Changes up to 50 monitors in one commit, either all or none. `value` is the tag, or the interval in minutes.
 * Failures: missing (one monitor does not exist), invalid (`over_plan_budget`, too many tags).
 */
export async function bulkChangeMonitors(ctx: Ctx, given: BulkMonitorsInput): Promise<Result<ChangeResult>> {
  const may = permitRole(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(bulkMonitorsInputSchema, given);
  if (!parsed.ok) return parsed;
  const commitId = parsed.value.commitId ?? ctx.id();
  const done = await commitChangeWithRetry(ctx, () => attempt(ctx, parsed.value, commitId));
  if (done.ok) settlePageAfterAnswer(ctx, parsed.value.pageId);
  return done;
}
