import { inArray, sql } from "drizzle-orm";
import { isNotYoungSql, leaseIsOverSql } from "~/db/instants";
import { runBatch } from "~/db/run-batch";
import { snapshotTable } from "~/db/schema";
import { withInstantSql } from "~/db/with-instant";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import type { SnapshotContentDigest } from "../rules/content-since";
import { pageBehindSinceSql } from "./pages-behind";

/** Statements of publishing: lease, build, bump; each is one guarded UPDATE of public parts. */

/** The parts of a page: `home` is for people; `recent` is for feeds and the lists of v2. Each has its own revisions. */
export const snapshotParts = ["home", "recent"] as const;
export type SnapshotPart = (typeof snapshotParts)[number];

/** Duration of a lease in ms. */
const leaseMs = 10_000;
/** Shortest time between two copies of a document outside the database, whatever process publishes; ms. */
export const snapshotCopyIntervalMs = minuteMs;

const ofPage = "page_id = ?1 AND audience = 'public'";

async function rowsOf<T>(ctx: Ctx, statement: SqlStatement): Promise<T[]> {
  const [result] = await runBatch(ctx, [statement]);
  return (result?.results ?? []) as T[];
}

/** A part of a page. */
export interface PageSnapshotPart {
  pageId: string;
  part: SnapshotPart;
}

/**
 * Takes the lease of these parts for the next 10 s, except of parts that need no build or are already leased. Takes one
 * statement, whatever the number of pages, and returns the leases that it took.
 */
export const leaseSnapshotPartsStatement = (
  ctx: Ctx,
  pageIds: readonly string[],
  parts: readonly SnapshotPart[],
  now: number,
) =>
  ctx.db
    .update(snapshotTable)
    .set({ leaseUntil: now + leaseMs })
    .where(
      sql`page_id IN (SELECT value FROM json_each(${JSON.stringify(pageIds)})) AND audience = 'public'
        AND ${inArray(sql`part`, [...parts])} AND built < wanted
        AND ${withInstantSql((at) => leaseIsOverSql(at, leaseMs), now)}`,
    )
    .returning({ pageId: snapshotTable.pageId, part: snapshotTable.part });

/** Time after which a document that marks its page as behind is built again, in ms. */
const rebuildBehindMs = minuteMs;

export interface BuiltDocumentRow extends PageSnapshotPart {
  wanted: number;
  body: string;
  freshUntil: number;
  /** For `home`: the fold of the open day, for the next build. Its text is null when it is too long to be stored. */
  fold?: { from: number; to: number; text: string | null };
  /** For `home`: a digest of its content, and the time since which the content is the same. */
  said?: SnapshotContentDigest;
  /** True when the caller can also write the copy outside the database, if none was written lately. */
  mayCopy?: boolean;
}

export interface SnapshotWrite extends PageSnapshotPart {
  /** The revision wanted at the time of writing. */
  wanted: number;
  /** True when the caller must write the copy; the row already records it as written. */
  copies: boolean;
  behindSince: number | null;
}

/** Maximum number of characters of documents in one parameter; a value may have 2 MB. */
const maxParameterChars = 800_000;

function chunksOf(rows: readonly BuiltDocumentRow[]): BuiltDocumentRow[][] {
  const chunks: BuiltDocumentRow[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const length = row.body.length + (row.fold?.text?.length ?? 0);
    size += length;
    if (size > maxParameterChars) {
      chunks.push([]);
      size = length;
    }
    chunks.at(-1)?.push(row);
  }
  return chunks;
}

/** SQL that clears the column with the first document written after the page has caught up. */
const behind = `iif(behind_since IS NULL, NULL, ${pageBehindSinceSql("snapshot.page_id")})`;
const given = (name: string) => `(j.value->>'$.${name}')`;

const copiesNow = `(${given("mayCopy")} AND visibility = 'public' AND ${isNotYoungSql("copied_at", "?1", snapshotCopyIntervalMs)})`;

const writeDocuments = (rows: readonly BuiltDocumentRow[], now: number): SqlStatement => ({
  sql: `UPDATE snapshot SET body = ${given("body")}, built = ${given("wanted")}, built_at = ?1, lease_until = 0,
      fold = ${given("fold.text")}, fold_from = coalesce(${given("fold.from")}, 0), fold_to = coalesce(${given("fold.to")}, 0),
      said_digest = coalesce(${given("said.digest")}, ''), said_at = coalesce(${given("said.at")}, 0),
      not_before = 0, tries = 0, reason = NULL, behind_since = ${behind},
      copied = iif(${copiesNow}, ${given("wanted")}, copied), copied_at = iif(${copiesNow}, ?1, copied_at),
      fresh_until = iif(${behind} IS NULL, ${given("freshUntil")}, min(${given("freshUntil")}, ?1 + ${rebuildBehindMs}))
    FROM json_each(?2) j
    WHERE page_id = ${given("pageId")} AND audience = 'public' AND part = ${given("part")} AND built < ${given("wanted")}
    RETURNING page_id AS pageId, part, wanted, copied = built AND copied_at = ?1 AS copies, behind_since AS behindSince`,
  params: [now, JSON.stringify(rows)],
});

