import {
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  parseForeignId,
} from "../contract/foreign-values";
import { pingRulesOfCheck, scheduleOfCheck } from "../contract/healthchecks/check-rules";
import { parseHealthchecksFlips, statusSpansOfHealthchecksFlips } from "../contract/healthchecks/flips";
import type { MoveDocumentPart, MovedComponent, MovedHeartbeat } from "../contract/move-document";
import { MoveNotes, type NoteSubject, wholeOriginSubject } from "../contract/move-notes";
import type { ImportOrigin, OriginFile, OriginResult } from "../contract/origin";
import { originRefusal, parseOriginJson } from "../contract/origin-texts";
import {
  originHttpsBase,
  type QueuedOriginAnswer,
  type QueuedOriginAnswerFacts,
  queuedApiReader,
  unlistedOriginAnswer,
} from "../contract/queued-api";
import { unmovedReasons } from "../contract/unmoved-reasons";
import { convertForeignTags, toMovedComponentWithMonitor } from "../contract/watched-things";

const title = "Healthchecks";
const hosted = "https://healthchecks.io";

const uuidShape = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

const fieldsLeftOut: Readonly<Record<string, string>> = {
  desc: "A heartbeat here has no description.",
  channels: "Choose its channels here: their addresses are not in the API.",
};

/** Fields that each check has, which are said once. */
const commonFields: Readonly<Record<string, string>> = {
  badge_url: "Badges here have addresses of their own.",
  n_pings: "Pings are counted from the first one that arrives here.",
  last_ping: unmovedReasons.lastPing,
  last_duration: "Durations are measured from the first run here.",
};

const states = ["new", "up", "grace", "down", "paused", "started"];

/** Returns true for a check that is paused, and asks about a word that is not known. */
function isPausedCheck(check: Record<string, unknown>, subject: NoteSubject, notes: MoveNotes): boolean {
  const status = foreignText(check.status);
  if (!states.includes(status))
    notes.question(subject, "status", `The word “${status.slice(0, 60)}” is not known here: it comes paused.`);
  return status === "paused" || !states.includes(status);
}

interface CheckThings {
  component: MovedComponent;
  heartbeat: MovedHeartbeat;
}

function readCheck(value: unknown, position: number, notes: MoveNotes): CheckThings | null {
  const check = foreignRecord(value);
  const uuid = foreignText(check.uuid);
  const pingKey = uuidShape.test(uuid) ? uuid.toLowerCase() : null;
  const id = pingKey ?? parseForeignId(check.unique_key);
  const name = foreignName(check.name, foreignText(check.slug) || `Check ${position + 1}`);
  const subject: NoteSubject = { noun: "heartbeat", id, name };
  if (id === null) {
    notes.question(subject, "uuid", "It has neither uuid nor unique_key, so it does not come.");
    return null;
  }
  const grace = foreignNumber(check.grace);
  if (grace === null || grace < 0) notes.question(subject, "grace", "It is no number: an hour is taken.");
  const { schedule, isAsked } = scheduleOfCheck(check, subject, notes);
  const tags = convertForeignTags(foreignText(check.tags).split(/\s+/), subject, "tags", notes);
  notes.leftOutFields(subject, check, fieldsLeftOut);
  const { component } = toMovedComponentWithMonitor({ id, name, check: null, intervalSeconds: null });
  return {
    component: { ...component, keptBy: "watched" },
    heartbeat: {
      id,
      name,
      pingKey,
      pingPath: pingKey === null ? null : `/ping/${pingKey}`,
      schedule,
      graceSeconds: grace === null || grace < 0 ? 3600 : Math.round(grace),
      ...(foreignText(check.slug) !== "" && { slug: foreignText(check.slug) }),
      pingRules: pingRulesOfCheck(check, subject, notes),
      isPaused: isPausedCheck(check, subject, notes) || isAsked,
      tags,
      componentIds: [id],
    },
  };
}

const readOnlyReason =
  "The key is read-only: it shows no uuid, so ping addresses cannot be kept. Use a read-write key of the project instead.";

interface ReadChecks {
  things: (CheckThings & { status: string })[];
  notes: MoveNotes;
}

function checksOf(body: unknown, isHosted: boolean): ReadChecks {
  const checks = foreignList(foreignRecord(body).checks).map(foreignRecord);
  const notes = new MoveNotes();
  const all: NoteSubject = { noun: "heartbeat", id: null, name: title };
  const isReadOnly = checks.some((each) => !uuidShape.test(foreignText(each.uuid)));
  if (isReadOnly) notes.question(all, "uuid", readOnlyReason);
  if (isHosted && !isReadOnly) {
    notes.approximated(
      all,
      "ping_url",
      "hc-ping.com does not move: replace the host in each job's address; the path stays.",
    );
  }
  const things = checks.flatMap((each, position) => {
    const read = readCheck(each, position, notes);
    return read ? [{ ...read, status: foreignText(each.status) }] : [];
  });
  for (const [field, reason] of Object.entries(commonFields)) {
    if (checks.some((each) => each[field])) notes.leftOut(all, field, reason);
  }
  return { things, notes };
}

