import type { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  type Api,
  type ApiEnvironment,
  findPageContextOfRequest,
  readPrecondition,
  reportIgnoredFields,
  runBeforeCommit,
} from "~/api/environment";
import { FailureError, valueOrThrow } from "~/api/reply";
import { listComponents } from "~/components/list";
import type { Result } from "~/failures/failure";
import { editMaintenanceUpdate } from "~/maintenances/updates";
import { cancelMaintenance } from "~/maintenances/verbs";
import { readIncidentOrMaintenance } from "~/maintenances/with-updates";
import type { Ctx } from "~/platform/ctx";
import { parseIsoInstant } from "~/time/instants";
import { editIncidentUpdate } from "../edit-update";
import { listIncidentsWithUpdates } from "../list-with-updates";
import { dismissOrWithdrawIncident, publishIncident } from "../verbs";
import {
  changeIncidentFromBody,
  incidentApiNames,
  incidentUpdateShape,
  knownIncidentChangeFields,
  knownIncidentFields,
  openIncidentFromBody,
  type updateIncidentSchema,
} from "./incident-input";
import {
  changeIncidentRoute,
  changeUpdateRoute,
  createIncidentRoute,
  listIncidentsRoute,
  publishIncidentRoute,
  readIncidentRoute,
  removeIncidentRoute,
  unresolvedIncidentsRoute,
} from "./incident-routes";
import { incidentResponseOf, incidentUpdateResponseOf } from "./incident-shape";
import {
  changeScheduledIncident,
  isMaintenanceOnlyBody,
  isScheduledMaintenanceRequest,
  scheduledIncidentApiNames,
  scheduleMaintenanceFromBody,
  supportedScheduleFields,
} from "./scheduled-input";
import {
  addScheduledIncidentRoutes,
  incidentOrMaintenanceResponseOf,
  isMaintenanceId,
  pageReference,
  readIncidentOrMaintenanceByKind,
  readIncidentOrMaintenanceResponse,
} from "./scheduled-routes";

type ApiContext = Context<ApiEnvironment>;
type UpdateIncidentFields = z.output<typeof updateIncidentSchema>["incident"];
type IncidentRequestTarget = { pageId: string; id: string; version?: number; commitId?: string };

interface PaginationQuery {
  page?: number | undefined;
  per_page?: number | undefined;
  limit?: number | undefined;
}

/** True when there is no such incident; then it may be a maintenance window, which has the same form of address. */
const isMissing = (result: Result<unknown>): boolean => !result.ok && result.failure.name === "missing";

async function listed(
  c: ApiContext,
  filter: string,
  { page = 1, per_page, limit, q }: PaginationQuery & { q?: string | undefined },
) {
  const { ctx, pageId } = await findPageContextOfRequest(c);
  const size = Math.min(100, limit ?? per_page ?? 100);
  const asked = { pageId, filter, limit: size, skip: (page - 1) * size, search: q };
  const [found, known] = await Promise.all([listIncidentsWithUpdates(ctx, asked), listComponents(ctx, { pageId })]);
  const [{ incidents, isSearchCut }, { components }] = [valueOrThrow(found), valueOrThrow(known)];
  if (isSearchCut) c.header("x-upfront-search-cut", "true");
  return incidents.map((each) => {
    const touched = components.filter((component) => component.id in each.incident.components);
    return incidentResponseOf(ctx.config.origin, pageReference(c, pageId), { ...each, touched });
  });
}

function addReads(api: Api): void {
  api.openapi(listIncidentsRoute, async (c) => c.json(await listed(c, "published", c.req.valid("query")), 200));
  api.openapi(unresolvedIncidentsRoute, async (c) => c.json(await listed(c, "unresolved", c.req.valid("query")), 200));
  api.openapi(readIncidentRoute, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    return c.json(await readIncidentOrMaintenanceResponse(c, ctx, pageId, c.req.valid("param").id), 200);
  });
}

/**
 * Changes an incident or a maintenance window. It is tried as an incident while the same request reads which of the two
 * it is.
 */
