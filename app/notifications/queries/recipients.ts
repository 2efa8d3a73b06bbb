import { and, asc, eq, gt, inArray, isNotNull, lte, or, sql } from "drizzle-orm";
import { componentAndGroupIdsSql } from "~/components/queries/component";
import { membershipTable, personTable, subscriberTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { isActiveEndpointSql } from "~/subscribers/queries/endpoints";
import type { NoticeRow } from "./notice";

type Db = Pick<Ctx, "db">;

/**
 * SQL for the ids of a notice's components, both those that it names and those that its subject has now, and of their
 * groups.
 */
const touchedBy = ({ scope, subjectId }: NoticeRow) =>
  componentAndGroupIdsSql(sql`(
  SELECT value FROM json_each(${JSON.stringify(scope.component_ids ?? [])})
  UNION SELECT component_id FROM incident_component WHERE incident_id = ${subjectId}
  UNION SELECT component_id FROM maintenance_component WHERE maintenance_id = ${subjectId})`);

/** A lasting subscription that wants the news (notifications/rules/audience). `s` = its table or alias. */
const standing = (s: string, notice: NoticeRow) =>
  sql`(${sql.raw(s)}.scope = 'page' OR (${sql.raw(s)}.scope = 'components' AND EXISTS
    (SELECT 1 FROM json_each(${sql.raw(s)}.component_ids) c WHERE c.value IN ${touchedBy(notice)})))`;

/** A subscription to this one incident whose address has no lasting subscription that gets the news. */
const single = (
  notice: NoticeRow,
) => sql`(subscriber.scope = 'incident' AND subscriber.incident_id = ${notice.subjectId}
  AND NOT EXISTS (SELECT 1 FROM subscriber o WHERE o.address = subscriber.address AND o.page_id = subscriber.page_id
    AND o.kind = subscriber.kind AND o.incident_id = '' AND o.state = 'active' AND ${standing("o", notice)}))`;

/** Subscribers of the notice's own way: by email, or in other ways, which have an index of their own. */
function reachedBy({ audience, way }: NoticeRow) {
  if (audience !== "endpoints") return sql`subscriber.kind = 'email' AND subscriber.state = 'active'`;
  const elsewhere = sql.raw(isActiveEndpointSql("subscriber"));
  return way === null ? elsewhere : sql`subscriber.kind = ${way} AND ${elsewhere}`;
}

/**
 * Returns the subscribers who are notified, by id after `cursor`, by the same rules as notifications/rules/audience. A
 * subscriber who confirmed after the notice was created is not included (docs/protocols.md, "Notices"). Uses the page's
 * primary key.
 */
export const subscribersToNotifyQuery = ({ db }: Db, notice: NoticeRow, cursor: string, limit: number) =>
  db
    .select({ id: subscriberTable.id })
    .from(subscriberTable)
    .where(
      and(
        eq(subscriberTable.pageId, notice.pageId),
        gt(subscriberTable.id, cursor),
        reachedBy(notice),
        isNotNull(subscriberTable.address),
        lte(subscriberTable.confirmedAt, notice.createdAt),
        or(standing("subscriber", notice), single(notice)),
      ),
    )
    .orderBy(asc(subscriberTable.id))
    .limit(limit);

/**
 * Number of the same recipients by way, before the notice is created. Reads the page's subscribers once;
 * `parseRecipientCountByKind` reads its row.
 */
export const recipientCountsByKindQuery = ({ db }: Db, notice: NoticeRow, kinds: readonly string[]) =>
  db
    .select({
      counts: sql<string>`json_array(${sql.join(
        kinds.map((kind) => sql`count(*) FILTER (WHERE ${subscriberTable.kind} = ${kind})`),
        sql`, `,
      )})`.as("counts"),
    })
    .from(subscriberTable)
    .where(
      and(
        eq(subscriberTable.pageId, notice.pageId),
        eq(subscriberTable.state, "active"),
        isNotNull(subscriberTable.address),
        isNotNull(subscriberTable.confirmedAt),
        or(standing("subscriber", notice), single(notice)),
      ),
    );

/** Returns the counts by kind. */
export const parseRecipientCountByKind = (
  [row]: readonly { counts: string }[],
  kinds: readonly string[],
): Map<string, number> => {
  const counts = JSON.parse(row?.counts ?? "[]") as number[];
  return new Map(kinds.map((kind, place) => [kind, counts[place] ?? 0]));
};

/** Responders, admins and owners of the page with an email address, by id after `cursor`. */
export const respondersToNotifyQuery = ({ db }: Db, pageId: string, cursor: string, limit: number) =>
  db
    .select({ id: membershipTable.personId })
    .from(membershipTable)
    .innerJoin(personTable, eq(personTable.id, membershipTable.personId))
    .where(
      and(
        eq(membershipTable.pageId, pageId),
        gt(membershipTable.personId, cursor),
        inArray(membershipTable.role, ["responder", "admin", "owner"]),
        isNotNull(personTable.email),
      ),
    )
    .orderBy(asc(membershipTable.personId))
    .limit(limit);

/**
 * Reads the subscribers among `ids` who are still to be notified, right before sending. A single email may go to a
 * pending one.
 */
export const subscribersStillToNotifyQuery = ({ db }: Db, pageId: string, ids: readonly string[], pending: boolean) =>
  db
    .select({
      id: subscriberTable.id,
      channel: subscriberTable.kind,
      targetSealed: subscriberTable.targetSealed,
      address: subscriberTable.address,
      language: subscriberTable.language,
      timeZone: subscriberTable.timeZone,
      generation: subscriberTable.generation,
      failures: subscriberTable.failures,
      retryAt: subscriberTable.retryAt,
    })
    .from(subscriberTable)
    .where(
      and(
        eq(subscriberTable.pageId, pageId),
        sql`${subscriberTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        inArray(subscriberTable.state, pending ? ["active", "pending"] : ["active"]),
        isNotNull(subscriberTable.address),
      ),
    );

/** Reads the people among `ids` who have an email address; with `pageId` only those who still act on that page. */
export const peopleStillToNotifyQuery = ({ db }: Db, ids: readonly string[], pageId: string | null) =>
  db
    .select({
      id: personTable.id,
      address: personTable.email,
      name: personTable.name,
      language: personTable.language,
      timeZone: personTable.timeZone,
    })
    .from(personTable)
    .where(
      and(
        sql`${personTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        isNotNull(personTable.email),
        pageId === null
          ? undefined
          : sql`EXISTS (SELECT 1 FROM membership m WHERE m.page_id = ${pageId} AND m.person_id = person.id AND m.role <> 'viewer')`,
      ),
    );
