import { inArray, sql } from "drizzle-orm";
import { isNotYoung, leaseIsOver } from "~/db/instants";
import { runBatch } from "~/db/run-batch";
import { snapshot } from "~/db/schema";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { SaidSince } from "../rules/said-since";
import { stillBehind } from "./behind";

/** The statements of publishing: lease, build, bump; each is one guarded UPDATE of public parts. */

/** `home`: what people look at; `recent`: what feeds and the lists of v2 print. Each counts for itself. */
export const snapshotParts = ["home", "recent"] as const;
export type SnapshotPart = (typeof snapshotParts)[number];

/** ms */
const leaseFor = 10_000;
/** A copy outside the database follows at most so often, whoever publishes; ms. */
export const copyEvery = 60_000;

const ofPage = "page_id = ?1 AND audience = 'public'";

async function rowsOf<T>(ctx: Ctx, statement: Statement): Promise<T[]> {
  const [result] = await runBatch(ctx, [statement]);
  return (result?.results ?? []) as T[];
}

/** A part of a page. */
export interface PagePart {
  pageId: string;
  part: SnapshotPart;
}

/**
 * Takes the lease of those parts for the next 10 s; not of those of which nothing is to be built or at which somebody
 * is. One statement, however many pages; answers with what it took.
 */
export const leaseParts = (ctx: Ctx, pageIds: readonly string[], parts: readonly SnapshotPart[], now: number) =>
  ctx.db
    .update(snapshot)
    .set({ leaseUntil: now + leaseFor })
    .where(
      sql`page_id IN (SELECT value FROM json_each(${JSON.stringify(pageIds)})) AND audience = 'public'
        AND ${inArray(sql`part`, [...parts])} AND built < wanted
        AND ${sql.raw(leaseIsOver(`${now}`, leaseFor))}`,
    )
    .returning({ pageId: snapshot.pageId, part: snapshot.part });

/** A document that says that its page is behind is built again so soon, ms. */
const whileBehind = 60_000;

export interface BuiltRow extends PagePart {
  wanted: number;
  body: string;
  freshUntil: number;
  /** Of `home`: what the open day came to, for the next build; null = too long to be kept. */
  fold?: { from: number; to: number; text: string | null };
  /** Of `home`: what it says, and since when. */
  said?: SaidSince;
  /** The caller writes the copy outside the database too, where none was written lately. */
  mayCopy?: boolean;
}

export interface Written extends PagePart {
  /** By now. */
  wanted: number;
  /** The copy is the caller's to write, and the row says so already. */
  copies: boolean;
  behindSince: number | null;
}

/** Characters of documents that travel in one parameter; a value may have 2 MB. */
const parameterLimit = 800_000;

function chunksOf(rows: readonly BuiltRow[]): BuiltRow[][] {
  const chunks: BuiltRow[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const length = row.body.length + (row.fold?.text?.length ?? 0);
    size += length;
    if (size > parameterLimit) {
      chunks.push([]);
      size = length;
    }
    chunks.at(-1)?.push(row);
  }
  return chunks;
}

/** It is cleared by the document with which the page has caught up. */
const behind = `iif(behind_since IS NULL, NULL, ${stillBehind("snapshot.page_id")})`;
const given = (name: string) => `(j.value->>'$.${name}')`;

const copiesNow = `(${given("mayCopy")} AND visibility = 'public' AND ${isNotYoung("copied_at", "?1", copyEvery)})`;

