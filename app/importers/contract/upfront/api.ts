import { firstForeignPage } from "../chosen-page";
import {
  foreignList,
  foreignNumber,
  foreignRecord,
  foreignText,
  foreignTexts,
  isForeignRecord,
  parseForeignId,
} from "../foreign-values";
import type { MoveDocumentPart, MovedComponent } from "../move-document";
import { countedThings, type MoveNotes, type NoteSubject, wholeOriginSubject } from "../move-notes";
import type { OriginResult, OriginSettings } from "../origin";
import { originRefusal } from "../origin-texts";
import {
  originBearerRequest,
  originHttpsBase,
  originNextLink,
  type QueuedOriginAnswer,
  type QueuedOriginAnswerFacts,
  type QueuedOriginRequest,
  queuedApiReader,
  unlistedOriginAnswer,
} from "../queued-api";
import { convertStatuspageIncident } from "../statuspage/incident";
import { convertStatuspageMaintenance, isStatuspageMaintenance } from "../statuspage/maintenance";
import {
  convertStatuspageComponent,
  convertStatuspageGroup,
  convertStatuspagePage,
  convertStatuspageTemplate,
} from "../statuspage/page";
import { convertStatuspageSubscriber } from "../statuspage/subscriber";
import { unmovedReasons } from "../unmoved-reasons";
import { movedUpfrontChannel, movedUpfrontSeries, occurrenceIdsOf } from "./series-and-channels";
import { convertUpfrontHeartbeat, convertUpfrontMonitor, parseUpfrontApiMonitor } from "./watchers";

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

/** Lists of a page; components come before what names them, and series before their occurrences. */
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
    { what: "maintenance_series", path: `${root}/maintenance_series`, about: { root } },
    ...lists.map((what): QueuedOriginRequest => ({ what, path: listPath(`${root}/${what}`), about: { root } })),
    { what: "monitors", path: `${root}/monitors`, about: { root } },
    { what: "channels", path: listPath(`${root}/channels`), about: { root } },
  ];
}

function readPages({
  body,
  settings,
  notes,
}: QueuedOriginAnswerFacts): QueuedOriginAnswer | ReturnType<typeof originRefusal> {
  const keysOf = ({ id, name, subdomain }: ForeignRow) => ({ id, name, slug: subdomain });
  const page = firstForeignPage(rowsOf(body), settings.choices.page, keysOf, "pages", notes);
  const id = parseForeignId(page?.id);
  if (id === null) return originRefusal("not_found", "The token reads no page: make one of a member of the page.");
  notes.leftOut(
    wholeOriginSubject(title),
    "rules",
    `${unmovedReasons.rules} Until then nothing monitors the components.`,
  );
  return { part: {}, more: listsOfPage(id) };
}