/** Writes built documents unless a newer one is stored; returns those that were written. */
export async function writeBuiltDocuments(ctx: Ctx, rows: readonly BuiltDocumentRow[]): Promise<SnapshotWrite[]> {
  if (rows.length === 0) return [];
  const results = await runBatch(
    ctx,
    chunksOf(rows).map((chunk) => writeDocuments(chunk, ctx.now())),
  );
  const written = results.flatMap(
    (each) => each.results as unknown as (Omit<SnapshotWrite, "copies"> & { copies: number })[],
  );
  return written.map((each) => ({ ...each, copies: each.copies === 1 }));
}

/** Selects the page's revision, to be read from a copy of the database. */
export const builtRevisionStatement = (pageId: string): SqlStatement => ({
  sql: "SELECT built FROM snapshot WHERE page_id = ?1 AND part = 'home' AND audience = 'public'",
  params: [pageId],
});

/** Returns the front page's revision and whether its lease is free; null when the page was deleted. */
export async function readFrontPageRevision(
  ctx: Ctx,
  pageId: string,
): Promise<{ built: number; isFree: boolean } | null> {
  const sql = `SELECT built, ${leaseIsOverSql("?2", leaseMs)} AS isFree FROM snapshot WHERE ${ofPage} AND part = 'home'`;
  const [row] = await rowsOf<{ built: number; isFree: number }>(ctx, { sql, params: [pageId, ctx.now()] });
  return row ? { built: row.built, isFree: row.isFree === 1 } : null;
}

/**
 * Requests a new build of documents that expired (a midnight, a scheduled start or end), unless one is requested
 * already.
 */
export const rebuildExpiredDocumentsStatement = (now: number): SqlStatement => ({
  sql: "UPDATE snapshot SET wanted = wanted + 1, asked_at = fresh_until WHERE fresh_until <= ?1 AND built = wanted AND built > 0",
  params: [now],
});

/** Requests a new build of the front pages whose history changed, where `when` (SQL; ?1 = now) is true. */
export const rebuildFrontPagesStatement = (now: number, when = "1"): SqlStatement => ({
  sql: `UPDATE snapshot SET asked_at = iif(built < wanted, asked_at, ?1), wanted = wanted + 1
    WHERE part = 'home' AND audience = 'public' AND built > 0 AND ${when}`,
  params: [now],
});

/** Selects the time of the last tick, which is one for all pages, and the number of today's requests. */
export const tickStampStatement = (day: string): SqlStatement => ({
  sql: `SELECT tick_at AS at, coalesce(usage -> ('$."' || ?1 || '"') ->> 3, 0) AS requests,
    coalesce(usage -> ('$."' || ?1 || '"') ->> 4, 0) AS by_tabs FROM deployment WHERE id = 1`,
  params: [day],
});

export interface SnapshotRow {
  page_id: string;
  visibility: string;
  built: number;
  wanted: number;
  observed_at: number;
  behind_since: number | null;
  body: string | null;
}

/** The revision that a reader already has of a part, and whether it may read a private page's body. */
export interface SnapshotReadContext {
  have: number;
  mayEnter: boolean;
}

/**
 * Selects the one row of a view of a part, with the body only if it is newer than the reader's. Only authorised readers
 * get the body of a private page; for others the time is that of an address without a page, which gives a row of nulls.
 */
export const snapshotViewStatement = (
  part: SnapshotPart,
  where: { slug: string } | { host: string },
  { have, mayEnter }: SnapshotReadContext,
): SqlStatement => ({
  sql: `SELECT page_id, visibility, built, wanted, observed_at, behind_since, CASE WHEN built IS NOT ?2 AND (visibility = 'public' OR ?4) THEN body END AS body FROM (SELECT 1) LEFT JOIN snapshot ON ${"slug" in where ? "slug" : "host"} = ?1 AND audience = 'public' AND part = ?3`,
  params: ["slug" in where ? where.slug : where.host, have, part, mayEnter ? 1 : 0],
});
