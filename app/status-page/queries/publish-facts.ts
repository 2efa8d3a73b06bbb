import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import type { RecentFacts } from "../rules/recent";
import type { SnapshotDatabaseFacts } from "../rules/snapshot-facts";
import { recentFactsOfPagesQuery } from "./recent-facts";
import { leaseSnapshotPartsStatement, type PageSnapshotPart, type SnapshotPart } from "./snapshot";
import { snapshotFactsOfPagesQuery } from "./snapshot-facts";

/** Facts for building documents, by page, for the parts that the caller holds the lease of. */
export interface LeasedFacts {
  home: Map<string, SnapshotDatabaseFacts>;
  recent: Map<string, RecentFacts>;
}

const pagesOf = (leased: readonly PageSnapshotPart[], part: SnapshotPart) =>
  leased.filter((each) => each.part === part).map(({ pageId }) => pageId);

const only = <Facts>(facts: Map<string, Facts>, pageIds: readonly string[]) =>
  new Map([...facts].filter(([pageId]) => pageIds.includes(pageId)));

/** Takes leases in a trip of their own, for callers that do not know which parts are wanted. */
export async function takePublishLeases(
  ctx: Ctx,
  pageIds: readonly string[],
  parts: readonly SnapshotPart[],
): Promise<PageSnapshotPart[]> {
  const [leased] = await readBatch(ctx, leaseSnapshotPartsStatement(ctx, pageIds, parts, ctx.now()));
  return leased as PageSnapshotPart[];
}

/** Reads the facts of these parts in one trip. Six statements for `home`, four for `recent`. */
export async function readFactsOfParts(ctx: Ctx, leased: readonly PageSnapshotPart[]): Promise<LeasedFacts> {
  const home = snapshotFactsOfPagesQuery(ctx, pagesOf(leased, "home"));
  const recent = recentFactsOfPagesQuery(ctx, pagesOf(leased, "recent"));
  const [first, ...others] = [...home.queries, ...recent.queries];
  const answers = first ? await readBatch(ctx, first, ...others) : [];
  return {
    home: home.told(answers.slice(0, home.queries.length)),
    recent: recent.told(answers.slice(home.queries.length)),
  };
}

/**
 * Takes the leases and reads the facts in the same batch. For callers that have just requested these parts, so that a
 * build is almost certainly needed; facts of parts that it could not lease are discarded.
 */
export async function takePublishLeasesWithFacts(
  ctx: Ctx,
  pageIds: readonly string[],
  parts: readonly SnapshotPart[],
): Promise<LeasedFacts> {
  const asks = (part: SnapshotPart) => (parts.includes(part) ? pageIds : []);
  const home = snapshotFactsOfPagesQuery(ctx, asks("home"));
  const recent = recentFactsOfPagesQuery(ctx, asks("recent"));
  const lease = leaseSnapshotPartsStatement(ctx, pageIds, parts, ctx.now());
  const [leased, ...answers] = await readBatch(ctx, lease, ...home.queries, ...recent.queries);
  const taken = leased as PageSnapshotPart[];
  return {
    home: only(home.told(answers.slice(0, home.queries.length)), pagesOf(taken, "home")),
    recent: only(recent.told(answers.slice(home.queries.length)), pagesOf(taken, "recent")),
  };
}
