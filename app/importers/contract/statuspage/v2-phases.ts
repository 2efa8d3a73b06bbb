import type { OriginReadMemory, OriginReadPhase, ReadPhaseContext, ReadPhaseFinding } from "../api-phases";
import {
  foreignInstant,
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  foreignTexts,
  isForeignRecord,
  parseForeignId,
} from "../foreign-values";
import { originSiteUrl } from "../key-or-site";
import type { MovedIncident } from "../move-document";
import type { NoteSubject } from "../move-notes";
import { toMovedIncident } from "../moved-things";
import type { OriginResult } from "../origin";
import { originRefusal } from "../origin-texts";
import { feedTagsIn, statuspageFeedPhase } from "./feed";
import { type StatuspageRow, statuspageMarkdown, statuspageRowsInPosition } from "./incident";
import { readStatuspageIncidentList } from "./incident-list";
import { convertStatuspageComponent, convertStatuspageGroup, convertStatuspagePage } from "./page";

/** Returns a list of an answer by its member; a refusal when the answer is not Statuspage's. */
function listIn(body: unknown, member: string): OriginResult<StatuspageRow[]> {
  const list = foreignRecord(body)[member];
  if (Array.isArray(list)) return { ok: true, value: list.map(foreignRecord) };
  return originRefusal(
    "not_this_origin",
    `The answer has no list “${member}”: the address is none of a Statuspage. Check it.`,
  );
}

const idsPhase: OriginReadPhase = {
  url: ({ memory }) => originSiteUrl(memory, "/api/v2/components.json"),
  take(body, { memory, notes }) {
    const rows = listIn(body, "components");
    if (!rows.ok) return rows;
    const page = convertStatuspagePage(foreignRecord(foreignRecord(body).page), notes);
    if (!page)
      return originRefusal("not_this_origin", "The answer names no page: the address is none of a Statuspage.");
    const groups = statuspageRowsInPosition(rows.value)
      .filter((row) => row.group === true)
      .flatMap((row) => convertStatuspageGroup(row) ?? []);
    const ids = rows.value.filter((row) => row.group !== true).flatMap((row) => parseForeignId(row.id) ?? []);
    const known = { ...memory, componentIds: ids, zone: page.timeZone ?? "UTC" };
    return { ok: true, value: { part: { page, groups }, memory: known } };
  },
};

/** Translates rows and remembers what was read and what is open. */
function incidentsFinding(
  rows: readonly StatuspageRow[],
  { memory, notes }: Pick<ReadPhaseContext, "memory" | "notes">,
): ReadPhaseFinding {
  const seen = foreignTexts(memory.seen);
  const componentIds = new Set(foreignTexts(memory.componentIds));
  const around = { componentIds, feedTags: feedTagsIn(memory), notes };
  const list = readStatuspageIncidentList(rows, new Set(seen), around);
  const openIds = [...new Set([...foreignTexts(memory.openIds), ...list.openComponentIds])];
  const part = { incidents: list.incidents, maintenances: list.maintenances };
  return { part, memory: { ...memory, openIds, seen: [...seen, ...list.ids] } };
}

const incidentsPhase = (path: string, member: string): OriginReadPhase => ({
  url: ({ memory }) => originSiteUrl(memory, path),
  take(body, context) {
    const rows = listIn(body, member);
    return rows.ok ? { ok: true, value: incidentsFinding(rows.value, context) } : rows;
  },
  // The history page leads to the same incidents, one by one.
  unreadable: () => ({}),
});

/** A line of the history page, which is read whole by its code. */
interface HistoryLine {
  code: string;
  name: string;
  message: string;
  impact: string;
  /** First day of its month, YYYY-MM-DD; empty when it cannot be read. */
  month: string;
}

const monthNames = "january february march april may june july august september october november december".split(" ");

function firstDayOf(month: StatuspageRow): string {
  const index = monthNames.indexOf(foreignText(month.name).toLowerCase());
  const year = foreignNumber(month.year) ?? 0;
  return index >= 0 && year >= 1970 && year < 3000 ? `${year}-${String(index + 1).padStart(2, "0")}-01` : "";
}

const linesOf = (month: StatuspageRow): HistoryLine[] =>
  foreignList(month.incidents).flatMap((each) => {
    const row = foreignRecord(each);
    const code = parseForeignId(row.code);
    if (code === null) return [];
    const [name, message, impact] = [row.name, row.message, row.impact].map(foreignText);
    return { code, name: name ?? "", message: message ?? "", impact: impact ?? "", month: firstDayOf(month) };
  });

/** Pages without incidents after which the history counts as read: a year. */
const maxQuietPages = 4;

