import { isRoleAtLeast } from "~/access/actor";
import type { IdOnPage } from "~/access/id-on-page";
import { permitRole } from "~/access/permission";
import { agentByIdQuery } from "~/agents/queries/agent";
import { soleWatcherQueries } from "~/alert-rules/queries/observed-components";
import { incidentOutcomesAfterDeletion } from "~/alert-rules/unwatched-after-delete";
import { type CausingAlert, parseCausingAlert } from "~/alerts/list";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { rowsPerPage } from "~/change/cursor";
import { readBatch } from "~/db/read";
import { heartbeatTable, sourceTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { incidentsLeftByDeletionQuery } from "~/incidents/queries/left-behind-incidents";
import { deleteHeartbeatStatements } from "~/monitors/queries/monitor-rows";
import { parseSortedListPlace, sortedListPlaceText } from "~/monitors/rules/list-order";
import { pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { endAlertsOfSourceStatements } from "~/sources/queries/source";
import { makeHeartbeatAddress } from "./address";
import { type HeartbeatRow, heartbeatConflictFields, heartbeatRowOf } from "./heartbeat-view";
import { guardHeartbeatPausedStatement, heartbeatByIdQuery, heartbeatsOfPageQuery } from "./queries/heartbeat";
import { type HeartbeatSort, heartbeatListPage } from "./rules/heartbeat-order";
import { type HeartbeatTargetInput, heartbeatTargetInputSchema } from "./rules/input";

export type { HeartbeatRow } from "./heartbeat-view";

/** A heartbeat as it is read for a decision, with its sealed address. */
export type HeartbeatByIdRow = Awaited<ReturnType<typeof heartbeatByIdQuery>>[number];

/** Lookup of a heartbeat for its changes; the version of its source guards it. */
export const heartbeatChangeTarget = {
  role: "admin",
  subject: "heartbeat",
  table: sourceTable,
  row: (ctx: Ctx, { pageId, id }: IdOnPage) => heartbeatByIdQuery(ctx, pageId, id),
  show: heartbeatConflictFields,
} as const;

export interface HeartbeatFilter {
  tag?: string | undefined;
  /** One of the states, or `running`. */
  state?: string | undefined;
  /** Kind of its schedule. */
  kind?: string | undefined;
  /** Part of the name or the slug. */
  text?: string | undefined;
}

/** A page of the list, for people; absent = all of it, by name. */
export interface HeartbeatListParams {
  sort: HeartbeatSort;
  /** Key of the last row already shown; empty = the first page. */
  after: string;
}

export interface ListedHeartbeat extends HeartbeatRow {
  /** The cause of its failure; while it is set, nobody is notified of the failure. */
  waitingFor: CausingAlert | null;
}

export interface ListedHeartbeats {
  heartbeats: ListedHeartbeat[];
  /** Key of the next page, for `after`; null at the end. */
  more: string | null;
  /** Every tag of the page's heartbeats; `total` is the number of all heartbeats. */
  tags: string[];
  total: number;
  /** Key for pings by key and slug. `key` is for admins, null when none was created. */
  pingKey: { made: boolean; key: string | null; version: number };
}

function fits(row: HeartbeatRow, { tag, state, kind, text }: HeartbeatFilter): boolean {
  if (kind && row.schedule.kind !== kind) return false;
  if (tag && !row.tags.includes(tag)) return false;
  if (state && row.state !== state && !(state === "running" && row.running)) return false;
  return !text || `${row.name}\n${row.slug}`.toLowerCase().includes(text.toLowerCase());
}

/** Cuts a page of 50 out of the rows that match; all of them by name when no page is given. */
function pageOf(rows: ListedHeartbeat[], page: HeartbeatListParams | undefined) {
  if (!page) return { heartbeats: rows, more: null };
  const { sort, after } = page;
  const found = heartbeatListPage(rows, sort, { after: parseSortedListPlace(after, sort), limit: rowsPerPage });
  return { heartbeats: found.rows, more: found.last && sortedListPlaceText(found.last, sort) };
}

/** Lists the page's heartbeats that match the filter, by name (at most 400), or a sorted page of them. */
export async function listHeartbeats(
  ctx: Ctx,
  { pageId, page: listPage, ...filter }: { pageId: string; page?: HeartbeatListParams } & HeartbeatFilter,
): Promise<Result<ListedHeartbeats>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [found, [page]] = await readBatch(ctx, heartbeatsOfPageQuery(ctx, pageId), pageByIdQuery(ctx, pageId));
  if (!page) return missingFailure;
  const all = found.map((row) => ({
    ...heartbeatRowOf(row, ctx.now()),
    waitingFor: parseCausingAlert(row.waitingFor),
  }));
  const shown = isRoleAtLeast(may.value, "admin") && page.pingKeySealed !== null;
  const key = shown ? await ctx.secrets.open(page.pingKeySealed ?? "") : null;
  return ok({
    ...pageOf(
      all.filter((row) => fits(row, filter)),
      listPage,
    ),
    tags: [...new Set(all.flatMap((row) => row.tags))].sort(),
    total: all.length,
    pingKey: { made: page.pingKeySealed !== null, key, version: page.version },
  });
}

const heartbeatPauseTarget = { ...heartbeatChangeTarget, input: heartbeatTargetInputSchema, settles: true } as const;

/**
 * Pauses a heartbeat: no ping is expected, so its state is unknown, and its alert ends. Failures: conflict, missing.
 */
export const pauseHeartbeat = (ctx: Ctx, given: HeartbeatTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, heartbeatPauseTarget, given, ({ row }) => {
    const { id, pageId, state, stateSince, silentSince } = row;
    const now = ctx.now();
    const again = state === "paused";
    const stopped = { state: "paused" as const, stateSince: again ? stateSince : now, dueAt: null };
    const idle = { lastStartAt: null, lastStartRun: null, pendingFrom: null, updatedAt: now };
    return ok({
      action: "heartbeat.pause",
      fields: { silentSince: again ? silentSince : now },
      changes: [
        ...updateRowsStatements(heartbeatTable, pageId, [{ id, ...stopped, ...idle }]),
        ...endAlertsOfSourceStatements(pageId, id, now),
      ],
      before: { state },
      after: { state: "paused" },
    });
  });

const notPaused = fail({ name: "conflict", code: "not_paused", detail: "heartbeat.not_paused" });

/**
 * Resumes a heartbeat as new: it waits for its next ping, and only then can it be late again. Failures: conflict,
 * missing.
 */
export const resumeHeartbeat = (ctx: Ctx, given: HeartbeatTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, heartbeatPauseTarget, given, ({ row }) => {
    const { id, pageId, state } = row;
    if (state !== "paused") return notPaused;
    const now = ctx.now();
    const fresh = { state: "new" as const, stateSince: now, dueAt: null, updatedAt: now };
    const forgotten = {
      lastPingAt: null,
      lastResult: null,
      lastStartAt: null,
      lastStartRun: null,
      pendingFrom: null,
    };
    return ok({
      action: "heartbeat.resume",
      guards: [guardHeartbeatPausedStatement(pageId, id)],
      fields: {},
      changes: updateRowsStatements(heartbeatTable, pageId, [{ id, ...fresh, ...forgotten }]),
      before: { state },
      after: { state: "new" },
    });
  });

/** Gives the heartbeat a new UUID; the old address responds with 404 from now on. Failures: conflict, missing. */
export const rotateHeartbeatAddress = (ctx: Ctx, given: HeartbeatTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, { ...heartbeatChangeTarget, input: heartbeatTargetInputSchema }, given, async () =>
    ok({ action: "heartbeat.rotate", fields: await makeHeartbeatAddress(ctx) }),
  );

const facts = (ctx: Ctx, { pageId, id }: IdOnPage) => ({
  agents: agentByIdQuery(ctx, pageId, id),
  ...soleWatcherQueries(ctx, { pageId, id }),
  left: incidentsLeftByDeletionQuery(ctx, pageId, { sources: [id] }),
});

/**
 * Deletes a heartbeat with its pings and its rule. Its alert ends, and its addresses respond with 404. Failures:
 * conflict (`of_agent`: it belongs to an agent), missing.
 */
export const deleteHeartbeat = (ctx: Ctx, given: HeartbeatTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...heartbeatChangeTarget, input: heartbeatTargetInputSchema, settles: true, facts },
    given,
    ({ row, agents, alone, left }) => {
      const { id, pageId, name, slug, state } = row;
      if (agents.length > 0) return fail({ name: "conflict", code: "of_agent", detail: "heartbeat.of_agent" });
      const parted = incidentOutcomesAfterDeletion(ctx, pageId, left);
      return ok({
        action: "heartbeat.delete",
        leftUnwatched: alone,
        changes: [...deleteHeartbeatStatements(pageId, [id], ctx.now()), ...parted.changes],
        notices: parted.notices,
        observers: { sources: [id] },
        before: { name, slug, state },
      });
    },
  );
