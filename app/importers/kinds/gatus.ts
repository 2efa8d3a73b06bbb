import { gatusPingKey } from "~/heartbeats/rules/gatus-ping-key";
import type { CheckSettings } from "../contract/check-settings";
import {
  foreignFlag,
  foreignIdOf,
  foreignList,
  foreignName,
  foreignRecord,
  foreignText,
  foreignTexts,
} from "../contract/foreign-values";
import { movedGatusAnnouncement } from "../contract/gatus/announcement";
import { goDurationSeconds, readGatusConditions } from "../contract/gatus/conditions";
import { type GatusEndpointFacts, gatusDomainCheck, gatusEndpointCheck } from "../contract/gatus/endpoint";
import { gatusVariablesIn, readGatusFiles } from "../contract/gatus/files";
import {
  movedGatusPage,
  noteGatusCommonFields,
  noteGatusConfigFields,
  unmovedClientFields,
  unmovedEndpointFields,
} from "../contract/gatus/unmoved-fields";
import type {
  MoveDocumentPart,
  MovedComponent,
  MovedGroup,
  MovedHeartbeat,
  MovedMonitor,
} from "../contract/move-document";
import { MoveNotes, type NoteSubject, wholeOriginSubject } from "../contract/move-notes";
import type { ImportOrigin, OriginFile, OriginResult, OriginSettings } from "../contract/origin";
import { originRefusal } from "../contract/origin-texts";
import {
  lacksCondition,
  movedCheckInterval,
  movedCheckTimeout,
  movedComponentWithMonitor,
  movedMonitorOf,
} from "../contract/watched-things";

interface Reading {
  notes: MoveNotes;
  unset: readonly string[];
  ids: Set<string>;
  components: MovedComponent[];
  monitors: MovedMonitor[];
  heartbeats: MovedHeartbeat[];
}

