import { createRoute, z } from "@hono/zod-openapi";
import { requestFieldSchemas, responseFieldSchemas } from "~/api/noun-fields";
import { nounRoutes } from "~/api/noun-routes";
import { errorResponses, idSchema, instantSchema, itemPathParamsSchema, jsonResponseSpec } from "~/api/shapes";
import { channelFields } from "~/notifications/rules/fields";
import { alertSeverities } from "~/status/severity";

const severity = z.enum(alertSeverities);

const core = {
  id: idSchema,
  page_id: idSchema,
  kind: z.string(),
  ...responseFieldSchemas(channelFields),
  minimum_severity: z.string().nullable().openapi({ description: "Alerts below it are not sent; null = all" }),
  disabled_at: instantSchema.nullable(),
  disabled_reason: z.string().nullable().openapi({ description: "null when a person paused it" }),
  created_at: instantSchema,
  updated_at: instantSchema,
};
const listed = z.object({
  ...core,
  last_delivery_at: instantSchema.nullable(),
  last_delivery_state: z.string().nullable(),
});
const channel = z
  .object({
    ...core,
    settings: z.record(z.string(), z.unknown()).openapi({ description: "For admins; secrets are struck out" }),
  })
  .openapi("Channel");
const shownOnce = z.object({
  ...channel.shape,
  shown_once: z
    .record(z.string(), z.string())
    .openapi({ description: "What we made for the other side, such as a signing secret: shown now and never again" }),
});
const delivery = z
  .object({
    id: idSchema.openapi({ description: "The notice that it carries" }),
    event: z.string().nullable(),
    state: z.enum(["queued", "sent", "failed", "overtaken"]).openapi({
      description: "overtaken: not sent, because a newer message of the same incident or maintenance took its place",
    }),
    next_attempt_at: instantSchema.nullable(),
    created_at: instantSchema,
    done_at: instantSchema.nullable(),
    attempts: z.array(
      z.object({
        at: instantSchema,
        status: z.number().int().nullable(),
        answer: z.string(),
        milliseconds: z.number().int(),
      }),
    ),
  })
  .openapi("ChannelDelivery");

const fields = {
  ...requestFieldSchemas(channelFields),
  settings: z.record(z.string(), z.unknown()).optional(),
  minimum_severity: severity.nullable().optional(),
};
const made = z.strictObject({
  channel: z.strictObject({ kind: z.string().openapi({ example: "webhook" }), ...fields }),
});
const changed = z.strictObject({
  channel: z
    .strictObject({ ...fields, paused: z.boolean().openapi({ description: "false switches it on again" }) })
    .partial(),
});
export type UpdateChannelBody = z.output<typeof changed>;

const tags = ["Channels"];
const path = "/pages/{page}/channels";
const at = nounRoutes("Channels", path);
const deliveryParam = itemPathParamsSchema.extend({
  delivery: z.string().openapi({ param: { name: "delivery", in: "path" } }),
});
const older = z.object({ before: z.string().max(80).optional() });

export const channelApiRoutes = {
  list: at.list("The team channels of a page", jsonResponseSpec(z.array(listed), "Channels")),
  create: at.create(
    "Make a team channel; what we make for the other side is in shown_once",
    made,
    jsonResponseSpec(shownOnce, "The channel"),
  ),
  read: at.read("One channel", jsonResponseSpec(channel, "The channel")),
  change: at.change(
    "Change a channel, pause it or switch it on again",
    changed,
    jsonResponseSpec(channel, "The channel"),
  ),
  remove: at.remove("Delete a channel with its deliveries"),
  rotate: at.act(
    "rotate",
    "Create a new secret for the receiver, such as the signing secret",
    jsonResponseSpec(shownOnce, "The channel"),
  ),
  test: at.act(
    "test",
    "Send a test to the channel; its response is in the delivery",
    jsonResponseSpec(delivery, "The newest delivery"),
  ),
  deliveries: createRoute({
    method: "get",
    path: `${path}/{id}/deliveries`,
    tags,
    summary: "What was sent to a channel, newest first, 50 at a time; the rest by Link",
    request: { params: itemPathParamsSchema, query: older },
    responses: { 200: jsonResponseSpec(z.array(delivery), "Deliveries"), ...errorResponses },
  }),
  retry: createRoute({
    method: "post",
    path: `${path}/{id}/deliveries/{delivery}/retry`,
    tags,
    summary: "Send again what did not arrive; where newer messages went out since, how things stand now",
    request: { params: deliveryParam },
    responses: { 202: jsonResponseSpec(z.object({ id: idSchema }), "It is sent again"), ...errorResponses },
  }),
};
