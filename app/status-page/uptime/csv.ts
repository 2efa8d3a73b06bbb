import Papa from "papaparse";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { dayOf } from "~/time/day";
import { daysOfTimeRange } from "~/time/days-touched";
import type { ReportRange } from "~/time/report-range";
import type { ServedPage } from "../rules/seen-page";
import type { SnapshotCorrection } from "../rules/snapshot-document";
import type { TimeSpan } from "../timeline/rules/timeline";
import { readUptimeReport, readUptimeReportDays } from "./read";
import { formatUptime, type UptimeParts, zeroUptimeParts } from "./rules/uptime";

const seconds = (ms: number) => ms / 1000;
const percent = (hundredths: number | null) => (hundredths === null ? "" : formatUptime(hundredths));

interface UptimeCsvRow {
  parts: UptimeParts;
  span: number;
  uptime: number | null;
}

/** Returns everything that the formula needs, to the second, so that readers can check the figure. */
const numbers = ({ parts, span, uptime }: UptimeCsvRow, weight: number) => ({
  uptime_percent: percent(uptime),
  known_seconds: seconds(span - parts[4]),
  major_outage_seconds: seconds(parts[0]),
  partial_outage_seconds: seconds(parts[1]),
  degraded_performance_seconds: seconds(parts[2]),
  under_maintenance_seconds: seconds(parts[3]),
  no_data_seconds: seconds(parts[4]),
  partial_outage_weight: weight,
});

const iso = (at: number) => new Date(at).toISOString();

/** Returns the corrections, which do not count: their stretches as ISO 8601 intervals, each with the reason. */
const corrected = (corrections: readonly SnapshotCorrection[], componentId: string) => ({
  corrections: corrections
    .filter(({ componentIds }) => componentIds.includes(componentId))
    .map(({ startsAt, endsAt, reason }) => `${iso(startsAt)}/${iso(endsAt)} ${reason}`)
    .join("; "),
});

/** Returns what was delivered after a standstill, as ISO 8601 intervals. */
const addedLater = (added: readonly TimeSpan[]) => ({
  added_later: added.map(({ from, to }) => `${iso(from)}/${iso(to)}`).join("; "),
});

/** Returns when the figures were restated because nothing had monitored the component; empty = they were not. */
const restated = ({ restatedAt: at }: { restatedAt: number | null }) => ({ restated_at: at === null ? "" : iso(at) });

const numberFields = Object.keys(numbers({ parts: zeroUptimeParts, span: 0, uptime: null }, 0));
const componentFields = ["component_id", "component", "group"];

/** Writes CSV, with a header even when no row follows; cells that a spreadsheet would compute are escaped. */
const csvOf = (fields: string[], data: Record<string, string | number>[]) =>
  Papa.unparse(
    { fields: [...componentFields, ...fields, ...numberFields, "corrections", "added_later", "restated_at"], data },
    { escapeFormulae: true },
  );

const groupNames = ({ snapshot }: ServedPage) => new Map(snapshot.groups.map(({ id, name }) => [id, name]));

/** Writes a row per component, as the report shows it; times in whole seconds. Failures: those of the report. */
export async function exportUptimeReportCsv(
  ctx: Ctx,
  page: ServedPage,
  range: ReportRange,
  clientAddress: string,
): Promise<Result<string>> {
  const found = await readUptimeReport(ctx, page, range, clientAddress, "seconds");
  if (!found.ok) return found;
  const { alone, groups, weight, zone, corrections } = found.value;
  const listed = [
    ...alone.map((share) => ({ share, group: "" })),
    ...groups.flatMap(({ name, members }) => members.map((share) => ({ share, group: name }))),
  ];
  const rows = listed.map(({ share, group }) => ({
    component_id: share.id,
    component: share.name,
    group,
    from: range.first,
    to: range.last,
    time_zone: zone,
    ...numbers(share, weight),
    ...corrected(corrections, share.id),
    ...addedLater(share.added),
    ...restated(share),
  }));
  return ok(csvOf(["from", "to", "time_zone"], rows));
}

function isOnDay(zone: string, span: TimeSpan, date: string): boolean {
  const { first, last } = daysOfTimeRange(span, (at) => dayOf(zone, at));
  return first <= date && date <= last;
}

/** Writes a row per component and calendar day of the page's zone. */
export async function exportUptimeReportDaysCsv(
  ctx: Ctx,
  page: ServedPage,
  range: ReportRange,
  clientAddress: string,
): Promise<Result<string>> {
  const found = await readUptimeReportDays(ctx, page, range, clientAddress);
  if (!found.ok) return found;
  const { components, weight, corrections } = found.value;
  const names = groupNames(page);
  const zone = page.snapshot.page.timeZone;
  const rows = components.flatMap(({ component, days, added }) =>
    days.map((day) => ({
      component_id: component.id,
      component: component.name,
      group: names.get(component.groupId ?? "") ?? "",
      date: day.date,
      time_zone: zone,
      ...numbers(day, weight),
      ...corrected(
        corrections.filter(({ startsAt: from, endsAt: to }) => isOnDay(zone, { from, to }, day.date)),
        component.id,
      ),
      ...addedLater(added.filter((each) => isOnDay(zone, each, day.date))),
      ...restated(day),
    })),
  );
  return ok(csvOf(["date", "time_zone"], rows));
}
