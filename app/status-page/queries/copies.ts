import { isNotYoungSql } from "~/db/instants";
import { runBatch } from "~/db/run-batch";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type SnapshotPart, snapshotCopyIntervalMs } from "./snapshot";

/** A document whose copy outside the database is to be written. */
export interface DueSnapshotCopy {
  slug: string;
  part: SnapshotPart;
  built: number;
  body: string;
  behindSince: number | null;
}

interface DueCopyLimits {
  /** Most copies in total, and most of them for unchanged parts. */
  count: number;
  unchanged: number;
  /** Age in ms at which an unchanged part is copied again. */
  every: Record<SnapshotPart, number>;
}

const shown = "audience = 'public' AND visibility = 'public' AND body IS NOT NULL";
const hasChanged = `copied < built AND ${isNotYoungSql("copied_at", "?1", snapshotCopyIntervalMs)}`;
const isOld = (part: SnapshotPart, every: number) =>
  `(part = '${part}' AND copied = built AND ${isNotYoungSql("copied_at", "?1", every)})`;

/**
 * Returns changed parts first, then the parts copied longest ago, so that all pages take turns. Scans the counters of
 * all pages.
 */
export async function listDueSnapshotCopies(
  ctx: Ctx,
  { count, unchanged, every }: DueCopyLimits,
): Promise<DueSnapshotCopy[]> {
  const turns = (which: string, most: string) =>
    `SELECT * FROM (SELECT slug, audience, part FROM snapshot WHERE ${shown} AND ${which} ORDER BY copied_at LIMIT ${most})`;
  const old = `(${isOld("home", every.home)} OR ${isOld("recent", every.recent)})`;
  const due = [turns(hasChanged, "?2"), ...(unchanged > 0 ? [turns(old, "?3")] : [])].join(" UNION ALL ");
  const sql = `SELECT s.slug, s.part, s.built, s.body, s.behind_since AS behindSince
    FROM (${due} LIMIT ?2) d JOIN snapshot s ON s.slug = d.slug AND s.audience = d.audience AND s.part = d.part`;
  const params = [ctx.now(), count, ...(unchanged > 0 ? [unchanged] : [])];
  const [result] = await runBatch(ctx, [{ sql, params }]);
  return (result?.results ?? []) as unknown as DueSnapshotCopy[];
}

/**
 * KV may serve an older value for a minute, and longer at places that read it recently, so changes younger than this
 * are not stamped; ms.
 */
const copySettleMs = 180_000;

/** Most lagging copies with which the stamp is still written. */
export const maxLaggingSnapshotCopies = 1000;

/**
 * Returns the parts whose copy does not yet match what is published everywhere; at most one more than `maxLaggingSnapshotCopies`.
 */
export async function listLaggingSnapshotCopies(ctx: Ctx): Promise<Pick<DueSnapshotCopy, "slug" | "part">[]> {
  const sql = `SELECT slug, part FROM snapshot WHERE ${shown} AND (copied < built OR built < wanted
    OR copied_at > ?1 - ${copySettleMs} OR behind_since IS NOT NULL) LIMIT ${maxLaggingSnapshotCopies + 1}`;
  const [result] = await runBatch(ctx, [{ sql, params: [ctx.now()] }]);
  return (result?.results ?? []) as unknown as Pick<DueSnapshotCopy, "slug" | "part">[];
}

/** An attempt to write a copy. `copied` is the revision written; null = it failed. */
export type SnapshotCopyAttempt = Pick<DueSnapshotCopy, "slug" | "part"> & { copied: number | null };

/**
 * Marks these attempts, failed ones too, so that others get their turn. Returns the slugs of pages that are still
 * public.
 */
export async function markSnapshotCopiesTried(ctx: Ctx, tried: readonly SnapshotCopyAttempt[]): Promise<string[]> {
  const sql = `UPDATE snapshot SET copied_at = ?1, copied = coalesce(j.value ->> 'copied', copied)
    FROM json_each(?2) j WHERE snapshot.slug = j.value ->> 'slug' AND snapshot.audience = 'public'
      AND snapshot.part = j.value ->> 'part' AND snapshot.visibility = 'public' RETURNING snapshot.slug AS slug`;
  const [result] = await runBatch(ctx, [{ sql, params: [ctx.now(), JSON.stringify(tried)] }]);
  return ((result?.results ?? []) as { slug: string }[]).map(({ slug }) => slug);
}

/** Undoes the mark of a copy that was announced with the document but could not be written; the next tick writes it. */
export const markSnapshotCopyFailedStatement = ({
  slug,
  part,
  built,
}: Pick<DueSnapshotCopy, "slug" | "part" | "built">): SqlStatement => ({
  sql: `UPDATE snapshot SET copied = 0, copied_at = 0
    WHERE slug = ?1 AND audience = 'public' AND part = ?2 AND copied = ?3`,
  params: [slug, part, built],
});

/** Returns true when the page is still public. */
export async function isPagePublic(ctx: Ctx, slug: string): Promise<boolean> {
  const sql =
    "SELECT 1 FROM snapshot WHERE slug = ?1 AND audience = 'public' AND part = 'home' AND visibility = 'public'";
  const [result] = await runBatch(ctx, [{ sql, params: [slug] }]);
  return (result?.results.length ?? 0) > 0;
}
