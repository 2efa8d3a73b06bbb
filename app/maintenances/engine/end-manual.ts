import type { CommitPlan } from "~/commit/commit";
import { componentTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { toStatusOrNull } from "~/status/status";
import { timelineCommitParts } from "~/status-page/timeline/engine/extend";
import { runScheduledPageWork } from "~/status-page/together/engine/change-pages";
import type { WorkUnit } from "~/time/units";
import { type EndedManualStatuses, readEndedManualStatusesByPage } from "../queries/manual";

async function planOf(ctx: Ctx, pageId: string, { due, state }: EndedManualStatuses): Promise<CommitPlan | null> {
  if (due.length === 0) return null;
  const now = ctx.now();
  const rows = due.map((each) => ({
    id: each.id,
    manualStatus: null,
    manualReason: null,
    manualUntil: null,
    updatedAt: now,
  }));
  const changes = due.map((each) => ({
    componentId: each.id,
    layer: "manual" as const,
    from: toStatusOrNull(each.manualStatus),
    to: null,
    at: Math.min(now, each.manualUntil ?? now),
  }));
  const cause = { cause: "manual_end", reference: null } as const;
  const step = await timelineCommitParts(ctx, true, { pageId, state, changes, ...cause });
  return {
    id: ctx.id(),
    pageId,
    expect: [{ table: componentTable, rows: due.map(({ id, version }) => ({ id, version })) }],
    guards: step.guards,
    changes: [...updateRowsStatements(componentTable, pageId, rows), ...step.changes],
    audit: { action: "component.manual_end", subjectKind: "component", subjectId: due[0]?.id ?? "" },
    publishes: "home",
  };
}

/**
 * Ends the expired manual statuses of these pages, dated as scheduled even when the tick was late. Returns the commits.
 */
export const endManualStatuses = (ctx: Ctx, units: readonly WorkUnit[]): Promise<CommitPlan[]> =>
  runScheduledPageWork(ctx, units, {
    room: 10,
    read: (pageIds) => readEndedManualStatusesByPage(ctx, pageIds, ctx.now()),
    plan: (pageId, facts) => planOf(ctx, pageId, facts),
  });
