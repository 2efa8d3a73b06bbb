import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type MonthPicker, monthOf, monthPicker, monthsBeside, monthWindow, toMonth } from "~/time/months";
import { firstOf, toMark, writeMark } from "../rules/history-mark";
import type { Snapshot, SnapshotIncident, SnapshotMaintenance } from "../rules/snapshot-document";
import { archiveIn } from "./archive";

export interface MonthView {
  /** `YYYY-MM` */
  month: string;
  incidents: SnapshotIncident[];
  maintenances: SnapshotMaintenance[];
  /** What `writeMark` made of the place behind which this part of the month begins; null = at its newest. */
  after: string | null;
  /** The same of the place where the next part begins; null = this is the last. */
  rest: string | null;
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

/** How much of a month one view shows, incidents and maintenance together. */
export const monthLimit = 100;

export interface MonthAsked {
  /** As they came from the address: anything but a month means the present one, anything but a mark its beginning. */
  month: string | null;
  after: string | null;
}

const nothing = { incidents: [], maintenances: [], after: null, rest: null, earlier: null, later: null };

/** What a month of the page's zone touches, at most `monthLimit` things of it. */
export async function readMonth(ctx: Ctx, snapshot: Snapshot, asked: MonthAsked): Promise<Result<MonthView>> {
  const { page } = snapshot;
  const present = monthOf(page.timeZone, ctx.now());
  const month = toMonth(asked.month) ?? present;
  const { from, to } = monthWindow(page.timeZone, month);
  const after = toMark(asked.after, { to });
  const archive = await archiveIn(ctx, snapshot, { from, to, after, limit: monthLimit + 1 });
  if (!archive.ok) return archive;
  const { firstAt, ...found } = archive.value;
  const first = firstAt === null ? null : monthOf(page.timeZone, firstAt);
  const beyond = beyondOf(month, first, present);
  const picker = monthPicker(month, first, present);
  if (beyond) return ok({ month, ...nothing, picker, beyond });
  const { rest, ...shown } = firstOf(found, monthLimit);
  const marks = { after: after && writeMark(after), rest: rest && writeMark(rest) };
  return ok({ month, ...shown, ...marks, ...monthsBeside(month, first, present), picker, beyond });
}
