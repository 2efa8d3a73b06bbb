import { isTimeZone } from "~/time/day";
import { hourMs } from "~/time/durations";
import { quotedForeignWord } from "../foreign-statuses";
import { foreignTimeZone } from "../foreign-time-zone";
import { foreignIdOf, foreignInstant, foreignName, foreignText } from "../foreign-values";
import type { MovedMaintenance } from "../move-document";
import { hasForeignValue, type MoveNotes, type NoteSubject } from "../move-notes";
import { movedMaintenanceOf } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";
import { type KumaRow, kumaFlag, kumaText } from "./monitor-row";

/** Facts about a maintenance that its row lacks. */
export interface KumaMaintenanceFacts {
  componentIds: string[];
  /** Zone of the server; empty = not known. */
  serverTimeZone: string;
  /** Newest time in the file, UTC ms: what was over then is completed. */
  madeAt: number;
}

const recurringStrategies = ["recurring-interval", "recurring-weekday", "recurring-day-of-month", "cron"];

function noteRecurrence(row: KumaRow, notes: MoveNotes, subject: NoteSubject): void {
  const strategy = kumaText(row, "strategy");
  if (recurringStrategies.includes(strategy)) {
    const parts = [
      "cron",
      "duration",
      "start_time",
      "end_time",
      "weekdays",
      "days_of_month",
      "interval_day",
      "timezone",
    ];
    const rule = parts
      .filter((each) => hasForeignValue(row[each]))
      .map((each) => `${each} ${foreignText(row[each]).slice(0, 60)}`);
    notes.leftOut(subject, "strategy", `It repeats (${strategy}: ${rule.join(", ")}): add it here with a repetition.`);
  } else if (strategy === "manual")
    notes.leftOut(subject, "strategy", "It is begun and ended by hand, and has no times.");
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

/** Translates a maintenance with one start and end; those that repeat are noted with their rule. */
export function movedKumaMaintenance(
  row: KumaRow,
  facts: KumaMaintenanceFacts,
  notes: MoveNotes,
): MovedMaintenance | null {
  const id = foreignIdOf(row.id);
  const title = foreignName(row.title, "Maintenance");
  const subject: NoteSubject = { noun: "maintenance", id, name: title };
  const strategy = kumaText(row, "strategy");
  if (strategy !== "single") {
    noteRecurrence(row, notes, subject);
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
  return movedMaintenanceOf({
    id,
    title,
    startsAt,
    endsAt,
    state: stateAt(facts.madeAt, startsAt, endsAt),
    updates: body === "" ? [] : [{ body, shownAt: startsAt }],
    componentIds: facts.componentIds,
  });
}
