import {
  foreignIdOf,
  foreignList,
  foreignNumber,
  foreignRecord,
  foreignText,
  foreignTexts,
  isForeignRecord,
} from "../contract/foreign-values";
import type { MoveDocumentPart, MovedComponent } from "../contract/move-document";
import { MoveNotes, type NoteSubject, wholeOriginSubject } from "../contract/move-notes";
import type { ImportOrigin, OriginFile, OriginResult, OriginSettings } from "../contract/origin";
import { originRefusal } from "../contract/origin-texts";
import {
  originHttpsBase,
  type QueuedOriginAnswer,
  type QueuedOriginAnswerFacts,
  type QueuedOriginRequest,
  queuedApiReader,
} from "../contract/queued-api";
import { movedStatuspageIncident } from "../contract/statuspage/incident";
import { isStatuspageMaintenance, movedStatuspageMaintenance } from "../contract/statuspage/maintenance";
import {
  movedStatuspageComponent,
  movedStatuspageGroup,
  movedStatuspagePage,
  movedStatuspageTemplate,
} from "../contract/statuspage/page";
import { movedStatuspageSubscriber } from "../contract/statuspage/subscriber";
import { movePartOfBackup, parseBackupTables } from "../contract/upfront/backup";
import { movedUpfrontHeartbeat, movedUpfrontMonitor, upfrontMonitorOfApi } from "../contract/upfront/watchers";

const title = "Upfront";

type ForeignRow = Record<string, unknown>;

const rowsOf = (body: unknown): ForeignRow[] => foreignList(body).filter(isForeignRecord);
const pageSize = 100;

/** Returns the request for the next rows of a list, or none after its last. */
function nextRows({ request, body }: QueuedOriginAnswerFacts): QueuedOriginRequest[] {
  const [path = "", page = "1"] = request.path.split(/\?per_page=100&page=/);
  const isLast = rowsOf(body).length < pageSize;
  return isLast ? [] : [{ ...request, path: `${path}?per_page=${pageSize}&page=${Number(page) + 1}` }];
}

const listPath = (path: string): string => `${path}?per_page=${pageSize}&page=1`;

/** Lists of a page; components come before what names them. */
function listsOfPage(id: string): QueuedOriginRequest[] {
  const root = `/pages/${encodeURIComponent(id)}`;
  const lists = [
    "component-groups",
    "components",
    "incidents",
    "incidents/scheduled",
    "incident_templates",
    "subscribers",
    "heartbeats",
  ];
  return [
    { what: "page", path: root },
    ...lists.map((what): QueuedOriginRequest => ({ what, path: listPath(`${root}/${what}`), about: { root } })),
    { what: "monitors", path: `${root}/monitors`, about: { root } },
  ];
}

function readPages({ body, settings }: QueuedOriginAnswerFacts): QueuedOriginAnswer | ReturnType<typeof originRefusal> {
  const pages = rowsOf(body);
  const wanted = settings.choices.page ?? "";
  const page = pages.find(({ id, subdomain }) => wanted !== "" && (id === wanted || subdomain === wanted)) ?? pages[0];
  const id = foreignIdOf(page?.id);
  if (id === null) return originRefusal("not_found", "The token reads no page: make one of a member of the page.");
  const notes = new MoveNotes();
  for (const other of pages.filter((each) => each !== page)) {
    const subject: NoteSubject = { noun: "page", id: foreignIdOf(other.id), name: foreignText(other.name) };
    notes.question(subject, "pages", "One page is moved at a time: choose it by its name in addresses.");
  }
  notes.leftOut(
    wholeOriginSubject(title),
    "rules",
    "Rules of alerts are set anew: they say which monitor changes which component. Until then nothing monitors the components.",
  );
  return { part: { notes: notes.list }, more: listsOfPage(id) };
}

function readPage({ body }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const notes = new MoveNotes();
  const page = movedStatuspagePage(foreignRecord(body), notes);
  return { part: { page, notes: notes.list }, memory: { zone: page?.timeZone ?? "UTC" } };
}

