import { type Api, atPage, etag, pageOfRows, precondition } from "~/api/environment";
import { namesInApi, requestValues, responseFields } from "~/api/noun-fields";
import { addNoun } from "~/api/noun-handlers";
import { orRefuse } from "~/api/reply";
import { toInstant, toInstantOrNull } from "~/api/shapes";
import { movingFieldsOf } from "~/moving/rules/fields";
import type { Ctx } from "~/platform/ctx";
import { createHeartbeat } from "../create";
import { readPing } from "../pings";
import { type ListedPing, readHeartbeat } from "../read";
import { heartbeatFields, heartbeatMovingFields, heartbeatOwnFields } from "../rules/fields";
import { updateHeartbeat } from "../update";
import { deleteHeartbeat, type HeartbeatRow, listHeartbeats, pauseHeartbeat, resumeHeartbeat } from "../verbs";
import {
  type ChangedHeartbeat,
  list,
  type MadeHeartbeat,
  onePing,
  pause,
  pings,
  resume,
  routes,
} from "./heartbeat-routes";

const showSchedule = (schedule: HeartbeatRow["schedule"]) =>
  schedule.kind === "simple"
    ? { kind: schedule.kind, period: schedule.periodSeconds }
    : { kind: schedule.kind, expression: schedule.expression, time_zone: schedule.timeZone };

const showCore = (pageId: string, row: HeartbeatRow) => ({
  id: row.id,
  page_id: pageId,
  ...responseFields(heartbeatOwnFields, row),
  schedule: showSchedule(row.schedule),
  state: row.state,
  running: row.running,
  state_since: toInstant(row.stateSince),
  last_ping_at: toInstantOrNull(row.lastPingAt),
  last_result: row.lastResult,
  last_duration: row.lastDuration,
  ping_count: row.pingCount,
  next_expected_at: toInstantOrNull(row.nextExpectedAt),
  muted_until: toInstantOrNull(row.mutedUntil),
  created_at: toInstant(row.createdAt),
  updated_at: toInstant(row.updatedAt),
});

async function one(ctx: Ctx, pageId: string, heartbeatId: string) {
  const { heartbeat, ...rest } = orRefuse(await readHeartbeat(ctx, { pageId, id: heartbeatId }));
  const rule = responseFields(heartbeatMovingFields, movingFieldsOf(rest));
  const addresses = { ping_url: rest.pingUrl, slug_url: rest.slugUrl };
  return { shown: { ...showCore(pageId, heartbeat), ...rule, ...addresses }, version: heartbeat.version };
}

const showPing = (ping: ListedPing) => ({
  number: ping.number,
  at: toInstant(ping.at),
  kind: ping.kind,
  duration: ping.duration,
  method: ping.method,
  from: ping.from,
  user_agent: ping.agent,
  exit_status: ping.exit,
  run_id: ping.runId,
  has_body: ping.hasBody,
});

function scheduleIn(schedule: ChangedHeartbeat["heartbeat"]["schedule"]) {
  if (schedule === undefined) return undefined;
  if (schedule.kind === "simple") return { kind: schedule.kind, periodSeconds: schedule.period };
  return { kind: schedule.kind, expression: schedule.expression, timeZone: schedule.time_zone };
}

const inputOf = ({ schedule, ...given }: ChangedHeartbeat["heartbeat"]) => ({
  ...requestValues(heartbeatFields, given),
  schedule: scheduleIn(schedule),
});

const names = {
  ...namesInApi(heartbeatFields),
  "schedule.periodSeconds": "schedule.period",
  "schedule.timeZone": "schedule.time_zone",
};

function addOne(api: Api): void {
  addNoun(api, routes, {
    names,
    one,
    create: (ctx, { heartbeat }: MadeHeartbeat, place) => {
      const { name = "", ...values } = inputOf(heartbeat);
      return createHeartbeat(ctx, { ...values, ...place, name });
    },
    change: (ctx, { heartbeat }: ChangedHeartbeat, target) =>
      updateHeartbeat(ctx, { ...inputOf(heartbeat), ...target }),
    remove: deleteHeartbeat,
  });
  for (const [route, step] of [
    [pause, pauseHeartbeat],
    [resume, resumeHeartbeat],
  ] as const) {
    api.openapi(route, async (c) => {
      const { ctx, pageId } = await atPage(c);
      const { id } = c.req.valid("param");
      orRefuse(await step(ctx, { pageId, id, ...(await precondition(c)) }));
      const { shown, version } = await one(ctx, pageId, id);
      etag(c, version);
      return c.json(shown, 200);
    });
  }
}

export function addHeartbeats(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { tag, state, ...slice } = c.req.valid("query");
    const { heartbeats } = orRefuse(await listHeartbeats(ctx, { pageId, tag, state }));
    return c.json(
      pageOfRows(heartbeats, slice).map((row) => showCore(pageId, row)),
      200,
    );
  });
  api.openapi(pings, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const read = orRefuse(await readHeartbeat(ctx, { pageId, id: c.req.valid("param").id }));
    return c.json(read.pings.map(showPing), 200);
  });
  api.openapi(onePing, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { ping, body, truncated } = orRefuse(await readPing(ctx, { pageId, ...c.req.valid("param") }));
    return c.json({ ...showPing(ping), body, truncated }, 200);
  });
  addOne(api);
}
