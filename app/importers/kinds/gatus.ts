import { gatusPingKey } from "~/heartbeats/rules/gatus-ping-key";
import { goDurationSeconds } from "../contract/check-conditions";
import type { CheckSettings } from "../contract/check-settings";
import {
  foreignFlag,
  foreignList,
  foreignName,
  foreignRecord,
  foreignText,
  foreignTexts,
  parseForeignId,
} from "../contract/foreign-values";
import { convertGatusAnnouncement } from "../contract/gatus/announcement";
import { readGatusConditions } from "../contract/gatus/conditions";
import { type GatusEndpointFacts, gatusDomainCheck, gatusEndpointCheck } from "../contract/gatus/endpoint";
import { gatusVariablesIn, readGatusFiles } from "../contract/gatus/files";
import {
  convertGatusPage,
  noteGatusCommonFields,
  noteGatusConfigFields,
  reasonByUnmovedClientField,
  reasonByUnmovedEndpointField,
} from "../contract/gatus/unmoved-fields";
import type { MoveDocumentPart, MovedComponent, MovedHeartbeat, MovedMonitor } from "../contract/move-document";
import { MoveNotes, type NoteSubject, wholeOriginSubject } from "../contract/move-notes";
import { convertForeignChannel } from "../contract/moved-channels";
import { movedGroupsFromNames } from "../contract/moved-things";
import type { ImportOrigin, OriginFile, OriginResult, OriginSettings } from "../contract/origin";
import { originRefusal } from "../contract/origin-texts";
import { convertSilentWindow } from "../contract/repeating-windows";
import { unmovedReasons } from "../contract/unmoved-reasons";
import {
  convertCheckInterval,
  convertCheckTimeout,
  lacksCondition,
  toMovedComponentWithMonitor,
  toMovedDomainMonitor,
} from "../contract/watched-things";
import type { MovedMaintenanceSeries } from "../rules/moved-series";

interface Reading {
  notes: MoveNotes;
  unset: readonly string[];
  ids: Set<string>;
  components: MovedComponent[];
  monitors: MovedMonitor[];
  heartbeats: MovedHeartbeat[];
  series: MovedMaintenanceSeries[];
}

