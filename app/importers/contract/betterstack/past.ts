import type { Status } from "~/status/status";
import { dayStart, isCalendarDate, nextDayStart } from "~/time/day";
import { secondMs } from "~/time/durations";
import { foreignList, foreignNumber, foreignRecord, foreignText } from "../foreign-values";
import { joinStatusSpans } from "../joined-stretches";
import type { MovedMonitor } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { unmovedReasons } from "../unmoved-reasons";
import { readBetterstackStatus } from "./status";

type Stretches = MovedMonitor["history"];

const lengthOf = (seconds: unknown): number => Math.max(0, Math.round((foreignNumber(seconds) ?? 0) * secondMs));

/** Returns the status outside of the seconds that a day counts: those of an outage do not last all day. */
const restOf = (status: Status): Status => (status === "degraded_performance" ? status : "operational");

/**
 * Returns the stretches of a day: the seconds that it was down, those of maintenance, and the rest. One that is called
 * down without a second of it is not known.
 */
function stretchesOfDay(day: Record<string, unknown>, zone: string, status: Status): Stretches {
  const [down, work] = [lengthOf(day.downtime_duration), lengthOf(day.maintenance_duration)];
  if ((status === "major_outage" && down === 0) || (status === "under_maintenance" && work === 0)) return [];
  const from = dayStart(zone, foreignText(day.day));
  const end = nextDayStart(zone, from);
  const downUntil = Math.min(end, from + down);
  const workUntil = Math.min(end, downUntil + work);
  return [
    { from, to: downUntil, status: "major_outage" },
    { from: downUntil, to: workUntil, status: "under_maintenance" },
    { from: workUntil, to: end, status: restOf(status) },
  ];
}

/**
 * Returns the past of a resource by its days, which are those of the page's zone. The seconds of a day are known, not
 * their time: they come first. A day that was not monitored is no data.
 */
export function daysOfResource(value: unknown, zone: string, subject: NoteSubject, notes: MoveNotes): Stretches {
  const days = foreignList(value)
    .map(foreignRecord)
    .filter(({ day }) => isCalendarDate(foreignText(day)));
  const words = new Set(days.map(({ status }) => foreignText(status)));
  const statuses = new Map(
    [...words].map((word) => [word, readBetterstackStatus(word, notes, subject, "status_history")]),
  );
  const history = days.flatMap((day) => {
    const status = statuses.get(foreignText(day.status)) ?? "no_data";
    return status === "no_data" ? [] : stretchesOfDay(day, zone, status);
  });
  if (history.length > 0) notes.approximated(subject, "status_history", unmovedReasons.secondsOfDay);
  return joinStatusSpans(history.sort((one, other) => one.from - other.from));
}
