import { firstForeignPage } from "../contract/chosen-page";
import {
  foreignIdOf,
  foreignList,
  foreignName,
  foreignNumber,
  foreignRecord,
  foreignText,
  foreignTexts,
} from "../contract/foreign-values";
import { type MoveDocumentPart, type MovedComponent, movedComponentSchema } from "../contract/move-document";
import { MoveNotes, wholeOriginSubject } from "../contract/move-notes";
import { joinedHappenings } from "../contract/moved-things";
import type { ImportOrigin, OriginFile, OriginRequest, OriginResult, OriginSettings } from "../contract/origin";
import { originRefusal, parseOriginJson } from "../contract/origin-texts";
import {
  beginWithKey,
  originBearerRequest,
  originPathBelow,
  type QueuedOriginAnswer,
  type QueuedOriginAnswerFacts,
  type QueuedOriginRequest,
  queuedApiReader,
  type StoredOriginRequest,
  unlistedOriginAnswer,
} from "../contract/queued-api";
import { saidUptime } from "../contract/said-uptime";
import { unmovedReasons } from "../contract/unmoved-reasons";
import { movedRobotAnnouncement } from "../contract/uptimerobot/announcement";
import { movedRobotMonitor, type RobotMonitor } from "../contract/uptimerobot/monitor";
import {
  isShownOnRobotPage,
  movedRobotPage,
  orderedRobotMonitors,
  robotPageKeys,
  robotPageViewOf,
} from "../contract/uptimerobot/page";
import { robotMonitorOfV2, robotMonitorOfV3 } from "../contract/uptimerobot/versions";
import { movedRobotWindow, robotMonitorsByWindow } from "../contract/uptimerobot/windows";

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

/** Most monitors whose past one request asks for. */
const mostOfLogs = 50;

/** Returns the requests for the past of monitors, which the older API alone tells. */
function logRequests(components: readonly MovedComponent[]): QueuedOriginRequest[] {
  const starts = Array.from({ length: Math.ceil(components.length / mostOfLogs) }, (_, at) => at * mostOfLogs);
  return starts.map((from) => ({
    what: "logs",
    path: "/v2/getMonitors",
    about: { components: components.slice(from, from + mostOfLogs) },
  }));
}

/** Remembers which monitors each window is about, besides those of the pages before. */
function windowMemory(monitors: readonly RobotMonitor[], memory: QueuedOriginAnswerFacts["memory"]) {
  const known = foreignRecord(memory.windows);
  const found = [...robotMonitorsByWindow(monitors)].map(([id, ids]) => [id, [...foreignTexts(known[id]), ...ids]]);
  const all = [...foreignTexts(memory.all), ...monitors.flatMap(({ id }) => id ?? [])];
  return { windows: { ...known, ...Object.fromEntries(found) }, all };
}

/** Reads monitors as the page shows them; those that it does not show come hidden. */
function readMonitors({ body, memory, notes }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const view = robotPageViewOf(memory.view);
  const monitors = orderedRobotMonitors(foreignList(foreignRecord(body).data).map(robotMonitorOfV3), view);
  const hidden = new Set(monitors.flatMap((each) => (isShownOnRobotPage(each, view) ? [] : [each.id])));
  const part = partOf(monitors, notes);
  const components = (part.components ?? []).map((each) => ({ ...each, isHidden: hidden.has(each.id) }));
  return {
    part: { ...part, components },
    more: logRequests(components.filter(({ keptBy }) => keptBy === "watched")),
    memory: windowMemory(monitors, memory),
  };
}

/** Adds the past to components, which were read without it. */
function readLogs({ request, body, notes }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const answer = foreignRecord(body);
  if (foreignText(answer.stat) !== "ok")
    notes.leftOut({ noun: "component", id: null, name: "" }, "logs", unmovedReasons.pastUntold);
  const rows = new Map(foreignList(answer.monitors).map((row) => [foreignIdOf(foreignRecord(row).id), row]));
  const components = foreignList(request.about.components).flatMap((each): MovedComponent[] => {
    const component = movedComponentSchema.safeParse(each).data;
    const row = foreignRecord(rows.get(component?.id ?? ""));
    const history = robotMonitorOfV2(row).history;
    const uptime = saidUptime(foreignNumber(row.all_time_uptime_ratio), null);
    const hasPast = history.length > 0 || uptime !== undefined;
    return component && hasPast ? [{ ...component, history, ...(uptime && { uptime }) }] : [];
  });
  return { part: { components } };
}

