import type { Context } from "hono";
import type { Ctx } from "~/platform/ctx";
import { fail, type Result } from "~/rules/basics/failure";
import { listComponents } from "~/usecases/components/list";
import { dismissIncident } from "~/usecases/incidents/dismiss";
import { editUpdate } from "~/usecases/incidents/edit-update";
import { listIncidentsWithUpdates } from "~/usecases/incidents/list-with-updates";
import { publishIncident } from "~/usecases/incidents/publish";
import { type IncidentDetail, readIncident } from "~/usecases/incidents/read";
import { withdrawIncident } from "~/usecases/incidents/withdraw";
import { cancelMaintenance } from "~/usecases/maintenances/cancel";
import { editMaintenanceUpdate } from "~/usecases/maintenances/edit-update";
import { readWithUpdates } from "~/usecases/maintenances/list-with-updates";
import { type Api, type ApiEnvironment, atPage, etag, nameIgnored, precondition } from "./environment";
import { changeFrom, knownFields, names, openFrom, updateFields } from "./incident-input";
import { change, changeUpdate, create, list, publish, readOne, remove, unresolved } from "./incident-routes";
import { showIncident, showUpdate } from "./incident-shape";
import { orRefuse, Refused } from "./reply";
import { addScheduled, isMaintenance, scheduledAt } from "./scheduled";
import { changeScheduled, isScheduled, movesSchedule, planFrom, scheduledNames, understood } from "./scheduled-input";
import { fromInstant } from "./shapes";

type C = Context<ApiEnvironment>;
interface Slice {
  page?: number | undefined;
  per_page?: number | undefined;
  limit?: number | undefined;
}

const absent = fail({ name: "missing" });

/** No incident: then it may be a maintenance, whose ids stand in the same addresses. */
const isMissing = (result: Result<unknown>): boolean => !result.ok && result.failure.name === "missing";

/** As the address names the page, so that links lead where the caller is. */
const pageOf = (c: C, pageId: string) => ({ id: pageId, name: c.req.param("page") ?? pageId });

async function shown(c: C, ctx: Ctx, pageId: string, id: string) {
  const found = await readIncident(ctx, { pageId, id });
  if (isMissing(found)) return scheduledAt(c, ctx, pageId, id);
  const detail = orRefuse(found);
  etag(c, detail.incident.version);
  return showIncident(ctx.config.origin, pageOf(c, pageId), detail);
}

async function listed(c: C, filter: string, { page = 1, per_page, limit, q }: Slice & { q?: string | undefined }) {
  const { ctx, pageId } = await atPage(c);
  const size = Math.min(100, limit ?? per_page ?? 100);
  const asked = { pageId, filter, limit: size, skip: (page - 1) * size, search: q };
  const { incidents } = orRefuse(await listIncidentsWithUpdates(ctx, asked));
  const { components } = orRefuse(await listComponents(ctx, { pageId }));
  return incidents.map((each) => {
    const touched = components.filter((component) => component.id in each.incident.components);
    return showIncident(ctx.config.origin, pageOf(c, pageId), { ...each, touched });
  });
}

function addReads(api: Api): void {
  api.openapi(list, async (c) => c.json(await listed(c, "published", c.req.valid("query")), 200));
  api.openapi(unresolved, async (c) => c.json(await listed(c, "unresolved", c.req.valid("query")), 200));
  api.openapi(readOne, async (c) => {
    const { ctx, pageId } = await atPage(c);
    return c.json(await shown(c, ctx, pageId, c.req.valid("param").id), 200);
  });
}

function addChanges(api: Api): void {
  api.openapi(create, async (c) => {
    const { incident: sent } = c.env.body;
    const planned = isScheduled(sent);
    nameIgnored(c, "incident", planned ? understood(sent) : knownFields);
    const { ctx, pageId } = await atPage(c);
    const { commitId } = await precondition(c);
    const make = planned ? planFrom : openFrom;
    const wire = planned ? scheduledNames : names;
    const { id } = orRefuse(await make(ctx, pageId, c.req.valid("json").incident, commitId), wire);
    return c.json(await (planned ? scheduledAt : shown)(c, ctx, pageId, id), 201);
  });
  for (const method of ["put", "patch"] as const) {
    api.openapi(change(method), async (c) => {
      const { ctx, pageId } = await atPage(c);
      const { id } = c.req.valid("param");
      const [target, given] = [{ pageId, id, ...(await precondition(c)) }, c.req.valid("json").incident];
      const done = movesSchedule(given) ? absent : await changeFrom(ctx, target, given);
      const planned = isMissing(done) && (await isMaintenance(ctx, pageId, id));
      nameIgnored(c, "incident", planned ? understood(c.env.body.incident) : knownFields);
      if (planned) orRefuse(await changeScheduled(ctx, target, given), scheduledNames);
      else orRefuse(done === absent ? await changeFrom(ctx, target, given) : done, names);
      return c.json(await (planned ? scheduledAt : shown)(c, ctx, pageId, id), 200);
    });
    api.openapi(changeUpdate(method), async (c) => {
      nameIgnored(c, "incident_update", Object.keys(updateFields));
      const { ctx, pageId } = await atPage(c);
      const { id, update: updateId } = c.req.valid("param");
      const { body, display_at: at } = c.req.valid("json").incident_update;
      const given = { body, shownAt: at === undefined ? undefined : fromInstant(at) };
      const asked = { pageId, id, updateId, ...given, ...(await precondition(c)) };
      const done = await editUpdate(ctx, asked);
      orRefuse(isMissing(done) ? await editMaintenanceUpdate(ctx, asked) : done, names);
      const incident = await readIncident(ctx, { pageId, id });
      const after = isMissing(incident) ? await readWithUpdates(ctx, { pageId, id }) : incident;
      const found = orRefuse<Pick<IncidentDetail, "updates">>(after).updates.find((each) => each.id === updateId);
      if (!found) throw new Refused({ name: "missing" });
      return c.json(showUpdate(id, found), 200);
    });
  }
}

function addEnds(api: Api): void {
  api.openapi(publish, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id } = c.req.valid("param");
    orRefuse(await publishIncident(ctx, { pageId, id, ...(await precondition(c)) }));
    return c.json(await shown(c, ctx, pageId, id), 200);
  });
  api.openapi(remove, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { id } = c.req.valid("param");
    const found = await readIncident(ctx, { pageId, id });
    if (isMissing(found)) {
      orRefuse(await cancelMaintenance(ctx, { pageId, id, ...(await precondition(c)) }));
      return c.json(await scheduledAt(c, ctx, pageId, id), 200);
    }
    const before = orRefuse(found);
    const take = before.incident.visibility === "draft" ? dismissIncident : withdrawIncident;
    orRefuse(await take(ctx, { pageId, id, ...(await precondition(c)) }));
    return c.json(showIncident(ctx.config.origin, pageOf(c, pageId), before), 200);
  });
}

export function addIncidents(api: Api): void {
  addScheduled(api);
  addReads(api);
  addChanges(api);
  addEnds(api);
}
