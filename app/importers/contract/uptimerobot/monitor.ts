import {
  acceptedStatuses,
  type CheckSettings,
  clampedExpiryDays,
  convertCheckHeaders,
  dnsCheckSettings,
  domainCheckSettings,
  hostAndPort,
  httpCheckSettings,
  pingCheckSettings,
  signInSettings,
  tcpCheckSettings,
} from "../check-settings";
import { foreignFlag, foreignName, foreignNumber, foreignRecord, foreignText, foreignTexts } from "../foreign-values";
import type { MoveDocumentPart, MovedHeartbeat, MovedMonitor } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { toReportedUptime } from "../said-uptime";
import { unmovedReasons } from "../unmoved-reasons";
import {
  convertCheckInterval,
  convertCheckTimeout,
  convertForeignTags,
  lacksCondition,
  toMovedComponentWithMonitor,
  toMovedDomainMonitor,
} from "../watched-things";

/** A monitor in one set of words, whichever version of the API or file it came from. */
export interface RobotMonitor {
  id: string | null;
  name: string;
  /** HTTP, KEYWORD, PING, PORT, HEARTBEAT, DNS, UDP, API; another word as it is. */
  type: string;
  status: "up" | "down" | "paused" | "not_checked" | "unknown";
  url: string;
  port: number | null;
  /** True = it is down when the keyword is there; null = not said. */
  isAlertOnKeyword: boolean | null;
  keyword: string;
  method: string;
  from: Record<string, unknown>;
  history: MovedMonitor["history"];
  createdAt: number | null;
  tags: string[];
}

const alertReason = unmovedReasons.alerts;

const fieldsLeftOut: Readonly<Record<string, string>> = {
  assignedAlertContacts: alertReason,
  alert_contacts: alertReason,
  regionalData: unmovedReasons.places,
  responseTimeThreshold: unmovedReasons.slow,
  keywordCaseType: unmovedReasons.caseCounts,
  psps: unmovedReasons.pagesByKey,
  groupId: unmovedReasons.useTags,
  apiKey: unmovedReasons.keyStays,
  config: unmovedReasons.monitorSetting,
};

function authOf(from: Record<string, unknown>, subject: NoteSubject, notes: MoveNotes): Record<string, unknown> {
  const username = foreignText(from.httpUsername ?? from.http_username);
  const password = foreignText(from.httpPassword ?? from.http_password);
  const type = foreignText(from.authType).toUpperCase();
  if (username === "" && password === "") return {};
  if (type === "DIGEST") notes.question(subject, "authType", unmovedReasons.noDigest);
  notes.secretFound(subject, "httpPassword");
  return signInSettings(type, username, password);
}

function httpOf(
  { url, from, method, keyword, type, isAlertOnKeyword }: RobotMonitor,
  subject: NoteSubject,
  notes: MoveNotes,
) {
  const headers = Object.entries(foreignRecord(from.customHttpHeaders ?? from.custom_http_headers));
  const text = convertCheckHeaders(headers, "customHttpHeaders", subject, notes);
  const reminds = foreignFlag(from.sslExpirationReminder) === true && /^https:/i.test(url);
  const word = type === "KEYWORD" ? (isAlertOnKeyword === true ? { lacks: keyword } : { contains: keyword }) : {};
  const isWordless = type !== "KEYWORD" || keyword === "";
  return httpCheckSettings({
    url: /^[a-z]+:\/\//i.test(url) ? url : `http://${url}`,
    method: method === "HEAD" && !isWordless ? "GET" : method,
    headers: text,
    body: foreignText(from.postValueData ?? from.post_value),
    statuses: acceptedStatuses(foreignTexts(from.successHttpResponseCodes)),
    ...(isWordless ? {} : word),
    ...authOf(from, subject, notes),
    ...(reminds ? { certificateDays: clampedExpiryDays(30, 90) } : {}),
    follow: foreignFlag(from.followRedirections) === false ? "no" : "yes",
  });
}

function checkOf(monitor: RobotMonitor, subject: NoteSubject, notes: MoveNotes): CheckSettings | null {
  const { type, url, port, from } = monitor;
  const place = hostAndPort(url);
  if (type === "HTTP" || type === "KEYWORD" || type === "API") return httpOf(monitor, subject, notes);
  if (type === "PING") return pingCheckSettings(place.host);
  if (type === "PORT") return tcpCheckSettings(place.host, port ?? place.port);
  if (type !== "DNS") return null;
  const records = foreignRecord(foreignRecord(from.config).dnsRecords);
  const [kind = "A", values] = Object.entries(records)[0] ?? [];
  return dnsCheckSettings(place.host, kind, foreignTexts(values));
}

