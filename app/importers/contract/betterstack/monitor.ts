import type { MovedMaintenanceSeries } from "../../rules/moved-series";
import {
  type CheckSettings,
  clampedExpiryDays,
  convertCheckHeaders,
  dnsCheckSettings,
  domainCheckSettings,
  hostAndPort,
  httpCheckSettings,
  pingCheckSettings,
  tcpCheckSettings,
} from "../check-settings";
import { foreignList, foreignName, foreignNumber, foreignRecord, foreignText, foreignTexts } from "../foreign-values";
import type { MovedHeartbeat, MovedMonitor } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { clockOf, convertSilentWindow, secondsBetweenClocks } from "../repeating-windows";
import { unmovedReasons } from "../unmoved-reasons";
import {
  convertCheckInterval,
  convertCheckTimeout,
  lacksCondition,
  toMovedDomainMonitor,
  toMovedMonitor,
} from "../watched-things";
import type { BetterstackRow } from "./page";

const ownWay = "Set it in the monitor's settings.";

const fieldsLeftOut: Readonly<Record<string, string>> = {
  confirmation_period: unmovedReasons.results,
  recovery_period: unmovedReasons.results,
  regions: unmovedReasons.places,
  policy_id: unmovedReasons.alertRules,
  remember_cookies: ownWay,
  playwright_script: unmovedReasons.browserScripts,
  scenario_name: unmovedReasons.browserScripts,
  environment_variables: unmovedReasons.browserScripts,
  ip_version: unmovedReasons.ipVersion,
  team_wait: unmovedReasons.alertRules,
};

const httpTypes = ["status", "expected_status_code", "keyword", "keyword_absence"];
const mailPorts: Readonly<Record<string, number>> = { smtp: 25, pop: 110, imap: 143 };

function headersOf(from: BetterstackRow["attributes"], subject: NoteSubject, notes: MoveNotes): string {
  const rows = foreignList(from.request_headers).map(foreignRecord);
  const headers = rows.map(({ name, value }) => [foreignText(name), value] as const);
  return convertCheckHeaders(headers, "request_headers", subject, notes);
}

function httpOf(from: BetterstackRow["attributes"], subject: NoteSubject, notes: MoveNotes): CheckSettings | null {
  const [type, url, keyword] = [
    foreignText(from.monitor_type),
    foreignText(from.url),
    foreignText(from.required_keyword),
  ];
  const method = foreignText(from.http_method).toUpperCase() || "GET";
  const codes = foreignTexts(from.expected_status_codes).join(", ");
  const days = foreignNumber(from.ssl_expiration);
  const username = foreignText(from.auth_username);
  if (username !== "") notes.secretFound(subject, "auth_password");
  return httpCheckSettings({
    url,
    method,
    headers: headersOf(from, subject, notes),
    body: foreignText(from.request_body),
    statuses: type === "expected_status_code" ? codes : "200-299",
    ...(type === "keyword" ? { contains: keyword } : {}),
    ...(type === "keyword_absence" ? { lacks: keyword } : {}),
    ...(username === "" ? {} : { auth: "basic", username, password: foreignText(from.auth_password) }),
    ...(days !== null && days > 0 && /^https:/i.test(url) ? { certificateDays: clampedExpiryDays(days, 90) } : {}),
    follow: from.follow_redirects === false ? "no" : "yes",
  });
}

function checkOf(from: BetterstackRow["attributes"], subject: NoteSubject, notes: MoveNotes): CheckSettings | null {
  const type = foreignText(from.monitor_type);
  const { host, port } = hostAndPort(foreignText(from.url));
  if (httpTypes.includes(type)) return httpOf(from, subject, notes);
  if (type === "ping") return pingCheckSettings(host);
  if (type === "tcp")
    return tcpCheckSettings(host, foreignNumber(from.port) ?? port, {
      expect: foreignText(from.required_keyword),
    });
  if (Object.hasOwn(mailPorts, type)) {
    notes.approximated(subject, "monitor_type", unmovedReasons.greeting);
    return tcpCheckSettings(host, foreignNumber(from.port) ?? port ?? mailPorts[type] ?? null);
  }
  if (type !== "dns") return null;
  notes.leftOut(subject, "url", unmovedReasons.resolver);
  return dnsCheckSettings(foreignText(from.request_body).trim(), "A");
}

/** Returns the timeout in seconds: theirs is in seconds for HTTP, and in ms for servers. */
function timeoutOf(from: BetterstackRow["attributes"], subject: NoteSubject, notes: MoveNotes): number | null {
  const given = foreignNumber(from.request_timeout);
  const seconds = given === null || httpTypes.includes(foreignText(from.monitor_type)) ? given : given / 1000;
  return convertCheckTimeout(seconds, subject, "request_timeout", notes);
}