function readPage({ body, notes }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const page = convertStatuspagePage(foreignRecord(body), notes);
  return { part: { page }, memory: { zone: page?.timeZone ?? "UTC" } };
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

function readComponents({ body, memory, notes }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const zone = foreignText(memory.zone) || "UTC";
  const components = rowsOf(body).flatMap((row) => {
    const component = convertStatuspageComponent(row, zone, new Set(), notes);
    return component ? [keptComponent(row, component, notes)] : [];
  });
  const known = [...foreignTexts(memory.componentIds), ...components.map(({ id }) => id)];
  return { part: { components }, memory: { componentIds: known } };
}

function readIncidents({ body, memory, request, notes }: QueuedOriginAnswerFacts): MoveDocumentPart {
  const around = { componentIds: new Set(foreignTexts(memory.componentIds)), feedTags: {}, notes };
  const rows = rowsOf(body);
  if (request.what === "incidents/scheduled") {
    const ofSeries = new Set(foreignTexts(memory.occurrenceIds));
    const own = rows.filter((row) => row.status !== "scheduled" || !ofSeries.has(foreignText(row.id)));
    return { maintenances: own.flatMap((row) => convertStatuspageMaintenance(row, around) ?? []) };
  }
  const incidents = rows.filter((row) => !isStatuspageMaintenance(row));
  return { incidents: incidents.flatMap((row) => convertStatuspageIncident(row, around)?.incident ?? []) };
}

function readSubscribers({ body, notes }: QueuedOriginAnswerFacts): MoveDocumentPart {
  const states = ["active", "quarantined", "unsubscribed"] as const;
  let rest = 0;
  const subscribers = rowsOf(body).flatMap((row) => {
    const state = states.find((each) => each === row.state);
    if (state !== undefined && !/[*•…]/.test(foreignText(row.email)))
      return convertStatuspageSubscriber(row, state, notes) ?? [];
    rest += 1;
    return [];
  });
  const subject: NoteSubject = { noun: "subscriber", id: null, name: countedThings(rest, "subscriber") };
  if (rest > 0) notes.leftOut(subject, "state", unmovedReasons.unseenAddresses);
  return { subscribers };
}

/** Asks for each thing of a list, as only its own answer has its settings. */
function detailsOf({ request, body }: QueuedOriginAnswerFacts, what: string, list = `${what}s`): QueuedOriginRequest[] {
  return rowsOf(body).flatMap((row): QueuedOriginRequest[] => {
    const id = parseForeignId(row.id);
    return id === null ? [] : [{ what, path: `${foreignText(request.about.root)}/${list}/${encodeURIComponent(id)}` }];
  });
}

/** Returns the request after the `Link` of a list of monitors. */
function nextMonitors({ request, headers, body }: QueuedOriginAnswerFacts): QueuedOriginRequest[] {
  const after = URL.parse(originNextLink(headers) ?? "")?.searchParams.get("after");
  if (!after || rowsOf(body).length === 0) return [];
  return [{ ...request, path: `${foreignText(request.about.root)}/monitors?after=${encodeURIComponent(after)}` }];
}

function readWatcher({ request, body, notes }: QueuedOriginAnswerFacts): MoveDocumentPart {
  if (request.what === "monitor") return { monitors: convertUpfrontMonitor(parseUpfrontApiMonitor(body), notes) };
  const row = foreignRecord(body);
  const grace = foreignNumber(row.grace);
  const given = { row, name: foreignText(row.name), url: foreignText(row.ping_url), graceSeconds: grace };
  return { heartbeats: convertUpfrontHeartbeat(given, notes) };
}

function readSeries({ body, memory, notes }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const row = foreignRecord(body);
  const maintenanceSeries = movedUpfrontSeries(row, notes);
  const ids = maintenanceSeries.length > 0 ? occurrenceIdsOf(row) : [];
  return { part: { maintenanceSeries }, memory: { occurrenceIds: [...foreignTexts(memory.occurrenceIds), ...ids] } };
}

const readTemplates = ({ body, notes }: QueuedOriginAnswerFacts): MoveDocumentPart => ({
  templates: rowsOf(body).flatMap((row) => convertStatuspageTemplate(row, notes) ?? []),
});

function readList(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const { what } = facts.request;
  if (what === "monitors") return { part: {}, more: [...detailsOf(facts, "monitor"), ...nextMonitors(facts)] };
  if (what === "maintenance_series") return { part: {}, more: detailsOf(facts, "series", "maintenance_series") };
  if (what === "channels") return { part: {}, more: [...detailsOf(facts, "channel"), ...nextRows(facts)] };
  if (what === "heartbeats") return { part: {}, more: [...detailsOf(facts, "heartbeat"), ...nextRows(facts)] };
  const more = what === "incidents/scheduled" ? [] : nextRows(facts);
  if (what === "component-groups")
    return { part: { groups: rowsOf(facts.body).flatMap((row) => convertStatuspageGroup(row) ?? []) }, more };
  if (what === "components") return { ...readComponents(facts), more };
  if (what === "incident_templates") return { part: readTemplates(facts), more };
  return { part: what === "subscribers" ? readSubscribers(facts) : readIncidents(facts), more };
}

function read(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer | ReturnType<typeof originRefusal> {
  const { what } = facts.request;
  if (what === "page") return readPage(facts);
  if (what === "series") return readSeries(facts);
  if (what === "channel") return { part: { channels: movedUpfrontChannel(foreignRecord(facts.body), facts.notes) } };
  if (what === "monitor" || what === "heartbeat") return { part: readWatcher(facts) };
  if (!Array.isArray(facts.body)) return unlistedOriginAnswer(title, what);
  return what === "pages" ? readPages(facts) : readList(facts);
}

const baseOf = ({ url }: OriginSettings): OriginResult<string> => {
  const base = originHttpsBase(url, "", "the other deployment");
  return base.ok ? { ok: true, value: `${new URL(base.value).origin}/api/v1` } : base;
};

const adminLists = [
  "subscribers",
  "monitors",
  "heartbeats",
  "incident_templates",
  "maintenance_series",
  "series",
  "channels",
  "channel",
];

/** Reads the API of another deployment; in a file of its own, which an import of a backup never loads. */
export const upfrontApiReader = queuedApiReader({
  title,
  pauseMs: 250,
  begin(settings) {
    const base = baseOf(settings);
    if (!base.ok) return base;
    if (settings.key === "") return originRefusal("wrong_key", "Enter an API token of an admin of that page.");
    return { ok: true, value: [{ what: "pages", path: "/pages" }] };
  },
  request(queued, settings) {
    const base = baseOf(settings);
    return originBearerRequest(base.ok ? base.value : "")(queued, settings);
  },
  read,
  without({ what }, status, notes) {
    if (!adminLists.includes(what) || ![403, 404].includes(status)) return null;
    notes.leftOut(wholeOriginSubject(title), what, unmovedReasons.adminToken);
    return {};
  },
});
