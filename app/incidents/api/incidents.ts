import type { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  type Api,
  type ApiEnvironment,
  atPage,
  beforeCommit,
  noteIgnoredFields,
  precondition,
} from "~/api/environment";
import { FailureError, orRefuse } from "~/api/reply";
import { fromInstant } from "~/api/shapes";
import { listComponents } from "~/components/list";
import type { Result } from "~/failures/failure";
import { editMaintenanceUpdate } from "~/maintenances/updates";
import { cancelMaintenance } from "~/maintenances/verbs";
import { readIncidentOrMaintenance } from "~/maintenances/with-updates";
import type { Ctx } from "~/platform/ctx";
import { editUpdate } from "../edit-update";
import { listIncidentsWithUpdates } from "../list-with-updates";
import { publishIncident, takeBackIncident } from "../verbs";
import { changeFrom, knownFields, names, openFrom, updateFields, type updateIncidentSchema } from "./incident-input";
import {
  change,
  changeUpdate,
  create,
  list,
  publish,
  readIncidentRoute,
  remove,
  unresolvedRoute,
} from "./incident-routes";
import { showIncident, showUpdate } from "./incident-shape";
import {
  changeScheduledIncident,
  isScheduled,
  movesSchedule,
  planFrom,
  scheduledNames,
  understoodFields,
} from "./scheduled-input";
import { addScheduledRoutes, isMaintenance, pageOf, showAsKind, showAtAddress, showEither } from "./scheduled-routes";

type C = Context<ApiEnvironment>;
type UpdateIncidentFields = z.output<typeof updateIncidentSchema>["incident"];
type Target = { pageId: string; id: string; version?: number; commitId?: string };

interface Slice {
  page?: number | undefined;
  per_page?: number | undefined;
  limit?: number | undefined;
}

/** True when there is no such incident; then it may be a maintenance, whose ids share the same addresses. */
const isMissing = (result: Result<unknown>): boolean => !result.ok && result.failure.name === "missing";

async function listed(c: C, filter: string, { page = 1, per_page, limit, q }: Slice & { q?: string | undefined }) {
  const { ctx, pageId } = await atPage(c);
  const size = Math.min(100, limit ?? per_page ?? 100);
  const asked = { pageId, filter, limit: size, skip: (page - 1) * size, search: q };
  const [found, known] = await Promise.all([listIncidentsWithUpdates(ctx, asked), listComponents(ctx, { pageId })]);
  const [{ incidents }, { components }] = [orRefuse(found), orRefuse(known)];
  return incidents.map((each) => {
    const touched = components.filter((component) => component.id in each.incident.components);
    return showIncident(ctx.config.origin, pageOf(c, pageId), { ...each, touched });
  });
}

function addReads(api: Api): void {
  api.openapi(list, async (c) => c.json(await listed(c, "published", c.req.valid("query")), 200));
  api.openapi(unresolvedRoute, async (c) => c.json(await listed(c, "unresolved", c.req.valid("query")), 200));
  api.openapi(readIncidentRoute, async (c) => {
    const { ctx, pageId } = await atPage(c);
    return c.json(await showAtAddress(c, ctx, pageId, c.req.valid("param").id), 200);
  });
}

/**
 * Changes an incident or a maintenance. It is tried as an incident while the same request asks which of the two it is.
 */
async function changeEither(
  c: C,
  ctx: Ctx,
  target: Target,
  given: UpdateIncidentFields,
): Promise<{ planned: boolean }> {
  const moves = movesSchedule(given);
  const [done, isPlanned, scheduled] = await Promise.all([
    moves ? null : changeFrom(ctx, target, given),
    isMaintenance(ctx, target.pageId, target.id),
    moves ? changeScheduledIncident(ctx, target, given) : null,
  ]);
  const planned = (done === null || isMissing(done)) && isPlanned;
  noteIgnoredFields(c, "incident", planned ? understoodFields(c.env.body.incident) : knownFields);
  if (planned) orRefuse(scheduled ?? (await changeScheduledIncident(ctx, target, given)), scheduledNames);
  else orRefuse(done ?? (await changeFrom(ctx, target, given)), names);
  return { planned };
}

function addChanges(api: Api): void {
  api.openapi(create, async (c) => {
    const { incident: sent } = c.env.body;
    const planned = isScheduled(sent);
    noteIgnoredFields(c, "incident", planned ? understoodFields(sent) : knownFields);
    const { ctx, pageId } = await atPage(c);
    const { commitId } = await precondition(c);
    const make = planned ? planFrom : openFrom;
    const wire = planned ? scheduledNames : names;
    const { id } = orRefuse(await make(ctx, pageId, c.req.valid("json").incident, commitId), wire);
    return c.json(await showAsKind(c, ctx, { pageId, id }, planned), 201);
  });
  for (const method of ["put", "patch"] as const) {
    api.openapi(change(method), async (c) => {
      const { ctx, pageId } = await atPage(c);
      const { id } = c.req.valid("param");
      const target = { pageId, id, ...(await precondition(c)) };
      const { planned } = await changeEither(c, ctx, target, c.req.valid("json").incident);
      return c.json(await showAsKind(c, ctx, target, planned), 200);
    });
    api.openapi(changeUpdate(method), async (c) => {
      noteIgnoredFields(c, "incident_update", Object.keys(updateFields));
      const { ctx, pageId } = await atPage(c);
      const { id, update: updateId } = c.req.valid("param");
      const { body, display_at: at } = c.req.valid("json").incident_update;
      const given = { body, shownAt: at === undefined ? undefined : fromInstant(at) };
      const asked = { pageId, id, updateId, ...given, ...(await precondition(c)) };
      const done = await editUpdate(ctx, asked);
      orRefuse(isMissing(done) ? await editMaintenanceUpdate(ctx, asked) : done, names);
      const { incident, maintenance } = orRefuse(await readIncidentOrMaintenance(ctx, { pageId, id }));
      const found = (incident ?? maintenance).updates.find((each) => each.id === updateId);
      if (!found) throw new FailureError({ name: "missing" });
      return c.json(showUpdate(id, found), 200);
    });
  }
}

function addEnds(api: Api): void {
  api.openapi(publish, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id } = c.req.valid("param");
    orRefuse(await publishIncident(ctx, { pageId, id, ...(await precondition(c)) }));
    return c.json(await showAsKind(c, ctx, { pageId, id }, false), 200);
  });
  api.openapi(remove, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id } = c.req.valid("param");
    const target = { pageId, id, ...(await precondition(c)) };
    const reading = beforeCommit(c, readIncidentOrMaintenance(ctx, { pageId, id }).then(orRefuse));
    const [before, taken] = await Promise.all([reading, takeBackIncident(ctx, target)]);
    orRefuse(before.incident ? taken : await cancelMaintenance(ctx, target));
    return c.json(before.incident ? showEither(c, ctx, pageId, before) : await showAtAddress(c, ctx, pageId, id), 200);
  });
}

export function addIncidents(api: Api): void {
  addScheduledRoutes(api);
  addReads(api);
  addChanges(api);
  addEnds(api);
}
