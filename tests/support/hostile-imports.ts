import { createImport } from "~/importers/create";
import type { MoveDocument } from "~/importers/rules/move-document";
import { emptyMoveDocument } from "~/importers/rules/move-document-parts";
import { undoImport } from "~/importers/undo";
import { type Desk, good } from "./desk";
import { startOf2026Ms } from "./import-documents";
import { beginToApply, jobOf, runToEnd } from "./import-jobs";
import { unmetered } from "./restored";

/** Returns a document as a program sends it: nothing of it is checked yet. */
export const uncheckedDocument = (parts: Record<string, unknown>): MoveDocument =>
  ({ ...emptyMoveDocument("csv"), ...parts }) as unknown as MoveDocument;

export const readRows = async ({ deployment }: Desk, sql: string): Promise<Record<string, unknown>[]> =>
  (await unmetered<Record<string, unknown>>(deployment.bindings.DB, [{ sql, params: [] }]))[0] ?? [];

/** Sends a document and applies it; returns the name of its failure, or the state in which it ends. */
export async function endOfDocument(desk: Desk, parts: Record<string, unknown>): Promise<string> {
  const made = await createImport(desk.owner(), { pageId: desk.pageId, document: uncheckedDocument(parts) });
  await desk.deployment.settled();
  if (!made.ok) return made.failure.name;
  const { id } = made.value;
  await runToEnd(desk, id);
  const { state } = await jobOf(desk, id);
  if (state !== "preview") return state;
  await beginToApply(desk, id);
  await runToEnd(desk, id);
  return (await jobOf(desk, id)).state;
}

/** Undoes the last import; returns the state in which it ends. */
export async function undoLastImport(desk: Desk): Promise<string> {
  const [row] = await readRows(desk, "SELECT id FROM import_job ORDER BY id DESC LIMIT 1");
  const id = String(row?.id);
  await good(undoImport(desk.owner(), { pageId: desk.pageId, id }));
  await desk.deployment.settled();
  await runToEnd(desk, id);
  return (await jobOf(desk, id)).state;
}

/** An update as other products have it, with these members. */
export const foreignUpdate = (given: object): object => ({
  status: "investigating",
  body: "We look.",
  shownAt: startOf2026Ms,
  ...given,
});
