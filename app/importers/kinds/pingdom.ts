import {
  type CheckSettings,
  clampedExpiryDays,
  convertCheckHeaders,
  dnsCheckSettings,
  httpCheckSettings,
  pingCheckSettings,
  tcpCheckSettings,
} from "../contract/check-settings";
import {
  foreignFlag,
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignSeconds,
  foreignText,
  knownForeignWord,
  parseForeignId,
} from "../contract/foreign-values";
import type { MoveDocumentPart, MovedMaintenance, MovedMonitor } from "../contract/move-document";
import { type MoveNotes, type NoteSubject, wholeOriginSubject } from "../contract/move-notes";
import { toMovedMaintenance } from "../contract/moved-things";
import type { ImportOrigin, OriginAnswer } from "../contract/origin";
import {
  beginWithKey,
  originBearerRequest,
  type QueuedOriginAnswer,
  type QueuedOriginAnswerFacts,
  type QueuedOriginRequest,
  queuedApiReader,
} from "../contract/queued-api";
import { unmovedReasons } from "../contract/unmoved-reasons";
import {
  convertCheckInterval,
  convertForeignTags,
  lacksCondition,
  toMovedComponentWithMonitor,
} from "../contract/watched-things";

const title = "Pingdom";
const base = "https://api.pingdom.com/api/3.1";
const pageSize = 1000;

type ForeignRow = Record<string, unknown>;

const fieldsLeftOut: Readonly<Record<string, string>> = {
  integrationids: unmovedReasons.addChannels,
  userids: unmovedReasons.people,
  teams: unmovedReasons.people,
  teamids: unmovedReasons.people,
  sendnotificationwhendown: unmovedReasons.results,
  notifyagainevery: "Reminders are set in the page's settings.",
  notifywhenbackup: unmovedReasons.alertRules,
  probe_filters: unmovedReasons.places,
  ipv6: unmovedReasons.ipVersion,
  responsetime_threshold: unmovedReasons.slow,
  custom_message: "Messages of alerts are written by templates here.",
};

const tcpPorts: Readonly<Record<string, number>> = { tcp: 80, smtp: 25, pop3: 110, imap: 143 };

/** Returns the type of a check with its settings: a word in the list, an object in the details. */
function typeOf(check: ForeignRow): { type: string; data: ForeignRow } {
  if (typeof check.type === "string") return { type: check.type, data: check };
  const [type = "", data] = Object.entries(foreignRecord(check.type))[0] ?? [];
  return { type, data: foreignRecord(data) };
}

function httpOf(host: string, data: ForeignRow, subject: NoteSubject, notes: MoveNotes): CheckSettings | null {
  const isSecure = foreignFlag(data.encryption) === true;
  const port = foreignNumber(data.port);
  const place = port === null || port === (isSecure ? 443 : 80) ? host : `${host}:${port}`;
  const path = foreignText(data.url);
  // The header that Pingdom itself sends says nothing.
  const headers = Object.entries(foreignRecord(data.requestheaders)).filter(
    ([name, value]) => !/^User-Agent: Pingdom[^\n]*$/i.test(`${name}: ${foreignText(value)}`),
  );
  const text = convertCheckHeaders(headers, "requestheaders", subject, notes);
  const [username, body] = [foreignText(data.username), foreignText(data.postdata)];
  if (username !== "") notes.question(subject, "password", "It is masked there: type it in; the monitor comes paused.");
  if (foreignFlag(data.verify_certificate) === false)
    notes.approximated(subject, "verify_certificate", unmovedReasons.certificate);
  const days = foreignNumber(data.ssl_down_days_before);
  if (isSecure && days !== null && days > 0) notes.approximated(subject, "ssl_down_days_before", unmovedReasons.expiry);
  return httpCheckSettings({
    url: `${isSecure ? "https" : "http"}://${place}${path.startsWith("/") ? path : `/${path}`}`,
    method: body === "" ? "GET" : "POST",
    body,
    headers: text,
    statuses: "200-399",
    contains: foreignText(data.shouldcontain),
    lacks: foreignText(data.shouldnotcontain),
    ...(isSecure && days !== null && days > 0 ? { certificateDays: clampedExpiryDays(days, 90) } : {}),
  });
}

