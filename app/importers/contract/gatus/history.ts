import { componentStatusReader } from "../foreign-statuses";
import {
  foreignInstant,
  foreignList,
  foreignNumber,
  foreignRecord,
  foreignText,
  parseForeignId,
} from "../foreign-values";
import { joinStatusSpans, statusSpansOfTurns } from "../joined-stretches";
import { type MovedComponent, movedComponentSchema } from "../move-document";
import { type MoveNotes, type NoteSubject, wholeOriginSubject } from "../move-notes";
import { movedGroupsFromNames } from "../moved-things";
import type { ApiOriginReader, OriginSettings } from "../origin";
import {
  originHttpsBase,
  type QueuedOriginAnswer,
  type QueuedOriginAnswerFacts,
  queuedApiReader,
  type StoredOriginRequest,
  unlistedOriginAnswer,
} from "../queued-api";
import { toReportedUptime } from "../said-uptime";
import { unmovedReasons } from "../unmoved-reasons";
import { toMovedComponentWithMonitor } from "../watched-things";

const title = "Gatus";
const uptimeDays = 30;

const readEvent = componentStatusReader({ healthy: "operational", unhealthy: "major_outage", start: "no_data" });

/** Returns the past of an endpoint by its events; it ends with its last result. */
function historyOf({ events, results }: Record<string, unknown>, subject: NoteSubject, notes: MoveNotes) {
  const timesOf = (value: unknown) => foreignInstant(foreignRecord(value).timestamp, "UTC") ?? [];
  const turns = foreignList(events).flatMap((value) => {
    const status = readEvent(foreignRecord(value).type, notes, subject, "events");
    return [timesOf(value)].flat().map((at) => ({ at, status }));
  });
  const until = Math.max(0, ...foreignList(results).flatMap(timesOf));
  const stretches = statusSpansOfTurns(
    turns.sort((one, other) => one.at - other.at),
    until,
  );
  return joinStatusSpans(stretches.filter(({ status }) => status !== "no_data"));
}

/** Returns the component of a row, under the key that its configuration has as well; none without one. */
function componentsOf(row: Record<string, unknown>): MovedComponent[] {
  const [id, groupId] = [parseForeignId(row.key), parseForeignId(foreignText(row.group))];
  if (id === null) return [];
  const endpoint = { id, name: foreignText(row.name), groupId, check: null, intervalSeconds: null };
  return [{ ...toMovedComponentWithMonitor(endpoint).component, keptBy: "watched" }];
}

const pathOf = ({ id }: MovedComponent, what: string) => `/api/v1/endpoints/${encodeURIComponent(id)}/${what}`;

/** Reads the list of endpoints; the past of each is asked for by its key. */
function readList({ body, notes }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const rows = foreignList(body).map(foreignRecord);
  const components = rows.flatMap(componentsOf);
  notes.leftOut(wholeOriginSubject(title), "monitors", unmovedReasons.inConfiguration);
  return {
    part: { groups: movedGroupsFromNames(rows.map(({ group }) => group)), components },
    more: components.map((each) => ({ what: "events", path: pathOf(each, "statuses?page=1&pageSize=100") })),
  };
}

/** Adds the past to a component, which was read without it. */
function readEvents({ body, notes }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const row = foreignRecord(body);
  const components = componentsOf(row).flatMap((each): MovedComponent[] => {
    const history = historyOf(row, { noun: "component", id: each.id, name: each.name }, notes);
    return history.length > 0 ? [{ ...each, history }] : [];
  });
  const more = components.map((component) => ({
    what: "uptimes",
    path: pathOf(component, `uptimes/${uptimeDays}d`),
    about: { component },
  }));
  return { part: { components }, more };
}

function readUptime({ request, body }: QueuedOriginAnswerFacts): QueuedOriginAnswer {
  const uptime = toReportedUptime((foreignNumber(body) ?? Number.NaN) * 100, uptimeDays);
  const component = movedComponentSchema.safeParse(request.about.component).data;
  return { part: uptime && component ? { components: [{ ...component, uptime }] } : {} };
}

function read(facts: QueuedOriginAnswerFacts): QueuedOriginAnswer | ReturnType<typeof unlistedOriginAnswer> {
  const { request, body } = facts;
  if (request.what === "events") return readEvents(facts);
  if (request.what === "uptimes") return readUptime(facts);
  return Array.isArray(body) ? readList(facts) : unlistedOriginAnswer(title, request.what);
}

function requestOf({ path }: StoredOriginRequest, { url, key }: OriginSettings) {
  const base = originHttpsBase(url, "", title);
  const authorization: Record<string, string> = key === "" ? {} : { authorization: `Basic ${btoa(key)}` };
  return {
    method: "GET" as const,
    url: `${base.ok ? base.value : ""}${path}`,
    headers: { ...authorization, accept: "application/json" },
  };
}

/** Reads the past of endpoints from a Gatus that runs: events, and the uptime of thirty days. */
export const gatusHistoryReader: ApiOriginReader = queuedApiReader({
  title,
  pauseMs: 200,
  begin({ url }) {
    const base = originHttpsBase(url, "", title);
    return base.ok
      ? { ok: true, value: [{ what: "statuses", path: "/api/v1/endpoints/statuses?page=1&pageSize=1" }] }
      : base;
  },
  request: requestOf,
  read,
  without({ what }, status, notes) {
    if (what === "statuses" || ![400, 404].includes(status)) return null;
    notes.leftOut(wholeOriginSubject(title), what, unmovedReasons.pastUnknown);
    return {};
  },
});
