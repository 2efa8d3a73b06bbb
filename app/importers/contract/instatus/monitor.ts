import { allHttpStatuses, isComparisonTrue } from "../check-conditions";
import {
  type CheckSettings,
  convertCheckHeaders,
  dnsCheckSettings,
  hostAndPort,
  httpCheckSettings,
  pingCheckSettings,
  statusRangesText,
  tcpCheckSettings,
} from "../check-settings";
import {
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  knownForeignWord,
  parseForeignId,
} from "../foreign-values";
import type { MovedMonitor } from "../move-document";
import type { MoveNotes, NoteSubject } from "../move-notes";
import { unmovedReasons } from "../unmoved-reasons";
import { convertCheckInterval, lacksCondition, toMovedMonitor } from "../watched-things";
import type { InstatusRow } from "./incident-rows";

const operators: Readonly<Record<string, string>> = {
  EQUALS: "==",
  NOT_EQUALS: "!=",
  GREATER_THAN: ">",
  GREATER_THAN_OR_EQUALS: ">=",
  LESS_THAN: "<",
  LESS_THAN_OR_EQUALS: "<=",
};

/** Settings that the assertions ask for. */
interface AssertedSettings {
  settings: Record<string, unknown>;
  /** Statuses that are left; null = none is asked for. */
  statuses: number[] | null;
  values: string[];
}

function setOnce(settings: Record<string, unknown>, name: string, value: unknown): boolean {
  if (settings[name] !== undefined) return false;
  settings[name] = value;
  return true;
}

const jsonPathOf = (selector: string): string => (selector.startsWith("$") ? selector : `$.${selector}`);

/** Adds what an assertion asks for; returns false for one that no check here has. */
function addAssertion(to: AssertedSettings, { type, comparison, selector, value }: InstatusRow): boolean {
  const [kind, word, text] = [type, comparison, value].map(foreignText);
  const number = foreignNumber(value);
  switch (kind) {
    case "AVAILABLE":
    case "PING":
    case "TCP":
      return true;
    case "STATUSCODE": {
      const operator = knownForeignWord(operators, word ?? "");
      if (number === null || operator === undefined) return false;
      to.statuses = (to.statuses ?? allHttpStatuses).filter((each) => isComparisonTrue(each, operator, number));
      return true;
    }
    case "BODY":
      if (word === "CONTAINS") return setOnce(to.settings, "contains", text);
      return word === "NOT_CONTAINS" && setOnce(to.settings, "lacks", text);
    case "RESPONSETIME":
      return word?.startsWith("LESS_THAN") === true && number !== null && setOnce(to.settings, "latest", number);
    case "JSONBODY": {
      const path = foreignText(selector);
      if (word !== "EQUALS" || path === "" || !setOnce(to.settings, "jsonPath", jsonPathOf(path))) return false;
      to.settings.jsonValue = text;
      return true;
    }
    case "DNS":
      if (word !== "EQUALS" && word !== "CONTAINS") return false;
      to.settings.type = foreignText(selector) || "A";
      to.values.push(text ?? "");
      return true;
    default:
      return false;
  }
}

/** Returns the address with the parameters that the monitor adds to it. */
function addressOf({ url, queryParams }: InstatusRow): string {
  const address = URL.parse(foreignText(url));
  const parameters = Object.entries(foreignRecord(queryParams));
  if (!address || parameters.length === 0) return foreignText(url);
  for (const [name, value] of parameters) address.searchParams.set(name, foreignText(value));
  return address.href;
}

function httpOf(row: InstatusRow, to: AssertedSettings, subject: NoteSubject, notes: MoveNotes) {
  const headers = convertCheckHeaders(Object.entries(foreignRecord(row.headers)), "headers", subject, notes);
  const { username, password } = foreignRecord(row.basicAuth);
  const hasAuth = foreignText(username) !== "" || foreignText(password) !== "";
  if (hasAuth) notes.secretFound(subject, "basicAuth");
  return httpCheckSettings({
    url: addressOf(row),
    method: foreignText(row.httpMethod) || "GET",
    headers,
    body: foreignText(row.body),
    ...(hasAuth && { auth: "basic", username: foreignText(username), password: foreignText(password) }),
    ...(to.statuses && { statuses: statusRangesText(to.statuses) }),
    ...to.settings,
  });
}

function checkOf(row: InstatusRow, to: AssertedSettings, subject: NoteSubject, notes: MoveNotes): CheckSettings | null {
  const { host, port } = hostAndPort(foreignText(row.url));
  switch (foreignText(row.type) || "HTTP") {
    case "HTTP":
    case "HTTP_API":
      return httpOf(row, to, subject, notes);
    case "PING":
      return pingCheckSettings(host);
    case "TCP":
      return tcpCheckSettings(host, port);
    case "DNS":
      return dnsCheckSettings(host, foreignText(to.settings.type), to.values);
    default:
      return null;
  }
}

const fieldsLeftOut = {
  locations: unmovedReasons.places,
  alerts: unmovedReasons.alerts,
  onFail: "Alert rules open incidents here.",
  onRecover: "Alert rules resolve incidents here.",
};

/** Translates a monitor. Which component follows it is not in the API. */
export function convertInstatusMonitor(row: InstatusRow, notes: MoveNotes): MovedMonitor | null {
  const url = foreignText(row.url);
  const id = parseForeignId(row.id) ?? parseForeignId(`${foreignText(row.type)} ${url}`);
  const name = foreignName(row.name, url || "Monitor");
  const subject: NoteSubject = { noun: "monitor", id, name };
  if (id === null || url === "") {
    notes.leftOut(subject, "url", "It has no address.");
    return null;
  }
  const to: AssertedSettings = { settings: {}, statuses: null, values: [] };
  const unchecked = foreignList(row.assertions)
    .map(foreignRecord)
    .filter((each) => !addAssertion(to, each));
  for (const each of unchecked)
    notes.question(subject, `assertions.${foreignText(each.type).slice(0, 60)}`, unmovedReasons.unchecked);
  const check = checkOf(row, to, subject, notes);
  if (check === null)
    notes.question(subject, "type", `No monitor here does a check of “${foreignText(row.type).slice(0, 60)}” like it.`);
  notes.leftOutFields(subject, row, fieldsLeftOut);
  return toMovedMonitor(
    {
      id,
      name,
      check,
      intervalSeconds: convertCheckInterval(foreignNumber(row.checksInterval), subject, "checksInterval", notes),
      isPaused: [lacksCondition(check, subject, notes), unchecked.length > 0].includes(true),
    },
    [],
  );
}