const states = ["up", "down", "paused", "pending", "maintenance", "validating", ""];

function isPausedMonitor(from: BetterstackRow["attributes"], subject: NoteSubject, notes: MoveNotes): boolean {
  const status = foreignText(from.status);
  const isStrange = !states.includes(status);
  if (isStrange) notes.unknownWord(subject, "status", status, "it comes paused.");
  return isStrange || status === "paused" || foreignText(from.paused_at) !== "";
}

/** Returns a monitor, and one more for its domain's registration. */
export function convertBetterstackMonitors(
  { id, attributes: from }: BetterstackRow,
  componentIds: string[],
  notes: MoveNotes,
): MovedMonitor[] {
  if (id === null) return [];
  const name = foreignName(from.pronounceable_name, foreignText(from.url) || `Monitor ${id}`);
  const subject: NoteSubject = { noun: "monitor", id, name };
  const check = checkOf(from, subject, notes);
  const type = foreignText(from.monitor_type).slice(0, 60);
  if (check === null)
    notes.question(subject, "monitor_type", `No monitor here does a check of “${type}” with these settings.`);
  if (from.verify_ssl === false) notes.approximated(subject, "verify_ssl", unmovedReasons.certificate);
  notes.leftOutFields(subject, from, fieldsLeftOut);
  const isPaused = [isPausedMonitor(from, subject, notes), lacksCondition(check, subject, notes)].includes(true);
  const intervalSeconds = convertCheckInterval(foreignNumber(from.check_frequency), subject, "check_frequency", notes);
  const thing = { id, name, check, intervalSeconds, timeoutSeconds: timeoutOf(from, subject, notes), isPaused };
  const days = foreignNumber(from.domain_expiration);
  const domain = days === null || days <= 0 ? null : domainCheckSettings(hostAndPort(foreignText(from.url)).host, days);
  if (days !== null && days > 0 && domain === null)
    notes.leftOut(subject, "domain_expiration", unmovedReasons.registry);
  const own = toMovedMonitor(thing, componentIds);
  return domain === null ? [own] : [own, toMovedDomainMonitor(thing, domain, componentIds)];
}

/** Returns the window of a monitor as a maintenance that repeats; none without one. */
export function convertBetterstackMaintenanceWindow(
  { id, attributes: from }: BetterstackRow,
  componentIds: string[],
  notes: MoveNotes,
): MovedMaintenanceSeries[] {
  const [start, end] = [clockOf(from.maintenance_from), clockOf(from.maintenance_to)];
  if (id === null || (start === null && end === null)) return [];
  const window = {
    id,
    title: `Maintenance: ${foreignName(from.pronounceable_name, foreignText(from.url) || `Monitor ${id}`)}`,
    componentIds,
    field: "maintenance_from",
    start,
    seconds: start === null || end === null ? null : secondsBetweenClocks(start, end),
    days: foreignTexts(from.maintenance_days),
    zone: foreignText(from.maintenance_timezone) || "UTC",
  };
  return convertSilentWindow(window, notes);
}

const pingPath = /\/api\/v1\/heartbeat\/([\w-]{8,100})\/?$/;

export function convertBetterstackHeartbeat(
  { id, attributes: from }: BetterstackRow,
  componentIds: string[],
  notes: MoveNotes,
): MovedHeartbeat[] {
  if (id === null) return [];
  const name = foreignName(from.name, `Heartbeat ${id}`);
  const subject: NoteSubject = { noun: "heartbeat", id, name };
  const token = pingPath.exec(foreignText(from.url))?.[1] ?? null;
  if (token === null) notes.question(subject, "url", unmovedReasons.noAddress);
  else notes.approximated(subject, "url", unmovedReasons.hostStays);
  const period = foreignNumber(from.period);
  if (period === null || period < 1) notes.question(subject, "period", unmovedReasons.dayTaken);
  const status = foreignText(from.status);
  return [
    {
      id,
      name,
      pingKey: token,
      pingPath: token === null ? null : `/api/v1/heartbeat/${token}`,
      schedule: { everySeconds: period === null || period < 1 ? 86_400 : Math.round(period) },
      graceSeconds: Math.max(0, Math.round(foreignNumber(from.grace) ?? 0)),
      isPaused: status === "paused" || foreignText(from.paused_at) !== "",
      tags: [],
      componentIds,
    },
  ];
}