/** Notes what makes the check another one than it was there; returns true when a condition is missing. */
function isUncertain(
  monitor: RobotMonitor,
  check: CheckSettings | null,
  subject: NoteSubject,
  notes: MoveNotes,
): boolean {
  const { type, isAlertOnKeyword } = monitor;
  const isKeywordUnknown = type === "KEYWORD" && (isAlertOnKeyword === null || monitor.keyword === "");
  if (isKeywordUnknown) notes.question(subject, "keywordType", unmovedReasons.keywordSense);
  if (type === "KEYWORD" && !isKeywordUnknown) {
    notes.approximated(subject, "keywordType", unmovedReasons.keywordTurned);
  }
  if (type === "API") notes.question(subject, "type", unmovedReasons.jsonAnew);
  if (check === null)
    notes.question(subject, "type", `No monitor here does a check of “${type.slice(0, 60)}” with these settings.`);
  if (monitor.status === "unknown") notes.question(subject, "status", unmovedReasons.unknownPaused);
  return [
    isKeywordUnknown,
    type === "API",
    monitor.status === "unknown",
    lacksCondition(check, subject, notes),
  ].includes(true);
}

function heartbeatOf(monitor: RobotMonitor, id: string, subject: NoteSubject, notes: MoveNotes): MovedHeartbeat {
  const seconds = foreignNumber(monitor.from.interval);
  if (seconds === null || seconds < 1) notes.question(subject, "interval", "It is no number: a day is taken.");
  notes.question(subject, "url", unmovedReasons.pingAddress);
  return {
    id,
    name: subject.name,
    pingKey: null,
    pingPath: null,
    schedule: { everySeconds: seconds === null || seconds < 1 ? 86_400 : Math.round(seconds) },
    graceSeconds: Math.max(0, Math.round(foreignNumber(monitor.from.gracePeriod) ?? 0)),
    isPaused: monitor.status === "paused" || monitor.status === "unknown",
    tags: convertForeignTags(monitor.tags, subject, "tags", notes),
    componentIds: [id],
  };
}

/** Returns a monitor as a component with what watches it. */
export function convertRobotMonitor(monitor: RobotMonitor, notes: MoveNotes): MoveDocumentPart {
  const { id, from, url } = monitor;
  const name = foreignName(monitor.name, url || `Monitor ${id ?? ""}`);
  const subject: NoteSubject = { noun: monitor.type === "HEARTBEAT" ? "heartbeat" : "monitor", id, name };
  if (id === null) {
    notes.question(subject, "id", unmovedReasons.noId);
    return {};
  }
  notes.leftOutFields(subject, from, fieldsLeftOut);
  if (monitor.type === "HEARTBEAT") {
    const silent = { id, name, check: null, intervalSeconds: null, startedAt: monitor.createdAt };
    const { component } = toMovedComponentWithMonitor(silent);
    return {
      components: [{ ...component, keptBy: "watched" }],
      heartbeats: [heartbeatOf(monitor, id, subject, notes)],
    };
  }
  const check = checkOf(monitor, subject, notes);
  const uptime = toReportedUptime(foreignNumber(from.all_time_uptime_ratio), null);
  const thing = {
    id,
    name,
    check,
    intervalSeconds: convertCheckInterval(foreignNumber(from.interval), subject, "interval", notes),
    timeoutSeconds: convertCheckTimeout(foreignNumber(from.timeout), subject, "timeout", notes),
    isPaused: [isUncertain(monitor, check, subject, notes), monitor.status === "paused"].includes(true),
    tags: convertForeignTags(monitor.tags, subject, "tags", notes),
    startedAt: monitor.createdAt,
    history: monitor.history,
    ...(uptime && { uptime }),
  };
  const { component, monitor: own } = toMovedComponentWithMonitor(thing);
  if (foreignFlag(from.domainExpirationReminder) !== true) return { components: [component], monitors: [own] };
  const domain = domainCheckSettings(hostAndPort(url).host, 30);
  if (domain === null) notes.leftOut(subject, "domainExpirationReminder", unmovedReasons.registry);
  const more = domain === null ? [] : [toMovedDomainMonitor(thing, domain, [id])];
  return { components: [component], monitors: [own, ...more] };
}
