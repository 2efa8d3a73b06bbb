import { layersOf } from "~/components/uptime-facts";
import type { Ctx } from "~/platform/ctx";
import {
  type AskedDates,
  type RangeAnswer,
  type ReportCalendar,
  type ReportRange,
  reportRange,
} from "~/time/report-range";
import { type FoundReport, reportFacts } from "../queries/uptime";
import type { RestatedPast } from "../restating/rules/restated-at";
import type { SeenPage } from "../rules/seen";
import type { Snapshot, SnapshotComponent, SnapshotCorrection } from "../rules/snapshot-document";
import type { ChangeFact, ComponentFact } from "../rules/snapshot-facts";
import { addedLater, stoppedOf } from "../timeline/rules/standstill";
import type { Span } from "../timeline/rules/timeline";
import { packedByComponent } from "./rules/packed-days";
import type { Parts } from "./rules/uptime";
import { openDayOf, type ReportFacts } from "./rules/uptime-report";

/** The part of a page that its report is made from. */
export interface ReportPage extends Pick<SeenPage, "outdated"> {
  snapshot: Pick<Snapshot, "revision" | "page" | "components" | "groups">;
}

/** Components of the document whose uptime is shown: nothing else is ever named, and none that nobody vouches for. */
export const reported = ({ snapshot }: Pick<ReportPage, "snapshot">): SnapshotComponent[] =>
  snapshot.components.filter((each) => each.showUptime);

/** From when on the page knows anything: its first component's start; null = it shows the uptime of none. */
export function calendarOf(page: ReportPage, now: number): ReportCalendar | null {
  const [since] = reported(page)
    .map((each) => each.startDate)
    .sort();
  return since === undefined ? null : { zone: page.snapshot.page.timeZone, now, since };
}

/** Which days somebody means; null where the page shows the uptime of no component. */
export function rangeOf(page: ReportPage, asked: AskedDates, now: number): RangeAnswer | null {
  const calendar = calendarOf(page, now);
  return calendar && reportRange(asked, calendar);
}

const yearOf = (date: string) => Number(date.slice(0, 4));

export const yearsOf = ({ first, last }: ReportRange) => ({ first: yearOf(first), last: yearOf(last) });

/** After all that is written. */
const newest = Number.MAX_SAFE_INTEGER;

/** Where the page is not up to date, what was seen last is not known to hold: never up when we do not know. */
function unseen({ id, observedStatus }: ComponentFact, page: ReportPage, now: number): ChangeFact[] {
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

const changesByComponent = (rows: readonly ChangeFact[]) => Map.groupBy(rows, ({ componentId }) => componentId);

/** The facts of each component that the document names and the rows still show. */
function factsOf(
  found: FoundReport,
  { timeZone: zone, openDayAt }: NonNullable<FoundReport["page"]>,
  page: ReportPage,
  now: number,
): (componentId: string) => Omit<Counted, "component"> | null {
  const layers = layersOf(found.touching);
  const packed = packedByComponent(found.years);
  const changes = changesByComponent(found.changes);
  const rows = new Map(found.components.map((each): [string, ComponentFact] => [each.id, each]));
  const common = { zone, openDayAt, open: openDayOf(zone, openDayAt) };
  return (id) => {
    const row = rows.get(id);
    if (!row) return null;
    const facts = {
      ...common,
      startDate: row.startDate,
      closed: packed.get(id) ?? new Map<string, Parts>(),
      changes: [...(changes.get(id) ?? []), ...unseen(row, page, now)],
      layers: layers(row),
      stopped: stoppedOf(found.standstills, id),
    };
    return { facts, past: row, added: addedLater(found.standstills, id) };
  };
}

/** A component of the document with what its uptime is made from. */
export interface Counted {
  component: SnapshotComponent;
  /** Whether its past was restated. */
  past: RestatedPast;
  facts: ReportFacts;
  /** Stretches of a standstill of which results were handed in afterwards, in order of time. */
  added: readonly Span[];
}

/** 5 statements in one batch; null where the page has gone. */
export async function counted(ctx: Ctx, page: ReportPage, range: ReportRange, now: number) {
  const found = await reportFacts(ctx, page.snapshot.page.id, yearsOf(range), range);
  if (!found.page) return null;
  const facts = factsOf(found, found.page, page, now);
  const components = reported(page).flatMap((component): Counted[] => {
    const own = facts(component.id);
    return own ? [{ component, ...own }] : [];
  });
  const named = new Set(components.map(({ component }) => component.id));
  const corrections = (JSON.parse(found.page.corrections) as SnapshotCorrection[]).filter(({ componentIds }) =>
    componentIds.some((id) => named.has(id)),
  );
  return { components, weight: found.page.partialWeight, corrections };
}
