import { isNotYoung } from "~/db/instants";
import { runBatch } from "~/db/run-batch";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { copyEvery, type SnapshotPart } from "./snapshot";

/** A document of which the copy outside the database is to be written. */
export interface DueCopy {
  slug: string;
  part: SnapshotPart;
  built: number;
  body: string;
  behindSince: number | null;
}

interface CopyWish {
  /** At most so many, and of them so many that have not changed. */
  count: number;
  unchanged: number;
  /** After so many ms a part is copied although it has not changed. */
  every: Record<SnapshotPart, number>;
}

const shown = "audience = 'public' AND visibility = 'public' AND body IS NOT NULL";
const hasChanged = `copied < built AND ${isNotYoung("copied_at", "?1", copyEvery)}`;
const isOld = (part: SnapshotPart, every: number) =>
  `(part = '${part}' AND copied = built AND ${isNotYoung("copied_at", "?1", every)})`;

/** What has changed first, then what was copied longest ago: all pages take turns. Walks the counters of all pages. */
export async function copiesDue(ctx: Ctx, { count, unchanged, every }: CopyWish): Promise<DueCopy[]> {
  const turns = (which: string, most: string) =>
    `SELECT * FROM (SELECT slug, audience, part FROM snapshot WHERE ${shown} AND ${which} ORDER BY copied_at LIMIT ${most})`;
  const old = `(${isOld("home", every.home)} OR ${isOld("recent", every.recent)})`;
  const due = [turns(hasChanged, "?2"), ...(unchanged > 0 ? [turns(old, "?3")] : [])].join(" UNION ALL ");
  const sql = `SELECT s.slug, s.part, s.built, s.body, s.behind_since AS behindSince
    FROM (${due} LIMIT ?2) d JOIN snapshot s ON s.slug = d.slug AND s.audience = d.audience AND s.part = d.part`;
  const params = [ctx.now(), count, ...(unchanged > 0 ? [unchanged] : [])];
  const [result] = await runBatch(ctx, [{ sql, params }]);
  return (result?.results ?? []) as unknown as DueCopy[];
}

/** KV may show what was there before for a minute, and longer where it was asked for: so young a change is nobody's word. */
const settled = 180_000;

/** More than so many that lag are no time to vouch for the others. */
export const mostLagging = 1000;

/** Parts of which the copy is not, or not for everybody yet, of what is published; one more than `mostLagging` at the most. */
export async function laggingCopies(ctx: Ctx): Promise<Pick<DueCopy, "slug" | "part">[]> {
  const sql = `SELECT slug, part FROM snapshot WHERE ${shown} AND (copied < built OR built < wanted
    OR copied_at > ?1 - ${settled} OR behind_since IS NOT NULL) LIMIT ${mostLagging + 1}`;
  const [result] = await runBatch(ctx, [{ sql, params: [ctx.now()] }]);
  return (result?.results ?? []) as unknown as Pick<DueCopy, "slug" | "part">[];
}

/** `copied`: the revision that was written; null = it could not be. */
export type Tried = Pick<DueCopy, "slug" | "part"> & { copied: number | null };

/** Who was tried has had its turn. Answers with the slugs of which everybody may see the page still. */
export async function markCopied(ctx: Ctx, tried: readonly Tried[]): Promise<string[]> {
  const sql = `UPDATE snapshot SET copied_at = ?1, copied = coalesce(j.value ->> 'copied', copied)
    FROM json_each(?2) j WHERE snapshot.slug = j.value ->> 'slug' AND snapshot.audience = 'public'
      AND snapshot.part = j.value ->> 'part' AND snapshot.visibility = 'public' RETURNING snapshot.slug AS slug`;
  const [result] = await runBatch(ctx, [{ sql, params: [ctx.now(), JSON.stringify(tried)] }]);
  return ((result?.results ?? []) as { slug: string }[]).map(({ slug }) => slug);
}

/** The copy that was announced with the document could not be written: the next tick writes it. */
export const copyFailed = ({ slug, part, built }: Pick<DueCopy, "slug" | "part" | "built">): Statement => ({
  sql: `UPDATE snapshot SET copied = 0, copied_at = 0
    WHERE slug = ?1 AND audience = 'public' AND part = ?2 AND copied = ?3`,
  params: [slug, part, built],
});

/** Whether everybody may see the page still. */
export async function isShown(ctx: Ctx, slug: string): Promise<boolean> {
  const sql =
    "SELECT 1 FROM snapshot WHERE slug = ?1 AND audience = 'public' AND part = 'home' AND visibility = 'public'";
  const [result] = await runBatch(ctx, [{ sql, params: [slug] }]);
  return (result?.results.length ?? 0) > 0;
}
