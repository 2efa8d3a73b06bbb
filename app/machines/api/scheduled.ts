import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Ctx } from "~/platform/ctx";
import { listComponents } from "~/usecases/components/list";
import { listMaintenancesWithUpdates, readWithUpdates } from "~/usecases/maintenances/list-with-updates";
import { type Api, type ApiEnvironment, atPage, etag, sliced } from "./environment";
import { incident } from "./incident-shape";
import { orRefuse } from "./reply";
import { showScheduled } from "./scheduled-shape";
import { json, pageParam, refusals, slice } from "./shapes";

type C = Context<ApiEnvironment>;

const lists = {
  scheduled: { summary: "Scheduled and active maintenance, as incidents with a schedule; at most 100", states: null },
  upcoming: { summary: "Scheduled maintenance, soonest first; at most 100", states: ["scheduled"] },
  active_maintenance: { summary: "What is going on; at most 100", states: ["in_progress", "verifying"] },
} as const;

type List = keyof typeof lists;

const route = (name: List) =>
  createRoute({
    method: "get",
    path: `/pages/{page}/incidents/${name}`,
    tags: ["Incidents"],
    summary: lists[name].summary,
    request: { params: pageParam, query: slice },
    responses: { 200: json(z.array(incident), "Maintenances"), ...refusals },
  });

/** As the address names the page, so that links lead where the caller is. */
const pageOf = (c: C, pageId: string) => ({ id: pageId, name: c.req.param("page") ?? pageId });

/** Whether an incident's address names a maintenance. */
export const isMaintenance = async (ctx: Ctx, pageId: string, id: string) =>
  (await readWithUpdates(ctx, { pageId, id })).ok;

/** The maintenance that an incident's address names, in Statuspage's shape; refuses where it names none. */
export async function scheduledAt(c: C, ctx: Ctx, pageId: string, id: string) {
  const found = orRefuse(await readWithUpdates(ctx, { pageId, id }));
  const { components } = orRefuse(await listComponents(ctx, { pageId }));
  etag(c, found.maintenance.version);
  return showScheduled(ctx.config.origin, pageOf(c, pageId), found, components);
}

async function listed(c: C, name: List) {
  const { ctx, pageId } = await atPage(c);
  const all = orRefuse(await listMaintenancesWithUpdates(ctx, { pageId, filter: "coming", limit: 100 }));
  const { components } = orRefuse(await listComponents(ctx, { pageId }));
  const states: readonly string[] | null = lists[name].states;
  return all
    .filter(({ maintenance }) => states === null || states.includes(maintenance.status))
    .map((each) => showScheduled(ctx.config.origin, pageOf(c, pageId), each, components));
}

/** Statuspage's lists of maintenance; before the routes of one incident, whose addresses look alike. */
export function addScheduled(api: Api): void {
  for (const name of Object.keys(lists) as List[]) {
    api.openapi(route(name), async (c) => c.json(sliced(await listed(c, name), c.req.valid("query")), 200));
  }
}
