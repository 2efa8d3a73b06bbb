import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { logLeft } from "~/platform/left-over";
import { noteUse } from "~/sources/queries/source-overlap";
import { isNews, type Overlap, type Used } from "~/sources/rules/source-overlap";
import { isByOldAddress, type KnownSource, overlapOf } from "./known-source";

/** What a delivery came by, of what its source was rotated from. */
export interface UsedBy {
  tokenHash: string;
  /** Its sender was proven by the settings of before. */
  oldSettings: boolean;
}

const columns = { old: "oldUsedAt", new: "newUsedAt" } as const;

/** While two addresses or secrets work, it is noted once a minute which of them is used; after the answer. */
export function noteUses(ctx: Ctx, known: KnownSource, { tokenHash, oldSettings }: UsedBy): void {
  const now = ctx.now();
  const used: Record<Overlap["what"], Used> = {
    address: isByOldAddress(known, tokenHash) ? "old" : "new",
    settings: oldSettings ? "old" : "new",
  };
  const news = known.overlaps.filter((each) => overlapOf(known, each.what, now) && isNews(each, used[each.what], now));
  if (news.length === 0) return;
  for (const each of news) each[columns[used[each.what]]] = now;
  const statements = news.map(({ what }) => noteUse(known.row.id, what, used[what], now));
  ctx.defer(
    runBatch(ctx, statements).then(
      () => undefined,
      (error: unknown) => logLeft(ctx.log, "ingest.note_use", error, { source: known.row.id }),
    ),
  );
}
