import { eq, isNotNull } from "drizzle-orm";
import { deploymentTable, pageTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

export const deploymentTickStampQuery = ({ db }: Db) =>
  db
    .select({ tickAt: deploymentTable.tickAt, secretKey: deploymentTable.secretKey })
    .from(deploymentTable)
    .where(eq(deploymentTable.id, 1));

/** Rewrites a row without a change, to test whether the database can be written. */
export const rewriteTickStampStatement: SqlStatement = {
  sql: "UPDATE deployment SET tick_at = tick_at WHERE id = 1",
  params: [],
};

/** Selects the page with this host of its own. */
export const pageSlugByHostQuery = ({ db }: Db, host: string) =>
  db.select({ slug: pageTable.slug }).from(pageTable).where(eq(pageTable.host, host));

/** Selects every own host besides the deployment's: no outgoing call may come back here. */
export const hostsOfPagesQuery = ({ db }: Db) =>
  db.select({ host: pageTable.host }).from(pageTable).where(isNotNull(pageTable.host));
