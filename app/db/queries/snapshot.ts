import type { Ctx } from "../../platform/ctx";
import { runBatch } from "../commit";
import type { Statement } from "../write";

/** The statements of publishing (protocols §2): lease, build, bump; each is one guarded UPDATE of the public home part. */

const publicHome = "page_id = ?1 AND part = 'home' AND audience = 'public'";

async function changed(ctx: Ctx, statement: Statement): Promise<Record<string, number> | null> {
  const [result] = await runBatch(ctx, [statement]);
  return (result?.results[0] as Record<string, number> | undefined) ?? null;
}

/** True when this call holds the lease for the next 10 s; false when nothing is to be built or somebody is at it. */
export async function takeLease(ctx: Ctx, pageId: string): Promise<boolean> {
  const sql = `UPDATE snapshot SET lease_until = ?2 + 10000 WHERE ${publicHome} AND built < wanted AND lease_until < ?2 RETURNING wanted`;
  return (await changed(ctx, { sql, params: [pageId, ctx.now()] })) !== null;
}

export interface BuiltRow {
  wanted: number;
  body: string;
  freshUntil: number;
}

/** Writes a built document unless a newer one is there; what is wanted by now, or null when ours was dropped. */
export async function writeBuilt(ctx: Ctx, pageId: string, row: BuiltRow): Promise<number | null> {
  const sql = `UPDATE snapshot SET body = ?2, built = ?3, built_at = ?4, fresh_until = ?5, lease_until = 0 WHERE ${publicHome} AND built < ?3 RETURNING wanted`;
  const written = await changed(ctx, { sql, params: [pageId, row.body, row.wanted, ctx.now(), row.freshUntil] });
  return written?.wanted ?? null;
}

export async function builtRevision(ctx: Ctx, pageId: string): Promise<number | null> {
  const row = await changed(ctx, { sql: `SELECT built FROM snapshot WHERE ${publicHome}`, params: [pageId] });
  return row?.built ?? null;
}

/** What ran out (a midnight, a scheduled edge) wants a new build; only where none is wanted already. */
export const bumpStale = (now: number): Statement => ({
  sql: "UPDATE snapshot SET wanted = wanted + 1 WHERE fresh_until <= ?1 AND built = wanted AND built > 0",
  params: [now],
});

/** The tick's stamp on every page. */
export const stampObserved = (now: number): Statement => ({
  sql: "UPDATE snapshot SET observed_at = ?1 WHERE observed_at < ?1",
  params: [now],
});

export interface SnapshotRow {
  page_id: string;
  visibility: string;
  built: number;
  wanted: number;
  observed_at: number;
  fresh_until: number;
  body: string | null;
}

/** The one row of a public view; the body only when it is newer than what the reader has. */
export const selectView = (where: { slug: string } | { host: string }, have: number): Statement => ({
  sql: `SELECT page_id, visibility, built, wanted, observed_at, fresh_until, CASE WHEN built IS NOT ?2 THEN body END AS body FROM snapshot WHERE ${"slug" in where ? "slug" : "host"} = ?1 AND audience = 'public' AND part = 'home'`,
  params: ["slug" in where ? where.slug : where.host, have],
});
