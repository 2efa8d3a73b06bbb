import type { IdOnPage } from "~/access/id-on-page";
import { incidentOutcomesAfterDeletion, sourceDeletionQueries } from "~/alert-rules/unwatched-after-delete";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { rowsPerPage } from "~/change/cursor";
import { readOnPage } from "~/change/read-permitted";
import { readBatch } from "~/db/read";
import { sourceTable } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import type { PlanUsage } from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import { guardPlanLimitStatements, planUsageOfLoad } from "./carry";
import { monitorKindOf } from "./kinds/known-kinds";
import { type MonitorSummaryView, monitorConflictFields, monitorSummaryViewOf } from "./monitor-view";
import { pauseMonitorStatements, rebuildPlansOfMonitorsStatement, resumeMonitorStatements } from "./pause-and-resume";
import { currentCheckLoadQuery, monitorByIdQuery, upgradeDifferenceMonitorsQuery } from "./queries/monitor";
import { monitorFilterChoicesQuery, monitorListQuery } from "./queries/monitor-list";
import { deleteMonitorStatements } from "./queries/monitor-rows";
import {
  type ListMonitorsInput,
  listMonitorsInputSchema,
  type MonitorTargetInput,
  monitorTargetInputSchema,
} from "./rules/input";
import { storedMonitorState } from "./rules/known-state";
import { parseSortedListPlace, sortedListPlaceText } from "./rules/list-order";
import type { UpgradeDifference } from "./rules/monitor";

/** Lookup of a monitor for its changes; the version of its source guards it. */
export const monitorChangeTarget = {
  role: "admin",
  subject: "monitor",
  table: sourceTable,
  row: (ctx: Ctx, { pageId, id }: IdOnPage) => monitorByIdQuery(ctx, pageId, id, ctx.now()),
  show: monitorConflictFields,
  settles: true,
} as const;

interface ListedMonitorKind {
  kind: string;
  kindTitle: string;
}

const monitorKindOfList = (kind: string): ListedMonitorKind => ({
  kind,
  kindTitle: monitorKindOf(kind)?.title ?? kind,
});

export interface ListedMonitors {
  monitors: MonitorSummaryView[];
  /** Cursor of the next page of the list, for `after`; null at the end. */
  more: string | null;
  carry: PlanUsage;
  /** All tags and all kinds that the page's monitors have. */
  tags: string[];
  kinds: ListedMonitorKind[];
}

/**
 * Lists the page's monitors, 50 at a time, sorted by a column and filtered by tag, state, kind or a part of the name.
 * Reads the page's monitors (≤ 1,000), those of the deployment for its load, and 28 rows for each monitor shown.
 */
export async function listMonitors(ctx: Ctx, given: ListMonitorsInput): Promise<Result<ListedMonitors>> {
  const authorized = authorizeAndParse(ctx, { role: "viewer", input: listMonitorsInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { pageId, after, ...filter } = authorized.value.input;
  const asked = { ...filter, after: parseSortedListPlace(after, filter.sort) };
  const [rows, choices, [load]] = await readBatch(
    ctx,
    monitorListQuery(ctx, pageId, ctx.now(), asked, rowsPerPage + 1),
    monitorFilterChoicesQuery(ctx, pageId),
    currentCheckLoadQuery(ctx),
  );
  const shown = rows.slice(0, rowsPerPage);
  const last = shown.at(-1);
  const isMore = rows.length > rowsPerPage && last !== undefined;
  return ok({
    monitors: await Promise.all(shown.map((row) => monitorSummaryViewOf(ctx, row))),
    more: isMore ? sortedListPlaceText({ ...last, value: Number(last.sortValue) }, filter.sort) : null,
    carry: planUsageOfLoad(ctx, load ?? { checksPerHour: 0, monitors: 0, shards: 0 }),
    tags: choices.flatMap(({ tag }) => tag ?? []),
    kinds: choices.flatMap(({ kind }) => (kind === null ? [] : [monitorKindOfList(kind)])),
  });
}

export interface MonitorUpgradeDifference extends UpgradeDifference {
  id: string;
  name: string;
}

/** Most monitors that are listed by name. */
const maxMonitorsListed = 50;

/**
 * Returns, for a week after an upgrade, the monitors whose results it reads differently. Reads the page's monitors (≤
 * 1,000).
 */
export const listUpgradeDifferences = (
  ctx: Ctx,
  { pageId }: { pageId: string },
): Promise<Result<MonitorUpgradeDifference[]>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [upgradeDifferenceMonitorsQuery(ctx, pageId, maxMonitorsListed)],
    ([rows]) =>
      ok(
        rows.flatMap(({ id, name, ...row }) => {
          const reread = storedMonitorState(row)?.reread;
          return reread ? [{ id, name, ...reread }] : [];
        }),
      ),
  );

/**
 * Pauses a monitor: it is not checked, its state is unknown (never up), and its alerts end. Failures: conflict,
 * missing.
 */
export const pauseMonitor = (ctx: Ctx, given: MonitorTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, { ...monitorChangeTarget, input: monitorTargetInputSchema }, given, ({ row }) =>
    ok({
      action: "monitor.pause",
      changes: pauseMonitorStatements(ctx, row.pageId, [row]),
      before: { paused: row.pausedAt !== null },
      after: { paused: true },
    }),
  );

/** Resumes a monitor, whose state starts as new. Failures: conflict, missing, invalid `over_plan_budget`. */
export const resumeMonitor = (ctx: Ctx, given: MonitorTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...monitorChangeTarget, input: monitorTargetInputSchema, facts: () => ({ load: currentCheckLoadQuery(ctx) }) },
    given,
    ({ row, load: [load] }) => {
      const fits = guardPlanLimitStatements(ctx, load, { before: [row], after: [{ ...row, pausedAt: null }] });
      if (!fits.ok) return fits;
      return ok({
        action: "monitor.resume",
        guards: fits.value,
        changes: resumeMonitorStatements(ctx, row.pageId, [row]),
        before: { paused: row.pausedAt !== null },
        after: { paused: false },
      });
    },
  );

/** Deletes a monitor with its rules and results; its alerts end. Failures: conflict, missing. */
export const deleteMonitor = (ctx: Ctx, given: MonitorTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...monitorChangeTarget, input: monitorTargetInputSchema, facts: sourceDeletionQueries },
    given,
    ({ row, alone, left }) => {
      const parted = incidentOutcomesAfterDeletion(ctx, row.pageId, left);
      return ok({
        action: "monitor.delete",
        leftUnwatched: alone,
        changes: [
          ...deleteMonitorStatements(row.pageId, [row.id], ctx.now()),
          rebuildPlansOfMonitorsStatement(row.pageId, [row]),
          ...parted.changes,
        ],
        notices: parted.notices,
        observers: { sources: [row.id] },
        before: { kind: row.kind, name: row.name },
      });
    },
  );
