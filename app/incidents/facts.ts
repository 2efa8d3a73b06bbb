import { eq, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { priorCommit } from "~/audit/queries/audit";
import type { KeptFacts } from "~/commit/deciding";
import { read, readNamed } from "~/db/read";
import { type ComponentChange, page } from "~/db/schema";
import { invalid } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type SettableStatus, toCoverage, toStatus, toStatusOrNull } from "~/status/status";
import type { IncidentStory } from "~/status-page/rules/incident-story";
import type { TimelineState } from "~/status-page/rules/layer-change";
import { stateOf, timelineColumns, timelineOf } from "~/status-page/timeline/queries/status-change";
import {
  componentsIn,
  type IncidentRow,
  incidentById,
  namedComponents,
  storiesSince,
  toStory,
  unkeptOf,
} from "./queries/incident";
import { needsComponentsOrImpact } from "./rules/incident";
import type { Standing } from "./rules/resolving";

export type Touched = Record<string, SettableStatus>;

/** All that a change of an incident is decided on: 5 statements, and 2 where it is decided again. */
export interface IncidentFacts {
  row: IncidentRow & { components: Touched };
  /** Open published ones with their versions, and those resolved since the change. */
  stories: IncidentStory[];
  names: ReadonlyMap<string, string>;
  /** Those of its components that are off the page: no form lists them. */
  archived: ReadonlySet<string>;
  /** What else than incidents and maintenance says how each component is. */
  standings: ReadonlyMap<string, Standing>;
  /** Where the page's timeline stood. */
  timeline: TimelineState;
  /** Components that nothing observes and nobody keeps: of these a person's incident is the first word. */
  unkept: readonly string[];
}

export const touchedBy = (text: string): Touched =>
  Object.fromEntries(componentsIn(text).map((each) => [each.componentId, each.status as SettableStatus]));

type Named = Awaited<ReturnType<typeof namedComponents>>[number];

/** Of those on the page. One that nobody keeps counts as kept by who says in an incident how it is. */
export const standingsOf = (components: readonly Named[]): Map<string, Standing> =>
  new Map(
    components.flatMap(({ id, archivedAt, isUnkept, manualStatus, observedStatus, coverage }) => {
      const kept = isUnkept ? "operational" : toCoverage(coverage);
      const said = { manual: toStatusOrNull(manualStatus), observed: toStatus(observedStatus), coverage: kept };
      return archivedAt === null ? [[id, { ...said, maintenance: null }]] : [];
    }),
  );

interface PageQuestion {
  pageId: string;
  /** Of incidents that are resolved: those of after it. */
  since: number | SQL;
  commitId: string;
  id?: string;
}

export type Queries = Record<string, BatchItem<"sqlite">>;

async function readFacts<More extends Queries>(
  ctx: Ctx,
  { pageId, since, commitId, id = "" }: PageQuestion,
  asked: More | undefined,
) {
  const queries = {
    prior: priorCommit(ctx, commitId),
    found: incidentById(ctx, pageId, id),
    stories: storiesSince(ctx, pageId, since, id),
    components: namedComponents(ctx, pageId, id),
    state: timelineOf(ctx, pageId),
  };
  const [{ prior, found, stories, components, state }, more] = await readNamed(ctx, queries, asked);
  return {
    prior,
    found: found[0],
    stories: stories.map(toStory),
    names: new Map(components.map((each) => [each.id, each.name])),
    archived: new Set(components.flatMap((each) => (each.archivedAt === null ? [] : [each.id]))),
    standings: standingsOf(components),
    timeline: stateOf(state),
    unkept: components.flatMap((each) => (each.isUnkept ? [each.id] : [])),
    more,
  };
}

/** Who keeps a component is a layer of the timeline, so that both are read again at once. */
const timelineAndUnkept = ({ db }: Ctx, pageId: string) =>
  db
    .select({ ...timelineColumns, unkept: unkeptOf(pageId) })
    .from(page)
    .where(eq(page.id, pageId));

