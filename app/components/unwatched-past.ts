import type { component, page } from "~/db/schema";
import type { Statement } from "~/db/write";
import { invalid, ok, type Result } from "~/failures/failure";
import { said } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { packUnwatched } from "~/status-page/queries/component-year";
import type { TimelineState } from "~/status-page/rules/layer-change";
import { dayOf } from "~/time/day";
import type { KeptBy } from "./rules/fields";
import { earliestUnwatched, mostYearsUnwatched, type UnwatchedPast, unwatchedDays } from "./rules/unwatched-days";

interface Asked extends UnwatchedPast {
  pageId: string;
  /** Who keeps it once the change is in. */
  keptBy: KeptBy | null;
}

/**
 * A start date reaches back over days in which nobody watched the component: they are packed as days without data. Where
 * people keep it by hand they vouch for its past as well, and nothing is written.
 */
function unwatchedPast(ctx: Ctx, { pageId, keptBy, ...past }: Asked): Result<Statement[]> {
  if (keptBy === "manual" || past.from >= dayOf(past.zone, past.openDayAt)) return ok([]);
  const isTooOld = past.from < earliestUnwatched(dayOf(past.zone, ctx.now()));
  if (isTooOld) return invalid("startDate", said("component.started_long_ago", { most: mostYearsUnwatched }));
  return ok(packUnwatched(pageId, unwatchedDays(past)));
}

type Row = typeof component.$inferSelect;
type Kept = Pick<Row, "id" | "startDate" | "keptBy" | "coverage" | "coverageSince">;

/** The past of a component that is new on its page. */
export const pastOfNew = (
  ctx: Ctx,
  { id: pageId, timeZone: zone }: Pick<typeof page.$inferSelect, "id" | "timeZone">,
  { id: componentId, startDate: from, keptBy = null }: { id: string; startDate: string; keptBy?: KeptBy | null },
  { openDayAt }: Pick<TimelineState, "openDayAt">,
) => unwatchedPast(ctx, { pageId, zone, componentId, from, keptBy, openDayAt });

/** The days that a component is to count from now on, where its start date moves back. `kept`: as it is once that is in. */
export function pastOfMoved(
  ctx: Ctx,
  zone: string,
  row: Row,
  kept: Kept,
  { openDayAt }: Pick<TimelineState, "openDayAt">,
): Result<Statement[]> {
  if (kept.startDate >= row.startDate) return ok([]);
  const { id: componentId, pageId, createdAt, startDate } = row;
  const unwatchedSince = kept.coverage === "no_data" ? kept.coverageSince : null;
  const { keptBy, startDate: from } = kept;
  const known = { createdAt, startDate, unwatchedSince };
  return unwatchedPast(ctx, { pageId, zone, componentId, from, keptBy, openDayAt, known });
}

/** While it was off the page no day of it was closed; nobody vouched for those, unless people kept it by hand. */
export function pastOfRestored(
  ctx: Ctx,
  { timeZone: zone }: Pick<typeof page.$inferSelect, "timeZone">,
  { id: componentId, pageId, keptBy, archivedAt }: Row,
  { openDayAt }: Pick<TimelineState, "openDayAt">,
): Statement[] {
  const from = dayOf(zone, archivedAt ?? ctx.now());
  return keptBy === "manual" ? [] : packUnwatched(pageId, unwatchedDays({ componentId, zone, from, openDayAt }));
}
