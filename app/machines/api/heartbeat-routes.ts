import { createRoute, z } from "@hono/zod-openapi";
import { nounRoutes } from "./noun-routes";
import { id, instant, itemParam, json, refusals, slice, status, wholeNumber } from "./shapes";

const seconds = (description: string) => wholeNumber.openapi({ type: "integer", description });
const schedule = z
  .union([
    z.strictObject({ kind: z.literal("simple"), period: seconds("Seconds, 60 to 31536000") }),
    z.strictObject({
      kind: z.literal("cron"),
      expression: z.string().openapi({ example: "30 3 * * *" }),
      time_zone: z.string().openapi({ example: "Europe/Berlin" }),
    }),
  ])
  .openapi("HeartbeatSchedule");

const core = {
  id,
  page_id: id,
  name: z.string(),
  slug: z.string().openapi({ description: "For pings by the page's ping key; empty = none" }),
  tags: z.array(z.string()),
  schedule,
  grace: z.number().int().openapi({ description: "Seconds" }),
  post_only: z.boolean(),
  manual_resume: z.boolean(),
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

const moves = z
  .record(z.string(), status)
  .openapi({ description: "Component id → the status it takes while the heartbeat is down" });
const mode = z.enum(["none", "draft", "publish"]);
const listed = z.object(core);
const heartbeat = z
  .object({
    ...core,
    components: z.record(z.string(), z.string()),
    mode: z.string(),
    hold: z.number().int(),
    resolve_after: z.number().int(),
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

const fields = {
  slug: z.string(),
  tags: z.array(z.string()),
  schedule,
  grace: seconds("60 to 31536000"),
  post_only: z.boolean(),
  manual_resume: z.boolean(),
  components: moves,
  mode,
  hold: seconds("0 to 86400"),
  resolve_after: seconds("0 to 86400"),
};
const made = z.strictObject({
  heartbeat: z
    .strictObject(fields)
    .partial()
    .extend({ name: z.string() })
    .openapi({ example: { name: "Nightly backup" } }),
});
const changed = z.strictObject({ heartbeat: z.strictObject({ name: z.string(), ...fields }).partial() });
export type GivenHeartbeat = z.output<typeof changed>["heartbeat"];

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
export const create = at.create("Make a heartbeat; its address is in ping_url", made, json(heartbeat, "The heartbeat"));
export const readOne = at.read("One heartbeat with its rule", json(heartbeat, "The heartbeat"));
export const change = at.change("Change a heartbeat", changed, json(heartbeat, "The heartbeat"));
export const remove = at.remove("Delete a heartbeat with its pings; its alert ends");
export const pause = at.act("pause", "It is not expected any more; its alert ends", json(heartbeat, "The heartbeat"));
export const resume = at.act(
  "resume",
  "It waits for its next ping; 409 when it is not paused",
  json(heartbeat, "The heartbeat"),
);
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
