import { foreignList, foreignName, foreignRecord, foreignText, parseForeignId } from "../contract/foreign-values";
import { convertKenerIncident } from "../contract/kener/incident";
import {
  convertKenerMonitor,
  type KenerMonitor,
  parseKenerApiMonitor,
  parseKenerYamlMonitor,
} from "../contract/kener/monitor";
import type { MoveDocumentPart, MovedPage } from "../contract/move-document";
import { MoveNotes, type NoteSubject, wholeOriginSubject } from "../contract/move-notes";
import { movedGroupsFromNames, toMovedPage } from "../contract/moved-things";
import type { ImportOrigin, OriginFile, OriginResult, OriginSettings } from "../contract/origin";
import { originRefusal, parseOriginJson } from "../contract/origin-texts";
import { parseOriginYaml } from "../contract/origin-yaml";
import {
  originBearerRequest,
  originHttpsBase,
  type QueuedOriginAnswer,
  type QueuedOriginAnswerFacts,
  type QueuedOriginRequest,
  queuedApiReader,
} from "../contract/queued-api";
import { unmovedReasons } from "../contract/unmoved-reasons";

const title = "Kener";

type ForeignRow = Record<string, unknown>;

function partOf(monitors: readonly KenerMonitor[], notes: MoveNotes): MoveDocumentPart {
  const parts = monitors.map((each) => convertKenerMonitor(each, notes));
  return {
    groups: movedGroupsFromNames(monitors.map(({ row }) => row.category_name)),
    components: parts.flatMap(({ components = [] }) => components),
    monitors: parts.flatMap(({ monitors = [] }) => monitors),
    heartbeats: parts.flatMap(({ heartbeats = [] }) => heartbeats),
  };
}

const siteLeftOut: Readonly<Record<string, string>> = {
  home: "The page has its own address.",
  nav: unmovedReasons.links,
  hero: unmovedReasons.oneName,
  footerHTML: "The page's footer is written in its settings.",
  metaTags: unmovedReasons.favicon,
  analytics: unmovedReasons.script,
  github: "Incidents were issues of this repository: add them by hand.",
  logo: "Upload the logo in the page's settings.",
  favicon: unmovedReasons.favicon,
  pattern: unmovedReasons.looks,
  barRoundness: unmovedReasons.looks,
  barStyle: unmovedReasons.looks,
  summaryStyle: unmovedReasons.looks,
  colors: unmovedReasons.looks,
  font: unmovedReasons.looks,
  categories: "Groups come with their components; their descriptions do not.",
};

function pageOf(site: ForeignRow, notes: MoveNotes): MovedPage {
  const name = foreignName(site.siteName, foreignText(site.title) || "Status page");
  const subject: NoteSubject = { noun: "page", id: "kener", name };
  notes.leftOutFields(subject, site, siteLeftOut);
  const languages = Object.keys(foreignRecord(foreignRecord(site.i18n).locales)).filter((each) =>
    /^[a-z]{2}(?:-[A-Z]{2})?$/.test(each),
  );
  return toMovedPage({
    id: "kener",
    name,
    about: foreignRecord(site.hero).subtitle,
    host: URL.parse(foreignText(site.siteURL))?.host || null,
    languages,
  });
}

/** Contents of the files: the parts of any version. */
interface KenerFiles {
  site: ForeignRow | null;
  monitors: KenerMonitor[];
  incidents: ForeignRow[];
  comments: ForeignRow[];
}

/** Sorts the value of one file into what it is. */
function sortFile(value: unknown, isYaml: boolean, into: KenerFiles): void {
  const record = foreignRecord(value);
  if (isYaml && (record.siteName !== undefined || record.siteURL !== undefined)) into.site = record;
  const rows = Array.isArray(value)
    ? value
    : [...foreignList(record.monitors), ...foreignList(record.incidents), ...foreignList(record.comments)];
  for (const row of rows.map(foreignRecord)) {
    if (isYaml) into.monitors.push(parseKenerYamlMonitor(row));
    else if (row.monitor_type !== undefined) into.monitors.push(parseKenerApiMonitor(row));
    else if (row.comment !== undefined) into.comments.push(row);
    else if (row.start_date_time !== undefined) into.incidents.push(row);
  }
}

