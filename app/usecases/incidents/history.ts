import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/failure";
import { type MonthPicker, monthOf, monthPicker, monthsBeside, monthWindow, toMonth } from "~/rules/months";
import type { SnapshotIncident, SnapshotMaintenance, SnapshotPage } from "~/rules/snapshot-document";
import { archiveIn } from "./archive";

export interface MonthView {
  /** `YYYY-MM` */
  month: string;
  incidents: SnapshotIncident[];
  maintenances: SnapshotMaintenance[];
  earlier: string | null;
  later: string | null;
  /** Ways to all months; null where there is but one. */
  picker: MonthPicker | null;
  /** The nearest month that can be shown, where this one lies before everything or is still to come. */
  beyond: { side: "before_first" | "to_come"; nearest: string } | null;
}

function beyondOf(month: string, first: string | null, present: string): MonthView["beyond"] {
  if (month > present) return { side: "to_come", nearest: present };
  const oldest = first !== null && first < present ? first : present;
  return month < oldest ? { side: "before_first", nearest: oldest } : null;
}

/** What began in a month of the page's zone; `wanted` as it came from the address: anything but a month means the present one. */
export async function readMonth(ctx: Ctx, page: SnapshotPage, wanted: string | null): Promise<Result<MonthView>> {
  const present = monthOf(page.timeZone, ctx.now());
  const month = toMonth(wanted) ?? present;
  const archive = await archiveIn(ctx, page.id, monthWindow(page.timeZone, month));
  if (!archive.ok) return archive;
  const { firstAt, ...found } = archive.value;
  const first = firstAt === null ? null : monthOf(page.timeZone, firstAt);
  const beyond = beyondOf(month, first, present);
  const picker = monthPicker(month, first, present);
  if (beyond) return ok({ month, incidents: [], maintenances: [], earlier: null, later: null, picker, beyond });
  return ok({ month, ...found, ...monthsBeside(month, first, present), picker, beyond });
}
