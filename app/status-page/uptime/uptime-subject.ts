import { statusByLayerReader } from "~/components/uptime-facts";
import type { Ctx } from "~/platform/ctx";
import {
  type ReportCalendar,
  type ReportRange,
  type ReportRangeResult,
  type RequestedDates,
  reportRange,
} from "~/time/report-range";
import { readUptimeReportFacts, type UptimeReportFactRows } from "../queries/uptime";
import type { RestatementColumns } from "../restating/rules/restatement-time";
import type { ServedPage } from "../rules/seen-page";
import type { Snapshot, SnapshotComponent, SnapshotCorrection } from "../rules/snapshot-document";
import type { ComponentFact, StatusChangeFact } from "../rules/snapshot-facts";
import { lateReportedSpans, unobservedSpansOf } from "../timeline/rules/standstill";
import type { TimeSpan } from "../timeline/rules/timeline";
import { packedDaysByComponent } from "./rules/packed-days";
import type { UptimeParts } from "./rules/uptime";
import { openDayOf, type UptimeReportFacts } from "./rules/uptime-report";

/** The part of a page that its report is made from. */
export interface UptimeReportPageFacts extends Pick<ServedPage, "outdated"> {
  snapshot: Pick<Snapshot, "revision" | "page" | "components" | "groups">;
}

/** Returns the document's components whose uptime is shown; no others may be named. */
export const componentsWithUptime = ({ snapshot }: Pick<UptimeReportPageFacts, "snapshot">): SnapshotComponent[] =>
  snapshot.components.filter((each) => each.showUptime);

/** Returns the calendar of reports, from the first component's start on; null = the page shows no uptime. */
export function reportCalendarOf(page: UptimeReportPageFacts, now: number): ReportCalendar | null {
  const [since] = componentsWithUptime(page)
    .map((each) => each.startDate)
    .sort();
  return since === undefined ? null : { zone: page.snapshot.page.timeZone, now, since };
}

/** Returns the requested days; null when the page shows the uptime of no component. */
export function reportRangeOf(
  page: UptimeReportPageFacts,
  asked: RequestedDates,
  now: number,
): ReportRangeResult | null {
  const calendar = reportCalendarOf(page, now);
  return calendar && reportRange(asked, calendar);
}

const yearOf = (date: string) => Number(date.slice(0, 4));

export const yearsOfReportRange = ({ first, last }: ReportRange) => ({ first: yearOf(first), last: yearOf(last) });

/** A sequence after all that are written. */
const newest = Number.MAX_SAFE_INTEGER;

/** Returns a change to no data since the page is not up to date, because what was observed last may no longer hold. */
function unseen({ id, observedStatus }: ComponentFact, page: UptimeReportPageFacts, now: number): StatusChangeFact[] {
  const seen = page.snapshot.components.find((each) => each.id === id);
  if (page.outdated === null || !seen?.observed) return [];
  const to = "no_data" as const;
  return [
    {
      componentId: id,
      layer: "observed",
      from: observedStatus,
      to,
      at: page.outdated.since,
      recordedAt: now,
      sequence: newest,
    },
  ];
}

const changesByComponent = (rows: readonly StatusChangeFact[]) => Map.groupBy(rows, ({ componentId }) => componentId);

/** Returns a function that gives the facts of each component that is in the document and still in the rows. */
function factsOf(
  found: UptimeReportFactRows,
  { timeZone: zone, openDayAt }: NonNullable<UptimeReportFactRows["page"]>,
  page: UptimeReportPageFacts,
  now: number,
): (componentId: string) => Omit<UptimeSubject, "component"> | null {
  const layers = statusByLayerReader(found.touching);
  const packed = packedDaysByComponent(found.years);
  const changes = changesByComponent(found.changes);
  const rows = new Map(found.components.map((each): [string, ComponentFact] => [each.id, each]));
  const common = { zone, openDayAt, open: openDayOf(zone, openDayAt) };
  return (id) => {
    const row = rows.get(id);
    if (!row) return null;
    const facts = {
      ...common,
      startDate: row.startDate,
      closed: packed.get(id) ?? new Map<string, UptimeParts>(),
      changes: [...(changes.get(id) ?? []), ...unseen(row, page, now)],
      layers: layers(row),
      stopped: unobservedSpansOf(found.standstills, id),
    };
    return { facts, past: row, added: lateReportedSpans(found.standstills, id) };
  };
}

/** A component of the document with the facts of its uptime. */
export interface UptimeSubject {
  component: SnapshotComponent;
  /** The columns that record whether its history was corrected. */
  past: RestatementColumns;
  facts: UptimeReportFacts;
  /** Stretches of a standstill whose results were delivered afterwards, in order of time. */
  added: readonly TimeSpan[];
}

/** Reads the facts with 5 statements in one batch; null when the page was deleted. */
export async function readUptimeFacts(ctx: Ctx, page: UptimeReportPageFacts, range: ReportRange, now: number) {
  const found = await readUptimeReportFacts(ctx, page.snapshot.page.id, yearsOfReportRange(range), range);
  if (!found.page) return null;
  const facts = factsOf(found, found.page, page, now);
  const components = componentsWithUptime(page).flatMap((component): UptimeSubject[] => {
    const own = facts(component.id);
    return own ? [{ component, ...own }] : [];
  });
  const named = new Set(components.map(({ component }) => component.id));
  const corrections = (JSON.parse(found.page.corrections) as SnapshotCorrection[]).filter(({ componentIds }) =>
    componentIds.some((id) => named.has(id)),
  );
  return { components, weight: found.page.partialWeight, corrections };
}
