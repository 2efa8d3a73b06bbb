import { readBatch } from "~/db/read";
import type { importPartTable } from "~/db/schema";
import type { InsertRow } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { OriginFile } from "../contract/origin";
import { importPartsOfKindQuery } from "../queries/import-part";
import { openImportPart, sealImportPartRow } from "./document-parts";

/** Characters of a stored piece: at most 600 KB as UTF-8. */
const charsPerPiece = 200_000;

/** Returns uploaded files as sealed rows: one text in pieces, as there may be one file of 2 MB, or hundreds. */
export function sealUploadRows(
  ctx: Ctx,
  importId: string,
  files: readonly OriginFile[],
): Promise<InsertRow<typeof importPartTable>[]> {
  const text = JSON.stringify(files);
  const pieces = Array.from({ length: Math.ceil(text.length / charsPerPiece) }, (_, at) =>
    text.slice(at * charsPerPiece, (at + 1) * charsPerPiece),
  );
  return Promise.all(pieces.map((piece, number) => sealImportPartRow(ctx, importId, "upload", number, piece)));
}

/** Returns the uploaded files of a job; null when their key is not set any more, or they were read. */
export async function readUploadedFiles(ctx: Ctx, importId: string): Promise<OriginFile[] | null> {
  const [rows] = await readBatch(ctx, importPartsOfKindQuery(ctx, importId, "upload"));
  const pieces = await Promise.all(rows.map((row) => openImportPart<string>(ctx, row)));
  if (pieces.length === 0 || pieces.includes(null)) return null;
  return JSON.parse(pieces.join("")) as OriginFile[];
}