const writeDocuments = (rows: readonly BuiltRow[], now: number): Statement => ({
  sql: `UPDATE snapshot SET body = ${given("body")}, built = ${given("wanted")}, built_at = ?1, lease_until = 0,
      fold = ${given("fold.text")}, fold_from = coalesce(${given("fold.from")}, 0), fold_to = coalesce(${given("fold.to")}, 0),
      said_digest = coalesce(${given("said.digest")}, ''), said_at = coalesce(${given("said.at")}, 0),
      not_before = 0, tries = 0, reason = NULL, behind_since = ${behind},
      copied = iif(${copiesNow}, ${given("wanted")}, copied), copied_at = iif(${copiesNow}, ?1, copied_at),
      fresh_until = iif(${behind} IS NULL, ${given("freshUntil")}, min(${given("freshUntil")}, ?1 + ${whileBehind}))
    FROM json_each(?2) j
    WHERE page_id = ${given("pageId")} AND audience = 'public' AND part = ${given("part")} AND built < ${given("wanted")}
    RETURNING page_id AS pageId, part, wanted, copied = built AND copied_at = ?1 AS copies, behind_since AS behindSince`,
  params: [now, JSON.stringify(rows)],
});

/** Writes built documents, each unless a newer one is there; without those that were dropped for that. */
export async function writeBuilt(ctx: Ctx, rows: readonly BuiltRow[]): Promise<Written[]> {
  if (rows.length === 0) return [];
  const results = await runBatch(
    ctx,
    chunksOf(rows).map((chunk) => writeDocuments(chunk, ctx.now())),
  );
  const written = results.flatMap(
    (each) => each.results as unknown as (Omit<Written, "copies"> & { copies: number })[],
  );
  return written.map((each) => ({ ...each, copies: each.copies === 1 }));
}

/** Which revision of the page a copy of the database has come to. */
export const selectBuilt = (pageId: string): Statement => ({
  sql: "SELECT built FROM snapshot WHERE page_id = ?1 AND part = 'home' AND audience = 'public'",
  params: [pageId],
});

/** The front page's revision, and whether anybody may take its lease; null = the page is gone. */
export async function frontState(ctx: Ctx, pageId: string): Promise<{ built: number; isFree: boolean } | null> {
  const sql = `SELECT built, ${leaseIsOver("?2", leaseFor)} AS isFree FROM snapshot WHERE ${ofPage} AND part = 'home'`;
  const [row] = await rowsOf<{ built: number; isFree: number }>(ctx, { sql, params: [pageId, ctx.now()] });
  return row ? { built: row.built, isFree: row.isFree === 1 } : null;
}

/** What ran out (a midnight, a scheduled edge) wants a new build; only where none is wanted already. */
export const bumpStale = (now: number): Statement => ({
  sql: "UPDATE snapshot SET wanted = wanted + 1, asked_at = fresh_until WHERE fresh_until <= ?1 AND built = wanted AND built > 0",
  params: [now],
});

/** What every page shows of its past has changed, where `when` (SQL; ?1 = now) is true. */
export const buildFrontsAnew = (now: number, when = "1"): Statement => ({
  sql: `UPDATE snapshot SET asked_at = iif(built < wanted, asked_at, ?1), wanted = wanted + 1
    WHERE part = 'home' AND audience = 'public' AND built > 0 AND ${when}`,
  params: [now],
});

/** The tick's stamp, of which there is one for all pages, and how many requests the day has had. */
export const selectStamp = (day: string): Statement => ({
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

/** What a reader has of a part already, and whether a private page's body is for them. */
export interface Reading {
  have: number;
  mayEnter: boolean;
}

/**
 * The one row of a view of a part; the body only when it is newer than what the reader has. Of a page that is not for
 * everybody it comes to who may enter: for anybody else reading it takes no longer than finding no page, which is a row
 * of nothing.
 */
export const selectView = (
  part: SnapshotPart,
  where: { slug: string } | { host: string },
  { have, mayEnter }: Reading,
): Statement => ({
  sql: `SELECT page_id, visibility, built, wanted, observed_at, behind_since, CASE WHEN built IS NOT ?2 AND (visibility = 'public' OR ?4) THEN body END AS body FROM (SELECT 1) LEFT JOIN snapshot ON ${"slug" in where ? "slug" : "host"} = ?1 AND audience = 'public' AND part = ?3`,
  params: ["slug" in where ? where.slug : where.host, have, part, mayEnter ? 1 : 0],
});
