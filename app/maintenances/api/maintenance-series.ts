import type { Context } from "hono";
import { type Api, type ApiEnvironment, atPage, etag, precondition } from "~/api/environment";
import { orRefuse } from "~/api/reply";
import type { Ctx } from "~/platform/ctx";
import { editSeries } from "../edit-series";
import { endSeries } from "../end-series";
import { listSeries, readSeries } from "../series";
import {
  changeSeries,
  endSeries as endRoute,
  listSeries as listRoute,
  readSeries as readRoute,
} from "./maintenance-routes";
import { planNames, showMaintenance, showSeries, toPlan, toRepeat } from "./maintenance-shape";

type C = Context<ApiEnvironment>;

async function shown(c: C, ctx: Ctx, target: { pageId: string; id: string }) {
  const { series, occurrences } = orRefuse(await readSeries(ctx, target));
  etag(c, series.version);
  const planned = occurrences.map((each) => showMaintenance(target.pageId, each));
  return { ...showSeries(target.pageId, series), occurrences: planned };
}

export function addMaintenanceSeries(api: Api): void {
  api.openapi(listRoute, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { series } = orRefuse(await listSeries(ctx, { pageId }));
    return c.json(
      series.map((each) => showSeries(pageId, each)),
      200,
    );
  });
  api.openapi(readRoute, async (c) => {
    const { ctx, pageId } = await atPage(c);
    return c.json(await shown(c, ctx, { pageId, id: c.req.valid("param").id }), 200);
  });
  api.openapi(changeSeries, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { repeat, deliver_notifications: notify, ...given } = c.req.valid("json").maintenance_series;
    const target = { pageId, id: c.req.valid("param").id, ...(await precondition(c)) };
    const repeats = repeat ? { repeat: toRepeat(repeat) } : {};
    orRefuse(await editSeries(ctx, { ...toPlan(given), ...repeats, notify, ...target }), planNames);
    return c.json(await shown(c, ctx, target), 200);
  });
  api.openapi(endRoute, async (c) => {
    const { ctx, pageId } = await atPage(c);
    const { deliver_notifications: notify } = c.req.valid("query");
    const target = { pageId, id: c.req.valid("param").id, ...(await precondition(c)) };
    orRefuse(await endSeries(ctx, { ...target, notify }));
    return c.json(await shown(c, ctx, target), 200);
  });
}