const partOfThings = (things: readonly CheckThings[]): MoveDocumentPart => ({
  components: things.map(({ component }) => component),
  heartbeats: things.map(({ heartbeat }) => heartbeat),
});

const readChecks = (body: unknown, isHosted: boolean): MoveDocumentPart => {
  const { things, notes } = checksOf(body, isHosted);
  return { ...partOfThings(things), notes: notes.list };
};

/** Asks for the flips of each check, which travels with the request. */
function readChecksOfApi({ body, notes }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const { things, notes: found } = checksOf(body, isHostedCheck(body));
  notes.list.push(...found.list);
  const more = things.map((about) => ({
    what: "flips",
    path: `/checks/${encodeURIComponent(about.component.id)}/flips/`,
    about: { ...about },
  }));
  return { part: {}, more };
}

/** Returns a check whose flips were asked for, with the past that they say. */
function readFlips(about: Record<string, unknown>, flips: readonly unknown[], notes: MoveNotes): MoveDocumentPart {
  const { component, heartbeat, status } = about as unknown as CheckThings & { status: string };
  const history = statusSpansOfHealthchecksFlips(flips, status);
  const subject: NoteSubject = { noun: "component", id: component.id, name: component.name };
  if (history.length > 0)
    notes.approximated(subject, "flips", "A pause looks like a failure in its flips: what is known of it is the past.");
  return partOfThings([{ component: history.length > 0 ? { ...component, history } : component, heartbeat }]);
}

const hasChecks = (body: unknown): boolean => Array.isArray(foreignRecord(body).checks);

const isHostedCheck = (body: unknown): boolean => JSON.stringify(body).includes("https://hc-ping.com/");

/** Notes the channels of a project: the API shows their names alone. */
function readChannels(body: unknown): MoveDocumentPart {
  const notes = new MoveNotes();
  for (const value of foreignList(foreignRecord(body).channels)) {
    const channel = foreignRecord(value);
    const [kind, name] = [foreignText(channel.kind).slice(0, 60), foreignName(channel.name, "")];
    const subject: NoteSubject = { noun: "other", id: parseForeignId(channel.id), name: name || kind };
    notes.leftOut(subject, `channels.${kind}`, "Add the channel: its address is not in the API.");
  }
  return { notes: notes.list };
}

function readFiles(files: readonly OriginFile[]): OriginResult<MoveDocumentPart> {
  const parts: MoveDocumentPart[] = [];
  for (const { path, text } of files.filter((each) => /\.json$/i.test(each.path))) {
    const read = parseOriginJson(path, text);
    if (!read.ok) return read;
    if (hasChecks(read.value)) parts.push(readChecks(read.value, isHostedCheck(read.value)));
    else if (Array.isArray(foreignRecord(read.value).channels)) parts.push(readChannels(read.value));
  }
  if (!parts.some(({ heartbeats }) => heartbeats)) {
    return originRefusal("not_this_origin", "No file has a list of checks, as /api/v3/checks/ answers it.");
  }
  return {
    ok: true,
    value: {
      components: parts.flatMap(({ components = [] }) => components),
      heartbeats: parts.flatMap(({ heartbeats = [] }) => heartbeats),
      notes: parts.flatMap(({ notes = [] }) => notes),
    },
  };
}

/** Healthchecks, hosted or on a server of one's own: one project for each key. */
export const healthchecksOrigin: ImportOrigin = {
  name: "healthchecks",
  title,
  files: [{ ending: ".json", what: "the answer of /api/v3/checks/" }],
  readFiles,
  api: queuedApiReader({
    title,
    pauseMs: 700,
    begin(settings) {
      const base = originHttpsBase(settings.url, hosted, title);
      if (!base.ok) return base;
      if (settings.key === "") {
        return originRefusal("wrong_key", "Enter the read-write key of the project: Settings → API Access.");
      }
      return {
        ok: true,
        value: [
          { what: "checks", path: "/checks/" },
          { what: "channels", path: "/channels/" },
        ],
      };
    },
    request({ path }, settings) {
      const base = originHttpsBase(settings.url, hosted, title);
      const origin = (base.ok ? base.value : hosted).replace(/\/api\/v\d$/, "");
      return {
        method: "GET",
        url: `${origin}/api/v3${path}`,
        headers: { "x-api-key": settings.key, accept: "application/json" },
      };
    },
    read(facts) {
      const { request, body, notes } = facts;
      if (request.what === "channels") return { part: readChannels(body) };
      if (request.what === "flips") {
        const flips = parseHealthchecksFlips(body);
        return flips ? { part: readFlips(request.about, flips, notes) } : unlistedOriginAnswer(title, request.what);
      }
      if (!hasChecks(body)) return originRefusal("unusable_answer", `${title}: its answer has no list of checks.`);
      return readChecksOfApi(facts);
    },
    // Channels are refused to a read-only key; a check may be deleted meanwhile, or its flips not be offered.
    without({ what, about }, status, notes) {
      if (![401, 403, 404].includes(status)) return null;
      if (what === "flips") return readFlips(about, [], notes);
      if (what !== "channels") return null;
      notes.leftOut(wholeOriginSubject(title), what, "The key may not read them: add the channels here.");
      return {};
    },
  }),
};
