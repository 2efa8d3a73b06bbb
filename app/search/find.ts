import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import { rowView } from "~/heartbeats/heartbeat-view";
import { heartbeatsOf } from "~/heartbeats/queries/heartbeat";
import { settingsOf, targetOf } from "~/monitors/monitor-view";
import { searchedMonitors } from "~/monitors/queries/monitor";
import { membersOf } from "~/people/queries/membership";
import type { Ctx } from "~/platform/ctx";
import { BoundedMap, oncePerDeployment } from "~/platform/isolate";
import { bestFits } from "~/text/search-match";
import { namedThings, newestIncidents, newestMaintenance } from "./queries/search";
import { type FoundKind, searchedNouns } from "./queries/searched-nouns";

export interface SearchResult {
  kind: FoundKind;
  id: string;
  name: string;
  /** Start of an incident or maintenance. */
  at: number | null;
  /** State of a monitor or heartbeat. */
  state: string | null;
  /** Target of a monitor, without credentials. */
  target: string;
}

/** Returns the path at which it is shown, below the page's own. */
export function addressOf({ kind, id }: Pick<SearchResult, "kind" | "id">): string {
  const { at, anchor = null } = searchedNouns.find((each) => each.kind === kind) ?? { at: "" };
  return anchor === null ? `${at}/${id}` : `${at}#${anchor}${id}`;
}

/** Most results of one kind. */
const maxResultsPerKind = 8;

interface SearchRow {
  kind: string;
  id: string;
  name: string;
  at: number | null;
}

const opened = oncePerDeployment(() => new BoundedMap<string, string>(2000));

/** Returns the targets, unsealed once per isolate: their sealed text changes whenever they do. */
async function targetsOf(ctx: Ctx, rows: Awaited<ReturnType<typeof searchedMonitors>>): Promise<Map<string, string>> {
  const known = opened(ctx);
  const target = async ({ kind, settingsSealed }: (typeof rows)[number]) => {
    const kept = known.get(settingsSealed);
    if (kept !== undefined) return kept;
    const found = targetOf(kind, await settingsOf(ctx, { settingsSealed }));
    known.set(settingsSealed, found);
    return found;
  };
  return new Map(await Promise.all(rows.map(async (row) => [row.id, await target(row)] as const)));
}

/** Returns matches by name first; then monitors by target, and things in a searched state, the latest change first. */
function fitting<Thing extends SearchResult & { since: number }>(
  all: Thing[],
  search: string,
  states: readonly string[],
): Thing[] {
  const named = bestFits(all, search, ({ name }) => name);
  const aimed = bestFits(all, search, ({ target }) => target);
  const turned = all.filter(({ state }) => state !== null && states.includes(state));
  return [...new Set([...named, ...turned.toSorted((one, other) => other.since - one.since), ...aimed])];
}

/** Reads what is set up on the page, with the state of what is watched. */
async function watched(ctx: Ctx, pageId: string) {
  const now = ctx.now();
  const [things, incidents, works, members, monitors, heartbeats] = await read(
    ctx,
    namedThings(ctx, pageId),
    newestIncidents(ctx, pageId),
    newestMaintenance(ctx, pageId),
    membersOf(ctx, pageId),
    searchedMonitors(ctx, pageId, now),
    heartbeatsOf(ctx, pageId),
  );
  const named: SearchRow[] = [
    ...things.map((each) => ({ ...each, at: null })),
    ...incidents.map((each) => ({ ...each, kind: "incident" })),
    ...works.map((each) => ({ ...each, kind: "maintenance" })),
    ...members.map(({ personId, name }) => ({ kind: "person", id: personId, name, at: null })),
  ];
  const states = new Map<string, { state: string; since: number }>([
    ...monitors.map(({ id, state, since }) => [id, { state, since }] as const),
    ...heartbeats.map((row) => [row.id, { state: rowView(row, now).state, since: row.stateSince }] as const),
  ]);
  return { named, states, targets: await targetsOf(ctx, monitors) };
}

/**
 * Finds things on a page by name, at most eight of each kind; monitors also by target, and monitors and heartbeats by
 * state (`states`: those that the search means, in the reader's words). One round trip of six statements: all that is
 * set up, and the newest 500 incidents and maintenance windows; nothing is read that grows with the past.
 */
export async function findOnPage(
  ctx: Ctx,
  given: { pageId: string; search: string; states?: readonly string[] },
): Promise<Result<SearchResult[]>> {
  const { pageId, states: asked = [] } = given;
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const search = given.search.trim().slice(0, 100);
  if (search === "") return ok([]);
  const { named, states, targets } = await watched(ctx, pageId);
  const all = named.map(({ id, kind, ...each }) => {
    const { state = null, since = 0 } = states.get(id) ?? {};
    return { id, kind: kind as FoundKind, ...each, state, since, target: targets.get(id) ?? "" };
  });
  const fits = fitting(all, search, asked);
  return ok(
    searchedNouns.flatMap(({ kind }) =>
      fits
        .filter((each) => each.kind === kind)
        .slice(0, maxResultsPerKind)
        .map(({ since: _since, ...each }) => each),
    ),
  );
}
