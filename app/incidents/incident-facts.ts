import { eq, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { priorCommitQuery } from "~/audit/queries/audit";
import type { ReusableFacts } from "~/commit/decide-with-retry";
import { readBatch, readNamedQueries } from "~/db/read";
import { type ComponentChange, pageTable } from "~/db/schema";
import { invalidFieldFailure } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type SettableStatus, toCoverageStatus, toStatus, toStatusOrNull } from "~/status/status";
import type { IncidentStatusHistory } from "~/status-page/rules/incident-story";
import type { TimelineState } from "~/status-page/rules/layer-change";
import {
  timelineColumns,
  timelineStateOf,
  timelineStateOfPageQuery,
} from "~/status-page/timeline/queries/status-change";
import {
  type IncidentRow,
  incidentByIdQuery,
  incidentStatusHistoriesSinceQuery,
  namedComponentsOfIncidentQuery,
  parseIncidentComponents,
  toIncidentStatusHistory,
  unwatchedComponentsColumn,
} from "./queries/incident";
import { needsComponentsOrImpact } from "./rules/incident";
import type { StatusLayersWithoutIncident } from "./rules/resolve-changes";

export type StatusByComponent = Record<string, SettableStatus>;

/** The facts on which a change of an incident is decided: 5 statements, and 2 when it is decided again. */
export interface IncidentFacts {
  row: IncidentRow & { components: StatusByComponent };
  /** Open published incidents with their versions, and incidents resolved since the change. */
  stories: IncidentStatusHistory[];
  names: ReadonlyMap<string, string>;
  /** Ids of the incident's archived components, which no form lists. */
  archived: ReadonlySet<string>;
  /** Status of each component by everything except incidents and maintenance. */
  standings: ReadonlyMap<string, StatusLayersWithoutIncident>;
  /** State of the page's timeline. */
  timeline: TimelineState;
  /**
   * Components that have no observer and are not kept manually, so that a person's incident gives them their first
   * status.
   */
  unkept: readonly string[];
}

export const parseStatusByComponent = (text: string): StatusByComponent =>
  Object.fromEntries(parseIncidentComponents(text).map((each) => [each.componentId, each.status as SettableStatus]));

type NamedComponentRow = Awaited<ReturnType<typeof namedComponentsOfIncidentQuery>>[number];

/**
 * Returns each component's layers without incidents. A component without an observer counts as kept by the person who
 * sets it in an incident.
 */
export const layersWithoutIncidentsByComponent = (
  components: readonly NamedComponentRow[],
): Map<string, StatusLayersWithoutIncident> =>
  new Map(
    components.flatMap(({ id, archivedAt, isUnkept, manualStatus, observedStatus, coverage }) => {
      const kept = isUnkept ? "operational" : toCoverageStatus(coverage);
      const said = { manual: toStatusOrNull(manualStatus), observed: toStatus(observedStatus), coverage: kept };
      return archivedAt === null ? [[id, { ...said, maintenance: null }]] : [];
    }),
  );

interface PageFactsQuery {
  pageId: string;
  /** Resolved incidents are read if they were resolved after this time. */
  since: number | SQL;
  commitId: string;
  id?: string;
}

export type FactQueries = Record<string, BatchItem<"sqlite">>;

async function readFacts<More extends FactQueries>(
  ctx: Ctx,
  { pageId, since, commitId, id = "" }: PageFactsQuery,
  asked: More | undefined,
) {
  const queries = {
    prior: priorCommitQuery(ctx, commitId),
    found: incidentByIdQuery(ctx, pageId, id),
    stories: incidentStatusHistoriesSinceQuery(ctx, pageId, since, id),
    components: namedComponentsOfIncidentQuery(ctx, pageId, id),
    state: timelineStateOfPageQuery(ctx, pageId),
  };
  const [{ prior, found, stories, components, state }, more] = await readNamedQueries(ctx, queries, asked);
  return {
    prior,
    found: found[0],
    stories: stories.map(toIncidentStatusHistory),
    names: new Map(components.map((each) => [each.id, each.name])),
    archived: new Set(components.flatMap((each) => (each.archivedAt === null ? [] : [each.id]))),
    standings: layersWithoutIncidentsByComponent(components),
    timeline: timelineStateOf(state),
    unkept: components.flatMap((each) => (each.isUnkept ? [each.id] : [])),
    more,
  };
}

/** Reads the timeline together with the components that nobody keeps, because that decides one of their layers. */
const timelineAndUnkept = ({ db }: Ctx, pageId: string) =>
  db
    .select({ ...timelineColumns, unkept: unwatchedComponentsColumn(pageId) })
    .from(pageTable)
    .where(eq(pageTable.id, pageId));

