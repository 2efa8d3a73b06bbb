import type { MoveDocumentPart } from "../contract/move-document";
import type { ImportOrigin, OriginFile, OriginResult, OriginSettings } from "../contract/origin";
import { originRefusal } from "../contract/origin-texts";
import { movePartOfBackup, parseBackupTables } from "../contract/upfront/backup";

function readFiles(files: readonly OriginFile[], settings: OriginSettings): OriginResult<MoveDocumentPart> {
  const file = files.find(({ path }) => /\.jsonl?$/i.test(path));
  if (!file) return originRefusal("not_this_origin", "No file ends in .jsonl, as a backup does.");
  const tables = parseBackupTables(file.path, file.text);
  return tables.ok ? movePartOfBackup(tables.value, settings.choices.page ?? "") : tables;
}

/** Another deployment of Upfront: a page by the deployment's API, or by a backup. */
export const upfrontOrigin: ImportOrigin = {
  name: "upfront",
  title: "Upfront",
  files: [{ ending: ".jsonl", what: "a backup of the page or of the deployment" }],
  readFiles,
  loadApi: async () => (await import("../contract/upfront/api")).upfrontApiReader,
};
