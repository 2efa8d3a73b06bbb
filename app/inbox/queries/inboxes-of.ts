import { sql } from "drizzle-orm";
import { page, source } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

/**
 * Selects the addresses of these sources and heartbeats: hashes of their own tokens, of former ones, and of their
 * page's ping key.
 */
const before = sql<string | null>`(SELECT o.token_hash FROM source_overlap o
  WHERE o.source_id = source.id AND o.token_hash IS NOT NULL LIMIT 1)`;

export const inboxAddressesOfSourcesQuery = ({ db }: Pick<Ctx, "db">, ids: readonly string[]) =>
  db
    .select({ tokenHash: source.tokenHash, keyHash: page.pingKeyHash, before: before.as("before") })
    .from(source)
    .leftJoin(page, sql`${page.id} = ${source.pageId}`)
    .where(sql`${source.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
