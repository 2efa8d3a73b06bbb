import { firstForeignPage } from "../contract/chosen-page";
import { foreignIdOf, foreignList, foreignName, foreignRecord, foreignText } from "../contract/foreign-values";
import type { MoveDocumentPart } from "../contract/move-document";
import { MoveNotes, type NoteSubject, wholeOriginSubject } from "../contract/move-notes";
import { movedPageOf } from "../contract/moved-things";
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
  unlistedOriginAnswer,
} from "../contract/queued-api";
import { unmovedReasons } from "../contract/unmoved-reasons";
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
  };
}

const readMonitors = ({ body, notes }: QueuedOriginAnswerFacts): MoveDocumentPart =>
  partOf(foreignList(foreignRecord(body).data).map(robotMonitorOfV3), notes);

/** Returns the first of the pages, as one page is moved at a time; the others are asked about. */
function readPages({ body, settings, notes }: QueuedOriginAnswerFacts): MoveDocumentPart {
  const pages = foreignList(foreignRecord(body).data).map(foreignRecord);
  const keysOf = (row: Record<string, unknown>) => ({ id: foreignIdOf(row.id), name: row.friendlyName });
  const page = firstForeignPage(pages, settings.choices.page, keysOf, "psps", notes);
  const id = foreignIdOf(page?.id);
  if (!page || id === null) return {};
  const name = foreignName(page.friendlyName, "Status page");
  const subject: NoteSubject = { noun: "page", id, name };
  const isPrivate = page.isPasswordSet === true || foreignText(page.password) !== "";
  if (isPrivate) notes.question(subject, "password", "The page is private: set a password here.");
  notes.leftOutFields(subject, page, {
    monitorIds: "All monitors come as components: hide those that the page did not show.",
    sort: unmovedReasons.order,
    pinnedAnnouncementId: "Write it as an incident here.",
  });
  return { page: movedPageOf({ id, name, host: page.customDomain, isPrivate }) };
}

const othersLeftOut: Readonly<Record<string, string>> = {
  "maintenance-windows": "They repeat: add repeating maintenances.",
  "user/alert-contacts": "Add the channels: values are masked for some.",
};

/** Notes the names of what does not come from a list. */
function noteOthers({ request, body, notes }: QueuedOriginAnswerFacts): void {
  for (const value of foreignList(foreignRecord(body).data)) {
    const row = foreignRecord(value);
    const name = foreignName(row.friendlyName ?? row.name, "Without a name");
    notes.leftOut({ noun: "other", id: foreignIdOf(row.id), name }, request.what, othersLeftOut[request.what] ?? "");
  }
}

function read(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer | ReturnType<typeof originRefusal> {
  const { request, body } = facts;
  if (!Array.isArray(foreignRecord(body).data)) {
    return unlistedOriginAnswer(title, request.what);
  }
  const path = originPathBelow(base, foreignRecord(body).nextLink);
  const more = path === null ? [] : [{ what: request.what, path }];
  if (request.what === "monitors") return { part: readMonitors(facts), more };
  if (request.what === "psps") return { part: readPages(facts) };
  noteOthers(facts);
  return { part: {}, more };
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
      notes.leftOut(wholeOriginSubject(`${contacts} contacts`), "alert_contacts", unmovedReasons.addChannels);
  }
  if (found.length === 0) return originRefusal("not_this_origin", "No file has a list of monitors of UptimeRobot.");
  return { ok: true, value: { ...partOf(found, notes), notes: notes.list } };
}

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
    without({ what }, status, notes) {
      if (what === "monitors" || ![402, 403, 404].includes(status)) return null;
      notes.leftOut(wholeOriginSubject(title), what, unmovedReasons.noRight);
      return {};
    },
    limit({ status, headers }) {
      const until =
        status === 429 && !headers.has("retry-after") ? Number(headers.get("x-ratelimit-reset")) : Number.NaN;
      return Number.isFinite(until) && until > 0 && until < 86_400 ? until * 1000 : null;
    },
  }),
};
