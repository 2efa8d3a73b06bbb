import { weekdayWords } from "~/rules/basics/recurrence-words";
import type { Repeat, WeekdayName } from "~/rules/basics/repeat";
import { type Posted, readTime, readWhole, statusesOf, ticked, typed } from "../parts/posted";

const weekdaysOf = (fields: FormData): WeekdayName[] =>
  (Object.keys(weekdayWords) as WeekdayName[]).filter((day) => ticked(fields, `repeat.weekdays.${day}`));

function endOf(fields: FormData): Repeat["end"] {
  const kind = typed(fields, "repeat.end.kind");
  if (kind === "until") return { kind, date: typed(fields, "repeat.end.date") };
  if (kind !== "count") return { kind: "never" };
  const count = readWhole(fields, "repeat.end.count");
  return { kind, count: count.ok ? (count.value ?? 0) : 0 };
}

/** The plain fields as a rule; null = it does not repeat. What the rule itself refuses is refused by its schema. */
export function readRepeat(fields: FormData): Repeat | null {
  const frequency = typed(fields, "repeat.frequency");
  if (frequency === "" || frequency === "once") return null;
  const interval = readWhole(fields, "repeat.interval");
  const weekdays = weekdaysOf(fields);
  return {
    frequency: frequency as Repeat["frequency"],
    interval: interval.ok ? (interval.value ?? 0) : 0,
    ...(frequency === "weekly" && weekdays.length > 0 ? { weekdays } : {}),
    end: endOf(fields),
  };
}

type Errors = Record<string, string>;

interface TimesRead {
  errors: Errors;
  /** ms; 0 where it cannot be read. */
  startsAt: number;
  endsAt: number;
}

function readOne(fields: FormData, name: string, zone: string, errors: Errors): number {
  const read = readTime(fields, name, zone);
  if (!read.ok) errors[name] = read.message;
  else if (read.at === null) errors[name] = "Give a date and a time.";
  return read.ok ? (read.at ?? 0) : 0;
}

/** Start and end of a form in the page's zone; an hour that the clocks jump over is explained beside its field. */
export function readTimes({ fields }: Posted, zone: string): TimesRead {
  const errors: Errors = {};
  const startsAt = readOne(fields, "startsAt", zone, errors);
  const endsAt = readOne(fields, "endsAt", zone, errors);
  return { errors, startsAt, endsAt };
}

/** What a form says beside its times and its rule. */
export const wordsOf = ({ fields }: Posted) => ({
  title: typed(fields, "title"),
  body: typed(fields, "body"),
  components: statusesOf(fields),
  autoStart: ticked(fields, "autoStart"),
  autoEnd: ticked(fields, "autoEnd"),
  tellStart: ticked(fields, "tellStart"),
  tellEnd: ticked(fields, "tellEnd"),
  remindDay: ticked(fields, "remindDay"),
  remindHour: ticked(fields, "remindHour"),
});
