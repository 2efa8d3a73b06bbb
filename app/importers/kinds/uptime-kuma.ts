import { emptyMoveDocument, type MoveDocumentPart, withMovePart } from "../contract/move-document";
import type { ImportOrigin, OriginFile, OriginResult } from "../contract/origin";
import { originRefusal, parseOriginJson } from "../contract/origin-texts";
import { movePartOfKumaBackup } from "../contract/uptime-kuma/tables";

const name = "uptime-kuma";

function readBackups(files: readonly OriginFile[]): OriginResult<MoveDocumentPart> {
  let document = emptyMoveDocument(name);
  if (files.length === 0)
    return originRefusal("not_found", "Upload the backup, a file such as Uptime_Kuma_Backup.json.");
  for (const { path, text } of files) {
    const body = parseOriginJson(path, text);
    const part = body.ok ? movePartOfKumaBackup(path, body.value) : body;
    if (!part.ok) return part;
    document = withMovePart(document, part.value);
  }
  const { version: _version, origin: _origin, ...part } = document;
  return { ok: true, value: part };
}

/**
 * Uptime Kuma: the backup of 1.x; its database is read table by table (contract/uptime-kuma/tables). Uptime: the checks of
 * thirty days in `stat_daily`, of 2.x alone.
 */
export const uptimeKumaOrigin: ImportOrigin = {
  name,
  title: "Uptime Kuma",
  files: [{ ending: ".json", what: "The backup of version 1: Settings, Backup, Export" }],
  readFiles: (files) => readBackups(files),
};
