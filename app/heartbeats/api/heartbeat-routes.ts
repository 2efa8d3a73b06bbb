import { createRoute, z } from "@hono/zod-openapi";
import { requestShape, responseShape } from "~/api/noun-fields";
import { nounRoutes } from "~/api/noun-routes";
import { id, instant, itemParam, json, leftUnwatchedField, refusals, slice, wholeNumber } from "~/api/shapes";
import { heartbeatFields, heartbeatMovingFields, heartbeatOwnFields } from "../rules/fields";

const seconds = (description: string) => wholeNumber.openapi({ type: "integer", description });
const schedule = z
  .union([
    z.strictObject({ kind: z.literal("simple"), period: seconds("Seconds, 60 to 31536000") }),
    z.strictObject({
      kind: z.literal("cron"),
      expression: z.string().openapi({ example: "30 3 * * *" }),
      time_zone: z.string().openapi({ example: "Europe/Berlin" }),
    }),
    z.strictObject({
      kind: z.literal("calendar"),
      expression: z.string().openapi({ example: "Mon..Fri 10:00", description: "As OnCalendar= of systemd" }),
      time_zone: z.string().openapi({ example: "Europe/Berlin" }),
    }),
  ])
  .openapi("HeartbeatSchedule");

const core = {
  id,
  page_id: id,
  ...responseShape(heartbeatOwnFields),
  schedule,
  state: z.enum(["new", "up", "grace", "down", "paused"]),
  running: z.boolean().openapi({ description: "A run has begun and not ended" }),
  state_since: instant,
  last_ping_at: instant.nullable(),
  last_result: z.string().nullable(),
  last_duration: z.number().int().nullable().openapi({ description: "Milliseconds" }),
  ping_count: z.number().int(),
  next_expected_at: instant.nullable(),
  muted_until: instant.nullable(),
  created_at: instant,
  updated_at: instant,
};

const listed = z.object(core);
const heartbeat = z
  .object({
    ...core,
    ...responseShape(heartbeatMovingFields),
    ...leftUnwatchedField,
    ping_url: z.string().nullable().openapi({ description: "For admins" }),
    slug_url: z
      .string()
      .nullable()
      .openapi({ description: "For admins, where the page has a ping key and it has a slug" }),
  })
  .openapi("Heartbeat");
const ping = {
  number: z.number().int(),
  at: instant,
  kind: z.enum(["success", "start", "fail", "log", "ignored"]),
  duration: z.number().int().nullable().openapi({ description: "Milliseconds since the start of its run" }),
  method: z.string(),
  from: z.string(),
  user_agent: z.string(),
  exit_status: z.number().int().nullable(),
  run_id: z.string().nullable(),
  has_body: z.boolean(),
};
const listedPing = z.object(ping).openapi("Ping");
const pingWithBody = z.object({
  ...ping,
  body: z.string().nullable().openapi({ description: "Its first 10,000 bytes; null = none, or no longer kept" }),
  truncated: z.boolean(),
});

const fields = { ...requestShape(heartbeatFields), schedule: schedule.optional() };
const made = z.strictObject({
  heartbeat: z.strictObject(fields).openapi({ example: { name: "Nightly backup" } }),
});
const changed = z.strictObject({ heartbeat: z.strictObject(fields).partial() });
export type MadeHeartbeat = z.output<typeof made>;
export type ChangedHeartbeat = z.output<typeof changed>;

const tags = ["Heartbeats"];
const path = "/pages/{page}/heartbeats";
const at = nounRoutes("Heartbeats", path);
const pingParam = itemParam.extend({
  number: z.coerce
    .number()
    .int()
    .openapi({ param: { name: "number", in: "path", required: true } }),
});
const filter = slice.extend({ tag: z.string().optional(), state: z.string().optional() });

export const list = at.list("The heartbeats of a page, by name", json(z.array(listed), "Heartbeats"), filter);
const answered = json(heartbeat, "The heartbeat");
export const routes = {
  create: at.create("Make a heartbeat; its address is in ping_url", made, answered),
  read: at.read("One heartbeat with its rule", answered),
  change: at.change("Change a heartbeat", changed, answered),
  remove: at.removeWatcher("Delete a heartbeat with its pings; its alert ends"),
};
export const pause = at.act("pause", "It is not expected any more; its alert ends", answered);
export const resume = at.act("resume", "It waits for its next ping; 409 when it is not paused", answered);
export const pings = createRoute({
  method: "get",
  path: `${path}/{id}/pings`,
  tags,
  request: { params: itemParam },
  summary: "Its last 100 pings, the newest first",
  responses: { 200: json(z.array(listedPing), "Pings"), ...refusals },
});
export const onePing = createRoute({
  method: "get",
  path: `${path}/{id}/pings/{number}`,
  tags,
  summary: "One ping with what it brought along",
  request: { params: pingParam },
  responses: { 200: json(pingWithBody, "The ping"), ...refusals },
});
