import { movedBetterstackHeartbeat, movedBetterstackMonitors } from "../contract/betterstack/monitor";
import {
  type BetterstackRow,
  betterstackComponentIds,
  betterstackRowOf,
  betterstackRowsOf,
  movedBetterstackComponents,
  movedBetterstackGroups,
  movedBetterstackPage,
} from "../contract/betterstack/page";
import { movedBetterstackReport } from "../contract/betterstack/report";
import {
  foreignIdOf,
  foreignInstant,
  foreignList,
  foreignRecord,
  foreignText,
  foreignTexts,
} from "../contract/foreign-values";
import type { MoveDocumentPart, MovedSubscriber } from "../contract/move-document";
import { MoveNotes, type NoteSubject, wholeOriginSubject } from "../contract/move-notes";
import type { ImportOrigin, OriginFile, OriginRefusal, OriginResult, OriginSettings } from "../contract/origin";
import { originRefusal, parseOriginJson } from "../contract/origin-texts";
import {
  originHttpsBase,
  originPathBelow,
  type QueuedOriginAnswer,
  type QueuedOriginAnswerFacts,
  type QueuedOriginRequest,
  queuedApiReader,
} from "../contract/queued-api";

const title = "Better Stack";
const base = "https://uptime.betterstack.com/api/v2";

const alertReason =
  "Alerts are not what visitors read, and their causes are not written for them: none becomes public.";

function emptyPart(): { part: MoveDocumentPart; notes: MoveNotes } {
  const notes = new MoveNotes();
  return { part: { notes: notes.list }, notes };
}

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

function readPages(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const { part, notes } = emptyPart();
  const pages = betterstackRowsOf(facts.body);
  const wanted = facts.settings.choices.page ?? "";
  const page = pages.find(({ id }) => id === wanted) ?? pages[0];
  if (!page || page.id === null) {
    notes.question(
      wholeOriginSubject(title),
      "status-pages",
      "There is no status page: monitors and heartbeats come alone.",
    );
    return { part };
  }
  for (const other of pages.filter((each) => each !== page)) {
    const subject: NoteSubject = {
      noun: "page",
      id: other.id,
      name: foreignText(other.attributes.company_name),
    };
    notes.question(subject, "status-pages", `One page is moved at a time: choose it by its id, ${other.id}.`);
  }
  notes.leftOut(wholeOriginSubject(title), "incidents", alertReason);
  return { part: { ...part, page: movedBetterstackPage(page, notes) }, more: listsOfPage(page.id) };
}

function readResources(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const { part, notes } = emptyPart();
  const rows = betterstackRowsOf(facts.body);
  const earlier = foreignRecord(facts.memory.shown) as Record<string, string[]>;
  const shown = { ...earlier };
  for (const [name, ids] of Object.entries(betterstackComponentIds(rows)))
    shown[name] = [...(earlier[name] ?? []), ...ids];
  return {
    part: { ...part, components: movedBetterstackComponents(rows, notes) },
    more: nextPage(facts),
    memory: { shown },
  };
}

/** Asks for the updates of each report; the report travels with the request. */
function readReports(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const page = foreignText(facts.request.about.page);
  const asked = betterstackRowsOf(facts.body).flatMap(({ id, attributes }): QueuedOriginRequest[] => {
    const path = `${page}/status-reports/${encodeURIComponent(id ?? "")}/status-updates?per_page=250`;
    return id === null ? [] : [{ what: "updates", path, about: { report: { id, attributes }, updates: [] } }];
  });
  return { part: {}, more: [...asked, ...nextPage(facts)] };
}

function readUpdates(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const rows = [...foreignList(facts.request.about.updates), ...foreignList(foreignRecord(facts.body).data)];
  const more = nextPage(facts, { ...facts.request.about, updates: rows });
  if (more.length > 0) return { part: {}, more };
  const { part, notes } = emptyPart();
  return {
    part: {
      ...part,
      ...movedBetterstackReport(betterstackRowOf(facts.request.about.report), rows.map(betterstackRowOf), notes),
    },
  };
}

function readSubscribers(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const { part, notes } = emptyPart();
  const rows = betterstackRowsOf(facts.body).map(({ attributes }) => attributes);
  const isConfirmed = (row: Record<string, unknown>) => row.confirmed === true || foreignText(row.confirmed_at) !== "";
  const subscribers = rows.filter((row) => isConfirmed(row) && foreignText(row.email).includes("@"));
  const rest = rows.length - subscribers.length;
  const subject: NoteSubject = { noun: "subscriber", id: null, name: `${rest} subscribers` };
  if (rest > 0) notes.leftOut(subject, "confirmed", "They never confirmed their address: they are not told.");
  const moved = subscribers.map(
    (row): MovedSubscriber => ({
      kind: "email",
      address: foreignText(row.email),
      state: "active",
      componentIds: [],
      consentedAt: foreignInstant(row.confirmed_at, "UTC"),
    }),
  );
  return { part: { ...part, subscribers: moved }, more: nextPage(facts) };
}

const groupKey = (type: string, id: unknown): string => `${type}Group ${foreignIdOf(id) ?? ""}`;

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
  const { part, notes } = emptyPart();
  const monitors = betterstackRowsOf(facts.body).flatMap((row) =>
    movedBetterstackMonitors(row, componentsOf(facts, "Monitor", row), notes),
  );
  return { part: { ...part, monitors }, more: nextPage(facts) };
}

function readHeartbeats(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const { part, notes } = emptyPart();
  const heartbeats = betterstackRowsOf(facts.body).flatMap((row) =>
    movedBetterstackHeartbeat(row, componentsOf(facts, "Heartbeat", row), notes),
  );
  return { part: { ...part, heartbeats }, more: nextPage(facts) };
}

/** Reads the public document of a page: `index.json`. */
function readIndex(body: unknown): OriginResult<MoveDocumentPart> {
  const { data, included } = foreignRecord(body);
  if (foreignRecord(data).type !== "status_page") {
    return originRefusal("not_this_origin", "It is no index.json of a status page of Better Stack.");
  }
  const { notes } = emptyPart();
  const all = foreignList(included).map(foreignRecord);
  const rowsOf = (type: string) => all.filter((each) => each.type === type).map(betterstackRowOf);
  const updates = rowsOf("status_update");
  const reports = rowsOf("status_report").map((report) => {
    const own = updates.filter(({ attributes }) => foreignIdOf(attributes.status_report_id) === report.id);
    return movedBetterstackReport(report, own, notes);
  });
  notes.leftOut(wholeOriginSubject(title), "monitors", "The public page does not show them: read it with a token.");
  return {
    ok: true,
    value: {
      page: movedBetterstackPage(betterstackRowOf(data), notes),
      groups: movedBetterstackGroups(rowsOf("status_page_section")),
      components: movedBetterstackComponents(rowsOf("status_page_resource"), notes),
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
    part: { groups: movedBetterstackGroups(betterstackRowsOf(facts.body)) },
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
    return originRefusal("unusable_answer", `${title}: its answer for ${what} has no list.`);
  }
  return readers[what]?.(facts) ?? { part: {} };
}

function withoutSubscribers(): MoveDocumentPart {
  const { part, notes } = emptyPart();
  notes.leftOut(
    { noun: "subscriber", id: null, name: title },
    "subscribers",
    "The token may not read them: import them as CSV.",
  );
  return part;
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
    without: ({ what }, status) =>
      what === "subscribers" && [403, 404].includes(status) ? withoutSubscribers() : null,
  }),
};
