import { sql } from "drizzle-orm";
import { page, source } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

/** By which addresses these sources and heartbeats are reached: the hashes of their own and of their page's ping key. */
export const addressesOf = ({ db }: Pick<Ctx, "db">, ids: readonly string[]) =>
  db
    .select({ tokenHash: source.tokenHash, keyHash: page.pingKeyHash })
    .from(source)
    .leftJoin(page, sql`${page.id} = ${source.pageId}`)
    .where(sql`${source.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
