import { openDaysOf } from "~/db/queries/snapshot-facts";
import type { Ctx } from "~/platform/ctx";
import { foldOf } from "~/rules/day-fold";
import { foldedOn } from "~/rules/open-day";
import type { SnapshotFacts, SnapshotRead } from "~/rules/snapshot-facts";

/**
 * Facts with what their open day comes to: the kept fold and the rows after it. Where those reach into what was summed
 * up, all rows of the open day are read, with one more statement for all such pages.
 */
export async function withOpenDays(
  ctx: Ctx,
  found: ReadonlyMap<string, SnapshotRead>,
): Promise<Map<string, SnapshotFacts>> {
  const folds = new Map([...found].map(([pageId, facts]) => [pageId, foldedOn(facts, ctx.now())]));
  const anew = [...folds].flatMap(([pageId, fold]) => (fold ? [] : [pageId]));
  const rows = await openDaysOf(ctx, anew);
  return new Map(
    [...found].map(([pageId, { kept: _, newest: __, isWhole: ___, ...facts }]) => {
      const fold = folds.get(pageId) ?? foldOf(facts.page.openDayAt, rows.get(pageId) ?? []);
      return [pageId, { ...facts, fold }];
    }),
  );
}
