import type { Context } from "hono";
import type { IdOnPage } from "~/access/id-on-page";
import { type Api, type ApiEnvironment, findPageContextOfRequest, readPrecondition, setETag } from "~/api/environment";
import { valueOrThrow } from "~/api/reply";
import type { Ctx } from "~/platform/ctx";
import { editMaintenanceSeries } from "../edit-series";
import { endMaintenanceSeries } from "../end-series";
import { listMaintenanceSeries, readMaintenanceSeries } from "../series";
import {
  changeMaintenanceSeriesRoute,
  endMaintenanceSeriesRoute as endRoute,
  listMaintenanceSeriesRoute as listRoute,
  readMaintenanceSeriesRoute as readRoute,
} from "./maintenance-routes";
import {
  maintenanceApiNames,
  maintenanceRepeatOf,
  maintenanceRequestValues,
  maintenanceResponseOf,
  maintenanceSeriesResponseOf,
} from "./maintenance-shape";

type ApiContext = Context<ApiEnvironment>;

async function shown(c: ApiContext, ctx: Ctx, target: IdOnPage) {
  const { series, occurrences } = valueOrThrow(await readMaintenanceSeries(ctx, target));
  setETag(c, series.version);
  const planned = occurrences.map((each) => maintenanceResponseOf(target.pageId, each));
  return { ...maintenanceSeriesResponseOf(target.pageId, series), occurrences: planned };
}

export function addMaintenanceSeriesRoutes(api: Api): void {
  api.openapi(listRoute, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { series } = valueOrThrow(await listMaintenanceSeries(ctx, { pageId }));
    return c.json(
      series.map((each) => maintenanceSeriesResponseOf(pageId, each)),
      200,
    );
  });
  api.openapi(readRoute, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    return c.json(await shown(c, ctx, { pageId, id: c.req.valid("param").id }), 200);
  });
  api.openapi(changeMaintenanceSeriesRoute, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { repeat, deliver_notifications: notify, ...given } = c.req.valid("json").maintenance_series;
    const target = { pageId, id: c.req.valid("param").id, ...(await readPrecondition(c)) };
    const repeats = repeat ? { repeat: maintenanceRepeatOf(repeat) } : {};
    valueOrThrow(
      await editMaintenanceSeries(ctx, { ...maintenanceRequestValues(given), ...repeats, notify, ...target }),
      maintenanceApiNames,
    );
    return c.json(await shown(c, ctx, target), 200);
  });
  api.openapi(endRoute, async (c) => {
    const { ctx, pageId } = await findPageContextOfRequest(c);
    const { deliver_notifications: notify } = c.req.valid("query");
    const target = { pageId, id: c.req.valid("param").id, ...(await readPrecondition(c)) };
    valueOrThrow(await endMaintenanceSeries(ctx, { ...target, notify }));
    return c.json(await shown(c, ctx, target), 200);
  });
}
