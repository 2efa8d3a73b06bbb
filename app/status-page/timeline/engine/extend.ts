import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { PackingFacts } from "../../queries/component-year";
import { nextRows, type TimelineState } from "../../rules/layer-change";
import type { LayerChange } from "../../rules/snapshot-facts";
import { type Cause, insertChanges, takeTimeline } from "../queries/status-change";
import { repackStatements } from "./close-days";

interface Addition extends Cause {
  pageId: string;
  /** As it was read with the facts that the changes were decided on. */
  state: TimelineState;
  changes: readonly LayerChange[];
  /** For packing closed days again, where it was read with the facts; else it is read where it is needed. */
  packing?: PackingFacts;
}

/**
 * The next rows of a page's timeline, and closed days that they reach into packed again. Only for a commit that takes the
 * timeline's next version by itself; every other one goes by `timelineStep`.
 */
export async function timelineRows(
  ctx: Ctx,
  { pageId, state, changes, packing, ...cause }: Addition,
): Promise<Statement[]> {
  const rows = nextRows(state, ctx.now(), changes);
  const late = rows.some((each) => each.at < state.openDayAt) ? await repackStatements(ctx, pageId, rows, packing) : [];
  return [...insertChanges(ctx, pageId, rows, cause), ...late];
}

/** What a commit carries that adds to a page's timeline, or changes what a layer is made of though its worst stays. */
export interface TimelineStep {
  guards: Statement[];
  changes: Statement[];
}

/** Nothing at all where no layer moves: such a commit is in nobody's way. */
export async function timelineStep(ctx: Ctx, moves: boolean, addition: Addition): Promise<TimelineStep> {
  if (!moves) return { guards: [], changes: [] };
  return { guards: [takeTimeline(ctx, addition.pageId, addition.state)], changes: await timelineRows(ctx, addition) };
}
