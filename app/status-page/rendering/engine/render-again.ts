import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { renderMarkdown } from "~/platform/markdown";
import { roomIn } from "~/platform/meter";
import {
  isLastPortion,
  moveOn,
  nextRows,
  nextTable,
  type RenderedRow,
  wantDocuments,
  writeRendered,
} from "../queries/rendering";

/** Statements of one step. */
export const renderingRoom = 5;
/** Steps in one round, and its longest time in ms. */
const turns = 8;
const worksFor = 4000;
/** Room required for a further step, because work that others wait for follows in the same invocation. */
const roomForMore = 4 * renderingRoom;

/** Returns the rows whose stored text differs from today's rendering. */
function changed(rows: readonly RenderedRow[]): RenderedRow[] {
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
  const [[table]] = await read(ctx, nextTable(ctx, now));
  if (!table) return null;
  const { id, cursor } = table;
  const [rows] = await read(ctx, nextRows(ctx, id, cursor));
  const made = changed(rows);
  const pageIds = [...new Set(made.map(({ pageId }) => pageId))];
  const next = isLastPortion(rows) ? null : (rows.at(-1)?.id ?? null);
  await runBatch(ctx, [...writeRendered(id, made), ...wantDocuments(pageIds, now), moveOn(id, cursor, next, now)]);
  return pageIds;
}

/**
 * Continues to render stored texts again, table by table: a few steps, as far as there is room. Returns the pages whose
 * documents must be built.
 */
export async function renderAgain(ctx: Ctx): Promise<string[]> {
  const pages = new Set<string>();
  const end = ctx.now() + worksFor;
  for (let turn = 0; turn < turns; turn++) {
    if (turn > 0 && (roomIn(ctx.meter) < roomForMore || ctx.now() >= end)) break;
    const touched = await takeStep(ctx);
    if (touched === null) break;
    for (const pageId of touched) pages.add(pageId);
  }
  return [...pages];
}
