import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { IdOnPage } from "~/access/id-on-page";
import { type Api, type ApiEnvironment, findPageContextOfRequest, paginateRows, setETag } from "~/api/environment";
import { valueOrThrow } from "~/api/reply";
import { errorResponses, jsonResponseSpec, pagePathParamsSchema, paginationQueryInputSchema } from "~/api/shapes";
import { listComponents } from "~/components/list";
import {
  type IncidentOrMaintenance,
  listMaintenancesWithUpdates,
  readIncidentOrMaintenance,
  readMaintenanceWithUpdates,
} from "~/maintenances/with-updates";
import type { Ctx } from "~/platform/ctx";
import { readIncident } from "../read";
import { incidentResponseOf, incidentSchema } from "./incident-shape";
import { scheduledIncidentResponseOf } from "./scheduled-shape";

type ApiContext = Context<ApiEnvironment>;

const lists = {
  scheduled: { summary: "Scheduled and active maintenance, as incidents with a schedule; at most 100", states: null },
  upcoming: { summary: "Scheduled maintenance, soonest first; at most 100", states: ["scheduled"] },
  active_maintenance: { summary: "What is going on; at most 100", states: ["in_progress", "verifying"] },
} as const;

type ScheduledListName = keyof typeof lists;

const route = (name: ScheduledListName) =>
  createRoute({
    method: "get",
    path: `/pages/{page}/incidents/${name}`,
    tags: ["Incidents"],
    summary: lists[name].summary,
    request: { params: pagePathParamsSchema, query: paginationQueryInputSchema },
    responses: { 200: jsonResponseSpec(z.array(incidentSchema), "Maintenances"), ...errorResponses },
  });

/** Returns the page under the name that the address uses, so that links lead where the caller is. */
export const pageReference = (c: ApiContext, pageId: string) => ({ id: pageId, name: c.req.param("page") ?? pageId });

/** True when an incident's address names a maintenance. */
export const isMaintenanceId = async (ctx: Ctx, pageId: string, id: string) =>
  (await readMaintenanceWithUpdates(ctx, { pageId, id })).ok;

/**
 * Returns what an incident's address names, in Statuspage's shape: an incident or a maintenance; refuses when it names
 * neither.
 */
export async function readIncidentOrMaintenanceResponse(c: ApiContext, ctx: Ctx, pageId: string, id: string) {
  const found = valueOrThrow(await readIncidentOrMaintenance(ctx, { pageId, id }));
  setETag(c, found.incident ? found.incident.incident.version : found.maintenance.maintenance.version);
  return incidentOrMaintenanceResponseOf(c, ctx, pageId, found);
}

/** Does the same when it is known which of the two it is, with fewer statements. */
export async function readIncidentOrMaintenanceByKind(c: ApiContext, ctx: Ctx, asked: IdOnPage, planned: boolean) {
  if (!planned) {
    const incident = valueOrThrow(await readIncident(ctx, asked));
    setETag(c, incident.incident.version);
    return incidentResponseOf(ctx.config.origin, pageReference(c, asked.pageId), incident);
  }
  const [found, known] = await Promise.all([readMaintenanceWithUpdates(ctx, asked), listComponents(ctx, asked)]);
  const [maintenance, { components }] = [valueOrThrow(found), valueOrThrow(known)];
  setETag(c, maintenance.maintenance.version);
  return scheduledIncidentResponseOf(ctx.config.origin, pageReference(c, asked.pageId), maintenance, components);
}

/** Does the same with what was read already. */
export const incidentOrMaintenanceResponseOf = (
  c: ApiContext,
  ctx: Ctx,
  pageId: string,
  found: IncidentOrMaintenance,
) =>
  found.incident
    ? incidentResponseOf(ctx.config.origin, pageReference(c, pageId), found.incident)
    : scheduledIncidentResponseOf(ctx.config.origin, pageReference(c, pageId), found.maintenance, found.components);

async function listed(c: ApiContext, name: ScheduledListName) {
  const { ctx, pageId } = await findPageContextOfRequest(c);
  const [planned, known] = await Promise.all([
    listMaintenancesWithUpdates(ctx, { pageId, filter: "upcoming", limit: 100 }),
    listComponents(ctx, { pageId }),
  ]);
  const [all, { components }] = [valueOrThrow(planned), valueOrThrow(known)];
  const states: readonly string[] | null = lists[name].states;
  return all
    .filter(({ maintenance }) => states === null || states.includes(maintenance.status))
    .map((each) => scheduledIncidentResponseOf(ctx.config.origin, pageReference(c, pageId), each, components));
}

/**
 * Adds Statuspage's lists of maintenance. They must precede the routes of one incident, whose addresses have the same
 * form.
 */
export function addScheduledIncidentRoutes(api: Api): void {
  for (const name of Object.keys(lists) as ScheduledListName[]) {
    api.openapi(route(name), async (c) => c.json(paginateRows(await listed(c, name), c.req.valid("query")), 200));
  }
}
