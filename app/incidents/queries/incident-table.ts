import { and, asc, desc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { incidentTable } from "~/db/schema";
import { incidentDurationOrderSql, incidentImpactOrderSql, unindexedPageIdSql } from "~/db/schema/incident-order";
import type { Ctx } from "~/platform/ctx";
import { containsWordSql } from "~/search/queries/holds-word";
import { maxSearchWords } from "~/search/rules/text-words";
import type { Impact } from "~/status/status";
import { searchWordsOf } from "~/text/search-match";
import type { IncidentSortKey } from "../rules/input";
import { incidentConditionByState } from "./incident";
import { incidentLeadColumn } from "./incident-lead";

type Db = Pick<Ctx, "db">;

/** Values to sort by; `incident` has an index of each. */
const sortValues: Record<IncidentSortKey, SQL<number>> = {
  started: sql<number>`started_at`,
  updated: sql<number>`updated_at`,
  impact: incidentImpactOrderSql,
  duration: incidentDurationOrderSql,
};

/** True for the page's incidents, in the words of the index that has the sort. */
const pageCondition = (pageId: string, sort: IncidentSortKey): SQL =>
  sort === "started" ? eq(incidentTable.pageId, pageId) : sql`${unindexedPageIdSql} = ${pageId}`;

/** Names of its components, in the order of the page. */
const componentNames = sql<string>`(SELECT json_group_array(name) FROM (
  SELECT k.name FROM incident_component c JOIN component k ON k.id = c.component_id
  WHERE c.incident_id = incident.id ORDER BY k.position, k.id))`;

/** True when its title, or that of the alert that opened it, contains the word. */
const containsWord = (word: string): SQL =>
  sql`(${containsWordSql(sql`title`, word)} OR ${containsWordSql(sql`alert_title`, word)})`;

/** True when its titles contain all words, or its texts have them. */
function searchCondition(search: string, textHitIds: readonly string[]): SQL | undefined {
  const titled = and(...searchWordsOf(search, maxSearchWords).map(containsWord));
  if (titled === undefined || textHitIds.length === 0) return titled;
  return or(titled, sql`id IN (SELECT value FROM json_each(${JSON.stringify(textHitIds)}))`);
}

/**
 * Selects the rows after the last one shown. The value is also a condition of its own, so that the index starts there.
 */
function beyond(value: SQL, descending: boolean, last: readonly [number, string] | null): SQL | undefined {
  if (!last) return undefined;
  const [past, orAt] = descending ? [sql`<`, sql`<=`] : [sql`>`, sql`>=`];
  return sql`${value} ${orAt} ${last[0]} AND (${value} ${past} ${last[0]} OR id ${past} ${last[1]})`;
}

export interface IncidentTableListing {
  filter: string;
  impact?: Impact | undefined;
  componentId?: string | undefined;
  /** Id of the person who leads it; null = nobody. */
  leadId?: string | null | undefined;
  search: string;
  /** Incidents whose texts have the searched words. */
  textHitIds: readonly string[];
  from?: number | undefined;
  to?: number | undefined;
  sort: IncidentSortKey;
  descending: boolean;
  before: readonly [number, string] | null;
  limit: number;
}

function conditionsOf({
  filter,
  impact,
  componentId,
  leadId,
  search,
  textHitIds,
  from,
  to,
}: IncidentTableListing): (SQL | undefined)[] {
  return [
    incidentConditionByState[filter],
    impact === undefined ? undefined : sql`coalesce(impact_override, impact) = ${impact}`,
    componentId === undefined
      ? undefined
      : sql`id IN (SELECT c.incident_id FROM incident_component c WHERE c.component_id = ${componentId})`,
    leadId === undefined ? undefined : leadId === null ? sql`lead_id IS NULL` : eq(incidentTable.leadId, leadId),
    from === undefined ? undefined : gte(incidentTable.startedAt, from),
    to === undefined ? undefined : lt(incidentTable.startedAt, to),
    searchCondition(search, textHitIds),
  ];
}

/** Lists incidents as management's table shows them, without the texts of their postmortems. */
export function incidentTableQuery({ db }: Db, pageId: string, listing: IncidentTableListing) {
  const { sort, descending, before, limit } = listing;
  const [value, order] = [sortValues[sort], descending ? desc : asc];
  return db
    .select({
      id: incidentTable.id,
      title: incidentTable.title,
      alertTitle: incidentTable.alertTitle,
      origin: incidentTable.origin,
      status: incidentTable.status,
      visibility: incidentTable.visibility,
      impact: incidentTable.impact,
      impactOverride: incidentTable.impactOverride,
      startedAt: incidentTable.startedAt,
      resolvedAt: incidentTable.resolvedAt,
      closed: incidentTable.closed,
      postmortem: incidentTable.postmortem,
      updatedAt: incidentTable.updatedAt,
      lead: incidentLeadColumn,
      components: componentNames.as("components"),
      sortValue: value.as("sort_value"),
    })
    .from(incidentTable)
    .where(and(pageCondition(pageId, sort), ...conditionsOf(listing), beyond(value, descending, before)))
    .orderBy(order(value), order(incidentTable.id))
    .limit(limit);
}
