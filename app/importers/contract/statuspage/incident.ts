import type { Status } from "~/status/status";
import {
  componentStatusReader,
  impactReader,
  incidentStatusByForeignWord,
  quotedForeignWord,
  statusByStatuspageWord,
  statusOfImpact,
  updateStatusReader,
} from "../foreign-statuses";
import {
  foreignFlag,
  foreignInstant,
  foreignList,
  foreignName,
  foreignRecord,
  foreignText,
  inForeignOrder,
  parseForeignId,
} from "../foreign-values";
import type { MovedIncident, MovedIncidentUpdate } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { unmovedReasons } from "../unmoved-reasons";
import { feedTagOf } from "./feed";

/** The members of an answer, as they came. */
export type StatuspageRow = Record<string, unknown>;

/** Returns groups or components in the order in which the page shows them. */
export const statuspageRowsInPosition = (rows: readonly StatuspageRow[]): StatuspageRow[] =>
  inForeignOrder(rows, ({ position }) => position);

export interface StatuspageContext {
  /** Ids of the components that the page still has. */
  componentIds: ReadonlySet<string>;
  /** Tags by which readers of the page’s feed know incidents, by their ids. */
  feedTags: Readonly<Record<string, unknown>>;
  notes: MoveNotes;
}

const readStatus = componentStatusReader({ ...statusByStatuspageWord, "": "operational" });
const readUpdateStatus = updateStatusReader(incidentStatusByForeignWord);
const readImpact = impactReader({
  none: "none",
  minor: "minor",
  major: "major",
  critical: "critical",
  maintenance: "none",
  "": "none",
});

/** Returns a text as Markdown: with line ends as here, also where the public JSON writes `<br />`. */
export const statuspageMarkdown = (value: unknown): string =>
  foreignText(value)
    .replaceAll(/<br\s?\/?>/gi, "\n")
    .replaceAll(/\r\n?/g, "\n");

export const statuspageInstant = (value: unknown): number | null => foreignInstant(value, "UTC");

/** An update with its time; those without one cannot be placed. */
export interface TimedStatuspageRow {
  row: StatuspageRow;
  at: number;
}

/** Returns the updates with a time, oldest first. */
export function timedStatuspageUpdates(
  incident: StatuspageRow,
  notes: MoveNotes,
  subject: NoteSubject,
): TimedStatuspageRow[] {
  const rows = foreignList(incident.incident_updates).map(foreignRecord);
  const timed = rows.flatMap((row) => {
    const at = statuspageInstant(row.display_at) ?? statuspageInstant(row.created_at);
    if (at === null)
      notes.leftOut(
        subject,
        "incident_updates",
        `An update has no time that can be read: ${quotedForeignWord(row.display_at)}.`,
      );
    return at === null ? [] : [{ row, at }];
  });
  return timed.reverse().sort((one, other) => one.at - other.at);
}

const nothingAffected = /^no components were affected/i;

/** Returns the changes of one update, and remembers each component's status in `affected`. */
function changesOf(row: StatuspageRow, affected: Map<string, Status>, around: StatuspageContext, subject: NoteSubject) {
  const { componentIds, notes } = around;
  return foreignList(row.affected_components).flatMap((each): MovedIncidentUpdate["changes"] => {
    const { code, name, new_status: word } = foreignRecord(each);
    const id = parseForeignId(code);
    if (id === null || !componentIds.has(id)) {
      if (id !== null || !nothingAffected.test(foreignText(name)))
        notes.leftOut(
          subject,
          "affected_components",
          `${quotedForeignWord(name)} is no component of the page any more: the text stays.`,
        );
      return [];
    }
    const status = readStatus(word ?? "(none)", notes, subject, "affected_components.new_status");
    const wasWorse = (affected.get(id) ?? "operational") !== "operational";
    affected.set(id, status);
    return [{ componentId: id, status: status === "operational" && wasWorse ? null : status }];
  });
}

/** Returns the components that no update mentions, with the status that the impact suggests. */
function quietComponents(
  incident: StatuspageRow,
  affected: ReadonlyMap<string, Status>,
  status: Status,
  around: StatuspageContext,
  subject: NoteSubject,
) {
  const ids = foreignList(incident.components).flatMap((each) => parseForeignId(foreignRecord(each).id) ?? []);
  const quiet = [...new Set(ids)].filter((id) => !affected.has(id) && around.componentIds.has(id));
  if (quiet.length > 0)
    around.notes.approximated(
      subject,
      "components",
      `No update says how ${quiet.length} of its components were: the impact decides.`,
    );
  return quiet.map((componentId) => ({ componentId, status }));
}

