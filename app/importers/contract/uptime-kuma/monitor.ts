import {
  type CheckSettings,
  dnsCheckSettings,
  pingCheckSettings,
  tcpCheckSettings,
  tlsCheckSettings,
  websocketCheckSettings,
} from "../check-settings";
import { quotedForeignWord } from "../foreign-statuses";
import { foreignFlag, parseForeignId } from "../foreign-values";
import type { MovedHeartbeat, MovedMonitor } from "../move-document";
import { hasForeignValue, MoveNotes, type NoteSubject } from "../move-notes";
import { unmovedReasons } from "../unmoved-reasons";
import {
  convertCheckInterval,
  convertCheckTimeout,
  convertForeignTags,
  lacksCondition,
  toMovedMonitor,
} from "../watched-things";
import { kumaHttpCheckSettings } from "./http-check";
import { type KumaRow, kumaFlag, kumaMonitorSubject, kumaNumber, kumaTags, kumaText, kumaUrl } from "./monitor-row";

/** Types that no kind here checks; others that are not listed are asked about. */
const uncheckedTypes: readonly string[] = [
  "docker",
  "steam",
  "gamedig",
  "mqtt",
  "grpc-keyword",
  "kafka-producer",
  "sqlserver",
  "postgres",
  "mysql",
  "mongodb",
  "redis",
  "radius",
  "real-browser",
  "tailscale-ping",
  "manual",
  "snmp",
  "rabbitmq",
  "globalping",
  "system-service",
  "pm2",
  "sip-options",
  "ntp",
  "oracledb",
];

/** Columns with secrets of checks that do not exist here: their values stay behind. */
const secretColumns = [
  "database_connection_string",
  "mqtt_password",
  "radius_password",
  "radius_secret",
  "rabbitmq_password",
  "grpc_metadata",
  "oauth_client_secret",
  "tls_key",
  "basic_auth_pass",
];

function dnsOf(row: KumaRow, notes: MoveNotes, subject: NoteSubject): CheckSettings | null {
  const resolver = kumaText(row, "dns_resolve_server");
  if (resolver !== "" && resolver !== "1.1.1.1")
    notes.approximated(
      subject,
      "dns_resolve_server",
      "Resolvers are asked over HTTPS here: those of Cloudflare and Google.",
    );
  if (hasConditions(row)) {
    notes.question(subject, "conditions", "Its conditions cannot be read: enter the expected records.");
    return null;
  }
  return dnsCheckSettings(kumaText(row, "hostname").trim(), kumaText(row, "dns_resolve_type") || "A");
}

const hasConditions = ({ conditions }: KumaRow): boolean => hasForeignValue(conditions) && conditions !== "[]";

function pingOf(row: KumaRow, notes: MoveNotes, subject: NoteSubject): CheckSettings | null {
  notes.approximated(subject, "type", "Pings are sent by an agent here: add one for it.");
  const size = kumaNumber(row, "packet_size") ?? 56;
  if (size !== 56) notes.leftOut(subject, "packet_size", "Pings have the usual size here.");
  return pingCheckSettings(kumaText(row, "hostname").trim());
}

function smtpOf(row: KumaRow): CheckSettings | null {
  const security = kumaText(row, "smtp_security");
  const more =
    security === "secure" ? { tls: "yes" } : security === "starttls" ? { starttls: "smtp" } : { expect: "220" };
  return tcpCheckSettings(kumaText(row, "hostname").trim(), kumaNumber(row, "port"), more);
}

/** Returns the check of a monitor; null when no kind here does it, which is noted. */
function checkOf(row: KumaRow, notes: MoveNotes, subject: NoteSubject): CheckSettings | null {
  const type = kumaText(row, "type");
  const [host, port] = [kumaText(row, "hostname").trim(), kumaNumber(row, "port")];
  if (type === "http" || type === "keyword" || type === "json-query") return kumaHttpCheckSettings(row, notes, subject);
  if (type === "port") return tcpCheckSettings(host, port);
  if (type === "ping") return pingOf(row, notes, subject);
  if (type === "dns") return dnsOf(row, notes, subject);
  if (type === "smtp") return smtpOf(row);
  if (type === "tls" && !hasConditions(row)) return tlsCheckSettings(host, port);
  if (type === "websocket-upgrade") return websocketCheckSettings(kumaUrl(row).replace(/^http/i, "ws"));
  noteSecrets(row, notes, subject);
  return null;
}

/** Notes the secrets of a check that does not exist here. */
function noteSecrets(row: KumaRow, notes: MoveNotes, subject: NoteSubject): void {
  for (const column of secretColumns) {
    if (hasForeignValue(row[column]))
      notes.secretFound(subject, column, "It is a secret of a check that does not exist here: it is not kept.");
  }
}

/** Notes why a monitor has no check here. */
function noteMissingCheck(row: KumaRow, notes: MoveNotes, subject: NoteSubject): void {
  const type = kumaText(row, "type");
  if (uncheckedTypes.includes(type))
    notes.leftOut(
      subject,
      "type",
      `No kind of monitor here checks ${quotedForeignWord(type)}: it comes without a check.`,
    );
  else
    notes.question(
      subject,
      "type",
      `Its check ${quotedForeignWord(type)} cannot be made from its settings: it comes without one.`,
    );
}