function checkOf(check: ForeignRow, subject: NoteSubject, notes: MoveNotes): CheckSettings | null {
  const { type, data } = typeOf(check);
  const host = foreignText(check.hostname);
  if (type === "http" || type === "httpcustom") {
    if (type === "httpcustom")
      notes.question(
        subject,
        "type",
        "A custom check reads XML of its own: it comes as a check of the address, paused.",
      );
    return httpOf(host, data, subject, notes);
  }
  if (type === "ping") return pingCheckSettings(host);
  if (Object.hasOwn(tcpPorts, type)) {
    return tcpCheckSettings(host, foreignNumber(data.port) ?? tcpPorts[type] ?? null, {
      send: foreignText(data.stringtosend),
      expect: foreignText(data.stringtoexpect),
    });
  }
  if (type !== "dns") return null;
  if (foreignText(data.nameserver) !== "") notes.leftOut(subject, "nameserver", unmovedReasons.resolver);
  return dnsCheckSettings(host, "A", [foreignText(data.expectedip)].filter(Boolean));
}

const outageStates: Readonly<Record<string, MovedMonitor["history"][number]["status"]>> = {
  up: "operational",
  down: "major_outage",
  unknown: "no_data",
};

/** Returns what a check's outages tell; a word that is not known is no data. */
function historyOf(states: unknown, subject: NoteSubject, notes: MoveNotes): MovedMonitor["history"] {
  const rows = foreignList(states).flatMap((value) => {
    const { status, timefrom, timeto } = foreignRecord(value);
    const [from, to] = [foreignSeconds(timefrom), foreignSeconds(timeto)];
    if (from === null || to === null || to < from) return [];
    const known = knownForeignWord(outageStates, foreignText(status));
    if (known === undefined) notes.unknownWord(subject, "summary.outage", foreignText(status), "it is no data.");
    return [{ from, to, status: known ?? ("no_data" as const) }];
  });
  return rows.sort((a, b) => a.from - b.from);
}

const states = ["up", "down", "unconfirmed_down", "unknown", "paused"];

function movedCheck(check: ForeignRow, outages: unknown, notes: MoveNotes): MoveDocumentPart {
  const id = parseForeignId(check.id);
  const name = foreignName(check.name, foreignText(check.hostname) || "Check");
  const subject: NoteSubject = { noun: "monitor", id, name };
  if (id === null) return {};
  const { type, data } = typeOf(check);
  const own = checkOf(check, subject, notes);
  if (own === null)
    notes.question(subject, "type", `No monitor here does a check of “${type.slice(0, 60)}” with these settings.`);
  notes.leftOutFields(subject, { ...data, ...check }, fieldsLeftOut);
  const status = foreignText(check.status);
  if (!states.includes(status)) notes.unknownWord(subject, "status", status, "it comes paused.");
  const isPaused = [
    status === "paused" || !states.includes(status),
    type === "httpcustom" || foreignText(data.username) !== "",
    lacksCondition(own, subject, notes),
  ].includes(true);
  const tags = foreignList(check.tags)
    .map(foreignRecord)
    .filter(({ type: kind }) => kind !== "a");
  const minutes = foreignNumber(check.resolution);
  const { component, monitor } = toMovedComponentWithMonitor({
    id,
    name,
    check: own,
    intervalSeconds: convertCheckInterval(minutes === null ? null : minutes * 60, subject, "resolution", notes),
    isPaused,
    tags: convertForeignTags(
      tags.map(({ name: tag }) => foreignText(tag)),
      subject,
      "tags",
      notes,
    ),
    startedAt: foreignSeconds(check.created),
    history: historyOf(outages, subject, notes),
  });
  return { components: [component], monitors: [monitor] };
}

