import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { PackingFacts } from "../../queries/component-year";
import { nextLayerRows, type TimelineState } from "../../rules/layer-change";
import type { LayerChange } from "../../rules/snapshot-facts";
import { type Cause, insertChanges, takeTimeline } from "../queries/status-change";
import { repackStatements } from "./close-days";

interface Addition extends Cause {
  pageId: string;
  /** The timeline as it was read with the facts on which the changes were decided. */
  state: TimelineState;
  changes: readonly LayerChange[];
  /** Facts for packing closed days again, if they were read already; otherwise they are read when needed. */
  packing?: PackingFacts;
}

/**
 * Returns the next rows of a page's timeline, and packs closed days that they affect again. Only for a commit that
 * takes the timeline's next version itself; all others use `timelineStep`.
 */
export async function timelineRows(
  ctx: Ctx,
  { pageId, state, changes, packing, ...cause }: Addition,
): Promise<Statement[]> {
  const rows = nextLayerRows(state, ctx.now(), changes);
  const late = rows.some((each) => each.at < state.openDayAt) ? await repackStatements(ctx, pageId, rows, packing) : [];
  return [...insertChanges(ctx, pageId, rows, cause), ...late];
}

/**
 * The parts of a commit that adds to a page's timeline, or that changes a layer's contributors without changing its
 * worst.
 */
export interface TimelineStep {
  guards: Statement[];
  changes: Statement[];
}

/** Returns nothing when no layer moves, so that such a commit does not conflict with others. */
export async function timelineStep(ctx: Ctx, moves: boolean, addition: Addition): Promise<TimelineStep> {
  if (!moves) return { guards: [], changes: [] };
  return { guards: [takeTimeline(ctx, addition.pageId, addition.state)], changes: await timelineRows(ctx, addition) };
}
