import type { Context } from "hono";
import {
  type Api,
  type ApiEnvironment,
  atPage,
  beforeCommit,
  linkNext,
  noteIgnoredFields,
  precondition,
} from "~/api/environment";
import { FailureError, orRefuse } from "~/api/reply";
import type { Ctx } from "~/platform/ctx";
import { addSubscriber } from "../add";
import { askAgain, resendConfirmation } from "../ask-again";
import { countSubscribers } from "../counts";
import { listSubscribers, readSubscriber, type SubscriberListQuery } from "../list";
import { releaseSubscribers, unsubscribeAll } from "../move";
import type { SubscriberState } from "../rules/subscriber";
import { setComponents } from "../set-components";
import {
  bulkFields,
  followerRoutes,
  type PageWindow,
  subscriberRoutes as routes,
  subscriberFields,
} from "./subscriber-routes";
import {
  type CountedKind,
  type StateWord,
  showCount,
  showHistogram,
  showSubscriber,
  stateOf,
} from "./subscriber-shape";

type C = Context<ApiEnvironment>;

interface SubscriberQuery extends PageWindow {
  q?: string | undefined;
  type?: CountedKind | undefined;
  state?: string | undefined;
}

/** Reads Statuspage's `state`; the default is active. */
const statesOf = (word: string = "active"): SubscriberState[] =>
  word === "all" ? ["active", "pending", "quarantined"] : [stateOf[word as StateWord]];

async function listed(c: C, asked: SubscriberQuery, more: Omit<SubscriberListQuery, "pageId">) {
  const { ctx, pageId } = await atPage(c);
  const { page = 0, limit, per_page, after, q, type } = asked;
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
  const { subscribers, next } = orRefuse(await listSubscribers(ctx, given));
  linkNext(c, next, "after");
  return subscribers.map((row) => showSubscriber(pageId, row));
}

/** Returns one subscriber of the page; with an incident, only one who follows it. */
async function shown(ctx: Ctx, pageId: string, id: string, incidentId?: string) {
  const row = orRefuse(await readSubscriber(ctx, { pageId, id }));
  if (incidentId !== undefined && row.incidentId !== incidentId) throw new FailureError({ name: "missing" });
  return showSubscriber(pageId, row);
}

/** Removes subscribers; refuses when they do not exist or follow another incident. */
async function removed(c: C, ctx: Ctx, target: { pageId: string; ids: string[] }, there: () => Promise<unknown>) {
  const asked = { ...target, ...(await precondition(c)) };
  const [, done] = await Promise.all([beforeCommit(c, there()), unsubscribeAll(ctx, asked)]);
  orRefuse(done);
}

function addReading(api: Api): void {
  api.openapi(routes.list, async (c) => {
    const query = c.req.valid("query");
    const state = query.state === "all" ? undefined : stateOf[query.state ?? "active"];
    return c.json(await listed(c, query, { state }), 200);
  });
  api.openapi(routes.unsubscribed, async (c) =>
    c.json(await listed(c, c.req.valid("query"), { state: "unsubscribed" }), 200),
  );
  api.openapi(routes.count, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { state, type } = c.req.valid("query");
    return c.json(showCount(orRefuse(await countSubscribers(ctx, { pageId })), statesOf(state), type), 200);
  });
  api.openapi(routes.histogram, async (c) => {
    const { ctx, pageId } = await atPage(c);
    return c.json(showHistogram(orRefuse(await countSubscribers(ctx, { pageId }))), 200);
  });
}

const idsOf = (given: string | string[]): string[] | "all" =>
  given === "all" ? "all" : Array.isArray(given) ? given : [given];
const names = { ids: "subscribers" };

