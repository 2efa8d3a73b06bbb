import { allHttpStatuses } from "../contract/check-conditions";
import {
  type CheckSettings,
  convertCheckHeaders,
  dnsCheckSettings,
  hostAndPort,
  httpCheckSettings,
  pingCheckSettings,
  statusRangesText,
  tcpCheckSettings,
  tlsCheckSettings,
} from "../contract/check-settings";
import {
  foreignFlag,
  foreignInstant,
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  foreignTexts,
  knownForeignWord,
  parseForeignId,
} from "../contract/foreign-values";
import type { MoveDocumentPart, MovedHeartbeat, MovedMonitor } from "../contract/move-document";
import { type MoveNotes, type NoteSubject, wholeOriginSubject } from "../contract/move-notes";
import type { ImportOrigin } from "../contract/origin";
import { type originRefusal, parseOriginJson } from "../contract/origin-texts";
import {
  beginWithKey,
  originBearerRequest,
  originPathBelow,
  type QueuedOriginAnswer,
  type QueuedOriginAnswerFacts,
  type QueuedOriginRequest,
  queuedApiReader,
  unlistedOriginAnswer,
} from "../contract/queued-api";
import { unmovedReasons } from "../contract/unmoved-reasons";
import {
  convertCheckInterval,
  convertCheckTimeout,
  convertForeignTags,
  lacksCondition,
  toMovedComponentWithMonitor,
  toMovedMonitor,
} from "../contract/watched-things";

const title = "StatusCake";
const base = "https://api.statuscake.com/v1";

type ForeignRow = Record<string, unknown>;

const fieldsLeftOut: Readonly<Record<string, string>> = {
  contact_groups: unmovedReasons.addChannels,
  confirmation: "Choose how many places must agree, in the monitor's settings.",
  trigger_rate: "Choose how long an outage must last, in the monitor's settings.",
  servers: unmovedReasons.places,
  regions: unmovedReasons.places,
  use_jar: "Cookies are not kept between checks.",
  user_agent: "Checks here name themselves.",
  final_endpoint: "Redirects are followed; their end is not compared.",
  include_header: "The text is sought in the body alone.",
  enable_ssl_alert: "Set how many days before its end a certificate is degraded, in the monitor's settings.",
};

/** Returns the statuses that pass: theirs are those that raise an alert. */
function passingStatuses(codes: readonly string[]): string {
  const alerting = new Set(codes.map(Number));
  return alerting.size === 0
    ? "200-399"
    : statusRangesText(allHttpStatuses.filter((each) => !alerting.has(each) && each < 400));
}

function headersOf(row: ForeignRow, subject: NoteSubject, notes: MoveNotes): string {
  const custom = foreignText(row.custom_header);
  const parsed = custom.trim() === "" ? null : parseOriginJson("custom_header", custom);
  if (parsed !== null && !parsed.ok) notes.question(subject, "custom_header", "It is no JSON: enter the headers.");
  const headers = Object.entries(foreignRecord(parsed?.ok ? parsed.value : {}));
  return convertCheckHeaders(headers, "custom_header", subject, notes);
}

function httpOf(row: ForeignRow, subject: NoteSubject, notes: MoveNotes): CheckSettings | null {
  const word = foreignText(row.find_string);
  const form = Object.entries(foreignRecord(row.post_body)).map(([name, value]) => [name, foreignText(value)]);
  const body =
    foreignText(row.post_raw) || (form.length > 0 ? new URLSearchParams(form as [string, string][]).toString() : "");
  if (foreignTexts(row.status_codes).length > 0) {
    notes.approximated(subject, "status_codes", "They say there which codes raise an alert, and here which ones pass.");
  }
  const isHead = foreignText(row.test_type) === "HEAD" && word === "" && body === "";
  return httpCheckSettings({
    url: foreignText(row.website_url),
    method: isHead ? "HEAD" : body === "" ? "GET" : "POST",
    body,
    bodyType: form.length > 0 ? "form" : undefined,
    headers: headersOf(row, subject, notes),
    statuses: passingStatuses(foreignTexts(row.status_codes)),
    ...(foreignFlag(row.do_not_find) === true ? { lacks: word } : { contains: word }),
    follow: foreignFlag(row.follow_redirects) === false ? "no" : "yes",
  });
}

const usualPorts: Readonly<Record<string, number>> = { SMTP: 25, SSH: 22 };