/**
 * Returns a component with its keeper. Who set a status is not in the API: of one that people keep, a status other than
 * operational becomes no data, as nobody may be said to vouch for it; monitors come without components.
 */
function keptComponent(row: ForeignRow, component: MovedComponent, notes: MoveNotes): MovedComponent {
  const { id, name, manualStatus } = component;
  const isHandKept = row.kept_by === "manual";
  const isWell = row.status === "operational";
  const becomes = isHandKept
    ? "it is “no data” here until someone sets it."
    : "it is not monitored here until a monitor or a person says otherwise.";
  if (manualStatus !== null)
    notes.approximated({ noun: "component", id, name }, "status", `Who set it is not in the API: ${becomes}`);
  return isHandKept
    ? { ...component, keptBy: "manual", manualStatus: isWell ? null : "no_data" }
    : { ...component, keptBy: "watched", manualStatus: null };
}

function readComponents({ body, memory }: QueuedOriginAnswerFacts): Pick<QueuedOriginAnswer, "part" | "memory"> {
  const notes = new MoveNotes();
  const zone = foreignText(memory.zone) || "UTC";
  const components = rowsOf(body).flatMap((row) => {
    const component = movedStatuspageComponent(row, zone, new Set(), notes);
    return component ? [keptComponent(row, component, notes)] : [];
  });
  const known = [...foreignTexts(memory.componentIds), ...components.map(({ id }) => id)];
  return {
    part: { components, notes: notes.list },
    memory: { componentIds: known },
  };
}

function readIncidents({ body, memory, request }: QueuedOriginAnswerFacts): MoveDocumentPart {
  const notes = new MoveNotes();
  const around = { componentIds: new Set(foreignTexts(memory.componentIds)), notes };
  const rows = rowsOf(body);
  if (request.what === "incidents/scheduled") {
    return { maintenances: rows.flatMap((row) => movedStatuspageMaintenance(row, around) ?? []), notes: notes.list };
  }
  const incidents = rows.filter((row) => !isStatuspageMaintenance(row));
  return {
    incidents: incidents.flatMap((row) => movedStatuspageIncident(row, around)?.incident ?? []),
    notes: notes.list,
  };
}

function readSubscribers({ body }: QueuedOriginAnswerFacts): MoveDocumentPart {
  const notes = new MoveNotes();
  const states = ["active", "quarantined", "unsubscribed"] as const;
  const rows = rowsOf(body);
  const subscribers = rows.flatMap((row) => {
    const state = states.find((each) => each === row.state);
    const isMasked = /[*•…]/.test(foreignText(row.email));
    return state === undefined || isMasked ? [] : (movedStatuspageSubscriber(row, state, notes) ?? []);
  });
  const rest = rows.filter(
    (row) => !states.some((state) => state === row.state) || /[*•…]/.test(foreignText(row.email)),
  ).length;
  const subject: NoteSubject = { noun: "subscriber", id: null, name: `${rest} subscribers` };
  if (rest > 0)
    notes.leftOut(subject, "state", "They are unconfirmed, or the token is no admin's and sees no addresses.");
  return { subscribers, notes: notes.list };
}

/** Asks for each thing of a list, as only its own answer has its settings. */
function detailsOf({ request, body }: QueuedOriginAnswerFacts, what: string): QueuedOriginRequest[] {
  return rowsOf(body).flatMap((row): QueuedOriginRequest[] => {
    const id = foreignIdOf(row.id);
    return id === null ? [] : [{ what, path: `${foreignText(request.about.root)}/${what}s/${encodeURIComponent(id)}` }];
  });
}

/** Returns the request after the `Link` of a list of monitors. */
function nextMonitors({ request, headers, body }: QueuedOriginAnswerFacts): QueuedOriginRequest[] {
  const link = URL.parse(/<([^<>]+)>;\s*rel="next"/.exec(headers.get("link") ?? "")?.[1] ?? "");
  const after = link?.searchParams.get("after");
  if (!after || rowsOf(body).length === 0) return [];
  return [{ ...request, path: `${foreignText(request.about.root)}/monitors?after=${encodeURIComponent(after)}` }];
}

