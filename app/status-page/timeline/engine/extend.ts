import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { DayPackingFacts } from "../../queries/component-year";
import { nextTimelineRows, type TimelineState } from "../../rules/layer-change";
import type { LayerChange, StatusChangeFact } from "../../rules/snapshot-facts";
import {
  insertStatusChangeStatements,
  type StatusChangeCause,
  takeTimelineVersionStatement,
} from "../queries/status-change";
import { repackDaysStatements } from "./close-days";

interface TimelineAddition extends StatusChangeCause {
  pageId: string;
  /** The timeline as it was read with the facts on which the changes were decided. */
  state: TimelineState;
  changes: readonly LayerChange[];
  /** Facts for packing closed days again, if they were read already; otherwise they are read when needed. */
  packing?: DayPackingFacts;
}

/**
 * Returns the next rows of a page's timeline, and packs closed days that they affect again. Only for a commit that
 * takes the timeline's next version itself; all others use `timelineCommitParts`.
 */
export async function timelineRowStatements(
  ctx: Ctx,
  { pageId, state, changes, packing, ...cause }: TimelineAddition,
): Promise<SqlStatement[]> {
  const rows = nextTimelineRows(state, ctx.now(), changes);
  const late = rows.some((each) => each.at < state.openDayAt)
    ? await repackDaysStatements(ctx, pageId, rows, packing)
    : [];
  return [...insertStatusChangeStatements(ctx, pageId, rows, cause), ...late];
}

/** Most rows of one statement, whose parameter has a limit of 2 MB. */
const maxRowsPerStatement = 3000;

/**
 * Returns the timeline's next rows with their statements, for a commit that takes its next version and packs the closed
 * days itself (`packDaysAgainStatements`).
 */
export function timelineRowsWithoutDays(
  ctx: Ctx,
  { pageId, state, changes, packing: _, ...cause }: TimelineAddition,
): { rows: StatusChangeFact[]; statements: SqlStatement[] } {
  const rows = nextTimelineRows(state, ctx.now(), changes);
  const parts = Array.from({ length: Math.ceil(rows.length / maxRowsPerStatement) }, (_, part) =>
    rows.slice(part * maxRowsPerStatement, (part + 1) * maxRowsPerStatement),
  );
  return { rows, statements: parts.flatMap((part) => insertStatusChangeStatements(ctx, pageId, part, cause)) };
}

/**
 * The parts of a commit that adds to a page's timeline, or that changes a layer's contributors without changing its
 * worst.
 */
export interface TimelineCommitParts {
  guards: SqlStatement[];
  changes: SqlStatement[];
}

/** Returns nothing when no layer moves, so that such a commit does not conflict with others. */
export async function timelineCommitParts(
  ctx: Ctx,
  moves: boolean,
  addition: TimelineAddition,
): Promise<TimelineCommitParts> {
  if (!moves) return { guards: [], changes: [] };
  return {
    guards: [takeTimelineVersionStatement(ctx, addition.pageId, addition.state)],
    changes: await timelineRowStatements(ctx, addition),
  };
}