function readFiles(files: readonly OriginFile[]): OriginResult<MoveDocumentPart> {
  const found: KenerFiles = { site: null, monitors: [], incidents: [], comments: [] };
  for (const { path, text } of files.filter((each) => /\.(?:ya?ml|json)$/i.test(each.path))) {
    const isYaml = !/\.json$/i.test(path);
    const read = isYaml ? parseOriginYaml(path, text) : parseOriginJson(path, text);
    if (!read.ok) return read;
    sortFile(read.value, isYaml, found);
  }
  const { site, monitors, incidents, comments } = found;
  if (site === null && monitors.length === 0 && incidents.length === 0) {
    return originRefusal("not_this_origin", "No file has monitors, incidents or a site of Kener.");
  }
  const notes = new MoveNotes();
  const part = partOf(monitors, notes);
  const told = incidents.map((row) => {
    const own = comments.filter(({ incident_id }) => parseForeignId(incident_id) === parseForeignId(row.id));
    return convertKenerIncident(row, own, notes);
  });
  return {
    ok: true,
    value: {
      ...part,
      page: site === null ? null : pageOf(site, notes),
      incidents: told.flatMap((each) => each.incidents ?? []),
      maintenances: told.flatMap((each) => each.maintenances ?? []),
      notes: notes.list,
    },
  };
}

const isV3 = ({ choices }: OriginSettings): boolean => choices.version === "3";

/** Returns the rows of an answer: a list in v3, a member in v4. */
const rowsOf = (body: unknown, name: string): unknown[] =>
  Array.isArray(body) ? body : foreignList(foreignRecord(body)[name]);

function readIncidents({ body, request, settings }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const rows = rowsOf(body, "incidents").map(foreignRecord);
  const asked = rows.map((row): QueuedOriginRequest => {
    const id = encodeURIComponent(parseForeignId(row.id) ?? "");
    const path = isV3(settings) ? `/api/incident/${id}/updates` : `/api/v4/incidents/${id}/comments`;
    return { what: "comments", path, about: { incident: row } };
  });
  const page = /[?&]page=(\d+)/.exec(request.path)?.[1];
  const isLast = page === undefined || rows.length < 100;
  const next: QueuedOriginRequest[] = isLast
    ? []
    : [{ what: "incidents", path: request.path.replace(/page=\d+/, `page=${Number(page) + 1}`) }];
  return { part: {}, more: [...asked, ...next] };
}

function read(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const { request, body, notes } = facts;
  if (request.what === "incidents") return readIncidents(facts);
  if (request.what === "comments") {
    return { part: convertKenerIncident(request.about.incident, rowsOf(body, "comments"), notes) };
  }
  if (request.what === "maintenances") {
    for (const value of rowsOf(body, "maintenances")) {
      const row = foreignRecord(value);
      const subject: NoteSubject = {
        noun: "maintenance",
        id: parseForeignId(row.id),
        name: foreignName(row.title, "Maintenance"),
      };
      notes.leftOut(subject, "rrule", "It repeats by a rule: add it as a repeating maintenance.");
    }
    return { part: {} };
  }
  const part = partOf(rowsOf(body, "monitors").map(parseKenerApiMonitor), notes);
  notes.leftOut(wholeOriginSubject(title), "subscribers", "They are not in the API: import them as CSV.");
  notes.leftOut(
    wholeOriginSubject(title),
    "monitoring_data",
    "A row for each minute is not read: history begins with the first check here.",
  );
  notes.leftOut(wholeOriginSubject(title), "triggers", unmovedReasons.addChannels);
  return { part };
}

function begin(settings: OriginSettings): OriginResult<QueuedOriginRequest[]> {
  const base = originHttpsBase(settings.url, "", title);
  if (!base.ok) return base;
  if (settings.key === "") return originRefusal("wrong_key", "Enter an API key: manage → API keys.");
  const lists: QueuedOriginRequest[] = isV3(settings)
    ? [
        { what: "monitors", path: "/api/monitor" },
        { what: "incidents", path: "/api/incident?limit=100&page=1" },
      ]
    : [
        { what: "monitors", path: "/api/v4/monitors" },
        { what: "incidents", path: "/api/v4/incidents?start_ts=0&end_ts=4102444800" },
        { what: "maintenances", path: "/api/v4/maintenances" },
      ];
  return { ok: true, value: lists };
}

/** Kener: `monitors.yaml` and `site.yaml` of 1 and 2, recorded answers, or the API of 3 and 4. */
export const kenerOrigin: ImportOrigin = {
  name: "kener",
  title,
  files: [
    { ending: ".yaml", what: "config/monitors.yaml and config/site.yaml (1 and 2)" },
    { ending: ".json", what: "answers of the API" },
  ],
  readFiles,
  api: queuedApiReader({
    title,
    pauseMs: 200,
    begin,
    request(queued, settings) {
      const base = originHttpsBase(settings.url, "", title);
      return originBearerRequest(base.ok ? base.value : "")(queued, settings);
    },
    read,
    without({ what }, status, notes) {
      if (what !== "maintenances" || status !== 404) return null;
      notes.leftOut(wholeOriginSubject(title), what, "This server has no such list.");
      return {};
    },
  }),
};
