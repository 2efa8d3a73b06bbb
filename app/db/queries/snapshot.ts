import type { Ctx } from "../../platform/ctx";
import { runBatch } from "../commit";
import type { Statement } from "../write";

/** The statements of publishing (protocols §2): lease, build, bump; each is one guarded UPDATE of public parts. */

/** `home`: what people look at; `recent`: what feeds and the lists of v2 print. Each counts for itself. */
export const snapshotParts = ["home", "recent"] as const;
export type SnapshotPart = (typeof snapshotParts)[number];

const ofPage = "page_id = ?1 AND audience = 'public'";

async function rowsOf<T>(ctx: Ctx, statement: Statement): Promise<T[]> {
  const [result] = await runBatch(ctx, [statement]);
  return (result?.results ?? []) as T[];
}

/**
 * The parts, of those asked for, whose lease this call holds for the next 10 s; not those of which nothing is to be
 * built or at which somebody is.
 */
export async function takeLeases(ctx: Ctx, pageId: string, parts: readonly SnapshotPart[]): Promise<SnapshotPart[]> {
  const sql = `UPDATE snapshot SET lease_until = ?2 + 10000 WHERE ${ofPage} AND part IN (SELECT value FROM json_each(?3)) AND built < wanted AND lease_until < ?2 RETURNING part`;
  const rows = await rowsOf<{ part: SnapshotPart }>(ctx, { sql, params: [pageId, ctx.now(), JSON.stringify(parts)] });
  return rows.map(({ part }) => part);
}

export interface BuiltRow {
  part: SnapshotPart;
  wanted: number;
  body: string;
  freshUntil: number;
}

/** Writes a built document unless a newer one is there; what is wanted by now, or null when ours was dropped. */
export async function writeBuilt(ctx: Ctx, pageId: string, row: BuiltRow): Promise<number | null> {
  const sql = `UPDATE snapshot SET body = ?2, built = ?3, built_at = ?4, fresh_until = ?5, lease_until = 0 WHERE ${ofPage} AND part = ?6 AND built < ?3 RETURNING wanted`;
  const params = [pageId, row.body, row.wanted, ctx.now(), row.freshUntil, row.part];
  const [written] = await rowsOf<{ wanted: number }>(ctx, { sql, params });
  return written?.wanted ?? null;
}

export async function builtRevision(ctx: Ctx, pageId: string): Promise<number | null> {
  const sql = `SELECT built FROM snapshot WHERE ${ofPage} AND part = 'home'`;
  const [row] = await rowsOf<{ built: number }>(ctx, { sql, params: [pageId] });
  return row?.built ?? null;
}

/** What ran out (a midnight, a scheduled edge) wants a new build; only where none is wanted already. */
export const bumpStale = (now: number): Statement => ({
  sql: "UPDATE snapshot SET wanted = wanted + 1 WHERE fresh_until <= ?1 AND built = wanted AND built > 0",
  params: [now],
});

/** The tick's stamp on every page: the part that says what is observed. */
export const stampObserved = (now: number): Statement => ({
  sql: "UPDATE snapshot SET observed_at = ?1 WHERE observed_at < ?1 AND part = 'home'",
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

/** The one row of a public view of a part; the body only when it is newer than what the reader has. */
export const selectView = (
  part: SnapshotPart,
  where: { slug: string } | { host: string },
  have: number,
): Statement => ({
  sql: `SELECT page_id, visibility, built, wanted, observed_at, fresh_until, CASE WHEN built IS NOT ?2 THEN body END AS body FROM snapshot WHERE ${"slug" in where ? "slug" : "host"} = ?1 AND audience = 'public' AND part = ?3`,
  params: ["slug" in where ? where.slug : where.host, have, part],
});
