import {
  type CheckSettings,
  convertCheckHeaders,
  dnsCheckSettings,
  hostAndPort,
  httpCheckSettings,
  pingCheckSettings,
  tcpCheckSettings,
  tlsCheckSettings,
} from "../check-settings";
import {
  foreignFlag,
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  foreignTexts,
  parseForeignId,
} from "../foreign-values";
import type { MoveDocumentPart, MovedComponent, MovedHeartbeat } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { parseOriginJson } from "../origin-texts";
import { unmovedReasons } from "../unmoved-reasons";
import { convertCheckTimeout, lacksCondition, toMovedComponentWithMonitor, toMovedMonitor } from "../watched-things";

type KenerTypeData = Record<string, unknown>;

/** A monitor of any version in the words of the API. */
export interface KenerMonitor {
  tag: string | null;
  type: string;
  data: KenerTypeData;
  row: KenerTypeData;
}

/** Returns a monitor of the API; `type_data` is a JSON text in v3. */
export function parseKenerApiMonitor(value: unknown): KenerMonitor {
  const row = foreignRecord(value);
  const text = typeof row.type_data === "string" ? parseOriginJson("type_data", row.type_data || "{}") : null;
  const data = text === null ? row.type_data : text.ok ? text.value : {};
  return {
    tag: parseForeignId(row.tag),
    type: foreignText(row.monitor_type).toUpperCase(),
    data: foreignRecord(data),
    row,
  };
}

/** Returns a monitor of `monitors.yaml`, where the kind is a member of its own. */
export function parseKenerYamlMonitor(value: unknown): KenerMonitor {
  const row = foreignRecord(value);
  const kind = ["api", "ping", "dns", "tcp", "ssl"].find((each) => typeof row[each] === "object" && row[each] !== null);
  const data = foreignRecord(row[kind ?? ""]);
  const hosts = [...foreignTexts(data.hostsV4), ...foreignTexts(data.hostsV6)];
  const whole = hosts.length > 0 ? { ...data, hosts } : data;
  const named = { ...row, default_status: row.defaultStatus, category_name: row.category };
  return { tag: parseForeignId(row.tag), type: (kind ?? "none").toUpperCase(), data: whole, row: named };
}

const secretShape = /\$[A-Z][A-Z0-9_]*/;

function apiCheck(data: KenerTypeData, subject: NoteSubject, notes: MoveNotes): CheckSettings | null {
  const pairs = Array.isArray(data.headers)
    ? data.headers
        .map(foreignRecord)
        .map(({ key, name, value }) => [foreignText(key) || foreignText(name), value] as const)
    : Object.entries(foreignRecord(data.headers));
  const text = convertCheckHeaders(pairs, "headers", subject, notes);
  if (data.allowSelfSignedCert === true) notes.approximated(subject, "allowSelfSignedCert", unmovedReasons.certificate);
  return httpCheckSettings({
    url: foreignText(data.url),
    method: foreignText(data.method).toUpperCase() || "GET",
    headers: text,
    body: foreignText(data.body),
  });
}

/** Returns a check of each host. */
function hostChecks(type: string, data: KenerTypeData): (CheckSettings | null)[] {
  return foreignList(data.hosts).map((value) => {
    const row = typeof value === "string" ? { host: value } : foreignRecord(value);
    const { host, port } = hostAndPort(foreignText(row.host));
    return type === "PING"
      ? pingCheckSettings(host)
      : tcpCheckSettings(host, foreignNumber(foreignRecord(row).port) ?? port);
  });
}

function checksOf({ type, data }: KenerMonitor, subject: NoteSubject, notes: MoveNotes): (CheckSettings | null)[] {
  if (type === "API") return [apiCheck(data, subject, notes)];
  if (type === "PING" || type === "TCP") return hostChecks(type, data);
  if (type === "SSL") return [tlsCheckSettings(foreignText(data.host), foreignNumber(data.port))];
  if (type !== "DNS") return [];
  if (foreignText(data.nameServer) !== "") notes.leftOut(subject, "nameServer", unmovedReasons.resolver);
  const check = dnsCheckSettings(foreignText(data.host), foreignText(data.lookupRecord), foreignTexts(data.values));
  const isAll = foreignText(data.matchType).toUpperCase() === "ALL" && check?.settings.values !== undefined;
  return [isAll && check ? { ...check, settings: { ...check.settings, match: "contains" } } : check];
}

/** Returns the seconds of a cron expression of equal minutes; null for another. */
function cronSeconds(cron: string): number | null {
  const [, step] = /^\*(?:\/(\d{1,2}))? \* \* \* \*$/.exec(cron.trim()) ?? [];
  if (/^\* \* \* \* \*$/.test(cron.trim())) return 60;
  return step === undefined ? null : Number(step) * 60;
}

function intervalOf({ row }: KenerMonitor, subject: NoteSubject, notes: MoveNotes): number {
  const cron = foreignText(row.cron);
  const seconds = cron === "" ? 60 : cronSeconds(cron);
  const known = [60, 120, 180, 300, 600, 900, 1800, 3600];
  const here = known.find((each) => seconds !== null && each >= seconds) ?? 3600;
  if (seconds !== here) notes.approximated(subject, "cron", `“${cron.slice(0, 60)}” becomes every ${here / 60} min.`);
  return here;
}

