import { createRoute, z } from "@hono/zod-openapi";
import { body, id, itemParam, json, pageParam, refusals } from "./shapes";
import { countByType, histogram, subscriber } from "./subscriber-shape";

const types = z.enum(["email", "sms", "webhook", "slack", "integration_partner"]);
const states = z.enum(["active", "unconfirmed", "quarantined", "all"]);
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most).optional();

const stretch = z.object({
  page: whole(0, 1000).openapi({ description: "From 0. Each skips what was shown; `after` of Link does not count" }),
  limit: whole(1, 100),
  per_page: whole(1, 100),
  after: z.string().max(400).optional(),
});
const counted = z.object({ type: types.optional(), state: states.optional() });
const search = stretch.extend({
  q: z.string().max(255).optional().openapi({ description: "Beginning of the address; then sorted by address" }),
  ...counted.shape,
});
export type Stretch = z.output<typeof stretch>;

const email = z.string().openapi({ example: "ann@example.com" });
export const subscriberFields = { email, component_ids: z.array(z.string()).optional() };
const made = z.object({ subscriber: z.object(subscriberFields) });
const followed = z.object({ subscriber: z.object({ email }) });
export const bulkFields = {
  subscribers: z.array(z.string()).or(z.string()).openapi({ description: "Ids, or the word all" }),
  type: types.optional(),
  state: states.optional(),
};
const bulk = z.object(bulkFields);
const done = z.object({ subscribers: z.array(id).or(z.literal("all")) });
const asked = z.object({ subscribers: z.array(id), left: z.boolean() });

const tags = ["Subscribers"];
const path = "/pages/{page}/subscribers";
const incidentPath = "/pages/{page}/incidents/{id}/subscribers";
const followerParam = itemParam.extend({
  sid: z.string().openapi({ param: { name: "sid", in: "path" } }),
});
const one = { 200: json(subscriber, "The subscriber"), ...refusals };
const list = { 200: json(z.array(subscriber), "Subscribers; the rest by Link"), ...refusals };

export const subscriberRoutes = {
  list: createRoute({
    method: "get",
    path,
    tags,
    summary: "The subscribers of a page; without `state` the active ones",
    request: { params: pageParam, query: search },
    responses: list,
  }),
  unsubscribed: createRoute({
    method: "get",
    path: `${path}/unsubscribed`,
    tags,
    summary: "Who has left",
    request: { params: pageParam, query: stretch },
    responses: list,
  }),
  count: createRoute({
    method: "get",
    path: `${path}/count`,
    tags,
    summary: "How many by type; counted once a minute",
    request: { params: pageParam, query: counted },
    responses: { 200: json(countByType, "Counts"), ...refusals },
  }),
  histogram: createRoute({
    method: "get",
    path: `${path}/histogram_by_state`,
    tags,
    summary: "How many by type and state; counted once a minute",
    request: { params: pageParam },
    responses: { 200: json(histogram, "Counts"), ...refusals },
  }),
  create: createRoute({
    method: "post",
    path,
    tags,
    summary: "Add a subscriber; a mail asks to confirm",
    request: { params: pageParam, ...body(made) },
    responses: { 201: json(subscriber, "The subscriber, unconfirmed"), ...refusals },
  }),
  unsubscribe: createRoute({
    method: "post",
    path: `${path}/unsubscribe`,
    tags,
    summary: "End many subscriptions: these, or all of a state (active)",
    request: { params: pageParam, ...body(bulk) },
    responses: { 201: json(done, "They have left"), ...refusals },
  }),
  reactivate: createRoute({
    method: "post",
    path: `${path}/reactivate`,
    tags,
    summary: "Out of quarantine: these, or all",
    request: { params: pageParam, ...body(bulk) },
    responses: { 201: json(done, "Mail to them is tried again"), ...refusals },
  }),
  askAgain: createRoute({
    method: "post",
    path: `${path}/resend_confirmation`,
    tags,
    summary: "Ask many once more, at most 50 a call; the same call goes on while `left` is true",
    request: { params: pageParam, ...body(bulk) },
    responses: { 201: json(asked, "Who is asked now"), ...refusals },
  }),
  read: createRoute({
    method: "get",
    path: `${path}/{id}`,
    tags,
    summary: "One subscriber",
    request: { params: itemParam },
    responses: one,
  }),
  change: createRoute({
    method: "patch",
    path: `${path}/{id}`,
    tags,
    summary: "Say what somebody is told about: these components, or with none the whole page",
    request: { params: itemParam, ...body(z.object({ component_ids: z.array(z.string()) })) },
    responses: one,
  }),
  remove: createRoute({
    method: "delete",
    path: `${path}/{id}`,
    tags,
    summary: "End a subscription, as if they had left",
    request: { params: itemParam },
    responses: one,
  }),
  resend: createRoute({
    method: "post",
    path: `${path}/{id}/resend_confirmation`,
    tags,
    summary: "Ask somebody once more who has not confirmed yet",
    request: { params: itemParam },
    responses: { 201: json(subscriber, "The subscriber"), ...refusals },
  }),
};

export const followerRoutes = {
  list: createRoute({
    method: "get",
    path: incidentPath,
    tags,
    summary: "Who follows this one incident",
    request: { params: itemParam, query: stretch },
    responses: list,
  }),
  create: createRoute({
    method: "post",
    path: incidentPath,
    tags,
    summary: "Add somebody who follows this incident; a mail asks to confirm",
    request: { params: itemParam, ...body(followed) },
    responses: { 201: json(subscriber, "The subscriber, unconfirmed"), ...refusals },
  }),
  read: createRoute({
    method: "get",
    path: `${incidentPath}/{sid}`,
    tags,
    summary: "One who follows this incident",
    request: { params: followerParam },
    responses: one,
  }),
  remove: createRoute({
    method: "delete",
    path: `${incidentPath}/{sid}`,
    tags,
    summary: "End following it",
    request: { params: followerParam },
    responses: one,
  }),
  resend: createRoute({
    method: "post",
    path: `${incidentPath}/{sid}/resend_confirmation`,
    tags,
    summary: "Ask somebody once more who has not confirmed yet",
    request: { params: followerParam },
    responses: { 201: json(subscriber, "The subscriber"), ...refusals },
  }),
};
