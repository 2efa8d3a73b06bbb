import { readBatch } from "~/db/read";
import type { importPartTable } from "~/db/schema";
import type { InsertRow } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type ImportJobPartKind, type ImportPartRow, importPartByNumberQuery } from "../queries/import-part";
import type { MoveDocument } from "../rules/move-document";

/** Returns what a part holds; null when its key is not set any more. */
export async function openImportPart<Value>(ctx: Ctx, { sealed }: ImportPartRow): Promise<Value | null> {
  const text = await ctx.secrets.open(sealed);
  return text === null ? null : (JSON.parse(text) as Value);
}

/**
 * Returns a part of the document; null when there is none of this number. Part 0 holds the page, groups, components,
 * monitors, heartbeats and templates; later parts hold incidents, maintenance and subscribers. A note is in the part of
 * the things that it is about.
 */
export async function readMoveDocumentPart(ctx: Ctx, importId: string, number: number): Promise<MoveDocument | null> {
  const [[row]] = await readBatch(ctx, importPartByNumberQuery(ctx, importId, "document", number));
  return row ? openImportPart<MoveDocument>(ctx, row) : null;
}

/** Returns the row of a part, sealed: files and documents hold addresses and secrets. */
export async function sealImportPartRow(
  ctx: Ctx,
  importId: string,
  kind: ImportJobPartKind,
  number: number,
  value: unknown,
  name = "",
): Promise<InsertRow<typeof importPartTable>> {
  const sealed = await ctx.secrets.seal(JSON.stringify(value));
  return { importJobId: importId, kind, number, name, sealed };
}
