import type { SQL } from "drizzle-orm";
import { priorCommit } from "~/db/queries/audit";
import {
  componentsIn,
  type IncidentRow,
  incidentById,
  sameOpenIncidents,
  storiesSince,
  timelineOf,
  toStory,
} from "~/db/queries/incident";
import { shownComponents } from "~/db/queries/snapshot-facts";
import { appendChanges } from "~/db/queries/status-change";
import { read } from "~/db/read";
import type { ComponentChange } from "~/db/schema";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { invalid, type Result } from "~/rules/failure";
import { type IncidentStory, restated } from "~/rules/incident-story";
import type { SettableStatus } from "~/rules/status";
import { type Done, find } from "../change";
import { repackStatements } from "../pages/close-days";

export type Touched = Record<string, SettableStatus>;

/** All that a change of an incident is decided on: 5 statements. */
export interface IncidentFacts {
  row: IncidentRow & { components: Touched; updateCount: number };
  /** Open published ones with their versions, and those resolved since the change. */
  stories: IncidentStory[];
  open: { id: string; version: number }[];
  names: ReadonlyMap<string, string>;
  openDayAt: number;
  /** Later than all that was recorded: two changes in one millisecond are still one after the other. */
  recordedAt: number;
}

interface Wanted {
  pageId: string;
  id: string;
  version?: number | undefined;
  commitId: string;
}

const touchedBy = (text: string): Touched =>
  Object.fromEntries(componentsIn(text).map((each) => [each.componentId, each.status as SettableStatus]));

export async function pageFacts(ctx: Ctx, pageId: string, since: number | SQL, commitId: string, id = "") {
  const [prior, [found], stories, components, [page]] = await read(
    ctx,
    priorCommit(ctx, commitId),
    incidentById(ctx, pageId, id),
    storiesSince(ctx, pageId, since, id),
    shownComponents(ctx, pageId),
    timelineOf(ctx, pageId),
  );
  return {
    prior,
    found,
    stories: stories.map(toStory),
    open: stories.filter(({ row }) => !row.closed).map(({ row }) => ({ id: row.id, version: row.version })),
    names: new Map(components.map((each) => [each.id, each.name])),
    openDayAt: page?.openDayAt ?? 0,
    recordedAt: Math.max(ctx.now(), (page?.recordedAt ?? 0) + 1),
  };
}

/** The incident and what its layer is made of; or the answer that the change already has. */
export async function incidentFacts(
  ctx: Ctx,
  wanted: Wanted,
  since: number | SQL,
): Promise<{ facts: IncidentFacts; answer: null } | { facts: null; answer: Result<Done> }> {
  const { prior, found, ...facts } = await pageFacts(ctx, wanted.pageId, since, wanted.commitId, wanted.id);
  const row = found && { ...found.row, components: touchedBy(found.components), updateCount: found.updateCount };
  const target = find(prior, row, wanted);
  return target.answer
    ? { facts: null, answer: target.answer }
    : { facts: { ...facts, row: target.row }, answer: null };
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
}

/** Which components it touches after the change; null = as before. */
export function touchedAfter(before: Touched, { components, merge, componentIds }: Touching): Touched | null {
  if (!merge) return components ?? null;
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
  return unknown === undefined ? null : invalid(`components.${unknown}`, "No such component.");
}

/** The story of this incident after the change; null = it is not published. */
export type After = IncidentStory | null;

export interface LayerPlan {
  guards: Statement[];
  changes: Statement[];
}

/** What the change does to the incident layer: the rows to append, the days to pack anew, and the guard of it all. */
export async function layerPlan(
  ctx: Ctx,
  pageId: string,
  facts: Pick<IncidentFacts, "stories" | "open" | "openDayAt" | "recordedAt">,
  id: string,
  after: After,
): Promise<LayerPlan> {
  const others = facts.stories.filter((each) => each.id !== id);
  const rows = restated(facts.stories, after ? [...others, after] : others, facts.recordedAt);
  const late = rows.some((each) => each.at < facts.openDayAt) ? await repackStatements(ctx, pageId, rows) : [];
  return {
    guards: [sameOpenIncidents(pageId, facts.open)],
    changes: [...appendChanges(ctx, pageId, rows, "incident", id), ...late],
  };
}