/** What alone has changed for who lost the timeline: 2 statements. */
async function readTimeline(ctx: Ctx, { pageId, since, id = "" }: PageQuestion) {
  const [stories, state] = await read(ctx, storiesSince(ctx, pageId, since, id), timelineAndUnkept(ctx, pageId));
  const unkept: string[] = JSON.parse(state[0]?.unkept ?? "[]");
  return { stories: stories.map(toStory), timeline: stateOf(state), unkept };
}

/** The page as a change of an incident sees it, and `more` in the same batch; decided again, its timeline is read again. */
export async function pageFacts<More extends Queries = Record<never, never>>(
  ctx: Ctx,
  keptFacts: KeptFacts,
  asked: PageQuestion,
  more?: More,
) {
  const isAgain = keptFacts.areKept;
  const facts = await keptFacts.once(() => readFacts(ctx, asked, more));
  return isAgain ? { ...facts, ...(await readTimeline(ctx, asked)) } : facts;
}

/** How the incident's components change, by name; what is no longer in it becomes operational. */
export function changesBetween(before: Touched, after: Touched, names: IncidentFacts["names"], at?: number) {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return ids.flatMap((componentId): ComponentChange[] => {
    const from = before[componentId] ?? "operational";
    const to = after[componentId] ?? "operational";
    if (from === to) return [];
    return [{ componentId, name: names.get(componentId) ?? "", from, to, ...(at === undefined ? {} : { at }) }];
  });
}

interface Touching {
  components?: Touched | undefined;
  merge: boolean;
  componentIds?: string[] | undefined;
  /** What the form showed: what it only repeats is nobody's word. */
  shown?: Readonly<Record<string, string>> | undefined;
}

type Placed = Pick<IncidentFacts, "row" | "archived">;

/** What a form says otherwise than it showed; of archived ones it says nothing. */
const saidOtherwise = (components: Touched, shown: Readonly<Record<string, string>>, archived: ReadonlySet<string>) =>
  [...new Set([...Object.keys(components), ...Object.keys(shown)])].filter(
    (id) => components[id] !== shown[id] && !archived.has(id),
  );

/** The components of now with what a form says otherwise: alerts may have moved the rest since it was shown. */
function withForm({ row, archived }: Placed, components: Touched, shown: Readonly<Record<string, string>>): Touched {
  const next = { ...row.components };
  for (const id of saidOtherwise(components, shown, archived)) {
    const status = components[id];
    if (status === undefined) delete next[id];
    else next[id] = status;
  }
  return next;
}

/** Components of which a person says how they are, or that they are none of it. */
export function componentsSaid(
  { row, archived }: Placed,
  { components, merge, shown }: Touching,
  after: Touched,
): string[] {
  if (!components) return [];
  if (shown && !merge) return saidOtherwise(components, shown, archived);
  const gone = Object.keys(row.components).filter((id) => !(id in after));
  return [...new Set([...Object.keys(components), ...gone])];
}

/** Which components it touches after the change; null = as before. Of archived ones a form says nothing: they stay. */
export function touchedAfter(
  { row, archived }: Placed,
  { components, merge, componentIds, shown }: Touching,
): Touched | null {
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

/** Components of another page do not exist; those that the incident has already may stay though archived. */
export function unknownIn(components: Touched, names: IncidentFacts["names"], had: Touched = {}) {
  const unknown = Object.keys(components).find((id) => !names.has(id) && !(id in had));
  return unknown === undefined ? null : invalid(`components.${unknown}`, "component.unknown");
}

/** Why an incident cannot touch these, or nothing at all. */
export function touchRefusal(facts: Pick<IncidentFacts, "row" | "names">, touched: Touched, impact: string | null) {
  if (needsComponentsOrImpact({ componentCount: Object.keys(touched).length, impactOverride: impact })) {
    return invalid("components", "incident.needs_components", "needs_components_or_impact");
  }
  return unknownIn(touched, facts.names, facts.row.components);
}
