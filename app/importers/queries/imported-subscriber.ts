import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import { quarantineListTable, subscriberTable } from "~/db/schema";
import { type InsertRow, insertRowsStatements, keepExistingRowsOption, type SqlStatement } from "~/db/write";
import { maxQuarantineMs } from "~/notifications/rules/quarantine";
import type { Ctx } from "~/platform/ctx";

type SubscriberColumns = InsertRow<typeof subscriberTable>;

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
  insertRowsStatements(subscriberTable, rows as SubscriberColumns[], {
    computed: sharedColumns,
    onConflict: keepExistingRowsOption,
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
  return insertRowsStatements(quarantineListTable, [list], { onConflict: keepExistingRowsOption });
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
    .select({ id: subscriberTable.id, importedFrom: subscriberTable.importedFrom })
    .from(subscriberTable)
    .where(
      // Ids are of digits and small letters, which all are before a tilde.
      and(
        eq(subscriberTable.pageId, pageId),
        gt(subscriberTable.id, after || idStart),
        lt(subscriberTable.id, `${idStart}~`),
      ),
    )
    .orderBy(asc(subscriberTable.id))
    .limit(limit);

/** Returns these subscribers with the versions that their own and people's changes raise. */
export const importedSubscribersQuery = ({ db }: Pick<Ctx, "db">, pageId: string, ids: readonly string[]) =>
  db
    .select({ id: subscriberTable.id, address: subscriberTable.address, version: subscriberTable.version })
    .from(subscriberTable)
    .where(
      and(
        eq(subscriberTable.pageId, pageId),
        sql`${subscriberTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    );
