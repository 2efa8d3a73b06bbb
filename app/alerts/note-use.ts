import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { logDeferredWork } from "~/platform/log-left-work";
import { recordSourceCredentialUseStatement } from "~/sources/queries/source-overlap";
import { type OverlapSide, type SourceOverlap, shouldRecordUse } from "~/sources/rules/source-overlap";
import { type CachedSource, findOpenOverlap, isOldSourceAddress } from "./known-source";

/** The address and settings that a delivery used while a rotation is in progress. */
export interface CredentialUse {
  tokenHash: string;
  /** True when its sender was verified by the former settings. */
  oldSettings: boolean;
}

const columns = { old: "oldUsedAt", new: "newUsedAt" } as const;

/** Records after the answer, at most once a minute, which of two valid addresses or secrets is used. */
export function recordCredentialUses(ctx: Ctx, known: CachedSource, { tokenHash, oldSettings }: CredentialUse): void {
  const now = ctx.now();
  const used: Record<SourceOverlap["what"], OverlapSide> = {
    address: isOldSourceAddress(known, tokenHash) ? "old" : "new",
    settings: oldSettings ? "old" : "new",
  };
  const news = known.overlaps.filter(
    (each) => findOpenOverlap(known, each.what, now) && shouldRecordUse(each, used[each.what], now),
  );
  if (news.length === 0) return;
  for (const each of news) each[columns[used[each.what]]] = now;
  const statements = news.map(({ what }) => recordSourceCredentialUseStatement(known.row.id, what, used[what], now));
  ctx.defer(
    runBatch(ctx, statements).then(
      () => undefined,
      (error: unknown) => logDeferredWork(ctx.log, "ingest.note_use", error, { source: known.row.id }),
    ),
  );
}
