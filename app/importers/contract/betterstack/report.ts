import { worstStatus } from "~/status/status";
import { impactOfStatus } from "../foreign-statuses";
import {
  foreignInstant,
  foreignList,
  foreignName,
  foreignRecord,
  foreignText,
  parseForeignId,
} from "../foreign-values";
import { htmlToMarkdown, isHtml } from "../html-to-markdown";
import type { MoveDocumentPart, MovedIncident, MovedIncidentUpdate, MovedMaintenance } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { toMovedIncident, toMovedMaintenance } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";
import type { BetterstackRow } from "./page";
import { readBetterstackStatus } from "./status";

type Changes = MovedIncidentUpdate["changes"];

interface ReportContext {
  subject: NoteSubject;
  notes: MoveNotes;
}

/** Returns what the affected resources are from then on; an operational one is no longer affected. */
function changesOf(value: unknown, { subject, notes }: ReportContext): Changes {
  return foreignList(value).flatMap((each) => {
    const affected = foreignRecord(each);
    const componentId = parseForeignId(affected.status_page_resource_id);
    if (componentId === null) return [];
    const status = readBetterstackStatus(affected.status, notes, subject, "affected_resources");
    return [{ componentId, status: status === "operational" ? null : status }];
  });
}

function bodyOf(message: unknown, { subject, notes }: ReportContext): string {
  const text = foreignText(message);
  if (isHtml(text)) notes.approximated(subject, "message", "Its HTML becomes Markdown.");
  return htmlToMarkdown(text);
}

interface ToldUpdate {
  body: string;
  shownAt: number;
  changes: Changes;
}

/** Returns the updates, oldest first; one without a time is shown when the report starts. */
function toldUpdates(rows: readonly BetterstackRow[], startedAt: number, context: ReportContext): ToldUpdate[] {
  const told = rows.map(({ attributes }) => ({
    body: bodyOf(attributes.message, context),
    shownAt: foreignInstant(attributes.published_at, "UTC") ?? startedAt,
    changes: changesOf(attributes.affected_resources, context),
  }));
  return told.sort((a, b) => a.shownAt - b.shownAt);
}

/** Returns the status of an update, which the origin does not give. */
function statusOf(index: number, count: number, isOver: boolean): MovedIncidentUpdate["status"] {
  if (isOver && index === count - 1) return "resolved";
  return index === 0 ? "investigating" : "identified";
}

function incidentOf(
  id: string,
  report: BetterstackRow["attributes"],
  rows: readonly BetterstackRow[],
  context: ReportContext,
): MovedIncident | null {
  const { subject, notes } = context;
  const startedAt = foreignInstant(report.starts_at, "UTC");
  if (startedAt === null) {
    notes.question(subject, "starts_at", unmovedReasons.timeless);
    return null;
  }
  const told = toldUpdates(rows, startedAt, context);
  const lines = told.length > 0 ? told : [{ body: "", shownAt: startedAt, changes: [] }];
  const last = lines.at(-1);
  const endsAt = foreignInstant(report.ends_at, "UTC");
  const isResolved =
    last !== undefined && last.changes.length > 0 && last.changes.every(({ status }) => status === null);
  const resolvedAt = endsAt ?? (isResolved ? last.shownAt : null);
  notes.approximated(subject, "status_updates", unmovedReasons.statusless);
  const components = changesOf(report.affected_resources, context);
  const seen = [...components, ...lines.flatMap(({ changes }) => changes)].map(({ status }) => status);
  return toMovedIncident({
    id,
    title: subject.name,
    impact: impactOfStatus(worstStatus(seen)),
    startedAt,
    resolvedAt,
    updates: lines.map((line, index) => ({ ...line, status: statusOf(index, lines.length, resolvedAt !== null) })),
    components,
    path: `/incident/${id}`,
  });
}

function stateOf(report: BetterstackRow["attributes"], context: ReportContext): MovedMaintenance["state"] {
  const word = foreignText(report.aggregate_state).toLowerCase();
  if (word === "maintenance") return "in_progress";
  if (["operational", "resolved"].includes(word)) return "completed";
  if (word !== "") context.notes.unknownWord(context.subject, "aggregate_state", word, "it is scheduled.");
  return "scheduled";
}

function maintenanceOf(
  id: string,
  report: BetterstackRow["attributes"],
  rows: readonly BetterstackRow[],
  context: ReportContext,
): MovedMaintenance | null {
  const [startsAt, endsAt] = [foreignInstant(report.starts_at, "UTC"), foreignInstant(report.ends_at, "UTC")];
  if (startsAt === null) {
    context.notes.question(context.subject, "starts_at", unmovedReasons.timeless);
    return null;
  }
  if (endsAt === null) context.notes.question(context.subject, "ends_at", unmovedReasons.endless);
  const told = toldUpdates(rows, startsAt, context);
  const affected = [...changesOf(report.affected_resources, context), ...told.flatMap(({ changes }) => changes)];
  return toMovedMaintenance({
    id,
    title: context.subject.name,
    startsAt,
    endsAt: Math.max(startsAt, endsAt ?? startsAt + 3_600_000),
    state: stateOf(report, context),
    updates: told.map(({ body, shownAt }) => ({ body, shownAt })),
    componentIds: [...new Set(affected.map(({ componentId }) => componentId))],
    path: `/incident/${id}`,
  });
}

const types = ["manual", "automatic", "maintenance"];

/** Returns a report with its updates as an incident or a maintenance. */
export function convertBetterstackReport(
  { id, attributes }: BetterstackRow,
  updates: readonly BetterstackRow[],
  notes: MoveNotes,
): MoveDocumentPart {
  const type = foreignText(attributes.report_type);
  const isMaintenance = type === "maintenance";
  const name = foreignName(attributes.title, isMaintenance ? "Maintenance" : "Incident");
  const context: ReportContext = { subject: { noun: isMaintenance ? "maintenance" : "incident", id, name }, notes };
  if (id === null) return {};
  if (!types.includes(type)) notes.unknownWord(context.subject, "report_type", type, "it comes as an incident.");
  if (isMaintenance) return { maintenances: [maintenanceOf(id, attributes, updates, context) ?? []].flat() };
  return { incidents: [incidentOf(id, attributes, updates, context) ?? []].flat() };
}