function readWatcher({ request, body }: QueuedOriginAnswerFacts): MoveDocumentPart {
  const notes = new MoveNotes();
  if (request.what === "monitor")
    return { monitors: movedUpfrontMonitor(upfrontMonitorOfApi(body), notes), notes: notes.list };
  const row = foreignRecord(body);
  const grace = foreignNumber(row.grace);
  const given = { row, name: foreignText(row.name), url: foreignText(row.ping_url), graceSeconds: grace };
  return { heartbeats: movedUpfrontHeartbeat(given, notes), notes: notes.list };
}

function readTemplates({ body }: QueuedOriginAnswerFacts): MoveDocumentPart {
  const notes = new MoveNotes();
  return { templates: rowsOf(body).flatMap((row) => movedStatuspageTemplate(row, notes) ?? []), notes: notes.list };
}

function readList(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const { what } = facts.request;
  if (what === "monitors") return { part: {}, more: [...detailsOf(facts, "monitor"), ...nextMonitors(facts)] };
  if (what === "heartbeats") return { part: {}, more: [...detailsOf(facts, "heartbeat"), ...nextRows(facts)] };
  const more = what === "incidents/scheduled" ? [] : nextRows(facts);
  if (what === "component-groups")
    return { part: { groups: rowsOf(facts.body).flatMap((row) => movedStatuspageGroup(row) ?? []) }, more };
  if (what === "components") return { ...readComponents(facts), more };
  if (what === "incident_templates") return { part: readTemplates(facts), more };
  return { part: what === "subscribers" ? readSubscribers(facts) : readIncidents(facts), more };
}

function read(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer | ReturnType<typeof originRefusal> {
  const { what } = facts.request;
  if (what === "page") return readPage(facts);
  if (what === "monitor" || what === "heartbeat") return { part: readWatcher(facts) };
  if (!Array.isArray(facts.body))
    return originRefusal("unusable_answer", `${title}: its answer for ${what} is no list.`);
  return what === "pages" ? readPages(facts) : readList(facts);
}

const baseOf = ({ url }: OriginSettings): OriginResult<string> => {
  const base = originHttpsBase(url, "", "the other deployment");
  return base.ok ? { ok: true, value: `${new URL(base.value).origin}/api/v1` } : base;
};

function withoutList(what: string): MoveDocumentPart | null {
  if (!["subscribers", "monitors", "heartbeats", "incident_templates"].includes(what)) return null;
  const notes = new MoveNotes();
  notes.leftOut(wholeOriginSubject(title), what, "The token may not read them: use one of an admin.");
  return { notes: notes.list };
}

function readFiles(files: readonly OriginFile[], settings: OriginSettings): OriginResult<MoveDocumentPart> {
  const file = files.find(({ path }) => /\.jsonl?$/i.test(path));
  if (!file) return originRefusal("not_this_origin", "No file ends in .jsonl, as a backup does.");
  const tables = parseBackupTables(file.path, file.text);
  return tables.ok ? movePartOfBackup(tables.value, settings.choices.page ?? "") : tables;
}

/** Another deployment of Upfront: a page by the deployment's API, or by a backup. */
export const upfrontOrigin: ImportOrigin = {
  name: "upfront",
  title,
  files: [{ ending: ".jsonl", what: "a backup of the page or of the deployment" }],
  readFiles,
  api: queuedApiReader({
    title,
    pauseMs: 250,
    begin(settings) {
      const base = baseOf(settings);
      if (!base.ok) return base;
      if (settings.key === "") return originRefusal("wrong_key", "Enter an API token of an admin of that page.");
      return { ok: true, value: [{ what: "pages", path: "/pages" }] };
    },
    request({ path }, settings) {
      const base = baseOf(settings);
      const headers = { authorization: `Bearer ${settings.key}`, accept: "application/json" };
      return { method: "GET", url: `${base.ok ? base.value : ""}${path}`, headers };
    },
    read,
    without: ({ what }, status) => ([403, 404].includes(status) ? withoutList(what) : null),
  }),
};
