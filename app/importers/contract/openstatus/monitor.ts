import { allHttpStatuses, goDurationSeconds, isComparisonTrue } from "../check-conditions";
import {
  type CheckSettings,
  convertCheckHeaders,
  dnsCheckSettings,
  hostAndPort,
  httpCheckSettings,
  statusRangesText,
  tcpCheckSettings,
} from "../check-settings";
import {
  foreignFlag,
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  parseForeignId,
} from "../foreign-values";
import type { MoveDocumentPart } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { unmovedReasons } from "../unmoved-reasons";
import {
  convertCheckInterval,
  convertCheckTimeout,
  lacksCondition,
  toMovedComponentWithMonitor,
} from "../watched-things";

type ForeignRow = Record<string, unknown>;

/** A monitor of the file or of the API, in one set of names. */
export interface OpenstatusMonitor {
  id: string | null;
  kind: string;
  frequency: string;
  url: string;
  method: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  row: ForeignRow;
}

export function openstatusMonitorOfYaml(id: string, value: unknown): OpenstatusMonitor {
  const row = foreignRecord(value);
  const request = foreignRecord(row.request);
  const [host, port] = [foreignText(request.host), foreignText(request.port)];
  const headers = Object.entries(foreignRecord(request.headers)).map(
    ([name, header]) => [name, foreignText(header)] as const,
  );
  return {
    id: parseForeignId(id),
    kind: foreignText(row.kind),
    frequency: foreignText(row.frequency),
    url: foreignText(request.url) || foreignText(request.uri) || (port === "" ? host : `${host}:${port}`),
    method: foreignText(request.method),
    headers,
    body: foreignText(request.body),
    row,
  };
}

export function parseOpenstatusApiMonitor(value: unknown): OpenstatusMonitor {
  const row = foreignRecord(value);
  const headers = foreignList(row.headers)
    .map(foreignRecord)
    .map(({ key, value: header }) => [foreignText(key), foreignText(header)] as const);
  return {
    id: parseForeignId(row.id),
    kind: foreignText(row.jobType) || "http",
    frequency: foreignText(row.periodicity),
    url: foreignText(row.url),
    method: foreignText(row.method),
    headers,
    body: foreignText(row.body),
    row,
  };
}

const operators: Readonly<Record<string, string>> = { eq: "==", not_eq: "!=", gt: ">", gte: ">=", lt: "<", lte: "<=" };

/** Settings that assertions ask for, and whether one of them could not be asked. */
interface AskedAssertions {
  settings: ForeignRow;
  values: string[];
  lacks: boolean;
}

function addAssertion(to: AskedAssertions & { statuses: number[] | null }, assertion: ForeignRow): boolean {
  const [kind, compare, target] = [
    foreignText(assertion.kind) || foreignText(assertion.type),
    foreignText(assertion.compare),
    foreignText(assertion.target),
  ];
  if (kind === "status" || kind === "statusCode") {
    const number = foreignNumber(assertion.target);
    const operator = operators[compare];
    if (number === null || operator === undefined) return false;
    to.statuses = (to.statuses ?? allHttpStatuses).filter((each) => isComparisonTrue(each, operator, number));
    return true;
  }
  if (kind === "textBody" && target !== "" && /^(?:contains|not_contains)$/.test(compare)) {
    const name = compare === "contains" ? "contains" : "lacks";
    if (to.settings[name] !== undefined) return false;
    to.settings[name] = target;
    return true;
  }
  if (kind === "header" && to.settings.header === undefined && /^(?:eq|contains|not_empty)$/.test(compare)) {
    const glob = compare === "eq" ? target : compare === "contains" ? `*${target}*` : "?*";
    to.settings.header = `${foreignText(assertion.key)}: ${glob}`;
    return true;
  }
  if (kind === "dnsRecord" && /^(?:eq|contains)$/.test(compare) && target !== "") {
    to.values.push(target);
    to.settings.type = foreignText(assertion.key) || "A";
    return true;
  }
  return false;
}

function assertionsOf({ row }: OpenstatusMonitor, subject: NoteSubject, notes: MoveNotes): AskedAssertions {
  const to = { settings: {} as ForeignRow, values: [] as string[], lacks: false, statuses: null as number[] | null };
  for (const assertion of foreignList(row.assertions).map(foreignRecord)) {
    if (addAssertion(to, assertion)) continue;
    to.lacks = true;
    const kind = foreignText(assertion.kind) || foreignText(assertion.type);
    notes.question(subject, `assertions.${kind.slice(0, 60)}`, unmovedReasons.unchecked);
  }
  if (to.statuses !== null) to.settings.statuses = statusRangesText(to.statuses);
  return to;
}

function headersOf(monitor: OpenstatusMonitor, subject: NoteSubject, notes: MoveNotes): string {
  return convertCheckHeaders(monitor.headers, "headers", subject, notes);
}

function checkOf(
  monitor: OpenstatusMonitor,
  asked: AskedAssertions,
  subject: NoteSubject,
  notes: MoveNotes,
): CheckSettings | null {
  const { kind, url, method, body } = monitor;
  const { host, port } = hostAndPort(url);
  if (kind === "tcp") return tcpCheckSettings(host, port);
  if (kind === "dns") return dnsCheckSettings(host, foreignText(asked.settings.type), asked.values);
  if (kind !== "http") return null;
  return httpCheckSettings({
    url,
    method: method.toUpperCase() || "GET",
    body,
    headers: headersOf(monitor, subject, notes),
    ...asked.settings,
  });
}

const fieldsLeftOut: Readonly<Record<string, string>> = {
  regions: unmovedReasons.places,
  degradedAfter: unmovedReasons.slow,
  openTelemetry: "Results are not sent on from here.",
  public: "Which components are shown is chosen on the page.",
  retry: "Choose how often a check is repeated, in the monitor's settings.",
  externalName: "The component has the monitor's name.",
};

/** Returns a monitor as a component with what watches it. */
export function convertOpenstatusMonitor(monitor: OpenstatusMonitor, notes: MoveNotes): MoveDocumentPart {
  const { id, row, kind } = monitor;
  const name = foreignName(row.name, id ?? "Monitor");
  const subject: NoteSubject = { noun: "monitor", id, name };
  if (id === null) return {};
  const asked = assertionsOf(monitor, subject, notes);
  const check = checkOf(monitor, asked, subject, notes);
  if (check === null)
    notes.question(subject, "kind", `No monitor here does a check of “${kind.slice(0, 60)}” with these settings.`);
  const seconds = goDurationSeconds(monitor.frequency);
  if (seconds === null) notes.unknownWord(subject, "frequency", monitor.frequency, "choose an interval.");
  notes.leftOutFields(subject, row, fieldsLeftOut);
  const timeout = foreignNumber(row.timeout);
  const isLost = check?.dropped.includes("header") === true;
  if (isLost) notes.question(subject, "assertions.header", unmovedReasons.unchecked);
  const { component, monitor: own } = toMovedComponentWithMonitor({
    id,
    name,
    description: foreignText(row.description),
    check,
    intervalSeconds: convertCheckInterval(seconds, subject, "frequency", notes),
    timeoutSeconds: convertCheckTimeout(timeout === null ? null : timeout / 1000, subject, "timeout", notes),
    isPaused: [foreignFlag(row.active) !== true, asked.lacks, isLost, lacksCondition(check, subject, notes)].includes(
      true,
    ),
  });
  return { components: [component], monitors: [own] };
}
