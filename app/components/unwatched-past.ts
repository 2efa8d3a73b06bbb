import type { componentTable, pageTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import { invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { packUnwatchedDaysStatements } from "~/status-page/queries/component-year";
import type { TimelineState } from "~/status-page/rules/layer-change";
import { dayOf } from "~/time/day";
import type { StatusKeeper } from "./rules/fields";
import { earliestStartDate, maxUnwatchedYears, type UnwatchedDaysInput, unwatchedDays } from "./rules/unwatched-days";

interface UnwatchedPastRequest extends UnwatchedDaysInput {
  pageId: string;
  /** The keeper after the change. */
  keptBy: StatusKeeper | null;
}

/**
 * Packs days without coverage that a new start date adds as days without data. When people keep the component manually,
 * they are responsible for its history as well, and nothing is written.
 */
function unwatchedPast(ctx: Ctx, { pageId, keptBy, ...past }: UnwatchedPastRequest): Result<SqlStatement[]> {
  if (keptBy === "manual" || past.from >= dayOf(past.zone, past.openDayAt)) return ok([]);
  const isTooOld = past.from < earliestStartDate(dayOf(past.zone, ctx.now()));
  if (isTooOld)
    return invalidFieldFailure("startDate", refusalFor("component.started_long_ago", { most: maxUnwatchedYears }));
  return ok(packUnwatchedDaysStatements(pageId, unwatchedDays(past)));
}

type StoredComponent = typeof componentTable.$inferSelect;
type CoverageColumns = Pick<StoredComponent, "id" | "startDate" | "keptBy" | "coverage" | "coverageSince">;

/** Returns the past of a component that is new on its page. */
export const unwatchedDaysInputOfNewComponent = (
  ctx: Ctx,
  { id: pageId, timeZone: zone }: Pick<typeof pageTable.$inferSelect, "id" | "timeZone">,
  { id: componentId, startDate: from, keptBy = null }: { id: string; startDate: string; keptBy?: StatusKeeper | null },
  { openDayAt }: Pick<TimelineState, "openDayAt">,
) => unwatchedPast(ctx, { pageId, zone, componentId, from, keptBy, openDayAt });

/**
 * Returns the statements for the days that count when a component's start date moves back; `kept` is the component
 * after the change.
 */
export function movedStartDateStatements(
  ctx: Ctx,
  zone: string,
  row: StoredComponent,
  kept: CoverageColumns,
  { openDayAt }: Pick<TimelineState, "openDayAt">,
): Result<SqlStatement[]> {
  if (kept.startDate >= row.startDate) return ok([]);
  const { id: componentId, pageId, createdAt, startDate } = row;
  const unwatchedSince = kept.coverage === "no_data" ? kept.coverageSince : null;
  const { keptBy, startDate: from } = kept;
  const known = { createdAt, startDate, unwatchedSince };
  return unwatchedPast(ctx, { pageId, zone, componentId, from, keptBy, openDayAt, known });
}

/**
 * Returns the days while it was archived, none of which was closed; they have no coverage, unless people kept it
 * manually.
 */
export function daysWhileArchivedStatements(
  ctx: Ctx,
  { timeZone: zone }: Pick<typeof pageTable.$inferSelect, "timeZone">,
  { id: componentId, pageId, keptBy, archivedAt }: StoredComponent,
  { openDayAt }: Pick<TimelineState, "openDayAt">,
): SqlStatement[] {
  const from = dayOf(zone, archivedAt ?? ctx.now());
  return keptBy === "manual"
    ? []
    : packUnwatchedDaysStatements(pageId, unwatchedDays({ componentId, zone, from, openDayAt }));
}
