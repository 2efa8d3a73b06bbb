import { eq } from "drizzle-orm";
import { deploymentTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

export const sealedPushKeyQuery = ({ db }: Pick<Ctx, "db">) =>
  db.select({ sealed: deploymentTable.pushKeySealed }).from(deploymentTable).where(eq(deploymentTable.id, 1));

/**
 * Replaces the key that was read; of two concurrent writes the first is kept. The version stays, because no person sets
 * the key.
 */
export const savePushKeyStatement = (before: string | null, sealed: string): SqlStatement => ({
  sql: "UPDATE deployment SET push_key_sealed = ?2 WHERE id = 1 AND push_key_sealed IS ?1",
  params: [before, sealed],
});