function postmortemOf(incident: StatuspageRow, updates: readonly TimedStatuspageRow[]): MovedIncident["postmortem"] {
  const written = updates.findLast(({ row }) => row.status === "postmortem");
  const body = statuspageMarkdown(incident.postmortem_body) || statuspageMarkdown(written?.row.body);
  if (body.trim() === "") return null;
  const publishedAt = statuspageInstant(incident.postmortem_published_at) ?? written?.at ?? null;
  return { body, publishedAt, ...(incident.postmortem_notified_subscribers === true && { isNotified: true }) };
}

const leftOutFields = {
  metadata: "Values that programs attach have no place here.",
  reminder_intervals: "The team is reminded to write an update after the time that the page has here.",
};

const openStatuses = ["investigating", "identified", "monitoring"];

/** Returns when it was resolved; null while it is open, and also for a status that is not known. */
function resolvedAtOf(
  incident: StatuspageRow,
  updates: readonly MovedIncidentUpdate[],
  startedAt: number,
): number | null {
  const status = foreignText(incident.status);
  if (status !== "resolved" && status !== "postmortem") return null;
  const last = updates.findLast((update) => update.status === "resolved") ?? updates.at(-1);
  return Math.max(startedAt, statuspageInstant(incident.resolved_at) ?? last?.shownAt ?? startedAt);
}

/** An incident whose start cannot be read is left out with a note. */
export interface StatuspageIncident {
  incident: MovedIncident;
  /** Components that it affects now; none after its end. */
  openComponentIds: string[];
}

function updatesOf(
  updates: readonly TimedStatuspageRow[],
  affected: Map<string, Status>,
  around: StatuspageContext,
  subject: NoteSubject,
): MovedIncidentUpdate[] {
  const shown = updates.filter(({ row }) => row.status !== "postmortem");
  return shown.map(({ row, at }) => ({
    status: readUpdateStatus(row.status, around.notes, subject, "incident_updates.status"),
    body: statuspageMarkdown(row.body),
    shownAt: at,
    changes: changesOf(row, affected, around, subject),
  }));
}

/** Returns the incident with at least one update: one without any gets its state as one. */
function withFirstUpdate(
  incident: StatuspageRow,
  updates: MovedIncidentUpdate[],
  at: number,
  notes: MoveNotes,
  subject: NoteSubject,
): MovedIncidentUpdate[] {
  if (updates.length > 0) return updates;
  notes.approximated(subject, "incident_updates", unmovedReasons.stateOnly);
  const isOver = /^(?:resolved|postmortem)$/.test(foreignText(incident.status));
  return [{ status: isOver ? "resolved" : "investigating", body: "", shownAt: at, changes: [] }];
}

/** Translates a real-time incident of v1 or v2; null when it has no id or time. */
export function convertStatuspageIncident(
  incident: StatuspageRow,
  around: StatuspageContext,
): StatuspageIncident | null {
  const { notes } = around;
  const id = parseForeignId(incident.id);
  const title = foreignName(incident.name, "Incident");
  const subject: NoteSubject = { noun: "incident", id, name: title };
  const rows = timedStatuspageUpdates(incident, notes, subject);
  const startedAt = rows[0]?.at ?? statuspageInstant(incident.started_at ?? incident.created_at);
  if (id === null || startedAt === null) {
    notes.leftOut(subject, id === null ? "id" : "created_at", unmovedReasons.noTime);
    return null;
  }
  const affected = new Map<string, Status>();
  const impact = readImpact(foreignText(incident.impact_override) || incident.impact, notes, subject, "impact");
  const updates = withFirstUpdate(incident, updatesOf(rows, affected, around, subject), startedAt, notes, subject);
  if (
    !openStatuses.includes(foreignText(incident.status)) &&
    !/^(?:resolved|postmortem)$/.test(foreignText(incident.status))
  )
    readUpdateStatus(incident.status, notes, subject, "status");
  notes.leftOutFields(subject, incident, leftOutFields);
  const components = quietComponents(incident, affected, statusOfImpact(impact), around, subject);
  const resolvedAt = resolvedAtOf(incident, updates, startedAt);
  return {
    incident: {
      id,
      title,
      impact,
      startedAt,
      resolvedAt,
      updates,
      components,
      postmortem: postmortemOf(incident, rows),
      path: `/incidents/${encodeURIComponent(id)}`,
      isBackfilled: foreignFlag(incident.backfilled) ?? false,
      ...feedTagOf(around.feedTags, id),
    },
    openComponentIds:
      resolvedAt === null ? [...affected.keys(), ...components.map(({ componentId }) => componentId)] : [],
  };
}
