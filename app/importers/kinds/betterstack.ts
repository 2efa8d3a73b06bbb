import {
  convertBetterstackHeartbeat,
  convertBetterstackMaintenanceWindow,
  convertBetterstackMonitors,
} from "../contract/betterstack/monitor";
import {
  type BetterstackRow,
  componentIdsByBetterstackResource,
  convertBetterstackComponents,
  convertBetterstackGroups,
  convertBetterstackPage,
  parseBetterstackRow,
  parseBetterstackRows,
} from "../contract/betterstack/page";
import { convertBetterstackReport } from "../contract/betterstack/report";
import { firstForeignPage } from "../contract/chosen-page";
import {
  foreignInstant,
  foreignList,
  foreignRecord,
  foreignText,
  foreignTexts,
  parseForeignId,
} from "../contract/foreign-values";
import type { MoveDocumentPart, MovedSubscriber } from "../contract/move-document";
import { countedThings, MoveNotes, type NoteSubject, wholeOriginSubject } from "../contract/move-notes";
import type { ImportOrigin, OriginFile, OriginRefusal, OriginResult, OriginSettings } from "../contract/origin";
import { originRefusal, parseOriginJson } from "../contract/origin-texts";
import {
  originHttpsBase,
  originPathBelow,
  type QueuedOriginAnswer,
  type QueuedOriginAnswerFacts,
  type QueuedOriginRequest,
  queuedApiReader,
  unlistedOriginAnswer,
} from "../contract/queued-api";
import { unmovedReasons } from "../contract/unmoved-reasons";

const title = "Better Stack";
const base = "https://uptime.betterstack.com/api/v2";

/** Returns the request for the next page of a list. */
function nextPage(
  { request, body }: QueuedOriginAnswerFacts,
  about: Record<string, unknown> = request.about,
): QueuedOriginRequest[] {
  const path = originPathBelow(base, foreignRecord(foreignRecord(body).pagination).next);
  return path === null ? [] : [{ what: request.what, path, about }];
}

/** Requests of one page's lists; resources come before monitors, which name them. */
const listsOfPage = (id: string): QueuedOriginRequest[] => {
  const page = `/status-pages/${encodeURIComponent(id)}`;
  return [
    { what: "sections", path: `${page}/sections?per_page=250` },
    { what: "resources", path: `${page}/resources?per_page=250` },
    { what: "reports", path: `${page}/status-reports?per_page=50`, about: { page } },
    { what: "subscribers", path: `${page}/subscribers?per_page=250` },
  ];
};

function readPages({ body, settings, notes }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const keysOf = ({ id, attributes }: BetterstackRow) => ({ id, name: attributes.company_name });
  const page = firstForeignPage(parseBetterstackRows(body), settings.choices.page, keysOf, "status-pages", notes);
  if (!page || page.id === null) {
    notes.question(wholeOriginSubject(title), "status-pages", unmovedReasons.noPage);
    return { part: {} };
  }
  notes.leftOut(wholeOriginSubject(title), "incidents", unmovedReasons.alertCauses);
  const moved = convertBetterstackPage(page, notes);
  return { part: { page: moved }, more: listsOfPage(page.id), memory: { timeZone: moved.timeZone } };
}

/** Returns the zone of a page's days; one that is not said is UTC, as there. */
const zoneOf = (timeZone: unknown): string => foreignText(timeZone) || "UTC";

function readResources(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const rows = parseBetterstackRows(facts.body);
  const earlier = foreignRecord(facts.memory.shown) as Record<string, string[]>;
  const shown = { ...earlier };
  for (const [name, ids] of Object.entries(componentIdsByBetterstackResource(rows)))
    shown[name] = [...(earlier[name] ?? []), ...ids];
  return {
    part: { components: convertBetterstackComponents(rows, zoneOf(facts.memory.timeZone), facts.notes) },
    more: nextPage(facts),
    memory: { shown },
  };
}

/** Asks for the updates of each report; the report travels with the request. */
function readReports(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const page = foreignText(facts.request.about.page);
  const asked = parseBetterstackRows(facts.body).flatMap(({ id, attributes }): QueuedOriginRequest[] => {
    const path = `${page}/status-reports/${encodeURIComponent(id ?? "")}/status-updates?per_page=250`;
    return id === null ? [] : [{ what: "updates", path, about: { report: { id, attributes }, updates: [] } }];
  });
  return { part: {}, more: [...asked, ...nextPage(facts)] };
}

function readUpdates(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const rows = [...foreignList(facts.request.about.updates), ...foreignList(foreignRecord(facts.body).data)];
  const more = nextPage(facts, { ...facts.request.about, updates: rows });
  if (more.length > 0) return { part: {}, more };
  const report = parseBetterstackRow(facts.request.about.report);
  return { part: convertBetterstackReport(report, rows.map(parseBetterstackRow), facts.notes) };
}

function readSubscribers(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const rows = parseBetterstackRows(facts.body).map(({ attributes }) => attributes);
  const isConfirmed = (row: Record<string, unknown>) => row.confirmed === true || foreignText(row.confirmed_at) !== "";
  const subscribers = rows.filter((row) => isConfirmed(row) && foreignText(row.email).includes("@"));
  const rest = rows.length - subscribers.length;
  const subject: NoteSubject = { noun: "subscriber", id: null, name: countedThings(rest, "subscriber") };
  if (rest > 0) facts.notes.leftOut(subject, "confirmed", unmovedReasons.unconfirmed);
  const moved = subscribers.map(
    (row): MovedSubscriber => ({
      kind: "email",
      address: foreignText(row.email),
      state: "active",
      componentIds: [],
      consentedAt: foreignInstant(row.confirmed_at, "UTC"),
    }),
  );
  return { part: { subscribers: moved }, more: nextPage(facts) };
}