/** Reads windows; one that every new monitor joins is about all of them, unless the monitors name it. */
function readWindows({ body, memory, headers, settings, notes }: QueuedOriginAnswerFacts): MoveDocumentPart {
  const readAt = Date.parse(headers.get("date") ?? "") || 0;
  const parts = foreignList(foreignRecord(body).data).map((value) => {
    const row = foreignRecord(value);
    const named = foreignTexts(foreignRecord(memory.windows)[foreignText(row.id)]);
    const componentIds = named.length === 0 && row.autoAddMonitors === true ? foreignTexts(memory.all) : named;
    return movedRobotWindow(row, { componentIds, timeZone: settings.timeZone, readAt }, notes);
  });
  return joinedHappenings(parts);
}

/** Returns the first of the pages, as one page is moved at a time; the others are asked about. */
function readPages({ body, settings, notes }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const pages = foreignList(foreignRecord(body).data).map(foreignRecord);
  const page = firstForeignPage(pages, settings.choices.page, robotPageKeys, "psps", notes);
  const id = foreignIdOf(page?.id);
  if (!page || id === null) return { part: {} };
  const announcements = { what: "announcements", path: `/psps/${encodeURIComponent(id)}/announcements` };
  return {
    part: { page: movedRobotPage(page, id, notes) },
    more: [announcements],
    memory: { view: robotPageViewOf(page) },
  };
}

function readAnnouncements({ body, notes }: QueuedOriginAnswerFacts): MoveDocumentPart {
  return joinedHappenings(foreignList(foreignRecord(body).data).map((each) => movedRobotAnnouncement(each, notes)));
}

const othersLeftOut: Readonly<Record<string, string>> = {
  "user/alert-contacts": unmovedReasons.maskedContacts,
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
  if (request.what === "logs") return readLogs(facts);
  if (!Array.isArray(foreignRecord(body).data)) {
    return unlistedOriginAnswer(title, request.what);
  }
  const path = originPathBelow(base, foreignRecord(body).nextLink);
  const more = path === null ? [] : [{ what: request.what, path }];
  if (request.what === "psps") return readPages(facts);
  if (request.what === "announcements") return { part: readAnnouncements(facts), more };
  if (request.what === "monitors") {
    const monitors = readMonitors(facts);
    return { ...monitors, more: [...(monitors.more ?? []), ...more] };
  }
  if (request.what === "maintenance-windows") return { part: readWindows(facts), more };
  noteOthers(facts);
  return { part: {}, more };
}

/** Translates the windows that monitors of v2 carry, each once; the newest log says when they were read. */
function windowsOfMonitors(monitors: readonly RobotMonitor[], { timeZone }: OriginSettings, notes: MoveNotes) {
  const readAt = monitors.reduce((newest, { history }) => Math.max(newest, history.at(-1)?.from ?? 0), 0);
  const rows = monitors.flatMap(({ from }) => foreignList(from.mwindows).map(foreignRecord));
  const byId = new Map(rows.map((row) => [foreignText(row.id), row]));
  const about = robotMonitorsByWindow(monitors);
  const parts = [...byId].map(([id, row]) =>
    movedRobotWindow(row, { componentIds: about.get(id) ?? [], timeZone, readAt }, notes),
  );
  return joinedHappenings(parts);
}

/** Reads recorded answers: v2's getMonitors and v3's list of monitors. */
function readFiles(files: readonly OriginFile[], settings: OriginSettings): OriginResult<MoveDocumentPart> {
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
  return {
    ok: true,
    value: { ...partOf(found, notes), ...windowsOfMonitors(found, settings, notes), notes: notes.list },
  };
}

/** The page comes first: it says which monitors it shows. */
const lists = ["psps", "monitors", "maintenance-windows", "user/alert-contacts"].map(
  (what): QueuedOriginRequest => ({ what, path: `/${what}?limit=200` }),
);

const requestOfV3 = originBearerRequest(base);

/** Returns a request to the API, or the form by which the older API is asked for the past. */
function requestOf(queued: StoredOriginRequest, settings: OriginSettings): OriginRequest {
  if (queued.what !== "logs") return requestOfV3(queued, settings);
  const ids = foreignList(queued.about.components).map((each) => foreignText(foreignRecord(each).id));
  const form = {
    api_key: settings.key,
    format: "json",
    logs: "1",
    all_time_uptime_ratio: "1",
    monitors: ids.join("-"),
  };
  return {
    method: "POST",
    url: "https://api.uptimerobot.com/v2/getMonitors",
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  };
}

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
    request: requestOf,
    read,
    without({ what }, status, notes) {
      if (what !== "logs" && (what === "monitors" || ![402, 403, 404].includes(status))) return null;
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
