import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import { remainingMeterBudget } from "~/platform/meter";
import { runWordBackfillStep } from "~/search/engine/read-past-words";
import { isWordBackfillTable } from "~/search/queries/past-words";
import {
  advanceRenderingStatement,
  isLastRenderPortion,
  nextRowsToRenderQuery,
  nextTableToRenderQuery,
  type RenderedTextRow,
  rebuildPagesStatements,
  renderedRowsStatements,
} from "../queries/rendering";

/** Statements of one step. */
export const statementsPerRenderStep = 5;
/** Steps in one round, and its longest time in ms. */
const stepsPerRound = 8;
const maxRoundMs = 4000;
/** Budget required for a further step, because work for which others wait follows in the same invocation. */
const minStatementsForNext = 4 * statementsPerRenderStep;

/** Returns the rows whose stored text differs from today's rendering. */
function changed(rows: readonly RenderedTextRow[]): RenderedTextRow[] {
  return rows.flatMap((row) => {
    const { html, text } = renderMarkdown(row.body);
    const isAsStored = html === row.html && (row.text === null || text === row.text);
    return isAsStored ? [] : [{ ...row, html, text }];
  });
}

/**
 * Returns the pages with changed texts; null = nothing is left. If it is interrupted, the next step continues at the
 * same place.
 */
async function takeStep(ctx: Ctx): Promise<string[] | null> {
  const now = ctx.now();
  const [[table]] = await readBatch(ctx, nextTableToRenderQuery(ctx, now));
  if (!table) return null;
  const { id, cursor } = table;
  if (isWordBackfillTable(id)) {
    const { statements, next } = await runWordBackfillStep(ctx, id, cursor);
    await runBatch(ctx, [...statements, advanceRenderingStatement(id, cursor, next, now)]);
    return [];
  }
  const [rows] = await readBatch(ctx, nextRowsToRenderQuery(ctx, id, cursor));
  const made = changed(rows);
  const pageIds = [...new Set(made.map(({ pageId }) => pageId))];
  const next = isLastRenderPortion(rows) ? null : (rows.at(-1)?.id ?? null);
  await runBatch(ctx, [
    ...renderedRowsStatements(id, made),
    ...rebuildPagesStatements(pageIds, now),
    advanceRenderingStatement(id, cursor, next, now),
  ]);
  return pageIds;
}

/**
 * Continues an upgrade of stored texts, table by table: renders them again, and indexes their words for the search.
 * Takes a few steps, as far as the budget allows. Returns the pages whose documents must be built.
 */
export async function rerenderStoredTexts(ctx: Ctx): Promise<string[]> {
  const pages = new Set<string>();
  const end = ctx.now() + maxRoundMs;
  for (let turn = 0; turn < stepsPerRound; turn++) {
    if (turn > 0 && (remainingMeterBudget(ctx.meter) < minStatementsForNext || ctx.now() >= end)) break;
    const touched = await takeStep(ctx);
    if (touched === null) break;
    for (const pageId of touched) pages.add(pageId);
  }
  return [...pages];
}