/** Reads only what changed when a commit lost the race for the timeline: 2 statements. */
async function readTimeline(ctx: Ctx, { pageId, since, id = "" }: PageFactsQuery) {
  const [stories, state] = await readBatch(
    ctx,
    incidentStatusHistoriesSinceQuery(ctx, pageId, since, id),
    timelineAndUnkept(ctx, pageId),
  );
  const unkept: string[] = JSON.parse(state[0]?.unkept ?? "[]");
  return { stories: stories.map(toIncidentStatusHistory), timeline: timelineStateOf(state), unkept };
}

/**
 * Reads the page's facts for a change of an incident, with `more` in the same batch. When the change is decided again,
 * only the timeline is read again.
 */
export async function readIncidentChangeFacts<More extends FactQueries = Record<never, never>>(
  ctx: Ctx,
  keptFacts: ReusableFacts,
  asked: PageFactsQuery,
  more?: More,
) {
  const isAgain = keptFacts.areKept;
  const facts = await keptFacts.once(() => readFacts(ctx, asked, more));
  return isAgain ? { ...facts, ...(await readTimeline(ctx, asked)) } : facts;
}

/** Returns how the incident's components change; a component that leaves it becomes operational. */
export function componentChangesBetween(
  before: StatusByComponent,
  after: StatusByComponent,
  names: IncidentFacts["names"],
  at?: number,
) {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return ids.flatMap((componentId): ComponentChange[] => {
    const from = before[componentId] ?? "operational";
    const to = after[componentId] ?? "operational";
    if (from === to) return [];
    return [{ componentId, name: names.get(componentId) ?? "", from, to, ...(at === undefined ? {} : { at }) }];
  });
}

interface ComponentSelection {
  components?: StatusByComponent | undefined;
  merge: boolean;
  componentIds?: string[] | undefined;
  /** The components as the form showed them; values that the form only repeats are not the person's choice. */
  shown?: Readonly<Record<string, string>> | undefined;
}

type IncidentPlacement = Pick<IncidentFacts, "row" | "archived">;

/** Returns the components that a form changed from what it showed, which archived components cannot be. */
const saidOtherwise = (
  components: StatusByComponent,
  shown: Readonly<Record<string, string>>,
  archived: ReadonlySet<string>,
) =>
  [...new Set([...Object.keys(components), ...Object.keys(shown)])].filter(
    (id) => components[id] !== shown[id] && !archived.has(id),
  );

/**
 * Returns the current components with the changes of a form, because alerts may have changed others since it was shown.
 */
function withForm(
  { row, archived }: IncidentPlacement,
  components: StatusByComponent,
  shown: Readonly<Record<string, string>>,
): StatusByComponent {
  const next = { ...row.components };
  for (const id of saidOtherwise(components, shown, archived)) {
    const status = components[id];
    if (status === undefined) delete next[id];
    else next[id] = status;
  }
  return next;
}

/** Returns the components that a person removed, or whose status a person set. */
export function componentsSetByPerson(
  { row, archived }: IncidentPlacement,
  { components, merge, shown }: ComponentSelection,
  after: StatusByComponent,
): string[] {
  if (!components) return [];
  if (shown && !merge) return saidOtherwise(components, shown, archived);
  const gone = Object.keys(row.components).filter((id) => !(id in after));
  return [...new Set([...Object.keys(components), ...gone])];
}

/**
 * Returns the affected components after the change; null for no change. Archived components stay, because no form lists
 * them.
 */
export function statusesAfterChange(
  { row, archived }: IncidentPlacement,
  { components, merge, componentIds, shown }: ComponentSelection,
): StatusByComponent | null {
  const before = row.components;
  if (!merge && components && shown) return withForm({ row, archived }, components, shown);
  if (!merge) {
    const unlisted = Object.entries(before).filter(([id]) => archived.has(id));
    return components ? { ...Object.fromEntries(unlisted), ...components } : null;
  }
  if (!components && !componentIds) return null;
  const all = { ...before, ...components };
  const ids = componentIds ?? Object.keys(all);
  return Object.fromEntries(
    [...new Set([...ids, ...Object.keys(components ?? {})])].map((id) => [id, all[id] ?? "operational"]),
  );
}

/** Refuses components of another page; components that the incident already has may stay although archived. */
export function unknownIncidentComponentFailure(
  components: StatusByComponent,
  names: IncidentFacts["names"],
  had: StatusByComponent = {},
) {
  const unknown = Object.keys(components).find((id) => !names.has(id) && !(id in had));
  return unknown === undefined ? null : invalidFieldFailure(`components.${unknown}`, "component.unknown");
}

/** Returns why an incident cannot affect these components, or null. */
export function affectedComponentsRefusal(
  facts: Pick<IncidentFacts, "row" | "names">,
  touched: StatusByComponent,
  impact: string | null,
) {
  if (needsComponentsOrImpact({ componentCount: Object.keys(touched).length, impactOverride: impact })) {
    return invalidFieldFailure("components", "incident.needs_components", "needs_components_or_impact");
  }
  return unknownIncidentComponentFailure(touched, facts.names, facts.row.components);
}
