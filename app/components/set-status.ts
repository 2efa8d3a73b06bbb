import {
  anyComponentObserverQuery,
  guardComponentsUnobservedStatements,
} from "~/alert-rules/queries/observed-components";
import { withOtherFailures } from "~/change/and-also";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import type { componentTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import { invalidFieldFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type SettableStatus, toStatusOrNull } from "~/status/status";
import type { TimelineState } from "~/status-page/rules/layer-change";
import type { LayerChange } from "~/status-page/rules/snapshot-facts";
import { timelineCommitParts } from "~/status-page/timeline/engine/extend";
import { timelineStateOf, timelineStateOfPageQuery } from "~/status-page/timeline/queries/status-change";
import { dayMs } from "~/time/durations";
import { componentAuditDifferences } from "./audited-differences";
import { componentChangeTarget } from "./component-access";
import { type SetComponentStatusInput, setComponentStatusInputSchema } from "./rules/input";
import { keeperChangeOnStatus } from "./rules/word";

export type { SetComponentStatusInput };

type StoredComponent = typeof componentTable.$inferSelect;

interface ManualStatusRequest {
  status: SettableStatus | null;
  reason: string;
  until: number | null;
}

/**
 * Returns the manual change. Operational without an end clears the layer; with an end it replaces an observed `no_data`
 * until then. Both are a person's decision, so they are written even if the layer is empty; only clearing an empty
 * layer writes nothing.
 */
export function manualStatusChange(
  ctx: Ctx,
  row: StoredComponent,
  { status, reason, until }: ManualStatusRequest,
  isObserved: boolean,
) {
  if (status === null && row.manualStatus === null) return { fields: {}, rows: [] };
  const to = status === "operational" && until === null ? null : status;
  const fields = { manualStatus: to, manualReason: to && reason ? reason : null, manualUntil: to ? until : null };
  const from = toStatusOrNull(row.manualStatus);
  const change: LayerChange = { componentId: row.id, layer: "manual", from, to, at: ctx.now() };
  const word = status === null ? null : keeperChangeOnStatus(row, isObserved, ctx.now());
  return { fields: { ...fields, ...word?.fields }, rows: [...(from === to ? [] : [change]), ...(word?.rows ?? [])] };
}

/** Returns the timeline step of manual statuses, with the changes of days that are already packed. */
export async function manualStatusCommitParts(
  ctx: Ctx,
  pageId: string,
  state: TimelineState,
  changes: readonly LayerChange[],
  days: readonly SqlStatement[] = [],
) {
  const moves = changes.length + days.length > 0;
  const step = await timelineCommitParts(ctx, moves, { pageId, state, changes, cause: "person", reference: null });
  return { ...step, changes: [...step.changes, ...days] };
}

/** Guards that nothing observes the component when people are to keep it manually. */
export const guardManualKeeperStatements = (
  row: StoredComponent,
  { keptBy }: Partial<StoredComponent>,
): SqlStatement[] => (keptBy === "manual" ? guardComponentsUnobservedStatements(row.pageId, [row.id]) : []);

const longestManualMs = 366 * dayMs;

/** Returns why an end is refused: it has passed, or is more than a year ahead; otherwise null. */
export function statusEndRefusal(ctx: Ctx, until: unknown): Result<never> | null {
  if (typeof until !== "number") return null;
  if (until <= ctx.now()) return invalidFieldFailure("until", "time.past");
  return until > ctx.now() + longestManualMs ? invalidFieldFailure("until", "time.too_far") : null;
}

/**
 * Sets or clears the manual status of a component. Failures: invalid (an end in the past or too far ahead), conflict,
 * missing.
 */
export async function setComponentStatus(ctx: Ctx, given: SetComponentStatusInput): Promise<Result<ChangeResult>> {
  const done = await changeOneRow(
    ctx,
    {
      ...componentChangeTarget,
      role: "responder",
      input: setComponentStatusInputSchema,
      facts: (_, { pageId, id }) => ({
        timeline: timelineStateOfPageQuery(ctx, pageId),
        observers: anyComponentObserverQuery(ctx, pageId, id),
      }),
    },
    given,
    async ({ row, fields: { status, reason = "", until = null }, timeline, observers }) => {
      const refused = statusEndRefusal(ctx, until);
      if (refused) return refused;
      const { fields, rows } = manualStatusChange(ctx, row, { status, reason, until }, observers.length > 0);
      const step = await manualStatusCommitParts(ctx, row.pageId, timelineStateOf(timeline), rows);
      return ok({
        action: "component.set_status",
        fields,
        guards: [...guardManualKeeperStatements(row, fields), ...step.guards],
        changes: step.changes,
        ...componentAuditDifferences(row, fields),
        publishes: "home",
      });
    },
  );
  return withOtherFailures(done, () => statusEndRefusal(ctx, given.until) ?? ok(null));
}