/** Returns a maintenance that happens once; one that repeats is left out by its name. */
function movedMaintenance(value: unknown, notes: MoveNotes): MovedMaintenance[] {
  const row = foreignRecord(value);
  const [id, from, to] = [parseForeignId(row.id), foreignSeconds(row.from), foreignSeconds(row.to)];
  const name = foreignName(row.description, "Maintenance");
  const subject: NoteSubject = { noun: "maintenance", id, name };
  const repeats = foreignText(row.recurrencetype) || "none";
  if (repeats !== "none") {
    notes.leftOut(subject, "recurrencetype", `It repeats (${repeats.slice(0, 20)}): add a repeating maintenance.`);
    return [];
  }
  if (id === null || from === null || to === null || to < from || from < 86_400_000) {
    notes.question(subject, "from", "Its start or end is no time that can be right, so it does not come.");
    return [];
  }
  const uptime = foreignList(foreignRecord(row.checks).uptime).flatMap((each) => parseForeignId(each) ?? []);
  notes.approximated(subject, "to", "Whether it is over is not said: its times decide.");
  return [
    toMovedMaintenance({
      id,
      title: name,
      startsAt: from,
      endsAt: to,
      state: "scheduled",
      updates: [],
      componentIds: uptime,
    }),
  ];
}

/** Asks for the details of each check, which alone have its settings. */
function readChecks({ body, request }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const rows = foreignList(foreignRecord(body).checks);
  const asked = rows.flatMap((value): QueuedOriginRequest[] => {
    const id = parseForeignId(foreignRecord(value).id);
    return id === null ? [] : [{ what: "check", path: `/checks/${encodeURIComponent(id)}?include_teams=true` }];
  });
  const offset = Number(/offset=(\d+)/.exec(request.path)?.[1] ?? 0);
  const next: QueuedOriginRequest[] =
    rows.length < pageSize ? [] : [{ what: "checks", path: checksPath(offset + pageSize) }];
  return { part: {}, more: [...asked, ...next] };
}

const checksPath = (offset: number): string => `/checks?limit=${pageSize}&offset=${offset}&include_tags=true`;

function read(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const { request, body, notes } = facts;
  if (request.what === "checks") return readChecks(facts);
  if (request.what === "check") {
    const check = foreignRecord(foreignRecord(body).check);
    const id = encodeURIComponent(parseForeignId(check.id) ?? "");
    return {
      part: {},
      more: id === "" ? [] : [{ what: "outages", path: `/summary.outage/${id}?from=1`, about: { check } }],
    };
  }
  if (request.what === "outages") {
    const { states } = foreignRecord(foreignRecord(body).summary);
    return { part: movedCheck(foreignRecord(request.about.check), states, notes) };
  }
  const maintenances = foreignList(foreignRecord(body).maintenance).flatMap((each) => movedMaintenance(each, notes));
  notes.leftOut(
    wholeOriginSubject(title),
    "tms",
    "Transaction checks are scripts of a browser, which are not run here.",
  );
  notes.leftOut(wholeOriginSubject(title), "contacts", "People and teams are told by alert rules here.");
  return { part: { maintenances } };
}

/** Ms until one of both limits ends, which the headers tell as `Remaining: 0 Time until reset: 60`. */
function limit({ status, headers }: OriginAnswer): number | null {
  if (status !== 429) return null;
  const waits = ["req-limit-short", "req-limit-long"].flatMap((name) => {
    const [, left, seconds] = /Remaining:\s*(\d+)\s+Time until reset:\s*(\d+)/i.exec(headers.get(name) ?? "") ?? [];
    return left === "0" ? [Number(seconds) * 1000] : [];
  });
  return waits.length > 0 ? Math.max(...waits) : null;
}

const lists: QueuedOriginRequest[] = [
  { what: "checks", path: checksPath(0) },
  { what: "maintenance", path: "/maintenance?limit=1000" },
];

/** Pingdom, by its API 3.1. */
export const pingdomOrigin: ImportOrigin = {
  name: "pingdom",
  title,
  files: [],
  api: queuedApiReader({
    title,
    pauseMs: 500,
    begin: beginWithKey("Enter an API token with read access: Settings → Pingdom API.", lists),
    request: originBearerRequest(base),
    read,
    without({ what, about }, status, notes) {
      if (![403, 404].includes(status) || !["outages", "maintenance"].includes(what)) return null;
      notes.leftOut(wholeOriginSubject(title), what, "The token or the plan may not read it.");
      return what === "outages" ? movedCheck(foreignRecord(about.check), [], notes) : {};
    },
    limit,
  }),
};
