import type { ServedPage } from "~/status-page/rules/seen-page";
import type { SnapshotComponent } from "~/status-page/rules/snapshot-document";
import type { ComponentReportRow, UptimeReport } from "~/status-page/uptime/read";
import { addUptimeParts, type UptimeParts, uptimeHundredths, zeroUptimeParts } from "~/status-page/uptime/rules/uptime";
import type { UptimeFormError } from "~/status-page/views/uptime/uptime-page";
import type { RangeShortcut, RequestedDates } from "~/time/report-range";
import { sampleNow } from "./sample-snapshot";

const minute = 60_000;
const [first, last] = ["2026-10-22", "2026-11-20"];
const span = 29 * 24 * 60 * minute + 14 * 60 * minute;

/** Gives every third component an outage of 47 minutes, and every fourth a start within the range. */
function shareOf({ id, name }: SnapshotComponent, index: number): ComponentReportRow {
  const young = index % 4 === 1;
  const parts: UptimeParts = [
    index % 3 === 0 ? 47 * minute : 0,
    20_000,
    0,
    90 * minute,
    young ? 10 * 24 * 60 * minute : 0,
  ];
  return {
    id,
    name,
    parts,
    span,
    uptime: uptimeHundredths(parts, span, 0.3),
    startsOn: young ? "2026-11-01" : null,
    added: [],
    restatedAt: null,
  };
}

/** Returns the uptime report of the sample page, as its route would pass it. */
export function sampleReport({ snapshot }: ServedPage): UptimeReport {
  const shares = snapshot.components.map((component, index) => ({ component, share: shareOf(component, index) }));
  const of = (groupId: string | null) =>
    shares.filter(({ component }) => component.groupId === groupId).map(({ share }) => share);
  const groups = snapshot.groups.map(({ id, name }) => {
    const members = of(id);
    const parts = members.reduce((sum, each) => addUptimeParts(sum, each.parts), zeroUptimeParts);
    return { id, name, members, parts, span: span * members.length, uptime: 9987 };
  });
  const range = { first, last, start: sampleNow - span, end: sampleNow, notes: ["ends_today" as const] };
  return { range, zone: snapshot.page.timeZone, weight: 0.3, alone: of(null), groups, corrections: [], restated: null };
}

const shortcuts: RangeShortcut[] = [
  { name: "days_30", from: first, to: last },
  { name: "days_90", from: "2026-08-23", to: last },
];

interface ReportPage {
  asked: RequestedDates;
  wrong: UptimeFormError | null;
  shortcuts: RangeShortcut[];
  report: UptimeReport | null;
  since: string;
}

/** Returns the page's properties besides its scene: with a report, and refused. */
export const reportPage = (page: ServedPage): ReportPage => ({
  asked: { from: first, to: last },
  wrong: null,
  shortcuts,
  since: "2026-08-01",
  report: sampleReport(page),
});

export const refusedPage = (typed: string): ReportPage => ({
  asked: { from: typed, to: null },
  wrong: { field: "from", problem: "not_a_date", since: "2026-08-01" },
  shortcuts,
  report: null,
  since: "2026-08-01",
});
