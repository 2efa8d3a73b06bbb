import { asc, eq } from "drizzle-orm";
import { pageSecretTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { isOneOfCondition } from "./configured-thing";

type Db = Pick<Ctx, "db">;

/** Lists the names of a page's secrets, without their values. */
export const pageSecretNamesQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ name: pageSecretTable.name, version: pageSecretTable.version, updatedAt: pageSecretTable.updatedAt })
    .from(pageSecretTable)
    .where(eq(pageSecretTable.pageId, pageId))
    .orderBy(asc(pageSecretTable.name));

export const pageSecretsOfPagesQuery = ({ db }: Db, pageIds: readonly string[]) =>
  db.select().from(pageSecretTable).where(isOneOfCondition(pageSecretTable.pageId, pageIds));
