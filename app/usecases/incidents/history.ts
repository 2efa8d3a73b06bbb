import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/failure";
import { monthOf, monthsBeside, monthWindow, toMonth } from "~/rules/months";
import type { SnapshotIncident, SnapshotMaintenance, SnapshotPage } from "~/rules/snapshot-document";
import { archiveIn } from "./archive";

export interface MonthView {
  /** `YYYY-MM` */
  month: string;
  incidents: SnapshotIncident[];
  maintenances: SnapshotMaintenance[];
  earlier: string | null;
  later: string | null;
}

/** What began in a month of the page's zone; `wanted` as it came from the address: anything but a month means the present one. */
export async function readMonth(ctx: Ctx, page: SnapshotPage, wanted: string | null): Promise<Result<MonthView>> {
  const present = monthOf(page.timeZone, ctx.now());
  const month = toMonth(wanted) ?? present;
  const archive = await archiveIn(ctx, page.id, monthWindow(page.timeZone, month));
  if (!archive.ok) return archive;
  const { firstAt, ...found } = archive.value;
  const first = firstAt === null ? null : monthOf(page.timeZone, firstAt);
  return ok({ month, ...found, ...monthsBeside(month, first, present) });
}