const historyPhase: OriginReadPhase = {
  pages: { from: 1, size: 1 },
  url: ({ memory, cursor }) => originSiteUrl(memory, `/history.json?page=${cursor.page}`),
  take(body, { memory }) {
    if (!isForeignRecord(body)) return { ok: true, value: { isLast: true } };
    const lines = foreignList(body.months).flatMap((month) => linesOf(foreignRecord(month)));
    const seen = new Set([
      ...foreignTexts(memory.seen),
      ...foreignList(memory.queue).map((each) => foreignText(foreignRecord(each).code)),
    ]);
    const fresh = lines.filter(({ code }) => !seen.has(code));
    const quiet = lines.length > 0 ? 0 : (foreignNumber(memory.quiet) ?? 0) + 1;
    const queue = [...foreignList(memory.queue), ...fresh];
    const isLast = quiet >= maxQuietPages || foreignList(body.months).length === 0;
    return {
      ok: true,
      value: { rows: lines.map(({ code }) => ({ id: code })), isLast, memory: { ...memory, quiet, queue } },
    };
  },
  missing: () => ({ isLast: true }),
  unreadable({ notes }) {
    const why = "The history page cannot be read: only the newest incidents come.";
    notes.leftOut({ noun: "incident", id: null, name: "" }, "history.json", why);
    return { isLast: true };
  },
};

const queuedLine = (memory: OriginReadMemory): HistoryLine | null => {
  const row = foreignRecord(foreignList(memory.queue)[0]);
  const [code, name, message, impact, month] = [row.code, row.name, row.message, row.impact, row.month].map(
    foreignText,
  );
  return code ? { code, name: name ?? "", message: message ?? "", impact: impact ?? "", month: month ?? "" } : null;
};

const shortened = (memory: OriginReadMemory): OriginReadMemory => ({
  ...memory,
  queue: foreignList(memory.queue).slice(1),
});

const impactWords = ["none", "minor", "major", "critical"] as const;

/** Keeps the one line of an incident whose page is gone: its month is known, and no more. */
function stubFinding({ memory, notes }: ReadPhaseContext): ReadPhaseFinding {
  const line = queuedLine(memory);
  if (!line) return { memory: shortened(memory) };
  const isMaintenance = line.impact === "maintenance";
  const title = foreignName(line.name, "Incident");
  const subject: NoteSubject = { noun: isMaintenance ? "maintenance" : "incident", id: line.code, name: title };
  const at = foreignInstant(line.month, foreignText(memory.zone));
  const impact = impactWords.find((each) => each === line.impact);
  if (isMaintenance || at === null) {
    notes.leftOut(subject, "timestamp", "Its page is gone, and its times cannot be read from the history.");
    return { memory: shortened(memory) };
  }
  notes.approximated(
    subject,
    "timestamp",
    "Its page is gone: only its month and one line are known; it stands on the first of the month.",
  );
  if (impact === undefined) notes.question(subject, "impact", "Its impact is not known here: it becomes “minor”.");
  const body = statuspageMarkdown(line.message);
  const incident: MovedIncident = toMovedIncident({
    id: line.code,
    title,
    impact: impact ?? "minor",
    startedAt: at,
    resolvedAt: at,
    updates: [{ status: "resolved", body, shownAt: at, changes: [] }],
    path: `/incidents/${encodeURIComponent(line.code)}`,
  });
  return { part: { incidents: [incident] }, memory: shortened(memory) };
}

const detailPhase: OriginReadPhase = {
  isDetour: true,
  url({ memory }) {
    const line = queuedLine(memory);
    return line && originSiteUrl(memory, `/api/v2/incidents/${encodeURIComponent(line.code)}.json`);
  },
  take(body, context) {
    const row = foreignRecord(foreignRecord(body).incident);
    if (parseForeignId(row.id) === null) return { ok: true, value: stubFinding(context) };
    return { ok: true, value: incidentsFinding([row], { ...context, memory: shortened(context.memory) }) };
  },
  missing: stubFinding,
  unreadable: stubFinding,
};

const componentsPhase: OriginReadPhase = {
  url: ({ memory }) => originSiteUrl(memory, "/api/v2/components.json"),
  take(body, { memory, notes }) {
    const rows = listIn(body, "components");
    if (!rows.ok) return rows;
    const explained = new Set(foreignTexts(memory.openIds));
    const zone = foreignText(memory.zone);
    const components = statuspageRowsInPosition(rows.value)
      .filter((row) => row.group !== true)
      .flatMap((row) => convertStatuspageComponent(row, zone, explained, notes) ?? []);
    notes.leftOut(
      { noun: "subscriber", id: null, name: "" },
      "subscribers",
      "Subscribers, templates and metrics are read only with a key.",
    );
    return { ok: true, value: { part: { components } } };
  },
};

/** The phases without a key, in the order in which they are read. */
export const statuspageV2ReadPhases: readonly OriginReadPhase[] = [
  detailPhase,
  idsPhase,
  statuspageFeedPhase((memory) => originSiteUrl(memory, "/history.atom")),
  incidentsPhase("/api/v2/incidents.json", "incidents"),
  incidentsPhase("/api/v2/scheduled-maintenances.json", "scheduled_maintenances"),
  historyPhase,
  componentsPhase,
];
