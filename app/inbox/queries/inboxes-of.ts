import { sql } from "drizzle-orm";
import { pageTable, sourceTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

/**
 * Selects the addresses of these sources and heartbeats: hashes of their own tokens, of former ones, and of their
 * page's ping key.
 */
const before = sql<string | null>`(SELECT o.token_hash FROM source_overlap o
  WHERE o.source_id = source.id AND o.token_hash IS NOT NULL LIMIT 1)`;

export const inboxAddressesOfSourcesQuery = ({ db }: Pick<Ctx, "db">, ids: readonly string[]) =>
  db
    .select({ tokenHash: sourceTable.tokenHash, keyHash: pageTable.pingKeyHash, before: before.as("before") })
    .from(sourceTable)
    .leftJoin(pageTable, sql`${pageTable.id} = ${sourceTable.pageId}`)
    .where(sql`${sourceTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