function addMany(api: Api): void {
  api.openapi(routes.unsubscribe, async (c) => {
    noteIgnoredFields(c, null, Object.keys(bulkFields));
    const { ctx, pageId } = await atPage(c);
    const { subscribers, state, type } = c.req.valid("json");
    const ids = idsOf(subscribers);
    if (type === "integration_partner") return c.json({ subscribers: [] }, 201);
    const states = ids === "all" || state ? statesOf(state) : undefined;
    orRefuse(await unsubscribeAll(ctx, { pageId, ids, states, kind: type, ...(await precondition(c)) }), names);
    return c.json({ subscribers: ids }, 201);
  });
  api.openapi(routes.reactivate, async (c) => {
    noteIgnoredFields(c, null, Object.keys(bulkFields));
    const { ctx, pageId } = await atPage(c);
    const { subscribers, type } = c.req.valid("json");
    const ids = idsOf(subscribers);
    if (type === "integration_partner") return c.json({ subscribers: [] }, 201);
    orRefuse(await releaseSubscribers(ctx, { pageId, ids, kind: type, ...(await precondition(c)) }), names);
    return c.json({ subscribers: ids }, 201);
  });
  api.openapi(routes.askAgain, async (c) => {
    noteIgnoredFields(c, null, Object.keys(bulkFields));
    const { ctx, pageId } = await atPage(c);
    const ids = idsOf(c.req.valid("json").subscribers);
    const asked = orRefuse(await askAgain(ctx, { pageId, ids, ...(await precondition(c)) }), names);
    return c.json({ subscribers: asked.ids, left: asked.left }, 201);
  });
}

function addOne(api: Api): void {
  api.openapi(routes.create, async (c) => {
    noteIgnoredFields(c, "subscriber", Object.keys(subscriberFields));
    const { ctx, pageId } = await atPage(c);
    const { email, component_ids: componentIds = [] } = c.req.valid("json").subscriber;
    const wish = { email, scope: componentIds.length > 0 ? "components" : "page", componentIds } as const;
    const { id } = orRefuse(await addSubscriber(ctx, { pageId, ...wish, ...(await precondition(c)) }));
    return c.json(await shown(ctx, pageId, id), 201);
  });
  api.openapi(routes.read, async (c) => {
    const { ctx, pageId } = await atPage(c);
    return c.json(await shown(ctx, pageId, c.req.valid("param").id), 200);
  });
  api.openapi(routes.change, async (c) => {
    noteIgnoredFields(c, null, ["component_ids"]);
    const { ctx, pageId } = await atPage(c);
    const { id } = c.req.valid("param");
    const { component_ids: componentIds } = c.req.valid("json");
    orRefuse(await setComponents(ctx, { pageId, id, componentIds, ...(await precondition(c)) }));
    return c.json(await shown(ctx, pageId, id), 200);
  });
  api.openapi(routes.remove, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id } = c.req.valid("param");
    await removed(c, ctx, { pageId, ids: [id] }, () => shown(ctx, pageId, id));
    return c.json(await shown(ctx, pageId, id), 200);
  });
  api.openapi(routes.resend, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id } = c.req.valid("param");
    orRefuse(await resendConfirmation(ctx, { pageId, id, ...(await precondition(c)) }));
    return c.json(await shown(ctx, pageId, id), 201);
  });
}

function addFollowers(api: Api): void {
  api.openapi(followerRoutes.list, async (c) =>
    c.json(await listed(c, c.req.valid("query"), { state: "active", incidentId: c.req.valid("param").id }), 200),
  );
  api.openapi(followerRoutes.create, async (c) => {
    noteIgnoredFields(c, "subscriber", ["email"]);
    const { ctx, pageId } = await atPage(c);
    const wish = { scope: "incident", incidentId: c.req.valid("param").id } as const;
    const { email } = c.req.valid("json").subscriber;
    const { id } = orRefuse(await addSubscriber(ctx, { pageId, email, ...wish, ...(await precondition(c)) }));
    return c.json(await shown(ctx, pageId, id), 201);
  });
  api.openapi(followerRoutes.read, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id, sid } = c.req.valid("param");
    return c.json(await shown(ctx, pageId, sid, id), 200);
  });
  api.openapi(followerRoutes.remove, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id, sid } = c.req.valid("param");
    await removed(c, ctx, { pageId, ids: [sid] }, () => shown(ctx, pageId, sid, id));
    return c.json(await shown(ctx, pageId, sid, id), 200);
  });
  api.openapi(followerRoutes.resend, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id, sid } = c.req.valid("param");
    const target = { pageId, id: sid, ...(await precondition(c)) };
    const [, resent] = await Promise.all([
      beforeCommit(c, shown(ctx, pageId, sid, id)),
      resendConfirmation(ctx, target),
    ]);
    orRefuse(resent);
    return c.json(await shown(ctx, pageId, sid, id), 201);
  });
}

export function addSubscribers(api: Api): void {
  addReading(api);
  addMany(api);
  addOne(api);
  addFollowers(api);
}
