import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import { quarantineList, subscriber } from "~/db/schema";
import { type InsertRow, insertRows, keepExistingRows, type SqlStatement } from "~/db/write";
import { maxQuarantineMs } from "~/notifications/rules/quarantine";
import type { Ctx } from "~/platform/ctx";

type SubscriberColumns = InsertRow<typeof subscriber>;

/** Columns in which the subscribers of an import differ. */
export type ImportedSubscriberRow = Pick<SubscriberColumns, "id" | "kind" | "componentIds" | "state"> &
  Required<Pick<SubscriberColumns, "address" | "targetSealed" | "confirmedAt">>;

/** Columns that all subscribers of an import share. */
export interface SharedSubscriberColumns {
  pageId: string;
  importedFrom: string;
  language: string;
  timeZone: string;
  /** Time of the import, UTC ms. */
  startedAt: number;
}

const inState = (state: string) => `iif(j.value->>'$.state' = '${state}', ?6, NULL)`;

/** Columns that all share travel once: a step has thousands of rows, and a parameter at most 2 MB. */
const sharedColumns = {
  pageId: "?2",
  importedFrom: "?3",
  language: "?4",
  timeZone: "?5",
  createdAt: "?6",
  updatedAt: "?6",
  unsubscribedAt: inState("unsubscribed"),
  quarantinedAt: inState("quarantined"),
  confirmationsAt: "'[]'",
  scope: "iif(j.value->>'$.componentIds' = '[]', 'page', 'components')",
} as const;

/** Adds subscribers; an address that the page has already, in whatever state, stays as it is. */
export const addImportedSubscribersStatements = (
  rows: readonly ImportedSubscriberRow[],
  { pageId, importedFrom, language, timeZone, startedAt }: SharedSubscriberColumns,
): SqlStatement[] =>
  insertRows(subscriber, rows as SubscriberColumns[], {
    computed: sharedColumns,
    onConflict: keepExistingRows,
    params: [pageId, importedFrom, language, timeZone, startedAt],
  });

/** Lists those in quarantine, so that they are deleted when its time is over. */
export function importedQuarantineStatements(
  rows: readonly ImportedSubscriberRow[],
  { pageId, startedAt }: SharedSubscriberColumns,
): SqlStatement[] {
  const subscriberIds = rows.filter(({ state }) => state === "quarantined").map(({ id }) => id);
  const [first] = subscriberIds;
  if (first === undefined) return [];
  const list = { dueAt: startedAt + maxQuarantineMs, pageId, id: `import ${first}`, subscriberIds };
  return insertRows(quarantineList, [list], { onConflict: keepExistingRows });
}

interface SubscriberPortion {
  pageId: string;
  /** Beginning of the ids that the import made. */
  idStart: string;
  /** Id after which the portion begins; empty = the first. */
  after: string;
  limit: number;
}

/** Selects a portion of the subscribers whose ids an import made, along the primary key. */
export const subscribersOfImportQuery = (
  { db }: Pick<Ctx, "db">,
  { pageId, idStart, after, limit }: SubscriberPortion,
) =>
  db
    .select({ id: subscriber.id, importedFrom: subscriber.importedFrom })
    .from(subscriber)
    .where(
      // Ids are of digits and small letters, which all are before a tilde.
      and(eq(subscriber.pageId, pageId), gt(subscriber.id, after || idStart), lt(subscriber.id, `${idStart}~`)),
    )
    .orderBy(asc(subscriber.id))
    .limit(limit);

/** Returns these subscribers with the versions that their own and people's changes raise. */
export const importedSubscribersQuery = ({ db }: Pick<Ctx, "db">, pageId: string, ids: readonly string[]) =>
  db
    .select({ id: subscriber.id, address: subscriber.address, version: subscriber.version })
    .from(subscriber)
    .where(
      and(
        eq(subscriber.pageId, pageId),
        sql`${subscriber.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    );
