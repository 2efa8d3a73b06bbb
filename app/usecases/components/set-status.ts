import { priorCommit } from "~/db/queries/audit";
import { componentById } from "~/db/queries/component";
import { stateOf, timelineOf } from "~/db/queries/status-change";
import { read } from "~/db/read";
import { component } from "~/db/schema";
import { updateRows } from "~/db/write";
import { timelineStep } from "~/engines/timeline/extend";
import type { Ctx } from "~/platform/ctx";
import { invalid, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { type SettableStatus, toStatusOrNull } from "~/rules/basics/status";
import { type SetStatusInput, setStatusInput } from "~/rules/components/input";
import { parseInput } from "~/rules/fields/parse";
import type { TimelineState } from "~/rules/snapshot/layer-change";
import type { LayerChange } from "~/rules/snapshot/snapshot-facts";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { differences } from "../change/differences";
import { find } from "../change/find";

export type { SetStatusInput };

type Row = typeof component.$inferSelect;

interface Wish {
  status: SettableStatus | null;
  reason: string;
  until: number | null;
}

/** Operational without an end clears the layer; with one it replaces an observed no data until then. */
export function manualChange(ctx: Ctx, row: Row, { status, reason, until }: Wish) {
  const to = status === "operational" && until === null ? null : status;
  const fields = { manualStatus: to, manualReason: to && reason ? reason : null, manualUntil: to ? until : null };
  const from = toStatusOrNull(row.manualStatus);
  const change: LayerChange = { componentId: row.id, layer: "manual", from, to, at: ctx.now() };
  return { fields, rows: from === to ? [] : [change] };
}

/** What a person says of components, as the page's timeline takes it up. */
export const manualStep = (ctx: Ctx, pageId: string, state: TimelineState, changes: readonly LayerChange[]) =>
  timelineStep(ctx, changes.length > 0, { pageId, state, changes, cause: "person", reference: null });

/** Sets or clears what a person says of a component. Failures: invalid (an end in the past), conflict, missing. */
export async function setComponentStatus(ctx: Ctx, given: SetStatusInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "responder");
  if (!may.ok) return may;
  const parsed = parseInput(setStatusInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id(), status, reason = "", until = null } = parsed.value;
  if (until !== null && until <= ctx.now()) return invalid("until", "This end is in the past.");
  return changing(ctx, async () => {
    const queries = [priorCommit(ctx, commitId), componentById(ctx, pageId, id), timelineOf(ctx, pageId)] as const;
    const [prior, [row], timeline] = await read(ctx, ...queries);
    const found = find(prior, row, { pageId, version });
    if (found.answer) return found.answer;
    const { fields, rows } = manualChange(ctx, found.row, { status, reason, until });
    const step = await manualStep(ctx, pageId, stateOf(timeline), rows);
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: component, rows: [{ id, version: found.row.version }] }],
      guards: step.guards,
      changes: [...updateRows(component, pageId, [{ id, ...fields, updatedAt: ctx.now() }]), ...step.changes],
      audit: {
        action: "component.set_status",
        subjectKind: "component",
        subjectId: id,
        ...differences(found.row, fields),
      },
      publishes: "home",
    });
  });
}
