import { type Api, findPageContextOfRequest, paginateRows, readPrecondition, setETag } from "~/api/environment";
import { addNounRoutes } from "~/api/noun-handlers";
import { valueOrThrow } from "~/api/reply";
import { toIsoInstant, toIsoInstantOrNull } from "~/api/shapes";
import { apiFieldNames, requestValues, responseFieldValues } from "~/fields/api-values";
import { alertEffectValuesOf } from "~/moving/rules/fields";
import type { Ctx } from "~/platform/ctx";
import { createHeartbeat } from "../create";
import { readPing } from "../pings";
import { type ListedPing, readHeartbeat } from "../read";
import { heartbeatAlertEffectFields, heartbeatFields, heartbeatOwnFields } from "../rules/fields";
import { updateHeartbeat } from "../update";
import { deleteHeartbeat, type HeartbeatRow, listHeartbeats, pauseHeartbeat, resumeHeartbeat } from "../verbs";
import {
  type CreateHeartbeatBody,
  heartbeatApiRoutes,
  listHeartbeatsRoute,
  listPingsRoute,
  pauseHeartbeatRoute,
  readPingRoute,
  resumeHeartbeatRoute,
  type UpdateHeartbeatBody,
} from "./heartbeat-routes";

const showSchedule = (schedule: HeartbeatRow["schedule"]) =>
  schedule.kind === "simple"
    ? { kind: schedule.kind, period: schedule.periodSeconds }
    : { kind: schedule.kind, expression: schedule.expression, time_zone: schedule.timeZone };

const showCore = (pageId: string, row: HeartbeatRow) => ({
  id: row.id,
  page_id: pageId,
  ...responseFieldValues(heartbeatOwnFields, row),
  schedule: showSchedule(row.schedule),
  state: row.state,
  running: row.running,
  state_since: toIsoInstant(row.stateSince),
  last_ping_at: toIsoInstantOrNull(row.lastPingAt),
  last_result: row.lastResult,
  last_duration: row.lastDuration,
  ping_count: row.pingCount,
  next_expected_at: toIsoInstantOrNull(row.nextExpectedAt),
  muted_until: toIsoInstantOrNull(row.mutedUntil),
  created_at: toIsoInstant(row.createdAt),
  updated_at: toIsoInstant(row.updatedAt),
});

async function one(ctx: Ctx, pageId: string, heartbeatId: string) {
  const { heartbeat, ...rest } = valueOrThrow(await readHeartbeat(ctx, { pageId, id: heartbeatId }));
  const rule = responseFieldValues(heartbeatAlertEffectFields, alertEffectValuesOf(rest));
  const addresses = { ping_url: rest.pingUrl, slug_url: rest.slugUrl };
  return { shown: { ...showCore(pageId, heartbeat), ...rule, ...addresses }, version: heartbeat.version };
}

const showPing = (ping: ListedPing) => ({
  number: ping.number,
  at: toIsoInstant(ping.at),
  kind: ping.kind,
  duration: ping.duration,
  method: ping.method,
  from: ping.from,
  user_agent: ping.agent,
  exit_status: ping.exit,
  run_id: ping.runId,
  has_body: ping.hasBody,
});

function scheduleIn(schedule: UpdateHeartbeatBody["heartbeat"]["schedule"]) {
  if (schedule === undefined) return undefined;
  if (schedule.kind === "simple") return { kind: schedule.kind, periodSeconds: schedule.period };
  return { kind: schedule.kind, expression: schedule.expression, timeZone: schedule.time_zone };
}

const inputOf = ({ schedule, ...given }: UpdateHeartbeatBody["heartbeat"]) => ({
  ...requestValues(heartbeatFields, given),
  schedule: scheduleIn(schedule),
});

const names = {
  ...apiFieldNames(heartbeatFields),
  "schedule.periodSeconds": "schedule.period",
  "schedule.timeZone": "schedule.time_zone",
};

function addOne(api: Api): void {
  addNounRoutes(api, heartbeatApiRoutes, {
    names,
    one,
    create: (ctx, { heartbeat }: CreateHeartbeatBody, place) => {
      const { name = "", ...values } = inputOf(heartbeat);
      return createHeartbeat(ctx, { ...values, ...place, name });
    },
    change: (ctx, { heartbeat }: UpdateHeartbeatBody, target) =>
      updateHeartbeat(ctx, { ...inputOf(heartbeat), ...target }),
    remove: deleteHeartbeat,
  });
  for (const [route, step] of [
    [pauseHeartbeatRoute, pauseHeartbeat],
    [resumeHeartbeatRoute, resumeHeartbeat],
  ] as const) {
    api.openapi(route, async (c) => {
      const { ctx, pageId } = await findPageContextOfRequest(c);
      const { id } = c.req.valid("param");
      valueOrThrow(await step(ctx, { pageId, id, ...(await readPrecondition(c)) }));
      const { shown, version } = await one(ctx, pageId, id);
      setETag(c, version);
      return c.json(shown, 200);
    });
  }
}

export function addHeartbeatRoutes(api: Api): void {
  api.openapi(listHeartbeatsRoute, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { tag, state, ...slice } = c.req.valid("query");
    const { heartbeats } = valueOrThrow(await listHeartbeats(ctx, { pageId, tag, state }));
    return c.json(
      paginateRows(heartbeats, slice).map((row) => showCore(pageId, row)),
      200,
    );
  });
  api.openapi(listPingsRoute, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const read = valueOrThrow(await readHeartbeat(ctx, { pageId, id: c.req.valid("param").id }));
    return c.json(read.pings.map(showPing), 200);
  });
  api.openapi(readPingRoute, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { ping, body, truncated } = valueOrThrow(await readPing(ctx, { pageId, ...c.req.valid("param") }));
    return c.json({ ...showPing(ping), body, truncated }, 200);
  });
  addOne(api);
}
