import { asc, eq } from "drizzle-orm";
import { pageSecret } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { isOneOf } from "./configured-thing";

type Db = Pick<Ctx, "db">;

/** Lists the names of a page's secrets, without their values. */
export const pageSecretNamesQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ name: pageSecret.name, version: pageSecret.version, updatedAt: pageSecret.updatedAt })
    .from(pageSecret)
    .where(eq(pageSecret.pageId, pageId))
    .orderBy(asc(pageSecret.name));

export const pageSecretsOfPagesQuery = ({ db }: Db, pageIds: readonly string[]) =>
  db.select().from(pageSecret).where(isOneOf(pageSecret.pageId, pageIds));
