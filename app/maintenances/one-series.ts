import { maintenanceSeries } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { occurrencesOf, seriesById } from "./queries/maintenance-series";

type Target = { pageId: string; id: string };

/** Definition of a series with its scheduled occurrences, for the commands that change it. */
export const seriesAccess = {
  role: "responder",
  subject: "maintenance_series",
  table: maintenanceSeries,
  row: (ctx: Ctx, { pageId, id }: Target) => seriesById(ctx, pageId, id),
  facts: (ctx: Ctx, { pageId, id }: Target) => ({ found: occurrencesOf(ctx, pageId, id, ctx.now()) }),
} as const;
