import type { Ctx } from "~/platform/ctx";
import { fail, type Result } from "~/rules/basics/failure";
import { createHeartbeat } from "~/usecases/heartbeats/create";
import { deleteHeartbeat } from "~/usecases/heartbeats/delete";
import { type HeartbeatRow, listHeartbeats } from "~/usecases/heartbeats/list";
import { pauseHeartbeat } from "~/usecases/heartbeats/pause";
import { type ListedPing, readHeartbeat } from "~/usecases/heartbeats/read";
import { readPing } from "~/usecases/heartbeats/read-body";
import { resumeHeartbeat } from "~/usecases/heartbeats/resume";
import { updateHeartbeat } from "~/usecases/heartbeats/update";
import { type Api, atPage, etag, precondition, sliced } from "./environment";
import {
  change,
  create,
  type GivenHeartbeat,
  list,
  onePing,
  pause,
  pings,
  readOne,
  remove,
  resume,
} from "./heartbeat-routes";
import { orRefuse as otherwiseRefuse } from "./reply";
import { toInstant, toInstantOrNull } from "./shapes";

const showSchedule = (schedule: HeartbeatRow["schedule"]) =>
  schedule.kind === "simple"
    ? { kind: schedule.kind, period: schedule.periodSeconds }
    : { kind: schedule.kind, expression: schedule.expression, time_zone: schedule.timeZone };

const showCore = (pageId: string, row: HeartbeatRow) => ({
  id: row.id,
  page_id: pageId,
  name: row.name,
  slug: row.slug,
  tags: row.tags,
  schedule: showSchedule(row.schedule),
  grace: row.graceSeconds,
  post_only: row.postOnly,
  manual_resume: row.manualResume,
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

async function detail(ctx: Ctx, pageId: string, heartbeatId: string) {
  const { heartbeat, ...rest } = orRefuse(await readHeartbeat(ctx, { pageId, id: heartbeatId }));
  const rule = {
    components: rest.components,
    mode: rest.mode,
    hold: rest.holdSeconds,
    resolve_after: rest.resolveAfterSeconds,
  };
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

function givenSchedule(schedule: GivenHeartbeat["schedule"]) {
  if (schedule === undefined) return undefined;
  if (schedule.kind === "simple") return { kind: schedule.kind, periodSeconds: schedule.period };
  return { kind: schedule.kind, expression: schedule.expression, timeZone: schedule.time_zone };
}

const toInput = (given: GivenHeartbeat) => ({
  slug: given.slug,
  tags: given.tags,
  schedule: givenSchedule(given.schedule),
  graceSeconds: given.grace,
  postOnly: given.post_only,
  manualResume: given.manual_resume,
  components: given.components,
  mode: given.mode,
  hold: given.hold,
  resolveAfter: given.resolve_after,
});

/** Parts of the schedule, and what else is not just our name in small letters. */
const wireNames: Record<string, string> = {
  graceSeconds: "grace",
  "schedule.periodSeconds": "schedule.period",
  "schedule.timeZone": "schedule.time_zone",
};

/** The value; else the problem, with the API's names for our fields. */
function orRefuse<T>(result: Result<T>): T {
  if (result.ok || result.failure.name !== "invalid") return otherwiseRefuse(result);
  const fields = Object.entries(result.failure.fields).map(([name, words]) => [wireNames[name] ?? name, words]);
  return otherwiseRefuse(fail({ ...result.failure, fields: Object.fromEntries(fields) }));
}

function addChanges(api: Api): void {
  api.openapi(create, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { name, ...fields } = c.req.valid("json").heartbeat;
    const { commitId } = await precondition(c);
    const done = orRefuse(await createHeartbeat(ctx, { pageId, name, ...toInput(fields), commitId }));
    const { shown, version } = await detail(ctx, pageId, done.id);
    etag(c, version);
    return c.json(shown, 201);
  });
  for (const method of ["put", "patch"] as const) {
    api.openapi(change(method), async (c) => {
      const { ctx, pageId } = await atPage(c);
      const { id } = c.req.valid("param");
      const { name, ...fields } = c.req.valid("json").heartbeat;
      orRefuse(await updateHeartbeat(ctx, { pageId, id, name, ...toInput(fields), ...(await precondition(c)) }));
      const { shown, version } = await detail(ctx, pageId, id);
      etag(c, version);
      return c.json(shown, 200);
    });
  }
  api.openapi(remove, async (c) => {
    const { ctx, pageId } = await atPage(c);
    orRefuse(await deleteHeartbeat(ctx, { pageId, id: c.req.valid("param").id, ...(await precondition(c)) }));
    return c.body(null, 204);
  });
  for (const [route, step] of [
    [pause, pauseHeartbeat],
    [resume, resumeHeartbeat],
  ] as const) {
    api.openapi(route, async (c) => {
      const { ctx, pageId } = await atPage(c);
      const { id } = c.req.valid("param");
      orRefuse(await step(ctx, { pageId, id, ...(await precondition(c)) }));
      const { shown, version } = await detail(ctx, pageId, id);
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
      sliced(heartbeats, slice).map((row) => showCore(pageId, row)),
      200,
    );
  });
  api.openapi(readOne, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { shown, version } = await detail(ctx, pageId, c.req.valid("param").id);
    etag(c, version);
    return c.json(shown, 200);
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
  addChanges(api);
}
