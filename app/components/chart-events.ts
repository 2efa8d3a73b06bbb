import { permitRole } from "~/access/permission";
import { readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type ChartSubject, incidentsInChartQuery, maintenancesInChartQuery } from "~/status-page/queries/chart-events";

/** An incident or a maintenance of the components that a chart is about; instants are UTC ms. */
export interface ChartEventFact {
  kind: "incident" | "maintenance";
  id: string;
  title: string;
  from: number;
  /** Null = it has not ended. */
  to: number | null;
}

interface ChartEventsInput {
  pageId: string;
  of: ChartSubject;
  since: number;
}

/** One more than a chart marks, so that the chart can show that some are missing. */
const maxEventRows = 10;

/**
 * Reads the events since an instant that a chart of the team marks, including drafts. One round trip of two statements.
 */
export async function readChartEvents(ctx: Ctx, given: ChartEventsInput): Promise<Result<ChartEventFact[]>> {
  const may = permitRole(ctx.actor, ctx.member, given.pageId, "viewer");
  if (!may.ok) return may;
  const target = { ...given, limit: maxEventRows };
  const [incidents, works] = await readBatch(
    ctx,
    incidentsInChartQuery(ctx, target),
    maintenancesInChartQuery(ctx, target),
  );
  return ok([
    ...incidents.map((each) => ({ kind: "incident" as const, ...each })),
    ...works.map((each) => ({ kind: "maintenance" as const, ...each })),
  ]);
}
