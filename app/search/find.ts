import { permitRole } from "~/access/permission";
import { readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import { heartbeatRowOf } from "~/heartbeats/heartbeat-view";
import { heartbeatsOfPageQuery } from "~/heartbeats/queries/heartbeat";
import { monitorTargetText, openMonitorSettings } from "~/monitors/monitor-view";
import { monitorsForSearchQuery } from "~/monitors/queries/monitor";
import { membersOfPageQuery } from "~/people/queries/membership";
import type { Ctx } from "~/platform/ctx";
import { BoundedMap, oncePerDeployment } from "~/platform/isolate";
import { sortBySearchRank } from "~/text/search-match";
import { newestIncidentTitlesQuery, newestMaintenanceTitlesQuery, searchableItemsOfPageQuery } from "./queries/search";
import { type SearchResultKind, searchedNouns } from "./queries/searched-nouns";
import { findEventsByText } from "./queries/word-search";
import type { EventWordHit } from "./rules/word-hits";

export interface SearchResult {
  kind: SearchResultKind;
  id: string;
  name: string;
  /** Start of an incident or maintenance. */
  at: number | null;
  /** State of a monitor or heartbeat. */
  state: string | null;
  /** Target of a monitor, without credentials. */
  target: string;
  /** Part of a text that has the searched words; "" = it is found by its name. */
  snippet: string;
}

/** Returns the path at which it is shown, below the page's own. */
export function searchResultPath({ kind, id }: Pick<SearchResult, "kind" | "id">): string {
  const { at, anchor = null } = searchedNouns.find((each) => each.kind === kind) ?? { at: "" };
  return anchor === null ? `${at}/${id}` : `${at}#${anchor}${id}`;
}

export interface SearchResults {
  results: SearchResult[];
  /** True when other texts may have the words as well. */
  isCut: boolean;
}

/** Maximum number of results of one kind. */
const maxResultsPerKind = 8;

interface SearchRow {
  kind: string;
  id: string;
  name: string;
  at: number | null;
}

const opened = oncePerDeployment(() => new BoundedMap<string, string>(2000));

/** Returns the targets, unsealed once per isolate: their sealed text changes whenever they do. */
async function targetsOf(
  ctx: Ctx,
  rows: Awaited<ReturnType<typeof monitorsForSearchQuery>>,
): Promise<Map<string, string>> {
  const known = opened(ctx);
  const target = async ({ kind, settingsSealed }: (typeof rows)[number]) => {
    const kept = known.get(settingsSealed);
    if (kept !== undefined) return kept;
    const found = monitorTargetText(kind, await openMonitorSettings(ctx, { settingsSealed }));
    known.set(settingsSealed, found);
    return found;
  };
  return new Map(await Promise.all(rows.map(async (row) => [row.id, await target(row)] as const)));
}

/**
 * Returns matches by name first, then monitors by target and objects in a searched state, with the latest change first.
 */
function fitting<Thing extends SearchResult & { since: number }>(
  all: Thing[],
  search: string,
  states: readonly string[],
): Thing[] {
  const named = sortBySearchRank(all, search, ({ name }) => name);
  const aimed = sortBySearchRank(all, search, ({ target }) => target);
  const turned = all.filter(({ state }) => state !== null && states.includes(state));
  return [...new Set([...named, ...turned.toSorted((one, other) => other.since - one.since), ...aimed])];
}

/** Adds those found by their texts behind those found by their names. */
const withTexts = (named: readonly SearchResult[], hits: readonly EventWordHit[]): SearchResult[] => [
  ...named,
  ...hits
    .filter(({ kind, id }) => !named.some((each) => each.kind === kind && each.id === id))
    .map(({ title: name, ...hit }) => ({ ...hit, name, state: null, target: "" })),
];

/** Reads what is set up on the page, with the state of what is watched. */
async function watched(ctx: Ctx, pageId: string) {
  const now = ctx.now();
  const [things, incidents, works, members, monitors, heartbeats] = await readBatch(
    ctx,
    searchableItemsOfPageQuery(ctx, pageId),
    newestIncidentTitlesQuery(ctx, pageId),
    newestMaintenanceTitlesQuery(ctx, pageId),
    membersOfPageQuery(ctx, pageId),
    monitorsForSearchQuery(ctx, pageId, now),
    heartbeatsOfPageQuery(ctx, pageId),
  );
  const named: SearchRow[] = [
    ...things.map((each) => ({ ...each, at: null })),
    ...incidents.map((each) => ({ ...each, kind: "incident" })),
    ...works.map((each) => ({ ...each, kind: "maintenance" })),
    ...members.map(({ personId, name }) => ({ kind: "person", id: personId, name, at: null })),
  ];
  const states = new Map<string, { state: string; since: number }>([
    ...monitors.map(({ id, state, since }) => [id, { state, since }] as const),
    ...heartbeats.map((row) => [row.id, { state: heartbeatRowOf(row, now).state, since: row.stateSince }] as const),
  ]);
  return { named, states, targets: await targetsOf(ctx, monitors) };
}

/**
 * Finds objects on a page by name, at most eight of each kind. Monitors are also found by target, monitors and
 * heartbeats by `states`, and incidents and maintenance by their texts. The cost does not grow with the page's history.
 */
export async function searchOnPage(
  ctx: Ctx,
  given: { pageId: string; search: string; states?: readonly string[] },
): Promise<Result<SearchResults>> {
  const { pageId, states: asked = [] } = given;
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const search = given.search.trim().slice(0, 100);
  if (search === "") return ok({ results: [], isCut: false });
  const [{ named, states, targets }, { hits, isCut }] = await Promise.all([
    watched(ctx, pageId),
    findEventsByText(ctx, pageId, { search }),
  ]);
  const all = named.map(({ id, kind, ...each }) => {
    const { state = null, since = 0 } = states.get(id) ?? {};
    return { id, kind: kind as SearchResultKind, ...each, state, since, target: targets.get(id) ?? "", snippet: "" };
  });
  const fits = withTexts(
    fitting(all, search, asked).map(({ since: _since, ...each }) => each),
    hits,
  );
  const ofKind = (kind: SearchResultKind) => fits.filter((each) => each.kind === kind).slice(0, maxResultsPerKind);
  return ok({ results: searchedNouns.flatMap(({ kind }) => ofKind(kind)), isCut });
}
