import type { Context } from "hono";
import {
  type Api,
  type ApiEnvironment,
  findPageContextOfRequest,
  readPrecondition,
  reportIgnoredFields,
  runBeforeCommit,
  setNextPageLink,
} from "~/api/environment";
import { FailureError, valueOrThrow } from "~/api/reply";
import type { Ctx } from "~/platform/ctx";
import { addSubscriber } from "../add";
import { countSubscribers } from "../counts";
import { listSubscribers, readSubscriber, type SubscriberListParams } from "../list";
import { releaseSubscribers, unsubscribeSubscribers } from "../move";
import { resendConfirmation, resendConfirmations } from "../resend-confirmation";
import type { SubscriberState } from "../rules/subscriber";
import { setSubscriberComponents } from "../set-components";
import {
  bulkSubscriberActionFields,
  incidentSubscriberRoutes,
  subscriberRoutes as routes,
  type SubscriberPageParams,
  subscriberFields,
} from "./subscriber-routes";
import {
  type CountedSubscriberKind,
  type SubscriberApiStateName,
  subscriberCountsByType,
  subscriberCountsByTypeAndState,
  subscriberResponseOf,
  subscriberStateByApiName,
} from "./subscriber-shape";

type C = Context<ApiEnvironment>;

interface SubscriberQuery extends SubscriberPageParams {
  q?: string | undefined;
  type?: CountedSubscriberKind | undefined;
  state?: string | undefined;
}

/** Reads Statuspage's `state`; the default is active. */
const statesOf = (word: string = "active"): SubscriberState[] =>
  word === "all" ? ["active", "pending", "quarantined"] : [subscriberStateByApiName[word as SubscriberApiStateName]];

async function listShownSubscribers(c: C, query: SubscriberQuery, more: Omit<SubscriberListParams, "pageId">) {
  const { ctx, pageId } = await findPageContextOfRequest(c);
  const { page = 0, limit, per_page, after, q, type } = query;
  const size = limit ?? per_page ?? 100;
  // Statuspage's partners do not exist here.
  if (type === "integration_partner") return [];
  const given = {
    pageId,
    search: q,
    kind: type,
    after,
    skip: after === undefined ? page * size : 0,
    limit: size,
    ...more,
  };
  const { subscribers, next } = valueOrThrow(await listSubscribers(ctx, given));
  setNextPageLink(c, next, "after");
  return subscribers.map((row) => subscriberResponseOf(pageId, row));
}

/** Returns one subscriber of the page; with an incident, only one who follows it. */
async function readShownSubscriber(ctx: Ctx, pageId: string, id: string, incidentId?: string) {
  const row = valueOrThrow(await readSubscriber(ctx, { pageId, id }));
  if (incidentId !== undefined && row.incidentId !== incidentId) throw new FailureError({ name: "missing" });
  return subscriberResponseOf(pageId, row);
}

/** Removes subscribers; refuses when they do not exist or follow another incident. */
async function unsubscribeOne(
  c: C,
  ctx: Ctx,
  target: { pageId: string; ids: string[] },
  there: () => Promise<unknown>,
) {
  const given = { ...target, ...(await readPrecondition(c)) };
  const [, done] = await Promise.all([runBeforeCommit(c, there()), unsubscribeSubscribers(ctx, given)]);
  valueOrThrow(done);
}

function addReadingRoutes(api: Api): void {
  api.openapi(routes.list, async (c) => {
    const query = c.req.valid("query");
    const state = query.state === "all" ? undefined : subscriberStateByApiName[query.state ?? "active"];
    return c.json(await listShownSubscribers(c, query, { state }), 200);
  });
  api.openapi(routes.unsubscribed, async (c) =>
    c.json(await listShownSubscribers(c, c.req.valid("query"), { state: "unsubscribed" }), 200),
  );
  api.openapi(routes.count, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { state, type } = c.req.valid("query");
    return c.json(
      subscriberCountsByType(valueOrThrow(await countSubscribers(ctx, { pageId })), statesOf(state), type),
      200,
    );
  });
  api.openapi(routes.histogram, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    return c.json(subscriberCountsByTypeAndState(valueOrThrow(await countSubscribers(ctx, { pageId }))), 200);
  });
}

const idsOf = (given: string | string[]): string[] | "all" =>
  given === "all" ? "all" : Array.isArray(given) ? given : [given];
const names = { ids: "subscribers" };

