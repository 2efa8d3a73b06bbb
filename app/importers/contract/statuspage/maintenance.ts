import { hourMs } from "~/time/durations";
import { maintenanceStateReader } from "../foreign-statuses";
import { foreignList, foreignName, foreignRecord, foreignText, parseForeignId } from "../foreign-values";
import type { MovedMaintenance } from "../move-document";
import type { NoteSubject } from "../move-notes";
import { unmovedReasons } from "../unmoved-reasons";
import { feedTagOf } from "./feed";
import {
  type StatuspageContext,
  type StatuspageRow,
  statuspageInstant,
  statuspageMarkdown,
  timedStatuspageUpdates,
} from "./incident";

const readState = maintenanceStateReader({
  scheduled: "scheduled",
  in_progress: "in_progress",
  verifying: "in_progress",
  completed: "completed",
  resolved: "completed",
  postmortem: "completed",
});

const leftOutFields = {
  metadata: "Values that programs attach have no place here.",
  postmortem_body: "A maintenance has no postmortem here.",
};

/** Returns its end: the real one of a completed maintenance, else the planned one. */
function endOf(
  row: StatuspageRow,
  state: MovedMaintenance["state"],
  startsAt: number,
  around: StatuspageContext,
  subject: NoteSubject,
): number {
  const over = state === "completed" ? statuspageInstant(row.resolved_at) : null;
  const planned = over ?? statuspageInstant(row.scheduled_until);
  if (planned !== null && planned > startsAt) return planned;
  around.notes.approximated(subject, "scheduled_until", unmovedReasons.endsNever);
  return startsAt + hourMs;
}

const isOff = (value: unknown) => value === false;

/** Returns when subscribers are notified; the public JSON does not say it. */
function noticesOf(row: StatuspageRow): Pick<MovedMaintenance, "notices"> {
  if (typeof row.scheduled_remind_prior !== "boolean") return {};
  return {
    notices: {
      atStart: !isOff(row.auto_transition_deliver_notifications_at_start),
      atEnd: !isOff(row.auto_transition_deliver_notifications_at_end),
      dayBefore: false,
      hourBefore: row.scheduled_remind_prior,
    },
  };
}

/** Translates a scheduled incident of v1 or v2; null when it has no id or start. */
export function convertStatuspageMaintenance(row: StatuspageRow, around: StatuspageContext): MovedMaintenance | null {
  const { notes, componentIds } = around;
  const id = parseForeignId(row.id);
  const title = foreignName(row.name, "Maintenance");
  const subject: NoteSubject = { noun: "maintenance", id, name: title };
  const startsAt = statuspageInstant(row.scheduled_for);
  if (id === null || startsAt === null) {
    notes.leftOut(subject, id === null ? "id" : "scheduled_for", unmovedReasons.noStart);
    return null;
  }
  const state = readState(row.status, notes, subject, "status");
  const updates = timedStatuspageUpdates(row, notes, subject).filter((update) => update.row.status !== "postmortem");
  const ids = foreignList(row.components).flatMap((each) => parseForeignId(foreignRecord(each).id) ?? []);
  const codes = updates.flatMap((update) =>
    foreignList(update.row.affected_components).flatMap((each) => parseForeignId(foreignRecord(each).code) ?? []),
  );
  const all = [...new Set([...ids, ...codes])];
  if (all.some((each) => !componentIds.has(each)))
    notes.leftOut(subject, "components", "Components that the page no longer has are left out.");
  if (isOff(row.auto_transition_to_maintenance_state) || isOff(row.auto_transition_to_operational_state))
    notes.approximated(subject, "auto_transition_to_maintenance_state", "Its components always change with it here.");
  notes.leftOutFields(subject, row, leftOutFields);
  return {
    id,
    title,
    startsAt,
    endsAt: endOf(row, state, startsAt, around, subject),
    state,
    updates: updates.map((update) => ({ body: statuspageMarkdown(update.row.body), shownAt: update.at })),
    componentIds: all.filter((each) => componentIds.has(each)),
    autoStart: row.scheduled_auto_in_progress !== false,
    autoEnd: row.scheduled_auto_completed !== false,
    path: `/incidents/${encodeURIComponent(id)}`,
    ...noticesOf(row),
    ...feedTagOf(around.feedTags, id),
  };
}

/** Returns true for a scheduled incident: its planned start says so, not its impact. */
export const isStatuspageMaintenance = (row: StatuspageRow): boolean => foreignText(row.scheduled_for) !== "";
