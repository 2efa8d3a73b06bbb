import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import {
  type MonthPickerLinks,
  monthOf,
  monthPickerLinks,
  monthWindow,
  neighbourMonths,
  parseMonth,
} from "~/time/months";
import { firstPageOfPastEvents, historyCursorText, parseHistoryCursor } from "../rules/history-mark";
import type { Snapshot, SnapshotIncident, SnapshotMaintenance } from "../rules/snapshot-document";
import { readArchivedEventsOfPage } from "./archive";

export interface HistoryMonthView {
  /** `YYYY-MM` */
  month: string;
  /** Id of the component to which the list is limited; null = all. */
  component: string | null;
  incidents: SnapshotIncident[];
  maintenances: SnapshotMaintenance[];
  /** The mark (`historyCursorText`) after which this part of the month starts; null = it starts at the month's newest. */
  after: string | null;
  /** The mark after which the next part starts; null = this is the last. */
  rest: string | null;
  earlier: string | null;
  later: string | null;
  /** Links to all months; null when there is only one. */
  picker: MonthPickerLinks | null;
  /** The nearest month that can be shown, set when this one is before the first month or in the future. */
  beyond: { side: "before_first" | "to_come"; nearest: string } | null;
}

function beyondOf(month: string, first: string | null, present: string): HistoryMonthView["beyond"] {
  if (month > present) return { side: "to_come", nearest: present };
  const oldest = first !== null && first < present ? first : present;
  return month < oldest ? { side: "before_first", nearest: oldest } : null;
}

/** Most incidents and maintenance windows together that one view shows. */
export const maxEventsPerMonth = 100;

export interface HistoryMonthParams {
  /**
   * The unchecked values from the address: an invalid month means the current one, an invalid cursor the month's
   * beginning.
   */
  month: string | null;
  after: string | null;
  /** The component by which the list is filtered; a component that the page does not have is ignored. */
  component: string | null;
}

const nothing = { incidents: [], maintenances: [], after: null, rest: null, earlier: null, later: null };

/** Reads what overlaps a month of the page's time zone, at most `maxEventsPerMonth` incidents and maintenance windows. */
export async function readHistoryMonth(
  ctx: Ctx,
  snapshot: Snapshot,
  asked: HistoryMonthParams,
): Promise<Result<HistoryMonthView>> {
  const { page } = snapshot;
  const present = monthOf(page.timeZone, ctx.now());
  const month = parseMonth(asked.month) ?? present;
  const { from, to } = monthWindow(page.timeZone, month);
  const after = parseHistoryCursor(asked.after, { to });
  const component = snapshot.components.find(({ id }) => id === asked.component)?.id ?? null;
  const archive = await readArchivedEventsOfPage(ctx, snapshot, {
    from,
    to,
    after,
    limit: maxEventsPerMonth + 1,
    componentId: component,
  });
  if (!archive.ok) return archive;
  const { firstAt, ...found } = archive.value;
  const first = firstAt === null ? null : monthOf(page.timeZone, firstAt);
  const beyond = beyondOf(month, first, present);
  const picker = monthPickerLinks(month, first, present);
  if (beyond) return ok({ month, component, ...nothing, picker, beyond });
  const { rest, ...shown } = firstPageOfPastEvents(found, maxEventsPerMonth);
  const marks = { after: after && historyCursorText(after), rest: rest && historyCursorText(rest) };
  return ok({ month, component, ...shown, ...marks, ...neighbourMonths(month, first, present), picker, beyond });
}
