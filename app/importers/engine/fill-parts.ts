import { readBatch } from "~/db/read";
import type { importPartTable } from "~/db/schema";
import type { InsertRow } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { ImportJobRow } from "../queries/import-job";
import { importPartsByNumbersQuery } from "../queries/import-part";
import { limitMovePart } from "../rules/bounded-part";
import {
  fillMoveDocument,
  isMoveDocumentTooLarge,
  type MoveDocumentFill,
  movePartsToOpen,
} from "../rules/document-fill";
import type { ImportRefusal } from "../rules/import-job";
import { localImportCommand } from "../rules/import-tool";
import type { MoveDocument } from "../rules/move-document";
import type { MoveDocumentPart } from "../rules/move-document-parts";
import { openImportPart, sealImportPartRow } from "./document-parts";

export type FilledImportParts =
  | { ok: true; rows: InsertRow<typeof importPartTable>[]; fill: MoveDocumentFill }
  | { ok: false; refusal: ImportRefusal };

/** Most parts that one commit writes: each is a statement. */
const maxPartsPerCommit = 12;

const tooLarge = (origin: string, what: string): FilledImportParts => ({
  ok: false,
  refusal: {
    code: "too_large",
    message: `${what} too large to be imported here. Run “${localImportCommand(origin)}” on your own machine, and leave out what you do not need.`,
  },
});

async function openedParts(ctx: Ctx, importId: string, numbers: readonly number[]): Promise<Map<number, MoveDocument>> {
  if (numbers.length === 0) return new Map();
  const [rows] = await readBatch(ctx, importPartsByNumbersQuery(ctx, importId, "document", numbers));
  const opened = await Promise.all(
    rows.map(async (row) => [row.number, await openImportPart<MoveDocument>(ctx, row)] as const),
  );
  return new Map(opened.flatMap(([number, part]) => (part ? [[number, part] as const] : [])));
}

/** Returns the parts of the stored document of a job as they are after what was read was added. */
export async function fillImportParts(
  ctx: Ctx,
  job: Pick<ImportJobRow, "id" | "origin" | "parts">,
  fill: MoveDocumentFill,
  given: MoveDocumentPart,
): Promise<FilledImportParts> {
  const incoming = limitMovePart(given);
  const opened = await openedParts(ctx, job.id, job.parts === 0 ? [] : movePartsToOpen(fill, incoming));
  const filled = fillMoveDocument({ origin: job.origin, fill, opened }, incoming);
  if (!filled.ok)
    return tooLarge(job.origin, filled.what === "one" ? "An incident is" : "Components, monitors and notes are");
  if (filled.changed.size > maxPartsPerCommit || isMoveDocumentTooLarge(filled.fill))
    return tooLarge(job.origin, "All of it together is");
  const rows = await Promise.all(
    [...filled.changed].map(([number, part]) => sealImportPartRow(ctx, job.id, "document", number, part)),
  );
  return { ok: true, rows, fill: filled.fill };
}
