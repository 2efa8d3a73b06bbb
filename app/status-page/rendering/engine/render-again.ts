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
/** Steps in one round, and for how long, in ms. */
const turns = 8;
const worksFor = 4000;
/** A further step is only taken where so much room is left: what others wait for comes after it in the same invocation. */
const roomForMore = 4 * renderingRoom;

/** What is stored otherwise than it is rendered today. */
function changed(rows: readonly RenderedRow[]): RenderedRow[] {
  return rows.flatMap((row) => {
    const { html, text } = renderMarkdown(row.body);
    const isAsStored = html === row.html && (row.text === null || text === row.text);
    return isAsStored ? [] : [{ ...row, html, text }];
  });
}

/** The pages of which something changed; null = there is nothing left. Cut off anywhere, it goes on where it was. */
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
 * Goes on rendering stored texts again, table by table: a few steps, as far as the room carries. Answers with the pages
 * whose documents are to be built.
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
