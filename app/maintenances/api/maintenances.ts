import type { Context } from "hono";
import type { IdOnPage } from "~/access/id-on-page";
import {
  type Api,
  type ApiEnvironment,
  findPageContextOfRequest,
  readPrecondition,
  setETag,
  setNextPageLink,
} from "~/api/environment";
import { valueOrThrow } from "~/api/reply";
import { toIsoInstant } from "~/api/shapes";
import type { Ctx } from "~/platform/ctx";
import { proposalResponseOf } from "~/proposals/api/proposal-shape";
import { parseIsoInstant } from "~/time/instants";
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
  changeMaintenanceRoute,
  createMaintenanceRoute,
  editMaintenanceUpdateRoute,
  extendMaintenanceRoute,
  listMaintenancesRoute,
  type MaintenanceVerb,
  maintenanceStatusVerbs,
  moveMaintenanceRoute,
  postMaintenanceUpdateRoute,
  previewMaintenanceRoute,
  readMaintenanceRoute,
} from "./maintenance-routes";
import {
  maintenanceApiNames,
  maintenanceRepeatOf,
  maintenanceRequestValues,
  maintenanceResponseOf,
  maintenanceUpdateResponseOf,
} from "./maintenance-shape";

type ApiContext = Context<ApiEnvironment>;

/** Returns the maintenance that the path names, with the version and commit id of a change. */
async function targetOf(c: ApiContext) {
  const { ctx, pageId } = await findPageContextOfRequest(c);
  return { ctx, target: { pageId, id: c.req.param("id") ?? "", ...(await readPrecondition(c)) } };
}

async function shown(c: ApiContext, ctx: Ctx, target: IdOnPage) {
  const { maintenance, updates, reach } = valueOrThrow(await readMaintenance(ctx, target));
  setETag(c, maintenance.version);
  return {
    ...maintenanceResponseOf(target.pageId, maintenance),
    updates: updates.map(maintenanceUpdateResponseOf),
    reach,
  };
}

function addReads(api: Api): void {
  api.openapi(listMaintenancesRoute, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { maintenances, before } = valueOrThrow(await listMaintenances(ctx, { pageId, ...c.req.valid("query") }));
    setNextPageLink(c, before);
    return c.json(
      maintenances.map((each) => maintenanceResponseOf(pageId, each)),
      200,
    );
  });
  api.openapi(previewMaintenanceRoute, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { repeat, ...given } = c.req.valid("json").maintenance;
    const { startsAt = 0, endsAt = 0, components } = maintenanceRequestValues(given);
    const asked = { pageId, startsAt, endsAt, components, repeat: repeat ? maintenanceRepeatOf(repeat) : null };
    const { starts, conflicts } = valueOrThrow(await previewMaintenance(ctx, asked));
    const shownConflicts = conflicts.map(({ startsAt: from, endsAt: to, ...each }) => ({
      ...each,
      starts_at: toIsoInstant(from),
      ends_at: toIsoInstant(to),
    }));
    return c.json({ starts: starts.map(toIsoInstant), conflicts: shownConflicts }, 200);
  });
  api.openapi(readMaintenanceRoute, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    return c.json(await shown(c, ctx, { pageId, id: c.req.valid("param").id }), 200);
  });
}

function addPlans(api: Api): void {
  api.openapi(createMaintenanceRoute, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { repeat, deliver_notifications: tellPlanned, visibility, ...given } = c.req.valid("json").maintenance;
    const { title = "", startsAt = 0, endsAt = 0, ...plan } = maintenanceRequestValues(given);
    const { commitId } = await readPrecondition(c);
    const repeats = repeat ? maintenanceRepeatOf(repeat) : null;
    const asked = { ...plan, title, startsAt, endsAt, tellPlanned, repeat: repeats, pageId, commitId };
    if (visibility === "draft") {
      const { proposeMaintenance } = await import("~/proposals/propose");
      const { readProposal } = await import("~/proposals/verbs");
      const proposed = valueOrThrow(await proposeMaintenance(ctx, asked), maintenanceApiNames);
      const view = valueOrThrow(await readProposal(ctx, { pageId, id: proposed.id }));
      return c.json(proposalResponseOf(pageId, view), 202);
    }
    const { id } = valueOrThrow(await planMaintenance(ctx, asked), maintenanceApiNames);
    return c.json(await shown(c, ctx, { pageId, id }), 201);
  });
  api.openapi(changeMaintenanceRoute, async (c) => {
    const { ctx, target } = await targetOf(c);
    const { deliver_notifications: notify, ...given } = c.req.valid("json").maintenance;
    valueOrThrow(
      await editMaintenance(ctx, { ...maintenanceRequestValues(given), notify, ...target }),
      maintenanceApiNames,
    );
    return c.json(await shown(c, ctx, target), 200);
  });
  api.openapi(extendMaintenanceRoute, async (c) => {
    const { ctx, target } = await targetOf(c);
    const { ends_at: end, body, deliver_notifications: notify } = c.req.valid("json").maintenance;
    valueOrThrow(await extendMaintenance(ctx, { ...target, endsAt: parseIsoInstant(end), body, notify }));
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
  for (const verb of maintenanceStatusVerbs) {
    api.openapi(moveMaintenanceRoute(verb), async (c) => {
      const { ctx, target } = await targetOf(c);
      const { body, deliver_notifications: notify } = c.req.valid("json")?.maintenance ?? {};
      valueOrThrow(await moves[verb](ctx, { ...target, body, notify }));
      return c.json(await shown(c, ctx, target), 200);
    });
  }
}

function addUpdates(api: Api): void {
  api.openapi(postMaintenanceUpdateRoute, async (c) => {
    const { ctx, target } = await targetOf(c);
    const { body, deliver_notifications: notify } = c.req.valid("json").maintenance_update;
    valueOrThrow(await postMaintenanceUpdate(ctx, { ...target, body, notify }));
    return c.json(await shown(c, ctx, target), 201);
  });
  api.openapi(editMaintenanceUpdateRoute, async (c) => {
    const { ctx, target } = await targetOf(c);
    const { body, shown_at: at } = c.req.valid("json").maintenance_update;
    const shownAt = at === undefined ? undefined : parseIsoInstant(at);
    const asked = { ...target, updateId: c.req.valid("param").update, body, shownAt };
    valueOrThrow(await editMaintenanceUpdate(ctx, asked));
    return c.json(await shown(c, ctx, target), 200);
  });
}

export function addMaintenanceRoutes(api: Api): void {
  addReads(api);
  addPlans(api);
  addMoves(api);
  addUpdates(api);
}
