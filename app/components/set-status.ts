import { guardNoObserver, observersOfComponent } from "~/alert-rules/queries/observed-components";
import { andAlso } from "~/change/and-also";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import type { component } from "~/db/schema";
import type { Statement } from "~/db/write";
import { invalid, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type SettableStatus, toStatusOrNull } from "~/status/status";
import type { TimelineState } from "~/status-page/rules/layer-change";
import type { LayerChange } from "~/status-page/rules/snapshot-facts";
import { timelineStep } from "~/status-page/timeline/engine/extend";
import { stateOf, timelineOf } from "~/status-page/timeline/queries/status-change";
import { auditedDifferences } from "./audited-differences";
import { componentAccess } from "./component-access";
import { type SetStatusInput, setStatusInput } from "./rules/input";
import { wordOf } from "./rules/word";

export type { SetStatusInput };

type StoredComponent = typeof component.$inferSelect;

interface Wish {
  status: SettableStatus | null;
  reason: string;
  until: number | null;
}

/**
 * Returns the manual change. Operational without an end clears the layer; with one it replaces an observed no data
 * until then. Either is a person's statement, so it is written even when the layer is empty already; clearing an empty
 * layer writes nothing.
 */
export function manualChange(ctx: Ctx, row: StoredComponent, { status, reason, until }: Wish, isObserved: boolean) {
  if (status === null && row.manualStatus === null) return { fields: {}, rows: [] };
  const to = status === "operational" && until === null ? null : status;
  const fields = { manualStatus: to, manualReason: to && reason ? reason : null, manualUntil: to ? until : null };
  const from = toStatusOrNull(row.manualStatus);
  const change: LayerChange = { componentId: row.id, layer: "manual", from, to, at: ctx.now() };
  const word = status === null ? null : wordOf(row, isObserved, ctx.now());
  return { fields: { ...fields, ...word?.fields }, rows: [...(from === to ? [] : [change]), ...(word?.rows ?? [])] };
}

/** Returns the timeline step of manual statuses, with days that are packed beside it. */
export async function manualStep(
  ctx: Ctx,
  pageId: string,
  state: TimelineState,
  changes: readonly LayerChange[],
  days: readonly Statement[] = [],
) {
  const moves = changes.length + days.length > 0;
  const step = await timelineStep(ctx, moves, { pageId, state, changes, cause: "person", reference: null });
  return { ...step, changes: [...step.changes, ...days] };
}

/** Guards that nothing observes the component when people keep it manually from now on. */
export const guardManualKeeper = (row: StoredComponent, { keptBy }: Partial<StoredComponent>): Statement[] =>
  keptBy === "manual" ? guardNoObserver(row.pageId, [row.id]) : [];

const judgedEnd = (ctx: Ctx, until: unknown): Result<never> | null =>
  typeof until === "number" && until <= ctx.now() ? invalid("until", "time.past") : null;

/** Sets or clears the manual status of a component. Failures: invalid (an end in the past), conflict, missing. */
export async function setComponentStatus(ctx: Ctx, given: SetStatusInput): Promise<Result<ChangeResult>> {
  const done = await changeOne(
    ctx,
    {
      ...componentAccess,
      role: "responder",
      input: setStatusInput,
      facts: (_, { pageId, id }) => ({
        timeline: timelineOf(ctx, pageId),
        observers: observersOfComponent(ctx, pageId, id),
      }),
    },
    given,
    async ({ row, fields: { status, reason = "", until = null }, timeline, observers }) => {
      const late = judgedEnd(ctx, until);
      if (late) return late;
      const { fields, rows } = manualChange(ctx, row, { status, reason, until }, observers.length > 0);
      const step = await manualStep(ctx, row.pageId, stateOf(timeline), rows);
      return ok({
        action: "component.set_status",
        fields,
        guards: [...guardManualKeeper(row, fields), ...step.guards],
        changes: step.changes,
        ...auditedDifferences(row, fields),
        publishes: "home",
      });
    },
  );
  return andAlso(done, () => judgedEnd(ctx, given.until) ?? ok(null));
}
