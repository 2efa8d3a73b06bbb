import type { Context } from "hono";
import { type Api, type ApiEnvironment, atPage, etag, linkNext, precondition } from "~/api/environment";
import { orRefuse } from "~/api/reply";
import { fromInstant, toInstant } from "~/api/shapes";
import type { Ctx } from "~/platform/ctx";
import { editMaintenance } from "../edit";
import { planMaintenance } from "../plan";
import { previewMaintenance } from "../preview";
import { editMaintenanceUpdate, postMaintenanceUpdate } from "../updates";
import {
  cancelMaintenance,
  completeMaintenance,
  extendMaintenance,
  listMaintenances,
  readMaintenance,
  startMaintenance,
  verifyMaintenance,
} from "../verbs";
import {
  change,
  correct,
  create,
  extend,
  list,
  type MaintenanceVerb,
  move,
  post,
  preview,
  readMaintenanceRoute,
  verbNames,
} from "./maintenance-routes";
import { planNames, showMaintenance, showMaintenanceUpdate, toPlan, toRepeat } from "./maintenance-shape";

type C = Context<ApiEnvironment>;

/** Returns the maintenance that the path names, with the version and commit id of a change. */
async function targetOf(c: C) {
  const { ctx, pageId } = await atPage(c);
  return { ctx, target: { pageId, id: c.req.param("id") ?? "", ...(await precondition(c)) } };
}

async function shown(c: C, ctx: Ctx, target: { pageId: string; id: string }) {
  const { maintenance, updates, reach } = orRefuse(await readMaintenance(ctx, target));
  etag(c, maintenance.version);
  return { ...showMaintenance(target.pageId, maintenance), updates: updates.map(showMaintenanceUpdate), reach };
}

function addReads(api: Api): void {
  api.openapi(list, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { maintenances, before } = orRefuse(await listMaintenances(ctx, { pageId, ...c.req.valid("query") }));
    linkNext(c, before);
    return c.json(
      maintenances.map((each) => showMaintenance(pageId, each)),
      200,
    );
  });
  api.openapi(preview, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { repeat, ...given } = c.req.valid("json").maintenance;
    const { startsAt = 0, endsAt = 0, components } = toPlan(given);
    const asked = { pageId, startsAt, endsAt, components, repeat: repeat ? toRepeat(repeat) : null };
    const { starts, conflicts } = orRefuse(await previewMaintenance(ctx, asked));
    const shownConflicts = conflicts.map(({ startsAt: from, endsAt: to, ...each }) => ({
      ...each,
      starts_at: toInstant(from),
      ends_at: toInstant(to),
    }));
    return c.json({ starts: starts.map(toInstant), conflicts: shownConflicts }, 200);
  });
  api.openapi(readMaintenanceRoute, async (c) => {
    const { ctx, pageId } = await atPage(c);
    return c.json(await shown(c, ctx, { pageId, id: c.req.valid("param").id }), 200);
  });
}

function addPlans(api: Api): void {
  api.openapi(create, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { repeat, deliver_notifications: tellPlanned, ...given } = c.req.valid("json").maintenance;
    const { title = "", startsAt = 0, endsAt = 0, ...plan } = toPlan(given);
    const { commitId } = await precondition(c);
    const repeats = repeat ? toRepeat(repeat) : null;
    const asked = { ...plan, title, startsAt, endsAt, tellPlanned, repeat: repeats, pageId, commitId };
    const { id } = orRefuse(await planMaintenance(ctx, asked), planNames);
    return c.json(await shown(c, ctx, { pageId, id }), 201);
  });
  api.openapi(change, async (c) => {
    const { ctx, target } = await targetOf(c);
    const { deliver_notifications: notify, ...given } = c.req.valid("json").maintenance;
    orRefuse(await editMaintenance(ctx, { ...toPlan(given), notify, ...target }), planNames);
    return c.json(await shown(c, ctx, target), 200);
  });
  api.openapi(extend, async (c) => {
    const { ctx, target } = await targetOf(c);
    const { ends_at: end, body, deliver_notifications: notify } = c.req.valid("json").maintenance;
    orRefuse(await extendMaintenance(ctx, { ...target, endsAt: fromInstant(end), body, notify }));
    return c.json(await shown(c, ctx, target), 200);
  });
}

const moves: Record<MaintenanceVerb, typeof startMaintenance> = {
  start: startMaintenance,
  verify: verifyMaintenance,
  complete: completeMaintenance,
  cancel: cancelMaintenance,
};

function addMoves(api: Api): void {
  for (const verb of verbNames) {
    api.openapi(move(verb), async (c) => {
      const { ctx, target } = await targetOf(c);
      const { body, deliver_notifications: notify } = c.req.valid("json")?.maintenance ?? {};
      orRefuse(await moves[verb](ctx, { ...target, body, notify }));
      return c.json(await shown(c, ctx, target), 200);
    });
  }
}

function addUpdates(api: Api): void {
  api.openapi(post, async (c) => {
    const { ctx, target } = await targetOf(c);
    const { body, deliver_notifications: notify } = c.req.valid("json").maintenance_update;
    orRefuse(await postMaintenanceUpdate(ctx, { ...target, body, notify }));
    return c.json(await shown(c, ctx, target), 201);
  });
  api.openapi(correct, async (c) => {
    const { ctx, target } = await targetOf(c);
    const { body, shown_at: at } = c.req.valid("json").maintenance_update;
    const shownAt = at === undefined ? undefined : fromInstant(at);
    const asked = { ...target, updateId: c.req.valid("param").update, body, shownAt };
    orRefuse(await editMaintenanceUpdate(ctx, asked));
    return c.json(await shown(c, ctx, target), 200);
  });
}

export function addMaintenances(api: Api): void {
  addReads(api);
  addPlans(api);
  addMoves(api);
  addUpdates(api);
}
