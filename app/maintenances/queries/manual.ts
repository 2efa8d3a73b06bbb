import { and, eq, isNotNull, lte } from "drizzle-orm";
import { type PageIdOrSql, readByPage } from "~/db/read-pages";
import { componentTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import type { TimelineState } from "~/status-page/rules/layer-change";
import { timelineStateOf, timelineStateOfPageQuery } from "~/status-page/timeline/queries/status-change";

const queries = (ctx: Ctx, pageId: PageIdOrSql, now: number) => {
  const over = and(
    eq(componentTable.pageId, pageId),
    isNotNull(componentTable.manualUntil),
    lte(componentTable.manualUntil, now),
  );
  return [ctx.db.select().from(componentTable).where(over), timelineStateOfPageQuery(ctx, pageId)] as const;
};

export interface EndedManualStatuses {
  due: (typeof componentTable.$inferSelect)[];
  state: TimelineState;
}

/** Components of each page whose manual status has expired, and the state of its timeline. 2 statements. */
export async function readEndedManualStatusesByPage(
  ctx: Ctx,
  pageIds: readonly string[],
  now: number,
): Promise<Map<string, EndedManualStatuses>> {
  const found = await readByPage(ctx, pageIds, (page) => queries(ctx, page, now));
  return new Map([...found].map(([pageId, [due, timeline]]) => [pageId, { due, state: timelineStateOf(timeline) }]));
}
