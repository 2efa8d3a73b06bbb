import type { Impact, Status } from "~/status/status";
import { hourMs } from "~/time/durations";
import {
  foreignFlag,
  foreignInstant,
  foreignName,
  foreignText,
  foreignTexts,
  isZonelessTime,
  knownForeignWord,
  parseForeignId,
} from "../foreign-values";
import type { MoveDocumentPart, MovedIncident, MovedIncidentUpdate, MovedMaintenance } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { toMovedIncident, toMovedMaintenance } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";

/** An issue's file, parted into its front matter and its text. */
export interface CstateIssue {
  /** Name of the file without its ending: its address there. */
  slug: string;
  front: Record<string, unknown>;
  body: string;
}

interface IssueContext {
  issue: CstateIssue;
  /** Ids of components by their names. */
  systems: ReadonlyMap<string, string>;
  timeZone: string;
  subject: NoteSubject;
  notes: MoveNotes;
}

interface Severity {
  status: Status;
  impact: Impact;
}

const severities: Readonly<Record<string, Severity>> = {
  down: { status: "major_outage", impact: "major" },
  disrupted: { status: "partial_outage", impact: "minor" },
  notice: { status: "operational", impact: "none" },
};

const unknownSeverity: Severity = { status: "partial_outage", impact: "minor" };

function severityOf({ issue, subject, notes }: IssueContext): Severity {
  const word = foreignText(issue.front.severity).trim().toLowerCase();
  if (foreignFlag(issue.front.informational) === true || word === "") return { status: "operational", impact: "none" };
  const known = knownForeignWord(severities, word);
  if (known === undefined) notes.unknownWord(subject, "severity", word, "it counts as disrupted.");
  return known ?? unknownSeverity;
}

/** Returns the components that are affected; a name that no system has is asked about. */
function affectedOf({ issue, systems, subject, notes }: IssueContext): string[] {
  return foreignTexts(issue.front.affected).flatMap((name) => {
    const id = systems.get(name.trim());
    if (id === undefined)
      notes.question(subject, "affected", `No system is called “${name.slice(0, 100)}”: was it renamed?`);
    return id ?? [];
  });
}

const updateStatuses: Readonly<Record<string, MovedIncidentUpdate["status"]>> = {
  resolved: "resolved",
  completed: "resolved",
  monitoring: "monitoring",
  identified: "identified",
  investigating: "investigating",
  "just began": "investigating",
  "post-mortem": "resolved",
};

const shortcode = /\{\{<([^<>]*)>\}\}/;
const shortcodes = /\{\{<[^<>]*>\}\}/g;

/** Returns the time of a paragraph's `track`; undefined without one. */
function trackedTime(text: string): string | undefined {
  const inner = shortcode.exec(text)?.[1]?.trim() ?? "";
  return inner.startsWith("track ") ? inner.slice("track ".length).replaceAll('"', "").trim() : undefined;
}

interface ToldParagraph {
  body: string;
  shownAt: number;
  /** Null = the paragraph names none that is known. */
  status: MovedIncidentUpdate["status"] | null;
}

/** Returns a paragraph with its time: the word between stars is its status. */
function paragraphOf(text: string, timeZone: string): ToldParagraph | null {
  const shownAt = foreignInstant(trackedTime(text), timeZone);
  if (shownAt === null) return null;
  const [, word = ""] = /^\*+([^*\n]{1,40})\*+\s*-?/.exec(text) ?? [];
  const body = text
    .replace(shortcodes, "")
    .replace(/^\*+[^*\n]{1,40}\*+\s*-\s*/, "")
    .trim();
  return { body, shownAt, status: knownForeignWord(updateStatuses, word.trim().toLowerCase()) ?? null };
}

/** Returns the updates that the text tells, oldest first: paragraphs with a time of their own, or all of it as one. */
function toldUpdates({ issue, timeZone, subject, notes }: IssueContext, startedAt: number): ToldParagraph[] {
  const text = issue.body.trim();
  const paragraphs = text.split(/\n\s*\n/);
  const told = paragraphs.map((each) => paragraphOf(each.trim(), timeZone));
  const isTimed = told.some((each) => each !== null);
  if (!isTimed) {
    if (text !== "") notes.approximated(subject, "body", "It has no times of its own: all of it is one update.");
    return [{ body: text.replace(shortcodes, "").trim(), shownAt: startedAt, status: null }];
  }
  notes.approximated(subject, "body", "Each paragraph with a time is an update.");
  const found: ToldParagraph[] = [];
  for (const [index, each] of told.entries()) {
    const last = found.at(-1);
    if (each !== null) found.push(each);
    else if (last) last.body = `${last.body}\n\n${paragraphs[index]?.trim() ?? ""}`.trim();
    else found.push({ body: paragraphs[index]?.trim() ?? "", shownAt: startedAt, status: null });
  }
  return found.reverse().sort((a, b) => a.shownAt - b.shownAt);
}

