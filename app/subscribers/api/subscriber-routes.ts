import { createRoute, z } from "@hono/zod-openapi";
import { nounRoutes } from "~/api/noun-routes";
import {
  errorResponses,
  idSchema,
  itemPathParamsSchema,
  jsonBodySpec,
  jsonResponseSpec,
  pagePathParamsSchema,
} from "~/api/shapes";
import {
  countByTypeAndStateSchema,
  countByTypeSchema,
  subscriberSchema,
  subscriberTypeSchema,
} from "./subscriber-shape";

const states = z.enum(["active", "unconfirmed", "quarantined", "all"]);
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most).optional();

const stretch = z.object({
  page: whole(0, 1000).openapi({ description: "From 0. Each skips what was shown; `after` of Link does not count" }),
  limit: whole(1, 100),
  per_page: whole(1, 100),
  after: z.string().max(400).optional(),
});
const counted = z.object({ type: subscriberTypeSchema.optional(), state: states.optional() });
const search = stretch.extend({
  q: z.string().max(255).optional().openapi({ description: "Beginning of the address; then sorted by address" }),
  ...counted.shape,
});
export type SubscriberPageParams = z.output<typeof stretch>;

const email = z.string().openapi({ example: "ann@example.com" });
export const subscriberFields = { email, component_ids: z.array(z.string()).optional() };
const addedBody = z.object({ subscriber: z.object(subscriberFields) });
const followerBody = z.object({ subscriber: z.object({ email }) });
export const bulkSubscriberActionFields = {
  subscribers: z.array(z.string()).or(z.string()).openapi({ description: "Ids, or the word all" }),
  type: subscriberTypeSchema.optional(),
  state: states.optional(),
};
const bulk = z.object(bulkSubscriberActionFields);
const changedIds = z.object({ subscribers: z.array(idSchema).or(z.literal("all")) });
const resent = z.object({ subscribers: z.array(idSchema), left: z.boolean() });

const tags = ["Subscribers"];
const path = "/pages/{page}/subscribers";
const at = nounRoutes("Subscribers", path);
const incidentPath = "/pages/{page}/incidents/{id}/subscribers";
const followerParam = itemPathParamsSchema.extend({
  sid: z.string().openapi({ param: { name: "sid", in: "path" } }),
});
const theSubscriber = jsonResponseSpec(subscriberSchema, "The subscriber");
const one = { 200: theSubscriber, ...errorResponses };
const subscribers = jsonResponseSpec(z.array(subscriberSchema), "Subscribers; the rest by Link");

export const subscriberRoutes = {
  list: at.list("The subscribers of a page; without `state` the active ones", subscribers, search),
  unsubscribed: at.some("unsubscribed", "Who has left", subscribers, stretch),
  count: at.some(
    "count",
    "How many by type; counted once a minute",
    jsonResponseSpec(countByTypeSchema, "Counts"),
    counted,
  ),
  histogram: createRoute({
    method: "get",
    path: `${path}/histogram_by_state`,
    tags,
    summary: "How many by type and state; counted once a minute",
    request: { params: pagePathParamsSchema },
    responses: { 200: jsonResponseSpec(countByTypeAndStateSchema, "Counts"), ...errorResponses },
  }),
  create: at.create(
    "Add a subscriber; an email asks to confirm",
    addedBody,
    jsonResponseSpec(subscriberSchema, "The subscriber, unconfirmed"),
  ),
  unsubscribe: at.actOnMany(
    "unsubscribe",
    "End many subscriptions: these, or all of a state (active)",
    bulk,
    jsonResponseSpec(changedIds, "They have left"),
  ),
  reactivate: at.actOnMany(
    "reactivate",
    "Out of quarantine: these, or all",
    bulk,
    jsonResponseSpec(changedIds, "Resume sending emails to them"),
  ),
  resendConfirmations: at.actOnMany(
    "resend_confirmation",
    "Resend many confirmations, at most 50 a call; repeat the call while `left` is true",
    bulk,
    jsonResponseSpec(resent, "Who is asked now"),
  ),
  read: at.read("One subscriber", theSubscriber),
  change: at.change(
    "Choose what someone is notified about: these components, or with none the whole page",
    z.object({ component_ids: z.array(z.string()) }),
    jsonResponseSpec(subscriberSchema, "The subscriber"),
  )("patch"),
  remove: at.withdraw("End a subscription, as if they had left", theSubscriber),
  resend: createRoute({
    method: "post",
    path: `${path}/{id}/resend_confirmation`,
    tags,
    summary: "Resend a confirmation to someone who has not confirmed yet",
    request: { params: itemPathParamsSchema },
    responses: { 201: theSubscriber, ...errorResponses },
  }),
};

export const incidentSubscriberRoutes = {
  list: createRoute({
    method: "get",
    path: incidentPath,
    tags,
    summary: "Who follows this one incident",
    request: { params: itemPathParamsSchema, query: stretch },
    responses: { 200: subscribers, ...errorResponses },
  }),
  create: createRoute({
    method: "post",
    path: incidentPath,
    tags,
    summary: "Add someone who follows this incident; an email asks to confirm",
    request: { params: itemPathParamsSchema, ...jsonBodySpec(followerBody) },
    responses: { 201: jsonResponseSpec(subscriberSchema, "The subscriber, unconfirmed"), ...errorResponses },
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
    summary: "Resend a confirmation to someone who has not confirmed yet",
    request: { params: followerParam },
    responses: { 201: theSubscriber, ...errorResponses },
  }),
};
