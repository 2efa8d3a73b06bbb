import { firstForeignPage } from "../chosen-page";
import {
  foreignList,
  foreignNumber,
  foreignRecord,
  foreignText,
  foreignTexts,
  parseForeignId,
} from "../foreign-values";
import { type MoveDocumentPart, type MovedComponent, movedComponentSchema } from "../move-document";
import { wholeOriginSubject } from "../move-notes";
import { joinEventsOfParts } from "../moved-things";
import type { OriginRequest, OriginSettings } from "../origin";
import type { originRefusal } from "../origin-texts";
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
} from "../queued-api";
import { toReportedUptime } from "../said-uptime";
import { unmovedReasons } from "../unmoved-reasons";
import { convertRobotAnnouncement } from "./announcement";
import { movedRobotContact } from "./contacts";
import type { RobotMonitor } from "./monitor";
import { movedRobotMonitors } from "./monitors";
import { convertRobotPage, isShownOnRobotPage, parseRobotPageView, robotPageKeys, sortRobotMonitors } from "./page";
import { parseRobotMonitorV2, parseRobotMonitorV3 } from "./versions";
import { convertRobotMaintenanceWindow, robotMonitorsByWindow } from "./windows";

const title = "UptimeRobot";
const base = "https://api.uptimerobot.com/v3";

/** The free plan answers ten requests a minute. */
const pauseMs = 6000;

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
  const view = parseRobotPageView(memory.view);
  const monitors = sortRobotMonitors(foreignList(foreignRecord(body).data).map(parseRobotMonitorV3), view);
  const hidden = new Set(monitors.flatMap((each) => (isShownOnRobotPage(each, view) ? [] : [each.id])));
  const part = movedRobotMonitors(monitors, notes);
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
  const rows = new Map(foreignList(answer.monitors).map((row) => [parseForeignId(foreignRecord(row).id), row]));
  const components = foreignList(request.about.components).flatMap((each): MovedComponent[] => {
    const component = movedComponentSchema.safeParse(each).data;
    const row = foreignRecord(rows.get(component?.id ?? ""));
    const history = parseRobotMonitorV2(row).history;
    const uptime = toReportedUptime(foreignNumber(row.all_time_uptime_ratio), null);
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
    return convertRobotMaintenanceWindow(row, { componentIds, timeZone: settings.timeZone, readAt }, notes);
  });
  return joinEventsOfParts(parts);
}

/** Returns the first of the pages, as one page is moved at a time; the others are asked about. */
function readPages({ body, settings, notes }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const pages = foreignList(foreignRecord(body).data).map(foreignRecord);
  const page = firstForeignPage(pages, settings.choices.page, robotPageKeys, "psps", notes);
  const id = parseForeignId(page?.id);
  if (!page || id === null) return { part: {} };
  const announcements = { what: "announcements", path: `/psps/${encodeURIComponent(id)}/announcements` };
  return {
    part: { page: convertRobotPage(page, id, notes) },
    more: [announcements],
    memory: { view: parseRobotPageView(page) },
  };
}

function readAnnouncements({ body, notes }: QueuedOriginAnswerFacts): MoveDocumentPart {
  return joinEventsOfParts(foreignList(foreignRecord(body).data).map((each) => convertRobotAnnouncement(each, notes)));
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
  const contacts = foreignList(foreignRecord(body).data).map(foreignRecord);
  return { part: { channels: contacts.flatMap((each) => movedRobotContact(each, facts.notes)) }, more };
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

/** Reads UptimeRobot’s API v3 and, for the past, v2; in a file of its own, which an import of files never loads. */
export const uptimerobotApiReader = queuedApiReader({
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
    const until = status === 429 && !headers.has("retry-after") ? Number(headers.get("x-ratelimit-reset")) : Number.NaN;
    return Number.isFinite(until) && until > 0 && until < 86_400 ? until * 1000 : null;
  },
});
