import type { Status } from "~/status/status";
import { dayMs } from "~/time/durations";
import { foreignInstant, foreignNumber, foreignRecord, foreignSeconds, foreignText } from "../foreign-values";
import { joinStatusSpans, type StatusTurn, statusSpansOfTurns } from "../joined-stretches";
import type { MovedMonitor } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { toReportedUptime } from "../said-uptime";
import { type KumaRow, kumaFlag, kumaJson } from "./monitor-row";

type StatusStretch = MovedMonitor["history"][number];

/** Results of checks by number; pending changes nothing yet. */
const beatStatuses: Readonly<Record<string, Status | null>> = {
  "0": "major_outage",
  "1": "operational",
  "2": null,
  "3": "under_maintenance",
};

/** Returns the marked turns of a monitor, oldest first. */
function turnsOf(beats: readonly KumaRow[], notes: MoveNotes, subject: NoteSubject): StatusTurn[] {
  const turns = beats.flatMap((row): StatusTurn[] => {
    const at = foreignInstant(row.time, "UTC");
    if (at === null || !kumaFlag(row, "important")) return [];
    const word = foreignText(row.status);
    if (!Object.hasOwn(beatStatuses, word))
      notes.question(
        subject,
        "heartbeat.status",
        `The result ${word.slice(0, 20)} is not known here: it becomes “no data”.`,
      );
    const status = Object.hasOwn(beatStatuses, word) ? (beatStatuses[word] ?? null) : "no_data";
    return status === null ? [] : [{ at, status }];
  });
  return turns.sort((one, other) => one.at - other.at);
}

/** Returns the stretches of a whole day that only counts checks: what was down stands at its beginning. */
function dayStretches(row: KumaRow, before: number): StatusStretch[] {
  const from = foreignSeconds(row.timestamp);
  const [up, down] = [row.up, row.down].map((value) => Math.max(0, foreignNumber(value) ?? 0));
  const maintained = Math.max(0, foreignNumber(foreignRecord(kumaJson(row.extras)).maintenance) ?? 0);
  const total = (up ?? 0) + (down ?? 0) + maintained;
  if (from === null || !(total > 0) || from + dayMs > before) return [];
  const to = from + dayMs;
  const downTo = from + Math.round(((to - from) * (down ?? 0)) / total);
  const maintainedTo = downTo + Math.round(((to - from) * maintained) / total);
  return [
    { from, to: downTo, status: "major_outage" },
    { from: downTo, to: Math.min(maintainedTo, to), status: "under_maintenance" },
    { from: Math.min(maintainedTo, to), to, status: "operational" },
  ];
}

const byMonitor = (rows: readonly KumaRow[]) => Map.groupBy(rows, (row) => foreignText(row.monitor_id));

/** Returns a function that gives each monitor’s past: exact turns where they are kept, sums of days before. */
export function kumaStatusSpansByMonitor(
  beats: readonly KumaRow[],
  days: readonly KumaRow[],
  notes: MoveNotes,
): (id: string) => StatusStretch[] {
  const [beatsOf, daysOf] = [byMonitor(beats), byMonitor(days)];
  return (id) => {
    const subject: NoteSubject = { noun: "monitor", id, name: "" };
    const own = beatsOf.get(id) ?? [];
    const turns = turnsOf(own, notes, subject);
    const until = own.reduce((latest, row) => Math.max(latest, foreignInstant(row.time, "UTC") ?? 0), 0);
    const begin = turns[0]?.at ?? Number.POSITIVE_INFINITY;
    const ordered = (daysOf.get(id) ?? []).toSorted(
      (one, other) => (foreignNumber(one.timestamp) ?? 0) - (foreignNumber(other.timestamp) ?? 0),
    );
    const older = ordered.flatMap((row) => dayStretches(row, begin));
    if (older.length > 0)
      notes.approximated(
        subject,
        "stat_daily",
        "Older days only count checks: the share that failed stands at the beginning of each day.",
      );
    return joinStatusSpans(withoutOverlap([...older, ...statusSpansOfTurns(turns, until)]));
  };
}

/** Days of the longest figure on a monitor's page there. */
const dashboardDays = 30;

/** Returns a function that gives each monitor's uptime over thirty days as its page there counts it: checks that passed. */
export function kumaUptimeReader(days: readonly KumaRow[]): (id: string) => MovedMonitor["uptime"] {
  const daysOf = byMonitor(days);
  const countOf = (row: KumaRow, name: "up" | "down") => Math.max(0, foreignNumber(row[name]) ?? 0);
  return (id) => {
    const rows = (daysOf.get(id) ?? []).map((row) => ({ row, from: foreignSeconds(row.timestamp) ?? 0 }));
    const last = rows.reduce((latest, { from }) => Math.max(latest, from), 0);
    const counted = rows.filter(({ from }) => from > last - dashboardDays * dayMs).map(({ row }) => row);
    const [up, down] = (["up", "down"] as const).map((name) =>
      counted.reduce((sum, row) => sum + countOf(row, name), 0),
    );
    const all = (up ?? 0) + (down ?? 0);
    return all > 0 ? toReportedUptime(((up ?? 0) / all) * 100, dashboardDays, last + dayMs) : undefined;
  };
}

/** Cuts stretches that begin before the one ahead of them has ended: a day can stand in the file twice. */
function withoutOverlap(stretches: readonly StatusStretch[]): StatusStretch[] {
  let end = Number.NEGATIVE_INFINITY;
  return stretches.flatMap((each) => {
    const from = Math.max(each.from, end);
    if (each.to === null || each.to <= from) return [];
    end = each.to;
    return [{ ...each, from }];
  });
}
