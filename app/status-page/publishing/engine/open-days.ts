import type { Ctx } from "~/platform/ctx";
import { openDaysOf } from "../../queries/snapshot-facts";
import { foldUpTo } from "../../rules/open-day";
import type { SnapshotFacts, SnapshotReadFacts } from "../../rules/snapshot-facts";
import { foldOf } from "../../timeline/rules/day-fold";

/**
 * Returns the facts with their open day's fold: the kept fold and the rows after it. When those rows change something
 * already folded, reads all rows of the open day, with one more statement for all such pages together.
 */
export async function withOpenDays(
  ctx: Ctx,
  found: ReadonlyMap<string, SnapshotReadFacts>,
): Promise<Map<string, SnapshotFacts>> {
  const folds = new Map([...found].map(([pageId, facts]) => [pageId, foldUpTo(facts, ctx.now())]));
  const anew = [...found].filter(([pageId]) => !folds.get(pageId));
  const rows = await openDaysOf(ctx, new Map(anew.map(([pageId, { page }]) => [pageId, page.openDayAt])));
  return new Map(
    [...found].map(([pageId, { kept: _, newest: __, isWhole: ___, ...facts }]) => {
      const fold = folds.get(pageId) ?? foldOf(facts.page.openDayAt, rows.get(pageId) ?? []);
      return [pageId, { ...facts, fold }];
    }),
  );
}