function noteRetries(row: KumaRow, notes: MoveNotes, subject: NoteSubject): void {
  if ((kumaNumber(row, "maxretries") ?? 0) > 0)
    notes.approximated(
      subject,
      "maxretries, retry_interval",
      "The page’s rule decides after how many failures in a row it is down.",
    );
  if ((kumaNumber(row, "resend_interval") ?? 0) > 0)
    notes.approximated(subject, "resend_interval", "Repeated notifications are set on the channel here.");
  if (kumaFlag(row, "maintenance"))
    notes.question(
      subject,
      "maintenance",
      "It was under maintenance when the file was made: it is checked here at once.",
    );
}

/** Facts about a monitor that its row lacks. */
export interface KumaMonitorFacts {
  /** Names of the groups above it, from outside, without its own. */
  path: string;
  componentIds: string[];
  history: MovedMonitor["history"];
  uptime: MovedMonitor["uptime"];
}

/** Fields that no monitor here has; the description of a shown one stands on its component. */
function noteUnplacedFields(row: KumaRow, facts: KumaMonitorFacts, notes: MoveNotes, subject: NoteSubject): void {
  if (facts.componentIds.length === 0 && hasForeignValue(row.description))
    notes.leftOut(subject, "description", "Monitors have none here, and it is on no page.");
  if (hasForeignValue(row.ip_family))
    notes.leftOut(subject, "ip_family", "Checks choose between IPv4 and IPv6 themselves here.");
}

const isActive = (row: KumaRow): boolean => foreignFlag(row.active) ?? true;

const allTags = (row: KumaRow, { path }: KumaMonitorFacts) => [...(path === "" ? [] : [path]), ...kumaTags(row)];

/** Translates a monitor that checks something. */
export function convertKumaMonitor(row: KumaRow, facts: KumaMonitorFacts, notes: MoveNotes): MovedMonitor | null {
  const subject = kumaMonitorSubject(row);
  const id = parseForeignId(row.id);
  if (id === null) return null;
  const isUpsideDown = kumaFlag(row, "upside_down");
  const check = isUpsideDown ? null : checkOf(row, notes, subject);
  if (isUpsideDown) {
    notes.leftOut(subject, "upside_down", "No check here turns its result around: it comes without one.");
    noteSecrets(row, notes, subject);
  } else if (check === null) noteMissingCheck(row, notes, subject);
  if (facts.path !== "") notes.approximated(subject, "parent", "Its group becomes a tag.");
  noteRetries(row, notes, subject);
  noteUnplacedFields(row, facts, notes, subject);
  // A monitor without a check is never called, so its times matter to nobody.
  const timeNotes = check === null ? new MoveNotes() : notes;
  const lacks = lacksCondition(check, subject, notes);
  return toMovedMonitor(
    {
      id,
      name: subject.name,
      check,
      intervalSeconds: convertCheckInterval(kumaNumber(row, "interval"), subject, "interval", timeNotes),
      timeoutSeconds: convertCheckTimeout(kumaNumber(row, "timeout"), subject, "timeout", timeNotes),
      isPaused: !isActive(row) || lacks,
      tags: convertForeignTags(allTags(row, facts), subject, "tags", notes),
      history: facts.history,
      ...(facts.uptime && { uptime: facts.uptime }),
    },
    facts.componentIds,
  );
}

/** Shortest grace of a heartbeat, in seconds. */
const minGraceSeconds = 60;

/** Translates a monitor of type push: machines go on calling its address, which is answered here. */
export function convertKumaHeartbeat(row: KumaRow, facts: KumaMonitorFacts, notes: MoveNotes): MovedHeartbeat | null {
  const subject = kumaMonitorSubject(row, "heartbeat");
  const id = parseForeignId(row.id);
  if (id === null) return null;
  if (kumaFlag(row, "upside_down")) {
    notes.leftOut(subject, "upside_down", "A heartbeat that is down when it is called does not exist here.");
    return null;
  }
  const token = kumaText(row, "push_token").trim();
  if (token === "") notes.leftOut(subject, "push_token", "It has no token, so its old address is not answered.");
  else notes.secretFound(subject, "push_token", unmovedReasons.token);
  noteUnplacedFields(row, facts, notes, subject);
  const every = Math.max(1, Math.round(kumaNumber(row, "interval") ?? 60));
  return {
    id,
    name: subject.name,
    pingKey: token || null,
    pingPath: token === "" ? null : `/api/push/${encodeURIComponent(token)}`,
    schedule: { everySeconds: every },
    graceSeconds: Math.max(minGraceSeconds, Math.round(every * Math.max(0, kumaNumber(row, "maxretries") ?? 0))),
    isPaused: !isActive(row),
    tags: convertForeignTags(allTags(row, facts), subject, "tags", notes),
    componentIds: facts.componentIds,
  };
}