/** Returns the end: an issue that is resolved without a time ends with its last update. */
function endOf(context: IssueContext, startedAt: number, lastTold: number): number | null {
  const { issue, timeZone, subject, notes } = context;
  const given = issue.front.resolved;
  const isResolved = foreignFlag(given);
  const end = foreignInstant(issue.front.resolvedWhen, timeZone);
  const isTold = foreignFlag(issue.front.informational) === true;
  if (isTold) return end ?? startedAt;
  if (isResolved === null && given !== undefined)
    notes.question(subject, "resolved", `“${foreignText(given).slice(0, 60)}” is neither yes nor no: it is open.`);
  if (isResolved !== true) return null;
  if (end === null)
    notes.approximated(subject, "resolvedWhen", "It is resolved without a time: it ends with its last update.");
  if (end !== null && end < startedAt) notes.approximated(subject, "resolvedWhen", unmovedReasons.endsFirst);
  return Math.max(startedAt, end ?? lastTold);
}

function incidentOf(context: IssueContext, startedAt: number): MovedIncident {
  const { issue, subject } = context;
  const { status, impact } = severityOf(context);
  const affected = affectedOf(context);
  const told = toldUpdates(context, startedAt);
  const resolvedAt = endOf(context, startedAt, told.at(-1)?.shownAt ?? startedAt);
  const updates = told.map((each, index): MovedIncidentUpdate => {
    const isLast = index === told.length - 1;
    const instead = resolvedAt !== null && isLast ? "resolved" : index === 0 ? "investigating" : "identified";
    return { body: each.body, shownAt: each.shownAt, status: each.status ?? instead, changes: [] };
  });
  return toMovedIncident({
    id: issue.slug,
    title: subject.name,
    impact,
    startedAt,
    resolvedAt,
    updates,
    components: affected.map((componentId) => ({ componentId, status })),
    path: `/issues/${issue.slug}/`,
  });
}

const isPlanned = ({ slug, front }: CstateIssue): boolean =>
  /maintenance|upgrade window|scheduled/i.test(`${slug} ${foreignText(front.title)}`);

function maintenanceOf(context: IssueContext, startsAt: number): MovedMaintenance {
  const { issue, timeZone, subject, notes } = context;
  const end = foreignInstant(issue.front.resolvedWhen, timeZone);
  notes.question(subject, "severity", "Its name says maintenance, so it comes as one: choose incident if it was none.");
  if (end === null) notes.question(subject, "resolvedWhen", unmovedReasons.endless);
  if (end !== null && end < startsAt) notes.approximated(subject, "resolvedWhen", unmovedReasons.endsFirst);
  const isOver = foreignFlag(issue.front.resolved) === true;
  return toMovedMaintenance({
    id: issue.slug,
    title: subject.name,
    startsAt,
    endsAt: Math.max(startsAt, end ?? startsAt + hourMs),
    state: isOver ? "completed" : "scheduled",
    updates: toldUpdates(context, startsAt).map(({ body, shownAt }) => ({ body, shownAt })),
    componentIds: affectedOf(context),
    path: `/issues/${issue.slug}/`,
  });
}

const fieldsLeftOut: Readonly<Record<string, string>> = {
  pin: "Nothing is pinned here.",
  automated: "Updates have authors here.",
  aliases: "Only the address of the file's own name is answered here.",
  url: "Only the address of the file's own name is answered here.",
  id: "The file's name is its id.",
};

/** Returns an issue as an incident or a maintenance. */
export function convertCstateIssue(
  issue: CstateIssue,
  around: { systems: ReadonlyMap<string, string>; timeZone: string; notes: MoveNotes },
): MoveDocumentPart {
  const { notes, timeZone } = around;
  const isMaintenance = isPlanned(issue);
  const name = foreignName(issue.front.title, issue.slug);
  const subject: NoteSubject = { noun: isMaintenance ? "maintenance" : "incident", id: issue.slug, name };
  if (foreignFlag(issue.front.draft) === true) {
    notes.leftOut(subject, "draft", "It is a draft, which nobody has seen.");
    return {};
  }
  const startedAt = foreignInstant(issue.front.date, timeZone);
  if (startedAt === null) {
    notes.question(subject, "date", unmovedReasons.timeless);
    return {};
  }
  if (isZonelessTime(issue.front.date)) notes.approximated(subject, "date", `It names no zone: ${timeZone} is taken.`);
  notes.leftOutFields(subject, issue.front, fieldsLeftOut);
  const context: IssueContext = { issue, systems: around.systems, timeZone, subject, notes };
  return isMaintenance
    ? { maintenances: [maintenanceOf(context, startedAt)] }
    : { incidents: [incidentOf(context, startedAt)] };
}

/** Returns the id of an issue's file, which is its address there. */
export const cstateIssueSlug = (path: string): string | null => {
  const [, name] = /(?:^|\/)issues\/(?:.*\/)?([^/]+)\.(?:md|markdown)$/i.exec(path) ?? [];
  return name === undefined || name === "_index" ? null : parseForeignId(name.toLowerCase());
};

/** Parts an issue into front matter and text; null when it has none. */
export function splitCstateIssue(text: string): { yaml: string; body: string } | null {
  const [, yaml, body] = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(text) ?? [];
  return yaml === undefined || body === undefined ? null : { yaml, body: body.replaceAll("\r\n", "\n") };
}
