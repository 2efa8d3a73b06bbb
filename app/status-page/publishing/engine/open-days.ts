import type { Ctx } from "~/platform/ctx";
import { readOpenDayChangesByPage } from "../../queries/snapshot-facts";
import { openDayFoldWithNewRows } from "../../rules/open-day";
import type { SnapshotDatabaseFacts, SnapshotFacts } from "../../rules/snapshot-facts";
import { dayFoldOf } from "../../timeline/rules/day-fold";

/**
 * Returns the facts with their open day's fold: the stored fold and the rows after it. When those rows change something
 * already folded, all rows of the open day are read, with one more statement for all such pages together.
 */
export async function withOpenDayFolds(
  ctx: Ctx,
  found: ReadonlyMap<string, SnapshotDatabaseFacts>,
): Promise<Map<string, SnapshotFacts>> {
  const folds = new Map([...found].map(([pageId, facts]) => [pageId, openDayFoldWithNewRows(facts, ctx.now())]));
  const anew = [...found].filter(([pageId]) => !folds.get(pageId));
  const rows = await readOpenDayChangesByPage(ctx, new Map(anew.map(([pageId, { page }]) => [pageId, page.openDayAt])));
  return new Map(
    [...found].map(([pageId, { kept: _, newest: __, isWhole: ___, ...facts }]) => {
      const fold = folds.get(pageId) ?? dayFoldOf(facts.page.openDayAt, rows.get(pageId) ?? []);
      return [pageId, { ...facts, fold }];
    }),
  );
}
