import { isTimeZone } from "~/time/day";
import { dayMs, hourMs } from "~/time/durations";
import type { MovedMaintenanceSeries } from "../../rules/moved-series";
import { quotedForeignWord } from "../foreign-statuses";
import { foreignTimeZone } from "../foreign-time-zone";
import { foreignInstant, foreignName, foreignText, parseForeignId } from "../foreign-values";
import type { MovedMaintenance } from "../move-document";
import { hasForeignValue, type MoveNotes, type NoteSubject } from "../move-notes";
import { toMovedMaintenance } from "../moved-things";
import { clockOf, dayBefore, dayOf, type RepeatingWindowRule, toMovedMaintenanceSeries } from "../repeating-windows";
import { unmovedReasons } from "../unmoved-reasons";
import { type KumaRow, kumaFlag, kumaText } from "./monitor-row";
import { kumaRecurrenceOf } from "./recurrence";

/** Facts about a maintenance that its row lacks. */
export interface KumaMaintenanceFacts {
  componentIds: string[];
  /** Zone of the server; empty = not known. */
  serverTimeZone: string;
  /** Newest time in the file, UTC ms: what was over then is completed. */
  madeAt: number;
}

const recurringStrategies = ["recurring-interval", "recurring-weekday", "recurring-day-of-month", "cron"];

const ruleParts = [
  "cron",
  "duration",
  "start_time",
  "end_time",
  "weekdays",
  "days_of_month",
  "interval_day",
  "timezone",
];

/** Returns the rule of a maintenance as a note says it. */
const ruleTextOf = (row: KumaRow): string =>
  ruleParts
    .filter((each) => hasForeignValue(row[each]))
    .map((each) => `${each} ${foreignText(row[each]).slice(0, 60)}`)
    .join(", ");

/** Notes a strategy that is neither one window nor a repetition. */
function noteStrategy(strategy: string, notes: MoveNotes, subject: NoteSubject): void {
  if (strategy === "manual") notes.leftOut(subject, "strategy", "It is begun and ended by hand, and has no times.");
  else
    notes.question(
      subject,
      "strategy",
      `The strategy ${quotedForeignWord(strategy)} is not known here: it is not taken over.`,
    );
}

const zoneOf = (row: KumaRow, { serverTimeZone }: KumaMaintenanceFacts): string => {
  const own = kumaText(row, "timezone");
  const zone = own === "" || own === "SAME_AS_SERVER" ? null : foreignTimeZone(own);
  return zone ?? (isTimeZone(serverTimeZone) ? serverTimeZone : "UTC");
};

function stateAt(madeAt: number, startsAt: number, endsAt: number): MovedMaintenance["state"] {
  if (endsAt <= madeAt) return "completed";
  return startsAt <= madeAt ? "in_progress" : "scheduled";
}

/** Times of versions 1.19 and 1.20, which kept no expression of cron, are in UTC. */
const isInUtc = (row: KumaRow): boolean => kumaText(row, "cron") === "" && kumaText(row, "timezone") === "";

/** True when its first and last day are before the file was made. */
const isOver = (until: string | null, madeAt: number): boolean =>
  until !== null && madeAt > 0 && Date.parse(until) + 2 * dayMs < madeAt;

/** Returns the last day on which it begins: on the day of its end only before that time. */
function lastDayOf(row: KumaRow, clock: string): string | null {
  const [day, end] = [dayOf(row.end_date), foreignText(row.end_date).slice(11, 16)];
  return day !== null && clockOf(end) !== null && end < clock ? dayBefore(day) : day;
}

function noteSeries(row: KumaRow, rules: readonly RepeatingWindowRule[], notes: MoveNotes, subject: NoteSubject): void {
  const isCounted = rules.some((rule) => rule.every === "days" && rule.interval > 1);
  if (isCounted && dayOf(row.start_date) === null)
    notes.approximated(subject, "interval_day", "Its first day is not said: the days are counted from any.");
  if (rules.some((rule) => rule.every === "month_day" && rule.day > 28))
    notes.approximated(subject, "days_of_month", "In a shorter month it takes place on the last day.");
}

/** Translates a maintenance that repeats, one for each of its days of a month. */
export function convertKumaMaintenanceSeries(
  row: KumaRow,
  facts: KumaMaintenanceFacts,
  notes: MoveNotes,
): MovedMaintenanceSeries[] {
  const id = parseForeignId(row.id);
  const title = foreignName(row.title, "Maintenance");
  const subject: NoteSubject = { noun: "maintenance_series", id, name: title };
  const read = kumaRecurrenceOf(row);
  const leave = (field: string, reason: string): MovedMaintenanceSeries[] => {
    notes.leftOut(subject, field, reason);
    return [];
  };
  if (!kumaFlag(row, "active")) return leave("active", "It is switched off there.");
  if (id === null || read === null || read.durationSeconds === null || read.rules.length === 0)
    return leave("strategy", `No repetition here is like its own (${kumaText(row, "strategy")}: ${ruleTextOf(row)}).`);
  const { clock, durationSeconds, rules, unknown } = read;
  const until = lastDayOf(row, clock);
  if (isOver(until, facts.madeAt)) return leave("end_date", "It is over.");
  for (const day of unknown)
    notes.leftOut(subject, "days_of_month", `No repetition here has the day ${quotedForeignWord(day)}.`);
  noteSeries(
    row,
    rules.map(({ rule }) => rule),
    notes,
    subject,
  );
  const body = foreignText(row.description);
  const timeZone = isInUtc(row) ? "UTC" : zoneOf(row, facts);
  const window = {
    title,
    body,
    timeZone,
    componentIds: facts.componentIds,
    clock,
    durationSeconds,
    from: dayOf(row.start_date),
    until,
  };
  return rules.flatMap(
    ({ label, rule }) =>
      toMovedMaintenanceSeries({ id: rules.length > 1 ? `${id}~${label}` : id, ...window }, rule) ?? [],
  );
}

/** True for a maintenance that repeats. */
export const isKumaSeries = (row: KumaRow): boolean => recurringStrategies.includes(kumaText(row, "strategy"));

/** Translates a maintenance with one start and end. */
export function convertKumaMaintenance(
  row: KumaRow,
  facts: KumaMaintenanceFacts,
  notes: MoveNotes,
): MovedMaintenance | null {
  const id = parseForeignId(row.id);
  const title = foreignName(row.title, "Maintenance");
  const subject: NoteSubject = { noun: "maintenance", id, name: title };
  const strategy = kumaText(row, "strategy");
  if (strategy !== "single") {
    noteStrategy(strategy, notes, subject);
    return null;
  }
  const zone = zoneOf(row, facts);
  const startsAt = foreignInstant(row.start_date, zone);
  if (id === null || startsAt === null) {
    notes.leftOut(subject, "start_date", "It has no start that can be read.");
    return null;
  }
  const end = foreignInstant(row.end_date, zone);
  const endsAt = end !== null && end > startsAt ? end : startsAt + hourMs;
  if (endsAt !== end) notes.approximated(subject, "end_date", unmovedReasons.endsNever);
  if (!kumaFlag(row, "active")) {
    notes.leftOut(subject, "active", "It is switched off there.");
    return null;
  }
  const body = foreignText(row.description);
  return toMovedMaintenance({
    id,
    title,
    startsAt,
    endsAt,
    state: stateAt(facts.madeAt, startsAt, endsAt),
    updates: body === "" ? [] : [{ body, shownAt: startsAt }],
    componentIds: facts.componentIds,
  });
}
