import { validateCalendarSchedule } from "~/time/calendar-event";
import { foreignTimeZone } from "../foreign-time-zone";
import { foreignNumber, foreignText } from "../foreign-values";
import type { MovedHeartbeat } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";

type PingRules = NonNullable<MovedHeartbeat["pingRules"]>;

const unknownZoneReason = (zone: string) => `The time zone ${zone.slice(0, 60)} is not known: UTC is taken.`;

const isFiveFields = (text: string): boolean => /^\S+(?:[ \t]+\S+){4}$/.test(text.trim());

/** Returns the schedule; a calendar of systemd that cannot be read here is asked for. */
export function scheduleOfCheck(check: Record<string, unknown>, subject: NoteSubject, notes: MoveNotes) {
  const [schedule, seconds] = [foreignText(check.schedule), foreignNumber(check.timeout)];
  const zone = foreignText(check.tz) || "UTC";
  const timeZone = foreignTimeZone(zone);
  if (isFiveFields(schedule)) {
    if (timeZone === null) notes.question(subject, "tz", unknownZoneReason(zone));
    return { schedule: { cron: schedule.trim(), timeZone: timeZone ?? "UTC" }, isAsked: timeZone === null };
  }
  const calendar = validateCalendarSchedule({ expression: schedule.trim(), timeZone: timeZone ?? "UTC" });
  if (schedule !== "" && calendar.ok) {
    if (timeZone === null) notes.question(subject, "tz", unknownZoneReason(zone));
    const { expression, timeZone: ours } = calendar.value;
    return { schedule: { calendar: expression, timeZone: ours }, isAsked: timeZone === null };
  }
  if (schedule !== "") {
    const reason = `Enter the calendar “${schedule.trim().split("\n").join("; ").slice(0, 200)}” (${zone.slice(0, 60)}): it comes paused.`;
    notes.question(subject, "schedule", reason);
    return { schedule: { everySeconds: 86_400 }, isAsked: true };
  }
  if (seconds === null || seconds < 1)
    notes.question(subject, "timeout", "It has no schedule: a day is taken, and it comes paused.");
  return {
    schedule: { everySeconds: Math.max(1, Math.round(seconds ?? 86_400)) },
    isAsked: seconds === null || seconds < 1,
  };
}

const wordsOf = (value: unknown): string[] =>
  foreignText(value)
    .split(",")
    .flatMap((word) => word.trim() || []);

/** Returns which pings count; words are searched only where a filter is on, and before version 3 in the subject. */
export function pingRulesOfCheck(check: Record<string, unknown>, subject: NoteSubject, notes: MoveNotes): PingRules {
  const inSubject = check.filter_subject === true || (check.subject ?? check.subject_fail ?? "") !== "";
  const [inMail, inHttp] = [check.filter_body === true, check.filter_http_body === true];
  const inBody = inMail || inHttp;
  const isFiltered = inSubject || inBody;
  if (isFiltered && inMail !== inHttp)
    notes.approximated(subject, "filter_body", "Bodies of emails and of HTTP requests are searched alike here.");
  if (isFiltered && check.filter_default_fail === true)
    notes.approximated(subject, "filter_default_fail", "A ping without any of the words is ignored here.");
  const words = (...names: string[]) => (isFiltered ? [...new Set(names.flatMap((name) => wordsOf(check[name])))] : []);
  return {
    postOnly: foreignText(check.methods).toUpperCase() === "POST",
    manualResume: check.manual_resume === true,
    wordsIn: inSubject && inBody ? "anywhere" : inBody ? "body" : inSubject ? "subject" : "anywhere",
    failWords: words("failure_kw", "subject_fail"),
    successWords: words("success_kw", "subject"),
    startWords: words("start_kw"),
  };
}