function checkOf(row: ForeignRow, subject: NoteSubject, notes: MoveNotes): CheckSettings | null {
  const type = foreignText(row.test_type).toUpperCase();
  const { host, port } = hostAndPort(foreignText(row.website_url));
  if (type === "HTTP" || type === "HEAD") return httpOf(row, subject, notes);
  if (type === "PING") return pingCheckSettings(host);
  if (type === "TCP" || Object.hasOwn(usualPorts, type)) {
    if (type !== "TCP") notes.approximated(subject, "test_type", unmovedReasons.greeting);
    return tcpCheckSettings(host, foreignNumber(row.port) ?? port ?? usualPorts[type] ?? null);
  }
  if (type !== "DNS") return null;
  if (foreignText(row.dns_server) !== "") notes.leftOut(subject, "dns_server", unmovedReasons.resolver);
  return dnsCheckSettings(host, "A", foreignTexts(row.dns_ips));
}

const periodStates: Readonly<Record<string, MovedMonitor["history"][number]["status"]>> = {
  up: "operational",
  down: "major_outage",
};

function historyOf(periods: readonly unknown[], subject: NoteSubject, notes: MoveNotes): MovedMonitor["history"] {
  const rows = periods.flatMap((value) => {
    const { status, created_at, ended_at } = foreignRecord(value);
    const [from, to] = [foreignInstant(created_at, "UTC"), foreignInstant(ended_at, "UTC")];
    if (from === null || (to !== null && to < from)) return [];
    const known = knownForeignWord(periodStates, foreignText(status));
    if (known === undefined) notes.unknownWord(subject, "periods", foreignText(status), "it is no data.");
    return [{ from, to, status: known ?? ("no_data" as const) }];
  });
  return rows.sort((a, b) => a.from - b.from);
}

function movedTest(row: ForeignRow, periods: readonly unknown[], notes: MoveNotes): MoveDocumentPart {
  const id = parseForeignId(row.id);
  const name = foreignName(row.name, foreignText(row.website_url) || "Test");
  const subject: NoteSubject = { noun: "monitor", id, name };
  if (id === null) return {};
  const check = checkOf(row, subject, notes);
  const type = foreignText(row.test_type).slice(0, 60);
  const checkRate = Math.max(60, foreignNumber(row.check_rate) ?? 300);
  if (check === null)
    notes.question(subject, "test_type", `No monitor here does a check of “${type}” with these settings.`);
  const status = foreignText(row.status);
  const isStrange = !["up", "down"].includes(status);
  if (isStrange) notes.unknownWord(subject, "status", status, "it comes paused.");
  notes.leftOutFields(subject, row, fieldsLeftOut);
  const { component, monitor } = toMovedComponentWithMonitor({
    id,
    name,
    check,
    intervalSeconds: convertCheckInterval(checkRate, subject, "check_rate", notes),
    timeoutSeconds: convertCheckTimeout(foreignNumber(row.timeout), subject, "timeout", notes),
    isPaused: [isStrange, foreignFlag(row.paused) === true, lacksCondition(check, subject, notes)].includes(true),
    tags: convertForeignTags(foreignTexts(row.tags), subject, "tags", notes),
    history: historyOf(periods, subject, notes),
  });
  return { components: [component], monitors: [monitor] };
}

function movedHeartbeat(
  row: ForeignRow,
  notes: MoveNotes,
): { heartbeat: MovedHeartbeat; part: MoveDocumentPart } | null {
  const own = parseForeignId(row.id);
  if (own === null) return null;
  const id = parseForeignId(`heartbeat:${own}`) ?? own;
  const name = foreignName(row.name, `Heartbeat ${own}`);
  const subject: NoteSubject = { noun: "heartbeat", id, name };
  notes.question(subject, "website_url", "Its address at push.statuscake.com does not move: replace it in the job.");
  const period = foreignNumber(row.period);
  if (period === null || period < 1) notes.question(subject, "period", "It is no number: a day is taken.");
  const { component } = toMovedComponentWithMonitor({ id, name, check: null, intervalSeconds: null });
  const heartbeat: MovedHeartbeat = {
    id,
    name,
    pingKey: null,
    pingPath: null,
    schedule: { everySeconds: Math.max(1, Math.round(period ?? 86_400)) },
    graceSeconds: 60,
    isPaused: foreignFlag(row.paused) === true,
    tags: convertForeignTags(foreignTexts(row.tags), subject, "tags", notes),
    componentIds: [id],
  };
  return { heartbeat, part: { components: [{ ...component, keptBy: "watched" }], heartbeats: [heartbeat] } };
}