async function changeEither(
  c: ApiContext,
  ctx: Ctx,
  target: IncidentRequestTarget,
  given: UpdateIncidentFields,
): Promise<{ planned: boolean }> {
  const moves = isMaintenanceOnlyBody(given);
  const [done, isPlanned, scheduled] = await Promise.all([
    moves ? null : changeIncidentFromBody(ctx, target, given),
    isMaintenanceId(ctx, target.pageId, target.id),
    moves ? changeScheduledIncident(ctx, target, given) : null,
  ]);
  const planned = (done === null || isMissing(done)) && isPlanned;
  reportIgnoredFields(
    c,
    "incident",
    planned ? supportedScheduleFields(c.env.body.incident) : knownIncidentChangeFields,
  );
  if (planned)
    valueOrThrow(scheduled ?? (await changeScheduledIncident(ctx, target, given)), scheduledIncidentApiNames);
  else valueOrThrow(done ?? (await changeIncidentFromBody(ctx, target, given)), incidentApiNames);
  return { planned };
}

function addChanges(api: Api): void {
  api.openapi(createIncidentRoute, async (c) => {
    const { incident: sent } = c.env.body;
    const planned = isScheduledMaintenanceRequest(sent);
    reportIgnoredFields(c, "incident", planned ? supportedScheduleFields(sent) : knownIncidentFields);
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { commitId } = await readPrecondition(c);
    const make = planned ? scheduleMaintenanceFromBody : openIncidentFromBody;
    const wire = planned ? scheduledIncidentApiNames : incidentApiNames;
    const { id } = valueOrThrow(await make(ctx, pageId, c.req.valid("json").incident, commitId), wire);
    return c.json(await readIncidentOrMaintenanceByKind(c, ctx, { pageId, id }, planned), 201);
  });
  for (const method of ["put", "patch"] as const) {
    api.openapi(changeIncidentRoute(method), async (c) => {
      const { ctx, pageId } = await findPageContextOfRequest(c);
      const { id } = c.req.valid("param");
      const target = { pageId, id, ...(await readPrecondition(c)) };
      const { planned } = await changeEither(c, ctx, target, c.req.valid("json").incident);
      return c.json(await readIncidentOrMaintenanceByKind(c, ctx, target, planned), 200);
    });
    api.openapi(changeUpdateRoute(method), async (c) => {
      reportIgnoredFields(c, "incident_update", Object.keys(incidentUpdateShape));
      const { ctx, pageId } = await findPageContextOfRequest(c);
      const { id, update: updateId } = c.req.valid("param");
      const { body, display_at: at } = c.req.valid("json").incident_update;
      const given = { body, shownAt: at === undefined ? undefined : parseIsoInstant(at) };
      const asked = { pageId, id, updateId, ...given, ...(await readPrecondition(c)) };
      const done = await editIncidentUpdate(ctx, asked);
      valueOrThrow(isMissing(done) ? await editMaintenanceUpdate(ctx, asked) : done, incidentApiNames);
      const { incident, maintenance } = valueOrThrow(await readIncidentOrMaintenance(ctx, { pageId, id }));
      const found = (incident ?? maintenance).updates.find((each) => each.id === updateId);
      if (!found) throw new FailureError({ name: "missing" });
      return c.json(incidentUpdateResponseOf(id, found), 200);
    });
  }
}

function addEnds(api: Api): void {
  api.openapi(publishIncidentRoute, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { id } = c.req.valid("param");
    valueOrThrow(await publishIncident(ctx, { pageId, id, ...(await readPrecondition(c)) }));
    return c.json(await readIncidentOrMaintenanceByKind(c, ctx, { pageId, id }, false), 200);
  });
  api.openapi(removeIncidentRoute, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { id } = c.req.valid("param");
    const target = { pageId, id, ...(await readPrecondition(c)) };
    const reading = runBeforeCommit(c, readIncidentOrMaintenance(ctx, { pageId, id }).then(valueOrThrow));
    const [before, taken] = await Promise.all([reading, dismissOrWithdrawIncident(ctx, target)]);
    valueOrThrow(before.incident ? taken : await cancelMaintenance(ctx, target));
    return c.json(
      before.incident
        ? incidentOrMaintenanceResponseOf(c, ctx, pageId, before)
        : await readIncidentOrMaintenanceResponse(c, ctx, pageId, id),
      200,
    );
  });
}

export function addIncidentRoutes(api: Api): void {
  addScheduledIncidentRoutes(api);
  addReads(api);
  addChanges(api);
  addEnds(api);
}
