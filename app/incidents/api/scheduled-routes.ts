import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { type Api, type ApiEnvironment, atPage, etag, pageOfRows } from "~/api/environment";
import { orRefuse } from "~/api/reply";
import { json, pageParam, refusals, slice } from "~/api/shapes";
import { listComponents } from "~/components/list";
import {
  type IncidentOrMaintenance,
  listMaintenancesWithUpdates,
  readIncidentOrMaintenance,
  readWithUpdates,
} from "~/maintenances/with-updates";
import type { Ctx } from "~/platform/ctx";
import { readIncident } from "../read";
import { incident, showIncident } from "./incident-shape";
import { showScheduledIncident } from "./scheduled-shape";

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

/** Returns the page under the name that the address uses, so that links lead where the caller is. */
export const pageOf = (c: C, pageId: string) => ({ id: pageId, name: c.req.param("page") ?? pageId });

/** True when an incident's address names a maintenance. */
export const isMaintenance = async (ctx: Ctx, pageId: string, id: string) =>
  (await readWithUpdates(ctx, { pageId, id })).ok;

/**
 * Returns what an incident's address names, in Statuspage's shape: an incident or a maintenance; refuses when it names
 * neither.
 */
export async function showAtAddress(c: C, ctx: Ctx, pageId: string, id: string) {
  const found = orRefuse(await readIncidentOrMaintenance(ctx, { pageId, id }));
  etag(c, found.incident ? found.incident.incident.version : found.maintenance.maintenance.version);
  return showEither(c, ctx, pageId, found);
}

/** Does the same when it is known which of the two it is, with fewer statements. */
export async function showAsKind(c: C, ctx: Ctx, asked: { pageId: string; id: string }, planned: boolean) {
  if (!planned) {
    const incident = orRefuse(await readIncident(ctx, asked));
    etag(c, incident.incident.version);
    return showIncident(ctx.config.origin, pageOf(c, asked.pageId), incident);
  }
  const [found, known] = await Promise.all([readWithUpdates(ctx, asked), listComponents(ctx, asked)]);
  const [maintenance, { components }] = [orRefuse(found), orRefuse(known)];
  etag(c, maintenance.maintenance.version);
  return showScheduledIncident(ctx.config.origin, pageOf(c, asked.pageId), maintenance, components);
}

/** Does the same with what was read already. */
export const showEither = (c: C, ctx: Ctx, pageId: string, found: IncidentOrMaintenance) =>
  found.incident
    ? showIncident(ctx.config.origin, pageOf(c, pageId), found.incident)
    : showScheduledIncident(ctx.config.origin, pageOf(c, pageId), found.maintenance, found.components);

async function listed(c: C, name: List) {
  const { ctx, pageId } = await atPage(c);
  const [planned, known] = await Promise.all([
    listMaintenancesWithUpdates(ctx, { pageId, filter: "upcoming", limit: 100 }),
    listComponents(ctx, { pageId }),
  ]);
  const [all, { components }] = [orRefuse(planned), orRefuse(known)];
  const states: readonly string[] | null = lists[name].states;
  return all
    .filter(({ maintenance }) => states === null || states.includes(maintenance.status))
    .map((each) => showScheduledIncident(ctx.config.origin, pageOf(c, pageId), each, components));
}

/** Adds Statuspage's lists of maintenance; before the routes of one incident, whose addresses have the same form. */
export function addScheduledRoutes(api: Api): void {
  for (const name of Object.keys(lists) as List[]) {
    api.openapi(route(name), async (c) => c.json(pageOfRows(await listed(c, name), c.req.valid("query")), 200));
  }
}