const groupKey = (type: string, id: unknown): string => `${type}Group ${parseForeignId(id) ?? ""}`;

/** Returns the components that show a thing, itself or within its group. */
function componentsOf(
  facts: QueuedOriginAnswerFacts,
  type: "Monitor" | "Heartbeat",
  { id, attributes }: BetterstackRow,
): string[] {
  const shown = foreignRecord(facts.memory.shown);
  const group = attributes[type === "Monitor" ? "monitor_group_id" : "heartbeat_group_id"];
  return [...foreignTexts(shown[`${type} ${id}`]), ...foreignTexts(shown[groupKey(type, group)])];
}

function readMonitors(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const rows = parseBetterstackRows(facts.body).map((row) => [row, componentsOf(facts, "Monitor", row)] as const);
  const monitors = rows.flatMap(([row, shownBy]) => convertBetterstackMonitors(row, shownBy, facts.notes));
  const maintenanceSeries = rows.flatMap(([row, shownBy]) =>
    convertBetterstackMaintenanceWindow(row, shownBy, facts.notes),
  );
  return { part: { monitors, maintenanceSeries }, more: nextPage(facts) };
}

function readHeartbeats(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const heartbeats = parseBetterstackRows(facts.body).flatMap((row) =>
    convertBetterstackHeartbeat(row, componentsOf(facts, "Heartbeat", row), facts.notes),
  );
  return { part: { heartbeats }, more: nextPage(facts) };
}

/** Reads the public document of a page: `index.json`. */
function readIndex(body: unknown): OriginResult<MoveDocumentPart> {
  const { data, included } = foreignRecord(body);
  if (foreignRecord(data).type !== "status_page") {
    return originRefusal("not_this_origin", "It is no index.json of a status page of Better Stack.");
  }
  const notes = new MoveNotes();
  const all = foreignList(included).map(foreignRecord);
  const rowsOf = (type: string) => all.filter((each) => each.type === type).map(parseBetterstackRow);
  const updates = rowsOf("status_update");
  const reports = rowsOf("status_report").map((report) => {
    const own = updates.filter(({ attributes }) => parseForeignId(attributes.status_report_id) === report.id);
    return convertBetterstackReport(report, own, notes);
  });
  const page = convertBetterstackPage(parseBetterstackRow(data), notes);
  notes.leftOut(wholeOriginSubject(title), "monitors", unmovedReasons.withToken);
  return {
    ok: true,
    value: {
      page,
      groups: convertBetterstackGroups(rowsOf("status_page_section")),
      components: convertBetterstackComponents(rowsOf("status_page_resource"), zoneOf(page.timeZone), notes),
      incidents: reports.flatMap(({ incidents = [] }) => incidents),
      maintenances: reports.flatMap(({ maintenances = [] }) => maintenances),
      notes: notes.list,
    },
  };
}

function readFiles(files: readonly OriginFile[]): OriginResult<MoveDocumentPart> {
  const file = files.find(({ path }) => /\.json$/i.test(path));
  if (!file) return originRefusal("not_this_origin", "No file ends in .json.");
  const read = parseOriginJson(file.path, file.text);
  return read.ok ? readIndex(read.value) : read;
}

const readers: Readonly<Record<string, (facts: QueuedOriginAnswerFacts) => QueuedOriginAnswer>> = {
  pages: readPages,
  sections: (facts) => ({
    part: { groups: convertBetterstackGroups(parseBetterstackRows(facts.body)) },
    more: nextPage(facts),
  }),
  resources: readResources,
  reports: readReports,
  updates: readUpdates,
  subscribers: readSubscribers,
  monitors: readMonitors,
  heartbeats: readHeartbeats,
};

function read(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer | { refusal: OriginRefusal } {
  const { what } = facts.request;
  if (what === "index.json") {
    const index = readIndex(facts.body);
    return index.ok ? { part: index.value } : index;
  }
  if (!Array.isArray(foreignRecord(facts.body).data)) {
    return unlistedOriginAnswer(title, what);
  }
  return readers[what]?.(facts) ?? { part: {} };
}

function begin(settings: OriginSettings): OriginResult<QueuedOriginRequest[]> {
  if (settings.key === "") {
    const page = originHttpsBase(settings.url, "", "the status page");
    return page.ok ? { ok: true, value: [{ what: "index.json", path: "/index.json" }] } : page;
  }
  const lists = ["monitors", "heartbeats"].map((what) => ({ what, path: `/${what}?per_page=250` }));
  return { ok: true, value: [{ what: "pages", path: "/status-pages?per_page=250" }, ...lists] };
}

/**
 * Better Stack Uptime: all of a team with its token, or a public page without one. Uptime: `availability` of a resource,
 * over the days of its `status_history`.
 */
export const betterstackOrigin: ImportOrigin = {
  name: "betterstack",
  title,
  files: [{ ending: ".json", what: "index.json of the public page" }],
  readFiles,
  api: queuedApiReader({
    title,
    pauseMs: 300,
    begin,
    request({ path, what }, settings) {
      const page = originHttpsBase(settings.url, base, title);
      const root = what === "index.json" && page.ok ? page.value : base;
      const authorization: Record<string, string> =
        what === "index.json" ? {} : { authorization: `Bearer ${settings.key}` };
      return { method: "GET", url: `${root}${path}`, headers: { ...authorization, accept: "application/json" } };
    },
    read,
    without({ what }, status, notes) {
      if (what !== "subscribers" || ![403, 404].includes(status)) return null;
      const subject: NoteSubject = { noun: "subscriber", id: null, name: title };
      notes.leftOut(subject, what, unmovedReasons.tokenMayNot);
      return {};
    },
  }),
};