/** Returns true when the check must come paused, as it would pass where it failed there. */
function isUncertain(
  { data }: KenerMonitor,
  checks: readonly (CheckSettings | null)[],
  subject: NoteSubject,
  notes: MoveNotes,
): boolean {
  const code = foreignText(data.eval).trim() !== "";
  if (code)
    notes.question(
      subject,
      "eval",
      "JavaScript is not run here: enter what the answer must contain; the monitor comes paused.",
    );
  const secret = secretShape.exec(JSON.stringify(checks))?.[0];
  if (secret !== undefined)
    notes.question(subject, secret, "It is a variable of the server: fill it in; the monitor comes paused.");
  const lacking = checks.map((check) => lacksCondition(check, subject, notes));
  return code || secret !== undefined || lacking.includes(true);
}

const statusWords: Readonly<Record<string, MovedComponent["manualStatus"]>> = {
  UP: null,
  NONE: null,
  "": null,
  DOWN: "major_outage",
  DEGRADED: "degraded_performance",
};

function manualStatusOf({ row }: KenerMonitor, subject: NoteSubject, notes: MoveNotes): MovedComponent["manualStatus"] {
  const word = foreignText(row.default_status).toUpperCase();
  if (Object.hasOwn(statusWords, word)) return statusWords[word] ?? null;
  notes.unknownWord(subject, "default_status", word, "it is no data.");
  return "no_data";
}

const fieldsLeftOut: Readonly<Record<string, string>> = {
  image: "Components here have no picture.",
  alerts: unmovedReasons.alerts,
  down_trigger: unmovedReasons.alerts,
  degraded_trigger: unmovedReasons.alerts,
  external_url: "Write the link into its description.",
};

function heartbeatOf({ data, row }: KenerMonitor, id: string, subject: NoteSubject, notes: MoveNotes): MovedHeartbeat {
  const [late, down] = [foreignNumber(data.degradedRemainingMinutes), foreignNumber(data.downRemainingMinutes)];
  if (late === null && down === null) notes.question(subject, "type_data", "It has no minutes: a day is taken.");
  else
    notes.approximated(
      subject,
      "degradedRemainingMinutes",
      "It is late after these minutes, and down after the others; here it is down after both.",
    );
  notes.question(subject, "secretString", "Its address does not move: replace it in the job.");
  const period = Math.max(1, late ?? down ?? 1440);
  return {
    id,
    name: subject.name,
    pingKey: null,
    pingPath: null,
    schedule: { everySeconds: Math.round(period * 60) },
    graceSeconds: Math.max(60, Math.round(((down ?? period) - period) * 60)),
    isPaused: foreignText(row.status).toUpperCase() === "INACTIVE",
    tags: [],
    componentIds: [id],
  };
}

const silentTypes = ["NONE", "HEARTBEAT"];

/** Returns a monitor as a component with what watches it; one host of several is one monitor. */
export function convertKenerMonitor(monitor: KenerMonitor, notes: MoveNotes): MoveDocumentPart {
  const { tag, row, type, data } = monitor;
  const name = foreignName(row.name, tag ?? "Monitor");
  const subject: NoteSubject = { noun: type === "HEARTBEAT" ? "heartbeat" : "monitor", id: tag, name };
  if (tag === null) {
    notes.question(subject, "tag", "It has no tag, so it does not come.");
    return {};
  }
  notes.leftOutFields(subject, row, fieldsLeftOut);
  const checks = checksOf(monitor, subject, notes);
  const real = checks.filter((each) => each !== null);
  const isUnchecked = !silentTypes.includes(type) && real.length < Math.max(1, checks.length);
  if (isUnchecked)
    notes.question(
      subject,
      "monitor_type",
      `No monitor here does a check of “${type.slice(0, 60)}” with these settings.`,
    );
  const isPaused = [
    isUncertain(monitor, checks, subject, notes),
    foreignText(row.status).toUpperCase() === "INACTIVE",
  ].includes(true);
  const timeout = foreignNumber(data.timeout);
  const thing = {
    id: tag,
    name,
    description: foreignText(row.description),
    groupId: parseForeignId(row.category_name),
    check: real[0] ?? null,
    intervalSeconds: intervalOf(monitor, subject, notes),
    timeoutSeconds: convertCheckTimeout(timeout === null ? null : timeout / 1000, subject, "timeout", notes),
    isPaused,
  };
  const { component } = toMovedComponentWithMonitor(thing);
  const isHidden = foreignFlag(row.is_hidden) === true || foreignFlag(row.hidden) === true;
  const isBeating = type === "HEARTBEAT";
  const manualStatus = real.length > 0 || isBeating ? null : manualStatusOf(monitor, subject, notes);
  const own = { ...component, isHidden, manualStatus, keptBy: isBeating ? ("watched" as const) : component.keptBy };
  if (isBeating) return { components: [own], heartbeats: [heartbeatOf(monitor, tag, subject, notes)] };
  const all = type === "NONE" ? [] : real.length > 0 ? real : [null];
  const monitors = all.map((check, index) =>
    toMovedMonitor({ ...thing, check, id: index === 0 ? tag : `${tag}:${index + 1}` }, [tag]),
  );
  return { components: [own], monitors };
}