function addBulkRoutes(api: Api): void {
  api.openapi(routes.unsubscribe, async (c) => {
    reportIgnoredFields(c, null, Object.keys(bulkSubscriberActionFields));
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { subscribers, state, type } = c.req.valid("json");
    const ids = idsOf(subscribers);
    if (type === "integration_partner") return c.json({ subscribers: [] }, 201);
    const states = ids === "all" || state ? statesOf(state) : undefined;
    valueOrThrow(
      await unsubscribeSubscribers(ctx, { pageId, ids, states, kind: type, ...(await readPrecondition(c)) }),
      names,
    );
    return c.json({ subscribers: ids }, 201);
  });
  api.openapi(routes.reactivate, async (c) => {
    reportIgnoredFields(c, null, Object.keys(bulkSubscriberActionFields));
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { subscribers, type } = c.req.valid("json");
    const ids = idsOf(subscribers);
    if (type === "integration_partner") return c.json({ subscribers: [] }, 201);
    valueOrThrow(await releaseSubscribers(ctx, { pageId, ids, kind: type, ...(await readPrecondition(c)) }), names);
    return c.json({ subscribers: ids }, 201);
  });
  api.openapi(routes.resendConfirmations, async (c) => {
    reportIgnoredFields(c, null, Object.keys(bulkSubscriberActionFields));
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const ids = idsOf(c.req.valid("json").subscribers);
    const resent = valueOrThrow(await resendConfirmations(ctx, { pageId, ids, ...(await readPrecondition(c)) }), names);
    return c.json({ subscribers: resent.ids, left: resent.left }, 201);
  });
}

function addSingleRoutes(api: Api): void {
  api.openapi(routes.create, async (c) => {
    reportIgnoredFields(c, "subscriber", Object.keys(subscriberFields));
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { email, component_ids: componentIds = [] } = c.req.valid("json").subscriber;
    const subscription = { email, scope: componentIds.length > 0 ? "components" : "page", componentIds } as const;
    const { id } = valueOrThrow(await addSubscriber(ctx, { pageId, ...subscription, ...(await readPrecondition(c)) }));
    return c.json(await readShownSubscriber(ctx, pageId, id), 201);
  });
  api.openapi(routes.read, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    return c.json(await readShownSubscriber(ctx, pageId, c.req.valid("param").id), 200);
  });
  api.openapi(routes.change, async (c) => {
    reportIgnoredFields(c, null, ["component_ids"]);
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { id } = c.req.valid("param");
    const { component_ids: componentIds } = c.req.valid("json");
    valueOrThrow(await setSubscriberComponents(ctx, { pageId, id, componentIds, ...(await readPrecondition(c)) }));
    return c.json(await readShownSubscriber(ctx, pageId, id), 200);
  });
  api.openapi(routes.remove, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { id } = c.req.valid("param");
    await unsubscribeOne(c, ctx, { pageId, ids: [id] }, () => readShownSubscriber(ctx, pageId, id));
    return c.json(await readShownSubscriber(ctx, pageId, id), 200);
  });
  api.openapi(routes.resend, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { id } = c.req.valid("param");
    valueOrThrow(await resendConfirmation(ctx, { pageId, id, ...(await readPrecondition(c)) }));
    return c.json(await readShownSubscriber(ctx, pageId, id), 201);
  });
}

function addIncidentSubscriberRoutes(api: Api): void {
  api.openapi(incidentSubscriberRoutes.list, async (c) =>
    c.json(
      await listShownSubscribers(c, c.req.valid("query"), { state: "active", incidentId: c.req.valid("param").id }),
      200,
    ),
  );
  api.openapi(incidentSubscriberRoutes.create, async (c) => {
    reportIgnoredFields(c, "subscriber", ["email"]);
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const subscription = { scope: "incident", incidentId: c.req.valid("param").id } as const;
    const { email } = c.req.valid("json").subscriber;
    const { id } = valueOrThrow(
      await addSubscriber(ctx, { pageId, email, ...subscription, ...(await readPrecondition(c)) }),
    );
    return c.json(await readShownSubscriber(ctx, pageId, id), 201);
  });
  api.openapi(incidentSubscriberRoutes.read, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { id, sid } = c.req.valid("param");
    return c.json(await readShownSubscriber(ctx, pageId, sid, id), 200);
  });
  api.openapi(incidentSubscriberRoutes.remove, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { id, sid } = c.req.valid("param");
    await unsubscribeOne(c, ctx, { pageId, ids: [sid] }, () => readShownSubscriber(ctx, pageId, sid, id));
    return c.json(await readShownSubscriber(ctx, pageId, sid, id), 200);
  });
  api.openapi(incidentSubscriberRoutes.resend, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { id, sid } = c.req.valid("param");
    const target = { pageId, id: sid, ...(await readPrecondition(c)) };
    const [, resent] = await Promise.all([
      runBeforeCommit(c, readShownSubscriber(ctx, pageId, sid, id)),
      resendConfirmation(ctx, target),
    ]);
    valueOrThrow(resent);
    return c.json(await readShownSubscriber(ctx, pageId, sid, id), 201);
  });
}

export function addSubscriberRoutes(api: Api): void {
  addReadingRoutes(api);
  addBulkRoutes(api);
  addSingleRoutes(api);
  addIncidentSubscriberRoutes(api);
}