const keyPart = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[/_,.#+& ]/g, "-");

/** Returns Gatus' own key of an endpoint, by which its badges are called. */
const keyOf = (group: string, name: string): string => parseForeignId(`${keyPart(group)}_${keyPart(name)}`) ?? "_";

/** Returns a subject with an id of its own: a second endpoint of one name is a question, and is not lost. */
function subjectOf({ group, name }: { group: string; name: string }, noun: NoteSubject["noun"], reading: Reading) {
  let id = keyOf(group, name);
  const subject = { noun, id, name: foreignName(name, "Endpoint") };
  if (reading.ids.has(id)) {
    for (let number = 2; reading.ids.has(id); number++) id = `${subject.id}~${number}`;
    reading.notes.question({ ...subject, id }, "name", unmovedReasons.sameName);
  }
  reading.ids.add(id);
  return { ...subject, id };
}

const secondsOf = (value: unknown): number | null => goDurationSeconds(foreignText(value));

const domainExpiration = "[DOMAIN_EXPIRATION]";

/** Returns the check of an endpoint, or of its domain where that is all it asks; notes the conditions it lacks. */
function readCheck(facts: GatusEndpointFacts, domain: CheckSettings | null) {
  const { endpoint, asked, subject, notes } = facts;
  const conditions = foreignTexts(endpoint.conditions);
  const isAboutDomain = domain !== null && conditions.every((each) => each.includes(domainExpiration));
  const { check, unasked } = isAboutDomain ? { check: domain, unasked: [] } : gatusEndpointCheck(facts);
  if (asked.exact !== null) notes.approximated(subject, asked.exact, unmovedReasons.containsOnly);
  const registration = asked.domainHours !== null && domain === null ? [domainExpiration] : [];
  const lost = [...asked.untaken, ...unasked, ...registration];
  const isChecked = check !== null && asked.untaken.length < conditions.length;
  const reason = isChecked ? unmovedReasons.unchecked : unmovedReasons.noSuchCheck;
  for (const each of lost) notes.question(subject, each.slice(0, 200), reason);
  if (!isChecked) notes.leftOut(subject, "url", unmovedReasons.noCheckHere);
  const isUncertain = lacksCondition(check, subject, notes) || lost.length > 0;
  return { check: isChecked ? check : null, isUncertain };
}

/** Returns true when a setting holds a variable without a value. */
function asksForVariable(check: CheckSettings | null, { unset, notes }: Reading, subject: NoteSubject): boolean {
  const names = gatusVariablesIn(check?.settings, unset).map((name) => `\${${name}}`);
  if (names.length > 0) notes.question(subject, names.join(", "), unmovedReasons.unfilled);
  return names.length > 0;
}

/** Reads windows, in which alerts are silent there and here. */
function readWindows(
  windows: unknown[],
  { id, name }: { id: string; name: string },
  componentIds: string[],
  reading: Reading,
) {
  for (const [index, { start, duration, every, timezone, enabled }] of windows.map(foreignRecord).entries()) {
    const window = {
      id: index > 0 ? `${id}~${index}` : id,
      title: name,
      componentIds,
      field: "maintenance",
      start: enabled === false ? "" : start,
      seconds: secondsOf(duration),
      days: foreignTexts(every),
      zone: foreignText(timezone) || "UTC",
    };
    reading.series.push(...convertSilentWindow(window, reading.notes));
  }
}

function readEndpoint(value: unknown, reading: Reading): void {
  const endpoint = foreignRecord(value);
  const { notes } = reading;
  const client = foreignRecord(endpoint.client);
  const group = foreignText(endpoint.group);
  const subject = subjectOf({ group, name: foreignText(endpoint.name) }, "monitor", reading);
  const facts = { endpoint, asked: readGatusConditions(foreignTexts(endpoint.conditions)), subject, notes };
  const domain = gatusDomainCheck(facts);
  const { check, isUncertain } = readCheck(facts, domain);
  const asksVariable = asksForVariable(check, reading, subject);
  const isOff = foreignFlag(endpoint.enabled ?? true) !== true;
  const seconds = Math.max(secondsOf(endpoint.interval) ?? 60, check?.kind === "domain" ? 3600 : 1);
  const { component, monitor } = toMovedComponentWithMonitor({
    id: subject.id,
    name: subject.name,
    groupId: parseForeignId(group),
    check,
    intervalSeconds: convertCheckInterval(seconds, subject, "interval", notes),
    timeoutSeconds: convertCheckTimeout(secondsOf(client.timeout), subject, "client.timeout", notes),
    isPaused: isOff || isUncertain || asksVariable,
  });
  reading.components.push(component);
  reading.monitors.push(monitor);
  if (domain !== null && check !== domain) {
    notes.approximated(subject, domainExpiration, unmovedReasons.domainHourly);
    reading.monitors.push(toMovedDomainMonitor({ ...subject, isPaused: isOff || asksVariable }, domain, [subject.id]));
  }
  readWindows(foreignList(endpoint["maintenance-windows"]), subject, [subject.id], reading);
  notes.leftOutFields(subject, endpoint, reasonByUnmovedEndpointField);
  notes.leftOutFields(subject, client, reasonByUnmovedClientField);
}

function readExternalEndpoint(value: unknown, reading: Reading): void {
  const endpoint = foreignRecord(value);
  const { notes } = reading;
  const [group, name] = [foreignText(endpoint.group), foreignText(endpoint.name)];
  const subject = subjectOf({ group, name }, "heartbeat", reading);
  const key = keyOf(group, name);
  const seconds = secondsOf(foreignRecord(endpoint.heartbeat).interval);
  const { component } = toMovedComponentWithMonitor({
    ...subject,
    groupId: parseForeignId(group),
    check: null,
    intervalSeconds: null,
  });
  const isWatched = seconds !== null && seconds >= 1;
  reading.components.push({ ...component, keptBy: isWatched ? "watched" : "manual" });
  const token = foreignText(endpoint.token);
  if (!isWatched) {
    if (token !== "") notes.leftOut(subject, "token", unmovedReasons.secretInAddress);
    notes.leftOut(subject, "heartbeat", unmovedReasons.noInterval);
    return;
  }
  if (token !== "") notes.secretFound(subject, "token", unmovedReasons.token);
  notes.approximated(subject, "heartbeat.interval", unmovedReasons.lateByMinute);
  reading.heartbeats.push({
    id: subject.id,
    name: subject.name,
    pingKey: token === "" ? null : gatusPingKey(key, token),
    pingPath: `/api/v1/endpoints/${key}/external`,
    schedule: { everySeconds: Math.ceil(seconds) },
    graceSeconds: 60,
    isPaused: foreignFlag(endpoint.enabled ?? true) !== true,
    tags: [],
    componentIds: [subject.id],
  });
}

function readConfig(
  config: Record<string, unknown>,
  unset: readonly string[],
  settings: OriginSettings,
): MoveDocumentPart {
  const notes = new MoveNotes();
  const reading: Reading = { notes, unset, ids: new Set(), components: [], monitors: [], heartbeats: [], series: [] };
  const older = foreignList(config.services);
  if (older.length > 0) notes.approximated(wholeOriginSubject("Gatus"), "services", unmovedReasons.olderGatus);
  const endpoints = [...foreignList(config.endpoints), ...older].map(foreignRecord);
  const external = foreignList(config["external-endpoints"]).map(foreignRecord);
  for (const each of endpoints) readEndpoint(each, reading);
  for (const each of external) readExternalEndpoint(each, reading);
  const common = foreignRecord(config.maintenance);
  const all = reading.components.map(({ id }) => id);
  if (common.start !== undefined) readWindows([common], { id: "maintenance", name: "Maintenance" }, all, reading);
  noteGatusCommonFields([...endpoints, ...external], notes);
  noteGatusConfigFields(config, notes);
  for (const name of unset) notes.question(wholeOriginSubject("Gatus"), `\${${name}}`, unmovedReasons.noValue);
  const { components, monitors, heartbeats, series: maintenanceSeries } = reading;
  const channels = Object.entries(foreignRecord(config.alerting)).flatMap(([type, settings]) =>
    convertForeignChannel(
      { id: type, name: type, type, config: foreignRecord(settings), isPaused: false, field: `alerting.${type}` },
      notes,
    ),
  );
  return {
    page: convertGatusPage(foreignRecord(config.ui), notes),
    groups: movedGroupsFromNames([...endpoints, ...external].map(({ group }) => group)),
    components,
    monitors,
    heartbeats,
    maintenanceSeries,
    channels,
    incidents: foreignList(config.announcements).flatMap(
      (each) => convertGatusAnnouncement(each, settings.timeZone, notes) ?? [],
    ),
    notes: notes.list,
  };
}

const ownLists = ["endpoints", "services", "external-endpoints", "suites", "announcements"];

function readFiles(files: readonly OriginFile[], settings: OriginSettings): OriginResult<MoveDocumentPart> {
  const read = readGatusFiles(files, settings.choices);
  if (!read.ok) return read;
  const { config, unset } = read.value;
  if (!ownLists.some((name) => Array.isArray(config[name]))) {
    return originRefusal("not_this_origin", "No file has a list of endpoints, as Gatus' configuration does.");
  }
  return { ok: true, value: readConfig(config, unset, settings) };
}

/**
 * Gatus, by its configuration: one file, several, or the ConfigMap that holds it. Its past comes from the API of the one
 * that runs. Uptime: of thirty days, which it answers by endpoint.
 */
export const gatusOrigin: ImportOrigin = {
  name: "gatus",
  title: "Gatus",
  files: [
    { ending: ".yaml", what: "config.yaml, or all files of the folder that GATUS_CONFIG_PATH names" },
    { ending: ".yml", what: "config.yml" },
  ],
  readFiles,
  loadApi: async () => (await import("../contract/gatus/history")).gatusHistoryReader,
};
