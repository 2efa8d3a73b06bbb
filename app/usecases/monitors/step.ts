import { priorCommit } from "~/db/queries/audit";
import { type MonitorFacts, monitorById, presentLoad } from "~/db/queries/monitor";
import { endAlertsOf } from "~/db/queries/monitor-rows";
import { rebuildPlan } from "~/db/queries/shard";
import { wantSettle } from "~/db/queries/wish";
import { read } from "~/db/read";
import { monitor, source } from "~/db/schema";
import { type Statement, updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type MonitorTarget, monitorTarget } from "~/rules/monitors/input";
import { changing, commitChange, type Done, settleSoon } from "../change";
import { findMonitor } from "./find";

/** One change of whether a monitor runs. */
export interface Step {
  action: "monitor.pause" | "monitor.resume" | "monitor.delete";
  guards: Statement[];
  changes: Statement[];
  before: Record<string, unknown>;
  after: Record<string, unknown> | null;
}

type Load = Awaited<ReturnType<typeof presentLoad>>[number];

const shardsOf = (rows: readonly MonitorFacts[]) => [...new Set(rows.map((each) => each.shardId))];

/** The plans of their shards, and the settling of what they move. */
export const replan = (ctx: Ctx, pageId: string, rows: readonly MonitorFacts[]): Statement[] => [
  rebuildPlan(pageId, shardsOf(rows)),
  wantSettle(pageId, ctx.now()),
];

/** Checks do not run: nothing is known of them, and nothing of theirs fires. One paused before stays as it was. */
export function pausing(ctx: Ctx, pageId: string, rows: readonly MonitorFacts[]): Statement[] {
  const now = ctx.now();
  const stopped = rows.map(({ id, pausedAt }) => ({ id, pausedAt: pausedAt ?? now, updatedAt: now }));
  const silent = rows.map(({ id, pausedAt, silentSince }) => {
    return { id, silentSince: pausedAt === null ? now : silentSince, updatedAt: now };
  });
  const ids = rows.map(({ id }) => id);
  return [
    ...updateRows(monitor, pageId, stopped),
    ...updateRows(source, pageId, silent),
    ...endAlertsOf(pageId, ids, now),
    ...replan(ctx, pageId, rows),
  ];
}

/** They begin anew: what was known before the pause says nothing now. One that runs stays as it was. */
export function resuming(ctx: Ctx, pageId: string, rows: readonly MonitorFacts[]): Statement[] {
  const now = ctx.now();
  const stopped = rows.filter(({ pausedAt }) => pausedAt !== null);
  const fresh = { pausedAt: null, watchedSince: now, state: "new" as const, stateSince: now, updatedAt: now };
  return [
    ...updateRows(
      monitor,
      pageId,
      stopped.map(({ id }) => ({ id, ...fresh })),
    ),
    ...updateRows(
      source,
      pageId,
      stopped.map(({ id }) => ({ id, updatedAt: now })),
    ),
    ...replan(ctx, pageId, rows),
  ];
}

/** One monitor found by its version and changed in one commit. Failures: conflict, missing, and those of `step`. */
export async function stepMonitor(
  ctx: Ctx,
  given: MonitorTarget,
  step: (row: MonitorFacts, load: Load | undefined) => Result<Step>,
): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(monitorTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id() } = parsed.value;
  const done = await changing(ctx, async () => {
    const asked = [priorCommit(ctx, commitId), monitorById(ctx, pageId, id, ctx.now()), presentLoad(ctx)] as const;
    const [prior, [row], [load]] = await read(ctx, ...asked);
    const found = findMonitor(prior, row, { pageId, version });
    if (found.answer) return found.answer;
    const made = step(found.row, load);
    if (!made.ok) return made;
    const { action, guards, changes, before, after } = made.value;
    const expect = [{ table: source, rows: [{ id, version: found.row.version }] }];
    const audit = { action, subjectKind: "monitor", subjectId: id, before, after };
    return commitChange(ctx, { id: commitId, pageId, expect, guards, changes, audit });
  });
  if (done.ok) settleSoon(ctx, pageId);
  return done;
}

export const stepOf = (step: Omit<Step, "guards"> & { guards?: Statement[] }): Result<Step> =>
  ok({ guards: [], ...step });
