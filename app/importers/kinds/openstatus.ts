import { firstForeignPage } from "../contract/chosen-page";
import { foreignList, foreignRecord, isForeignRecord, parseForeignId } from "../contract/foreign-values";
import type { MoveDocumentPart } from "../contract/move-document";
import { MoveNotes, type NoteSubject, wholeOriginSubject } from "../contract/move-notes";
import {
  convertOpenstatusMonitor,
  type OpenstatusMonitor,
  openstatusMonitorOfYaml,
  parseOpenstatusApiMonitor,
} from "../contract/openstatus/monitor";
import {
  convertOpenstatusMaintenance,
  convertOpenstatusPage,
  convertOpenstatusReport,
} from "../contract/openstatus/report";
import type { ImportOrigin, OriginFile, OriginResult } from "../contract/origin";
import { originRefusal } from "../contract/origin-texts";
import { parseOriginYaml } from "../contract/origin-yaml";
import {
  beginWithKey,
  type QueuedOriginAnswer,
  type QueuedOriginAnswerFacts,
  type QueuedOriginRequest,
  queuedApiReader,
  unlistedOriginAnswer,
} from "../contract/queued-api";
import { unmovedReasons } from "../contract/unmoved-reasons";

const title = "openstatus";
const base = "https://api.openstatus.dev/v1";

const lists = ["page", "monitor", "status_report", "maintenance"].map(
  (what): QueuedOriginRequest => ({ what, path: `/${what}` }),
);

function partOf(monitors: readonly OpenstatusMonitor[], notes: MoveNotes): MoveDocumentPart {
  const parts = monitors.map((each) => convertOpenstatusMonitor(each, notes));
  return {
    components: parts.flatMap(({ components = [] }) => components),
    monitors: parts.flatMap(({ monitors = [] }) => monitors),
  };
}

function readFiles(files: readonly OriginFile[]): OriginResult<MoveDocumentPart> {
  const found = new Map<string, OpenstatusMonitor>();
  const notes = new MoveNotes();
  for (const { path, text } of files.filter((each) => /\.ya?ml$/i.test(each.path))) {
    const read = parseOriginYaml(path, text);
    if (!read.ok) return read;
    for (const [key, value] of Object.entries(foreignRecord(read.value))) {
      if (!isForeignRecord(value) || value.request === undefined) continue;
      const monitor = openstatusMonitorOfYaml(key, value);
      const subject: NoteSubject = { noun: "monitor", id: monitor.id, name: key };
      if (found.has(key)) notes.question(subject, "key", `${path} has it too: the later file's counts.`);
      found.set(key, monitor);
    }
  }
  if (found.size === 0)
    return originRefusal("not_this_origin", "No file has monitors with a request, as openstatus.yaml does.");
  return { ok: true, value: { ...partOf([...found.values()], notes), notes: notes.list } };
}

/** Returns the page that is chosen, or the first; the others are asked about. */
function readPages({ body, settings, notes }: QueuedOriginAnswerFacts): MoveDocumentPart {
  const keysOf = ({ id, title: name, slug }: Record<string, unknown>) => ({ id: parseForeignId(id), name, slug });
  const page = firstForeignPage(foreignList(body).map(foreignRecord), settings.choices.page, keysOf, "page", notes);
  return { page: page ? convertOpenstatusPage(page, notes) : null };
}

/** Asks for each update of each report: a list names their ids alone. */
function readReports({ body }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const reports = foreignList(body).map(foreignRecord);
  return {
    part: {},
    more: reports.map((report) => updateRequest(report, foreignList(report.statusReportUpdateIds), [])),
  };
}

function updateRequest(
  report: Record<string, unknown>,
  ids: readonly unknown[],
  updates: readonly unknown[],
): QueuedOriginRequest {
  const [id, ...rest] = ids.flatMap((each) => parseForeignId(each) ?? []);
  const path = `/status_report_update/${encodeURIComponent(id ?? "none")}`;
  return { what: "update", path, about: { report, rest, updates: [...updates] } };
}

function readUpdate({ body, request, notes }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const updates = [...foreignList(request.about.updates), body];
  const [report, rest] = [foreignRecord(request.about.report), foreignList(request.about.rest)];
  if (rest.length > 0) return { part: {}, more: [updateRequest(report, rest, updates)] };
  const incident = convertOpenstatusReport(report, updates, notes);
  return { part: { incidents: incident ? [incident] : [] } };
}

/** Adds what neither list has. */
function noteUnread(notes: MoveNotes): void {
  notes.leftOut(
    wholeOriginSubject(title),
    "page_subscriber",
    "Subscribers can be added, not listed: import them as CSV.",
  );
  notes.leftOut(wholeOriginSubject(title), "incident", "Automatic incidents have no words: none becomes public.");
  notes.leftOut(wholeOriginSubject(title), "notification", unmovedReasons.addChannels);
}

function read(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer | ReturnType<typeof originRefusal> {
  const { request, body, notes } = facts;
  if (request.what === "update") return readUpdate(facts);
  if (!Array.isArray(body)) return unlistedOriginAnswer(title, request.what);
  if (request.what === "page") return { part: readPages(facts) };
  if (request.what === "status_report") return readReports(facts);
  if (request.what === "maintenance")
    return { part: { maintenances: body.flatMap((each) => convertOpenstatusMaintenance(each, notes)) } };
  noteUnread(notes);
  return { part: partOf(body.map(parseOpenstatusApiMonitor), notes) };
}

/** openstatus, by `openstatus.yaml` or by its API v1. */
export const openstatusOrigin: ImportOrigin = {
  name: "openstatus",
  title,
  files: [{ ending: ".yaml", what: "openstatus.yaml" }],
  api: queuedApiReader({
    begin: beginWithKey("Enter an API key: Settings → API.", lists),
    pauseMs: 300,
    title,
    request: ({ path }, { key }) => ({
      method: "GET",
      url: `${base}${path}`,
      headers: { "x-openstatus-key": key, accept: "application/json" },
    }),
    read,
    without({ what, about }, status, notes) {
      if (status !== 404 || !["update", "maintenance"].includes(what)) return null;
      if (what === "maintenance") notes.leftOut(wholeOriginSubject(title), what, "The workspace has no such list.");
      const rest = foreignList(about.updates);
      const incident = what === "update" ? convertOpenstatusReport(foreignRecord(about.report), rest, notes) : null;
      return { incidents: incident ? [incident] : [] };
    },
  }),
  readFiles,
};
