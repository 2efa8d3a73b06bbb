import type { Impact, Status } from "~/status/status";
import { foreignText } from "./foreign-values";
import type { MovedIncidentUpdate, MovedMaintenance } from "./move-document";
import type { MoveNotes, NoteSubject } from "./move-notes";

/** A word of the origin's own list. */
interface ForeignWord<T> {
  /** Words of the origin, in lower case → ours. */
  words: Readonly<Record<string, T>>;
  /** Value of an unknown word: never well, never resolved. */
  unknown: T;
  /** The same in words, for the note. */
  unknownTitle: string;
}

/** The word, as a note may repeat it. */
export const quotedForeignWord = (value: unknown): string => `“${foreignText(value).slice(0, 60)}”`;

/** Translates a word; an unknown one is noted as a question and becomes what the list says. */
function wordReader<T>({ words, unknown, unknownTitle }: ForeignWord<T>) {
  return (value: unknown, notes: MoveNotes, subject: NoteSubject, field: string): T => {
    const word = foreignText(value).trim().toLowerCase();
    // A list or an object is no word: it must not pass for an empty one.
    const isText = typeof value !== "object" || value === null;
    const known = isText && Object.hasOwn(words, word) ? words[word] : undefined;
    if (known !== undefined) return known;
    notes.question(
      subject,
      field,
      `The word ${quotedForeignWord(value)} is not known here: it becomes ${unknownTitle}. Check it.`,
    );
    return unknown;
  };
}

/** Returns a reader of a component's status. */
export const componentStatusReader = (words: Readonly<Record<string, Status>>) =>
  wordReader<Status>({ words, unknown: "no_data", unknownTitle: "“no data”" });

export const updateStatusReader = (words: Readonly<Record<string, MovedIncidentUpdate["status"]>>) =>
  wordReader<MovedIncidentUpdate["status"]>({ words, unknown: "investigating", unknownTitle: "“investigating”" });

export const impactReader = (words: Readonly<Record<string, Impact>>) =>
  wordReader<Impact>({ words, unknown: "minor", unknownTitle: "“minor”" });

export const maintenanceStateReader = (words: Readonly<Record<string, MovedMaintenance["state"]>>) =>
  wordReader<MovedMaintenance["state"]>({ words, unknown: "scheduled", unknownTitle: "“scheduled”" });

/** Statuses that Statuspage and those who follow it write. */
export const statusByStatuspageWord: Readonly<Record<string, Status>> = {
  operational: "operational",
  degraded_performance: "degraded_performance",
  partial_outage: "partial_outage",
  major_outage: "major_outage",
  under_maintenance: "under_maintenance",
};

export const incidentStatusByForeignWord: Readonly<Record<string, MovedIncidentUpdate["status"]>> = {
  investigating: "investigating",
  identified: "identified",
  monitoring: "monitoring",
  resolved: "resolved",
};

const statusByImpact: Record<Impact, Status> = {
  none: "operational",
  minor: "degraded_performance",
  major: "partial_outage",
  critical: "major_outage",
};

/** Returns the status that an impact suggests, where an origin names components without a status. */
export const statusOfImpact = (impact: Impact): Status => statusByImpact[impact];

/** Returns the impact that the worst status of its components suggests, where an origin has none. */
export function impactOfStatus(status: Status | null): Impact {
  if (status === "major_outage") return "critical";
  if (status === "partial_outage") return "major";
  return status === "degraded_performance" || status === "no_data" ? "minor" : "none";
}
