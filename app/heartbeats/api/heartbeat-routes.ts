import { createRoute, z } from "@hono/zod-openapi";
import { requestFieldSchemas, responseFieldSchemas } from "~/api/noun-fields";
import { nounRoutes } from "~/api/noun-routes";
import {
  errorResponses,
  idSchema,
  instantSchema,
  itemPathParamsSchema,
  jsonResponseSpec,
  leftUnwatchedResponseField,
  paginationQueryInputSchema,
  wholeNumberSchema,
} from "~/api/shapes";
import { heartbeatAlertEffectFields, heartbeatFields, heartbeatOwnFields } from "../rules/fields";

const seconds = (description: string) => wholeNumberSchema.openapi({ type: "integer", description });
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
  id: idSchema,
  page_id: idSchema,
  ...responseFieldSchemas(heartbeatOwnFields),
  schedule,
  state: z.enum(["new", "up", "grace", "down", "paused"]),
  running: z.boolean().openapi({ description: "A run has begun and not ended" }),
  state_since: instantSchema,
  last_ping_at: instantSchema.nullable(),
  last_result: z.string().nullable(),
  last_duration: z.number().int().nullable().openapi({ description: "Milliseconds" }),
  ping_count: z.number().int(),
  next_expected_at: instantSchema.nullable(),
  muted_until: instantSchema.nullable(),
  created_at: instantSchema,
  updated_at: instantSchema,
};

const listed = z.object(core);
const heartbeat = z
  .object({
    ...core,
    ...responseFieldSchemas(heartbeatAlertEffectFields),
    ...leftUnwatchedResponseField,
    ping_url: z.string().nullable().openapi({ description: "For admins" }),
    slug_url: z
      .string()
      .nullable()
      .openapi({ description: "For admins, where the page has a ping key and it has a slug" }),
  })
  .openapi("Heartbeat");
const ping = {
  number: z.number().int(),
  at: instantSchema,
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

const fields = { ...requestFieldSchemas(heartbeatFields), schedule: schedule.optional() };
const made = z.strictObject({
  heartbeat: z.strictObject(fields).openapi({ example: { name: "Nightly backup" } }),
});
const changed = z.strictObject({ heartbeat: z.strictObject(fields).partial() });
export type CreateHeartbeatBody = z.output<typeof made>;
export type UpdateHeartbeatBody = z.output<typeof changed>;

const tags = ["Heartbeats"];
const path = "/pages/{page}/heartbeats";
const at = nounRoutes("Heartbeats", path);
const pingParam = itemPathParamsSchema.extend({
  number: z.coerce
    .number()
    .int()
    .openapi({ param: { name: "number", in: "path", required: true } }),
});
const filter = paginationQueryInputSchema.extend({ tag: z.string().optional(), state: z.string().optional() });

export const listHeartbeatsRoute = at.list(
  "The heartbeats of a page, by name",
  jsonResponseSpec(z.array(listed), "Heartbeats"),
  filter,
);
const answered = jsonResponseSpec(heartbeat, "The heartbeat");
export const heartbeatApiRoutes = {
  create: at.create("Make a heartbeat; its address is in ping_url", made, answered),
  read: at.read("One heartbeat with its rule", answered),
  change: at.change("Change a heartbeat", changed, answered),
  remove: at.removeWatcher("Delete a heartbeat with its pings; its alert ends"),
};
export const pauseHeartbeatRoute = at.act("pause", "It is not expected any more; its alert ends", answered);
export const resumeHeartbeatRoute = at.act("resume", "It waits for its next ping; 409 when it is not paused", answered);
export const listPingsRoute = createRoute({
  method: "get",
  path: `${path}/{id}/pings`,
  tags,
  request: { params: itemPathParamsSchema },
  summary: "Its last 100 pings, the newest first",
  responses: { 200: jsonResponseSpec(z.array(listedPing), "Pings"), ...errorResponses },
});
export const readPingRoute = createRoute({
  method: "get",
  path: `${path}/{id}/pings/{number}`,
  tags,
  summary: "One ping with what it brought along",
  request: { params: pingParam },
  responses: { 200: jsonResponseSpec(pingWithBody, "The ping"), ...errorResponses },
});
