import { foreignIdOf, foreignList, foreignName, foreignRecord, foreignText } from "../contract/foreign-values";
import type { MoveDocumentPart } from "../contract/move-document";
import { MoveNotes, type NoteSubject, wholeOriginSubject } from "../contract/move-notes";
import type { ImportOrigin, OriginFile, OriginResult } from "../contract/origin";
import { originRefusal, parseOriginJson } from "../contract/origin-texts";
import {
  beginWithKey,
  originBearerRequest,
  originPathBelow,
  type QueuedOriginAnswer,
  type QueuedOriginAnswerFacts,
  type QueuedOriginRequest,
  queuedApiReader,
  unreadListPart,
} from "../contract/queued-api";
import { movedRobotMonitor, type RobotMonitor } from "../contract/uptimerobot/monitor";
import { robotMonitorOfV2, robotMonitorOfV3 } from "../contract/uptimerobot/versions";

const title = "UptimeRobot";
const base = "https://api.uptimerobot.com/v3";

/** The free plan answers ten requests a minute. */
const pauseMs = 6000;

function partOf(monitors: readonly RobotMonitor[], notes: MoveNotes): MoveDocumentPart {
  const parts = monitors.map((each) => movedRobotMonitor(each, notes));
  return {
    components: parts.flatMap(({ components = [] }) => components),
    monitors: parts.flatMap(({ monitors = [] }) => monitors),
    heartbeats: parts.flatMap(({ heartbeats = [] }) => heartbeats),
    notes: notes.list,
  };
}

function readMonitors({ body }: QueuedOriginAnswerFacts): MoveDocumentPart {
  return partOf(foreignList(foreignRecord(body).data).map(robotMonitorOfV3), new MoveNotes());
}

/** Returns the first of the pages, as one page is moved at a time; the others are asked about. */
function readPages({ body, settings }: QueuedOriginAnswerFacts): MoveDocumentPart {
  const notes = new MoveNotes();
  const pages = foreignList(foreignRecord(body).data).map(foreignRecord);
  const page = pages.find(({ id }) => foreignIdOf(id) === settings.choices.page) ?? pages[0];
  const id = foreignIdOf(page?.id);
  if (!page || id === null) return {};
  for (const other of pages.filter((each) => each !== page)) {
    const name = foreignName(other.friendlyName, "Status page");
    const subject: NoteSubject = { noun: "page", id: foreignIdOf(other.id), name };
    notes.question(subject, "psps", "One page is moved at a time: choose it by its id.");
  }
  const name = foreignName(page.friendlyName, "Status page");
  const subject: NoteSubject = { noun: "page", id, name };
  const isPrivate = page.isPasswordSet === true || foreignText(page.password) !== "";
  if (isPrivate) notes.question(subject, "password", "The page is private: set a password here.");
  notes.leftOutFields(subject, page, {
    monitorIds: "All monitors come as components: hide those that the page did not show.",
    sort: "Components keep the order that they come in.",
    pinnedAnnouncementId: "Write it as an incident here.",
  });
  return {
    page: {
      id,
      name,
      about: "",
      timeZone: null,
      slug: null,
      host: foreignText(page.customDomain) || null,
      accentColor: null,
      logoUrl: null,
      isPrivate,
      languages: [],
    },
    notes: notes.list,
  };
}

const othersLeftOut: Readonly<Record<string, string>> = {
  "maintenance-windows": "They repeat: add repeating maintenances.",
  "user/alert-contacts": "Add the channels: values are masked for some.",
};

/** Notes the names of what does not come from a list. */
function readOthers({ request, body }: QueuedOriginAnswerFacts): MoveDocumentPart {
  const notes = new MoveNotes();
  for (const value of foreignList(foreignRecord(body).data)) {
    const row = foreignRecord(value);
    const name = foreignName(row.friendlyName ?? row.name, "Without a name");
    notes.leftOut({ noun: "other", id: foreignIdOf(row.id), name }, request.what, othersLeftOut[request.what] ?? "");
  }
  return { notes: notes.list };
}

function read(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer | ReturnType<typeof originRefusal> {
  const { request, body } = facts;
  if (!Array.isArray(foreignRecord(body).data)) {
    return originRefusal("unusable_answer", `${title}: its answer for ${request.what} has no list.`);
  }
  const path = originPathBelow(base, foreignRecord(body).nextLink);
  const more = path === null ? [] : [{ what: request.what, path }];
  if (request.what === "monitors") return { part: readMonitors(facts), more };
  return {
    part: request.what === "psps" ? readPages(facts) : readOthers(facts),
    more: request.what === "psps" ? [] : more,
  };
}

/** Reads recorded answers: v2's getMonitors and v3's list of monitors. */
function readFiles(files: readonly OriginFile[]): OriginResult<MoveDocumentPart> {
  const [found, notes]: [RobotMonitor[], MoveNotes] = [[], new MoveNotes()];
  for (const { path, text } of files.filter((each) => /\.json$/i.test(each.path))) {
    const parsed = parseOriginJson(path, text);
    if (!parsed.ok) return parsed;
    const body = foreignRecord(parsed.value);
    if (foreignText(body.stat) === "fail")
      return originRefusal("unusable_answer", `${path} is the answer to a refused request.`);
    found.push(...foreignList(body.monitors).map(robotMonitorOfV2), ...foreignList(body.data).map(robotMonitorOfV3));
    const contacts = foreignList(body.alert_contacts).length;
    if (contacts > 0)
      notes.leftOut(wholeOriginSubject(`${contacts} contacts`), "alert_contacts", "Add the channels here.");
  }
  if (found.length === 0) return originRefusal("not_this_origin", "No file has a list of monitors of UptimeRobot.");
  return { ok: true, value: partOf(found, notes) };
}

const unreadReason = "The key or the plan may not read it.";

const lists = ["monitors", "psps", "maintenance-windows", "user/alert-contacts"].map(
  (what): QueuedOriginRequest => ({ what, path: `/${what}?limit=200` }),
);

/**
 * UptimeRobot, by its API v3 or by recorded answers of v2 and v3. Uptime: `all_time_uptime_ratio` of v2;
 * `custom_uptime_ratio` does not say its days, and v3's list has none.
 */
export const uptimerobotOrigin: ImportOrigin = {
  name: "uptimerobot",
  title,
  files: [{ ending: ".json", what: "the answer of getMonitors (v2) with logs=1, or of /v3/monitors" }],
  readFiles,
  api: queuedApiReader({
    title,
    pauseMs,
    begin: beginWithKey("Enter a read-only API key: Integrations → API.", lists),
    request: originBearerRequest(base),
    read,
    without: ({ what }, status) =>
      what !== "monitors" && [402, 403, 404].includes(status) ? unreadListPart(title, what, unreadReason) : null,
    limit({ status, headers }) {
      const until =
        status === 429 && !headers.has("retry-after") ? Number(headers.get("x-ratelimit-reset")) : Number.NaN;
      return Number.isFinite(until) && until > 0 && until < 86_400 ? until * 1000 : null;
    },
  }),
};