const keyPart = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[/_,.#+& ]/g, "-");

/** Returns Gatus' own key of an endpoint, by which its badges are called. */
const keyOf = (group: string, name: string): string => foreignIdOf(`${keyPart(group)}_${keyPart(name)}`) ?? "_";

const groupIdOf = (group: string): string | null => foreignIdOf(group);

/** Returns a subject with an id of its own: a second endpoint of one name is a question, and is not lost. */
function subjectOf({ group, name }: { group: string; name: string }, noun: NoteSubject["noun"], reading: Reading) {
  let id = keyOf(group, name);
  const subject = { noun, id, name: foreignName(name, "Endpoint") };
  if (reading.ids.has(id)) {
    for (let number = 2; reading.ids.has(id); number++) id = `${subject.id}~${number}`;
    reading.notes.question({ ...subject, id }, "name", "Two endpoints of this group have this name.");
  }
  reading.ids.add(id);
  return { ...subject, id };
}

/** Seconds between two checks; 60 when none is said. */
const intervalOf = (value: unknown): number => goDurationSeconds(foreignText(value)) ?? 60;

/** Conditions of an endpoint that no check here asks, as people read them. */
function lostConditions(
  { asked }: GatusEndpointFacts,
  unasked: readonly string[],
  domain: CheckSettings | null,
): string[] {
  const registration = asked.domainHours !== null && domain === null ? ["[DOMAIN_EXPIRATION]"] : [];
  return [...asked.untaken, ...unasked, ...registration];
}

/** Returns the check of an endpoint, or of its domain where that is all it asks; notes the conditions it lacks. */
function readCheck(facts: GatusEndpointFacts, domain: CheckSettings | null) {
  const { endpoint, asked, subject, notes } = facts;
  const conditions = foreignTexts(endpoint.conditions);
  const isAboutDomain = domain !== null && conditions.every((each) => each.includes("[DOMAIN_EXPIRATION]"));
  const { check, unasked } = isAboutDomain ? { check: domain, unasked: [] } : gatusEndpointCheck(facts);
  for (const [condition, reason] of asked.approximated) notes.approximated(subject, condition, reason);
  const lost = lostConditions(facts, unasked, domain);
  const isChecked = check !== null && asked.untaken.length < conditions.length;
  const reason = isChecked ? lostReason : "It cannot be checked here.";
  for (const each of lost) notes.question(subject, each.slice(0, 200), reason);
  if (!isChecked) notes.leftOut(subject, "url", "No monitor here does this check: its component comes without one.");
  const isUncertain = [lost.length > 0, lacksCondition(check, subject, notes)].includes(true);
  return { check: isChecked ? check : null, isUncertain };
}

/** Returns true when a setting holds a variable without a value. */
function asksForVariable(check: CheckSettings | null, { unset, notes }: Reading, subject: NoteSubject): boolean {
  const names = gatusVariablesIn(check?.settings, unset).map((name) => `\${${name}}`);
  if (names.length > 0) notes.question(subject, names.join(", "), "It is not filled in: the monitor comes paused.");
  return names.length > 0;
}

/** Returns the monitor of the domain's registration beside the one of the endpoint. */
function domainMonitorOf(
  check: CheckSettings,
  isPaused: boolean,
  subject: NoteSubject & { id: string },
  notes: MoveNotes,
) {
  notes.approximated(subject, "[DOMAIN_EXPIRATION]", "A monitor of its own checks the domain once an hour.");
  const id = foreignIdOf(`${subject.id}:domain`) ?? subject.id;
  const name = `${subject.name} (domain)`;
  return movedMonitorOf({ id, name, check, isPaused, intervalSeconds: 3600 }, [subject.id]);
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
  const seconds = Math.max(intervalOf(endpoint.interval), check?.kind === "domain" ? 3600 : 1);
  const { component, monitor } = movedComponentWithMonitor({
    id: subject.id,
    name: subject.name,
    groupId: groupIdOf(group),
    check,
    intervalSeconds: movedCheckInterval(seconds, subject, "interval", notes),
    timeoutSeconds: movedCheckTimeout(goDurationSeconds(foreignText(client.timeout)), subject, "client.timeout", notes),
    isPaused: isOff || isUncertain || asksVariable,
  });
  reading.components.push(component);
  reading.monitors.push(monitor);
  const isApart = domain !== null && check !== domain;
  if (isApart) reading.monitors.push(domainMonitorOf(domain, isOff || asksVariable, subject, notes));
  notes.leftOutFields(subject, endpoint, unmovedEndpointFields);
  notes.leftOutFields(subject, client, unmovedClientFields);
}

const lostReason = "It cannot be checked here: the monitor comes paused, so that it is never up without it.";

function readExternalEndpoint(value: unknown, reading: Reading): void {
  const endpoint = foreignRecord(value);
  const { notes } = reading;
  const [group, name] = [foreignText(endpoint.group), foreignText(endpoint.name)];
  const subject = subjectOf({ group, name }, "heartbeat", reading);
  const seconds = goDurationSeconds(foreignText(foreignRecord(endpoint.heartbeat).interval));
  const { component } = movedComponentWithMonitor({
    ...subject,
    groupId: groupIdOf(group),
    check: null,
    intervalSeconds: null,
  });
  const isWatched = seconds !== null && seconds >= 1;
  reading.components.push({ ...component, keptBy: isWatched ? "watched" : "manual" });
  const token = foreignText(endpoint.token);
  if (!isWatched) {
    if (token !== "") notes.leftOut(subject, "token", "A source here has its secret in its address.");
    notes.leftOut(subject, "heartbeat", "It has no interval: add a source that reports its results.");
    return;
  }
  if (token !== "")
    notes.secretFound(
      subject,
      "token",
      "Who knows it can report results: it is sealed, and the old address is answered here.",
    );
  notes.approximated(subject, "heartbeat.interval", "It is late a minute after the interval; there, at once.");
  reading.heartbeats.push({
    id: subject.id,
    name: subject.name,
    pingKey: token === "" ? null : gatusPingKey(keyOf(group, name), token),
    pingPath: `/api/v1/endpoints/${keyOf(group, name)}/external`,
    schedule: { everySeconds: Math.ceil(seconds) },
    graceSeconds: 60,
    isPaused: foreignFlag(endpoint.enabled ?? true) !== true,
    tags: [],
    componentIds: [subject.id],
  });
}

function groupsOf(endpoints: readonly Record<string, unknown>[]): MovedGroup[] {
  const names = [...new Set(endpoints.map(({ group }) => foreignText(group).trim()).filter(Boolean))];
  return names.map((name) => ({ id: groupIdOf(name) ?? name, name: foreignName(name, "Group"), description: "" }));
}

function readConfig(
  config: Record<string, unknown>,
  unset: readonly string[],
  settings: OriginSettings,
): MoveDocumentPart {
  const notes = new MoveNotes();
  const reading: Reading = { notes, unset, ids: new Set(), components: [], monitors: [], heartbeats: [] };
  const older = foreignList(config.services);
  if (older.length > 0) notes.approximated(wholeOriginSubject("Gatus"), "services", "Endpoints of a Gatus before 5.0.");
  const endpoints = [...foreignList(config.endpoints), ...older].map(foreignRecord);
  const external = foreignList(config["external-endpoints"]).map(foreignRecord);
  for (const each of endpoints) readEndpoint(each, reading);
  for (const each of external) readExternalEndpoint(each, reading);
  noteGatusCommonFields([...endpoints, ...external], notes);
  noteGatusConfigFields(config, notes);
  for (const name of unset)
    notes.question(
      wholeOriginSubject("Gatus"),
      `\${${name}}`,
      "Its value is not in the file: type it in, or fill it in later.",
    );
  const { header, title, description, logo } = foreignRecord(config.ui);
  const name = foreignName(header, foreignText(title));
  const { components, monitors, heartbeats } = reading;
  return {
    page: movedGatusPage(config, { name, about: foreignText(description), logo: foreignText(logo) }),
    groups: groupsOf([...endpoints, ...external]),
    components,
    monitors,
    heartbeats,
    incidents: foreignList(config.announcements).flatMap(
      (each) => movedGatusAnnouncement(each, settings.timeZone, notes) ?? [],
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

/** Gatus, by its configuration: one file, several, or the ConfigMap that holds it. */
export const gatusOrigin: ImportOrigin = {
  name: "gatus",
  title: "Gatus",
  files: [
    { ending: ".yaml", what: "config.yaml, or all files of the folder that GATUS_CONFIG_PATH names" },
    { ending: ".yml", what: "config.yml" },
  ],
  readFiles,
};
