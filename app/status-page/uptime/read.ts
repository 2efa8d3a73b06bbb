import { invalid, missingFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { askPageObject } from "~/platform/page-object";
import { type Day, daysBetween } from "~/time/day";
import { datesIn, type ReportRange } from "~/time/report-range";
import { answerFromNearby } from "../answer-or-overloaded";
import { restatementOfReport, restatementTime } from "../restating/rules/restatement-time";
import type { SeenPage } from "../rules/seen-page";
import type { SnapshotComponent, SnapshotCorrection } from "../rules/snapshot-document";
import type { Span } from "../timeline/rules/timeline";
import { mayReport, mayUsePageObject } from "./limit";
import { addParts, exactUptime, groupUptime, noParts, type UptimeParts, uptime } from "./rules/uptime";
import { type ReportDay, reportDays, sumRange } from "./rules/uptime-report";
import { floorSecond, inWholeSeconds, wholeRange } from "./rules/whole-seconds";
import { componentsWithUptime, type ReportPage, readUptimeFacts, type UptimeSubject, yearsOf } from "./uptime-subject";

export interface ComponentUptime {
  id: string;
  name: string;
  /** In ms; for a group, the sum over all members. */
  parts: UptimeParts;
  span: number;
  /** Hundredths of a percent, rounded down; null = no data. A group's is the mean of the members with data. */
  uptime: number | null;
}

export interface ComponentShare extends ComponentUptime {
  /** YYYY-MM-DD when it lies inside the range: before it nothing is known. */
  startsOn: string | null;
  /** Standstills whose results an agent delivered afterwards. */
  added: readonly Span[];
  /** When days of the range were restated; null = none were. */
  restatedAt: number | null;
}

export interface GroupShare extends ComponentUptime {
  members: ComponentShare[];
}

export interface UptimeReport {
  range: ReportRange;
  zone: string;
  weight: number;
  /** Components without a group, in the page's order. */
  alone: ComponentShare[];
  groups: GroupShare[];
  /** Corrections in the range, which do not count; newest first. */
  corrections: SnapshotCorrection[];
  /** The end of the restated figures in the range, and when they were restated; null = none were. */
  restated: { until: number; at: number } | null;
}

/** Unit of times: `seconds` are ms of whole seconds, which still fill the range. The uptime is always exact. */
export type ReportUnit = "milliseconds" | "seconds";

interface UptimeQuery {
  range: ReportRange;
  now: number;
  weight: number;
  unit: ReportUnit;
}

const within = (added: readonly Span[], { start, end }: { start: number; end: number }) =>
  added.filter(({ from, to }) => from < end && to > start);

function shareOf(
  { component, facts, past, added }: UptimeSubject,
  { range, now, weight, unit }: UptimeQuery,
): ComponentShare {
  const exact = sumRange(facts, range, now);
  const told = unit === "seconds" ? sumRange(inWholeSeconds(facts), wholeRange(range), floorSecond(now)) : exact;
  const startsOn = facts.startDate > range.first ? facts.startDate : null;
  return {
    id: component.id,
    name: component.name,
    ...told,
    uptime: uptime(exact.parts, exact.span, weight),
    startsOn,
    added: within(added, range),
    restatedAt: restatementTime(past, { from: range.start, to: range.end }),
  };
}

function groupOf({ id, name }: { id: string; name: string }, members: ComponentShare[], weight: number): GroupShare {
  const parts = members.reduce((sum, each) => addParts(sum, each.parts), noParts);
  const span = members.reduce((sum, each) => sum + each.span, 0);
  const shares = members.map((each) => exactUptime(each.parts, each.span, weight));
  return { id, name, parts, span, uptime: groupUptime(shares), members };
}

function componentYears(page: ReportPage, range: ReportRange): number {
  const { first, last } = yearsOf(range);
  return componentsWithUptime(page).length * (last - first + 1);
}

interface ReportRequest {
  page: ReportPage;
  range: ReportRange;
  unit: ReportUnit;
}

/** Makes the report in this invocation. */
async function makeReport(ctx: Ctx, { page, range, unit }: ReportRequest): Promise<Result<UptimeReport>> {
  return answerFromNearby(ctx, page.snapshot, async (archive) => {
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

/** In the page's object: makes the report that another invocation of this deployment asked for. */
export const reportForCaller = (ctx: Ctx, asked: unknown): Promise<Result<UptimeReport>> =>
  makeReport(ctx, asked as ReportRequest);

/** Null where it is to be made here. */
async function reportInObject(
  ctx: Ctx,
  { page, range, unit }: ReportRequest,
  clientAddress: string,
): Promise<UptimeReport | null> {
  if (!mayUsePageObject(ctx, componentYears(page, range), clientAddress)) return null;
  const { revision, page: own, components, groups } = page.snapshot;
  const sent = { snapshot: { revision, page: own, components, groups }, outdated: page.outdated };
  const body: ReportRequest = { page: sent, range, unit };
  const asked = { what: "report", body, patience: objectPatienceMs } as const;
  const found = await askPageObject<Result<UptimeReport>>(ctx, own.id, asked);
  return found?.ok ? found.value : null;
}

/**
 * Returns how much of the range each component of a page was up, from 5 statements in one batch with a deadline; rows
 * grow with components × years, and with the open day. Failures: overloaded while the database is away; missing;
 * limited when this network asked for too much. The caller has checked that the reader may see the page.
 */
export async function readReport(
  ctx: Ctx,
  page: SeenPage,
  range: ReportRange,
  clientAddress: string,
  unit: ReportUnit = "milliseconds",
): Promise<Result<UptimeReport>> {
  const may = mayReport(ctx, { componentYears: componentYears(page, range), rows: 0 }, clientAddress);
  if (!may.ok) return may;
  const asked = { page, range, unit };
  const made = await reportInObject(ctx, asked, clientAddress);
  return made ? ok(made) : makeReport(ctx, asked);
}

export interface DayShare extends ReportDay {
  /** When it was restated; null = it was not. */
  restatedAt: number | null;
  /** Hundredths of a percent, rounded down; null = no data. */
  uptime: number | null;
}

export interface ComponentDays {
  component: SnapshotComponent;
  days: DayShare[];
  added: readonly Span[];
}

function daysOf({ facts, past }: UptimeSubject, days: readonly Day[], now: number, weight: number): DayShare[] {
  const exact = reportDays(facts, days, now);
  const told = reportDays(inWholeSeconds(facts), days, floorSecond(now));
  const dayOfDate = new Map(days.map((day) => [day.date, day]));
  return exact.map(({ date, parts, span }, at) => ({
    ...(told[at] as ReportDay),
    uptime: uptime(parts, span, weight),
    restatedAt: restatementTime(past, dayOfDate.get(date) ?? { from: 0, to: 0 }),
  }));
}

/** Most rows of one answer: 100 components over a year of days. */
const mostDayRows = 36_600;

/**
 * Returns the same day by day in whole seconds, which add up to those of the report. Failures: overloaded, missing,
 * limited; invalid when it would be more than 36,600 rows.
 */
export async function readReportDays(
  ctx: Ctx,
  page: SeenPage,
  range: ReportRange,
  clientAddress: string,
): Promise<Result<{ components: ComponentDays[]; weight: number; corrections: SnapshotCorrection[] }>> {
  const rows = datesIn(range) * componentsWithUptime(page).length;
  if (rows > mostDayRows) return invalid("by", refusalFor("range.rows", { rows, most: mostDayRows }));
  const may = mayReport(ctx, { componentYears: componentYears(page, range), rows }, clientAddress);
  if (!may.ok) return may;
  return answerFromNearby(ctx, page.snapshot, async (archive) => {
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
