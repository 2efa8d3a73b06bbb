import { invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { askPageObject } from "~/platform/page-object";
import { type Day, daysBetween } from "~/time/day";
import { countReportDates, type ReportRange } from "~/time/report-range";
import { readReplicaOrOverloaded } from "../answer-or-overloaded";
import { restatementOfReport, restatementTime } from "../restating/rules/restatement-time";
import type { ServedPage } from "../rules/seen-page";
import type { SnapshotComponent, SnapshotCorrection } from "../rules/snapshot-document";
import type { TimeSpan } from "../timeline/rules/timeline";
import { limitLargeUptimeReports, mayUsePageDurableObject } from "./limit";
import {
  addUptimeParts,
  exactUptimeRatio,
  groupUptimeHundredths,
  type UptimeParts,
  uptimeHundredths,
  zeroUptimeParts,
} from "./rules/uptime";
import { sumUptimeRange, type UptimeReportDay, uptimeReportDays } from "./rules/uptime-report";
import { factsInWholeSeconds, floorSecond, rangeInWholeSeconds } from "./rules/whole-seconds";
import {
  componentsWithUptime,
  readUptimeFacts,
  type UptimeReportPageFacts,
  type UptimeSubject,
  yearsOfReportRange,
} from "./uptime-subject";

export interface ComponentUptime {
  id: string;
  name: string;
  /** In ms; for a group, the sum over all members. */
  parts: UptimeParts;
  span: number;
  /** Hundredths of a percent, rounded down; null = no data. A group's is the mean of the members with data. */
  uptime: number | null;
}

export interface ComponentReportRow extends ComponentUptime {
  /** YYYY-MM-DD when it lies inside the range: before it nothing is known. */
  startsOn: string | null;
  /** Standstills whose results an agent delivered afterwards. */
  added: readonly TimeSpan[];
  /** When days of the range were restated; null = none were. */
  restatedAt: number | null;
}

export interface GroupReportRow extends ComponentUptime {
  members: ComponentReportRow[];
}

export interface UptimeReport {
  range: ReportRange;
  zone: string;
  weight: number;
  /** Components without a group, in the page's order. */
  alone: ComponentReportRow[];
  groups: GroupReportRow[];
  /** Corrections in the range, which do not count; newest first. */
  corrections: SnapshotCorrection[];
  /** The end of the restated figures in the range, and when they were restated; null = none were. */
  restated: { until: number; at: number } | null;
}

/** Unit of times: `seconds` are ms of whole seconds, which still fill the range. The uptime is always exact. */
export type ReportTimeUnit = "milliseconds" | "seconds";

interface UptimeReportQuery {
  range: ReportRange;
  now: number;
  weight: number;
  unit: ReportTimeUnit;
}

const within = (added: readonly TimeSpan[], { start, end }: { start: number; end: number }) =>
  added.filter(({ from, to }) => from < end && to > start);

function shareOf(
  { component, facts, past, added }: UptimeSubject,
  { range, now, weight, unit }: UptimeReportQuery,
): ComponentReportRow {
  const exact = sumUptimeRange(facts, range, now);
  const told =
    unit === "seconds"
      ? sumUptimeRange(factsInWholeSeconds(facts), rangeInWholeSeconds(range), floorSecond(now))
      : exact;
  const startsOn = facts.startDate > range.first ? facts.startDate : null;
  return {
    id: component.id,
    name: component.name,
    ...told,
    uptime: uptimeHundredths(exact.parts, exact.span, weight),
    startsOn,
    added: within(added, range),
    restatedAt: restatementTime(past, { from: range.start, to: range.end }),
  };
}

function groupOf(
  { id, name }: { id: string; name: string },
  members: ComponentReportRow[],
  weight: number,
): GroupReportRow {
  const parts = members.reduce((sum, each) => addUptimeParts(sum, each.parts), zeroUptimeParts);
  const span = members.reduce((sum, each) => sum + each.span, 0);
  const shares = members.map((each) => exactUptimeRatio(each.parts, each.span, weight));
  return { id, name, parts, span, uptime: groupUptimeHundredths(shares), members };
}

function componentYears(page: UptimeReportPageFacts, range: ReportRange): number {
  const { first, last } = yearsOfReportRange(range);
  return componentsWithUptime(page).length * (last - first + 1);
}

interface UptimeReportRequest {
  page: UptimeReportPageFacts;
  range: ReportRange;
  unit: ReportTimeUnit;
}

/** Makes the report in this invocation. */
async function makeReport(ctx: Ctx, { page, range, unit }: UptimeReportRequest): Promise<Result<UptimeReport>> {
  return readReplicaOrOverloaded(ctx, page.snapshot, async (archive) => {
    const now = ctx.now();
    const found = await readUptimeFacts(archive, page, range, now);
    if (!found) return missingFailure;
    const { weight, corrections } = found;
    const rows = found.components.map((each) => ({
      groupId: each.component.groupId,
      share: shareOf(each, { range, now, weight, unit }),
    }));
    const of = (groupId: string | null) => rows.filter((each) => each.groupId === groupId).map(({ share }) => share);
    const groups = page.snapshot.groups
      .map((group) => groupOf(group, of(group.id), weight))
      .filter((group) => group.members.length > 0);
    const restated = restatementOfReport(
      found.components.map(({ past }) => past),
      { from: range.start, to: range.end },
    );
    return ok({ range, zone: page.snapshot.page.timeZone, weight, alone: of(null), groups, corrections, restated });
  });
}

/** Longest wait for the page's object, in ms. */
const objectPatienceMs = 3000;

/** Runs in the page's object: builds the report that another invocation of this deployment requested. */
export const handleUptimeReportRequest = (ctx: Ctx, asked: unknown): Promise<Result<UptimeReport>> =>
  makeReport(ctx, asked as UptimeReportRequest);

/** Null where it is to be made here. */
async function reportInObject(
  ctx: Ctx,
  { page, range, unit }: UptimeReportRequest,
  clientAddress: string,
): Promise<UptimeReport | null> {
  if (!mayUsePageDurableObject(ctx, componentYears(page, range), clientAddress)) return null;
  const { revision, page: own, components, groups } = page.snapshot;
  const sent = { snapshot: { revision, page: own, components, groups }, outdated: page.outdated };
  const body: UptimeReportRequest = { page: sent, range, unit };
  const asked = { what: "report", body, patience: objectPatienceMs } as const;
  const found = await askPageObject<Result<UptimeReport>>(ctx, own.id, asked);
  return found?.ok ? found.value : null;
}

/**
 * Returns how much of the range each component of a page was up, from 5 statements in one batch with a deadline. Rows
 * grow with components × years, and with the open day. Failures: overloaded while the database is away, missing,
 * limited when this network requested too much. The caller has checked that the reader may see the page.
 */
export async function readUptimeReport(
  ctx: Ctx,
  page: ServedPage,
  range: ReportRange,
  clientAddress: string,
  unit: ReportTimeUnit = "milliseconds",
): Promise<Result<UptimeReport>> {
  const may = limitLargeUptimeReports(ctx, { componentYears: componentYears(page, range), rows: 0 }, clientAddress);
  if (!may.ok) return may;
  const asked = { page, range, unit };
  const made = await reportInObject(ctx, asked, clientAddress);
  return made ? ok(made) : makeReport(ctx, asked);
}

export interface DayReportRow extends UptimeReportDay {
  /** When it was restated; null = it was not. */
  restatedAt: number | null;
  /** Hundredths of a percent, rounded down; null = no data. */
  uptime: number | null;
}

export interface ComponentReportDays {
  component: SnapshotComponent;
  days: DayReportRow[];
  added: readonly TimeSpan[];
}

function daysOf({ facts, past }: UptimeSubject, days: readonly Day[], now: number, weight: number): DayReportRow[] {
  const exact = uptimeReportDays(facts, days, now);
  const told = uptimeReportDays(factsInWholeSeconds(facts), days, floorSecond(now));
  const dayOfDate = new Map(days.map((day) => [day.date, day]));
  return exact.map(({ date, parts, span }, at) => ({
    ...(told[at] as UptimeReportDay),
    uptime: uptimeHundredths(parts, span, weight),
    restatedAt: restatementTime(past, dayOfDate.get(date) ?? { from: 0, to: 0 }),
  }));
}

/** Maximum number of rows in one response: 100 components over a year of days. */
const mostDayRows = 36_600;

/**
 * Returns the same day by day in whole seconds, which add up to those of the report. Failures: overloaded, missing,
 * limited; invalid for more than 36,600 rows.
 */
export async function readUptimeReportDays(
  ctx: Ctx,
  page: ServedPage,
  range: ReportRange,
  clientAddress: string,
): Promise<Result<{ components: ComponentReportDays[]; weight: number; corrections: SnapshotCorrection[] }>> {
  const rows = countReportDates(range) * componentsWithUptime(page).length;
  if (rows > mostDayRows) return invalidFieldFailure("by", refusalFor("range.rows", { rows, most: mostDayRows }));
  const may = limitLargeUptimeReports(ctx, { componentYears: componentYears(page, range), rows }, clientAddress);
  if (!may.ok) return may;
  return readReplicaOrOverloaded(ctx, page.snapshot, async (archive) => {
    const now = ctx.now();
    const found = await readUptimeFacts(archive, page, range, now);
    if (!found) return missingFailure;
    const days = daysBetween(page.snapshot.page.timeZone, range.start, range.end);
    const components = found.components.map((each) => ({
      component: each.component,
      days: daysOf(each, days, now, found.weight),
      added: each.added,
    }));
    return ok({ components, weight: found.weight, corrections: found.corrections });
  });
}
