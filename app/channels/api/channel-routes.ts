import { createRoute, z } from "@hono/zod-openapi";
import { requestShape, responseShape } from "~/api/noun-fields";
import { nounRoutes } from "~/api/noun-routes";
import { id, instant, itemParam, json, refusals } from "~/api/shapes";
import { channelFields } from "~/notifications/rules/fields";
import { alertSeverities } from "~/status/severity";

const severity = z.enum(alertSeverities);

const core = {
  id,
  page_id: id,
  kind: z.string(),
  ...responseShape(channelFields),
  minimum_severity: z.string().nullable().openapi({ description: "Alerts below it are not sent; null = all" }),
  disabled_at: instant.nullable(),
  disabled_reason: z.string().nullable().openapi({ description: "null when a person paused it" }),
  created_at: instant,
  updated_at: instant,
};
const listed = z.object({
  ...core,
  last_delivery_at: instant.nullable(),
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
    id: id.openapi({ description: "The notice that it carries" }),
    event: z.string().nullable(),
    state: z.enum(["queued", "sent", "failed", "overtaken"]).openapi({
      description: "overtaken: not sent, because a newer message of the same incident or maintenance took its place",
    }),
    next_attempt_at: instant.nullable(),
    created_at: instant,
    done_at: instant.nullable(),
    attempts: z.array(
      z.object({
        at: instant,
        status: z.number().int().nullable(),
        answer: z.string(),
        milliseconds: z.number().int(),
      }),
    ),
  })
  .openapi("ChannelDelivery");

const fields = {
  ...requestShape(channelFields),
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
export type ChangedChannel = z.output<typeof changed>;

const tags = ["Channels"];
const path = "/pages/{page}/channels";
const at = nounRoutes("Channels", path);
const deliveryParam = itemParam.extend({
  delivery: z.string().openapi({ param: { name: "delivery", in: "path" } }),
});
const older = z.object({ before: z.string().max(80).optional() });

export const channelRoutes = {
  list: at.list("The team channels of a page", json(z.array(listed), "Channels")),
  create: at.create(
    "Make a team channel; what we make for the other side is in shown_once",
    made,
    json(shownOnce, "The channel"),
  ),
  read: at.read("One channel", json(channel, "The channel")),
  change: at.change("Change a channel, pause it or switch it on again", changed, json(channel, "The channel")),
  remove: at.remove("Delete a channel with its deliveries"),
  rotate: at.act(
    "rotate",
    "Create a new secret for the receiver, such as the signing secret",
    json(shownOnce, "The channel"),
  ),
  test: at.act(
    "test",
    "Send a test to the channel; its response is in the delivery",
    json(delivery, "The newest delivery"),
  ),
  deliveries: createRoute({
    method: "get",
    path: `${path}/{id}/deliveries`,
    tags,
    summary: "What was sent to a channel, newest first, 50 at a time; the rest by Link",
    request: { params: itemParam, query: older },
    responses: { 200: json(z.array(delivery), "Deliveries"), ...refusals },
  }),
  retry: createRoute({
    method: "post",
    path: `${path}/{id}/deliveries/{delivery}/retry`,
    tags,
    summary: "Send again what did not arrive; where newer messages went out since, how things stand now",
    request: { params: deliveryParam },
    responses: { 202: json(z.object({ id }), "It is sent again"), ...refusals },
  }),
};
