import {
  foreignInstant,
  foreignList,
  foreignName,
  foreignRecord,
  foreignText,
  parseForeignId,
} from "../foreign-values";
import type { MoveDocumentPart, MovedIncident, MovedIncidentUpdate, MovedMaintenance } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { toMovedIncident, toMovedMaintenance } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";

/** An issue of GitHub, as far as Upptime uses it. */
export interface UpptimeIssue {
  number: string;
  title: string;
  labels: string[];
  isOpen: boolean;
  createdAt: number;
  closedAt: number | null;
  body: string;
  comments: number;
}

/** Returns an issue; null for a pull request and for what has no number or time. */
export function parseUpptimeIssue(value: unknown): UpptimeIssue | null {
  const issue = foreignRecord(value);
  const [number, createdAt] = [parseForeignId(issue.number), foreignInstant(issue.created_at, "UTC")];
  if (issue.pull_request !== undefined || number === null || createdAt === null) return null;
  const labels = foreignList(issue.labels).map((each) =>
    typeof each === "string" ? each : foreignText(foreignRecord(each).name),
  );
  return {
    number,
    title: foreignText(issue.title),
    labels,
    isOpen: issue.state !== "closed",
    createdAt,
    closedAt: foreignInstant(issue.closed_at, "UTC"),
    body: foreignText(issue.body).replaceAll("\r\n", "\n"),
    comments: typeof issue.comments === "number" ? issue.comments : 0,
  };
}

const isByBot = (body: string): boolean => /^\*\*Resolved:\*\*/.test(body.trim());

/** Returns what people wrote, as updates; the comment with which the bot resolves is none. */
function toldUpdates(comments: readonly unknown[]): { body: string; shownAt: number }[] {
  const told = comments.flatMap((value) => {
    const { body, created_at } = foreignRecord(value);
    const [text, shownAt] = [foreignText(body).replaceAll("\r\n", "\n"), foreignInstant(created_at, "UTC")];
    return shownAt === null || text.trim() === "" || isByBot(text) ? [] : [{ body: text, shownAt }];
  });
  return told.sort((a, b) => a.shownAt - b.shownAt);
}

interface IssueContext {
  issue: UpptimeIssue;
  told: { body: string; shownAt: number }[];
  subject: NoteSubject;
  sites: readonly string[];
  notes: MoveNotes;
}

/** Returns the end of an incident; an issue of a site that is gone would be open for ever. */
function endOf({ issue, subject, sites, notes }: IssueContext): number | null {
  if (!issue.isOpen) return Math.max(issue.createdAt, issue.closedAt ?? issue.createdAt);
  const isGone = sites.length > 0 && !issue.labels.some((label) => sites.includes(label));
  if (!isGone) return null;
  notes.approximated(subject, "state", "Its site is gone, so that nothing would close it: it ends when it began.");
  return issue.createdAt;
}

function incidentOf(context: IssueContext): MovedIncident {
  const { issue, told, subject, sites, notes } = context;
  const isDegraded = /⚠|degraded/i.test(issue.title);
  const isDown = /🛑|\bdown\b/i.test(issue.title);
  if (!isDegraded && !isDown) notes.question(subject, "title", "It says neither down nor degraded: it counts as down.");
  const resolvedAt = endOf(context);
  const slugs = issue.labels.filter((label) => label !== "status" && (sites.length === 0 || sites.includes(label)));
  if (slugs.length === 0) notes.question(subject, "labels", "None names a site: it comes without a component.");
  const status = isDegraded ? ("degraded_performance" as const) : ("major_outage" as const);
  const first: MovedIncidentUpdate = {
    status: "investigating",
    body: issue.body,
    shownAt: issue.createdAt,
    changes: slugs.map((componentId) => ({ componentId, status })),
  };
  const people = told.map((each): MovedIncidentUpdate => ({ ...each, status: "identified", changes: [] }));
  const end = { body: "", changes: slugs.map((componentId) => ({ componentId, status: null })) };
  const last: MovedIncidentUpdate[] = resolvedAt === null ? [] : [{ ...end, status: "resolved", shownAt: resolvedAt }];
  return toMovedIncident({
    id: issue.number,
    title: subject.name,
    impact: isDegraded ? "minor" : "major",
    startedAt: issue.createdAt,
    resolvedAt,
    updates: [first, ...people, ...last].sort((a, b) => a.shownAt - b.shownAt),
    path: `/incident/${issue.number}`,
  });
}

const commentShape = /<!--([\s\S]*?)-->/;

/** Returns the members of the HTML comment that plans a maintenance. */
function planOf(body: string): Record<string, string> {
  const lines = (commentShape.exec(body)?.[1] ?? "").split("\n");
  const pairs = lines.map(
    (line) => [line.slice(0, line.indexOf(":")).trim(), line.slice(line.indexOf(":") + 1).trim()] as const,
  );
  return Object.fromEntries(pairs.filter(([name]) => name !== ""));
}

const slugsIn = (text: string | undefined): string[] =>
  (text ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

function maintenanceOf({ issue, told, subject, notes }: IssueContext): MovedMaintenance | null {
  const plan = planOf(issue.body);
  const [startsAt, endsAt] = [foreignInstant(plan.start, "UTC"), foreignInstant(plan.end, "UTC")];
  if (startsAt === null || endsAt === null) {
    notes.question(subject, "start", unmovedReasons.unplanned);
    return null;
  }
  if (endsAt < startsAt) notes.question(subject, "end", unmovedReasons.endsFirst);
  if (plan.expectedDegraded)
    notes.approximated(subject, "expectedDegraded", "These components are under maintenance here.");
  return toMovedMaintenance({
    id: issue.number,
    title: subject.name,
    startsAt,
    endsAt: Math.max(startsAt, endsAt),
    state: issue.isOpen ? "scheduled" : "completed",
    updates: [
      { body: issue.body.replace(commentShape, "").trim(), shownAt: Math.min(issue.createdAt, startsAt) },
      ...told,
    ],
    componentIds: [...new Set([...slugsIn(plan.expectedDown), ...slugsIn(plan.expectedDegraded)])],
    path: `/incident/${issue.number}`,
  });
}

/** Returns an issue with its comments as an incident or a maintenance; `sites` = slugs of today's sites. */
export function convertUpptimeIssue(
  issue: UpptimeIssue,
  comments: readonly unknown[],
  sites: readonly string[],
  notes: MoveNotes,
): MoveDocumentPart {
  const isMaintenance = issue.labels.includes("maintenance");
  if (!isMaintenance && !issue.labels.includes("status")) return {};
  const name = foreignName(issue.title.replace(/^(?:🛑|⚠️?|🟩|🟨|🟥)\s*/u, ""), `Issue ${issue.number}`);
  const subject: NoteSubject = { noun: isMaintenance ? "maintenance" : "incident", id: issue.number, name };
  const context = { issue, told: toldUpdates(comments), subject, sites, notes };
  if (isMaintenance) return { maintenances: [maintenanceOf(context) ?? []].flat() };
  return { incidents: [incidentOf(context)] };
}
