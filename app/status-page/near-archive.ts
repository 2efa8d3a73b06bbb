import type { Result } from "~/failures/failure";
import { type Ctx, ctxWithDatabase } from "~/platform/ctx";
import { type MeteredDatabase, openDatabase, personDatabaseTimeoutMs } from "~/platform/database";
import { OverBudgetError } from "~/platform/meter";
import { builtRevisionStatement } from "./queries/snapshot";
import type { Snapshot } from "./rules/snapshot-document";

/** The page that an archive belongs to, as its reader sees it. */
export type ArchivePageRevision = Pick<Snapshot, "revision"> & { page: Pick<Snapshot["page"], "id"> };

/** Thrown when the copy does not have everything that the page shows. */
class Lags extends Error {}

/**
 * Wraps a copy so that each batch first reads, in the same transaction, how current the copy is. Throws Lags when the
 * copy is older than the page.
 */
function asNewAs(copy: MeteredDatabase, { page, revision }: ArchivePageRevision): MeteredDatabase {
  const { sql, params } = builtRevisionStatement(page.id);
  const batch: MeteredDatabase["batch"] = async (statements) => {
    const [told, ...results] = await copy.batch<never>([copy.prepare(sql).bind(...params), ...statements]);
    const [row] = (told?.results ?? []) as { built: number }[];
    if ((row?.built ?? -1) < revision) throw new Lags("the copy is older than the page");
    return results;
  };
  return { ...copy, batch } as MeteredDatabase;
}

async function nearby(ctx: Ctx, beside: ArchivePageRevision): Promise<Ctx | null> {
  const { DB } = ctx.bindings;
  if (typeof DB.withSession !== "function") return null;
  const from = (await ctx.copyFrom?.()) ?? null;
  if (from === null) return null;
  const copy = openDatabase(DB.withSession(from), ctx.meter, personDatabaseTimeoutMs);
  return ctxWithDatabase(ctx, asNewAs(copy, beside));
}

/**
 * Reads from a copy of the database near the reader when the request allows it and the copy is as new as the page;
 * otherwise reads from the primary. When the copy fails, or lacks a new column, the primary answers too.
 */
export async function readFromReplica<T>(
  ctx: Ctx,
  beside: ArchivePageRevision,
  work: (archive: Ctx) => Promise<Result<T>>,
) {
  const near = await nearby(ctx, beside);
  if (near === null) return work(ctx);
  try {
    return await work(near);
  } catch (error) {
    if (error instanceof OverBudgetError) throw error;
    if (!(error instanceof Lags)) ctx.log.error("archive.copy", error);
    return work(ctx);
  }
}