/** Returns a check of a certificate as a monitor without a component of its own. */
function movedCertificate(row: ForeignRow, notes: MoveNotes): MovedMonitor[] {
  const own = parseForeignId(row.id);
  const { host, port } = hostAndPort(foreignText(row.website_url));
  const check = tlsCheckSettings(host, port ?? 443);
  const subject: NoteSubject = { noun: "monitor", id: own, name: host || "Certificate" };
  if (own === null || check === null) {
    notes.question(subject, "ssl", "Its address cannot be read, so it does not come.");
    return [];
  }
  const thing = {
    id: parseForeignId(`ssl:${own}`) ?? own,
    name: `${host} (certificate)`,
    check,
    intervalSeconds: 3600,
    isPaused: foreignFlag(row.paused) === true,
  };
  return [toMovedMonitor(thing, [])];
}

function nextPage({ body, request }: QueuedOriginAnswerFacts): QueuedOriginRequest[] {
  const { page, page_count } = foreignRecord(foreignRecord(body).metadata);
  const [current, count] = [foreignNumber(page) ?? 1, foreignNumber(page_count) ?? 1];
  return current >= count
    ? []
    : [{ what: request.what, path: request.path.replace(/page=\d+/, `page=${Math.round(current) + 1}`) }];
}

/** Reads the past of a test, whose newest period is open; the test waits for it. */
function readPeriods({ body, request, notes }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const periods = [...foreignList(request.about.periods), ...foreignList(foreignRecord(body).data)];
  const path = originPathBelow(base, foreignRecord(foreignRecord(body).links).next);
  if (path !== null && path !== request.path && periods.length < 2000) {
    return { part: {}, more: [{ what: "periods", path, about: { ...request.about, periods } }] };
  }
  return { part: movedTest(foreignRecord(request.about.test), periods, notes) };
}

function read(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer | ReturnType<typeof originRefusal> {
  const { request, body, notes } = facts;
  const rows = foreignRecord(body).data;
  if (!Array.isArray(rows)) return unlistedOriginAnswer(title, request.what);
  const more = nextPage(facts);
  if (request.what === "periods") return readPeriods(facts);
  if (request.what === "uptime") {
    const asked = rows.map(foreignRecord).map((test): QueuedOriginRequest => {
      const path = `/uptime/${encodeURIComponent(parseForeignId(test.id) ?? "")}/periods?limit=100`;
      return { what: "periods", path, about: { test, periods: [] } };
    });
    return { part: {}, more: [...asked, ...more] };
  }
  if (request.what === "heartbeat") {
    const beats = rows.flatMap((row) => movedHeartbeat(foreignRecord(row), notes)?.part ?? []);
    const [components, heartbeats] = [
      beats.flatMap((each) => each.components ?? []),
      beats.flatMap((each) => each.heartbeats ?? []),
    ];
    return { part: { components, heartbeats }, more };
  }
  if (request.what === "ssl")
    return { part: { monitors: rows.flatMap((row) => movedCertificate(foreignRecord(row), notes)) }, more };
  for (const row of rows.map(foreignRecord)) {
    notes.leftOut(
      { noun: "maintenance", id: parseForeignId(row.id), name: foreignName(row.name, "Maintenance") },
      request.what,
      unmovedReasons.silences,
    );
  }
  return { part: {}, more };
}

const lists = ["uptime", "heartbeat", "ssl", "maintenance-windows"].map(
  (what): QueuedOriginRequest => ({ what, path: `/${what}?page=1&limit=100` }),
);

/** StatusCake, by its API v1. */
export const statuscakeOrigin: ImportOrigin = {
  name: "statuscake",
  title,
  files: [],
  api: queuedApiReader({
    title,
    pauseMs: 500,
    begin: beginWithKey("Enter an API key: Account → API keys.", lists),
    request: originBearerRequest(base),
    read,
    without({ what, about }, status, notes) {
      if (what === "uptime" || ![402, 403, 404].includes(status)) return null;
      notes.leftOut(wholeOriginSubject(title), what, unmovedReasons.noRight);
      return what === "periods" ? movedTest(foreignRecord(about.test), [], notes) : {};
    },
  }),
};
